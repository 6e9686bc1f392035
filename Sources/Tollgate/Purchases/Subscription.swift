/// The subscription that decides a customer's plan at an instant.
public struct Subscription: Hashable, Sendable {
  /// The purchase its transactions share.
  public let purchase: PurchaseID
  /// The product.
  public let product: CatalogProduct.ID
  /// The store's condition.
  public let condition: StoreCondition
  /// When the paid period began.
  public let startedAt: Instant
  /// When the paid period ends; a grace period comes after it.
  public let expiresAt: Instant
  /// The end of the grace period, while it is running.
  public let graceEndsAt: Instant?
  /// Whether it will renew.
  public let willRenew: Bool
  /// The product it will renew to, if that is another one.
  public let renewsTo: CatalogProduct.ID?
  /// Whether the running period is an introductory offer.
  public let isIntroductory: Bool
  /// Whether a family member pays.
  public let isFamilyShared: Bool
  /// Whether its period has ended and the store has not yet reported the renewal it promised.
  ///
  /// It gives access for as long as the blueprint allows a renewal to be late.
  public let isRenewalLate: Bool

  /// Whether it gives access.
  public var isActive: Bool { condition.givesAccess }

  /// The product whose entitlements apply: after the period's end, the one it renews to.
  var plan: CatalogProduct.ID { isRenewalLate ? renewsTo ?? product : product }

  /// The longest time the store retries the charge after a period has ended:
  /// [60 days](https://developer.apple.com/documentation/storekit/reducing-involuntary-subscriber-churn).
  static let billingRetry = Period(60, .day)
}
