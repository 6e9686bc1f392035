import AppStoreSimulatorLauncher
import ArgumentParser
import Foundation
import Logging
import Tollgate
import TollgateBlueprints
import TollgateServer

/// Runs a simulated App Store.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract:
      "Run a simulated App Store for your backend's tests, from a .storekit file or a blueprint.",
    discussion: """
      It answers the App Store Server API, posts notifications to your backend,
      and signs everything with a root certificate of its own. You buy, renew,
      refund and move the clock on its page or with its control API. Everything
      is kept in memory, and reachable from this machine only unless --host says
      otherwise.

      EXAMPLES:
        tollgate store --config Shop.storekit --bundle-id com.example.shop
        tollgate store --config coach.yml         its products and bundle identifier
        tollgate store --config Shop.storekit --notify http://127.0.0.1:3000/apple
        tollgate store --config Shop.storekit --clock real --rate monthIn5Minutes
        tollgate store --config Shop.storekit --chaos 7
        curl -d '{"product":"pro.monthly"}' localhost:8090/control/buy
        curl -d '{"by":"P1M"}' localhost:8090/control/clock
      """)

  @Option(
    help: ArgumentHelp(
      "The products, in a .storekit file that Xcode writes or in a blueprint.", valueName: "file"))
  var config: String

  @OptionGroup
  var options: StoreOptions

  @OptionGroup
  var outputOptions: OutputOptions

  func run() async throws {
    try requireFile(config)
    if let key = options.key { try requireFile(key) }
    let server = try await options.server(
      selling: try products(), from: config,
      logger: Output.logger("tollgate.store", level: .warning)
    ) { greeting, warning in
      if let warning { Output.printError(warning) }
      Output.print(greeting)
    }
    try await runListening(
      server, ServerConfiguration(host: options.hostOptions.host, port: options.port))
  }

  /// The products of the file, and the app of a blueprint.
  private func products() throws -> StoreProducts {
    guard ["yml", "yaml"].contains(URL(fileURLWithPath: config).pathExtension) else {
      return try StoreProducts(storeKitFile: config)
    }
    let file = try BlueprintFile.load(path: config)
    guard let store = file.store else { throw Failure(in: config, "there are no products") }
    let app = file.blueprint.app
    return StoreProducts(store, bundleID: app.bundleID, appAppleID: app.appAppleID)
  }
}
