import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing

@MainActor
@Suite("Purchases through a test session")
struct SKTestSessionPurchaseTests {
  let session: SKTestSession
  let log: UpdateLog

  init() async throws {
    let session = try Bazaar.session()
    self.session = session
    log = session.run { UpdateLog() }
    await session.settled(listeners: 1)
  }

  @Test("buyProduct: the app learns of a purchase made elsewhere")
  func buyElsewhere() async throws {
    try session.buyProduct(productIdentifier: "lifetime")
    let token = UUID()
    let transaction = try await session.buyProduct(
      identifier: "coins.large", options: [.quantity(3), .appAccountToken(token)])
    await session.settled()
    #expect(log.lines == ["lifetime", "coins.large"])
    #expect(log.transactions.last == transaction)
    #expect(transaction.purchasedQuantity == 3)
    #expect(transaction.appAccountToken == token)
    #expect(await session.entitlements() == ["lifetime"])
  }

  @Test("buyProduct: an impossible purchase throws an error")
  func refused() async throws {
    await #expect(throws: SKTestError.self) { try await session.buyProduct(identifier: "moon") }
    await #expect(throws: Product.PurchaseError.invalidQuantity) {
      try await session.buyProduct(identifier: "lifetime", options: [.quantity(2)])
    }
    #expect(session.allTransactions().isEmpty)
  }

  @Test("purchaseDate: a purchase of the past has renewed since, or ended after its period")
  func past() async throws {
    session.advance(to: Bazaar.days(100))
    let first = try await session.buyProduct(
      identifier: "premium.monthly", options: [.purchaseDate(Bazaar.days(10))])
    #expect(first.purchaseDate == Bazaar.days(10))
    #expect(
      session.allTransactions().map(\.purchaseDate) == [10, 41, 69, 100].map(Bazaar.days))
    session.clearTransactions()
    try await session.buyProduct(
      identifier: "premium.monthly",
      options: [.purchaseDate(Bazaar.days(10), renewalBehavior: .cancelImmediately)])
    #expect(session.allTransactions().count == 1)
    #expect(try await session.state() == .expired)
  }

  @Test("allTransactions: every property of a subscription, a consumable and an upgrade")
  func all() async throws {
    let plus = try await session.buy("plus.monthly")
    session.advance(by: .weekly)
    session.advance(to: session.now.addingTimeInterval(86_400))
    let coins = try await session.buy("coins.small")
    session.advance(to: session.now.addingTimeInterval(86_400))
    let premium = try await session.buy("premium.monthly")
    let all = session.allTransactions()
    #expect(
      all.map(\.productIdentifier)
        == ["plus.monthly", "plus.monthly", "coins.small", "premium.monthly"])
    #expect(all[0].identifier == UInt(plus.id))
    #expect(all[0].expirationDate == Bazaar.days(7))
    #expect(all[0].cancelDate == nil)
    #expect(!all[0].autoRenewingEnabled)
    #expect(all[1].originalTransactionIdentifier == all[0].identifier)
    #expect(all[1].cancelDate == Bazaar.days(9))
    #expect(all[2].identifier == UInt(coins.id))
    #expect(all[2].originalTransactionIdentifier == all[2].identifier)
    #expect(all[2].purchaseDate == Bazaar.days(8))
    #expect(all[2].expirationDate == nil)
    #expect(all[2].state == .purchased)
    #expect(all[3].identifier == UInt(premium.id))
    #expect(all[3].autoRenewingEnabled)
    #expect(!all[3].hasPurchaseIssue)
    #expect(!all[3].isPendingPriceIncreaseConsent)
    #expect(!all[3].pendingAskToBuyConfirmation)
    #expect(all[3].description == "\(premium.id) premium.monthly purchased")
    #expect(Set(all).count == 4)
  }

  @Test("refundTransaction: access goes, the app learns of it, and once is enough")
  func refund() async throws {
    let lifetime = try await session.buy("lifetime")
    try session.refundTransaction(identifier: UInt(lifetime.id))
    await session.settled()
    #expect(log.lines == ["lifetime revoked"])
    #expect(log.transactions.last?.id == lifetime.id)
    #expect(session.allTransactions().map(\.cancelDate) == [Bazaar.start])
    #expect(await session.entitlements().isEmpty)
    expect(.invalidAction) { try session.refundTransaction(identifier: Int(lifetime.id)) }
    expect(.noTransactionFound) { try session.refundTransaction(identifier: 5) }
  }

  @Test("deleteTransaction: the purchase is as if it had never been")
  func delete() async throws {
    let lifetime = try await session.buy("lifetime")
    try await session.buy("plus.monthly")
    session.advance(by: .monthly)
    let plus = try #require(session.allTransactions().last)
    try session.deleteTransaction(identifier: UInt(lifetime.id))
    #expect(await session.entitlements() == ["plus.monthly"])
    #expect(session.allTransactions().count == 2)
    try session.deleteTransaction(identifier: plus.identifier)
    #expect(await session.entitlements().isEmpty)
    #expect(session.nextEvent == nil)
    expect(.noTransactionFound) { try session.deleteTransaction(identifier: UInt(lifetime.id)) }
  }

  @Test("askToBuyEnabled: the purchase waits, and a parent's approval brings it")
  func approve() async throws {
    session.askToBuyEnabled = true
    guard case .pending = try await session.purchase("lifetime") else {
      Issue.record("it does not wait")
      return
    }
    let waiting = try #require(session.allTransactions().first)
    #expect(waiting.state == .deferred)
    #expect(waiting.pendingAskToBuyConfirmation)
    #expect(await session.entitlements().isEmpty)
    try session.approveAskToBuyTransaction(identifier: waiting.identifier)
    await session.settled()
    #expect(log.lines == ["lifetime"])
    #expect(session.allTransactions().map(\.state) == [.purchased])
    expect(.noTransactionFound) {
      try session.approveAskToBuyTransaction(identifier: waiting.identifier)
    }
    // The number under which it was pending still identifies it.
    try session.refundTransaction(identifier: waiting.identifier)
    #expect(await session.entitlements().isEmpty)
  }

  @Test("declineAskToBuyTransaction: the app hears nothing, and nothing is bought")
  func decline() async throws {
    session.askToBuyEnabled = true
    try session.buyProduct(productIdentifier: "lifetime")
    let waiting = try #require(session.allTransactions().first)
    try session.declineAskToBuyTransaction(identifier: waiting.identifier)
    await session.settled()
    #expect(log.lines.isEmpty)
    #expect(session.allTransactions().map(\.state) == [.failed])
    #expect(session.allTransactions().map(\.pendingAskToBuyConfirmation) == [false])
    expect(.noTransactionFound) {
      try session.declineAskToBuyTransaction(identifier: waiting.identifier)
    }
    await #expect(throws: SKTestError.self) {
      try await session.buyProduct(identifier: "lifetime")
    }
  }

  @Test("buyProduct: an interrupted purchase waits, and a failure of sync has no effect")
  func interruptedElsewhere() async throws {
    try await session.setSimulatedError(.generic(.unknown), forAPI: .appStoreSync)
    try await session.buyProduct(identifier: "lifetime")
    session.interruptedPurchasesEnabled = true
    await #expect(throws: SKTestError.self) {
      try await session.buyProduct(identifier: "coins.small")
    }
    let waiting = try #require(session.allTransactions().first { $0.state == .failed })
    #expect(waiting.productIdentifier == "coins.small")
    #expect(waiting.hasPurchaseIssue)
    #expect(await session.entitlements() == ["lifetime"])
  }

  @Test("interruptedPurchasesEnabled: the purchase goes through when the customer has settled it")
  func interrupted() async throws {
    session.interruptedPurchasesEnabled = true
    guard case .pending = try await session.purchase("coins.small") else {
      Issue.record("it was not interrupted")
      return
    }
    let waiting = try #require(session.allTransactions().first)
    #expect(waiting.hasPurchaseIssue)
    #expect(waiting.state == .failed)
    session.interruptedPurchasesEnabled = false
    expect(.noTransactionFound) {
      try session.approveAskToBuyTransaction(identifier: waiting.identifier)
    }
    try session.resolveIssueForTransaction(identifier: waiting.identifier)
    await session.settled()
    #expect(log.lines == ["coins.small"])
    #expect(session.allTransactions().map(\.hasPurchaseIssue) == [false])
    try session.resolveIssueForTransaction(identifier: waiting.identifier)
    expect(.noTransactionFound) { try session.resolveIssueForTransaction(identifier: 77) }
  }

  @Test("promote: a wish from the store's page reaches the app")
  func promote() async throws {
    let wish = session.run {
      Task {
        var iterator = PurchaseIntent.intents.makeAsyncIterator()
        return await iterator.next()?.id
      }
    }
    await session.settled(listeners: 2)
    expect(.invalidProductIdentifier) { try session.promote(productIdentifier: "moon") }
    try session.promote(productIdentifier: "lifetime")
    #expect(await wish.value == "lifetime")
  }
}

/// Expects an error from a test session with this code.
func expect(
  _ code: SKTestError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ action: () throws -> Void
) {
  let error = #expect(throws: SKTestError.self, sourceLocation: sourceLocation, performing: action)
  #expect(error?.code == code, sourceLocation: sourceLocation)
}
