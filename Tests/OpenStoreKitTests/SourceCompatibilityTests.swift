import OpenStoreKit
import OpenStoreKitTest
import Testing

@MainActor
@Suite("Shapes in which apps use StoreKit")
struct SourceCompatibilityTests {
  let session: SKTestSession

  init() throws {
    session = try Bazaar.session()
  }

  private func product(_ id: Product.ID) async throws -> Product {
    try #require(try await session.run { try await Product.products(for: [id]).first })
  }

  @Test("EX-4 products are loaded, described and bought")
  func products() async throws {
    let lines = try await session.run { try await ProductShapes.load() }
    #expect(lines.prefix(3) == ["premium.monthly", "lifetime", "Lifetime"])
    #expect(Set(lines.dropFirst(3)) == ["auto-renewable", "non-consumable"])
    let lifetime = try await product("lifetime")
    #expect(ProductShapes.describe(lifetime) == "$1,199.88 99.99 USD US json family")
    let plus = try await product("plus.monthly")
    let info = try #require(plus.subscription)
    #expect(ProductShapes.periods(of: info).hasPrefix("month false month 1 1 "))
    #expect(
      await session.run { await ProductShapes.offers(of: plus) } == "free for 1 week 2 true 2 Plans"
    )
    #expect(await ProductShapes.buy(plus, token: UUID()) == "bought plus.monthly")
    try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
    #expect(await ProductShapes.buy(plus, token: UUID()) == "productUnavailable")
    try await session.setSimulatedError(
      .generic(.networkError(URLError(.timedOut))), forAPI: .purchase)
    #expect(await ProductShapes.buy(plus, token: UUID()) == "\(URLError.Code.timedOut.rawValue)")
    try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
    #expect(await ProductShapes.buy(plus, token: UUID()) == "cancelled")
    try await session.setSimulatedError(nil, forAPI: .purchase)
    try await ProductShapes.buyWithOptions(
      try await product("coins.small"), token: UUID(), signature: Data([1]))
    #expect(session.allTransactions().count == 2)
  }

  @Test("EX-4 nothing is sold with the Advanced Commerce API")
  func advancedCommerce() async throws {
    let bought = try await session.buy("premium.monthly")
    #expect(AdvancedCommerceShapes.read(bought).isEmpty)
    let renewal = try #require(try await session.renewalInfo())
    #expect(AdvancedCommerceShapes.read(renewal).isEmpty)
    await #expect {
      try await session.run {
        try await AdvancedCommerceShapes.buy("premium.monthly", compactJWS: "a.b.c", in: "window")
      }
    } throws: { error in
      if case StoreKitError.unsupported = error { true } else { false }
    }
    #expect(OldState.deferred.rawValue == 4 && OldFailure.paymentCancelled.rawValue == 2)
  }

  @Test("EX-4 an app in the simulated store may not sell elsewhere")
  func externalPurchases() async throws {
    let allowed = await (
      ExternalPurchase.canPresent, ExternalPurchaseLink.canOpen,
      ExternalPurchaseCustomLink.isEligible
    )
    #expect(!allowed.0 && !allowed.1 && !allowed.2)
    #expect(await ExternalPurchaseLink.eligibleURLs == nil)
    let page = try #require(URL(string: "https://example.com"))
    let attempts: [@Sendable () async throws -> Void] = [
      { _ = try await ExternalPurchase.presentNoticeSheet() },
      { try await ExternalPurchaseLink.open() },
      { try await ExternalPurchaseLink.open(url: page) },
      { _ = try await ExternalPurchaseCustomLink.showNotice(type: .browser) },
      { _ = try await ExternalPurchaseCustomLink.token(for: "SERVICES") },
      { _ = try await ExternalPurchaseCustomLink.token(for: .outOfApp) },
    ]
    for attempt in attempts {
      await #expect {
        try await attempt()
      } throws: { error in
        if case StoreKitError.notEntitled = error { true } else { false }
      }
    }
  }

  @Test("EX-4 transactions, statuses and the store are read")
  func transactions() async throws {
    try await session.buy("lifetime")
    let bought = try await session.buy("premium.monthly")
    #expect(
      await session.run { await TransactionShapes.entitlements() }
        == [
          "lifetime", "premium.monthly", "history: 2", "entitled", "latest true", "sequence", "all",
        ])
    let fields = TransactionShapes.fields(of: bought)
    #expect(fields["environment"] == "Xcode")
    #expect(fields["isSandbox"] == "true")
    #expect(fields["price"] == "9.99")
    #expect(fields["json"]?.contains(#""productId":"premium.monthly""#) == true)
    let latest = try #require(await session.run { await Transaction.latest(for: "lifetime") })
    #expect(try TransactionShapes.verify(latest) == "true 3")
    let premium = try await product("premium.monthly")
    let lines = try await session.run { try await TransactionShapes.status(of: premium) }
    #expect(lines.first == "active")
    #expect(lines.suffix(4).dropFirst() == ["true 1", "true", "true true"])
    let store = try await session.run { try await TransactionShapes.store() }
    #expect(store.first == "true")
    #expect(store.last == "143441")
    #expect(try await session.run { try await LiveService().products().count } == 1)
    session.run { TransactionShapes.listen { _ in } }
    var history = 0
    for await _ in session.run({ TransactionShapes.full(premium) }) { history += 1 }
    #expect(history == 1)
  }

  @Test("EX-4 one import line is all that app code changes")
  func imports() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Apps")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count == 4)
    for file in files {
      let code = try String(contentsOf: file, encoding: .utf8)
      #expect(
        code.contains(
          "#if canImport(StoreKit)\n  import StoreKit\n#else\n  import OpenStoreKit\n#endif"))
      #expect(code.components(separatedBy: "OpenStoreKit").count == 2)
    }
  }
}
