public import TollgateAppStore
import TollgateMutex

/// A simulated App Store: it sells the products of a `.storekit` file to simulated accounts, renews subscriptions on a
/// clock that moves only on request, and signs everything as the App Store does.
///
/// The same configuration, seed and actions at the same instants give the same transactions, renewal infos and
/// notifications, byte for byte except for certificates and signatures. Safe to use from many tasks concurrently.
///
/// ## Topics
/// - Time: ``now``, ``nextEvent``, ``advance(to:)``
/// - Any action as a value: ``StoreAction``, ``perform(_:for:)``
/// - Buying: ``purchase(_:by:appAccountToken:outcome:)``, ``purchase(_:by:options:outcome:)``,
///   ``approve(_:)``, ``decline(_:)``
/// - The customer's actions: ``cancel(_:group:)``, ``resume(_:group:)``,
///   ``acceptPriceIncrease(_:group:)``, ``requestRefund(_:reason:)``, ``share(_:with:)``,
///   ``stopSharing(_:with:)``
/// - The store's actions: ``renewNow(_:group:)``, ``expireNow(_:group:)``, ``refund(_:reason:)``,
///   ``refundShare(_:share:reason:)``, ``declineRefund(_:)``, ``reverseRefund(_:)``,
///   ``setBillingFailing(_:for:)``, ``setAsksToBuy(_:for:)``,
///   ``setStorefront(_:for:)``
/// - The developer's actions: ``setPrice(_:of:needsConsent:)``, ``setOnSale(_:_:)``,
///   ``extendRenewal(of:days:)``, ``extendRenewals(of:days:requestID:storefronts:)``
/// - A device's queries: ``transactions(of:)``, ``currentEntitlements(of:)``, ``conditions(of:)``,
///   ``unfinishedTransactions(of:)``, ``updates(of:after:)``
/// - A server's notifications and queries: ``notifications(after:)``, ``sendTestNotification()``,
///   ``changes(of:)``, ``account(owning:)``,
///   ``setAppAccountToken(_:of:)``
public final class AppStoreSimulator: Sendable {
  /// The default number of notifications, and of updates, that are kept.
  public static let defaultHistoryLimit = 100_000

  /// The products on sale.
  public let configuration: StoreKitConfiguration

  /// The bundle identifier of the app that sells them.
  public let bundleID: String

  /// The environment named in signed data.
  public let environment: Environment

  /// The country and currency of prices.
  public let storefront: Storefront

  /// The signing chain; a verifier pins its root.
  public let chain: SigningChain

  /// How many notifications, and how many updates, are kept; older ones are dropped.
  public let historyLimit: Int

  private let book: Mutex<StoreBook>

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - configuration: The products, and the settings of new accounts.
  ///   - bundleID: The bundle identifier of the app.
  ///   - appAppleID: The app's Apple ID, which production notifications carry.
  ///   - storefront: The country and currency of prices; nil takes the configuration's country.
  ///   - seed: The seed from which identifiers are derived.
  ///   - now: The start of the store's clock.
  ///   - renewalRate: The speed at which subscriptions renew.
  ///   - gracePeriod: How long access continues without payment; nil means 16 days if the configuration enables a grace
  ///     period, and none otherwise.
  ///   - historyLimit: How many notifications, and how many updates, to keep, at least 1; a million take about 0.5 GB.
  public init(
    configuration: StoreKitConfiguration, bundleID: String, appAppleID: Int64? = nil,
    environment: Environment = .sandbox, storefront: Storefront? = nil, chain: SigningChain,
    seed: UInt64 = 1, now: Instant, renewalRate: RenewalRate = .realTime,
    gracePeriod: GracePeriod? = nil, historyLimit: Int = defaultHistoryLimit
  ) {
    self.configuration = configuration
    self.bundleID = bundleID
    self.environment = environment
    self.storefront = storefront ?? Storefront(country: configuration.settings.storefront)
    self.chain = chain
    self.historyLimit = max(1, historyLimit)
    let grace =
      gracePeriod ?? (configuration.settings.hasBillingGracePeriod ? .sixteenDays : .off)
    let settings = StoreSettings(
      configuration: configuration, bundleID: bundleID, appAppleID: appAppleID,
      environment: environment, storefront: self.storefront,
      terms: SubscriptionLifecycle.Terms(rate: renewalRate, gracePeriod: grace), chain: chain,
      historyLimit: self.historyLimit)
    book = Mutex(StoreBook(settings, seed: seed, now: now))
  }

  func read<Answer: Sendable>(_ question: (borrowing StoreBook) -> Answer) -> Answer {
    book.withLock { question($0) }
  }

  /// Changes the book, and processes everything that is then due.
  func write<Answer: Sendable>(_ change: (inout StoreBook) -> Answer) -> Answer {
    book.withLock { book in
      let answer = change(&book)
      book.advance(to: book.now)
      return answer
    }
  }
}

extension AppStoreSimulator {
  public var now: Instant { read { $0.now } }

  /// The instant of the next scheduled event, or nil if there isn't one.
  public var nextEvent: Instant? { read { $0.subscriptions.nextEvent?.due } }

  /// Advances time: renewals, failed payments and ends happen in order, each at its instant.
  ///
  /// An event is due at its own instant. An instant before ``now`` changes nothing.
  public func advance(to instant: Instant) {
    write { $0.advance(to: instant) }
  }
}
