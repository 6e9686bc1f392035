public import Foundation

/// The payments of an app through the original StoreKit interface.
///
/// Each test session has a queue: ``default()`` is that of the task's session. Observers are called on the main thread.
///
/// Follows <https://developer.apple.com/documentation/storekit/skpaymentqueue>.
open class SKPaymentQueue: NSObject, @unchecked Sendable {
  // Set once.
  private(set) var line: PaymentLine

  /// The queue where there is no simulated store.
  private static let nowhere = SKPaymentQueue(PaymentLine())

  /// Creates another object for the current session's queue.
  public override init() {
    line = StoreSession.current?.payments ?? PaymentLine()
    super.init()
  }

  convenience init(_ line: PaymentLine) {
    self.init()
    self.line = line
  }

  /// The queue of the current session.
  open class func `default`() -> SKPaymentQueue {
    StoreSession.current?.paymentQueue ?? nowhere
  }

  /// Whether the device may buy.
  open class func canMakePayments() -> Bool { AppStore.canMakePayments }

  /// Decides about price consents and changed storefronts; not retained.
  open var delegate: (any SKPaymentQueueDelegate)? {
    get { line.delegate }
    set { line.delegate = newValue }
  }

  /// The customer's storefront; nil without a simulated store.
  open var storefront: SKStorefront? {
    line.session.map { SKStorefront($0.settings.storefront) }
  }

  /// The transactions that the app has not finished.
  open var transactions: [SKPaymentTransaction] { line.transactions }

  /// The observers that still exist; the queue does not retain them.
  open var transactionObservers: [any SKPaymentTransactionObserver] { line.observers }

  /// Adds an observer, which gets what the queue holds: what an earlier launch has not finished, and later events.
  open func add(_ observer: any SKPaymentTransactionObserver) {
    line.add(observer)
  }

  open func remove(_ observer: any SKPaymentTransactionObserver) {
    line.remove(observer)
  }

  /// Buys what a payment describes; the same payment can be added several times.
  open func add(_ payment: SKPayment) {
    line.add(payment)
  }

  /// Removes a transaction; what it bought counts as delivered, also for `Transaction.unfinished`.
  ///
  /// A transaction that is still `purchasing` must not be finished: as on Apple's systems, the app ends.
  open func finishTransaction(_ transaction: SKPaymentTransaction) {
    line.finish(transaction)
  }

  /// Adds the customer's subscriptions and non-consumables to the queue once more.
  open func restoreCompletedTransactions() {
    line.restore()
  }

  /// Adds the customer's subscriptions and non-consumables to the queue once more.
  ///
  /// - Parameter username: Ignored, like in StoreKit testing.
  open func restoreCompletedTransactions(withApplicationUsername username: String?) {
    line.restore()
  }

  /// Does nothing: Apple no longer hosts downloads.
  open func start(_ downloads: [SKDownload]) {}

  /// Does nothing: Apple no longer hosts downloads.
  open func pause(_ downloads: [SKDownload]) {}

  /// Does nothing: Apple no longer hosts downloads.
  open func resume(_ downloads: [SKDownload]) {}

  /// Does nothing: Apple no longer hosts downloads.
  open func cancel(_ downloads: [SKDownload]) {}

  /// Shows the question about a price increase, if there is one that the delegate has put off.
  open func showPriceConsentIfNeeded() {
    line.showPriceConsent()
  }

  /// Shows the sheet in which the customer enters an offer code.
  open func presentCodeRedemptionSheet() {
    line.presentCodeRedemption()
  }
}

/// What an app decides while a payment waits.
///
/// Follows <https://developer.apple.com/documentation/storekit/skpaymentqueuedelegate>.
public protocol SKPaymentQueueDelegate: NSObjectProtocol {
  /// Whether a payment continues although the storefront has changed since its product was loaded.
  func paymentQueue(
    _ paymentQueue: SKPaymentQueue, shouldContinue transaction: SKPaymentTransaction,
    in newStorefront: SKStorefront
  ) -> Bool

  /// Whether the question about a price increase may be shown now.
  func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool
}

extension SKPaymentQueueDelegate {
  public func paymentQueue(
    _ paymentQueue: SKPaymentQueue, shouldContinue transaction: SKPaymentTransaction,
    in newStorefront: SKStorefront
  ) -> Bool { true }

  public func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool { true }
}
