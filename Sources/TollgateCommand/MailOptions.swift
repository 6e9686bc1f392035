import ArgumentParser
import TollgateServer

/// The hook by which a server sends mail.
struct MailOptions: ParsableArguments {
  /// The environment variable with the secret, unless a file has it.
  static let secretVariable = "TOLLGATE_MAIL_SECRET"

  @Option(
    help: ArgumentHelp(
      "The URL of your service that mails one-time codes; without it, none are sent.",
      valueName: "url")
  )
  var mailHook: String?

  @Option(
    help: ArgumentHelp(
      "The file with the hook's secret; by default, TOLLGATE_MAIL_SECRET contains it.",
      valueName: "file"))
  var mailSecretFile: String?

  func validate() throws {
    guard mailHook != nil || mailSecretFile == nil else {
      throw ValidationError("--mail-secret-file needs --mail-hook.")
    }
  }

  func hook() throws -> MailHook? {
    guard let mailHook else { return nil }
    let secret = try readSecret(
      in: mailSecretFile, or: Self.secretVariable, for: "--mail-hook",
      namedBy: "--mail-secret-file")
    return try MailHook(url: mailHook, secret: secret)
  }
}
