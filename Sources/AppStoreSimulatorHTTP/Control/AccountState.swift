import AppStoreSimulator
import TollgateAppStore

/// What the store knows about an account.
struct AccountState: Encodable, Sendable {
  struct Subscription: Encodable, Sendable {
    var group: String
    var status: Int
    var product: String
    var renewsTo: String?
    var transactionId: String
    var originalTransactionId: String
    var expiresDate: Instant?
    var willRenew: Bool
    var isShared: Bool
  }

  struct Transaction: Encodable, Sendable {
    var transactionId: String
    var originalTransactionId: String
    var product: String
    var type: String
    var quantity: Int
    var purchaseDate: Instant
    var expiresDate: Instant?
    var revocationDate: Instant?
    var orderId: String?
    var isShared: Bool
  }

  var account: String
  var billingFails: Bool
  var asksToBuy: Bool
  var country: String
  var sharesWith: [String]
  var subscriptions: [Subscription]
  var transactions: [Transaction]

  init(_ id: AccountID, _ store: AppStoreSimulator) {
    account = id.rawValue
    billingFails = store.isBillingFailing(id)
    asksToBuy = store.asksToBuy(id)
    country = store.storefront(of: id).country
    sharesWith = store.family(of: id).map(\.rawValue)
    subscriptions = store.conditions(of: id).map(Subscription.init)
    transactions = store.transactions(of: id).map { Transaction($0.payload, store.environment) }
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
      isShared: transaction.inAppOwnershipType == .familyShared)
  }
}

extension AccountState.Transaction {
  fileprivate init(_ payload: TransactionPayload, _ environment: Environment) {
    let isShared = payload.inAppOwnershipType == .familyShared
    self.init(
      transactionId: payload.transactionId, originalTransactionId: payload.originalTransactionId,
      product: payload.productId, type: payload.type.rawValue, quantity: payload.quantity,
      purchaseDate: payload.purchaseDate, expiresDate: payload.expiresDate,
      revocationDate: payload.revocationDate,
      orderId: environment == .production && !isShared
        ? OrderID(transactionID: payload.transactionId)?.rawValue : nil,
      isShared: isShared)
  }
}

/// The signed data on an account's device, so that a test can send it to a backend.
struct DeviceState: Encodable, Sendable {
  var account: AccountState
  var signedAppTransaction: String?
  var signedTransactions: [String]
  var signedRenewalInfos: [String]
  var currentEntitlements: [String]
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
      signedTransactions: simulator.transactions(of: id).map(\.jws),
      signedRenewalInfos: simulator.conditions(of: id).map(\.renewalInfo.jws),
      currentEntitlements: simulator.currentEntitlements(of: id).map(\.jws),
      unfinishedTransactions: simulator.unfinishedTransactions(of: id).map(\.jws))
  }
}
