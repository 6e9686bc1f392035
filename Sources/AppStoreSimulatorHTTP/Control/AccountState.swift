import AppStoreSimulator
import TollgateAppStore

/// What the store knows about an account.
struct AccountState: Encodable, Sendable {
  /// The account's subscription in one group, own or family-shared.
  struct Subscription: Encodable, Sendable {
    /// The identifier of the subscription group.
    var group: String

    /// The number of <https://developer.apple.com/documentation/appstoreserverapi/status>: 1 active, 2 expired, 3
    /// billing retry, 4 grace period, 5 revoked.
    var status: Int

    /// The product of the current or last period.
    var product: String

    /// The product of the next period; nil if the subscription does not renew.
    var renewsTo: String?

    /// The transaction of the current or last period, and the one with which the subscription began.
    var transactionId: String
    var originalTransactionId: String

    /// The renewal date, in milliseconds since 1970.
    var expiresDate: Instant?

    /// Whether renewal is on; it stays on while a failed charge is retried.
    var willRenew: Bool

    /// Whether the customer has not yet consented to a higher price.
    var mustConsent: Bool

    /// Whether somebody else bought it.
    var isShared: Bool
  }

  /// A transaction of the account, in its latest version.
  struct Transaction: Encodable, Sendable {
    var transactionId: String
    var originalTransactionId: String
    var product: String

    /// The product type as in signed data, such as `Auto-Renewable Subscription`.
    var type: String

    /// How many of a consumable, or how many seats of a subscription.
    var quantity: Int
    var purchaseDate: Instant
    var expiresDate: Instant?

    /// When it or some of its seats were refunded, or it was no longer shared; nil if it stands.
    var revocationDate: Instant?

    /// How many of the seats were refunded; nil if none were.
    var revokedSeatQuantity: Int?

    /// Whether a refund was requested, and neither granted nor declined.
    var isRefundRequested: Bool

    /// The order that a customer finds on the receipt; nil in the sandbox and for a family-shared purchase.
    var orderId: String?
    var isShared: Bool
  }

  var account: String

  var billingFails: Bool

  /// Whether its purchases wait for a parent's approval.
  var asksToBuy: Bool

  /// The ISO 3166-1 alpha-3 code of its storefront.
  var country: String

  /// The family members that it shares its purchases with, sorted by name.
  var sharesWith: [String]

  /// By group; in a group the account's own comes before a shared one.
  var subscriptions: [Subscription]

  /// In the order of purchase.
  var transactions: [Transaction]

  /// Reads an account; an unknown one has the settings of a new account and no purchases.
  init(_ id: AccountID, _ store: AppStoreSimulator) {
    account = id.rawValue
    billingFails = store.isBillingFailing(id)
    asksToBuy = store.asksToBuy(id)
    country = store.storefront(of: id).country
    sharesWith = store.family(of: id).map(\.rawValue)
    subscriptions = store.conditions(of: id).map(Subscription.init)
    transactions = store.transactions(of: id).map { Transaction($0.payload, store) }
  }
}

extension AccountState.Subscription {
  fileprivate init(_ condition: SubscriptionCondition) {
    let (transaction, renewal) = (condition.transaction.payload, condition.renewalInfo.payload)
    let willRenew = renewal.autoRenewStatus == .on
    self.init(
      group: condition.groupID, status: condition.status.rawValue, product: transaction.productId,
      renewsTo: willRenew ? renewal.autoRenewProductId : nil,
      transactionId: transaction.transactionId,
      originalTransactionId: transaction.originalTransactionId,
      expiresDate: transaction.expiresDate, willRenew: willRenew,
      mustConsent: renewal.priceIncreaseStatus == .pending,
      isShared: transaction.inAppOwnershipType != .purchased)
  }
}

extension AccountState.Transaction {
  fileprivate init(_ payload: TransactionPayload, _ store: AppStoreSimulator) {
    let isShared = payload.inAppOwnershipType != .purchased
    self.init(
      transactionId: payload.transactionId, originalTransactionId: payload.originalTransactionId,
      product: payload.productId, type: payload.type.rawValue, quantity: payload.quantity,
      purchaseDate: payload.purchaseDate, expiresDate: payload.expiresDate,
      revocationDate: payload.revocationDate,
      revokedSeatQuantity: payload.multiSeatInfo?.revokedSeatQuantity,
      isRefundRequested: store.isRefundRequested(payload.transactionId),
      orderId: store.environment == .production && !isShared
        ? OrderID(transactionID: payload.transactionId)?.rawValue : nil,
      isShared: isShared)
  }
}

/// The signed data on an account's device, so that a test can send it to a backend.
struct DeviceState: Encodable, Sendable {
  /// What the store knows about the account.
  var account: AccountState

  /// The download of the app, signed now; nil for an account that has bought neither the app nor anything in it.
  var signedAppTransaction: String?

  /// The receipt of the original StoreKit, in Base64; nil if there is no signed app transaction.
  var appReceipt: String?

  /// Every transaction in its latest version, in the order of purchase.
  var signedTransactions: [String]

  /// The renewal info of each subscription, by group.
  var signedRenewalInfos: [String]

  /// The transactions that give access now, as in StoreKit's `Transaction.currentEntitlements`.
  var currentEntitlements: [String]

  /// The transactions that the device has not finished, as in StoreKit's `Transaction.unfinished`.
  var unfinishedTransactions: [String]
}

extension DeviceState {
  /// Reads what an account's device has.
  ///
  /// - Throws: `unknownAccount` if the store does not know the name, and the error of signing.
  init(_ name: String, _ simulator: AppStoreSimulator) throws {
    let id = AccountID(rawValue: name)
    guard simulator.accounts.contains(id) else {
      throw ControlProblem(.unknownAccount, "There is no account `\(name)`.")
    }
    self.init(
      account: AccountState(id, simulator),
      signedAppTransaction: try simulator.signedAppTransaction(of: id),
      appReceipt: try simulator.appReceipt(of: id),
      signedTransactions: simulator.transactions(of: id).map(\.jws),
      signedRenewalInfos: simulator.conditions(of: id).map(\.renewalInfo.jws),
      currentEntitlements: simulator.currentEntitlements(of: id).map(\.jws),
      unfinishedTransactions: simulator.unfinishedTransactions(of: id).map(\.jws))
  }
}
