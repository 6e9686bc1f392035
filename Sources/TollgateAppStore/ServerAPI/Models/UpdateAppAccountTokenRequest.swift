/// A request to set or change the app account token of a transaction.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/updateappaccounttokenrequest>.
public struct UpdateAppAccountTokenRequest: Hashable, Codable, Sendable {
  /// The UUID of the customer's account in the app.
  public var appAccountToken: String

  /// Creates the value from its fields, which have Apple's names.
  public init(appAccountToken: String) {
    self.appAccountToken = appAccountToken
  }
}
