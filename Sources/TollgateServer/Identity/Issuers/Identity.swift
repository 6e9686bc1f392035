/// The identity that a token proves.
struct Identity: Hashable, Sendable {
  let issuer: String
  let user: String
  /// The email address for display; nil if the issuer has none or has not verified it.
  let email: String?
}
