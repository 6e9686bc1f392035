import ArgumentParser
import Foundation
import TollgateServer

/// The key with which a server revokes the Sign in with Apple of deleted accounts.
struct SignInKeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A key (.p8) for Sign in with Apple, to revoke the sign-ins of deleted accounts.",
      valueName: "file"))
  var signInKey: String?

  @Option(help: ArgumentHelp("The identifier of the key for Sign in with Apple.", valueName: "id"))
  var signInKeyID: String?

  @Option(
    help: ArgumentHelp("The identifier of the team that this key belongs to.", valueName: "id"))
  var signInTeamID: String?

  func validate() throws {
    let parts = [signInKey, signInKeyID, signInTeamID]
    guard parts.allSatisfy({ $0 == nil }) || parts.allSatisfy({ $0 != nil }) else {
      throw ValidationError(
        "--sign-in-key, --sign-in-key-id and --sign-in-team-id go together: Apple's developer account shows all three."
      )
    }
  }

  func key() throws -> AppleSignInKey? {
    guard let signInKey, let signInKeyID, let signInTeamID else { return nil }
    try requireFile(signInKey)
    guard let data = FileManager.default.contents(atPath: signInKey) else {
      throw Failure(in: signInKey, "the key cannot be read")
    }
    do {
      return try AppleSignInKey(
        pem: String(decoding: data, as: UTF8.self), keyID: signInKeyID, teamID: signInTeamID)
    } catch {
      throw Failure(in: signInKey, "this is not a key for Sign in with Apple: \(error.message)")
    }
  }
}
