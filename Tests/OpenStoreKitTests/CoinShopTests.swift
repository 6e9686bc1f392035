import OpenStoreKit
import OpenStoreKitTest
import Testing

@MainActor
@Suite("A shop for consumables")
struct CoinShopTests {
  let session: SKTestSession
  let wallet = Wallet()
  let playerID = UUID()

  init() throws {
    session = try Bazaar.session()
  }

  private func launch() async throws -> CoinShop {
    session.relaunch()
    let shop = CoinShop(wallet: wallet, playerID: playerID)
    try await session.run { try await shop.open() }
    await session.settled(listeners: 1)
    return shop
  }

  private func buy(_ shop: CoinShop, _ index: Int, quantity: Int = 1) async throws
    -> CoinShop.Outcome
  {
    let product = await shop.shelf[index]
    return try await session.run { try await shop.buy(product, quantity: quantity) }
  }

  @Test("a shop for consumables sells by price, in any quantity, again and again")
  func quantity() async throws {
    let shop = try await launch()
    #expect(await shop.shelf.map(\.displayPrice) == ["$0.99", "$9.99"])
    #expect(try await buy(shop, 0) == .bought)
    #expect(try await buy(shop, 0, quantity: 3) == .bought)
    #expect(try await buy(shop, 1) == .bought)
    #expect(await wallet.coins == 100 + 300 + 1_200)
    #expect(session.allTransactions().count == 3)
    await #expect(throws: Product.PurchaseError.invalidQuantity) {
      try await buy(shop, 0, quantity: 11)
    }
  }

  @Test("a purchase carries the player's token, in lower case or upper")
  func token() async throws {
    let shop = try await launch()
    _ = try await buy(shop, 0)
    session.includesFinishedConsumables = true
    let tokens = await session.run {
      var tokens: [UUID?] = []
      for await result in Transaction.all {
        tokens.append(result.unsafePayloadValue.appAccountToken)
      }
      return tokens
    }
    #expect(tokens == [playerID])
  }

  @Test("a crash before the delivery loses nothing: the purchase comes again at the next launch")
  func crashBeforeDelivery() async throws {
    _ = try await launch()
    guard case .success = try await session.purchase("coins.small") else {
      Issue.record("it was not bought")
      return
    }
    #expect(await wallet.coins == 0)
    _ = try await launch()
    #expect(await wallet.coins == 100)
    _ = try await launch()
    #expect(await wallet.coins == 100)
  }

  @Test("a crash between delivery and finish delivers once")
  func crashBeforeFinish() async throws {
    _ = try await launch()
    guard case .success(let result) = try await session.purchase("coins.small") else {
      Issue.record("it was not bought")
      return
    }
    await wallet.deliver(100, for: try result.payloadValue.id)
    _ = try await launch()
    #expect(await wallet.coins == 100)
    #expect(await session.unfinished().isEmpty)
  }

  @Test("a purchase that waited, or was made elsewhere, arrives by itself")
  func later() async throws {
    let shop = try await launch()
    session.interruptedPurchasesEnabled = true
    #expect(try await buy(shop, 1) == .waiting)
    let waiting = try #require(session.allTransactions().first)
    try session.resolveIssueForTransaction(identifier: waiting.identifier)
    await session.settled()
    #expect(await wallet.coins == 1_200)
    session.interruptedPurchasesEnabled = false
    try await session.buyProduct(identifier: "coins.small", options: [.quantity(2)])
    await session.settled()
    #expect(await wallet.coins == 1_400)
    session.customerConfirms = false
    #expect(try await buy(shop, 1) == .cancelled)
  }

  @Test("a refund takes the coins back, once")
  func refund() async throws {
    let shop = try await launch()
    _ = try await buy(shop, 0, quantity: 2)
    _ = try await buy(shop, 0)
    let first = try #require(session.allTransactions().first)
    try session.refundTransaction(identifier: first.identifier)
    await session.settled()
    #expect(await wallet.coins == 100)
    _ = try await launch()
    #expect(await wallet.coins == 100)
  }
}
