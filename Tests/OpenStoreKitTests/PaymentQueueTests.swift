import AppStoreSimulator
import Dispatch
import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing

extension NSLock {
  fileprivate func holding<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }
}

/// Records what a payment queue and requests tell, and whether they do on the main queue.
///
/// On Linux, the main queue may run on another thread than `Thread.isMainThread` means.
final class QueueLog: NSObject, @unchecked Sendable {
  private let key = DispatchSpecificKey<Bool>()
  // Guards the rest.
  private let lock = NSLock()
  private var states: [String] = []
  private var onMainQueue: [Bool] = []
  private var transactions: [SKPaymentTransaction] = []

  var lines: [String] { lock.holding { states } }
  var isOnMainQueue: [Bool] { lock.holding { onMainQueue } }
  var updated: [SKPaymentTransaction] { lock.holding { transactions } }

  override init() {
    super.init()
    DispatchQueue.main.setSpecific(key: key, value: true)
  }

  private func note(_ line: String) {
    let isMain = DispatchQueue.getSpecific(key: key) ?? false
    lock.holding {
      states.append(line)
      onMainQueue.append(isMain)
    }
  }
}

extension QueueLog: SKPaymentTransactionObserver {
  func paymentQueue(
    _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]
  ) {
    lock.holding { self.transactions += transactions }
    for transaction in transactions {
      note("\(transaction.payment.productIdentifier) \(transaction.transactionState)")
    }
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]
  ) {
    for transaction in transactions { note("\(transaction.payment.productIdentifier) removed") }
  }

  func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
    note(queue.storefront?.countryCode ?? "nowhere")
  }
}

extension QueueLog: SKProductsRequestDelegate {
  func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
    note("\(response.products.count) products")
  }

  func requestDidFinish(_ request: SKRequest) {
    note("finished")
  }

  func request(_ request: SKRequest, didFailWithError error: any Error) {
    note("failed")
  }
}

extension QueueLog: SKPaymentQueueDelegate {
  func paymentQueue(
    _ paymentQueue: SKPaymentQueue, shouldContinue transaction: SKPaymentTransaction,
    in newStorefront: SKStorefront
  ) -> Bool {
    note("moved to \(newStorefront.countryCode)")
    return false
  }

  func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool {
    note("price")
    return false
  }
}

@MainActor
@Suite("The payment queue and StoreKit 2")
struct PaymentQueueTests {
  let session: SKTestSession
  let log = QueueLog()

  init() throws {
    session = try Bazaar.session()
  }

  private var queue: SKPaymentQueue { session.run { SKPaymentQueue.default() } }

  private func observe() async {
    queue.add(log)
    await session.settled()
  }

  private func payment(_ productID: String) -> SKMutablePayment {
    let payment = SKMutablePayment()
    payment.productIdentifier = productID
    return payment
  }

  @Test("EX-4 each session has one payment queue")
  func queues() throws {
    let other = try Bazaar.session()
    #expect(queue === session.run { SKPaymentQueue.default() })
    #expect(queue !== other.run { SKPaymentQueue.default() })
    #expect(queue.storefront?.countryCode == "USA")
    #expect(queue.storefront?.identifier == "143441")
  }

