import AppStoreSimulator
import OpenStoreKit
import Testing
import TollgateAppStore

@Suite("Purchases that fail")
struct PurchaseFailureTests {
  @Test("A purchase fails with the configured error")
  func failures() async throws {
    let session = try Shop.device()
    try await session.run {
      let coins = try await Product.one("coins")
      session.setFailure(StoreKitError.networkError(URLError(.timedOut)), of: .purchase)
      await #expect(throws: StoreKitError.self) { try await coins.purchase() }
      session.setFailure(nil, of: .purchase)
      session.change { $0.purchaseFailure = Product.PurchaseError.productUnavailable }
      await #expect(throws: Product.PurchaseError.productUnavailable) {
        try await coins.purchase()
      }
      session.change {
        $0.purchaseFailure = nil
        $0.canMakePayments = false
      }
      #expect(AppStore.canMakePayments == false)
      await #expect(throws: Product.PurchaseError.purchaseNotAllowed) {
        try await coins.purchase()
      }
      session.resetSettings()
      session.act { store, _ in store.setOnSale(false, "coins") }
      await #expect(throws: Product.PurchaseError.productUnavailable) {
        try await coins.purchase()
      }
      #expect(try await Product.products(for: ["coins"]).isEmpty)
    }
  }

  @Test("The configuration's failing operations fail from the start")
  func configuredFailures() async throws {
    let session = try Shop.device(
      .init(failingOperations: ["Load Products", "App Store Sync", "Subscription Status"]))
    await session.run {
      await #expect(throws: StoreKitError.self) { try await Product.products(for: ["pro"]) }
      await #expect(throws: StoreKitError.self) { try await AppStore.sync() }
      await #expect(throws: StoreKitError.self) {
        try await Product.SubscriptionInfo.status(for: Shop.group)
      }
    }
  }
}
