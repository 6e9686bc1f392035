import Tollgate
import TollgateAppStore
import TollgateWire

// Customers, their sessions and accounts.
extension Shape {
  package static let createCustomerRequest = request(
    "CreateCustomerRequest", CreateCustomerRequest.self, "A request for an anonymous customer.",
    example: ["device": "phone-1"],
    .optional("device", .name, device),
    .optional(
      "signedAppTransaction", .text,
      "The store account's download of the app as StoreKit signed it, by which an anonymous customer is found again; one that cannot be verified is ignored."
    ))

  package static let credentialsRequest = request(
    "CredentialsRequest", CredentialsRequest.self,
    "A request that opens a session of an account.",
    .required("email", email, "The email address; case does not matter."),
    .required("password", .text),
    .optional("device", .name, device))

  package static let signUpRequest = request(
    "SignUpRequest", CredentialsRequest.self, "A request that opens an account.",
    .required("email", email, "The email address; case does not matter."),
    .required("password", newPassword), .optional("device", .name, device))

  package static let tokenSignInRequest = request(
    "TokenSignInRequest", TokenSignInRequest.self,
    "A request that opens a session with an issuer's token, such as that of Sign in with Apple.",
    .required("token", .text, "The issuer's token: a JSON Web Token in compact form."),
    .optional(
      "nonce", .text,
      "The nonce before it was hashed; the token contains its SHA-256 in hexadecimal digits."),
    .optional("device", .name, device),
    .optional(
      "authorizationCode", .text,
      "Sign in with Apple's code, with which the server revokes the sign-in when the account is deleted."
    ))

  package static let passwordResetRequest = request(
    "PasswordResetRequest", PasswordResetRequest.self,
    "A request for a one-time code, sent to an account's email address.",
    .required("email", email, "The email address; case does not matter."),
    .optional("device", .name, device), .optional("locale", locale))

  package static let passwordResetConfirmation = request(
    "PasswordResetConfirmation", PasswordResetConfirmation.self,
    "A request that sets a new password with a one-time code.",
    .required("email", email, "The email address that the code was sent to."),
    .required("code", .text, code), .required("newPassword", newPassword),
    .optional("device", .name, device))

  package static let passwordChangeRequest = request(
    "PasswordChangeRequest", PasswordChangeRequest.self,
    "A request that sets a new password for the caller's account.",
    .required("oldPassword", .text), .required("newPassword", newPassword),
    .optional("device", .name, device))

  package static let emailVerificationRequest = request(
    "EmailVerificationRequest", EmailVerificationRequest.self,
    "A request for a one-time code, sent to the caller's email address.",
    example: ["locale": "de-CH"],
    .optional("locale", locale))

  package static let emailVerificationConfirmation = request(
    "EmailVerificationConfirmation", EmailVerificationConfirmation.self,
    "A request that verifies the caller's email address with a one-time code.",
    .required("code", .text, code))

  package static let sessionResponse = response(
    "SessionResponse", SessionResponse.self, "A customer token and the customer it names.",
    .required("token", .text, "The customer token; keep it as a secret."),
    .required(
      "tokenExpiresAt", .instant,
      "When the token expires; it can be exchanged for a new one after that."),
    .required("snapshot", .shape(customerSnapshot)))

  package static let acceptedResponse = response(
    "AcceptedResponse", AcceptedResponse.self,
    "The response to a request whose result is not revealed.", .required("serverTime", .instant))

  package static let deletionResponse = response(
    "DeletionResponse", DeletionResponse.self, "The response to a deletion.",
    .required("serverTime", .instant))

  package static let profileRequest = request(
    "ProfileRequest", ProfileRequest.self,
    "A request to create the caller's profile; it is refused if the session is another person's.",
    example: ["email": "ada@example.com"],
    .optional("customer", .text, "The customer that the caller expects to be."),
    .optional("email", email, "The email address that the caller expects to have."))

  package static let profileResponse = response(
    "ProfileResponse", ProfileResponse.self, "An account's profile.",
    .required("id", .text, "The customer."), .required("account", .text),
    .optional("email", .text), .required("tables", .list(.shape(profileTable))),
    .required("facts", .list(.shape(Facts.fact)), "The rows that were created."),
    .required("version", .count, version), .required("serverTime", .instant, decided))

  private static let profileTable = response(
    "ProfileTable", ProfileResponse.Table.self, "A table of a profile.",
    .required("name", .text), .required("rows", .list(.shape(profileRow))))

  private static let profileRow = response(
    "ProfileRow", nil, "A row of a profile.",
    .required("table", .text), .required("row", .text, "The row's name."),
    .optional("day", .text, "The day of a row that is created daily, such as `2026-03-02`."),
    .required("values", .map(.value), "The initial values by column."),
    .required("at", .instant, "When it was created."))
}

// The words of members that several shapes have.
extension Shape {
  package static let device = "The device, by an identifier that survives a reinstall."
  package static let version = "The number of the customer's writes so far."
  package static let decided = "The instant of the server's decision."

  private static let locale = Schema.text(1...PasswordResetRequest.localeLimit)
    .with("pattern", "^[A-Za-z0-9-]+$")
    .described("The language of the mail as a BCP 47 tag, such as `de-CH`.")
  private static let code = "The code; case, spaces and hyphens do not matter."
  private static let email = Schema.text.with("format", "email")
    .with("pattern", "^\\s*[^@\\s]+@[^@\\s.]+([.][^@\\s.]+)+\\s*$")
    .with("maxLength", .integer(Int64(CredentialsRequest.emailLimit)))
  private static let newPassword = Schema.text(CredentialsRequest.passwordLength)
}
