import AppStoreSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateTest
import TollgateWire

/// One app's server behind its real router, its ledger, and the store, in one process.
final class World: Sendable {
  /// 2026-03-01T09:00:00Z.
  static let start: Int64 = 1_772_355_600_000
  static let hour: Int64 = 3_600_000
  static let day: Int64 = 24 * hour

  let time: ManualClock
  let routed: RoutedBackend

  var blueprint: Blueprint { routed.backend.blueprint }
  var store: AppStoreSimulator { routed.backend.store }
  var ledger: any Ledger { routed.backend.ledger }
  /// The key that the server signs its answers with.
  var serverKey: String { routed.backend.serverKey }
  /// The keys of the server.
  var keys: ServerKeys { routed.backend.keys }
  var app: Blueprint.App.ID { routed.backend.app }

  private init(_ time: ManualClock, _ routed: RoutedBackend) {
    self.time = time
    self.routed = routed
  }

  /// Runs a test in the world of one of the repository's blueprints.
  ///
  /// - Parameters:
  ///   - name: The blueprint.
  ///   - changes: Texts in the blueprint or its `.storekit` file, and their replacements.
  ///   - identifiers: How the server names customers.
  ///   - issuers: Trusted token issuers.
  ///   - isProduction: Whether the server is for production; the store remains the sandbox's.
  ///   - run: How the store signs and how fast it renews.
  ///   - ledger: The server's ledger.
  ///   - mail: The hook that sends the server's mails; nil if it cannot send any.
  ///   - life: What happens.
  /// - Throws: What the life throws.
  static func of(
    _ name: String, changing changes: KeyValuePairs<String, String> = [:],
    identifiers: IdentifierSource = .counting(), issuers: [TokenIssuer]? = nil,
    isProduction: Bool = false, run: StoreRun = StoreRun(),
    ledger: any Ledger = SQLiteLedger.inMemory(),
    mail: MailHook? = nil,
    _ life: @MainActor @Sendable (World) async throws -> Void
  ) async throws {
    let sources = try Sources(name, changing: changes)
    let time = ManualClock(Instant(milliseconds: start))
    let store = AppStoreSimulator(
      configuration: sources.products, bundleID: sources.file.blueprint.app.bundleID,
      appAppleID: sources.file.blueprint.app.appAppleID, environment: run.environment,
      chain: try run.chain ?? chain.get(),
      now: Instant(milliseconds: start), renewalRate: run.rate)
    store.setOfferKey(run.storeOfferKey ?? run.offerKey)
    try await serve(
      sources.file, time, store, ledger, identifiers, issuers: issuers,
      isProduction: isProduction, run: run, mail: mail, life)
  }

  /// Continues with another version of the blueprint, which no phone has read yet.
  func republished(
    as name: String, changing changes: KeyValuePairs<String, String>,
    _ life: @MainActor @Sendable (World) async throws -> Void
  ) async throws {
    let file = try Sources(name, changing: changes).file
    try await Self.serve(file, time, store, ledger, .counting(), life)
  }

  /// Continues with other keys of the server, or over another ledger.
  func served(
    with keys: ServerKeys, over ledger: (any Ledger)? = nil,
    _ life: @MainActor @Sendable (World) async throws -> Void
  ) async throws {
    let file = try Sources("strikelab", changing: [:]).file
    try await Self.serve(
      file, time, store, ledger ?? self.ledger, .random, keys: keys, life)
  }

  private static func serve(
    _ file: BlueprintFile, _ time: ManualClock, _ store: AppStoreSimulator, _ ledger: any Ledger,
    _ identifiers: IdentifierSource, issuers: [TokenIssuer]? = nil, isProduction: Bool = false,
    run: StoreRun = StoreRun(), keys: ServerKeys? = nil, mail: MailHook? = nil,
    _ life: @MainActor @Sendable (World) async throws -> Void
  ) async throws {
    var environments: Set<TollgateAppStore.Environment> = [.sandbox]
    if isProduction { environments.insert(.production) }
    if !run.trusted.isEmpty { environments.insert(.xcode) }
    var configuration = SimulatedBackend.Configuration(
      identifiers: identifiers, issuers: issuers, environments: environments,
      appAppleID: file.blueprint.app.appAppleID, localCertificates: run.trusted)
    configuration.offerKey = run.offerKey
    configuration.keys = keys
    configuration.mail = mail
    let backend = try await SimulatedBackend(
      file.blueprint, revision: file.revision, store: store, ledger: ledger,
      configuration: configuration
    ) { time.now }
    try await RoutedBackend.run(backend) { routed in try await life(World(time, routed)) }
  }

  /// The store's certificates, created once for all worlds.
  static let chain = Result { try SigningChain() }

  /// Advances time for the store and everything else, without notifying anyone.
  func pass(_ milliseconds: Int64) {
    time.advance(to: time.now.adding(milliseconds: milliseconds), with: store)
  }

  /// Delivers the store's notifications to the server.
  func deliverNotifications() async throws { try await routed.deliverNotifications() }

  /// Everything the server has recorded for a customer.
  func facts(of customer: Customer.ID?) async throws -> Customer {
    let id = try #require(customer)
    return try #require(try await ledger.record(of: id, in: app)).customer
  }

  /// Sends a request with a customer token; returns nil for success, or else the problem's code.
  @discardableResult
  func ask(_ endpoint: Endpoint, _ authorization: String?) async throws -> ProblemCode? {
    let authorization = try #require(authorization)
    let answer = try await routed.router.execute(
      uri: endpoint.path(app: app), method: HTTPRequest.Method(endpoint.method.rawValue) ?? .get,
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

  /// A picture that a changed blueprint may name.
  private static let picture =
    #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 300"></svg>"#

  init(_ name: String, changing changes: KeyValuePairs<String, String>) throws {
    // The repository's blueprints, and those of apps made for a test.
    let folders = ["../../Blueprints", "../Blueprints"].map {
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: $0).standardizedFileURL
    }
    let folder =
      folders.first {
        FileManager.default.fileExists(atPath: $0.appending(path: "\(name).yml").path)
      } ?? folders[0]
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
    file = try BlueprintFile.parse(
      text, name: name, files: ["art/hero.svg": Data(Self.picture.utf8)]
    ) { _ in storekit }
    self.products = try StoreKitConfiguration(json: storekit)
    let sources = self
    Self.read.withLock { $0[key] = sources }
  }
}
