public import Foundation

/// What an app learns of its payment queue, on the main thread.
///
/// Follows <https://developer.apple.com/documentation/storekit/skpaymenttransactionobserver>.
public protocol SKPaymentTransactionObserver: NSObjectProtocol {
  /// Transactions are new or have another state.
  func paymentQueue(
    _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction])

  /// The app has finished transactions.
  func paymentQueue(
    _ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction])

  func paymentQueue(
    _ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error)

  /// Everything that can be restored has been added to the queue.
  func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue)

  /// Never called: Apple no longer hosts downloads.
  func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload])

  /// Whether a purchase that the customer began on the app's page in the App Store continues at once.
  func paymentQueue(
    _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
  ) -> Bool

  func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue)

  /// A refund, or the end of Family Sharing, took products from the customer.
  func paymentQueue(
    _ queue: SKPaymentQueue,
    didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String])
}

// Apple's protocol is Objective-C's, and all but the first method are optional.
extension SKPaymentTransactionObserver {
  public func paymentQueue(
    _ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]
  ) {}

  public func paymentQueue(
    _ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error
  ) {}

  public func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {}

  public func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {}

  public func paymentQueue(
    _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
  ) -> Bool { false }

  public func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {}

  public func paymentQueue(
    _ queue: SKPaymentQueue,
    didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
  ) {}
}
