import HeapModule
import TollgateAppStore

/// The state of a simulated store; the simulator keeps one behind a lock.
///
/// What can number in the millions is stored as records of numbers: accounts, subscriptions, transactions, renewal
/// infos, updates and notifications. Payloads are created from them on request.
struct StoreBook: Sendable {
  /// What was decided when the store was created; only the terms change.
  struct Setting: Sendable {
    var configuration: StoreKitConfiguration
    var bundleID: String
    var appAppleID: Int64?
    var environment: Environment
    var storefront: Storefront
    var terms: SubscriptionLifecycle.Terms
    var chain: SigningChain
    var historyLimit: Int
  }

  /// The key of a subscription: an account and a group, with a family member's view kept separate.
  struct LifecycleKey: Hashable, Sendable {
    var account: AccountNumber
    var group: UInt32
    var isShared = false
  }

  /// The greatest number of pending purchases; older ones are dropped.
  static let pendingLimit = 10_000

  /// How many signed texts of each kind are cached.
  static let signedLimit = 10_000

  var setting: Setting
  let catalog: Catalog
  var now: Instant
  var ids: StoreIdentifiers
  var accounts = AccountTable()
  var lives = LifecycleTable()
  /// The next event of each subscription; one whose subscription has changed since is stale until it comes first.
  private var queue = Heap<ScheduledEvent>()
  private var transactions: [TransactionRecord?] = []

  /// Values that records refer to by number.
  var storefronts = NumberedTable<Storefront>()
  var tokens = NumberedTable<String>()
  var revocations = NumberedTable<Revocation>()

  /// The family members' views of a transaction, and the owner of the subscription that a view shows.
  var copies: [TransactionNumber: [AccountNumber: TransactionNumber]] = [:]
  var sources: [LifecycleKey: LifecycleKey] = [:]

  /// Prices that differ from the configuration's, and products no longer for sale.
  var prices: [String: Milliunits] = [:]
  var unsold: Set<String> = []

  /// Purchases for which the customer has requested a refund.
  var refundRequests: Set<TransactionNumber> = []

  var massExtensions: [MassExtensionKey: NotificationPayload.Summary] = [:]
  var pending: [PendingPurchase] = []
  var pendingCount = 0
  var notifications: History<NotificationRecord>
  var updates: History<UpdateRecord>

  let signedTransactions: RecentlySigned<TransactionRecord.Version, Signed<TransactionPayload>>
  let signedRenewals: RecentlySigned<TransactionRecord.Version, Signed<RenewalInfoPayload>>
  let signedNotifications: RecentlySigned<Int, SignedNotification>

  init(_ setting: Setting, seed: UInt64, now: Instant) {
    self.setting = setting
    self.now = now
    catalog = Catalog(setting.configuration)
    ids = StoreIdentifiers(seed: seed)
    notifications = History(limit: setting.historyLimit)
    updates = History(limit: setting.historyLimit)
    signedTransactions = RecentlySigned(limit: Self.signedLimit)
    signedRenewals = RecentlySigned(limit: Self.signedLimit)
    signedNotifications = RecentlySigned(limit: Self.signedLimit)
    _ = storefronts.add(setting.storefront)
  }

  /// Adds or updates a subscription, and schedules its next event.
  mutating func set(_ life: SubscriptionLifecycle, for key: LifecycleKey) {
    let earlier = lives.set(life, for: key)
    if let due = life.due, due != earlier {
      queue.insert(.init(due: due, account: id(of: key.account), key: key))
    }
    while let first = queue.min, lives[first.key]?.due != first.due { queue.removeMin() }
  }

  /// The subscription with the next event, and its instant.
  var nextLife: ScheduledEvent? { queue.min }

  /// The keys of an account's subscriptions, by group.
  func keys(of account: AccountNumber) -> [LifecycleKey] {
    catalog.groups.indices
      .flatMap { group in
        [false, true].map { LifecycleKey(account: account, group: UInt32(group), isShared: $0) }
      }
      .filter { lives[$0] != nil }
  }

  /// The keys of all subscriptions that were bought, by account, then group.
  var boughtKeys: [LifecycleKey] {
    lives.keys.filter { !$0.isShared }
      .sorted { (id(of: $0.account), $0.group) < (id(of: $1.account), $1.group) }
  }
}

extension StoreBook {
  subscript(number: TransactionNumber) -> TransactionRecord? {
    get { transactions.indices.contains(Int(number.value)) ? transactions[Int(number.value)] : nil }
    set {
      while transactions.count <= Int(number.value) { transactions.append(nil) }
      transactions[Int(number.value)] = newValue
    }
  }

  /// The transaction with an identifier.
  func transaction(_ id: String) -> TransactionRecord? {
    ids.transaction(id).flatMap { self[$0] }
  }

  /// An account's transactions in the order of purchase.
  func transactions(of account: AccountNumber) -> [TransactionRecord] {
    var records: [TransactionRecord] = []
    var next = accounts[account].latest
    while let number = next, let record = self[number] {
      records.append(record)
      next = record.previous
    }
    return records.reversed()
  }
}
