import Foundation
import Logging
import ServiceLifecycle
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateServer
import TollgateWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The real server of one world, on a loopback port of its own, over a ledger in memory.
struct WorldServer: Sendable {
  let address: URL
  /// The key that it signs its answers with.
  let key: String
  let ledger: MemoryLedger
  let app: Blueprint.App.ID
  private let running: Task<Void, any Error>

  static func start(file: BlueprintFile, root: Data, clock: WorldClock) async throws -> WorldServer
  {
    let ledger = MemoryLedger()
    let app = AppConfiguration(
      blueprint: file.blueprint, revision: file.revision,
      verifier: SignedDataVerifier(
        roots: [root], bundleID: file.blueprint.app.bundleID, environments: [.sandbox]))
    let service = try await TollgateService(
      apps: [app], ledger: ledger, clock: { clock.now }, passwordCost: .negligible)
    var logger = Logger(label: "tollgate.world")
    logger.logLevel = .critical
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let server = buildServer(
      service, configuration: ServerConfiguration(port: 0), logger: logger,
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
        address: address, key: service.answerKey.base64, ledger: ledger,
        app: app.blueprint.app.id, running: running)
    }
    try await running.value
    throw CancellationError()
  }

  func stop() async {
    running.cancel()
    _ = await running.result
  }

  /// Posts a notification as the store does; answers the status, or nil where the server could not be reached.
  func post(notification jws: String) async -> Int? {
    let path = Endpoint.appStoreNotifications.path(app: app)
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

  /// The newest facts of the ledger, newest first.
  func newestFacts(_ count: Int) async -> [LedgerEntry] {
    var newest: [LedgerEntry] = []
    do {
      while true {
        let entries = try await ledger.entries(
          after: newest.last?.sequence ?? 0, in: app, limit: 1000)
        newest = Array((newest + entries).suffix(max(count, 1)))
        if entries.count < 1000 { return newest.reversed() }
      }
    } catch {
      return newest.reversed()
    }
  }
}
