/// The answer about a customer's download of the app.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/apptransactioninforesponse>.
public struct AppTransactionInfoResponse: Hashable, Codable, Sendable {
  /// The app transaction, signed by itself.
  public var signedAppTransactionInfo: String

  /// Makes the value from its fields, named as Apple names them.
  public init(signedAppTransactionInfo: String) {
    self.signedAppTransactionInfo = signedAppTransactionInfo
  }
}
