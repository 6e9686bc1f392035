import AppStoreSimulator
import OpenStoreKit
import Testing

@Suite("Sessions")
struct SessionTests {
  @Test("Sessions that run at once share nothing", arguments: 1...16)
  func parallel(number: Int) async throws {
    let session = try Shop.device(seed: UInt64(number))
    try await session.run {
      let heard = await listen(in: session)
      for _ in 0..<number { _ = try await Product.one("coins").buy() }
      #expect(await Transaction.unfinished.products().count == number)
      session.act { store, me in store.purchase("lifetime", by: me) }
      await session.settled()
      #expect(await heard.products == ["lifetime"])
    }
  }

  @Test("Detached tasks keep the session of the one that makes them, as plain ones do")
  func detached() async throws {
    let session = try Shop.device()
    try await session.run {
      func listener() -> Task<Void, any Error> {
        Task.detached {
          for await result in Transaction.updates { try await result.payloadValue.finish() }
        }
      }
      let task = listener()
      await session.settled(listeners: 1)
      session.act { store, me in store.purchase("coins", by: me) }
      await session.settled()
      #expect(await Transaction.unfinished.products().isEmpty)
      let count = await Task.detached(priority: .background) {
        await Transaction.currentEntitlements.products().count
      }.value
      #expect(count == 0)
      let name = try await Task.detached(name: "products") {
        try await Product.one("coins").displayName
      }.value
      #expect(name == "Coins")
      session.close()
      try await task.value
    }
  }

  @Test("Detached tasks are made in every way that the standard library has")
  func waysToDetach() async throws {
    @Sendable func count() async -> Int { await Transaction.unfinished.products().count }
    @Sendable func bought() async throws -> String {
      try await Product.one("coins").buy().productID
    }
    let session = try Shop.device()
    try await session.run {
      let productID = try await Task.detached(operation: bought).value
      #expect(productID == "coins")
      #expect(await Task.detached(priority: .high, operation: count).value == 1)
      let failing = Task<Int, any Error>.detached { throw StoreKitError.unsupported }
      await #expect(throws: StoreKitError.self) { try await failing.value }
      let cancelled = Task.detached { await Transaction.updates.collected().isEmpty }
      cancelled.cancel()
      #expect(await cancelled.value)
      await Task.detached { @MainActor in
        MainActor.assertIsolated()
        #expect(StoreSession.current === session)
      }.value
    }
  }

  @Test("A session that is closed or gone ends its listeners")
  func gone() async throws {
    var session: StoreSession? = try Shop.device()
    var updates = try #require(session).run { Transaction.updates.makeAsyncIterator() }
    session = nil
    #expect(await updates.next() == nil)
  }

  @Test("Code that says StoreKit means this module")
  func qualifiedNames() async throws {
    let session = try Shop.device()
    try await session.run {
      let product: StoreKit.Product = try await Product.one("coins")
      let transaction: StoreKit.Transaction = try await product.buy()
      #expect(transaction.productType == StoreKit.Product.ProductType.consumable)
    }
  }
}
