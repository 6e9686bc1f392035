/// The subscription that decides a customer's plan at an instant.
public struct Subscription: Hashable, Sendable {
  /// The purchase its transactions share.
  public let purchase: PurchaseID
  /// What is subscribed to.
  public let product: Product.ID
  /// What the store says of it.
  public let condition: StoreCondition
  /// When the paid period began.
  public let startedAt: Instant
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
  init?(_ line: PurchaseLine, renewal: StoreRenewal?, lateRenewal: LateRenewal, at now: Instant) {
    guard let latest = line.deciding(at: now), let expiresAt = latest.transaction.expiresAt else {
      return nil
    }
    let transaction = latest.transaction
    // Renewal info signed before the latest purchase speaks of an earlier period.
    let news = renewal.flatMap { $0.signedAt >= transaction.purchasedAt ? $0 : nil }
    purchase = line.id
    product = transaction.product
    startedAt = transaction.purchasedAt
    self.expiresAt = expiresAt
    isIntroductory = latest.isIntroductory
    isFamilyShared = transaction.ownership == .familyShared
    let lostAt = earliest(transaction.revokedAt, line.transferredAt)
    let condition = Self.condition(
      of: transaction, lostAt: lostAt, expiresAt: expiresAt, news: news, at: now)
    isRenewalLate =
      condition == .expired && line.signedAt < expiresAt
      && news?.promisesRenewal(at: expiresAt) ?? false
      && now < lateRenewal.deadline(after: expiresAt, ofPeriodFrom: transaction.purchasedAt)
    self.condition = isRenewalLate ? .active : condition
    graceEndsAt = condition == .grace ? news?.graceEndsAt : nil
    willRenew =
      (news?.willRenew ?? true) && self.condition != .expired && condition != .revoked
    renewsTo = news.flatMap { $0.renewsTo == transaction.product ? nil : $0.renewsTo }
  }

  private static func condition(
    of latest: StoreTransaction, lostAt: Instant?, expiresAt: Instant, news: StoreRenewal?,
    at now: Instant
  ) -> StoreCondition {
    if let lostAt, lostAt <= now { return .revoked }
    if now < expiresAt { return .active }
    // No period fails to renew at the instant it begins: such news speaks of the one before.
    guard let news, news.signedAt > latest.purchasedAt else { return .expired }
    if let graceEndsAt = news.graceEndsAt, now < graceEndsAt { return .grace }
    if news.isInBillingRetry, now < expiresAt.adding(billingRetry) { return .billingRetry }
    if let resumesAt = news.resumesAt, now < resumesAt { return .paused }
    return .expired
  }
}

extension PurchaseLine {
  /// The period that speaks for the line at an instant: the latest that runs, else the latest that was not replaced, else
  /// the latest; nil before the first.
  fileprivate func deciding(at now: Instant) -> PaidPeriod? {
    var latest: PaidPeriod?
    var standing: PaidPeriod?
    for period in periods.reversed() where period.startsAt <= now {
      latest = latest ?? period
      guard period.replacedAt.map({ now < $0 }) ?? true else { continue }
      standing = standing ?? period
      if now < period.signedEnd, period.transaction.revokedAt.map({ now < $0 }) ?? true {
        return period
      }
    }
    return standing ?? latest
  }
}
