import AppStore

/// Everything a simulated store knows; the simulator keeps one behind a lock.
struct StoreBook: Sendable {
  /// What never changes after the store was opened.
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
    var asksToBuy = false
    var introducedGroups: Set<String> = []
    var transactionIDs: [String] = []
    var unfinished: Set<String> = []
  }

  /// A subscription belongs to an account and a group.
  struct LifeKey: Hashable, Comparable, Sendable {
    var account: AccountID
    var group: String

    static func < (left: Self, right: Self) -> Bool {
      (left.account, left.group) < (right.account, right.group)
    }
  }

  /// How many notifications, and how many updates, are kept; older ones are forgotten.
  static let historyLimit = 10_000

  let setting: Setting
  var now: Milliseconds
  var ids: StoreIdentifiers
  var accounts: [AccountID: Account] = [:]
  var lives: [LifeKey: SubscriptionLife] = [:]
  var renewalInfos: [LifeKey: Signed<RenewalInfoPayload>] = [:]
  var transactions: [String: Signed<TransactionPayload>] = [:]
  var owners: [String: AccountID] = [:]
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

  func account(_ id: AccountID) -> Account {
    accounts[id] ?? newAccount
  }

  mutating func change(_ id: AccountID, _ change: (inout Account) -> Void) {
    var account = account(id)
    change(&account)
    accounts[id] = account
  }

  private var newAccount: Account {
    Account(
      canPay: !setting.configuration.settings.hasBillingIssues,
      asksToBuy: setting.configuration.settings.asksToBuy)
  }

  /// Signs; a text that no verifier accepts stands where signing fails.
  func sign<Payload: Encodable & Hashable & Sendable>(_ payload: Payload) -> Signed<Payload> {
    do {
      return Signed(payload: payload, jws: try setting.chain.sign(payload))
    } catch {
      return Signed(payload: payload, jws: "")
    }
  }
}
