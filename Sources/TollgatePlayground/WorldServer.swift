import AppStoreSimulator
import Foundation
import Logging
import ServiceLifecycle
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateServer
import TollgateSimulation
import TollgateWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The real server of one world, on a loopback port of its own, over a ledger in memory.
struct WorldServer: Sendable {
  let address: URL
  let backend: SimulatedBackend
  let identifiers: WorldIdentifiers
  let keys: Keys
  private let running: Task<Void, any Error>

  /// The key that it signs its answers with.
  var key: String { backend.serverKey }

  static func start(
    file: BlueprintFile, store: AppStoreSimulator, clock: ManualClock,
    identifiers: WorldIdentifiers
  ) async throws -> WorldServer {
    var configuration = SimulatedBackend.Configuration(
      identifiers: identifiers.source,
      // Only production says who bought the app; it makes a difference where a condition tests that.
      environments: file.blueprint.testsDownload ? [.sandbox, .production] : [.sandbox],
      appAppleID: store.appAppleID)
    configuration.offerKey = AppStoreKey(simulated: "playground")
    let backend = try await SimulatedBackend(
      file.blueprint, revision: file.revision, store: store, configuration: configuration
    ) { clock.now }
    let keys = try await Keys(backend.service, app: backend.app)
    var logger = Logger(label: "tollgate.world")
    logger.logLevel = .critical
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let server = buildServer(
      backend.service, configuration: ServerConfiguration(port: 0), logger: logger,
      onRunning: {
        port.yield($0)
        port.finish()
      })
    let running = Task {
      defer { port.finish() }
      try await server.run()
    }
    for await number in ports {
      guard let address = URL(string: "http://127.0.0.1:\(number)") else { continue }
      return WorldServer(
        address: address, backend: backend, identifiers: identifiers, keys: keys, running: running)
    }
    try await running.value
    throw CancellationError()
  }

  func stop() async {
    running.cancel()
    _ = await running.result
  }

  /// Posts a notification as the store does; returns the status, or nil if the server could not be reached.
  func post(notification jws: String) async -> Int? {
    let path = Endpoint.appStoreNotifications.path(app: backend.app)
    var request = URLRequest(url: address.appendingPathComponent(path))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    do {
      request.httpBody = try JSONEncoder().encode(NotificationRequest(signedPayload: jws))
      let (_, answer) = try await URLSession.shared.data(for: request)
      return (answer as? HTTPURLResponse)?.statusCode
    } catch {
      return nil
    }
  }
}
