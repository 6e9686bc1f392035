/// The subscription that decides a customer's plan at an instant.
public struct Subscription: Hashable, Sendable {
  /// The purchase its transactions share.
  public let purchase: PurchaseID
  public let product: CatalogProduct.ID
  public let condition: StoreCondition
  /// When the paid period began.
  public let startedAt: Instant
  /// When the paid period ends, which is a month with a commitment; a grace period comes after it.
  public let expiresAt: Instant
  /// The end of the grace period, while it is running.
  public let graceEndsAt: Instant?
  /// Whether it will renew after the paid period or the commitment: false once the customer has cancelled.
  public let willRenew: Bool
  /// The product it will renew to, if that is another one.
  public let renewsTo: CatalogProduct.ID?
  /// How many periods an introductory offer has covered, the running one included; 0 if it does not cover that one.
  let introductoryPeriods: Int
  /// Whether a family member pays.
  public let isFamilyShared: Bool
  /// How many seats the running period pays for, without those that were refunded; 1 for a subscription without seats and
  /// for who has one of them.
  public let seats: Int
  /// Whether the app hosts the invitations to these seats.
  let appHostsInvitations: Bool
  /// The commitment that it is paid in, with the latest bill; nil without one, and once it is over.
  public let commitment: Commitment?
  /// What the bills after the latest one cost together, cancelled or not; nil without a commitment or a price.
  public let amountDue: Money?
  /// Whether its period has ended and the store has not yet reported the renewal it promised.
  ///
  /// It gives access for as long as the blueprint allows a renewal to be late.
  public let isRenewalLate: Bool

  /// When it ends unless it renews: with the paid period, or with the commitment, in which each bill renews it.
  public var renewsAt: Instant { max(expiresAt, commitment?.endsAt ?? expiresAt) }

  /// Whether more bills of its commitment follow, whatever the customer chose for the time after them.
  public var hasBillsLeft: Bool { commitment.map { $0.billsLeft > 0 } ?? false }

  /// Whether the running period is an introductory offer.
  public var isIntroductory: Bool { introductoryPeriods > 0 }

  /// Whether it gives access.
  public var isActive: Bool { condition.givesAccess }

  /// The product whose entitlements apply: after the period's end, the one it renews to.
  var plan: CatalogProduct.ID { isRenewalLate ? renewsTo ?? product : product }

  /// The longest time the store retries the charge after a period has ended:
  /// [60 days](https://developer.apple.com/documentation/storekit/reducing-involuntary-subscriber-churn).
  static let billingRetry = Period(60, .day)

  /// The longest time the store retries a bill of a commitment:
  /// [90 days](https://developer.apple.com/documentation/storekit/supporting-monthly-subscriptions-with-a-12-month-commitment).
  static let billRetry = Period(90, .day)
}
