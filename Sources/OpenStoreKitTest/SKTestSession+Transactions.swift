import AppStoreSimulator
import Foundation
public import OpenStoreKit
import TollgateAppStore
import TollgateMutex

extension SKTestSession {
  /// Every purchase of the customer, oldest first: completed, pending and declined ones.
  public func allTransactions() -> [SKTestTransaction] {
    let conditions = store.conditions()
    var all = journal.withLock { $0.declined }
    for signed in store.transactions() {
      let condition = conditions.first {
        $0.transaction.payload.transactionId == signed.payload.transactionId
      }
      all.append(SKTestTransaction(made: signed.payload, condition))
    }
    for purchase in store.simulator.pendingPurchases where purchase.account == store.account {
      all.append(SKTestTransaction(waiting: purchase))
    }
    return all.sorted { $0.purchaseDate < $1.purchaseDate }
  }

  /// Buys a product as if on another device of the customer.
  ///
  /// The app receives it through `Transaction.updates`. While ``askToBuyEnabled`` or ``interruptedPurchasesEnabled`` is
  /// true the purchase is pending, see ``allTransactions()``.
  ///
  /// - Throws: ``SKTestError``: `invalidProductIdentifier`; or the error that purchases fail with.
  public func buyProduct(productIdentifier: String) throws {
    _ = try buy(productIdentifier, [])
  }

  /// Buys a product as if on another device of the customer.
  ///
  /// The app receives it through `Transaction.updates`.
  ///
  /// - Throws: ``SKTestError``: `invalidProductIdentifier`, or `invalidAction` if the purchase is pending; or the error
  ///   that purchases fail with.
  @discardableResult
  public func buyProduct(
    identifier: Product.ID, options: Set<Product.PurchaseOption> = []
  ) async throws -> Transaction {
    guard let transaction = try buy(identifier, options) else {
      throw SKTestError(.invalidAction, "the purchase of \(identifier) waits")
    }
    return transaction
  }

  /// Refunds a purchase in full, immediately.
  ///
  /// - Throws: ``SKTestError``: `noTransactionFound`, or `invalidAction` if it was already refunded.
  public func refundTransaction(identifier: some BinaryInteger) throws {
    let id = try transactionID(identifier)
    guard store.perform(.refund(.transaction(id))).isDone else {
      throw SKTestError(.invalidAction, "transaction \(id) cannot be refunded")
    }
  }

  /// Deletes one transaction from the test environment, as if it had never existed.
  ///
  /// - Throws: ``SKTestError``: `noTransactionFound`.
  public func deleteTransaction(identifier: some BinaryInteger) throws {
    store.delete(try transactionID(identifier))
  }

  /// Simulates the customer's tap on a product on the app's page in the App Store.
  ///
  /// The app receives it through `PurchaseIntent.intents`.
  ///
  /// - Parameter offerIdentifier: One of its promotional or win-back offers.
  /// - Throws: ``SKTestError``: `invalidProductIdentifier` if there is no such product or offer.
  public func promote(productIdentifier: String, offerIdentifier: String? = nil) throws {
    guard store.intendPurchase(of: productIdentifier, offerID: offerIdentifier) else {
      throw SKTestError(
        .invalidProductIdentifier, "there is no product \(productIdentifier) with that offer")
    }
  }
}

extension SKTestSession {
  /// The store's identifier of a transaction, or of the transaction that a pending purchase became.
  ///
  /// Apple's pages declare identifiers as `Int`, and Xcode reads the header's `NSUInteger` as `UInt`.
  func transactionID(_ identifier: some BinaryInteger) throws(SKTestError) -> String {
    let identifier = UInt(truncatingIfNeeded: identifier)
    let id = journal.withLock { $0.resolved[identifier] } ?? String(identifier)
    guard store.transactions().contains(where: { $0.payload.transactionId == id }) else {
      throw SKTestError(.noTransactionFound, "there is no transaction \(identifier)")
    }
    return id
  }

  func waiting(
    _ identifier: some BinaryInteger, _ reason: PendingPurchase.Reason
  ) -> PendingPurchase? {
    store.simulator.pendingPurchases.first {
      UInt($0.id) == UInt(truncatingIfNeeded: identifier) && $0.reason == reason
        && $0.account == store.account
    }
  }

  private func buy(
    _ productID: String, _ options: Set<Product.PurchaseOption>
  ) throws -> Transaction? {
    let configuration = store.configuration
    guard configuration.subscription(productID) != nil || configuration.product(productID) != nil
    else { throw SKTestError(.invalidProductIdentifier, "there is no product \(productID)") }
    return try store.buyElsewhere(productID, options)
  }
}

extension SKTestTransaction {
  fileprivate convenience init(
    made payload: TransactionPayload, _ condition: SubscriptionCondition?
  ) {
    let renewal = condition?.renewalInfo.payload
    self.init(
      identifier: UInt(payload.transactionId) ?? 0,
      originalTransactionIdentifier: UInt(payload.originalTransactionId),
      productIdentifier: payload.productId, state: .purchased,
      purchaseDate: payload.purchaseDate.date, expirationDate: payload.expiresDate?.date,
      cancelDate: payload.revocationDate?.date,
      autoRenewingEnabled: renewal?.autoRenewStatus == .on,
      hasPurchaseIssue: renewal?.isInBillingRetryPeriod == true
        && renewal?.expirationIntent == .billingError,
      isPendingPriceIncreaseConsent: renewal?.priceIncreaseStatus == .pending)
  }

  fileprivate convenience init(waiting: PendingPurchase) {
    self.init(
      identifier: UInt(waiting.id), productIdentifier: waiting.productID,
      state: waiting.reason == .askToBuy ? .deferred : .failed,
      purchaseDate: waiting.since.date,
      hasPurchaseIssue: waiting.reason == .interruption,
      pendingAskToBuyConfirmation: waiting.reason == .askToBuy)
  }

  /// The purchase after a parent has declined it.
  convenience init(declined waiting: PendingPurchase) {
    self.init(
      identifier: UInt(waiting.id), productIdentifier: waiting.productID, state: .failed,
      purchaseDate: waiting.since.date)
  }
}