  @Test("EX-4 observers are called on the main thread, delegates of requests on another")
  func threads() async throws {
    await observe()
    queue.add(payment("lifetime"))
    await session.settled()
    for transaction in queue.transactions { queue.finishTransaction(transaction) }
    session.storefront = "DEU"
    await session.settled()
    #expect(
      log.lines == ["lifetime purchasing", "lifetime purchased", "lifetime removed", "DEU"])
    #expect(log.isOnMainQueue == [true, true, true, true])
    let request = SKProductsRequest(productIdentifiers: ["lifetime", "moon"])
    request.delegate = log
    session.run { request.start() }
    await session.settled()
    #expect(log.lines.suffix(2) == ["1 products", "finished"])
    #expect(log.isOnMainQueue.suffix(2) == [false, false])
    let refresh = SKReceiptRefreshRequest()
    refresh.delegate = log
    session.run { refresh.start() }
    await session.settled()
    #expect(log.lines.last == "finished")
    try await session.setSimulatedError(.generic(.unknown), forAPI: .appStoreSync)
    session.run { refresh.start() }
    await session.settled()
    #expect(log.lines.last == "failed")
  }

  @Test("EX-4 an observer that is added twice is called once")
  func addedTwice() async {
    await observe()
    await observe()
    queue.add(payment("coins.small"))
    await session.settled()
    #expect(log.lines == ["coins.small purchasing", "coins.small purchased"])
    #expect(queue.transactionObservers.count == 1)
  }

  @Test("EX-4 the app's receipt has what the queue bought, and a consumable until it is finished")
  func receipt() async throws {
    await observe()
    queue.add(payment("coins.small"))
    queue.add(payment("lifetime"))
    await session.settled()
    let (coins, lifetime) = (Data("coins.small".utf8), Data("lifetime".utf8))
    let before = try session.appReceipt()
    #expect(before.range(of: coins) != nil && before.range(of: lifetime) != nil)
    for transaction in queue.transactions { queue.finishTransaction(transaction) }
    await session.settled()
    let after = try session.appReceipt()
    #expect(after.range(of: coins) == nil && after.range(of: lifetime) != nil)
  }

  @Test("EX-4 what the queue buys is StoreKit 2's at once, and finished there it leaves the queue")
  func boughtByQueue() async throws {
    let updates = session.run { UpdateLog() }
    await session.settled(listeners: 1)
    await observe()
    let customer = UUID()
    let lifetime = payment("lifetime")
    lifetime.applicationUsername = customer.uuidString
    queue.add(lifetime)
    await session.settled()
    let entitlements = await session.entitlements()
    #expect(entitlements == ["lifetime"])
    #expect(updates.lines == ["lifetime"])
    #expect(updates.transactions.first?.appAccountToken == customer)
    // The listener of StoreKit 2 has finished it.
    #expect(queue.transactions.isEmpty)
    #expect(log.lines == ["lifetime purchasing", "lifetime purchased", "lifetime removed"])
    let bought = try #require(log.updated.last)
    #expect(bought.transactionIdentifier == updates.transactions.first.map { String($0.id) })
    #expect(bought.transactionDate == Bazaar.start)
    #expect(bought.error == nil)
  }

  @Test("EX-4 what StoreKit 2 buys comes to the queue at the next launch, or by restoring")
  func boughtByProduct() async throws {
    await observe()
    _ = try await session.purchase("lifetime")
    await session.settled()
    #expect(log.lines.isEmpty)
    queue.restoreCompletedTransactions()
    await session.settled()
    #expect(log.lines == ["lifetime restored"])
    #expect(log.updated.first?.original?.transactionState == .purchased)
    session.relaunch()
    let next = QueueLog()
    queue.add(next)
    await session.settled()
    #expect(next.lines == ["lifetime purchased"])
    for transaction in queue.transactions { queue.finishTransaction(transaction) }
    await session.settled()
    let unfinished = await session.unfinished()
    #expect(unfinished.isEmpty)
  }

  @Test("EX-4 each launch delivers what is unfinished until it is finished")
  func unfinished() async throws {
    for _ in 1...2 {
      session.relaunch()
      let log = QueueLog()
      queue.add(log)
      if session.allTransactions().isEmpty { queue.add(payment("coins.small")) }
      await session.settled()
      #expect(log.lines.last == "coins.small purchased")
    }
    #expect(session.allTransactions().count == 1)
    for transaction in queue.transactions { queue.finishTransaction(transaction) }
    session.relaunch()
    await observe()
    #expect(log.lines.isEmpty)
  }

  @Test(
    "EX-4 a payment whose sheet is open at a relaunch holds up nothing, and comes once it is bought",
    arguments: [PurchaseOutcome.buy, .cancel])
  func openSheet(outcome: PurchaseOutcome) async throws {
    let (sheets, sheet) = AsyncStream<PurchaseOutcome>.makeStream()
    session.store.change { settings in
      settings.answer = { product in
        guard product.id == "lifetime" else { return .buy }
        for await outcome in sheets { return outcome }
        return .cancel
      }
    }
    await observe()
    queue.add(payment("lifetime"))
    await wait { log.lines == ["lifetime purchasing"] }
    session.relaunch()
    let next = QueueLog()
    queue.add(next)
    queue.add(payment("coins.small"))
    await session.settled()
    #expect(next.lines == ["coins.small purchasing", "coins.small purchased"])
    sheet.yield(outcome)
    if outcome == .buy {
      await wait { next.lines.count > 2 }
    } else {
      await session.settled()
    }
    let later = outcome == .buy ? ["lifetime purchased"] : []
    #expect(Array(next.lines.dropFirst(2)) == later)
    #expect(log.lines == ["lifetime purchasing"])
    #expect(queue.transactions.allSatisfy { $0.transactionState == .purchased })
  }

  /// Lets other tasks run until something holds, or for very long.
  private func wait(until holds: () -> Bool) async {
    for _ in 0..<StoreSession.turnLimit {
      if holds() { return }
      await Task.yield()
    }
  }

  @Test("EX-4 payments that cannot be bought name what is wrong with them")
  func failures() async throws {
    await observe()
    queue.add(payment("moon"))
    let many = payment("coins.small")
    many.quantity = 11
    queue.add(many)
    let offer = payment("plus.monthly")
    offer.paymentDiscount = SKPaymentDiscount(
      identifier: "nothing", keyIdentifier: "key", nonce: UUID(), signature: "AQ==",
      timestamp: NSNumber(value: 1))
    queue.add(offer)
    let waiting = payment("lifetime")
    waiting.simulatesAskToBuyInSandbox = true
    queue.add(waiting)
    await session.settled()
    let codes = queue.transactions.map { ($0.error as? SKError)?.code }
    #expect(codes == [.storeProductNotAvailable, .paymentInvalid, .invalidOfferIdentifier, nil])
    #expect(queue.transactions.last?.transactionState == .deferred)
  }

  @Test("EX-4 the delegate decides about a changed storefront and about a price consent")
  func delegate() async throws {
    await observe()
    queue.delegate = log
    let request = SKProductsRequest(productIdentifiers: ["premium.monthly"])
    let products = Received()
    request.delegate = products
    session.run { request.start() }
    await session.settled()
    session.storefront = "DEU"
    let loaded = try #require(products.products.first)
    queue.add(SKPayment(product: loaded))
    await session.settled()
    #expect(log.lines.contains("moved to DEU"))
    #expect(queue.transactions.last?.transactionState == .failed)
    let bought = try await session.buy("premium.monthly")
    try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(bought.id))
    await session.settled()
    #expect(log.lines.last == "price")
    #expect(session.presentedSheets.isEmpty)
    queue.showPriceConsentIfNeeded()
    await session.settled()
    #expect(session.presentedSheets == [.priceConsent])
    queue.delegate = nil
    #expect(queue.delegate == nil)
  }

  @Test("EX-4 the original interface orders and hides the same promoted products")
  func promotions() async throws {
    let request = SKProductsRequest(productIdentifiers: ["lifetime", "season"])
    let loaded = Received()
    request.delegate = loaded
    session.run { request.start() }
    await session.settled()
    let products = loaded.products
    try #require(products.map(\.productIdentifier) == ["lifetime", "season"])
    let controller = SKProductStorePromotionController.default()
    let answers = Answers()
    session.run {
      controller.update(storePromotionOrder: products.reversed()) { answers.note("\($0 == nil)") }
    }
    await session.settled()
    session.run { controller.update(storePromotionVisibility: .hide, for: products[0]) }
    await session.settled()
    session.run {
      controller.fetchStorePromotionOrder { order, _ in
        answers.note(order.map(\.productIdentifier).joined(separator: " "))
      }
    }
    await session.settled()
    session.run {
      controller.fetchStorePromotionVisibility(for: products[0]) { visibility, _ in
        answers.note("\(visibility)")
      }
    }
    await session.settled()
    session.run {
      controller.update(storePromotionOrder: [SKProduct()]) {
        answers.note("\(($0 as? SKError)?.code == .unknown)")
      }
    }
    await session.settled()
    #expect(answers.lines == ["true", "season lifetime", "hide", "true"])
    try await session.run {
      let season = try await controller.promotionVisibility(for: products[1])
      #expect(season == .default)
      try await controller.update(promotionVisibility: .show, for: products[1])
      let shown = try await Product.PromotionInfo.currentOrder
      #expect(shown.map(\.visibility) == [.visible, .hidden])
      try await controller.update(promotionOrder: [])
      let order = try await controller.promotionOrder()
      #expect(order.isEmpty)
    }
  }

  @Test("EX-4 payments are equal by what they say, and copies do not change each other")
  func payments() throws {
    let first = payment("lifetime")
    let copy = try #require(first.copy() as? SKPayment)
    #expect(copy == first)
    #expect(!(copy is SKMutablePayment))
    first.quantity = 2
    #expect(copy.quantity == 1)
    #expect(copy != first)
    let mutable = try #require(copy.mutableCopy() as? SKMutablePayment)
    mutable.requestData = Data([1])
    #expect(copy.requestData == nil)
  }

  @Test("EX-4 tests of apps replace products, transactions and the queue by their own")
  func mocks() {
    final class TestProduct: SKProduct, @unchecked Sendable {
      override var productIdentifier: String { "test" }
      override var price: NSDecimalNumber { NSDecimalNumber(decimal: 2) }
    }
    final class TestTransaction: SKPaymentTransaction, @unchecked Sendable {
      override var transactionState: SKPaymentTransactionState { .purchased }
      override var payment: SKPayment { SKPayment(product: TestProduct()) }
    }
    let transaction = TestTransaction()
    #expect(transaction.transactionState == .purchased)
    #expect(transaction.payment.productIdentifier == "test")
    #expect(TestProduct().price.intValue == 2)
    #expect(SKProductsResponse().products.isEmpty)
  }
}

/// Keeps the products that a request gets.
private final class Received: NSObject, SKProductsRequestDelegate, @unchecked Sendable {
  // Guards the products.
  private let lock = NSLock()
  private var received: [SKProduct] = []

  var products: [SKProduct] { lock.holding { received } }

  func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
    lock.holding { received = response.products }
  }
}

/// Keeps what completion handlers get.
private final class Answers: @unchecked Sendable {
  // Guards the lines.
  private let lock = NSLock()
  private var noted: [String] = []

  var lines: [String] { lock.holding { noted } }

  func note(_ line: String) {
    lock.holding { noted.append(line) }
  }
}
