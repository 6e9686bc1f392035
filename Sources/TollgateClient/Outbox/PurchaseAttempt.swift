import Tollgate

/// A purchase requested from the store, stored on the device so that it finds its buyer after a crash or a sign-out.
struct PurchaseAttempt: Hashable, Sendable, Codable {
  var customer: Customer.ID
  /// Whether nobody was signed in, so that no one can return to claim it.
  var isAnonymous: Bool
  let product: CatalogProduct.ID
  /// The app account token that the store signs into the transaction.
  let appAccountToken: String?
  /// When it began, by the trusted clock.
  let at: Instant?

  /// The greatest number of stored attempts: 20.
  static let limit = 20
  /// How long a transaction that arrives later belongs to its buyer, even if somebody else has signed in since: one hour.
  static let validity = Duration.hours(1)

  /// Whether a transaction is the attempt's.
  func matches(_ signed: SignedTransaction, at now: Instant?) -> Bool {
    if let at, let now, at.duration(to: now) >= Self.validity { return false }
    if let appAccountToken { return signed.appAccountToken == appAccountToken }
    return signed.transaction.product == product
  }
}
