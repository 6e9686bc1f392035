import Tollgate
import TollgateAppStore
import TollgateWire

// Customers, their sessions and accounts.
extension Shape {
  package static let createCustomerRequest = request(
    CreateCustomerRequest.self, "A request for an anonymous customer.",
    example: ["device": "phone-1"],
    .note(
      "signedAppTransaction",
      "The store account's download of the app as StoreKit signed it, by which an anonymous customer is found again; one that cannot be verified is ignored."
    ))

  package static let credentialsRequest = request(
    CredentialsRequest.self, "A request that opens a session of an account.", email)

  package static let signUpRequest = request(
    CredentialsRequest.self, as: "SignUpRequest", "A request that opens an account.",
    email, .note("password", newPassword))

  package static let tokenSignInRequest = request(
    TokenSignInRequest.self,
    "A request that opens a session with an issuer's token, such as that of Sign in with Apple.",
    .note("token", "The issuer's token: a JSON Web Token in compact form."),
    .note(
      "nonce",
      "The nonce before it was hashed; the token contains its SHA-256 in hexadecimal digits."),
    .note(
      "authorizationCode",
      "Sign in with Apple's code, with which the server revokes the sign-in when the account is deleted."
    ))

  package static let passwordResetRequest = request(
    PasswordResetRequest.self,
    "A request for a one-time code, sent to an account's email address.",
    email, locale)

  package static let passwordResetConfirmation = request(
    PasswordResetConfirmation.self, "A request that sets a new password with a one-time code.",
    .note("email", address, "The email address that the code was sent to."), code,
    .note("newPassword", newPassword))

  package static let passwordChangeRequest = request(
    PasswordChangeRequest.self, "A request that sets a new password for the caller's account.",
    .note("newPassword", newPassword))

  package static let emailVerificationRequest = request(
    EmailVerificationRequest.self,
    "A request for a one-time code, sent to the caller's email address.",
    example: ["locale": "de-CH"], locale)

  package static let emailVerificationConfirmation = request(
    EmailVerificationConfirmation.self,
    "A request that verifies the caller's email address with a one-time code.", code)

  package static let sessionResponse = response(
    SessionResponse.self, "A customer token and the customer it names.",
    .note("token", "The customer token; keep it as a secret."),
    .note("tokenExpiresAt", "When the token expires; it can be exchanged for a new one after that.")
  )

  package static let acceptedResponse = response(
    AcceptedResponse.self, "The response to a request whose result is not revealed.")

  package static let deletionResponse = response(
    DeletionResponse.self, "The response to a deletion.")

  package static let profileRequest = request(
    ProfileRequest.self,
    "A request to create the caller's profile; it is refused if the session is another person's.",
    example: ["email": "ada@example.com"],
    .note("customer", "The customer that the caller expects to be."),
    .note("email", address, "The email address that the caller expects to have."))

  package static let profileResponse = response(
    ProfileResponse.self, "An account's profile.",
    .note("id", "The customer."),
    .note("facts", "The rows that were created.", example: []))

  private static let address = Schema.text.with("format", "email")
    .with("pattern", "^\\s*[^@\\s]+@[^@\\s.]+([.][^@\\s.]+)+\\s*$")
    .with("maxLength", .integer(Int64(CredentialsRequest.emailLimit)))
  private static let email = Note.note("email", address, "The email address; case does not matter.")
  private static let newPassword = Schema.text(CredentialsRequest.passwordLength)
  private static let code = Note.note(
    "code", "The code; case, spaces and hyphens do not matter.")
  private static let locale = Note.note(
    "locale", .text(1...PasswordResetRequest.localeLimit).with("pattern", "^[A-Za-z0-9-]+$"),
    "The language of the mail as a BCP 47 tag, such as `de-CH`.")
}

// The parts of these.

extension ProfileResponse.Table: Described {
  static let schema: Schema = part(
    as: "ProfileTable", "A table of a profile.", .note("name", example: "user_levels"))
}

extension ProfileRow: Described {
  static let schema = Schema.shape(
    Shape(
      "ProfileRow", nil, .object(Facts.members(of: .profile)).described("A row of a profile."),
      memberExamples: ["values": ["level": 1, "xp": 0]]))
}
