public import AppStoreSimulator
import Foundation
import Hummingbird
public import Logging
import TollgateAppStore
import TollgateBlueprints
public import TollgateServer

/// The five apps on simulated phones, for a browser on this machine.
public enum Playground {
  /// Runs the playground until the process is asked to end.
  ///
  /// - Parameters:
  ///   - blueprints: The folder of the five blueprints and their `.storekit` files.
  ///   - configuration: Where to listen.
  ///   - chain: The chain that the simulated store signs with.
  ///   - logger: The logger for failures.
  ///   - onRunning: Called with the port once the page can be opened.
  /// - Throws: `BlueprintFileError` if a blueprint cannot be used, `ServerError` if the port is not available.
  public static func run(
    blueprints: String, configuration: ServerConfiguration, chain: SigningChain, logger: Logger,
    onRunning: @escaping @Sendable (Int) async -> Void
  ) async throws {
    let worlds = try await Worlds(folder: blueprints, chain: chain, pages: try Pages()) {
      try? await Task.sleep(for: .milliseconds(600))
    }
    let router = playgroundRouter(worlds)
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port), serverName: "tollgate"),
      onServerRunning: { await onRunning($0.localAddress?.port ?? configuration.port) },
      logger: logger)
    try await runListening(application, configuration)
  }
}
