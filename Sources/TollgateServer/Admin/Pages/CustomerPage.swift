import Foundation
import Tollgate
import TollgateLedger
import TollgateWire

/// A customer as a story: who it is, what they have and pay, what they can do and why, and what happened.
struct CustomerPage: Sendable {
  /// A name and what is true of it.
  struct Item: Sendable {
    let name: String
    let value: String
  }

  /// Whether a feature can be used, and why.
  struct Answer: Sendable {
    let feature: String
    let tone: String
    let sentence: String
    let remedies: [Remedy]
    /// The answer as the API has it.
    let detail: String
    /// The condition of the rule that decides; nil if none does.
    let rule: String?
    let skipped: [String]
    let because: [String]
  }

  /// A change that would help, as a form whose fields are filled in.
  struct Remedy: Sendable {
    let path: String
    let formToken: String
    let change: String
    let subject: String
    /// The number of days; nil if the change needs none.
    let days: String?
    let reason: String
    /// Whether the customer's devices receive the reason.
    let reachesDevices: Bool
    let button: String
  }

  /// What an operator wrote about the customer.
  struct Note: Sendable {
    let at: String
    let author: String
    let text: String
  }

  /// Something that happened.
  struct Row: Sendable {
    /// A fact as it is recorded.
    struct Recorded: Sendable {
      let sentence: String
      let json: String
    }

    let at: String
    /// The page as of then.
    let path: String
    let sentence: String
    /// How often it happened that day; nil if once.
    let times: Int?
    let notes: [String]
    /// The customer it was recorded for, if that one was merged into this one.
    let other: String?
    /// The facts that say it; empty for a merge, which is not a fact.
    let recorded: [Recorded]
    let isRecorded: Bool
  }

  let path: String
  let formToken: String
  /// The first page, which finds purchases that belong to another customer.
  let search: String
  let person: [Item]
  /// What the customer has and pays.
  let plan: [Item]
  /// Whether the App Store sold something, which it may refund.
  let hasBought: Bool
  /// Whether the App Store can be asked what the server missed.
  let asksStore: Bool
  /// Whether somebody may look for a purchase that the customer misses.
  let mayMissPurchase: Bool
  /// What operators wrote about the customer, newest first.
  let notes: [Note]
  let hasNotes: Bool
  /// Whether there are notes, or one can be written.
  let showsNotes: Bool
  /// Whether the person may write notes.
  let mayNote: Bool
  /// What is true of the customer at the instant, with the ids of it.
  let standing: [Item]
  /// The phases until the instant.
  let timeline: PhaseTimeline
  /// What the customer can do, in the blueprint's order.
  let answers: [Answer]
  /// What can be done; nil for a role that may not, and for the past.
  let actions: CustomerActions?
  /// The history, newest first.
  let rows: [Row]
  /// How many older facts were left out; nil if none were.
  let omitted: Int?
  /// What operators did, for those who may see it.
  let audit: [AuditRow]
  let hasAudit: Bool
  /// The instant that the page shows, for its field; and in words, if it is not now.
  let at: String
  let past: String?
  let isFuture: Bool

  init(
    _ known: CustomerKnowledge, _ background: CustomerBackground, isNow: Bool,
    notes: [LedgerAuditEntry], audit: [AuditRow], now: Instant, for visit: AdminVisit
  ) {
    let path = AdminPath.customer(known.record.id, of: visit.app.id)
    let life = known.life(for: visit.person)
    let membership = life.membership
    let mayChange = isNow && visit.role.changesCustomers
    self.path = path
    formToken = visit.formToken
    search = AdminPath.root(of: visit.app.id)
    person = Self.person(known, background)
    plan = Self.plan(known, for: visit)
    hasBought = !known.customer.storeTransactions.isEmpty
    asksStore = mayChange && !visit.app.askablePurchases(of: known.customer).isEmpty
    mayMissPurchase = mayChange && membership.phase != .subscribed
    self.notes = notes.map {
      Note(at: $0.at.minute, author: $0.author, text: $0.reason ?? "")
    }
    hasNotes = !notes.isEmpty
    showsNotes = mayChange || !notes.isEmpty
    mayNote = mayChange
    standing =
      Self.standing(life) + Self.consentAndAge(known) + Self.teams(known) + Self.attributes(known)
    timeline = PhaseTimeline(
      known.phases(limit: PhaseTimeline.limit), until: known.at, path: path)
    answers = known.supportAnswers(lookingForRemedies: mayChange).compactMap { answer in
      known.reason(for: answer.feature, for: visit.person).map { reason in
        Answer(
          answer, reason,
          answer.remedies.map { Remedy($0, for: answer.feature, path, visit.formToken) })
      }
    }
    actions = mayChange ? CustomerActions(known, membership, path: path, for: visit) : nil
    rows = CustomerStory(life, known, background, showsPrices: visit.role.seesRevenue)
      .events.reversed().map { Row($0, path: path) }
    omitted = life.omitted == 0 ? nil : life.omitted
    self.audit = audit
    hasAudit = !audit.isEmpty
    at = String(known.at.description.prefix(16))
    past = isNow ? nil : known.at.minute
    isFuture = known.at > now
  }

