import AppStoreSimulator
import OpenStoreKit
import TollgateAppStore
import TollgateMutex

extension SKTestSession {
  /// Approves a purchase as the parent; the app receives it through `Transaction.updates`.
  ///
  /// - Throws: ``SKTestError``: `noTransactionFound` if no such purchase waits for a parent; or the error that the
  ///   purchase then fails with.
  public func approveAskToBuyTransaction(identifier: some BinaryInteger) throws {
    guard let purchase = waiting(identifier, .askToBuy) else {
      throw SKTestError(.noTransactionFound, "no purchase \(identifier) waits for a parent")
    }
    try resolve(purchase)
  }

  /// Declines a purchase as the parent; the app is not notified.
  ///
  /// - Throws: ``SKTestError``: `noTransactionFound` if no such purchase waits for a parent.
  public func declineAskToBuyTransaction(identifier: some BinaryInteger) throws {
    guard let purchase = waiting(identifier, .askToBuy) else {
      throw SKTestError(.noTransactionFound, "no purchase \(identifier) waits for a parent")
    }
    store.perform(.decline(purchase.id))
    journal.withLock { $0.declined.append(SKTestTransaction(declined: purchase)) }
  }

  /// Resolves, as the customer, what interrupted a purchase or a renewal, which then completes.
  ///
  /// - Parameter identifier: The interrupted purchase, or any transaction of a subscription in billing retry. A
  ///   transaction without an issue is unaffected.
  /// - Throws: ``SKTestError``: `noTransactionFound`, or `invalidAction` if the purchase then fails.
  public func resolveIssueForTransaction(identifier: some BinaryInteger) throws {
    if let purchase = waiting(identifier, .interruption) { return try resolve(purchase) }
    let id = try transactionID(identifier)
    guard let group = store.simulator.transaction(id)?.payload.subscriptionGroupIdentifier
    else { return }
    store.perform(.settle(.group(group)))
  }

  private func resolve(_ purchase: PendingPurchase) throws {
    guard case .purchase(let result) = store.perform(.approve(purchase.id)) else { return }
    switch result {
    case .success(let signed):
      journal.withLock { $0.resolved[UInt(purchase.id)] = signed.payload.transactionId }
    case .failed(let failure):
      throw SKTestError(.invalidAction, "the purchase failed: \(failure.rawValue)")
    case .pending, .cancelled: break
    }
  }
}
