/// What the store will do with a subscription next, as last signed.
///
/// Follows Apple's
/// [JWSRenewalInfoDecodedPayload](https://developer.apple.com/documentation/appstoreserverapi/jwsrenewalinfodecodedpayload).
public struct StoreRenewal: Hashable, Sendable {
  /// The subscription that it describes.
  public let originalID: PurchaseID.OriginalID
  /// The store that signed it.
  public let environment: StoreEnvironment
  /// The product it will renew to.
  public let renewsTo: CatalogProduct.ID
  /// Whether it will renew at all.
  public let willRenew: Bool
  /// When it will be charged next.
  public let renewsAt: Instant?
  /// The end of the grace period, while payment is failing and access continues.
  public let graceEndsAt: Instant?
  /// Whether the store is still retrying the charge.
  public let isInBillingRetry: Bool
  /// When a paused subscription resumes, on stores that can pause.
  public let resumesAt: Instant?
  /// When the store signed this version; the newest wins.
  public let signedAt: Instant

  package init(
    originalID: PurchaseID.OriginalID, renewsTo: CatalogProduct.ID, willRenew: Bool,
    renewsAt: Instant? = nil, graceEndsAt: Instant? = nil, isInBillingRetry: Bool = false,
    resumesAt: Instant? = nil, environment: StoreEnvironment = .production, signedAt: Instant
  ) {
    self.originalID = originalID
    self.environment = environment
    self.renewsTo = renewsTo
    self.willRenew = willRenew
    self.renewsAt = renewsAt
    self.graceEndsAt = graceEndsAt
    self.isInBillingRetry = isInBillingRetry
    self.resumesAt = resumesAt
    self.signedAt = signedAt
  }

  /// The purchase that it describes.
  public var purchase: PurchaseID { PurchaseID(originalID, in: environment) }

  /// Whether it was signed before a period's end and promises that the subscription will renew then.
  func promisesRenewal(at end: Instant) -> Bool {
    willRenew && !isInBillingRetry && resumesAt == nil && signedAt < end
  }

  /// Whether the customer turned off renewal while the subscription gave access; afterwards, the store does.
  var isCancellation: Bool {
    guard !willRenew, let renewsAt else { return false }
    return signedAt < max(renewsAt, graceEndsAt ?? renewsAt)
  }

  /// Whether this version wins over another that the store signed: the newest does, then the one that gives more.
  func outranks(_ other: StoreRenewal) -> Bool {
    if signedAt != other.signedAt { return signedAt > other.signedAt }
    let (grace, otherGrace) = (graceEndsAt ?? .distantPast, other.graceEndsAt ?? .distantPast)
    if grace != otherGrace { return grace > otherGrace }
    if willRenew != other.willRenew { return willRenew }
    if isInBillingRetry != other.isInBillingRetry { return other.isInBillingRetry }
    let (next, otherNext) = (renewsAt ?? .distantPast, other.renewsAt ?? .distantPast)
    if next != otherNext { return next > otherNext }
    let (resumes, otherResumes) = (resumesAt ?? .distantPast, other.resumesAt ?? .distantPast)
    if resumes != otherResumes { return resumes < otherResumes }
    return renewsTo < other.renewsTo
  }
}

extension StoreRenewal: FactValue {
  package static var traits: FactTraits { [.lifecycle, .ofStore] }

  package var stamp: Instant? { nil }
  package var relatedPurchase: PurchaseID? { purchase }
}
