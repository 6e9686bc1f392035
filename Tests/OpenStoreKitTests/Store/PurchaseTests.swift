import AppStoreSimulator
import OpenStoreKit
import Testing
import TollgateAppStore

@Suite("Product.purchase")
struct PurchaseTests {
  @Test("Pain 24: a purchase is answered with a verified transaction of the product")
  func success() async throws {
    let session = try Shop.device()
    try await session.run {
      let product = try await Product.one("pro")
      let token = try #require(UUID(uuidString: "6A1E1C1B-93B5-4E0B-8E76-4B8F1F2A0C11"))
      let transaction = try await product.buy([.appAccountToken(token)])
      #expect(transaction.productID == "pro")
      #expect(transaction.productType == .autoRenewable)
      #expect(transaction.appAccountToken == token)
      #expect(transaction.purchaseDate == session.currentDate)
      #expect(transaction.originalID == transaction.id)
      #expect(transaction.environment == .xcode)
      #expect(transaction.offer?.type == .introductory)
      #expect(transaction.offer?.paymentMode == .freeTrial)
      #expect(transaction.offer?.period == .weekly)
      #expect(transaction.price == 0)
      #expect(transaction.currency?.identifier == "USD")
      #expect(transaction.storefront.countryCode == "USA")
      #expect(transaction.reason == .purchase)
      #expect(transaction.ownershipType == .purchased)
      #expect(transaction.subscriptionGroupID == Shop.group)
      #expect(transaction.isUpgraded == false)
      #expect(await transaction.subscriptionStatus?.state == .subscribed)
    }
  }

