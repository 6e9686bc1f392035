package import AppStore
public import Foundation
package import OpenStoreKit
import Synchronization

/// A test's hands on a simulated App Store: what it sells, what happens to purchases, and its clock.
///
/// StoreKit's interface answers out of the last session that was made, in the whole process; inside
/// ``run(isolation:_:)`` it answers out of that session alone, so that tests run in parallel. Time does
/// not pass by itself: see ``advance(by:)-(Duration)``. Safe to use from many tasks at once.
///
/// Follows <https://developer.apple.com/documentation/storekittest/sktestsession>.
///
/// ## Topics
/// - Making: ``init(configurationFileNamed:now:file:)``, ``init(contentsOf:bundleID:now:)``,
///   ``run(isolation:_:)``,
///   ``resetToDefaultState()``, ``clearTransactions()``
/// - Setting: ``storefront``, ``locale``, ``disableDialogs``, ``askToBuyEnabled``,
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

  /// What the session remembers beside the store.
  struct Journal: Sendable {
    /// Purchases that a parent declined.
    var declined: [SKTestTransaction] = []

    /// What became of purchases that waited, by their identifiers of that time.
    var resolved: [UInt: String] = [:]

    var failureError = SKError.Code.unknown
  }

  /// The last session made; it answers for the whole process, also when its test let go of it.
  private static let last = Mutex<SKTestSession?>(nil)

  /// Makes a session from a configuration file, by name.
  ///
  /// The file is looked for in the current folder, in the resources of the package's targets, and in the
  /// folder of the calling file and those above it.
  ///
  /// - Parameters:
  ///   - filename: The file's name, with or without `.storekit`.
  ///   - now: Where the clock begins; the present unless a test says otherwise.
  ///   - file: The calling file.
  /// - Throws: ``SKTestError``: `fileNotFound` says where it was looked for, `invalidURL` what is wrong in
  ///   the file.
  public convenience init(
    configurationFileNamed filename: String, now: Date = Date(), file: String = #filePath
  ) throws {
    try self.init(contentsOf: ConfigurationFile.find(filename, near: file), now: now)
  }

  /// Makes a session from a configuration file.
  ///
  /// - Parameters:
  ///   - fileURL: The file, whose extension is `storekit`.
  ///   - bundleID: The app's bundle identifier, which signed data names; a server asks for it.
  ///   - now: Where the clock begins; the present unless a test says otherwise.
  /// - Throws: ``SKTestError``: `fileNotFound`, or `invalidURL` with every mistake of the file.
  public convenience init(
    contentsOf fileURL: URL, bundleID: String = "com.example.app", now: Date = Date()
  ) throws {
    try self.init(
      configuration: ConfigurationFile.read(fileURL), bundleID: bundleID, now: now)
  }

  package init(
    configuration: StoreKitConfiguration, bundleID: String = "com.example.app", now: Date
  ) throws {
    store = try StoreSession(
      configuration: configuration, bundleID: bundleID, now: Milliseconds(now))
    journal = Mutex(Journal())
    store.open()
    Self.last.withLock { $0 = self }
  }

  /// Takes a device of a store that may have others, without opening it to the whole process.
  package init(_ store: StoreSession) {
    self.store = store
    journal = Mutex(Journal())
  }

  /// Runs code, and every task that it makes, with this session and no other.
  ///
  /// - Parameters:
  ///   - isolation: Where the code runs: where the caller does.
  ///   - body: The code.
  /// - Returns: What the code returns.
  /// - Throws: What the code throws.
  public func run<Answer>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Answer
  ) async rethrows -> Answer {
    try await store.run(isolation: isolation, body)
  }

  /// Runs code that waits for nothing, and every task that it makes, with this session and no other.
  ///
  /// - Parameter body: The code.
  /// - Returns: What the code returns.
  /// - Throws: What the code throws.
  public func run<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    try store.run(body)
  }
}

extension SKTestSession {
  /// Puts every setting and simulated error back to what the configuration file says; purchases stay.
  public func resetToDefaultState() {
    journal.withLock { $0.failureError = .unknown }
    store.resetSettings()
  }

  /// Forgets every purchase, as if the customer had never bought: introductory offers are open again.
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
