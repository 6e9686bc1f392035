import AppStoreSimulator
public import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
public import OpenStoreKitTest
import Synchronization
public import Tollgate
import TollgateAppStore
import TollgateBlueprints
public import TollgateClient
import TollgateLedger
import TollgateServer
import TollgateWire

/// The environment of an app in a test: its own server without a socket, a simulated App Store, and phones, on one
/// clock.
///
/// Time is the store's: nothing happens until ``advance(by:)`` moves it. Identifiers are counted, so every run of a
/// test is the same. On Linux the phones buy through `OpenStoreKit`; on a Mac they would use Apple's store.
///
/// ## Topics
/// - Starting: ``run(blueprint:now:file:_:)``
/// - Phones: ``phone(_:)``, ``isOnline``
/// - The store: ``store``, ``deliverNotifications()``
/// - Time: ``now``, ``advance(by:)``
public final class TestServer: Sendable {
  /// The store that the phones buy from, and the test's control over it.
  public let store: SKTestSession
  /// The app's blueprint.
  public let blueprint: Blueprint
  /// The key that the server signs its responses with, in Base64.
  public let serverKey: String

  let router: any TestClientProtocol
  private let journal = Mutex(Journal())

  private struct Journal {
    var isOnline = true
    var names = 0
    var delivered = 0
  }

  private init(
    _ store: SKTestSession, _ blueprint: Blueprint, _ serverKey: String,
    _ router: any TestClientProtocol
  ) {
    self.store = store
    self.blueprint = blueprint
    self.serverKey = serverKey
    self.router = router
  }

  /// Serves an app for the duration of a test, while its store backs StoreKit's interface.
  ///
  /// - Parameters:
  ///   - blueprint: The blueprint's path, from the current folder or from one above the calling file. The `.storekit`
  ///     file it names is read too.
  ///   - now: The start of the clock.
  ///   - file: The calling file.
  ///   - test: The test.
  /// - Throws: ``TestServerError``, `BlueprintFileError` with every mistake in the blueprint, or what the test throws.
  public static func run(
    blueprint: String, now: Date = Date(timeIntervalSince1970: 1_772_355_600),
    file: String = #filePath, _ test: @MainActor @Sendable (TestServer) async throws -> Void
  ) async throws {
    let path = try find(blueprint, near: file)
    let source = try BlueprintFile.load(path: path.path)
    guard let storekit = source.storekit else { throw TestServerError.noProducts(blueprint) }
    let app = source.blueprint.app
    let store = try SKTestSession(
      contentsOf: path.deletingLastPathComponent().appendingPathComponent(storekit),
      bundleID: app.bundleID, now: now)
    let service = try await TollgateService(
      apps: [
        AppConfiguration(
          blueprint: source.blueprint, revision: source.revision,
          verifier: SignedDataVerifier(
            roots: [store.rootCertificate], bundleID: app.bundleID, environments: [.xcode]))
      ], ledger: MemoryLedger(), clock: { Instant(milliseconds: store.milliseconds) },
      identifiers: .counting(), passwordCost: .negligible)
    var logger = Logger(label: "TollgateTest")
    logger.logLevel = .error
    let application = Application(router: makeRouter(service), logger: logger)
    try await application.test(.router) { router in
      let server = TestServer(store, source.blueprint, service.answerKey.base64, router)
      try await store.run { try await test(server) }
    }
  }

  /// Starts the app on a phone; with an existing phone's storage it is the same phone, restarted.
  ///
  /// - Parameter storage: The phone's storage; a new phone's by default.
  /// - Returns: The app's client, which has not been launched yet.
  @MainActor
  public func phone(_ storage: MemoryDeviceStorage = MemoryDeviceStorage()) -> TollgateClient {
    TollgateClient(
      TollgateClient.Configuration(
        app: blueprint.app.id, serverKey: serverKey, transport: TestTransport(server: self),
        store: StoreKitStore(), storage: storage,
        uptime: { [store] in .milliseconds(store.milliseconds) },
        makeID: { [self] in makeName() }))
  }

  /// Whether the phones can reach the server; the store is always reachable.
  public var isOnline: Bool {
    get { journal.withLock { $0.isOnline } }
    set { journal.withLock { $0.isOnline = newValue } }
  }

  /// The current time, shared by everything.
  public var now: Date { store.now }

  /// Advances time for everything, and notifies the server of what the store did meanwhile.
  ///
  /// A phone notices it through `TollgateClient.timePassed()`.
  ///
  /// - Parameter duration: How far.
  /// - Throws: ``TestServerError`` if the server refused a notification.
  public func advance(by duration: Duration) async throws {
    store.advance(by: duration)
    try await deliverNotifications()
  }

  /// Delivers all of the store's pending notifications to the server, in order: purchases, renewals, refunds.
  ///
  /// - Throws: ``TestServerError`` if the server refused one.
  public func deliverNotifications() async throws {
    let delivered = journal.withLock { $0.delivered }
    for notification in store.store.simulator.notifications(after: delivered) {
      let body = try JSONEncoder().encode(NotificationRequest(signedPayload: notification.jws))
      let answer = try await router.execute(
        uri: Endpoint.appStoreNotifications.path(app: blueprint.app.id), method: .post,
        body: ByteBuffer(bytes: body))
      guard answer.status == .ok else {
        throw TestServerError.notificationRefused(Int(answer.status.code))
      }
      journal.withLock { $0.delivered = notification.sequence }
    }
  }

  /// A new counted identifier in the form of a UUID.
  private func makeName() -> String {
    let number = String(
      journal.withLock { journal in
        journal.names += 1
        return journal.names
      })
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - number.count) + number
  }

  private static func find(_ blueprint: String, near file: String) throws -> URL {
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    var candidates = [URL(fileURLWithPath: blueprint)]
    while folder.path != "/" {
      candidates.append(folder.appendingPathComponent(blueprint))
      folder = folder.deletingLastPathComponent()
    }
    let found = candidates.first { FileManager.default.fileExists(atPath: $0.path) }
    guard let found else { throw TestServerError.noBlueprint(blueprint) }
    return found
  }
}

extension SKTestSession {
  fileprivate var milliseconds: Int64 { Int64((now.timeIntervalSince1970 * 1000).rounded()) }
}
