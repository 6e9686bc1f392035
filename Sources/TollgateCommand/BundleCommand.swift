import ArgumentParser
import Foundation
import TollgateBlueprints
import TollgateServer
import TollgateWire

/// Signs a blueprint to ship in an app.
struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Sign a blueprint to ship in the app, for a first launch without a network.",
    discussion: """
      The file is signed with the server's current key for answers, and contains the
      blueprint as the server would serve it. Add it to the app's target: the client
      uses it until the server has sent a blueprint, and whenever it is newer than
      everything that the server has sent. Create it again for each release.

      EXAMPLES:
        tollgate bundle coach.yml
        tollgate bundle coach.yml --key-file live.keys -o App/Tollgate.blueprint.json
        tollgate bundle coach.yml --database postgres://tollgate@db/tollgate
      """)

  @Argument(help: ArgumentHelp("A blueprint.", valueName: "blueprint"))
  var blueprint: String

  @Option(
    help: ArgumentHelp(
      "The server's ledger, with its keys next to it; for PostgreSQL, tollgate.keys here.",
      valueName: "ledger"))
  var database = "tollgate.sqlite"

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
  var output = BlueprintBundle.fileName

  @OptionGroup
  var keyOptions: KeyFileOptions

  @OptionGroup
  var outputOptions: OutputOptions

  func run() throws {
    try requireFile(blueprint)
    let file = try BlueprintFile.load(path: blueprint)
    let keys = try keyOptions.keys(beside: database)
    let (bundle, key) = try BlueprintBundle.signed(
      file.blueprint, revision: file.revision, at: .current, by: keys)
    let data: Data
    do { data = try bundle.file() } catch { throw Failure(in: blueprint, error.message) }
    do { try data.write(to: URL(fileURLWithPath: output), options: .atomic) } catch {
      throw Failure(in: output, "the file cannot be written; check that its folder exists")
    }
    Output.print("Wrote \(output): \(bundle.app), revision \(file.revision).")
    Output.print("Signed with \(key): the app's `serverKey` must be the same.")
  }
}
