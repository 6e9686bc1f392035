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
  /// Whether it will be charged again: for the next period, or for the next bill of a commitment.
  public let willRenew: Bool
  /// When it will be charged next.
  public let renewsAt: Instant?
  /// The end of the grace period, while payment is failing and access continues.
  public let graceEndsAt: Instant?
  /// Whether the store is still retrying the charge.
  public let isInBillingRetry: Bool
  /// When a paused subscription resumes, on stores that can pause.
  public let resumesAt: Instant?
  /// What follows the commitment that it is paid in; nil without one.
  public let commitment: Commitment?
  /// When the store signed this version; the newest wins.
  public let signedAt: Instant

  /// What follows the last bill of a commitment.
  public struct Commitment: Hashable, Sendable {
    /// Whether the subscription renews after it; until then it does, bill by bill.
    public let willRenew: Bool
    /// When the commitment ends.
    public let endsAt: Instant

    package init(willRenew: Bool, endsAt: Instant) {
      self.willRenew = willRenew
      self.endsAt = endsAt
    }
  }

  package init(
    originalID: PurchaseID.OriginalID, renewsTo: CatalogProduct.ID, willRenew: Bool,
    renewsAt: Instant? = nil, graceEndsAt: Instant? = nil, isInBillingRetry: Bool = false,
    resumesAt: Instant? = nil, commitment: Commitment? = nil,
    environment: StoreEnvironment = .production, signedAt: Instant
  ) {
    self.originalID = originalID
    self.environment = environment
    self.renewsTo = renewsTo
    self.willRenew = willRenew
    self.renewsAt = renewsAt
    self.graceEndsAt = graceEndsAt
    self.isInBillingRetry = isInBillingRetry
    self.resumesAt = resumesAt
    self.commitment = commitment
    self.signedAt = signedAt
  }

  /// The purchase that it describes.
  public var purchase: PurchaseID { PurchaseID(originalID, in: environment) }

  /// Whether it was signed before a period's end and promises that the subscription will renew then.
  func promisesRenewal(at end: Instant) -> Bool {
    willRenew && !isInBillingRetry && resumesAt == nil && signedAt < end
  }

  /// Whether it continues after what the customer has paid for or committed to.
  package var continues: Bool { willRenew && commitment?.willRenew ?? true }

  /// Whether it says what follows a commitment.
  func follows(commitmentEndingAt end: Instant?) -> Bool {
    end != nil && end == commitment?.endsAt
  }

  /// When it ends unless it continues: with the paid period, or with the commitment.
  package var endsAt: Instant? { commitment?.endsAt ?? renewsAt }

  /// Whether the customer turned off renewal while the subscription gave access; afterwards, the store does.
  var isCancellation: Bool {
    guard !continues, let endsAt else { return false }
    return signedAt < max(endsAt, graceEndsAt ?? endsAt)
  }

  /// When the period ended, if it was signed after it and gives no grace period.
  var endWithoutGrace: Instant? {
    guard graceEndsAt == nil, let renewsAt, renewsAt <= signedAt else { return nil }
    return renewsAt
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
    if continues != other.continues { return continues }
    let (end, otherEnd) = (commitment?.endsAt, other.commitment?.endsAt)
    if end != otherEnd { return end ?? .distantPast > otherEnd ?? .distantPast }
    return renewsTo < other.renewsTo
  }
}

extension StoreRenewal: FactValue {
  package static var traits: FactTraits { [.lifecycle, .ofStore] }

  package var stamp: Instant? { nil }
  package var relatedPurchase: PurchaseID? { purchase }
}
