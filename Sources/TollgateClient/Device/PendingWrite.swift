import Tollgate

/// Something the server must hear of, kept on the device until it has.
struct PendingWrite: Hashable, Sendable, Codable {
  /// What it says.
  enum Report: Hashable, Sendable, Codable {
    case purchase(SignedPurchase)
    case milestone(Milestone.ID)
    case dismissal(Prompt.ID)
    case paywall(PaywallReport)
    case nudge(Nudge.ID, occurrence: Instant)
    /// A use made without a network.
    case use(OfflineUse)
  }

  /// A paywall that came on screen or was closed, and what led to it.
  struct PaywallReport: Hashable, Sendable, Codable {
    let paywall: Paywall.ID
    let action: PaywallEvent.Action
    let feature: Feature.ID?
    let placement: Placement.ID?
  }

  /// A use that the server could not be asked about.
  struct OfflineUse: Hashable, Sendable, Codable {
    let feature: Feature.ID
    let item: Item.ID?
    /// The credits it costs, where the blueprint leaves that to the use.
    let cost: Int?
    /// Whether the device allowed it, so that it is reported; otherwise the server still decides.
    let isAllowed: Bool
    /// What the device counts until the server does.
    let facts: [Fact]
  }

  /// Makes sending it again count once.
  let key: Idempotency.Key
  /// Who it is about; nil is whoever the device acts for first.
  var customer: Customer.ID?
  let report: Report
  /// When it happened, by the trusted clock; nil before the server's first answer.
  let at: Instant?
  /// Whether nobody was signed in when it happened, so that nobody can come back for it.
  var isAnonymous: Bool?
  /// Whether the server was asked about a purchase as often as ``Confirmation`` says.
  var hasWaited: Bool?
  /// Whether it waits for a person whose session the server ended, and who has not signed out.
  var isHeld: Bool?

  /// How many may wait: 1,000.
  static let limit = 1000

  /// Whether it stays with its customer over a sign-out and is never given up: purchases, and uses that were allowed.
  var isKept: Bool {
    switch report {
    case .purchase: true
    case .use(let use): use.isAllowed
    case .milestone, .dismissal, .paywall, .nudge: false
    }
  }

  /// What the store signed, for a purchase.
  var purchase: SignedPurchase? {
    switch report {
    case .purchase(let purchase): purchase
    case .milestone, .dismissal, .paywall, .nudge, .use: nil
    }
  }

  /// The use that was made without a network.
  var use: OfflineUse? {
    switch report {
    case .use(let use): use
    case .purchase, .milestone, .dismissal, .paywall, .nudge: nil
    }
  }

  /// When a purchase decides by itself, for want of an answer; nil for anything else.
  var decidesAt: Instant? {
    guard purchase != nil, let at else { return nil }
    return hasWaited ?? false ? at : at.adding(milliseconds: Confirmation.patience)
  }

  /// The facts that the server will make of it, so that the device need not wait; purchases are facts only once verified.
  var expectedFacts: [Fact] {
    guard let at else { return [] }
    switch report {
    case .purchase: return []
    case .milestone(let id): return [.milestone(MilestoneReached(milestone: id, at: at))]
    case .dismissal(let id): return [.dismissal(Dismissal(prompt: id, key: key, at: at))]
    case .paywall(let report):
      return [
        .paywall(
          PaywallEvent(
            paywall: report.paywall, action: report.action, key: key, feature: report.feature,
            placement: report.placement, at: at))
      ]
    case .nudge(let id, let occurrence):
      return [.nudge(NudgeDelivery(nudge: id, occurrence: occurrence, at: at))]
    case .use(let use): return use.facts
    }
  }
}

/// A purchase that the store is asked for, kept on the device so that it finds its buyer after a crash or a sign-out.
struct PurchaseIntention: Hashable, Sendable, Codable {
  var customer: Customer.ID
  /// Whether nobody was signed in, so that nobody can come back for it.
  let isAnonymous: Bool
  let product: Product.ID
  /// What the store signs into the transaction.
  let appAccountToken: String?
  /// When it began, by the trusted clock.
  let at: Instant?

  /// How many are remembered: 20.
  static let limit = 20
  /// How long a transaction that turns up later is its buyer's, whoever has signed in since: one hour.
  static let patience: Int64 = 3_600_000

  /// Whether a transaction is what was intended.
  func covers(_ signed: SignedTransaction, at now: Instant?) -> Bool {
    if let at, let now, now.since(at) >= Self.patience { return false }
    if let appAccountToken { return signed.appAccountToken == appAccountToken }
    return signed.transaction.product == product
  }
}
