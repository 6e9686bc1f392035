import Tollgate
import TollgateClient

/// The phone's StoreKit, on a device of the kind, and in an app of the version, that the visitor chose.
struct PhoneStore: PurchaseStore {
  private let store = StoreKitStore()
  let settings: PhoneSettings

  func deviceProperties() async -> [DeviceProperty: String] {
    var properties = await store.deviceProperties()
    properties[.appVersion] = settings.appVersion
    properties[.device] = settings.deviceKind.rawValue
    properties[.ageRange] = settings.ageRange
    return properties
  }

  func products(for ids: [CatalogProduct.ID]) async throws -> [StoreProduct] {
    try await store.products(for: ids)
  }

  func purchase(
    _ product: CatalogProduct.ID, appAccountToken: String?
  ) async -> StorePurchaseResult {
    await store.purchase(product, appAccountToken: appAccountToken)
  }

  func purchase(
    _ product: CatalogProduct.ID, appAccountToken: String?, terms: PurchaseTerms
  ) async -> StorePurchaseResult {
    await store.purchase(product, appAccountToken: appAccountToken, terms: terms)
  }

  func eligibleWinBackOffers(group: SubscriptionGroup.ID) async -> [String] {
    await store.eligibleWinBackOffers(group: group)
  }

  func redeemOfferCode() async -> Bool { await store.redeemOfferCode() }

  func unfinished() async -> [SignedPurchase] { await store.unfinished() }

  func finish(_ transaction: StoreTransaction.ID) async { await store.finish(transaction) }

  func currentEntitlements() async -> [SignedPurchase] {
    await store.currentEntitlements()
  }

  func sync() async throws { try await store.sync() }

  func isEligibleForIntroductoryOffer(group: SubscriptionGroup.ID) async -> Bool {
    await store.isEligibleForIntroductoryOffer(group: group)
  }

  func manageSubscriptions() async -> Bool { await store.manageSubscriptions() }

  func requestRefund(of transaction: StoreTransaction.ID) async -> StoreRefundResult {
    await store.requestRefund(of: transaction)
  }

  func appTransaction() async -> String? { await store.appTransaction() }

  func listen(_ receive: @Sendable (SignedPurchase) async -> Void) async {
    await store.listen(receive)
  }

  func listenForChoices(_ receive: @Sendable (CatalogProduct.ID) async -> Void) async {
    await store.listenForChoices(receive)
  }
}
