import Foundation

#if canImport(StoreKit)
  import StoreKit
#else
  import OpenStoreKit
#endif

/// The shop of an app that was written before StoreKit 2.
@MainActor
final class OldShop: NSObject {
  private(set) var shelf: [SKProduct] = []
  private(set) var unknownProducts: [String] = []
  private(set) var unlocked: Set<String> = []
  private(set) var coins = 0
  private(set) var lines: [String] = []
  var postponesPromotions = false

  private var request: SKProductsRequest?
  private var postponed: [SKPayment] = []

  /// Called when the app starts.
  func open(_ productIdentifiers: Set<String>) {
    SKPaymentQueue.default().add(self)
    let request = SKProductsRequest(productIdentifiers: productIdentifiers)
    request.delegate = self
    request.start()
    self.request = request
  }

  func close() {
    SKPaymentQueue.default().remove(self)
  }

  func price(of product: SKProduct) -> String? {
    let formatter = NumberFormatter()
    formatter.numberStyle = .currency
    formatter.locale = product.priceLocale
    return formatter.string(from: product.price)
  }

  func buy(_ productIdentifier: String, quantity: Int = 1, customer: UUID? = nil) {
    guard SKPaymentQueue.canMakePayments(),
      let product = shelf.first(where: { $0.productIdentifier == productIdentifier })
    else {
      lines.append("not allowed")
      return
    }
    let payment = SKMutablePayment(product: product)
    payment.quantity = quantity
    payment.applicationUsername = customer?.uuidString
    SKPaymentQueue.default().add(payment)
  }

  func restore() {
    SKPaymentQueue.default().restoreCompletedTransactions()
  }

  func continuePromotions() {
    for payment in postponed { SKPaymentQueue.default().add(payment) }
    postponed = []
  }

  private func take(_ response: SKProductsResponse) {
    shelf = response.products.sorted { $0.price.compare($1.price) == .orderedAscending }
    unknownProducts = response.invalidProductIdentifiers
    request = nil
  }

  private func handle(_ transaction: SKPaymentTransaction, in queue: SKPaymentQueue) {
    switch transaction.transactionState {
    case .purchasing: lines.append("purchasing")
    case .deferred: lines.append("deferred")
    case .purchased:
      deliver(transaction.payment)
      lines.append("purchased")
      queue.finishTransaction(transaction)
    case .restored:
      deliver(transaction.original?.payment ?? transaction.payment)
      lines.append("restored")
      queue.finishTransaction(transaction)
    case .failed:
      if let error = transaction.error as? SKError, error.code != .paymentCancelled {
        lines.append("failed \(error.code.rawValue)")
      } else {
        lines.append("cancelled")
      }
      queue.finishTransaction(transaction)
    @unknown default: break
    }
  }

  private func deliver(_ payment: SKPayment) {
    if payment.productIdentifier.hasPrefix("coins") {
      coins += 100 * payment.quantity
    } else {
      unlocked.insert(payment.productIdentifier)
    }
  }
}

extension OldShop: SKProductsRequestDelegate {
  nonisolated func productsRequest(
    _ request: SKProductsRequest, didReceive response: SKProductsResponse
  ) {
    Task { @MainActor in take(response) }
  }

  nonisolated func request(_ request: SKRequest, didFailWithError error: any Error) {
    let code = (error as? SKError)?.code.rawValue ?? -1
    Task { @MainActor in lines.append("no products \(code)") }
  }
}

extension OldShop: SKPaymentTransactionObserver {
  nonisolated func paymentQueue(
    _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]
  ) {
    MainActor.assumeIsolated {
      for transaction in transactions { handle(transaction, in: queue) }
    }
  }

  nonisolated func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
    MainActor.assumeIsolated { lines.append("restore finished") }
  }

  nonisolated func paymentQueue(
    _ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error
  ) {
    let code = (error as NSError).code
    MainActor.assumeIsolated { lines.append("restore failed \(code)") }
  }

  nonisolated func paymentQueue(
    _ queue: SKPaymentQueue,
    didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
  ) {
    MainActor.assumeIsolated { unlocked.subtract(productIdentifiers) }
  }

  nonisolated func paymentQueue(
    _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
  ) -> Bool {
    let productIdentifier = product.productIdentifier
    return MainActor.assumeIsolated {
      guard postponesPromotions else { return true }
      if let product = shelf.first(where: { $0.productIdentifier == productIdentifier }) {
        postponed.append(SKPayment(product: product))
      }
      return false
    }
  }
}
