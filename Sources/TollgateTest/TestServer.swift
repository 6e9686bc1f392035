import AppStoreSimulator
public import Foundation
import Logging
public import OpenStoreKitTest
public import Tollgate
import TollgateAppStore
import TollgateBlueprints
public import TollgateClient
import TollgateMutex
import TollgateServer
import TollgateSimulation

/// The environment of an app in a test: its own server without a socket, a simulated App Store, and phones, on one
/// clock.
///
/// Time is the store's: nothing happens until ``advance(by:)`` moves it. Identifiers are counted, so every run of a
/// test is the same. On Linux the phones buy through `OpenStoreKit`; on a Mac they would use Apple's store.
///
/// ## Topics
/// - Starting: ``run(blueprint:now:file:_:)``
/// - Phones: ``phone(_:)``, ``isOnline``
/// - The store: ``store``, ``deliverNotifications()``, ``setAppPurchase(version:platform:at:)``
/// - Time: ``now``, ``advance(by:)``
public final class TestServer: Sendable {
  /// The store that the phones buy from, and the test's control over it.
  public let store: SKTestSession
  /// The server behind its router.
  let routed: RoutedBackend
  private let online = Mutex(true)
  private let ids = CountedIDs()

  private init(_ store: SKTestSession, _ routed: RoutedBackend) {
    self.store = store
    self.routed = routed
  }

  public var blueprint: Blueprint { routed.backend.blueprint }
  /// The key that the server signs its responses with, in Base64.
  public var serverKey: String { routed.backend.serverKey }

  /// Serves an app for the duration of a test, while its store backs StoreKit's interface.
  ///
  /// - Parameters:
  ///   - blueprint: The blueprint's path, from the current folder or from one above the calling file. The files it
  ///     names are read too.
  ///   - now: The start of the clock.
  /// - Throws: ``TestServerError``, `BlueprintFileError` with every mistake in the blueprint, or what the test throws.
  public static func run(
    blueprint: String, now: Date = Date(timeIntervalSince1970: 1_772_355_600),
    file: String = #filePath, _ test: @MainActor @Sendable (TestServer) async throws -> Void
  ) async throws {
    let path = try find(blueprint, near: file)
    let source = try BlueprintFile.load(path: path.path)
    guard let products = source.store else { throw TestServerError.noProducts(blueprint) }
    let appleID = source.blueprint.app.appAppleID ?? 1
    let store = try SKTestSession(
      configuration: products, bundleID: source.blueprint.app.bundleID, appAppleID: appleID,
      now: now)
    // Only production says who bought the app.
    var configuration = SimulatedBackend.Configuration(
      environments: [.xcode, .production], appAppleID: appleID)
    configuration.offerKey = AppStoreKey(simulated: "test")
    let backend = try await SimulatedBackend(
      source.blueprint, revision: source.revision, store: store.store.simulator,
      configuration: configuration)
    try await RoutedBackend.run(backend, logLevel: .error) { routed in
      try await store.run { try await test(TestServer(store, routed)) }
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
        uptime: { [routed] in .milliseconds(routed.backend.now.milliseconds) },
        makeID: ids.next))
  }

  /// Whether the phones can reach the server; the store is always reachable.
  public var isOnline: Bool {
    get { online.withLock { $0 } }
    set { online.withLock { $0 = newValue } }
  }

  /// The current time, shared by everything.
  public var now: Date { store.now }

  /// Advances time for everything, and notifies the server of what the store did in that time.
  ///
  /// A phone notices it through `TollgateClient.reevaluate()`.
  ///
  /// - Throws: ``TestServerError`` if the server refused a notification.
  public func advance(by duration: Duration) async throws {
    store.advance(by: duration)
    try await deliverNotifications()
  }

  /// Delivers all of the store's pending notifications to the server, in order: purchases, renewals, refunds.
  ///
  /// - Throws: ``TestServerError`` if the server refused one.
  public func deliverNotifications() async throws {
    try await routed.deliverNotifications()
  }

  /// Has the store account have bought the app itself, in production; its phones report that at their next launch.
  ///
  /// - Parameters:
  ///   - version: The version that was current: the build number, and on macOS the app's version.
  ///   - date: When it was bought.
  public func setAppPurchase(
    version: String, platform: AppDownload.Platform = .iOS, at date: Date
  ) {
    store.store.simulator.setAppPurchase(
      AppPurchase(
        version: version, platform: PurchasePlatform(rawValue: platform.rawValue),
        date: Instant(date), environment: .production), for: store.store.account)
  }

  /// Has a parent withdraw consent to the store account's use of the app, and notifies the server.
  ///
  /// A phone notices it when it next confirms its state, such as through `TollgateClient.refresh()`.
  ///
  /// - Throws: ``TestServerError`` if the server refused the notification.
  public func withdrawConsent() async throws {
    store.store.simulator.rescindConsent(of: store.store.account)
    try await deliverNotifications()
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