  /// What the page calls the customer: by the address or the name that people know, or else by the id.
  static func title(_ known: CustomerKnowledge, _ background: CustomerBackground) -> String {
    background.email ?? known.customer.displayName ?? "\(known.record.id)"
  }

  private static func person(
    _ known: CustomerKnowledge, _ background: CustomerBackground
  ) -> [Item] {
    let customer = known.customer
    let account = customer.account == nil ? "no account" : "an account without an address"
    let devices = customer.knownDevices.count
    let kind = customer.value(of: .device).map { " (\($0))" } ?? ""
    let firstSeen = PurchaseOverview(
      of: customer, in: known.app.blueprint, at: known.at
    ).knownSince
    let items: [Item?] = [
      Item(name: "Email", value: background.email ?? account),
      customer.displayName.map { Item(name: "Name", value: $0) },
      Item(name: "Country", value: customer.value(of: .country) ?? "not reported"),
      Item(name: "App version", value: Self.version(of: known) ?? "not reported"),
      Item(name: "Devices", value: devices == 0 ? "none" : "\(devices)\(kind)"),
      (firstSeen ?? known.facts.first?.at).map { Item(name: "First seen (UTC)", value: $0.minute) },
      background.lastSeen.map { Item(name: "Last seen (UTC)", value: $0.minute) },
    ]
    return items.compactMap(\.self) + consentAndAge(known)
  }

  /// The version of the app that was reported last.
  private static func version(of known: CustomerKnowledge) -> String? {
    known.customer.value(of: .appVersion)
      ?? known.facts.lazy.reversed().compactMap { recorded -> String? in
        if case .opening(let opening) = recorded.fact { opening.version } else { nil }
      }.first
  }

  private static func standing(_ life: CustomerLife) -> [Item] {
    let membership = life.membership
    var items = [
      Item(name: "Customer", value: "\(life.id)"),
      Item(name: "Phase", value: membership.phase.rawValue),
    ]
    func add(_ name: String, _ value: String?) {
      if let value { items.append(Item(name: name, value: value)) }
    }
    add(
      "Entitlements",
      membership.entitlements.isEmpty
        ? "none" : membership.entitlements.map(\.rawValue).joined(separator: ", "))
    add("Account", life.account.map { "\($0)" } ?? "anonymous")
    add("Subscription", membership.subscription.map(sentence))
    add("Trial", membership.trial.map(sentence))
    for trial in membership.addOnTrials ?? [] { add("Add-on trial", sentence(trial)) }
    for (wallet, credits) in (membership.credits ?? [:]).sorted(by: { $0.key < $1.key }) {
      add("Credits of \(wallet)", Self.credits(credits, owed: membership.owed?[wallet]))
    }
    for (experiment, variant) in (membership.variants ?? [:]).sorted(by: { $0.key < $1.key }) {
      add("Experiment \(experiment)", variant)
    }
    add("Next scheduled change", membership.nextChange?.minute ?? "none")
    if !life.merged.isEmpty {
      add("Merged customers", life.merged.map(\.rawValue).joined(separator: ", "))
    }
    return items
  }

  /// What a parent or guardian said last, and what devices reported about the customer's age.
  private static func consentAndAge(_ known: CustomerKnowledge) -> [Item] {
    known.customer.attributeChanges.filter { AttributeChange.Statement($0) != nil }.map { change in
      Item(
        name: change.attribute == Consent.attribute ? "Consent" : "Age",
        value: Fact.attribute(change).sentence)
    }
  }

  /// The seats that the customer has from others, and those that the customer shares.
  private static func teams(_ known: CustomerKnowledge) -> [Item] {
    let held = known.customer.heldSeats.filter(\.isTaken).map { seat in
      let rights = seat.rights.filter { $0.endsAt.map { known.at < $0 } ?? true }.map { right in
        "\(right.entitlement) " + (right.endsAt.map { "until \($0.minute)" } ?? "without an end")
      }
      return Item(
        name: "Member of the team \(seat.team)",
        value: rights.isEmpty ? "the owner shares nothing now" : rights.joined(separator: ", "))
    }
    let shared = known.app.blueprint.definition.teams.compactMap { team -> Item? in
      let seats = known.customer.sharedSeats.filter { $0.team == team.id }
      let members = seats.count(where: \.isTaken)
      let open = seats.count { $0.isOpen(at: known.at) }
      let size = known.app.blueprint.seats(of: team, sharedBy: known.customer, at: known.at)
      guard members + open + size > 0 else { return nil }
      return Item(
        name: "Owner of the team \(team.id)",
        value: "\(members) of \(size) seats taken, open invitations: \(open)")
    }
    return held + shared
  }

