import Tollgate
import TollgateLedger
import TollgateWire

/// A customer's history as sentences that people tell each other, with the dates and prices of the store.
struct CustomerStory {
  /// Something that happened.
  struct Event {
    /// When it happened: a purchase when the store charged for it, and everything else when it was recorded.
    var at: Instant
    /// Since when the server knew it.
    var knownAt: Instant
    let sentence: String
    /// Who did it and why, and when it was recorded if that was at another time.
    var notes: [String]
    /// The customer it was recorded for, if that one was merged into this one.
    let other: Customer.ID?
    /// The recorded facts that say it; empty for a merge, which is not a fact.
    var facts: [RecordedFactSummary]
  }

  let events: [Event]

  /// Writes down a history.
  ///
  /// What is recorded again unchanged is one event, and so are the uses of a feature within a day.
  ///
  /// - Parameters:
  ///   - life: The history as its reader may see it: without prices for some.
  ///   - showsPrices: Whether the reader sees prices.
  init(
    _ life: CustomerLife, _ known: CustomerKnowledge, _ background: CustomerBackground,
    showsPrices: Bool
  ) {
    let words = StoryWords(known, background, showsPrices: showsPrices)
    var events: [Event] = []
    var positions: [String: Int] = [:]
    for (fact, recorded) in zip(life.facts, known.facts.suffix(life.facts.count)) {
      let event = Event(fact, saying: recorded.fact, words, known)
      let isUse = fact.fact.kind == .use
      let key = "\(isUse ? event.at.day : "\(event.at.milliseconds)") \(event.sentence)"
      if let index = positions[key], events[index].other == event.other {
        events[index].facts.append(fact)
        if isUse {
          events[index].at = event.at
          events[index].knownAt = event.knownAt
        }
      } else {
        positions[key] = events.count
        events.append(event)
      }
    }
    // Older merges belong to the facts that are left out.
    let first = life.omitted == 0 ? Instant.distantPast : life.facts.first?.at ?? .distantPast
    events += known.merges.values.sorted { ($0.at, $0.customer) < ($1.at, $1.customer) }
      .filter { first <= $0.at }.map { Event($0, words) }
    self.events = events.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    .map(\.element)
  }
}

extension CustomerStory.Event {
  fileprivate init(_ merge: CustomerMerge, _ words: StoryWords) {
    self.init(
      at: merge.at, knownAt: merge.at, sentence: words.sentence(merge),
      notes: merge.note.map { [$0] } ?? [], other: nil, facts: [])
  }

  fileprivate init(
    _ recorded: RecordedFactSummary, saying fact: Fact, _ words: StoryWords,
    _ known: CustomerKnowledge
  ) {
    let at = fact.happenedAt ?? recorded.at
    var notes = recorded.notes.map { "\($0.by): \($0.reason)" }
    if let note = words.note(on: fact) { notes.append(note) }
    if at.minute != recorded.at.minute { notes.append("Recorded \(recorded.at.minute) UTC.") }
    self.init(
      at: at, knownAt: known.knownAt(recorded.at, of: recorded.customer),
      sentence: words.sentence(fact), notes: notes,
      // A purchase that the store reported first belonged to nobody.
      other: recorded.customer == known.record.id || recorded.customer.isPlaceholder
        ? nil : recorded.customer, facts: [recorded])
  }

  /// How often it happened, if it is the uses of a day; nil if once.
  var times: Int? {
    facts.count > 1 && facts.first?.fact.kind == .use ? facts.count : nil
  }
}

extension Fact {
  /// When the store says that it happened; nil for what our own server stamps.
  fileprivate var happenedAt: Instant? {
    switch self {
    case .transaction(let bought): bought.revokedAt ?? bought.refund?.at ?? bought.purchasedAt
    case .refundRequest(let request): request.answer?.at ?? request.askedAt
    case .download(let download): download.at
    default: nil
    }
  }
}

