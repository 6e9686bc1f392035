public import Foundation
import TollgateAppStore
import TollgateMutex

/// One payment on its way through the queue.
///
/// Follows <https://developer.apple.com/documentation/storekit/skpaymenttransaction>.
open class SKPaymentTransaction: NSObject, @unchecked Sendable {
  struct Contents: Sendable {
    var state = SKPaymentTransactionState.purchasing
    var error: SKError?
    var identifier: String?
    var date: Date?
    var original: SKPaymentTransaction?

    /// The number under which the store lets the payment wait for a parent; nil after the answer.
    var waiting: Int?
  }

  // The queue's own copy, which is set once.
  private var storedPayment = SKPayment()
  let contents = Mutex(Contents())

  public override init() { super.init() }

  convenience init(_ details: SKPayment.Details, _ contents: Contents = Contents()) {
    self.init()
    storedPayment = SKPayment(details)
    self.contents.withLock { $0 = contents }
  }

  /// Creates the transaction of a purchase that the store has made.
  convenience init(
    _ payload: TransactionPayload, _ state: SKPaymentTransactionState,
    original: SKPaymentTransaction? = nil
  ) {
    var details = SKPayment.Details()
    details.productIdentifier = payload.productId
    details.quantity = payload.quantity
    details.applicationUsername = payload.appAccountToken
    self.init(
      details,
      Contents(
        state: state, identifier: payload.transactionId, date: payload.purchaseDate.date,
        original: original))
  }

  open var payment: SKPayment { storedPayment }

  open var transactionState: SKPaymentTransactionState { contents.withLock { $0.state } }

  /// Why the payment failed, an ``SKError``.
  open var error: (any Error)? { contents.withLock { $0.error } }

  /// The identifier of StoreKit 2's `Transaction`, once the product is bought or restored.
  open var transactionIdentifier: String? { contents.withLock { $0.identifier } }

  /// When the product was bought.
  open var transactionDate: Date? { contents.withLock { $0.date } }

  /// What Apple hosts for the product; always empty.
  open var downloads: [SKDownload] { [] }

  /// The first purchase, for a restored transaction.
  open var original: SKPaymentTransaction? { contents.withLock { $0.original } }

  var details: SKPayment.Details { storedPayment.details }

  /// Whether a parent has not answered yet.
  var isWaiting: Bool { contents.withLock { $0.waiting != nil } }

  /// Ends the payment with a purchase.
  func succeed(_ payload: TransactionPayload) {
    contents.withLock { contents in
      contents.state = .purchased
      contents.identifier = payload.transactionId
      contents.date = payload.purchaseDate.date
      contents.waiting = nil
    }
  }

  /// Ends the payment without a purchase.
  func fail(_ error: SKError, at date: Date) {
    contents.withLock { contents in
      contents.state = .failed
      contents.error = error
      contents.date = date
      contents.waiting = nil
    }
  }
}
