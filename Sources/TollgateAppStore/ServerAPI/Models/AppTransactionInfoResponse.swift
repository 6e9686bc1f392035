/// The response about a customer's download of the app.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/apptransactioninforesponse>.
public struct AppTransactionInfoResponse: Hashable, Codable, Sendable {
  /// The app transaction, signed separately.
  public var signedAppTransactionInfo: String

  /// Creates the value from its fields, which have Apple's names.
  public init(signedAppTransactionInfo: String) {
    self.signedAppTransactionInfo = signedAppTransactionInfo
  }
}
