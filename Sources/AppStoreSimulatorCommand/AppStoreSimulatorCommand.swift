import AppStoreSimulatorLauncher
import ArgumentParser
import Foundation
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The simulated App Store as a program of its own, which packages for other languages carry.
@main
struct AppStoreSimulatorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "appstore-simulator",
    abstract: "Run a simulated App Store for your backend's tests, from a .storekit file.",
    discussion: """
      It answers the App Store Server API, posts notifications to your backend,
      and signs everything with a root certificate of its own. You buy, renew,
      refund and move the clock on its page or with its control API. Everything
      is kept in memory, and reachable from this machine only unless --host says
      otherwise.

      EXAMPLES:
        appstore-simulator --config Shop.storekit --bundle-id com.example.shop
        appstore-simulator --config Shop.storekit --notify http://127.0.0.1:3000/apple
        appstore-simulator --config Shop.storekit --chaos 7
        curl -d '{"product":"pro.monthly"}' localhost:8090/control/buy
      """,
    version: releaseVersion)

  static let _errorPrefix = "error: "

  /// How long requests in progress may take at the end.
  private static let shutdown = Duration.seconds(5)

  @Option(
    help: ArgumentHelp("The products, in a .storekit file that Xcode writes.", valueName: "file"))
  var config: String

  @OptionGroup
  var options: StoreOptions

  func run() async throws {
    do {
      try await listen()
    } catch let error as LaunchError {
      try fail("\(error)")
    } catch let error as IOError {
      let reason = error.errnoCode == EADDRINUSE ? "another process listens there" : "\(error)"
      try fail("error: cannot listen at \(options.hostOptions.host):\(options.port): \(reason)")
    }
  }

  private func listen() async throws {
    var logger = Logger(label: "appstore-simulator")
    logger.logLevel = .warning
    let server = try await options.server(
      selling: try StoreProducts(storeKitFile: config), from: config, logger: logger
    ) { greeting, warning in
      if let warning { Self.write(warning, to: .standardError) }
      Self.write(greeting, to: .standardOutput)
    }
    var group = ServiceGroupConfiguration(
      services: [.init(service: server)], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger)
    group.maximumGracefulShutdownDuration = Self.shutdown
    try await ServiceGroup(configuration: group).run()
  }

  private func fail(_ text: String) throws -> Never {
    Self.write(text, to: .standardError)
    throw ExitCode.failure
  }

  /// Writes lines at once, also into a pipe; nobody may be there to read them.
  private static func write(_ text: String, to file: FileHandle) {
    try? file.write(contentsOf: Data("\(text)\n".utf8))
  }
}
