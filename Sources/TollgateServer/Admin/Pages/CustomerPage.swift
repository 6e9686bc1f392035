import Foundation
import Tollgate
import TollgateLedger
import TollgateWire

/// A customer's life and the reason for every answer, on one page.
struct CustomerPage: Sendable {
  /// A name and what is true of it.
  struct Item: Sendable {
    let name: String
    let value: String
  }

  /// Why a feature answers as it does.
  struct Answer: Sendable {
    let tone: String
    let answer: String
    let sentence: String
    /// The condition of the rule that decides; nil if none does.
    let rule: String?
    let skipped: [String]
    let because: [String]
  }

  /// A fact of the life.
  struct Row: Sendable {
    let at: String
    /// The page as of the fact.
    let path: String
    let sentence: String
    let notes: [String]
    /// The customer it was recorded for, if that one was merged into this one.
    let other: String?
    /// The fact as the API has it; nil for a merge, which is not a fact.
    let json: String?
  }

  let path: String
  let formToken: String
  /// What is true of the customer at the instant.
  let standing: [Item]
  /// The phases until the instant.
  let timeline: PhaseTimeline
  /// The reason for every answer, in the blueprint's order.
  let answers: [Answer]
  /// What can be done; nil for whoever may not, and for the past.
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
    _ known: CustomerKnowledge, isNow: Bool, audit: [AuditRow], now: Instant,
    for visit: AdminVisit
  ) {
    let path = AdminPath.customer(known.record.id, of: visit.app.id)
    let life = known.life(for: visit.person)
    let membership = life.membership
    self.path = path
    formToken = visit.formToken
    standing = Self.standing(life) + Self.elsewhere(known)
    timeline = PhaseTimeline(
      known.phases(limit: PhaseTimeline.limit), until: known.at, path: path)
    answers = visit.app.blueprint.definition.features.compactMap { feature in
      known.reason(for: feature.id, for: visit.person).map(Answer.init)
    }
    actions =
      isNow && visit.role.changesCustomers
      ? CustomerActions(known, membership, path: path, for: visit) : nil
    rows = Self.rows(life, known, path: path)
    omitted = life.omitted == 0 ? nil : life.omitted
    self.audit = audit
    hasAudit = !audit.isEmpty
    at = String(known.at.description.prefix(16))
    past = isNow ? nil : known.at.minute
    isFuture = known.at > now
  }

  /// The facts and the merges, newest first; a merge follows the facts of its instant.
  private static func rows(
    _ life: CustomerLife, _ known: CustomerKnowledge, path: String
  ) -> [Row] {
    let merges = known.merges.values.sorted { ($0.at, $0.customer) > ($1.at, $1.customer) }
    var rows: [Row] = []
    var next = merges.startIndex
    for fact in life.facts.reversed() {
      while next < merges.endIndex, fact.at <= merges[next].at {
        rows.append(Row(merges[next], path: path))
        next += 1
      }
      rows.append(
        Row(fact, of: life.id, knownAt: known.knownAt(fact.at, of: fact.customer), path: path))
    }
    // Older merges belong to the facts that are left out.
    if life.omitted == 0 { rows += merges[next...].map { Row($0, path: path) } }
    return rows
  }

  private static func standing(_ life: CustomerLife) -> [Item] {
    let membership = life.membership
    var items = [Item(name: "Phase", value: membership.phase.rawValue)]
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
      add("Credits of \(wallet)", "\(credits)")
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

  /// What is known that no decision depends on: attributes of RevenueCat's SDK, and products that are in no blueprint.
  private static func elsewhere(_ known: CustomerKnowledge) -> [Item] {
    let blueprint = known.app.blueprint
    let unknown = Set(known.customer.storeTransactions.map(\.product))
      .filter { blueprint.product($0) == nil }.map(\.rawValue).sorted()
    let products =
      unknown.isEmpty
      ? []
      : [
        Item(
          name: "Bought, and not in the blueprint",
          value: "\(unknown.joined(separator: ", ")): gives nothing until the blueprint declares it"
        )
      ]
    return products
      + known.customer.reservedAttributes.map { Item(name: $0.name, value: $0.value) }
  }

  private static func sentence(_ subscription: SubscriptionSummary) -> String {
    var parts = [
      "\(subscription.product) (\(subscription.originalID)): \(subscription.condition.rawValue)",
      "until \((subscription.graceEndsAt ?? subscription.expiresAt).minute)",
      subscription.willRenew ? "renews" : "does not renew",
    ]
    if let product = subscription.renewsTo { parts.append("to \(product)") }
    if subscription.isIntroductory { parts.append("introductory offer") }
    if subscription.isFamilyShared { parts.append("paid by the family") }
    if subscription.environment != .production { parts.append(subscription.environment.rawValue) }
    return parts.joined(separator: ", ")
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
  init(_ reason: FeatureReason) {
    answer = reason.access.answer.rawValue
    tone =
      switch reason.access.answer {
      case .allowed: "good"
      case .denied: "bad"
      case .unknown: "calm"
      }
    sentence = reason.sentence
    rule = reason.rule?.when
    skipped = reason.skipped.map { skipped in
      "Rule \(skipped.number) needs more: \(skipped.unmet.joined(separator: ", "))."
    }
    because = reason.because.map { "\($0.at.minute): \($0.sentence)" }
  }
}

extension CustomerPage.Row {
  init(_ merge: CustomerMerge, path: String) {
    at = merge.at.minute
    self.path = "\(path)?at=\(merge.at.milliseconds)"
    sentence = merge.sentence
    notes = merge.note.map { [$0] } ?? []
    other = nil
    json = nil
  }

  init(
    _ fact: RecordedFactSummary, of customer: Customer.ID, knownAt: Instant, path: String
  ) {
    at = fact.at.minute
    self.path = "\(path)?at=\(knownAt.milliseconds)"
    sentence = fact.sentence
    notes = fact.notes.map { "\($0.by): \($0.reason)" }
    other = fact.customer == customer ? nil : "\(fact.customer)"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    json = (try? encoder.encode(fact)).map { String(decoding: $0, as: UTF8.self) }
  }
}
