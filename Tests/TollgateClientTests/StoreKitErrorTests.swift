import AppStoreSimulator
import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateClient
import TollgateServer

@MainActor
@Suite("Every way a StoreKit purchase can end")
struct StoreKitErrorTests {
  private let yearly = CatalogProduct.ID("grobro.pro.yearly")

  nonisolated private static let errors: [(any Error, TollgateClient.PurchaseOutcome)] = [
    (StoreKit.Product.PurchaseError.purchaseNotAllowed, .failed(.paymentNotAllowed)),
    (StoreKit.Product.PurchaseError.productUnavailable, .failed(.productUnavailable)),
    (StoreKit.Product.PurchaseError.ineligibleForOffer, .failed(.productUnavailable)),
    (StoreKit.Product.PurchaseError.invalidOfferIdentifier, .failed(.productUnavailable)),
    (StoreKit.Product.PurchaseError.invalidOfferPrice, .failed(.productUnavailable)),
    (StoreKit.Product.PurchaseError.invalidOfferSignature, .failed(.productUnavailable)),
    (StoreKit.Product.PurchaseError.missingOfferParameters, .failed(.productUnavailable)),
    (StoreKit.Product.PurchaseError.invalidQuantity, .failed(.unknown)),
    (StoreKitError.userCancelled, .cancelled),
    (StoreKitError.networkError(URLError(.notConnectedToInternet)), .failed(.network)),
    (StoreKitError.notAvailableInStorefront, .failed(.productUnavailable)),
    (StoreKitError.unsupported, .failed(.productUnavailable)),
    (StoreKitError.notEntitled, .failed(.paymentNotAllowed)),
    (StoreKitError.unknown, .failed(.unknown)),
    (StoreKitError.systemError(URLError(.timedOut)), .failed(.network)),
    (StoreKitError.systemError(SKError(.paymentInvalid)), .failed(.paymentInvalid)),
    (StoreKitError.systemError(StoreKitError.userCancelled), .cancelled),
    (StoreKitError.systemError(CancellationError()), .failed(.unknown)),
    (SKError(.paymentCancelled), .cancelled),
    (SKError(.overlayCancelled), .cancelled),
    (SKError(.paymentInvalid), .failed(.paymentInvalid)),
    (SKError(.paymentNotAllowed), .failed(.paymentNotAllowed)),
    (SKError(.clientInvalid), .failed(.paymentNotAllowed)),
    (SKError(.storeProductNotAvailable), .failed(.productUnavailable)),
    (SKError(.cloudServiceNetworkConnectionFailed), .failed(.network)),
    (SKError(.privacyAcknowledgementRequired), .failed(.interrupted)),
    (SKError(.unknown), .failed(.unknown)),
    (URLError(.networkConnectionLost), .failed(.network)),
    (URLError(.userCancelledAuthentication), .cancelled),
    (within(URLError(.timedOut), depth: 3), .failed(.network)),
    (within(URLError(.timedOut), depth: 9), .failed(.unknown)),
    (NSError(domain: "com.example.elsewhere", code: 7), .failed(.unknown)),
  ]

  /// An error nested the way frameworks do it.
  nonisolated private static func within(_ error: any Error, depth: Int) -> any Error {
    guard depth > 0 else { return error }
    return NSError(
      domain: "com.example.system", code: depth,
      userInfo: [NSUnderlyingErrorKey: within(error, depth: depth - 1)])
  }

  @Test(
    "GB-7 each StoreKit error maps to the problem that tells the customer what to do",
    arguments: errors)
  func errors(error: any Error, outcome: TollgateClient.PurchaseOutcome) async throws {
    try await World.of("grobro") { world in
      let phone = await Phone.launched(world)
      await phone.client.showPaywall("upgrade")
      phone.session.store.change { $0.answer = { _ in throw error } }
      #expect(await phone.client.purchase(yearly) == outcome)
      switch outcome {
      case .failed(let problem):
        #expect(phone.client.presentation?.stage == .failed(problem))
        phone.client.problemClosed()
      case .cancelled, .pending, .purchased: break
      }
      #expect(phone.client.presentation?.stage == .offering)
      #expect(phone.client.phase == .free)

      phone.session.resetToDefaultState()
      #expect(await phone.client.purchase(yearly) == .purchased)
      #expect(phone.client.presentation?.stage == .welcome)
    }
  }

  @Test("GB-7 a device that may not buy shows a message, and a closed sheet shows none")
  func settings() async throws {
    try await World.of("grobro") { world in
      let phone = await Phone.launched(world)
      phone.session.canMakePayments = false
      #expect(await phone.client.purchase(yearly) == .failed(.paymentNotAllowed))
      phone.session.canMakePayments = true
      phone.session.customerConfirms = false
      #expect(await phone.client.purchase(yearly) == .cancelled)
      phone.session.customerConfirms = true
      #expect(await phone.client.purchase(yearly) == .purchased)
    }
  }

  @Test(
    "GB-7 a purchase that waits for a parent, or for the customer, ends in access when they act",
    arguments: [false, true], [false, true])
  func waits(isInterrupted: Bool, isRelaunched: Bool) async throws {
    try await World.of("grobro", identifiers: .random) { world in
      let phone = await Phone.launched(world)
      await phone.client.showPaywall("upgrade")
      phone.session.askToBuyEnabled = !isInterrupted
      phone.session.interruptedPurchasesEnabled = isInterrupted
      #expect(await phone.client.purchase(yearly) == .pending(.pendingApproval))
      #expect(phone.client.presentation?.stage == .pending(.pendingApproval))
      #expect(phone.client.phase == .free)

      let waiting = try #require(phone.session.allTransactions().first).identifier
      if isRelaunched { phone.relaunch() }
      try await phone.listening {
        if isInterrupted {
          try phone.session.resolveIssueForTransaction(identifier: waiting)
        } else {
          try phone.session.approveAskToBuyTransaction(identifier: waiting)
        }
      }
      #expect(phone.client.entitlement("pro").isActive)
      #expect(phone.client.presentation?.stage == (isRelaunched ? nil : .welcome))
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }
}
