/// The UUID to give a transaction that lacks it, or to change.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/updateappaccounttokenrequest>.
public struct UpdateAppAccountTokenRequest: Hashable, Codable, Sendable {
  /// The UUID of the customer's account in the app.
  public var appAccountToken: String

  /// Makes the value from its fields, named as Apple names them.
  public init(appAccountToken: String) {
    self.appAccountToken = appAccountToken
  }
}
