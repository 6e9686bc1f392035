public import AppStore
import Synchronization

/// An App Store in a box: it sells the products of a `.storekit` file to simulated accounts, renews on a
/// clock that moves only when told, and signs everything as the App Store does.
///
/// The same configuration, seed and actions at the same instants give the same transactions, renewal
/// infos and notifications, byte for byte but for certificates and signatures. Safe to use from many
/// tasks at once.
///
/// ## Topics
/// - Time: ``now``, ``nextEvent``, ``advance(to:)``
/// - Buying: ``purchase(_:by:appAccountToken:outcome:)``, ``purchase(_:by:options:outcome:)``,
///   ``approve(_:)``, ``decline(_:)``
/// - What the customer does: ``cancel(_:group:)``, ``resume(_:group:)``,
///   ``acceptPriceIncrease(_:group:)``, ``requestRefund(_:reason:)``, ``share(_:with:)``,
///   ``stopSharing(_:with:)``
/// - What the store does: ``renewNow(_:group:)``, ``expireNow(_:group:)``, ``refund(_:reason:)``,
///   ``refundShare(_:share:reason:)``, ``declineRefund(_:)``, ``reverseRefund(_:)``,
///   ``setBillingFailing(_:for:)``, ``setAsksToBuy(_:for:)``,
///   ``setStorefront(_:for:)``
/// - What the developer does: ``setPrice(_:of:needsConsent:)``, ``setOnSale(_:_:)``,
///   ``extendRenewal(of:days:)``, ``extendRenewals(of:days:requestID:storefronts:)``
/// - What a device asks: ``transactions(of:)``, ``currentEntitlements(of:)``, ``conditions(of:)``,
///   ``unfinishedTransactions(of:)``, ``updates(of:after:)``
/// - What a server receives and asks: ``notifications(after:)``, ``sendTestNotification()``,
///   ``changes(of:)``, ``account(owning:)``,
///   ``setAppAccountToken(_:of:)``
public final class AppStoreSimulator: Sendable {
  /// How many notifications, and how many updates, are kept unless told otherwise.
  public static let defaultHistoryLimit = 100_000

  /// The products on sale.
  public let configuration: StoreKitConfiguration

  /// The bundle identifier of the app that sells them.
  public let bundleID: String

  /// The environment that signed data names.
  public let environment: Environment

  /// The country and currency of prices.
  public let storefront: Storefront

  /// The chain that signs; a verifier pins its root.
  public let chain: SigningChain

  /// How many notifications, and how many updates, are kept; older ones are forgotten.
  public let historyLimit: Int

  private let book: Mutex<StoreBook>

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - configuration: The products; its settings decide what new accounts can do.
  ///   - bundleID: The bundle identifier of the app.
  ///   - appAppleID: Apple's number for the app, which notifications of production carry.
  ///   - environment: The environment that signed data names.
  ///   - storefront: The country and currency of prices.
  ///   - chain: The chain that signs.
  ///   - seed: What identifiers follow from.
  ///   - now: Where the store's clock begins.
  ///   - renewalRate: How fast subscriptions renew.
  ///   - gracePeriod: How long access goes on unpaid; nil takes 16 days when the configuration asks for
  ///     a grace period and none otherwise.
  ///   - historyLimit: How many notifications, and how many updates, to keep, at least 1; a million take
  ///     about 0.5 GB.
  public init(
    configuration: StoreKitConfiguration, bundleID: String, appAppleID: Int64? = nil,
    environment: Environment = .sandbox, storefront: Storefront = .usa, chain: SigningChain,
    seed: UInt64 = 1, now: Milliseconds, renewalRate: RenewalRate = .realTime,
    gracePeriod: GracePeriod? = nil, historyLimit: Int = defaultHistoryLimit
  ) {
    self.configuration = configuration
    self.bundleID = bundleID
    self.environment = environment
    self.storefront = storefront
    self.chain = chain
    self.historyLimit = max(1, historyLimit)
    let grace =
      gracePeriod ?? (configuration.settings.hasBillingGracePeriod ? .sixteenDays : .off)
    let setting = StoreBook.Setting(
      configuration: configuration, bundleID: bundleID, appAppleID: appAppleID,
      environment: environment, storefront: storefront,
      terms: SubscriptionLife.Terms(rate: renewalRate, gracePeriod: grace), chain: chain,
      historyLimit: self.historyLimit)
    book = Mutex(StoreBook(setting, seed: seed, now: now))
  }

  func read<Answer: Sendable>(_ question: (borrowing StoreBook) -> Answer) -> Answer {
    book.withLock { question($0) }
  }

  /// Changes the book, and lets everything happen that is due at once.
  func write<Answer: Sendable>(_ change: (inout StoreBook) -> Answer) -> Answer {
    book.withLock { book in
      let answer = change(&book)
      book.advance(to: book.now)
      return answer
    }
  }
}

extension AppStoreSimulator {
  /// The store's clock.
  public var now: Milliseconds { read { $0.now } }

  /// When something happens next by itself; nil when nothing will.
  public var nextEvent: Milliseconds? { read { $0.nextEvent } }

  /// Lets time pass: renewals, failed payments and ends happen in order, each at its instant.
  ///
  /// An event is due at its instant itself. An instant before ``now`` changes nothing.
  public func advance(to instant: Milliseconds) {
    write { $0.advance(to: instant) }
  }
}
