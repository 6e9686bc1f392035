import AppStore
import AppStoreSimulator
import OpenStoreKit
import Synchronization

extension SKTestSession {
  /// Lets a parent approve a purchase; the app hears of it through `Transaction.updates`.
  ///
  /// - Parameter identifier: The purchase that waits.
  /// - Throws: ``SKTestError``: `noTransactionFound` when no such purchase waits for a parent; or what the
  ///   purchase then fails with.
  public func approveAskToBuyTransaction(identifier: UInt) throws {
    guard let purchase = waiting(identifier, .askToBuy) else {
      throw SKTestError(.noTransactionFound, "no purchase \(identifier) waits for a parent")
    }
    try resolve(purchase)
  }

  /// Lets a parent decline a purchase; the app hears nothing.
  ///
  /// - Parameter identifier: The purchase that waits.
  /// - Throws: ``SKTestError``: `noTransactionFound` when no such purchase waits for a parent.
  public func declineAskToBuyTransaction(identifier: UInt) throws {
    guard let purchase = waiting(identifier, .askToBuy) else {
      throw SKTestError(.noTransactionFound, "no purchase \(identifier) waits for a parent")
    }
    store.act { simulator, _ in simulator.decline(purchase.id) }
    journal.withLock { $0.declined.append(SKTestTransaction(declined: purchase)) }
  }

  /// Lets the customer settle what stopped a purchase or a renewal, which then goes through.
  ///
  /// - Parameter identifier: The interrupted purchase, or any transaction of a subscription in billing retry.
  ///   Nothing happens to one that has no issue.
  /// - Throws: ``SKTestError``: `noTransactionFound`, or `invalidAction` when the purchase then fails.
  public func resolveIssueForTransaction(identifier: UInt) throws {
    if let purchase = waiting(identifier, .interruption) { return try resolve(purchase) }
    let id = try transactionID(identifier)
    guard let group = store.simulator.transaction(id)?.payload.subscriptionGroupIdentifier
    else { return }
    store.act { simulator, account in _ = simulator.settle(account, group: group) }
  }

  private func resolve(_ purchase: PendingPurchase) throws {
    let result = store.act { simulator, _ in simulator.approve(purchase.id) }
    switch result {
    case .success(let signed)?:
      journal.withLock { $0.resolved[UInt(purchase.id)] = signed.payload.transactionId }
    case .failed(let failure)?:
      throw SKTestError(.invalidAction, "the purchase failed: \(failure.rawValue)")
    case .pending?, .cancelled?, nil: break
    }
  }
}
