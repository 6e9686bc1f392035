import Foundation
import Logging
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateServer

/// A ledger with customers of ten facts each; the first of them have tokens.
struct FilledLedger {
  /// The blueprint that it is served with.
  static let blueprint = """
    app: { id: bench, name: Bench, bundleID: com.example.bench, appleID: 1 }
    hasFreeTier: true
    features:
      scan:
        - otherwise: { upTo: 1000000, per: ever }
    """
  private static let app: Blueprint.App.ID = "bench"
  /// How many customers are created at the same time.
  private static let width = 256

  let store: LedgerStore
  /// The blueprint's file.
  let blueprint: URL
  /// The file with the server's keys, which signed the tokens.
  let keys: URL
  /// The file with a token on each line.
  let tokens: URL

  /// Creates a ledger, or uses the one that an earlier run filled in the same folder.
  ///
  /// - Parameters:
  ///   - store: The location, which must be empty unless the ledger is there.
  ///   - customers: How many customers it has.
  ///   - tokenCount: How many of them have tokens.
  ///   - folder: The folder for the blueprint, the keys and the tokens.
  /// - Throws: `LedgerError`, `Problem` or ``BenchmarkError``.
  init(
    _ store: LedgerStore, customers: Int, tokens tokenCount: Int, in folder: URL
  ) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.store = store
    blueprint = folder.appendingPathComponent("bench.yml")
    keys = folder.appendingPathComponent("server.keys")
    tokens = folder.appendingPathComponent("tokens")
    let end = folder.appendingPathComponent("filled")
    if case .file = store, FileManager.default.fileExists(atPath: end.path) { return }
    try Self.blueprint.write(to: blueprint, atomically: true, encoding: .utf8)
    let file = try BlueprintFile.load(path: blueprint.path)
    let keyFile = KeyFile(keys.path)
    let (template, tokens) = try await store.withLedger { ledger in
      let service = try await TollgateService(
        apps: [
          AppConfiguration(
            blueprint: file.blueprint, revision: file.revision,
            verifier: SignedDataVerifier(
              bundleID: "com.example.bench", appAppleID: 1, environments: [.production]))
        ], ledger: ledger, keys: try await keyFile.keys(of: ledger, at: Self.now).keys,
        clock: { Self.now })
      let tokens = try await Self.createCustomers(tokenCount, service)
      let template = try await Self.createTemplate(service, ledger)
      let charts = ChartJob(service, logger: Logger(label: "bench"))
      while await charts.runOnce() {}
      return (template, tokens)
    }
    try tokens.joined(separator: "\n").write(to: self.tokens, atomically: true, encoding: .utf8)
    try store.copy(
      template.rawValue, in: Self.app.rawValue, adding: max(0, customers - tokenCount - 1))
    try Data().write(to: end)
  }

  private static var now: Instant {
    Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  private static func createCustomers(
    _ count: Int, _ service: TollgateService
  ) async throws -> [String] {
    let app = try service.app(app)
    return try await withThrowingTaskGroup(of: [String].self) { group in
      for part in 0..<width {
        group.addTask {
          var tokens: [String] = []
          for _ in stride(from: part, to: count, by: width) {
            tokens.append(try await service.sessions.createCustomer(in: app).token)
          }
          return tokens
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// A customer with a device, two milestones and seven uses.
  private static func createTemplate(
    _ service: TollgateService, _ ledger: any Ledger
  ) async throws -> Customer.ID {
    let session = try await service.sessions.createCustomer(in: try service.app(app))
    let id = session.snapshot.id
    let now = now
    let uses = (0..<7).map { _ in
      Fact.use(
        Use(feature: "scan", key: Idempotency.Key(UUID().uuidString), origin: id, at: now))
    }
    _ = try await ledger.append(
      LedgerWrite(
        app: app, customer: id, expectedVersion: 1,
        facts: [
          .device(DeviceUse(device: Device.ID(UUID().uuidString), origin: id, at: now)),
          .milestone(MilestoneReached(milestone: "onboarded", at: now)),
          .milestone(MilestoneReached(milestone: "first-scan", at: now)),
        ] + uses, at: now))
    return id
  }
}
