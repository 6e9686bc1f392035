import AppStore
import AppStoreSimulator
import BlueprintFile
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

/// The time that really is, in milliseconds since 1970, moved only by tests.
final class WorldTime: Sendable {
  private let milliseconds: Mutex<Int64>

  init(_ start: Int64) { milliseconds = Mutex(start) }

  var now: Int64 {
    get { milliseconds.withLock { $0 } }
    set { milliseconds.withLock { $0 = newValue } }
  }
}

/// One app's server behind its real router, its ledger, and the store, in one process.
final class World: Sendable {
  /// 2026-03-01T09:00:00Z.
  static let start: Int64 = 1_772_355_600_000
  static let hour: Int64 = 3_600_000
  static let day: Int64 = 24 * hour

  let blueprint: Blueprint
  let time: WorldTime
  let store: AppStoreSimulator
  let ledger: MemoryLedger
  let router: any TestClientProtocol
  private let heard = Mutex(0)

  var app: Blueprint.App.ID { blueprint.app.id }

  private init(
    _ blueprint: Blueprint, _ time: WorldTime, _ store: AppStoreSimulator, _ ledger: MemoryLedger,
    _ router: any TestClientProtocol
  ) {
    self.blueprint = blueprint
    self.time = time
    self.store = store
    self.ledger = ledger
    self.router = router
  }

  /// Lives a life in the world of one of the repository's blueprints.
  static func of(
    _ name: String, _ life: @MainActor @Sendable (World) async throws -> Void
  ) async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Blueprints").standardizedFileURL
    let file = try BlueprintFile.load(path: folder.appending(path: "\(name).yml").path)
    let products = try StoreKitConfiguration(
      json: Data(contentsOf: folder.appending(path: try #require(file.storekit))))
    let app = file.blueprint.app
    let chain = try SigningChain()
    let time = WorldTime(start)
    let store = AppStoreSimulator(
      configuration: products, bundleID: app.bundleID, chain: chain, now: Milliseconds(start))
    let ledger = MemoryLedger()
    let service = try await TollgateService(
      apps: [
        AppConfiguration(
          blueprint: file.blueprint, revision: file.revision,
          verifier: SignedDataVerifier(
            roots: [chain.root], bundleID: app.bundleID, environments: [.sandbox]))
      ], ledger: ledger, clock: { Instant(milliseconds: time.now) }, identifiers: .counting(),
      passwordCost: .negligible)
    try await Application(router: makeRouter(service)).test(.router) { router in
      try await life(World(file.blueprint, time, store, ledger, router))
    }
  }

  /// Lets time pass for the store and everybody else; nobody is told.
  func pass(_ milliseconds: Int64) {
    time.now += milliseconds
    store.advance(to: Milliseconds(time.now))
  }

  /// Lets the store's notifications reach the server.
  func deliverNotifications() async throws {
    let known = heard.withLock { $0 }
    for notification in store.notifications(after: known) {
      let body = try JSONEncoder().encode(NotificationRequest(signedPayload: notification.jws))
      let answer = try await router.execute(
        uri: Endpoint.appStoreNotifications.path(app: app), method: .post,
        body: ByteBuffer(bytes: body))
      #expect(answer.status == .ok)
      heard.withLock { $0 = notification.sequence }
    }
  }

  /// Everything the server has recorded of a customer.
  func facts(of customer: Customer.ID?) async throws -> Customer {
    let id = try #require(customer)
    return try #require(try await ledger.record(of: id, in: app)).customer
  }

}
