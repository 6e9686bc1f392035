import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing

@MainActor
@Suite("Simulated errors of a test session")
struct SKTestSessionErrorsTests {
  let session: SKTestSession

  init() throws {
    session = try Bazaar.session()
  }

  @Test("loadProducts fails, and succeeds again")
  func loadProducts() async throws {
    let offline = URLError(.notConnectedToInternet)
    try await session.setSimulatedError(.generic(.networkError(offline)), forAPI: .loadProducts)
    #expect(
      await session.simulatedError(forAPI: .loadProducts) == .generic(.networkError(offline)))
    await #expect(throws: StoreKitError.self) {
      try await session.run { try await Product.products(for: ["lifetime"]) }
    }
    try await session.setSimulatedError(nil, forAPI: .loadProducts)
    #expect(await session.simulatedError(forAPI: .loadProducts) == nil)
    try await session.buy("lifetime")
  }

  @Test("purchase fails with errors of its own and with those that every part has")
  func purchase() async throws {
    try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
    await #expect(throws: Product.PurchaseError.productUnavailable) {
      try await session.purchase("lifetime")
    }
    #expect(await session.simulatedError(forAPI: .purchase) == .purchase(.productUnavailable))
    try await session.setSimulatedError(
      SKTestFailures.Purchase.generic(.notAvailableInStorefront),
      forAPI: StoreKitPurchaseAPI.purchase)
    await #expect(throws: StoreKitError.self) { try await session.purchase("lifetime") }
    #expect(session.allTransactions().isEmpty)
  }

  @Test("verification fails: the app gets the payload and the reason, and keeps its hands off")
  func verification() async throws {
    let reasons: [VerificationResult<Any>.VerificationError] = [
      .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification,
      .invalidEncoding, .invalidSignature, .missingRequiredProperties,
    ]
    for reason in reasons {
      try await session.setSimulatedError(.verification(reason), forAPI: .verification)
      #expect(await session.simulatedError(forAPI: .verification) == .verification(reason))
      guard
        case .success(.unverified(let transaction, let error)) =
          try await session.purchase("lifetime")
      else {
        Issue.record("it was verified")
        return
      }
      #expect(transaction.productID == "lifetime")
      #expect("\(error)" == "\(reason)")
    }
    #expect(await session.entitlements().isEmpty)
    try await session.setSimulatedError(nil, forAPI: .verification)
    #expect(await session.entitlements() == ["lifetime"])
  }

  @Test("sync, status and app transaction fail")
  func others() async throws {
    try await session.setSimulatedError(.generic(.userCancelled), forAPI: .appStoreSync)
    try await session.setSimulatedError(.generic(.unknown), forAPI: .subscriptionStatus)
    try await session.setSimulatedError(.generic(.notEntitled), forAPI: .appTransaction)
    await session.run {
      await #expect(throws: StoreKitError.self) { try await AppStore.sync() }
      await #expect(throws: StoreKitError.self) {
        try await Product.SubscriptionInfo.status(for: "plans")
      }
      await #expect(throws: StoreKitError.self) { try await AppTransaction.shared }
    }
    #expect(await session.simulatedError(forAPI: .appStoreSync) == .generic(.userCancelled))
    #expect(await session.simulatedError(forAPI: .subscriptionStatus) == .generic(.unknown))
    #expect(await session.simulatedError(forAPI: .appTransaction) == .generic(.notEntitled))
    session.resetToDefaultState()
    try await session.run { try await AppStore.sync() }
  }

  @Test("errors of sheets are kept, to be read")
  func sheets() async throws {
    try await session.setSimulatedError(
      .refundRequest(.duplicateRequest), forAPI: .refundRequest)
    try await session.setSimulatedError(.generic(.unknown), forAPI: .manageSubscriptions)
    try await session.setSimulatedError(.generic(.unknown), forAPI: .offerCodeRedeem)
    #expect(
      await session.simulatedError(forAPI: .refundRequest) == .refundRequest(.duplicateRequest))
    #expect(await session.simulatedError(forAPI: .manageSubscriptions) == .generic(.unknown))
    #expect(await session.simulatedError(forAPI: .offerCodeRedeem) == .generic(.unknown))
  }

  @Test("failures are equal when they stand for the same error")
  func equality() {
    typealias Load = SKTestFailures.LoadProducts
    #expect(Load.generic(.unknown) != .generic(.userCancelled))
    #expect(
      Load.generic(.networkError(URLError(.timedOut)))
        != .generic(.networkError(URLError(.cannotFindHost))))
    #expect(
      Load.generic(.systemError(CocoaError(.fileNoSuchFile)))
        == .generic(.systemError(CocoaError(.fileNoSuchFile))))
    #expect(SKTestFailures.Purchase.generic(.unknown) != .purchase(.invalidQuantity))
  }

  @Test("a part that this library does not know cannot fail")
  func unknownPart() async throws {
    struct OtherAPI: FailableStoreKitAPI {
      typealias Failure = SKTestFailures.LoadProducts
    }
    await #expect(throws: SKTestError.self) {
      try await session.setSimulatedError(.generic(.unknown), forAPI: OtherAPI())
    }
    #expect(await session.simulatedError(forAPI: OtherAPI()) == nil)
  }
}
