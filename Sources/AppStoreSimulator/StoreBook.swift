import AppStore

/// Everything a simulated store knows; the simulator keeps one behind a lock.
struct StoreBook: Sendable {
  /// What was decided when the store was opened; only the terms change.
  struct Setting: Sendable {
    var configuration: StoreKitConfiguration
    var bundleID: String
    var appAppleID: Int64?
    var environment: Environment
    var storefront: Storefront
    var terms: SubscriptionLife.Terms
    var chain: SigningChain
  }

  /// What the store knows of an account.
  struct Account: Sendable {
    var canPay = true
    var failsRenewals = false
    var asksToBuy = false
    var storefront: Storefront
    var introducedGroups: Set<String> = []
    var redeemedCodes: Set<String> = []
    var family: Set<AccountID> = []
    var transactionIDs: [String] = []
    var unfinished: Set<String> = []

    /// Whether renewals are paid.
    var canRenew: Bool { canPay && !failsRenewals }
  }

  /// A subscription belongs to an account and a group; a family's view of it stands apart.
  struct LifeKey: Hashable, Comparable, Sendable {
    var account: AccountID
    var group: String
    var isShared = false

    static func < (left: Self, right: Self) -> Bool {
      (left.account, left.group, left.isShared ? 1 : 0)
        < (right.account, right.group, right.isShared ? 1 : 0)
    }
  }

  /// How many notifications, and how many updates, are kept; older ones are forgotten.
  static let historyLimit = 10_000

  var setting: Setting
  var now: Milliseconds
  var ids: StoreIdentifiers
  var accounts: [AccountID: Account] = [:]
  private(set) var lives: [LifeKey: SubscriptionLife] = [:]
  private var queue = EventQueue()
  var renewalInfos: [LifeKey: Signed<RenewalInfoPayload>] = [:]
  var transactions: [String: Signed<TransactionPayload>] = [:]
  var owners: [String: AccountID] = [:]

  /// The family members' views of a transaction, and whose subscription a member's view shows.
  var copies: [String: [AccountID: String]] = [:]
  var sources: [LifeKey: LifeKey] = [:]

  /// Prices that differ from the configuration's, and what is no longer for sale.
  var prices: [String: Milliunits] = [:]
  var unsold: Set<String> = []

  /// Purchases of which the customer wants the money back.
  var refundRequests: Set<String> = []

  var massExtensions: [MassExtensionKey: NotificationPayload.Summary] = [:]
  var pending: [PendingPurchase] = []
  var pendingCount = 0
  var notifications: [SignedNotification] = []
  var notificationCount = 0
  var updates: [TransactionUpdate] = []
  var updateCount = 0

  init(_ setting: Setting, seed: UInt64, now: Milliseconds) {
    self.setting = setting
    self.now = now
    ids = StoreIdentifiers(seed: seed)
  }

  /// Enters a subscription, or a changed one, and when something happens to it next.
  mutating func set(_ life: SubscriptionLife, for key: LifeKey) {
    let earlier = lives.updateValue(life, forKey: key)?.due
    if let due = life.due, due != earlier { queue.insert(.init(due: due, key: key)) }
    while let first = queue.first, lives[first.key]?.due != first.due { queue.removeFirst() }
  }

  /// The subscription to which something happens next, and when.
  var nextLife: EventQueue.Entry? { queue.first }

  /// The keys of an account's subscriptions, by group.
  func keys(of account: AccountID) -> [LifeKey] {
    setting.configuration.subscriptionGroups.map(\.id).sorted()
      .flatMap { group in
        [false, true].map { LifeKey(account: account, group: group, isShared: $0) }
      }
      .filter { lives[$0] != nil }
  }

  func account(_ id: AccountID) -> Account {
    accounts[id] ?? newAccount
  }

  mutating func change(_ id: AccountID, _ change: (inout Account) -> Void) {
    let account = newAccount
    change(&accounts[id, default: account])
  }

  private var newAccount: Account {
    Account(
      failsRenewals: setting.configuration.settings.hasRenewalBillingIssues,
      asksToBuy: setting.configuration.settings.asksToBuy, storefront: setting.storefront)
  }
}
