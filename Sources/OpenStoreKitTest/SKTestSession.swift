public import Foundation
package import OpenStoreKit
package import TollgateAppStore
import TollgateMutex

/// A test's control over a simulated App Store: its products, the fate of purchases, and its clock.
///
/// The last session created backs StoreKit's interface in the whole process; inside ``run(isolation:_:)`` only that
/// session does, so that tests can run in parallel. Time does not pass by itself: see ``advance(by:)-(Duration)``. Safe
/// to use from many tasks concurrently.
///
/// Follows <https://developer.apple.com/documentation/storekittest/sktestsession>.
///
/// ## Topics
/// - Creating: ``init(configurationFileNamed:now:file:)``, ``init(contentsOf:bundleID:now:)``,
///   ``run(isolation:_:)``,
///   ``resetToDefaultState()``, ``clearTransactions()``
/// - Settings: ``storefront``, ``locale``, ``disableDialogs``, ``askToBuyEnabled``,
///   ``interruptedPurchasesEnabled``, ``billingGracePeriodIsEnabled``,
///   ``shouldEnterBillingRetryOnRenewal``, ``timeRate``, ``setSimulatedError(_:forAPI:)``
/// - Purchases elsewhere: ``buyProduct(identifier:options:)``, ``refundTransaction(identifier:)``,
///   ``allTransactions()``
/// - Subscriptions: ``expireSubscription(productIdentifier:)``,
///   ``forceRenewalOfSubscription(productIdentifier:)``
/// - Time: ``now``, ``advance(by:)-(Duration)``, ``nextEvent``, ``relaunch()``, ``settled(listeners:)``
public final class SKTestSession: Sendable {
  /// The simulated device and store.
  package let store: StoreSession

  let journal: Mutex<Journal>

  /// The session's own state, in addition to the store's.
  struct Journal: Sendable {
    /// Purchases that a parent declined.
    var declined: [SKTestTransaction] = []

    /// The transactions that pending purchases became, by their identifiers while pending.
    var resolved: [UInt: String] = [:]

    var failureError = SKError.Code.unknown
  }

  /// The last session created, which serves the whole process even after its test has released it.
  private static let last = Mutex<SKTestSession?>(nil)

  /// Creates a session from a configuration file, by name.
  ///
  /// The file is searched for in the resources of the calling file's target, in the folder of the calling file and its
  /// parents, in the current folder, and last in the resources of the package's other targets.
  ///
  /// - Parameters:
  ///   - filename: The file's name, with or without `.storekit`.
  ///   - now: The start of the clock; the current time by default.
  /// - Throws: ``SKTestError``: `fileNotFound` says if it was searched for, `invalidURL` what is wrong in the file.
  public convenience init(
    configurationFileNamed filename: String, now: Date = Date(), file: String = #filePath
  ) throws {
    try self.init(contentsOf: ConfigurationFile.find(filename, near: file), now: now)
  }

  /// Creates a session from a configuration file.
  ///
  /// - Parameters:
  ///   - fileURL: The file, whose extension is `storekit`.
  ///   - bundleID: The app's bundle identifier, which signed data names and a server requires.
  ///   - now: The start of the clock; the current time by default.
  /// - Throws: ``SKTestError``: `fileNotFound`, or `invalidURL` with every mistake in the file.
  public convenience init(
    contentsOf fileURL: URL, bundleID: String = "com.example.app", now: Date = Date()
  ) throws {
    try self.init(
      configuration: ConfigurationFile.read(fileURL), bundleID: bundleID, now: now)
  }

  package init(
    configuration: StoreKitConfiguration, bundleID: String = "com.example.app",
    appAppleID: Int64? = nil, now: Date
  ) throws {
    store = try StoreSession(
      configuration: configuration, bundleID: bundleID, appAppleID: appAppleID, now: Instant(now))
    journal = Mutex(Journal())
    store.open()
    Self.last.withLock { $0 = self }
  }

  /// Wraps a device of a store that may have others, without opening it for the whole process.
  package init(_ store: StoreSession) {
    self.store = store
    journal = Mutex(Journal())
  }

  /// Runs code, and every task that it creates, with this session and no other.
  ///
  /// - Parameter isolation: The caller's isolation, in which the code runs.
  public func run<Answer>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Answer
  ) async rethrows -> Answer {
    try await store.run(isolation: isolation, body)
  }

  /// Runs synchronous code, and every task that it creates, with this session and no other.
  public func run<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    try store.run(body)
  }
}

extension SKTestSession {
  /// Resets every setting and simulated error to the configuration file's; purchases stay.
  public func resetToDefaultState() {
    journal.withLock { $0.failureError = .unknown }
    store.resetSettings()
  }

  /// Deletes every purchase, as if the customer had never bought; introductory offers are available again.
  ///
  /// Settings stay; see ``resetToDefaultState()``.
  public func clearTransactions() {
    journal.withLock { journal in
      journal.declined = []
      journal.resolved = [:]
    }
    store.signIn()
  }
}