  /// The attributes of RevenueCat's SDK, which no decision depends on.
  private static func attributes(_ known: CustomerKnowledge) -> [Item] {
    known.customer.reservedAttributes.map { Item(name: $0.name, value: $0.value) }
  }

  private static func sentence(_ subscription: SubscriptionSummary) -> String {
    var parts = [
      "\(subscription.product) (\(subscription.originalID)): \(subscription.condition.rawValue)",
      "until \((subscription.graceEndsAt ?? subscription.expiresAt).minute)",
      subscription.willRenew ? "renews" : "does not renew",
    ]
    if let product = subscription.renewsTo { parts.append("to \(product)") }
    if let seats = subscription.seats { parts.append("\(seats) seats") }
    if let commitment = subscription.commitment { parts += sentences(commitment) }
    if subscription.isIntroductory { parts.append("introductory offer") }
    if subscription.isFamilyShared { parts.append("paid by the family") }
    if subscription.environment != .production { parts.append(subscription.environment.rawValue) }
    return parts.joined(separator: ", ")
  }

  private static func sentences(_ commitment: CommitmentSummary) -> [String] {
    let due = commitment.amountDue.flatMap { amount in
      commitment.currency.map { Money(milliunits: amount, currency: $0) }
    }
    return [
      "bill \(commitment.bill) of \(commitment.bills)",
      "committed until \(commitment.endsAt.minute)",
    ] + (due.map { ["due until then: \($0.text)"] } ?? [])
  }

  private static func sentence(_ trial: TrialSummary) -> String {
    let state = trial.isActive ? "running" : trial.activatedAt == nil ? "refused" : "over"
    var parts = ["\(trial.id): \(state)"]
    if let end = trial.endsAt { parts.append("until \(end.minute)") }
    if let paused = trial.pausedAt { parts.append("paused since \(paused.minute)") }
    if let left = trial.daysLeft, trial.isActive { parts.append("days left: \(left)") }
    if let limit = trial.limit { parts.append("\(trial.used) of \(limit) uses") }
    if let ending = trial.ending { parts.append("ended by \(ending.rawValue)") }
    return parts.joined(separator: ", ")
  }
}

extension CustomerPage.Answer {
  init(_ answer: SupportAnswer, _ reason: FeatureReason, _ remedies: [CustomerPage.Remedy]) {
    feature = answer.feature.rawValue.spoken
    tone =
      switch answer.access {
      case .allowed: "good"
      case .denied: "bad"
      case .unknown: "calm"
      }
    sentence = answer.sentence
    self.remedies = remedies
    detail = reason.sentence
    rule = reason.rule?.when
    skipped = reason.skipped.map { skipped in
      "Rule \(skipped.number) needs more: \(skipped.unmet.joined(separator: ", "))."
    }
    because = reason.because.map { "\($0.at.minute): \($0.sentence)" }
  }
}

extension CustomerPage.Remedy {
  init(
    _ remedy: SupportAnswer.Remedy, for feature: Feature.ID, _ path: String, _ formToken: String
  ) {
    self.path = path
    self.formToken = formToken
    reason = "Could not \(feature.rawValue.spoken)"
    switch remedy {
    case .grant(let entitlement):
      reachesDevices = false
      (change, subject, days) = ("grant", entitlement.rawValue, "\(SupportAnswer.days)")
      button = "Give \(entitlement)"
    case .extendTrial(let trial):
      reachesDevices = true
      (change, subject, days) = ("extend-trial", trial.rawValue, "\(SupportAnswer.days)")
      button = "Extend the trial"
    case .resetTrial(let trial):
      reachesDevices = true
      (change, subject, days) = ("reset-trial", trial.rawValue, nil)
      button = "Start the trial over"
    }
  }
}

extension CustomerPage.Row {
  init(_ event: CustomerStory.Event, path: String) {
    at = event.at.minute
    self.path = "\(path)?at=\(event.knownAt.milliseconds)"
    sentence = event.sentence
    times = event.times
    notes = event.notes
    other = event.other.map { "\($0)" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    recorded = event.facts.map { fact in
      Recorded(
        sentence: fact.sentence,
        json: (try? encoder.encode(fact)).map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
    isRecorded = !recorded.isEmpty
  }
}