/// Facts in the words of people who know the app's products and customers.
private struct StoryWords {
  let blueprint: Blueprint
  let background: CustomerBackground
  let showsPrices: Bool
  /// What was bought last with each purchase.
  let products: [PurchaseID: CatalogProduct.ID]
  /// What was bought with each transaction.
  let transactions: [String: StoreTransaction]

  init(_ known: CustomerKnowledge, _ background: CustomerBackground, showsPrices: Bool) {
    blueprint = known.app.blueprint
    self.background = background
    self.showsPrices = showsPrices
    var products: [PurchaseID: CatalogProduct.ID] = [:]
    var transactions: [String: StoreTransaction] = [:]
    for recorded in known.facts {
      guard case .transaction(let bought) = recorded.fact else { continue }
      products[bought.purchase] = bought.product
      transactions[bought.id.rawValue] = bought
    }
    self.products = products
    self.transactions = transactions
  }

  /// What happened; as operators read it elsewhere, where no other words are better.
  func sentence(_ fact: Fact) -> String {
    switch fact {
    case .signedUp: "Opened an account."
    case .device: "Used the app on a new device."
    case .trialStarted(let start): sentence(start)
    case .transaction(let bought): sentence(bought)
    case .renewal(let renewal): sentence(renewal)
    case .transfer(let transfer): sentence(transfer)
    case .refundRequest(let request): sentence(request)
    case .use(let use): "Used \(use.feature.rawValue.spoken)."
    case .grant(let grant): sentence(grant)
    case .milestone(let reached) where reached.milestone != Milestone.firstSeen:
      "Reached \(reached.milestone.rawValue.spoken)."
    case .paywall(let event):
      "\(event.action == .shown ? "Saw" : "Closed") the paywall \(event.paywall.rawValue.spoken)."
    default: fact.sentence
    }
  }

  func sentence(_ merge: CustomerMerge) -> String {
    guard let purchase = merge.customer.unclaimedPurchase else { return merge.sentence }
    let name = products[purchase].map { blueprint.spokenName(of: $0) } ?? "A purchase"
    return
      "\(name), which the App Store had reported, became this customer's, at this time or later."
  }

  /// Who did something and why, where the fact itself does not say; nil without anything to say.
  func note(on fact: Fact) -> String? {
    guard case .transfer(let transfer) = fact, !transfer.isShared else { return nil }
    guard let entry = background.transfers[transfer]?.entry else {
      return "Moved when the app restored or posted it, as the blueprint’s transfer policy says."
    }
    return entry.reason.map { "\(entry.author): \($0)" } ?? entry.author
  }

  /// An amount; nil without one, and for readers who see none.
  private func text(of money: Money?) -> String? {
    showsPrices ? money.map(\.text) : nil
  }

  private func name(of purchase: PurchaseID) -> String {
    products[purchase].map { blueprint.spokenName(of: $0) } ?? "a purchase"
  }

  private func sentence(_ start: TrialStart) -> String {
    var sentence = "Started the trial"
    if start.isAddOn { sentence += " \(start.trial.rawValue.spoken)" }
    if let lasts = start.terms.lasts {
      sentence += " of \(lasts.count) \(lasts.unit.rawValue)\(lasts.count == 1 ? "" : "s")"
    }
    if let uses = start.terms.uses { sentence += " with \(uses.limit) uses" }
    if let purchase = start.purchase { sentence += ", with \(name(of: purchase))" }
    return sentence + "."
  }

  private func sentence(_ bought: StoreTransaction) -> String {
    let name = blueprint.spokenName(of: bought.product)
    let place = bought.environment == .production ? "" : " in the \(bought.environment.rawValue)"
    let price = text(of: bought.price).map { " for \($0)" } ?? ""
    if bought.isRefunded {
      if bought.ownership == .familyShared { return "\(name) was no longer shared\(place)." }
      let isPart = bought.returned.map { $0.milliunits < bought.price?.milliunits ?? 0 } ?? false
      let amount = text(of: bought.returned).map { "\($0) of " } ?? (isPart ? "a part of " : "")
      return "The App Store refunded \(amount)\(name), bought \(bought.purchasedAt.day)\(place)."
    }
    if bought.isUpgraded { return "Left \(name)\(price) for another product\(place)." }
    let end = bought.expiresAt.map { ", until \($0.minute) UTC" } ?? ""
    if bought.ownership == .familyShared {
      return "Got \(name) through family sharing\(end)\(place)."
    }
    let isFree = bought.offer?.payment == .freeTrial
    let verb = isFree ? "Started the free trial of" : bought.renews ? "Renewed" : "Bought"
    let offer = bought.offer != nil && !isFree ? " with an offer" : ""
    return "\(verb) \(name)\(isFree ? "" : price)\(offer)\(end)\(place)."
  }

