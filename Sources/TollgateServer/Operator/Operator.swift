/// Whoever works on an app's customers, proven by a secret key or a session; valid for one request.
public struct Operator: Sendable {
  let app: ServedApp
  /// Who it is: the public part of the secret key, or the email address.
  public let name: String
  /// Whether prices may be shown.
  public let seesRevenue: Bool
}
