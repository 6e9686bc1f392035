public import AppStoreSimulator
import Foundation
import Hummingbird
public import Logging
import TollgateAppStore
import TollgateBlueprints
public import TollgateServer

/// Apps on simulated phones, for a browser on this machine.
public enum Playground {
  /// Whether a folder has the blueprints of the five apps.
  public static func hasApps(in folder: String) -> Bool {
    AppName.examples.allSatisfy {
      FileManager.default.fileExists(atPath: "\(folder)/\($0.rawValue).yml")
    }
  }

  /// Runs the five apps until the process is asked to end.
  ///
  /// The page of an app whose blueprint cannot be used shows its mistakes, without a phone.
  ///
  /// - Parameters:
  ///   - blueprints: The folder of the five blueprints and their `.storekit` files.
  ///   - chain: The chain that the simulated store signs with.
  ///   - onRunning: Called with the port once the page can be opened.
  /// - Throws: `ServerError` if the port is not available.
  public static func run(
    blueprints: String, configuration: ServerConfiguration, chain: SigningChain, logger: Logger,
    onRunning: @escaping @Sendable (Int) async -> Void
  ) async throws {
    let worlds = try await Worlds(
      folder: blueprints, chain: chain, pages: try Pages(), firstUpdate: firstUpdate, pause: pause)
    try await serve(worlds, configuration, logger, onRunning)
  }

  /// Runs the visitor's own blueprint, on a phone that any blueprint fits, until the process is asked to end.
  ///
  /// - Parameters:
  ///   - blueprint: The blueprint; of one that cannot be used, the page shows the mistakes, and a phone once they are gone.
  ///   - changes: The blueprint each time it was read again; one that cannot be used leaves the last on the phone.
  ///   - chain: The chain that the simulated store signs with.
  ///   - onRunning: Called with the port once the page can be opened.
  /// - Throws: `ServerError` if the port is not available.
  public static func run(
    blueprint: BlueprintReading, changes: AsyncStream<BlueprintReading>,
    configuration: ServerConfiguration, chain: SigningChain, logger: Logger,
    onRunning: @escaping @Sendable (Int) async -> Void
  ) async throws {
    let worlds = try await Worlds(
      own: blueprint, chain: chain, pages: try Pages(), firstUpdate: firstUpdate, pause: pause)
    let following = Task { for await reading in changes { await worlds.read(reading) } }
    defer { following.cancel() }
    try await serve(worlds, configuration, logger, onRunning)
  }

  /// How long a simulated store takes for a purchase.
  private static let pause: @Sendable () async -> Void = {
    try? await Task.sleep(for: .milliseconds(600))
  }

  /// A number that grows faster between runs than updates are numbered within one.
  private static var firstUpdate: Int { Int(Date().timeIntervalSince1970 * 1000) }

  private static func serve(
    _ worlds: Worlds, _ configuration: ServerConfiguration, _ logger: Logger,
    _ onRunning: @escaping @Sendable (Int) async -> Void
  ) async throws {
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