  private func sentence(_ renewal: StoreRenewal) -> String {
    let name = name(of: renewal.purchase)
    if let end = renewal.graceEndsAt {
      return "The payment for \(name) failed; access continues until \(end.minute) UTC."
    }
    if renewal.isInBillingRetry {
      return "The payment for \(name) failed; the App Store tries again."
    }
    if let commitment = renewal.commitment {
      return
        "\(name) will \(renewal.continues ? "" : "not ")renew after its commitment, which ends \(commitment.endsAt.day)."
    }
    let date = renewal.renewsAt.map { " on \($0.day)" } ?? ""
    guard renewal.willRenew else { return "\(name) will not renew\(date)." }
    let next = blueprint.spokenName(of: renewal.renewsTo)
    return products[renewal.purchase] == renewal.renewsTo
      ? "\(name) will renew\(date)." : "\(name) will change to \(next)\(date)."
  }

  private func sentence(_ transfer: PurchaseTransfer) -> String {
    let name = name(of: transfer.purchase)
    if transfer.isShared { return "\(name) of another customer was shared with this one." }
    let known = background.transfers[transfer]
    let other = known?.name ?? known?.other?.rawValue ?? "another customer"
    return transfer.isHeld ? "Got \(name) from \(other)." : "Gave \(name) to \(other)."
  }

  private func sentence(_ request: RefundRequest) -> String {
    let bought = transactions[request.transaction.rawValue]
    let what =
      bought.map { "\(blueprint.spokenName(of: $0.product)), bought \($0.purchasedAt.day)" }
      ?? name(of: request.purchase)
    guard let answer = request.answer else {
      return "Asked the App Store for a refund of \(what): \(request.reason.words)."
    }
    return "The refund of \(what): \(answer.outcome.words)."
  }

  private func sentence(_ grant: Grant) -> String {
    if let revokedAt = grant.revokedAt {
      return "Lost the grant of \(grant.gift) on \(revokedAt.day)."
    }
    if let lasts = grant.lasts {
      return "Was given \(grant.gift) for \(lasts), while nothing else gives it."
    }
    let end = grant.endsAt.map { " until \($0.minute) UTC" } ?? ", without an end"
    guard let willRenew = grant.willRenew else { return "Was given \(grant.gift)\(end)." }
    return
      "Bought \(grant.gift) elsewhere\(end)\(grant.seatsStated), which \(willRenew ? "renews" : "does not renew")."
  }
}

extension RefundReason {
  fileprivate var words: String {
    switch self {
    case .unintendedPurchase: "the purchase was not intended"
    case .fulfillmentIssue: "it was not delivered"
    case .unsatisfied: "it did not satisfy"
    case .legal: "for a legal reason"
    case .other: "for another reason"
    }
  }
}

extension RefundAnswer.Outcome {
  fileprivate var words: String {
    switch self {
    case .sent(let report): "the App Store was answered, \(report.sentence)"
    case .withheld(.noPolicy): "the App Store was not answered, as the blueprint has no refunds"
    case .withheld(.noConsent): "the App Store was not answered, as the customer has not consented"
    case .withheld(.notBought): "the App Store was not answered, as the customer did not buy it"
    case .withheld(.late): "the App Store was not answered, as its 12 hours have passed"
    case .refused(let code): "the App Store refused the answer: \(code)"
    }
  }
}
