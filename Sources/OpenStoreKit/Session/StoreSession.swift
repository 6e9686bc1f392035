package import AppStoreSimulator
import Foundation
package import TollgateAppStore
import TollgateMutex

/// One simulated device and its Apple Account, on one simulated App Store.
///
/// StoreKit's interface is backed by a session. Time is the store's: nothing happens until it is advanced. Safe to use
/// from many tasks concurrently; listeners are notified of everything done through it, in order.
package final class StoreSession: Sendable {
  package let simulator: AppStoreSimulator

  /// The products and settings that the session was created with.
  package let configuration: StoreKitConfiguration

  /// The version of the app, as the app transaction names it.
  package let appVersion: String

  /// When the app was downloaded.
  package let installed: Instant

  let journal: Mutex<Journal>
  let updates = Feed<VerificationResult<Transaction>>()
  let statuses = Feed<Product.SubscriptionInfo.Status>()
  let storefronts = Feed<Storefront>()
  let intents = Feed<PurchaseIntent>()
  let messages = Feed<Message>()

  /// What stands behind the payment queue of the original interface.
  let payments: PaymentLine
  let paymentQueue: SKPaymentQueue

  /// What changes during the session.
  struct Journal: Sendable {
    var account: AccountID
    var settings: Settings
    var failures: [Operation: any Error]
    var verificationFailure: VerificationFailure?

    /// The last update of the store that listeners were notified of.
    var lastUpdate = 0

    /// The conditions of the account's subscriptions that listeners were notified of.
    var conditions: [SubscriptionCondition] = []

    /// The purchases that this launch of the app made and received as results, unless they have changed since.
    var boughtHere: Set<String> = []

    /// The purchases for which the customer has requested a refund.
    var refundRequests: Set<String> = []

    /// The transactions that a test has deleted.
    var deleted: Set<String> = []

    /// How many times the app called `AppStore.sync()`, which shows a sign-in on a device.
    var syncs = 0

    /// What the system has shown over the app, in order.
    var sheets: [Sheet] = []

    /// The order of the promoted products on the app's page, and which of them are hidden; empty for the store's own.
    var promotions: [Product.PromotionInfo] = []
  }

  /// Creates a session with a new account without purchases.
  ///
  /// - Parameters:
  ///   - configuration: The products, and the initial settings.
  ///   - bundleID: The bundle identifier of the app.
  ///   - appAppleID: The app's Apple ID, which data of production names.
  ///   - environment: The environment named in signed data.
  ///   - chain: The signing chain; nil creates one from the seed.
  ///   - seed: The seed from which identifiers are derived.
  ///   - renewalRate: The speed at which subscriptions renew; nil uses the configuration's.
  /// - Throws: The error of ``SigningChain/init(seed:)``.
  package convenience init(
    configuration: StoreKitConfiguration, bundleID: String = "com.example.app",
    appAppleID: Int64? = nil, environment: Environment = .xcode, chain: SigningChain? = nil,
    seed: UInt64 = 1, now: Instant, renewalRate: RenewalRate? = nil, appVersion: String = "1"
  ) throws {
    // The session keeps these settings itself, so that they can change.
    var sold = configuration
    sold.settings.failsTransactions = false
    sold.settings.asksToBuy = false
    sold.settings.hasBillingIssues = false
    let simulator = AppStoreSimulator(
      configuration: sold, bundleID: bundleID, appAppleID: appAppleID, environment: environment,
      chain: try chain ?? SigningChain(seed: seed), seed: seed, now: now)
    var settings = Settings(configuration.settings)
    if let renewalRate { settings.renewalRate = renewalRate }
    let account = simulator.makeAccount()
    self.init(simulator, account, configuration, settings, appVersion: appVersion)
    settings.apply(to: simulator, account)
    settings.applyTerms(to: simulator)
  }

  /// Creates a session for an additional device on an existing store.
  ///
  /// It receives later events each time it performs an action or is asked to ``catchUp()``. The store's renewal rate
  /// and grace period stay as they are.
  ///
  /// - Parameter simulator: The store, which keeps its own configuration.
  package convenience init(joining simulator: AppStoreSimulator, as account: AccountID) {
    let configuration = simulator.configuration
    var settings = Settings(configuration.settings)
    settings.renewalRate = simulator.renewalRate
    settings.hasGracePeriod = simulator.gracePeriod != .off
    self.init(simulator, account, configuration, settings, appVersion: "1")
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
    let payments = PaymentLine()
    self.payments = payments
    paymentQueue = SKPaymentQueue(payments)
    payments.session = self
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
    messages.end()
  }
}

extension StoreSession {
  /// The account that the device is signed in with.
  package var account: AccountID { read { $0.account } }

  /// The store's clock.
  package var now: Instant { simulator.now }

  /// The store's clock as a Foundation date.
  package var currentDate: Date { now.date }

  /// The settings of the device and the account.
  package var settings: Settings { read { $0.settings } }

  /// Changes settings; listeners are notified of a changed storefront.
  package func change(_ change: (inout Settings) -> Void) {
    let moved = journal.withLock { journal -> Storefront? in
      let earlier = journal.settings
      change(&journal.settings)
      journal.settings.apply(to: simulator, journal.account)
      journal.settings.applyTerms(to: simulator, after: earlier)
      tell(&journal)
      return journal.settings.storefront == earlier.storefront ? nil : journal.settings.storefront
    }
    if let moved {
      storefronts.publish(moved)
      payments.changeStorefront()
    }
  }
}
