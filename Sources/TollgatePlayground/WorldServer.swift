import AppStoreSimulator
import Foundation
import Logging
import ServiceLifecycle
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The real server of one world, on a loopback port of its own, over a ledger in memory.
struct WorldServer: Sendable {
  let address: URL
  private let backend: SimulatedBackend
  private let running: Task<Void, any Error>

  /// The key that it signs its answers with.
  var key: String { backend.serverKey }

  static func start(
    file: BlueprintFile, store: AppStoreSimulator, clock: ManualClock
  ) async throws -> WorldServer {
    let backend = try await SimulatedBackend(
      file.blueprint, revision: file.revision, store: store,
      configuration: SimulatedBackend.Configuration(
        identifiers: .random, environments: [.sandbox])
    ) { clock.now }
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
      return WorldServer(address: address, backend: backend, running: running)
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

  /// What the ledger holds of a customer, or of the one that it was merged into; nil if it holds nothing.
  func customer(_ id: Customer.ID) async -> Customer? {
    do {
      let record = try await backend.ledger.record(of: id, in: backend.app)
      guard let survivor = record?.mergedInto else { return record?.customer }
      return try await backend.ledger.record(of: survivor, in: backend.app)?.customer
    } catch {
      return nil
    }
  }

  /// The newest facts of the ledger, newest first, and the number of all facts.
  func newestFacts(_ count: Int) async -> (newest: [LedgerEntry], total: Int) {
    var newest: [LedgerEntry] = []
    var total = 0
    do {
      while true {
        let entries = try await backend.ledger.entries(
          after: newest.last?.sequence ?? 0, in: backend.app, limit: 1000)
        newest = Array((newest + entries).suffix(max(count, 1)))
        total += entries.count
        if entries.count < 1000 { return (newest.reversed(), total) }
      }
    } catch {
      return (newest.reversed(), total)
    }
  }
}
