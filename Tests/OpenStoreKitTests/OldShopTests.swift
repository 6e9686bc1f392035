import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing

@MainActor
@Suite("A shop of the original interface")
struct OldShopTests {
  static let products: Set<String> = [
    "coins.small", "lifetime", "season", "plus.monthly", "premium.monthly",
  ]

  let session: SKTestSession

  init() throws {
    session = try Bazaar.session()
  }

  private var queue: SKPaymentQueue { session.run { SKPaymentQueue.default() } }

  /// Launches the app, whose earlier launch has ended.
  private func launch(_ products: Set<String> = OldShopTests.products) async -> OldShop {
    session.relaunch()
    let shop = OldShop()
    session.run { shop.open(products) }
    await session.settled()
    return shop
  }

  private func buy(
    _ shop: OldShop, _ productID: String, quantity: Int = 1, customer: UUID? = nil
  ) async {
    session.run { shop.buy(productID, quantity: quantity, customer: customer) }
    await session.settled()
  }

  @Test("EX-4 an app of the original interface gets products with prices, and the unknown ones")
  func products() async throws {
    let shop = await launch(Self.products.union(["moon"]))
    #expect(
      shop.shelf.map(\.productIdentifier)
        == ["coins.small", "plus.monthly", "premium.monthly", "season", "lifetime"])
    #expect(shop.unknownProducts == ["moon"])
    let plus = try #require(shop.shelf.first { $0.productIdentifier == "plus.monthly" })
    #expect(plus.localizedTitle == "Plus")
    #expect(plus.localizedDescription == "Everything but the stars")
    #expect(plus.price.decimalValue == Decimal(499) / 100)
    #expect(shop.price(of: plus) == "$4.99")
    #expect(plus.subscriptionGroupIdentifier == "plans")
    #expect(plus.subscriptionPeriod?.unit == .month)
    #expect(plus.subscriptionPeriod?.numberOfUnits == 1)
    #expect(plus.introductoryPrice?.paymentMode == .freeTrial)
    #expect(plus.introductoryPrice?.type == .introductory)
    #expect(plus.introductoryPrice?.subscriptionPeriod.unit == .week)
    #expect(plus.introductoryPrice?.identifier == nil)
    #expect(plus.discounts.map(\.identifier) == ["stay", "half"])
    #expect(plus.discounts.map(\.numberOfPeriods) == [2, 1])
    #expect(plus.discounts.map(\.paymentMode) == [.payAsYouGo, .payUpFront])
    #expect(plus.discounts.allSatisfy { $0.type == .subscription })
    let lifetime = try #require(shop.shelf.last)
    #expect(lifetime.isFamilyShareable)
    #expect(lifetime.subscriptionPeriod == nil)
    #expect(!lifetime.isDownloadable)
  }

  @Test("EX-4 products that cannot be loaded fail the request of the original interface")
  func offline() async throws {
    try await session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
    let shop = await launch()
    #expect(shop.shelf.isEmpty)
    #expect(shop.lines == ["no products 0"])
  }

  @Test("EX-4 a payment is bought, delivered once and finished")
  func buy() async throws {
    let shop = await launch()
    await buy(shop, "coins.small", quantity: 3)
    #expect(shop.lines == ["purchasing", "purchased"])
    #expect(shop.coins == 300)
    await buy(shop, "lifetime")
    #expect(shop.unlocked == ["lifetime"])
    #expect(queue.transactions.isEmpty)
    let unfinished = await session.unfinished()
    #expect(unfinished.isEmpty)
    #expect(session.allTransactions().map(\.productIdentifier) == ["coins.small", "lifetime"])
    let again = await launch()
    #expect(again.lines.isEmpty)
  }

  @Test("EX-4 a payment that is refused fails with the code of the original interface")
  func refused() async throws {
    let shop = await launch()
    session.customerConfirms = false
    await buy(shop, "lifetime")
    session.customerConfirms = true
    await buy(shop, "lifetime", quantity: 2)
    session.failTransactionsEnabled = true
    for code in [SKError.Code.unknown, .invalidOfferIdentifier, .invalidSignature] {
      session.failureError = code
      await buy(shop, "lifetime")
    }
    session.failTransactionsEnabled = false
    #expect(
      shop.lines.filter { $0 != "purchasing" }
        == ["cancelled", "failed 3", "failed 0", "failed 11", "failed 12"])
    session.canMakePayments = false
    await buy(shop, "lifetime")
    #expect(shop.lines.last == "not allowed")
    #expect(session.allTransactions().isEmpty)
  }

  @Test("EX-4 a payment that waits for a parent is deferred, then purchased, or left as it is")
  func deferred() async throws {
    let shop = await launch()
    session.askToBuyEnabled = true
    await buy(shop, "lifetime")
    #expect(shop.lines == ["purchasing", "deferred"])
    #expect(queue.transactions.count == 1)
    try session.approveAskToBuyTransaction(
      identifier: try #require(session.allTransactions().first).identifier)
    await session.settled()
    #expect(shop.lines == ["purchasing", "deferred", "purchased"])
    #expect(shop.unlocked == ["lifetime"])
    await buy(shop, "coins.small")
    try session.declineAskToBuyTransaction(
      identifier: try #require(session.allTransactions().last).identifier)
    await session.settled()
    #expect(shop.lines.suffix(2) == ["purchasing", "deferred"])
    #expect(shop.coins == 0)
    // What is bought later is not the payment that was declined.
    let declined = try #require(queue.transactions.first)
    session.askToBuyEnabled = false
    try session.buyProduct(productIdentifier: "coins.small")
    await session.settled()
    #expect(shop.lines.suffix(2) == ["deferred", "purchased"])
    #expect(declined.transactionState == .deferred)
  }

  @Test("EX-4 an interrupted payment fails, and is purchased once the customer resolves it")
  func interrupted() async throws {
    let shop = await launch()
    session.interruptedPurchasesEnabled = true
    await buy(shop, "coins.small")
    #expect(shop.lines == ["purchasing", "failed 0"])
    session.interruptedPurchasesEnabled = false
    try session.resolveIssueForTransaction(
      identifier: try #require(session.allTransactions().first).identifier)
    await session.settled()
    #expect(shop.lines == ["purchasing", "failed 0", "purchased"])
    #expect(shop.coins == 100)
  }

  @Test("EX-4 subscriptions and non-consumables are restored, the others are not")
  func restore() async throws {
    for id in ["coins.small", "lifetime", "season", "plus.monthly"] { try await session.buy(id) }
    session.advance(by: .monthly)
    let shop = await launch()
    session.run { shop.close() }
    let fresh = await launch()
    session.run { fresh.restore() }
    await session.settled()
    #expect(fresh.unlocked.isSuperset(of: ["lifetime", "plus.monthly"]))
    #expect(!fresh.unlocked.contains("season"))
    #expect(fresh.coins == 0)
    #expect(fresh.lines.last == "restore finished")
    #expect(fresh.lines.filter { $0 == "restored" }.count >= 3)
    try await session.setSimulatedError(.generic(.userCancelled), forAPI: .appStoreSync)
    session.run { fresh.restore() }
    await session.settled()
    #expect(fresh.lines.last == "restore failed 2")
  }

  @Test("EX-4 a refund takes the product from an app of the original interface")
  func refund() async throws {
    let shop = await launch()
    await buy(shop, "lifetime")
    let bought = try #require(session.allTransactions().first)
    try session.refundTransaction(identifier: bought.identifier)
    await session.settled()
    #expect(shop.unlocked.isEmpty)
    let fresh = await launch()
    session.run { fresh.restore() }
    await session.settled()
    #expect(fresh.lines == ["restore finished"])
  }

  @Test("EX-4 a renewal is a purchased transaction of its own")
  func renewal() async throws {
    let shop = await launch()
    await buy(shop, "premium.monthly")
    session.advance(by: .monthly)
    await session.settled()
    #expect(shop.lines == ["purchasing", "purchased", "purchased"])
  }

  @Test("EX-4 a promoted product is bought at once, later, or at the next launch")
  func promoted() async throws {
    let shop = await launch()
    try session.promote(productIdentifier: "lifetime")
    await session.settled()
    #expect(shop.lines == ["purchasing", "purchased"])
    shop.postponesPromotions = true
    try session.promote(productIdentifier: "coins.small")
    await session.settled()
    #expect(shop.coins == 0)
    session.run { shop.continuePromotions() }
    await session.settled()
    #expect(shop.coins == 100)
    session.relaunch()
    try session.promote(productIdentifier: "coins.small")
    let opened = OldShop()
    session.run { opened.open(Self.products) }
    await session.settled()
    #expect(opened.coins == 100)
  }

  @Test("EX-4 a removed observer hears nothing more")
  func removed() async throws {
    let shop = await launch()
    #expect(queue.transactionObservers.count == 1)
    session.run { shop.close() }
    #expect(queue.transactionObservers.isEmpty)
    try session.buyProduct(productIdentifier: "lifetime")
    await session.settled()
    #expect(shop.lines.isEmpty)
    #expect(queue.transactions.count == 1)
  }
}
