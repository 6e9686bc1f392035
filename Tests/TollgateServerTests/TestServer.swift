import AppStore
import AppStoreSimulator
import BlueprintFile
import Foundation
import Logging
import Synchronization
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

/// One of the five apps, served from memory, with its store beside it and one clock for both.
final class TestServer: Sendable {
  static let start = Instant("2026-03-02T09:00:00Z")
  static let chain = Result { try SigningChain(seed: 7) }

  let blueprint: Blueprint
  let ledger: any Ledger
  let store: AppStoreSimulator
  let service: TollgateService
  let bodyLimit: Int
  private let time: TestTime

  /// Serves an app of `Blueprints/`.
  init(
    _ name: String, ledger: any Ledger = MemoryLedger(),
    bodyLimit: Int = ServerConfiguration.defaultBodyLimit,
    identifiers: IdentifierSource = .counting(),
    changing change: (inout Blueprint.Definition) -> Void = { _ in }
  ) async throws {
    let file = try BlueprintFile.load(path: Self.path(of: "\(name).yml"))
    let chain = try Self.chain.get()
    let start = try #require(Self.start)
    let time = TestTime(start)
    var definition = file.blueprint.definition
    change(&definition)
    blueprint = try Blueprint(definition)
    self.ledger = ledger
    store = AppStoreSimulator(
      configuration: try StoreKitConfiguration(
        json: try Data(contentsOf: URL(fileURLWithPath: Self.path(of: "\(name).storekit")))),
      bundleID: file.blueprint.app.bundleID, chain: chain, seed: 1,
      now: Milliseconds(start.milliseconds), gracePeriod: .sixteenDays)
    service = try await TollgateService(
      apps: [
        AppConfiguration(
          blueprint: blueprint, revision: "r1",
          verifier: SignedDataVerifier(
            roots: [chain.root], bundleID: file.blueprint.app.bundleID, environments: [.sandbox]))
      ], ledger: ledger, clock: { time.now }, identifiers: identifiers, passwordCost: .negligible)
    self.bodyLimit = bodyLimit
    self.time = time
  }

  var app: Blueprint.App.ID { blueprint.app.id }
  var now: Instant { time.now }

  /// Lets time pass on the server and in the store.
  func advance(_ period: Period) {
    time.advance(period)
    store.advance(to: Milliseconds(time.now.milliseconds))
  }

  func advance(milliseconds: Int64) {
    time.advance(milliseconds: milliseconds)
    store.advance(to: Milliseconds(time.now.milliseconds))
  }

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

  func advance(_ period: Period) { instant.withLock { $0 = $0.adding(period) } }

  func advance(milliseconds: Int64) {
    instant.withLock { $0 = $0.adding(milliseconds: milliseconds) }
  }
}
