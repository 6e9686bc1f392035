import ArgumentParser
import Foundation
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

  /// The hook; nil without `--mail-hook`.
  func hook() throws -> MailHook? {
    guard let mailHook else { return nil }
    return try MailHook(url: mailHook, secret: try secret())
  }

  private func secret() throws -> String {
    if let mailSecretFile {
      try requireFile(mailSecretFile)
      guard let contents = FileManager.default.contents(atPath: mailSecretFile),
        let text = String(validating: contents, as: UTF8.self)
      else { throw Failure(in: mailSecretFile, "the secret cannot be read") }
      return text
    }
    guard let text = ProcessInfo.processInfo.environment[Self.secretVariable] else {
      throw Failure(
        in: nil,
        "--mail-hook needs a secret: name a file with --mail-secret-file, or set \(Self.secretVariable)."
      )
    }
    return text
  }
}
