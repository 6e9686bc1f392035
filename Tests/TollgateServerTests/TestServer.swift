import AppStoreSimulator
import Foundation
import Logging
import Synchronization
import Testing
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateServer
import TollgateWire

/// The source of a test server's identifiers, and the issuers and purchases that it accepts.
struct TestTrust: Sendable {
  var identifiers = IdentifierSource.counting()
  var issuers: [TokenIssuer]?
  var keySets: any KeySetTransport = TestKeySets()
  var environments: Set<TollgateAppStore.Environment> = [.sandbox]
  var appAppleID: Int64?
  var sandbox = SandboxPolicy.allowed
  /// The environment of the store beside it.
  var store = TollgateAppStore.Environment.sandbox
}

/// One of the five apps, served from memory, with its store beside it and one clock for both.
final class TestServer: Sendable {
  static let start = Instant("2026-03-02T09:00:00Z")
  static let chain = Result { try SigningChain(seed: 7) }

  let blueprint: Blueprint
  let ledger: any Ledger
  let store: AppStoreSimulator
  /// The store's own server; nil if the app's server does not ask it.
  let storeAPI: TestStoreAPI?
  let service: TollgateService
  let bodyLimit: Int
  private let time: TestTime
  private let trust: TestTrust

  /// Serves an app of `Blueprints/`.
  convenience init(
    _ name: String, ledger: any Ledger = MemoryLedger(),
    bodyLimit: Int = ServerConfiguration.defaultBodyLimit,
    identifiers: IdentifierSource = .counting(), issuers: [TokenIssuer]? = nil,
    keySets: any KeySetTransport = TestKeySets(), trust: TestTrust = TestTrust(),
    changing change: (inout Blueprint.Definition) -> Void = { _ in }
  ) async throws {
    let file = try BlueprintFile.load(path: Self.path(of: "\(name).yml"))
    var definition = file.blueprint.definition
    change(&definition)
    var trust = trust
    trust.identifiers = identifiers
    trust.issuers = issuers
    trust.keySets = keySets
    try await self.init(
      try Blueprint(definition),
      selling: try StoreKitConfiguration(
        json: try Data(contentsOf: URL(fileURLWithPath: Self.path(of: "\(name).storekit")))),
      from: try #require(Self.start), ledger: ledger, bodyLimit: bodyLimit,
      trust: trust)
  }

  /// Serves an app with a blueprint and a store's products.
  convenience init(
    _ blueprint: Blueprint, selling configuration: StoreKitConfiguration, from start: Instant,
    grace: GracePeriod = .sixteenDays, asksStore: Bool = false,
    ledger: any Ledger = MemoryLedger(),
    bodyLimit: Int = ServerConfiguration.defaultBodyLimit,
    trust: TestTrust = TestTrust()
  ) async throws {
    let time = TestTime(start)
    let store = AppStoreSimulator(
      configuration: configuration, bundleID: blueprint.app.bundleID,
      appAppleID: trust.appAppleID, environment: trust.store,
      chain: try Self.chain.get(), seed: 1, now: start,
      gracePeriod: grace)
    try await self.init(
      blueprint, store, asksStore ? try TestStoreAPI(store) { time.now } : nil, ledger, time,
      bodyLimit, trust)
  }

  /// The same app after a restart: another process over the same ledger, with empty caches.
  func restarted(
    changing change: (inout TestTrust) -> Void = { _ in }
  ) async throws -> TestServer {
    var trust = trust
    trust.identifiers = .counting()
    change(&trust)
    return try await TestServer(blueprint, store, storeAPI, ledger, time, bodyLimit, trust)
  }

  private init(
    _ blueprint: Blueprint, _ store: AppStoreSimulator, _ storeAPI: TestStoreAPI?,
    _ ledger: any Ledger, _ time: TestTime, _ bodyLimit: Int, _ trust: TestTrust
  ) async throws {
    self.blueprint = blueprint
    self.ledger = ledger
    self.store = store
    self.storeAPI = storeAPI
    let verifier = SignedDataVerifier(
      roots: [store.chain.root], bundleID: blueprint.app.bundleID, appAppleID: trust.appAppleID,
      environments: trust.environments)
    service = try await TollgateService(
      apps: [
        AppConfiguration(
          blueprint: blueprint, revision: "r1", verifier: verifier,
          storeAPIs: try storeAPI.map {
            [trust.store == .production ? .production : .sandbox: try $0.client(verifier)]
          } ?? [:], issuers: trust.issuers, sandbox: trust.sandbox)
      ], ledger: ledger, clock: { time.now }, identifiers: trust.identifiers,
      passwordCost: .negligible, keySets: trust.keySets)
    self.bodyLimit = bodyLimit
    self.time = time
    self.trust = trust
  }

  var app: Blueprint.App.ID { blueprint.app.id }
  var now: Instant { time.now }

  /// Advances time on the server and in the store.
  func advance(_ period: Period) {
    time.advance(period)
    store.advance(to: time.now)
  }

  func advance(milliseconds: Int64) {
    time.advance(milliseconds: milliseconds)
    store.advance(to: time.now)
  }

  /// Sets only the server's clock; the store's own stays.
  func set(_ instant: Instant) { time.set(instant) }

  /// Everything that is recorded, oldest first.
  func entries() async throws -> [LedgerEntry] {
    try await ledger.entries(after: 0, in: app, limit: 10_000)
  }

  /// A new anonymous customer's phone.
  func phone(device: Device.ID? = nil, account: AccountID? = nil) async throws -> TestPhone {
    let session: SessionResponse = try await send(
      .createCustomer, json: CreateCustomerRequest(device: device))
    return TestPhone(
      server: self, session, device: device, account: account ?? store.makeAccount())
  }

  private static func path(of name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Blueprints/\(name)").path
  }
}

private final class TestTime: Sendable {
  private let instant: Mutex<Instant>

  init(_ start: Instant) { instant = Mutex(start) }

  var now: Instant { instant.withLock { $0 } }

  func set(_ instant: Instant) { self.instant.withLock { $0 = instant } }

  func advance(_ period: Period) { instant.withLock { $0 = $0.adding(period) } }

  func advance(milliseconds: Int64) {
    instant.withLock { $0 = $0.adding(milliseconds: milliseconds) }
  }
}
