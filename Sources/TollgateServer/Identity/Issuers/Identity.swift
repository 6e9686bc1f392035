/// The identity that a token proves: the issuer and the user's name there, which together own an account.
struct Identity: Hashable, Sendable {
  /// The issuer (`iss`), as configured.
  let issuer: String
  /// The user's name at the issuer, from the configured claim; compared byte for byte.
  let user: String
  /// The client identifier that the token is for (`aud`), as configured.
  let client: String
  /// The email address for display; nil if the issuer has none or has not verified it.
  let email: String?
}
