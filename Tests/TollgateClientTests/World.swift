import AppStoreSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import Testing
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateServer
import TollgateWire

/// The actual time, in milliseconds since 1970, moved only by tests.
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
  /// The key that the server signs its answers with.
  let serverKey: String
  private let heard = Mutex(0)

  var app: Blueprint.App.ID { blueprint.app.id }

  private init(
    _ blueprint: Blueprint, _ time: WorldTime, _ store: AppStoreSimulator, _ ledger: MemoryLedger,
    _ router: any TestClientProtocol, _ serverKey: String
  ) {
    self.blueprint = blueprint
    self.time = time
    self.store = store
    self.ledger = ledger
    self.router = router
    self.serverKey = serverKey
  }

  /// Runs a test in the world of one of the repository's blueprints.
  ///
  /// - Parameters:
  ///   - name: The blueprint.
  ///   - changes: Texts in the blueprint or its `.storekit` file, and their replacements.
  ///   - identifiers: How the server names customers.
  ///   - issuers: Trusted token issuers.
  ///   - isProduction: Whether the server is for production; the store remains the sandbox's.
  ///   - life: What happens.
  /// - Throws: What the life throws.
  static func of(
    _ name: String, changing changes: KeyValuePairs<String, String> = [:],
    identifiers: IdentifierSource = .counting(), issuers: [TokenIssuer]? = nil,
    isProduction: Bool = false,
    _ life: @MainActor @Sendable (World) async throws -> Void
  ) async throws {
    let sources = try Sources(name, changing: changes)
    let time = WorldTime(start)
    let store = AppStoreSimulator(
      configuration: sources.products, bundleID: sources.file.blueprint.app.bundleID,
      chain: try chain.get(), now: Instant(milliseconds: start))
    try await serve(
      sources.file, time, store, MemoryLedger(), identifiers, issuers: issuers,
      isProduction: isProduction, life)
  }

  /// Continues with another version of the blueprint, which no phone has read yet.
  func republished(
    as name: String, changing changes: KeyValuePairs<String, String>,
    _ life: @MainActor @Sendable (World) async throws -> Void
  ) async throws {
    let file = try Sources(name, changing: changes).file
    try await Self.serve(file, time, store, ledger, .counting(), life)
  }

  private static func serve(
    _ file: BlueprintFile, _ time: WorldTime, _ store: AppStoreSimulator, _ ledger: MemoryLedger,
    _ identifiers: IdentifierSource, issuers: [TokenIssuer]? = nil, isProduction: Bool = false,
    _ life: @MainActor @Sendable (World) async throws -> Void
  ) async throws {
    let chain = try chain.get()
    let service = try await TollgateService(
      apps: [
        AppConfiguration(
          blueprint: file.blueprint, revision: file.revision,
          verifier: SignedDataVerifier(
            roots: [chain.root], bundleID: file.blueprint.app.bundleID,
            appAppleID: file.blueprint.app.appAppleID,
            environments: isProduction ? [.production, .sandbox] : [.sandbox]),
          issuers: issuers)
      ], ledger: ledger, clock: { Instant(milliseconds: time.now) }, identifiers: identifiers,
      passwordCost: .negligible)
    let application = Application(router: makeRouter(service), logger: quiet)
    try await application.test(.router) { router in
      try await life(
        World(file.blueprint, time, store, ledger, router, service.answerKey.base64))
    }
  }

  /// The store's certificates, created once for all worlds.
  static let chain = Result { try SigningChain() }
  private static let quiet = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }

  /// Advances time for the store and everything else, without notifying anyone.
  func pass(_ milliseconds: Int64) {
    time.now += milliseconds
    store.advance(to: Instant(milliseconds: time.now))
  }

  /// Delivers the store's notifications to the server.
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

  /// Everything the server has recorded for a customer.
  func facts(of customer: Customer.ID?) async throws -> Customer {
    let id = try #require(customer)
    return try #require(try await ledger.record(of: id, in: app)).customer
  }

  /// Sends a request with a customer token; returns nil for success, or else the problem's code.
  @discardableResult
  func ask(_ endpoint: Endpoint, _ authorization: String?) async throws -> ProblemCode? {
    let authorization = try #require(authorization)
    let answer = try await router.execute(
      uri: endpoint.path(app: app), method: endpoint.method == .get ? .get : .post,
      headers: [.authorization: authorization])
    guard answer.status.code >= 400 else { return nil }
    return try JSONDecoder().decode(Problem.self, from: Data(answer.body.readableBytesView)).code
  }
}

/// A blueprint and the products it names, read once for each text.
private struct Sources: Sendable {
  let file: BlueprintFile
  let products: StoreKitConfiguration

  private static let read = Mutex<[String: Sources]>([:])
  /// Blueprints written for tests.
  private static let written = [
    "shop": (blueprint: Shop.blueprint, products: Shop.products),
    "studio": (blueprint: Studio.blueprint, products: Studio.products),
  ]

  init(_ name: String, changing changes: KeyValuePairs<String, String>) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Blueprints").standardizedFileURL
    let written = Self.written[name]
    var yaml =
      try written?.blueprint
      ?? String(contentsOf: folder.appending(path: "\(name).yml"), encoding: .utf8)
    let products =
      try written?.products
      ?? String(contentsOf: folder.appending(path: "\(name).storekit"), encoding: .utf8)
    var changed = products
    for (text, other) in changes {
      try #require(yaml.contains(text) || changed.contains(text))
      yaml = yaml.replacing(text, with: other)
      changed = changed.replacing(text, with: other)
    }
    let (text, storekit) = (yaml, Data(changed.utf8))
    let key = text + changed
    if let known = Self.read.withLock({ $0[key] }) {
      self = known
      return
    }
    file = try BlueprintFile.parse(text, name: name) { _ in storekit }
    self.products = try StoreKitConfiguration(json: storekit)
    let sources = self
    Self.read.withLock { $0[key] = sources }
  }
}
