/// The subscription that decides a customer's plan at an instant.
public struct Subscription: Hashable, Sendable {
  /// The identifier shared by its transactions.
  public let originalID: StoreTransaction.OriginalID
  /// The store that signed them.
  public let environment: StoreEnvironment
  /// What is subscribed to.
  public let product: Product.ID
  /// What the store says of it.
  public let condition: StoreCondition
  /// When the paid period ends; the grace period comes after it.
  public let expiresAt: Instant
  /// The end of the grace period, while it runs.
  public let graceEndsAt: Instant?
  /// Whether it will renew.
  public let willRenew: Bool
  /// What it will renew to, where that is another product.
  public let renewsTo: Product.ID?
  /// Whether the running period is an introductory offer.
  public let isIntroductory: Bool
  /// Whether a family member pays.
  public let isFamilyShared: Bool
  /// Whether its period has ended and the store has not said yet whether it renewed, as it was to.
  ///
  /// It gives access for as long as the blueprint lets a renewal be late.
  public let isRenewalLate: Bool

  /// The purchase.
  public var purchase: PurchaseID { PurchaseID(originalID, in: environment) }

  /// Whether it gives access.
  public var isActive: Bool { condition.givesAccess }

  /// The product whose entitlements hold: after the period's end what it renews to.
  var plan: Product.ID { isRenewalLate ? renewsTo ?? product : product }
}

extension StoreCondition {
  /// Whether the customer has what they paid for.
  public var givesAccess: Bool {
    switch self {
    case .active, .grace: true
    case .billingRetry, .paused, .expired, .revoked: false
    }
  }

  var rank: Int {
    switch self {
    case .active: 5
    case .grace: 4
    case .billingRetry: 3
    case .paused: 2
    case .expired: 1
    case .revoked: 0
    }
  }
}

extension Subscription {
  /// The longest the store tries to charge after a period ended:
  /// [60 days](https://developer.apple.com/documentation/storekit/reducing-involuntary-subscriber-churn).
  static let billingRetry = Period(60, .day)

  /// The state of one subscription, or nil before its first purchase and for products that don't expire.
  init?(
    _ transactions: [StoreTransaction], renewal: StoreRenewal?, lateRenewal: Period?,
    at now: Instant
  ) {
    let begun = transactions.filter { $0.purchasedAt <= now }
    let standing = begun.filter { !$0.isUpgraded }
    let running = standing.filter {
      $0.expiresAt.map { now < $0 } ?? false && $0.revokedAt.map { now < $0 } ?? true
    }
    guard
      let latest = [running, standing, begun].first(where: { !$0.isEmpty })?.max(by: {
        ($0.purchasedAt, $0.expiresAt ?? $0.purchasedAt, $0.id)
          < ($1.purchasedAt, $1.expiresAt ?? $1.purchasedAt, $1.id)
      }), let expiresAt = latest.expiresAt
    else { return nil }
    // Renewal info signed before the latest purchase speaks of an earlier period.
    let news = renewal.flatMap { $0.signedAt >= latest.purchasedAt ? $0 : nil }
    originalID = latest.originalID
    environment = latest.environment
    product = latest.product
    self.expiresAt = expiresAt
    isIntroductory = latest.offer?.kind == .introductory
    isFamilyShared = latest.ownership == .familyShared
    let condition = Self.condition(of: latest, expiresAt: expiresAt, news: news, at: now)
    isRenewalLate =
      condition == .expired && news?.promisesRenewal(at: expiresAt) ?? false
      && lateRenewal.map { now < expiresAt.adding($0) } ?? false
    self.condition = isRenewalLate ? .active : condition
    graceEndsAt = condition == .grace ? news?.graceEndsAt : nil
    willRenew =
      (news?.willRenew ?? true) && self.condition != .expired && condition != .revoked
    renewsTo = news.flatMap { $0.renewsTo == latest.product ? nil : $0.renewsTo }
  }

  private static func condition(
    of latest: StoreTransaction, expiresAt: Instant, news: StoreRenewal?, at now: Instant
  ) -> StoreCondition {
    if let revokedAt = latest.revokedAt, revokedAt <= now { return .revoked }
    if now < expiresAt { return .active }
    // No period fails to renew at the instant it begins: such news speaks of the one before.
    guard let news, news.signedAt > latest.purchasedAt else { return .expired }
    if let graceEndsAt = news.graceEndsAt, now < graceEndsAt { return .grace }
    if news.isInBillingRetry, now < expiresAt.adding(billingRetry) { return .billingRetry }
    if let resumesAt = news.resumesAt, now < resumesAt { return .paused }
    return .expired
  }
}
