import ArgumentParser
import Foundation
import Tollgate
import TollgateBlueprints
import TollgateLedger
import TollgateServer
import TollgateWire

/// Signs a blueprint to ship in an app.
struct BundleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Sign a blueprint to ship in the app, for a first launch without a network.",
    discussion: """
      The file is signed with the key of the server's ledger, and contains the
      blueprint as the server would serve it. Add it to the app's target: the client
      uses it until the server has sent a blueprint, and whenever it is newer than
      everything that the server has sent. Create it again for each release.

      EXAMPLES:
        tollgate bundle coach.yml
        tollgate bundle coach.yml --database live.sqlite -o App/Tollgate.blueprint.json
      """)

  @Argument(help: ArgumentHelp("A blueprint.", valueName: "blueprint"))
  var blueprint: String

  @Option(help: ArgumentHelp("The file of the server's ledger.", valueName: "file"))
  var database = "tollgate.sqlite"

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
  var output = BlueprintBundle.fileName

  @OptionGroup
  var outputOptions: OutputOptions

  func run() async throws {
    try requireFile(blueprint)
    // A new ledger would have a key that no app pins.
    try requireFile(database)
    let file = try BlueprintFile.load(path: blueprint)
    // Not closed: that would wait for the requests of a running server, and could fail.
    let ledger = try SQLiteLedger(path: database, mayCreate: false, isBesideServer: true)
    let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    let (bundle, key) = try await BlueprintBundle.signed(
      file.blueprint, revision: file.revision, at: now, by: ledger)
    let data: Data
    do { data = try bundle.file() } catch { throw Failure(in: blueprint, error.message) }
    do { try data.write(to: URL(fileURLWithPath: output), options: .atomic) } catch {
      throw Failure(in: output, "the file cannot be written; check that its folder exists")
    }
    Output.print("Wrote \(output): \(bundle.app), revision \(file.revision).")
    Output.print("Signed with \(key): the app's `serverKey` must be the same.")
  }
}
