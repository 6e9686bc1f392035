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
    /// A use made offline, or made under a reservation.
    case use(OfflineUse)
    /// A reserved use that was not made; the report has the reservation's key.
    case reservationRelease(Feature.ID, origin: Customer.ID)
    /// The items that a feature holds.
    case held(HeldItems)
    /// Values of attributes, and properties of the device.
    case attributes(AttributeReport)
    /// An item that was released.
    case release(ReleasedItem)
  }

  /// A paywall that was shown or closed, and what led to it.
  struct PaywallReport: Hashable, Sendable, Codable {
    let paywall: Paywall.ID
    let action: PaywallEvent.Action
    let feature: Feature.ID?
    let placement: Placement.ID?
    /// The variants that it was shown in, by experiment; nil without any.
    var variants: [String: String]?

    /// Where it is reported.
    var endpoint: Endpoint {
      switch action {
      case .shown: .paywallShown(paywall)
      case .closed: .paywallClosed(paywall)
      }
    }
  }

  /// A use for which the server could not be reached.
  struct OfflineUse: Hashable, Sendable, Codable {
    let feature: Feature.ID
    let item: Item.ID?
    /// The credits it costs or its size, if the blueprint leaves that to the use.
    let cost: Int?
    /// What it belongs to, if a limit counts for each parent.
    let parent: Parent.ID?
    /// Whether the device allowed it, so that it is only reported; otherwise the server still decides.
    let isAllowed: Bool
    /// The facts that the device assumes until the server confirms them.
    @WireFacts var facts: [Fact]

    /// Whether it takes nothing of what limits, items or wallets leave, so that the device need not limit how many wait.
    var isUnlimited: Bool { facts.areUnlimitedUse }

    /// The request, in which a use that the device allowed is a report.
    var request: UseRequest {
      UseRequest(
        item: item, cost: cost, parent: parent, isReport: isAllowed ? true : nil,
        isUnlimited: isUnlimited ? true : nil)
    }
  }

  /// An item that a feature no longer holds.
  struct ReleasedItem: Hashable, Sendable, Codable {
    let feature: Feature.ID
    let item: Item.ID
    /// The facts that the device assumes until the server confirms them.
    @WireFacts var facts: [Fact]

    /// The request, which releases what the device knew and nothing that was added since.
    var request: ReleaseRequest {
      let keys = facts.compactMap { fact -> Idempotency.Key? in
        if case .item(let change) = fact { change.key } else { nil }
      }
      return ReleaseRequest(
        item: item, keys: keys.isEmpty ? nil : Array(keys.prefix(ReleaseRequest.limit)))
    }
  }

  /// The idempotency key, which makes a retry count once.
  let key: Idempotency.Key
  /// The customer it concerns; nil means the next customer on the device.
  var customer: Customer.ID?
  let report: Report
  /// When it happened, by the trusted clock; nil before the server's first answer.
  let at: Instant?
  /// Whether nobody was signed in when it happened, so that no one can return to claim it.
  var isAnonymous = false
  /// Whether the server was asked about a purchase as often as ``PurchaseConfirmation`` specifies.
  var hasWaited = false
  /// Whether it waits for a person whose session the server ended and who has not signed out.
  var isHeld = false

  /// The greatest number of waiting reports: 1,000.
  static let limit = 1000

  /// Whether it stays with its customer across a sign-out and is never dropped: purchases, uses that were allowed, and
  /// releases.
  var isKept: Bool {
    switch report {
    case .purchase, .release: true
    case .use(let use): use.isAllowed
    case .milestone, .dismissal, .paywall, .nudge, .reservationRelease, .held, .attributes: false
    }
  }

  /// The store's signed data, for a purchase.
  var purchase: SignedPurchase? {
    if case .purchase(let purchase) = report { purchase } else { nil }
  }

  /// The use that was made offline.
  var use: OfflineUse? { if case .use(let use) = report { use } else { nil } }

  /// The items that a feature holds.
  var held: HeldItems? { if case .held(let held) = report { held } else { nil } }

  /// The values of attributes, and properties of the device.
  var attributes: AttributeReport? {
    if case .attributes(let report) = report { report } else { nil }
  }

  /// The feature that has room again once the report is made.
  var freedFeature: Feature.ID? {
    switch report {
    case .release(let release): release.feature
    case .reservationRelease(let feature, _): feature
    case .purchase, .milestone, .dismissal, .paywall, .nudge, .use, .held, .attributes: nil
    }
  }

  /// Whether it is a change that the app makes and that rules may depend on.
  var changesDecisions: Bool {
    switch report {
    case .milestone, .attributes, .held: true
    case .purchase, .dismissal, .paywall, .nudge, .use, .reservationRelease, .release: false
    }
  }

  /// The item that was released.
  var release: ReleasedItem? { if case .release(let release) = report { release } else { nil } }

  /// When a purchase takes effect without the server's answer; nil for anything else.
  var decidesAt: Instant? {
    guard purchase != nil, let at else { return nil }
    return hasWaited ? at : at.advanced(by: PurchaseConfirmation.timeout)
  }

  /// Whether a purchase takes effect without the server's answer by an instant.
  func isDecided(at now: Instant) -> Bool { decidesAt.map { $0 <= now } ?? false }

  /// The transaction of a purchase, as the store signed it.
  var storeTransaction: StoreTransaction? {
    purchase.flatMap { SignedTransaction($0.transaction)?.transaction }
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
            placement: report.placement,
            variants: PaywallEvent.variants(report.variants ?? [:]), at: at))
      ]
    case .nudge(let id, let occurrence):
      return [.nudge(NudgeDelivery(nudge: id, occurrence: occurrence, at: at))]
    case .use(let use): return use.facts
    case .reservationRelease(let feature, let origin):
      return [
        .reservationRelease(
          ReservationRelease(feature: feature, key: key, origin: origin, at: at))
      ]
    case .held(let held): return held.facts
    case .attributes(let report): return report.facts
    case .release(let release): return release.facts
    }
  }
}
