import AppStoreSimulator
import Foundation
import Logging
import Testing
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

/// One of the five apps, served from memory, with its store next to it and one clock for both.
final class TestServer: Sendable {
  static let start = Instant("2026-03-02T09:00:00Z")
  static let chain = Result { try SigningChain(seed: 7) }

  let backend: SimulatedBackend
  /// The store's own server; nil if the app's server does not ask it.
  let storeAPI: TestStoreAPI?
  let bodyLimit: Int
  let routers = TestRouters()
  private let clock: ManualClock
  private let configuration: SimulatedBackend.Configuration

  /// Serves an app of `Blueprints/`.
  convenience init(
    _ name: String, ledger: any Ledger = SQLiteLedger.inMemory(),
    bodyLimit: Int = ServerConfiguration.defaultBodyLimit,
    configuration: SimulatedBackend.Configuration = .sandbox(),
    storeEnvironment: TollgateAppStore.Environment = .sandbox,
    changing change: (inout Blueprint.Definition) -> Void = { _ in }
  ) async throws {
    let file = try BlueprintFile.load(path: Self.path(of: "\(name).yml"))
    var definition = file.blueprint.definition
    change(&definition)
    try await self.init(
      try Blueprint(definition),
      selling: try #require(file.store),
      from: try #require(Self.start), ledger: ledger, bodyLimit: bodyLimit,
      configuration: configuration, storeEnvironment: storeEnvironment)
  }

  /// Serves an app with a blueprint and a store's products.
  convenience init(
    _ blueprint: Blueprint, selling products: StoreKitConfiguration, from start: Instant,
    grace: GracePeriod = .sixteenDays, asksStore: Bool = false,
    ledger: any Ledger = SQLiteLedger.inMemory(),
    bodyLimit: Int = ServerConfiguration.defaultBodyLimit,
    configuration: SimulatedBackend.Configuration = .sandbox(),
    storeEnvironment: TollgateAppStore.Environment = .sandbox
  ) async throws {
    let clock = ManualClock(start)
    let store = AppStoreSimulator(
      configuration: products, bundleID: blueprint.app.bundleID,
      appAppleID: configuration.appAppleID, environment: storeEnvironment,
      chain: try Self.chain.get(), seed: 1, now: start,
      gracePeriod: grace)
    let storeAPI = asksStore ? try TestStoreAPI(store) { clock.now } : nil
    var configuration = configuration
    if let storeAPI {
      configuration.storeAPIs = { verifier in
        [storeEnvironment == .production ? .production : .sandbox: try storeAPI.client(verifier)]
      }
    }
    try await self.init(blueprint, store, storeAPI, ledger, clock, bodyLimit, configuration)
  }

  /// The same app after a restart: another process over the same ledger, or another one, with empty caches.
  func restarted(
    over other: (any Ledger)? = nil,
    changing change: (inout SimulatedBackend.Configuration) -> Void = { _ in }
  ) async throws -> TestServer {
    var configuration = configuration
    configuration.identifiers = .counting()
    change(&configuration)
    return try await TestServer(
      blueprint, store, storeAPI, other ?? ledger, clock, bodyLimit, configuration)
  }

  private init(
    _ blueprint: Blueprint, _ store: AppStoreSimulator, _ storeAPI: TestStoreAPI?,
    _ ledger: any Ledger, _ clock: ManualClock, _ bodyLimit: Int,
    _ configuration: SimulatedBackend.Configuration
  ) async throws {
    backend = try await SimulatedBackend(
      blueprint, revision: "r1", store: store, ledger: ledger, configuration: configuration
    ) { clock.now }
    self.storeAPI = storeAPI
    self.bodyLimit = bodyLimit
    self.clock = clock
    self.configuration = configuration
  }

  var blueprint: Blueprint { backend.blueprint }
  var ledger: any Ledger { backend.ledger }
  var store: AppStoreSimulator { backend.store }
  var service: TollgateService { backend.service }
  var app: Blueprint.App.ID { backend.app }
  var now: Instant { clock.now }

  /// Advances time on the server and in the store.
  func advance(_ period: Period) { clock.advance(to: now.adding(period), with: store) }

  func advance(milliseconds: Int64) {
    clock.advance(to: now.adding(milliseconds: milliseconds), with: store)
  }

  /// Sets only the server's clock; the store's own stays.
  func set(_ instant: Instant) { clock.now = instant }

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

  /// The path of a file in `Blueprints/`.
  static func path(of name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Blueprints/\(name)").path
  }
}

extension SimulatedBackend.Configuration {
  /// What a server for the sandbox accepts, without a network.
  static func sandbox(
    identifiers: IdentifierSource = .counting(), issuers: [TokenIssuer]? = nil,
    keySets: any KeySetTransport = TestKeySets()
  ) -> Self {
    Self(
      identifiers: identifiers, issuers: issuers, keySets: keySets, environments: [.sandbox])
  }
}
