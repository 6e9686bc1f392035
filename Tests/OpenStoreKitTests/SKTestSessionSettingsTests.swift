import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing

@Suite("A test session's settings")
struct SKTestSessionSettingsTests {
  @Test("storefront: purchases name it, and the app learns of the move")
  func storefront() async throws {
    let session = try Bazaar.session()
    #expect(session.storefront == "USA")
    let moves = session.run {
      Task {
        var iterator = Storefront.updates.makeAsyncIterator()
        return await iterator.next()?.countryCode
      }
    }
    await session.settled(listeners: 1)
    session.storefront = "DEU"
    #expect(await moves.value == "DEU")
    #expect(await session.run { await Storefront.current?.countryCode } == "DEU")
    #expect(try await session.buy("lifetime").storefront.countryCode == "DEU")
    #expect(try await session.buy("lifetime").currency?.identifier == "EUR")
  }

  @Test("locale: names and prices are written in it")
  func locale() async throws {
    let session = try Bazaar.session()
    session.storefront = "DEU"
    session.locale = Locale(identifier: "de_DE")
    let product = try #require(
      try await session.run { try await Product.products(for: ["plus.monthly"]).first })
    #expect(product.description == "Alles außer den Sternen")
    #expect(product.displayPrice == "4,99\u{A0}€")
  }

  @Test("disableDialogs and customerConfirms: who closes the sheet has bought nothing")
  func dialogs() async throws {
    let session = try Bazaar.session()
    #expect(!session.disableDialogs)
    #expect(session.customerConfirms)
    session.customerConfirms = false
    guard case .userCancelled = try await session.purchase("lifetime") else {
      Issue.record("it was not cancelled")
      return
    }
    #expect(session.allTransactions().isEmpty)
    session.disableDialogs = true
    guard case .success = try await session.purchase("lifetime") else {
      Issue.record("it was not bought")
      return
    }
  }

  @Test("canMakePayments: a device that may not buy gets an error")
  func canMakePayments() async throws {
    let session = try Bazaar.session()
    #expect(session.run { AppStore.canMakePayments })
    session.canMakePayments = false
    #expect(!session.canMakePayments)
    #expect(!session.run { AppStore.canMakePayments })
    await #expect(throws: Product.PurchaseError.purchaseNotAllowed) {
      try await session.purchase("lifetime")
    }
  }

  @Test("includesFinishedConsumables: the history keeps them or not")
  func consumables() async throws {
    let session = try Bazaar.session()
    try await session.buy("coins.small")
    func history() async -> Int {
      await session.run {
        var count = 0
        for await _ in Transaction.all { count += 1 }
        return count
      }
    }
    #expect(await history() == 0)
    session.includesFinishedConsumables = true
    #expect(session.includesFinishedConsumables)
    #expect(await history() == 1)
  }

  @Test("failTransactionsEnabled and failureError: purchases fail with it until it is off")
  func failing() async throws {
    let session = try Bazaar.session()
    #expect(!session.failTransactionsEnabled)
    session.failTransactionsEnabled = true
    let unknown = await #expect(throws: StoreKitError.self) {
      try await session.purchase("lifetime")
    }
    #expect(unknown.map { "\($0)" } == "unknown")
    let table: [(SKError.Code, Product.PurchaseError)] = [
      (.invalidOfferIdentifier, .invalidOfferIdentifier),
      (.invalidSignature, .invalidOfferSignature),
      (.missingOfferParams, .missingOfferParameters),
      (.invalidOfferPrice, .invalidOfferPrice),
    ]
    for (code, error) in table {
      session.failureError = code
      await #expect(throws: error) { try await session.purchase("lifetime") }
      #expect(throws: error) { try session.buyProduct(productIdentifier: "lifetime") }
    }
    session.failTransactionsEnabled = false
    #expect(session.failureError == .invalidOfferPrice)
    try await session.buy("lifetime")
  }

  @Test("the settings of a file hold from the start")
  func fromFile() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).storekit")
    try Data(
      """
      {"settings": {
         "_askToBuyEnabled": true, "_billingGracePeriodEnabled": true,
         "_billingIssuesEnabled": true, "_disableDialogs": true, "_failTransactionsEnabled": true,
         "_locale": "de_DE", "_renewalBillingIssuesEnabled": true, "_storefront": "DEU",
         "_storeKitErrors": [{"current": null, "enabled": true, "name": "Load Products"},
                             {"current": null, "enabled": true, "name": "Verification"}],
         "_timeRate": 1003},
       "version": {"major": 4, "minor": 0}}
      """.utf8
    ).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let session = try SKTestSession(contentsOf: file)
    #expect(session.askToBuyEnabled)
    #expect(session.billingGracePeriodIsEnabled)
    #expect(session.interruptedPurchasesEnabled)
    #expect(session.disableDialogs)
    #expect(session.failTransactionsEnabled)
    #expect(session.locale.identifier == "de_DE")
    #expect(session.shouldEnterBillingRetryOnRenewal)
    #expect(session.storefront == "DEU")
    #expect(session.timeRate == .oneRenewalEveryThirtySeconds)
    #expect(await session.simulatedError(forAPI: .loadProducts) == .generic(.unknown))
    #expect(
      await session.simulatedError(forAPI: .verification) == .verification(.invalidSignature))
    #expect(await session.simulatedError(forAPI: .purchase) == nil)
  }
}
