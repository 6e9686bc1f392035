import Tollgate
import TollgateWire

/// A report for the server, stored on the device until the server has recorded it.
struct PendingWrite: Hashable, Sendable, Codable {
  /// The content of a report.
  enum Report: Hashable, Sendable, Codable {
    case purchase(SignedPurchase)
    case milestone(Milestone.ID)
    case dismissal(Prompt.ID)
    case paywall(PaywallReport)
    case nudge(Nudge.ID, occurrence: Instant)
    /// A use made offline.
    case use(OfflineUse)
  }

  /// A paywall that was shown or closed, and what led to it.
  struct PaywallReport: Hashable, Sendable, Codable {
    let paywall: Paywall.ID
    let action: PaywallEvent.Action
    let feature: Feature.ID?
    let placement: Placement.ID?
  }

  /// A use for which the server could not be reached.
  struct OfflineUse: Hashable, Sendable, Codable {
    let feature: Feature.ID
    let item: Item.ID?
    /// The credits it costs, if the blueprint leaves that to the use.
    let cost: Int?
    /// Whether the device allowed it, so that it is only reported; otherwise the server still decides.
    let isAllowed: Bool
    /// The facts that the device assumes until the server confirms them.
    @WireFacts var facts: [Fact]
  }

  /// The idempotency key, which makes a retry count once.
  let key: Idempotency.Key
  /// The customer it concerns; nil means the next customer on the device.
  var customer: Customer.ID?
  let report: Report
  /// When it happened, by the trusted clock; nil before the server's first answer.
  let at: Instant?
  /// Whether nobody was signed in when it happened, so that no one can return to claim it.
  var isAnonymous: Bool?
  /// Whether the server was asked about a purchase as often as ``Confirmation`` specifies.
  var hasWaited: Bool?
  /// Whether it waits for a person whose session the server ended and who has not signed out.
  var isHeld: Bool?

  /// The greatest number of waiting reports: 1,000.
  static let limit = 1000

  /// Whether it stays with its customer across a sign-out and is never dropped: purchases, and uses that were allowed.
  var isKept: Bool {
    switch report {
    case .purchase: true
    case .use(let use): use.isAllowed
    case .milestone, .dismissal, .paywall, .nudge: false
    }
  }

  /// The store's signed data, for a purchase.
  var purchase: SignedPurchase? {
    switch report {
    case .purchase(let purchase): purchase
    case .milestone, .dismissal, .paywall, .nudge, .use: nil
    }
  }

  /// The use that was made offline.
  var use: OfflineUse? {
    switch report {
    case .use(let use): use
    case .purchase, .milestone, .dismissal, .paywall, .nudge: nil
    }
  }

  /// When a purchase takes effect without the server's answer; nil for anything else.
  var decidesAt: Instant? {
    guard purchase != nil, let at else { return nil }
    return hasWaited ?? false ? at : at.advanced(by: Confirmation.patience)
  }

  /// The facts the server is expected to derive from it, so that the device need not wait; purchases become facts only
  /// once verified.
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

/// A purchase requested from the store, stored on the device so that it finds its buyer after a crash or a sign-out.
struct PurchaseIntention: Hashable, Sendable, Codable {
  var customer: Customer.ID
  /// Whether nobody was signed in, so that no one can return to claim it.
  let isAnonymous: Bool
  let product: Product.ID
  /// The app account token that the store signs into the transaction.
  let appAccountToken: String?
  /// When it began, by the trusted clock.
  let at: Instant?

  /// The greatest number of stored intentions: 20.
  static let limit = 20
  /// How long a transaction that arrives later belongs to its buyer, whoever has signed in since: one hour.
  static let patience = Duration.hours(1)

  /// Whether a transaction matches the intention.
  func covers(_ signed: SignedTransaction, at now: Instant?) -> Bool {
    if let at, let now, at.duration(to: now) >= Self.patience { return false }
    if let appAccountToken { return signed.appAccountToken == appAccountToken }
    return signed.transaction.product == product
  }
}
