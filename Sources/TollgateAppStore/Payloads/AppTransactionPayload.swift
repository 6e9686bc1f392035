/// A customer's download of the app, as the App Store signs it.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwsapptransactiondecodedpayload>.
public struct AppTransactionPayload: Hashable, Codable, Sendable {
  /// The environment of the download.
  public var receiptType: Environment
  public var bundleId: String
  public var originalPurchaseDate: Instant
  /// When Apple signed this version of the app transaction.
  public var receiptCreationDate: Instant
  /// The app's Apple ID; always present in production.
  public var appAppleId: Int64?
  /// The identifier of the customer's download of the app, the same on every device of an Apple Account.
  public var appTransactionId: String?
  /// The version of the app that the data describes.
  public var applicationVersion: String?
  public var originalApplicationVersion: String?
  /// Apple's number for the version.
  public var versionExternalIdentifier: Int64?
  public var originalPlatform: PurchasePlatform?
  /// When the customer ordered the app before it was released.
  public var preorderDate: Instant?
  /// When the device asked for the app transaction.
  public var requestDate: Instant?
  /// A hash by which a device recognizes its own app transaction, in Base64.
  public var deviceVerification: String?
  /// The UUID that is part of the hash.
  public var deviceVerificationNonce: String?

  public init(
    receiptType: Environment,
    bundleId: String,
    originalPurchaseDate: Instant,
    receiptCreationDate: Instant
  ) {
    self.receiptType = receiptType
    self.bundleId = bundleId
    self.originalPurchaseDate = originalPurchaseDate
    self.receiptCreationDate = receiptCreationDate
  }
}
