import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@testable import AppStoreSimulator

@Suite("A simulated purchase")
struct SimulatorPurchaseTests {
  @Test("a simulated purchase of a product that does not renew is reported as a one-time charge")
  func oneTime() throws {
    let store = try Shop.simulator()
    for product in ["coins", "season", "lifetime"] {
      guard case .success(let bought) = store.purchase(product, by: "anna", appAccountToken: "t")
      else {
        Issue.record("\(product) was not bought")
        continue
      }
      #expect(bought.payload.productId == product)
      #expect(bought.payload.appAccountToken == "t")
      #expect(bought.payload.expiresDate == nil)
    }
    #expect(
      store.notifications().map(\.payload.notificationType) == [
        .oneTimeCharge, .oneTimeCharge, .oneTimeCharge,
      ])
    #expect(
      store.currentEntitlements(of: "anna").map(\.payload.productId) == ["season", "lifetime"])
    #expect(store.currentEntitlements(of: "ben").isEmpty)
  }

  @Test(
    "a simulated purchase of what is owned gives the same transaction; a consumable is bought again"
  )
  func again() throws {
    let store = try Shop.simulator()
    let first = store.purchase("lifetime", by: "anna")
    #expect(store.purchase("lifetime", by: "anna") == first)
    #expect(store.purchase("coins", by: "anna") != store.purchase("coins", by: "anna"))
    store.refund(store.transactions(of: "anna")[0].payload.transactionId)
    #expect(store.purchase("lifetime", by: "anna") != first)
    #expect(store.transactions(of: "anna").count == 4)
  }

  @Test("a simulated purchase of a running subscription that was cancelled turns its renewal on")
  func againAfterCancelling() throws {
    let store = try Shop.simulator()
    let first = store.purchase("yearly", by: "anna")
    #expect(store.purchase("yearly", by: "anna") == first)
    store.cancel("anna")
    let sequence = store.notifications().last?.sequence ?? 0
    #expect(store.purchase("yearly", by: "anna") == first)
    #expect(store.condition(of: "anna")?.renewal.autoRenewStatus == .on)
    #expect(
      store.notifications(after: sequence).map(\.payload.subtype) == [.autoRenewEnabled])
    store.advance(to: Shop.start.adding(Period(1, .year)))
    #expect(store.transactions(of: "anna").count == 2)

    // A scheduled downgrade is undone too.
    store.purchase("basic", by: "anna")
    store.cancel("anna")
    store.purchase("yearly", by: "anna")
    #expect(store.condition(of: "anna")?.renewal.autoRenewProductId == "yearly")
    #expect(store.condition(of: "anna")?.renewal.autoRenewStatus == .on)
  }

  @Test(
    "a simulated purchase that fails changes nothing",
    arguments: [
      (PurchaseOutcome.cancel, PurchaseResult.cancelled),
      (.fail(.network), .failed(.network)),
      (.fail(.paymentNotAllowed), .failed(.paymentNotAllowed)),
      (.fail(.productUnavailable), .failed(.productUnavailable)),
    ])
  func fails(_ outcome: PurchaseOutcome, _ result: PurchaseResult) throws {
    let store = try Shop.simulator()
    #expect(store.purchase("monthly", by: "anna", outcome: outcome) == result)
    #expect(store.transactions(of: "anna").isEmpty)
    #expect(store.notifications().isEmpty)
    #expect(store.isEligibleForIntroductoryOffer(group: Shop.group, account: "anna"))
  }

  @Test("a simulated purchase of an unknown product is not for sale")
  func unknownProduct() throws {
    let store = try Shop.simulator()
    #expect(store.purchase("moon", by: "anna") == .failed(.productUnavailable))
    #expect(
      store.purchase("moon", by: "anna", outcome: .fail(.interrupted))
        == .failed(.productUnavailable))
    #expect(store.pendingPurchases.isEmpty)
  }

  @Test("a simulated purchase is declined while the account's payments fail")
  func declined() throws {
    let store = try Shop.simulator()
    store.setBillingFailing(true, for: "anna")
    #expect(store.purchase("coins", by: "anna") == .failed(.paymentInvalid))
    store.setBillingFailing(false, for: "anna")
    #expect(store.purchase("coins", by: "anna") != .failed(.paymentInvalid))
  }

  @Test("a simulated purchase waits for a parent, and happens when the parent approves")
  func askToBuy() throws {
    let store = try Shop.simulator()
    store.setAsksToBuy(true, for: "anna")
    guard case .pending(let wait) = store.purchase("monthly", by: "anna", appAccountToken: "t")
    else { throw TestFailure("the purchase did not wait") }
    #expect(store.pendingPurchases == [wait])
    #expect(store.transactions(of: "anna").isEmpty)
    store.advance(to: Shop.days(2))
    guard case .success(let bought) = store.approve(wait.id)
    else { throw TestFailure("the approval bought nothing") }
    #expect(bought.payload.purchaseDate == Shop.days(2))
    #expect(bought.payload.appAccountToken == "t")
    #expect(store.updates(of: "anna").map(\.cause) == [.store])
    #expect(store.approve(wait.id) == nil)
    #expect(store.pendingPurchases.isEmpty)
  }

  @Test("a simulated purchase that a parent declines never happens")
  func declinedByParent() throws {
    let store = try Shop.simulator()
    guard case .pending(let wait) = store.purchase("monthly", by: "anna", outcome: .askToBuy)
    else { throw TestFailure("the purchase did not wait") }
    #expect(store.decline(wait.id))
    #expect(!store.decline(wait.id))
    #expect(store.transactions(of: "anna").isEmpty)
    #expect(store.notifications().isEmpty)
  }

  @Test("a simulated purchase that is interrupted fails now and may still happen")
  func interrupted() throws {
    let store = try Shop.simulator()
    #expect(
      store.purchase("coins", by: "anna", outcome: .fail(.interrupted)) == .failed(.interrupted))
    let wait = try #require(store.pendingPurchases.first)
    #expect(wait.reason == .interruption)
    store.approve(wait.id)
    #expect(store.transactions(of: "anna").map(\.payload.productId) == ["coins"])
    #expect(store.updates(of: "anna").map(\.cause) == [.store])
  }

  @Test("a simulated purchase follows the settings of the configuration file")
  func settings() throws {
    var asking = Shop.configuration
    asking.settings.asksToBuy = true
    let store = try Shop.simulator(configuration: asking)
    guard case .pending = store.purchase("coins", by: "anna")
    else { throw TestFailure("the purchase did not wait") }
    var failing = Shop.configuration
    failing.settings.failsTransactions = true
    #expect(
      try Shop.simulator(configuration: failing).purchase("coins", by: "anna") == .failed(.unknown))
  }

  @Test(
    "a simulated purchase stays unfinished until a device finishes it, and again after each change")
  func unfinished() throws {
    let store = try Shop.simulator()
    guard case .success(let bought) = store.purchase("coins", by: "anna")
    else { throw TestFailure("nothing was bought") }
    #expect(store.unfinishedTransactions(of: "anna") == [bought])
    store.finish(bought.payload.transactionId)
    #expect(store.unfinishedTransactions(of: "anna").isEmpty)
    store.refund(bought.payload.transactionId)
    #expect(store.unfinishedTransactions(of: "anna").count == 1)
  }

  @Test("a simulated purchase reaches devices and the server in numbered order, once each")
  func sequences() throws {
    let store = try Shop.simulator()
    store.purchase("weekly", by: "anna")
    store.purchase("coins", by: "ben")
    store.advance(to: Shop.days(7))
    store.sendTestNotification()
    #expect(store.notifications().map(\.sequence) == [1, 2, 3, 4])
    #expect(store.notifications(after: 2).map(\.payload.notificationType) == [.didRenew, .test])
    #expect(store.notifications().map(\.account) == ["anna", "ben", "anna", nil])
    #expect(store.updates(of: "anna").map(\.cause) == [.purchase, .store])
    #expect(store.updates(of: "anna", after: 1).map(\.at) == [Shop.days(7)])
    #expect(Set(store.notifications().map(\.payload.notificationUUID)).count == 4)
  }

  @Test("a simulated purchase is the same from the same seed, and another from another")
  func determinism() throws {
    func payloads(seed: UInt64) throws -> [[String]] {
      let store = try Shop.simulator(seed: seed, grace: .sixteenDays)
      let account = store.makeAccount()
      let ben = store.makeAccount()
      store.purchase("monthly", by: account)
      store.purchase("coins", by: ben)
      store.advance(to: Shop.days(50))
      store.setBillingFailing(true, for: account)
      store.advance(to: Shop.days(70))
      store.refund(store.transactions(of: ben)[0].payload.transactionId)
      let signed =
        store.transactions(of: account).map(\.jws) + store.transactions(of: ben).map(\.jws)
        + store.conditions(of: account).map(\.renewalInfo.jws)
      return [signed.map { String($0.split(separator: ".")[1]) }]
        + [store.notifications().map(\.payload.notificationUUID)]
    }
    #expect(try payloads(seed: 1) == payloads(seed: 1))
    #expect(try payloads(seed: 1) != payloads(seed: 2))
  }

  @Test("a simulated purchase keeps its order under concurrent customers")
  func concurrent() async throws {
    let store = try Shop.simulator()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<50 {
        group.addTask { store.purchase("weekly", by: AccountID(rawValue: "account \(index)")) }
      }
    }
    #expect(store.notifications().map(\.sequence) == Array(1...50))
    #expect(Set(store.notifications().compactMap(\.account)).count == 50)
  }
}
