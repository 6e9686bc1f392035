/// The App Store's question what to show a customer who is about to cancel a subscription, asked in real time.
///
/// Follows <https://developer.apple.com/documentation/retentionmessaging/decodedrealtimerequestbody>.
public struct RetentionRequestPayload: Hashable, Codable, Sendable {
  /// The identifier of the subscription's first transaction.
  public var originalTransactionId: String
  public var appAppleId: Int64
  /// The subscription that the customer has.
  public var productId: String
  /// The language and region of the customer's device, such as `de-DE`.
  public var userLocale: String
  /// The UUID of the request.
  public var requestIdentifier: String
  /// The environment of the subscription.
  public var environment: Environment
  /// When Apple signed the request.
  public var signedDate: Instant

  public init(
    originalTransactionId: String, appAppleId: Int64, productId: String, userLocale: String,
    requestIdentifier: String, environment: Environment, signedDate: Instant
  ) {
    self.originalTransactionId = originalTransactionId
    self.appAppleId = appAppleId
    self.productId = productId
    self.userLocale = userLocale
    self.requestIdentifier = requestIdentifier
    self.environment = environment
    self.signedDate = signedDate
  }
}
