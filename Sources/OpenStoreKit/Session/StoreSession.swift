package import AppStore
package import AppStoreSimulator
import Foundation
import Synchronization

/// One simulated device and its Apple Account, over one simulated App Store.
///
/// StoreKit's interface answers out of a session. Time is the store's: nothing happens until it is moved.
/// Safe to use from many tasks at once; what is done through it is told to the listeners in order.
package final class StoreSession: Sendable {
  /// The store.
  package let simulator: AppStoreSimulator

  /// The products and settings that the session was made with.
  package let configuration: StoreKitConfiguration

  /// The version of the app, as the app transaction names it.
  package let appVersion: String

  /// When the app was downloaded.
  let installed: Milliseconds

  let journal: Mutex<Journal>
  let updates = Feed<VerificationResult<Transaction>>()
  let statuses = Feed<Product.SubscriptionInfo.Status>()
  let storefronts = Feed<Storefront>()
  let intents = Feed<PurchaseIntent>()

  /// What changes while the session lives.
  struct Journal: Sendable {
    var account: AccountID
    var settings: Settings
    var failures: [Operation: any Error]
    var verificationFailure: VerificationFailure?

    /// The last update of the store that was told.
    var lastUpdate = 0

    /// The conditions of the account's subscriptions that were told.
    var conditions: [SubscriptionCondition] = []

    /// What this launch of the app bought itself and so got as a result, unless it has changed since.
    var boughtHere: Set<String> = []

    /// The purchases of which the customer has asked for a refund.
    var refundRequests: Set<String> = []

    /// The transactions that a test has deleted.
    var deleted: Set<String> = []
  }

  /// Makes a session with an account of its own that has bought nothing.
  ///
  /// - Parameters:
  ///   - configuration: The products; its settings hold until others are set.
  ///   - bundleID: The bundle identifier of the app.
  ///   - environment: The environment that signed data names.
  ///   - chain: The chain that signs; nil makes one from the seed.
  ///   - seed: What identifiers follow from.
  ///   - now: Where the clock begins.
  ///   - renewalRate: How fast subscriptions renew; nil leaves it to the configuration.
  ///   - appVersion: The version of the app.
  /// - Throws: What ``SigningChain/init(seed:)`` throws.
  package convenience init(
    configuration: StoreKitConfiguration, bundleID: String = "com.example.app",
    environment: Environment = .xcode, chain: SigningChain? = nil, seed: UInt64 = 1,
    now: Milliseconds, renewalRate: RenewalRate? = nil, appVersion: String = "1"
  ) throws {
    // The session has these settings itself, so that they can change.
    var sold = configuration
    sold.settings.failsTransactions = false
    sold.settings.asksToBuy = false
    sold.settings.hasBillingIssues = false
    let simulator = AppStoreSimulator(
      configuration: sold, bundleID: bundleID, environment: environment,
      chain: try chain ?? SigningChain(seed: seed), seed: seed, now: now)
    var settings = Settings(configuration.settings)
    if let renewalRate { settings.renewalRate = renewalRate }
    let account = simulator.makeAccount()
    self.init(simulator, account, configuration, settings, appVersion: appVersion)
    settings.apply(to: simulator, account)
  }

  /// Makes a session of one more device on a store that is there already.
  ///
  /// It hears what happens from now on, each time that it does something or is asked to ``catchUp()``.
  ///
  /// - Parameters:
  ///   - simulator: The store, whose terms are those of its configuration.
  ///   - account: The account that the device is signed in with.
  package convenience init(joining simulator: AppStoreSimulator, as account: AccountID) {
    let configuration = simulator.configuration
    self.init(
      simulator, account, configuration, Settings(configuration.settings), appVersion: "1")
    signIn(account)
  }

  private init(
    _ simulator: AppStoreSimulator, _ account: AccountID, _ configuration: StoreKitConfiguration,
    _ settings: Settings, appVersion: String
  ) {
    self.simulator = simulator
    self.configuration = configuration
    self.appVersion = appVersion
    installed = simulator.now
    journal = Mutex(
      Journal(
        account: account, settings: settings,
        failures: Operation.failing(in: configuration.settings),
        verificationFailure: Operation.verificationFails(in: configuration.settings)
          ? .invalidSignature : nil))
  }

  deinit {
    endListening()
  }

  func read<Answer: Sendable>(_ question: (Journal) -> Answer) -> Answer {
    journal.withLock { question($0) }
  }

  func endListening() {
    updates.end()
    statuses.end()
    storefronts.end()
    intents.end()
  }
}

extension StoreSession {
  /// The account that the device is signed in with.
  package var account: AccountID { read { $0.account } }

  /// The store's clock.
  package var now: Milliseconds { simulator.now }

  /// The store's clock as Foundation has it.
  package var currentDate: Date { now.date }

  /// What is set on the device and in the account.
  package var settings: Settings { read { $0.settings } }

  /// Changes settings; a changed storefront is told to the listeners.
  package func change(_ change: (inout Settings) -> Void) {
    let moved = journal.withLock { journal -> Storefront? in
      let earlier = journal.settings
      change(&journal.settings)
      journal.settings.apply(to: simulator, journal.account)
      tell(&journal)
      return journal.settings.storefront == earlier.storefront ? nil : journal.settings.storefront
    }
    if let moved { storefronts.publish(moved) }
  }
}