  @Test(
    "The quantity of a consumable or a non-renewing subscription is bought at once; others are bought one at a time"
  )
  func quantity() async throws {
    let session = try Shop.device()
    try await session.run {
      let coins = try await Product.one("coins")
      #expect(try await coins.buy([.quantity(10)]).purchasedQuantity == 10)
      let season = try await Product.one("season")
      #expect(try await season.buy([.quantity(2)]).purchasedQuantity == 2)
      for (id, quantity) in [
        ("coins", 0), ("coins", 11), ("season", 11), ("pro", 2), ("lifetime", 2),
      ] {
        let product = try await Product.one(id)
        await #expect(throws: Product.PurchaseError.invalidQuantity) {
          try await product.purchase(options: [.quantity(quantity)])
        }
      }
    }
  }

  @Test(
    "A customer who closes the sheet has bought nothing; with dialogs disabled there is no sheet")
  func closed() async throws {
    let session = try Shop.device()
    try await session.run {
      session.change { $0.confirms = false }
      let coins = try await Product.one("coins")
      guard case .userCancelled = try await coins.purchase() else {
        Issue.record("expected a cancelled purchase")
        return
      }
      #expect(await Transaction.all.products().isEmpty)
      session.change { $0.disablesDialogs = true }
      _ = try await coins.buy()
    }
  }

  @Test("A purchase that waits comes as an update once it is resolved", arguments: [true, false])
  func pending(isInterrupted: Bool) async throws {
    let session = try Shop.device()
    try await session.run {
      let heard = await listen(in: session)
      session.change { $0.interruptsPurchases = isInterrupted }
      let options: Set<Product.PurchaseOption> =
        isInterrupted ? [] : [.simulatesAskToBuyInSandbox(true)]
      guard case .pending = try await Product.one("coins").purchase(options: options) else {
        Issue.record("expected a purchase that waits")
        return
      }
      #expect(await Transaction.all.products().isEmpty)
      session.act { store, _ in store.pendingPurchases.first.map { store.approve($0.id) } }
      await session.settled()
      #expect(await heard.products == ["coins"])
    }
  }

  @Test(
    "A running subscription is answered with its transaction, a lower level with the present one")
  func bought() async throws {
    let session = try Shop.device()
    try await session.run {
      let max = try await Product.one("max")
      let first = try await max.buy()
      #expect(try await max.buy() == first)
      #expect(try await Product.one("pro").buy().productID == "max")
      let status = try await max.subscription?.status.first
      #expect(try status?.renewalInfo.payloadValue.autoRenewPreference == "pro")
      session.advance(by: Shop.month)
      #expect(await Transaction.currentEntitlements.products() == ["pro"])
    }
  }

  @Test("An upgrade begins at once and leaves the lower level")
  func upgrade() async throws {
    let session = try Shop.device()
    try await session.run {
      let heard = await listen(in: session)
      let lower = try await Product.one("pro").buy()
      let higher = try await Product.one("max").buy()
      #expect(await Transaction.currentEntitlements.products() == ["max"])
      await session.settled()
      let update = try #require(await heard.all.first).unsafePayloadValue
      #expect((update.id, update.isUpgraded) == (lower.id, true))
      #expect(higher.originalID == lower.originalID)
    }
  }

  @Test("A product buys in the session that it came from, wherever it is bought")
  func ownSession() async throws {
    let (mine, other) = (try Shop.device(), try Shop.device(seed: 2))
    let coins = try await mine.run { try await Product.one("coins") }
    let transaction = try await other.run { try await coins.buy() }
    #expect(await mine.run { await Transaction.unfinished.products() } == ["coins"])
    await other.run {
      #expect(await Transaction.all.products().isEmpty)
      await transaction.finish()
    }
    #expect(await mine.run { await Transaction.unfinished.products() }.isEmpty)
  }

  @Test("A purchase may be asked about when the customer has moved")
  func moved() async throws {
    let session = try Shop.device()
    try await session.run {
      let coins = try await Product.one("coins")
      session.change { $0.storefront = Storefront(countryCode: "DEU") }
      await #expect(throws: StoreKitError.self) {
        try await coins.purchase(options: [.onStorefrontChange { $0.countryCode != "DEU" }])
      }
      let bought = try await coins.buy([.onStorefrontChange { $0.countryCode == "DEU" }])
      #expect(bought.currency?.identifier == "EUR")
      #expect(bought.storefrontCountryCode == "DEU")
    }
  }

  @Test("A refund is requested once; the purchase stays until the store decides")
  func refundRequest() async throws {
    let session = try Shop.device()
    try await session.run {
      let transaction = try await Product.one("lifetime").buy()
      #expect(try await transaction.beginRefundRequest(in: "scene") == .success)
      #expect(await Transaction.currentEntitlements.products() == ["lifetime"])
      await #expect(throws: Transaction.RefundRequestError.duplicateRequest) {
        try await Transaction.beginRefundRequest(for: transaction.id, in: "scene")
      }
      await #expect(throws: Transaction.RefundRequestError.failed) {
        try await Transaction.beginRefundRequest(for: 1, in: "scene")
      }
      session.act { store, _ in store.refund(String(transaction.id), reason: .issue) }
      let refunded = await Transaction.latest(for: "lifetime")?.unsafePayloadValue
      #expect(refunded?.revocationReason == .developerIssue)
      #expect(refunded?.revocationType == .fullRefund)
      #expect(refunded?.revocationPercentage == 100)
    }
  }

  @Test("Nobody requests a refund of what a family member shares, or of another account's purchase")
  func othersRefundRequest() async throws {
    let session = try Shop.device()
    try await session.run {
      let id = session.act { store, me -> String? in
        guard case .success(let bought) = store.purchase("lifetime", by: "parent") else {
          return nil
        }
        store.share("parent", with: me)
        return bought.payload.transactionId
      }
      let parents = try #require(id.flatMap { UInt64($0) })
      let shared = await Transaction.currentEntitlement(for: "lifetime")
      let copy = try #require(shared?.unsafePayloadValue.id)
      for transaction in [parents, copy] {
        await #expect(throws: Transaction.RefundRequestError.failed) {
          try await Transaction.beginRefundRequest(for: transaction, in: "scene")
        }
      }
      let isRequested = session.act { store, _ in store.isRefundRequested(String(parents)) }
      #expect(!isRequested)
    }
  }
}
