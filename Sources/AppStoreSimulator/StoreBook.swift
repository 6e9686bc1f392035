import TollgateAppStore

/// The state of a simulated store; the simulator keeps one behind a lock.
///
/// What can number in the millions is stored as records of numbers: accounts, subscriptions, transactions, renewal
/// infos, updates and notifications. Payloads are created from them on request.
///
/// Nothing in it reads a clock or a random source, and nothing depends on the order of a dictionary: what happens to
/// several accounts happens in the order of their names. The same events therefore give the same identifiers and
/// payloads.
struct StoreBook: Sendable {
  var settings: StoreSettings
  var now: Instant
  var ids: StoreIdentifiers
  var priceList: PriceList
  var accounts: AccountTable
  var subscriptions = SubscriptionTable()
  var transactions = TransactionTable()
  var shared = SharedPurchases()
  var seatClaims = SeatClaims()
  var pending = PendingPurchases()

  /// The one-time codes of offers, by their text.
  var oneTimeCodes: [String: OneTimeCode] = [:]

  /// The app account tokens that records refer to by number.
  var tokens = NumberedTable<String>()

  /// The refunds and revocations that records refer to by number, in the order in which they happened.
  var revocations = NumberedTable<Revocation>()

  /// Purchases for which the customer has requested a refund that was not declined.
  var refundRequests: Set<TransactionNumber> = []

  /// The results of completed requests to extend many renewal dates.
  var massExtensions: [MassExtensionRequest: NotificationPayload.Summary] = [:]

  var journal: StoreJournal
  let signatures = SignatureCache()

  init(_ settings: StoreSettings, seed: UInt64, now: Instant) {
    self.settings = settings
    self.now = now
    ids = StoreIdentifiers(seed: seed)
    priceList = PriceList(Catalog(settings.configuration))
    accounts = AccountTable(
      settings: settings.configuration.settings, storefront: settings.storefront)
    journal = StoreJournal(limit: settings.historyLimit)
  }

  var catalog: Catalog { priceList.catalog }

  /// Adds or updates a subscription, and schedules its next event.
  mutating func set(_ subscription: SubscriptionLifecycle, for key: SubscriptionKey) {
    subscriptions.set(subscription, for: key, account: accounts[key.account].id)
  }

  /// The keys of an account's subscriptions, by group; in a group the account's own comes before a shared one.
  func keys(of account: AccountNumber) -> [SubscriptionKey] {
    catalog.groups.indices
      .flatMap { group in
        [false, true].map {
          SubscriptionKey(account: account, group: UInt32(group), isShared: $0)
        }
      }
      .filter { subscriptions[$0] != nil }
  }

  /// The keys of all subscriptions that were bought, by account, then group.
  var boughtKeys: [SubscriptionKey] {
    subscriptions.keys.filter { !$0.isShared }
      .sorted { (accounts[$0.account].id, $0.group) < (accounts[$1.account].id, $1.group) }
  }

  /// The subscription that a transaction belongs to; nil for a product that does not renew.
  func key(of record: TransactionRecord) -> SubscriptionKey? {
    switch catalog[record.product] {
    case .product: nil
    case .subscription(let listing):
      SubscriptionKey(account: record.account, group: listing.group, isShared: record.isShared)
    }
  }

  /// A transaction as a purchase that does not renew; nil for a period of a subscription.
  func oneTimePurchase(_ record: TransactionRecord) -> OneTimePurchase? {
    switch catalog[record.product] {
    case .product(let product): OneTimePurchase(.init(product), refunds: record.refunds)
    case .subscription: nil
    }
  }

  /// The transaction with an identifier; nil if the store never assigned it.
  func transaction(_ id: String) -> TransactionRecord? {
    ids.transaction(id).flatMap { transactions[$0] }
  }

  /// A transaction that its account bought itself; nil if the identifier is unknown or family-shared.
  func purchase(_ id: String) -> TransactionRecord? {
    guard let record = transaction(id), !record.isShared else { return nil }
    return record
  }

  /// An account's transactions in the order of purchase.
  func transactions(of account: AccountNumber) -> [TransactionRecord] {
    transactions.history(to: accounts[account].latest)
  }
}
