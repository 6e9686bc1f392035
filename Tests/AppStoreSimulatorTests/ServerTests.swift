import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("A server's queries to the simulated store")
struct ServerTests {
  private static let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"

  @Test("a token set later is signed into the purchase and what follows it")
  func token() throws {
    let store = try Market.store()
    store.share("anna", with: "ben")
    for product in ["gold", "coins"] { store.purchase(product, by: "anna") }
    let bought = store.transactions(of: "anna").map(\.payload.transactionId)
    let shown = store.transactions(of: "ben").map(\.payload.transactionId)
    for id in bought { #expect(store.setAppAccountToken(Self.token, of: id)) }
    #expect(!store.setAppAccountToken(Self.token, of: "0"))
    for id in shown { #expect(!store.setAppAccountToken(Self.token, of: id)) }
    store.advance(to: Market.days(31))
    let later = store.transactions(of: "anna").map(\.payload)
    #expect(later.map(\.appAccountToken) == [Self.token, Self.token, Self.token])
    #expect(!store.setAppAccountToken(nil, of: try #require(later.last).transactionId))
    #expect(store.condition(of: "anna")?.renewal.appAccountToken == Self.token)
    #expect(store.transactions(of: "ben").allSatisfy { $0.payload.appAccountToken == nil })
  }

  @Test("every transaction has its account, and a test notification its identifier")
  func lookups() throws {
    let store = try Market.store()
    store.share("anna", with: "ben")
    store.purchase("gold", by: "anna")
    for account in ["anna", "ben"] as [AccountID] {
      let id = try #require(store.condition(of: account)).transaction.transactionId
      #expect(store.account(owning: id) == account)
    }
    #expect(store.account(owning: "0") == nil)
    let test = store.sendTestNotification()
    #expect(test == store.notifications().last)
    #expect(test.payload.data?.signedTransactionInfo == nil)
    #expect(test.account == nil)
  }

  @Test("what is read again is the same text")
  func stable() throws {
    let store = try Market.store()
    store.purchase("gold", by: "anna")
    let first = store.notifications()
    #expect(store.notifications() == first)
    #expect(store.notifications().map(\.jws) == first.map(\.jws))
    let condition = store.conditions(of: "anna")
    #expect(store.conditions(of: "anna").map(\.transaction.jws) == condition.map(\.transaction.jws))
    #expect(
      first.first?.payload.data?.signedTransactionInfo == condition.first?.transaction.jws)
  }
}
