import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("The store's history")
struct HistoryTests {
  static let anna: AccountID = "anna"

  /// A store of one monthly subscriber after a year: 13 transactions and as many notifications.
  private static func year(historyLimit: Int) throws -> AppStoreSimulator {
    let store = try Market.store(historyLimit: historyLimit)
    store.purchase("gold", by: anna)
    store.advance(to: Market.days(365))
    return store
  }

  @Test(
    "notifications and updates are kept up to the limit, and keep their places",
    arguments: [(1, 13...13), (2, 12...13), (5, 9...13), (12, 2...13), (13, 1...13), (14, 1...13)])
  func limit(_ limit: Int, _ kept: ClosedRange<Int>) throws {
    let store = try Self.year(historyLimit: limit)
    #expect(store.notifications().map(\.sequence) == Array(kept))
    #expect(store.updates(of: Self.anna).map(\.sequence) == Array(kept))
    #expect(store.transactions(of: Self.anna).count == 13)
    #expect(
      store.updates(of: Self.anna).map(\.transaction.payload)
        == store.transactions(of: Self.anna).suffix(kept.count).map(\.payload))
  }

  @Test("a limit below 1 keeps one")
  func leastLimit() throws {
    let store = try Self.year(historyLimit: -3)
    #expect(store.historyLimit == 1)
    #expect(store.notifications().map(\.sequence) == [13])
  }

  @Test("notifications come in pages, from the place that is known")
  func pages() throws {
    let store = try Self.year(historyLimit: 10)
    #expect(store.notifications(after: 0, limit: 3).map(\.sequence) == [4, 5, 6])
    #expect(store.notifications(after: 6, limit: 3).map(\.sequence) == [7, 8, 9])
    #expect(store.notifications(after: 12, limit: 3).map(\.sequence) == [13])
    #expect(store.notifications(after: 13, limit: 3).isEmpty)
    #expect(store.notifications(after: 99).isEmpty)
    #expect(store.notifications(after: -5, limit: 0).isEmpty)
    #expect(store.notifications(after: -5, limit: -1).isEmpty)
  }

  @Test("what is requested again has the same signature, wherever it is found")
  func sameText() throws {
    let store = try Self.year(historyLimit: 100)
    let transaction = try #require(store.transactions(of: Self.anna).last)
    #expect(store.transaction(transaction.payload.transactionId)?.jws == transaction.jws)
    #expect(store.updates(of: Self.anna).last?.transaction.jws == transaction.jws)
    #expect(store.conditions(of: Self.anna).first?.transaction.jws == transaction.jws)
    let notification = try #require(store.notifications().last)
    #expect(notification.payload.data?.signedTransactionInfo == transaction.jws)
    #expect(store.notifications().last?.jws == notification.jws)
  }

  @Test(
    "an older version of a transaction stays in the updates and notifications that contained it")
  func versions() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    let bought = try #require(store.transactions(of: Self.anna).first)
    store.refund(bought.payload.transactionId)
    let updates = store.updates(of: Self.anna)
    #expect(updates.map(\.transaction.payload.revocationDate) == [nil, Market.start])
    #expect(updates.first?.transaction.jws == bought.jws)
    #expect(store.notifications().first?.payload.data?.signedTransactionInfo == bought.jws)
    #expect(
      store.notifications().last?.payload.data?.signedTransactionInfo
        == store.transaction(bought.payload.transactionId)?.jws)
  }

  @Test("only the identifiers that were given out name a transaction")
  func identifiers() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    let id = try #require(store.transactions(of: Self.anna).first?.payload.transactionId)
    let number = try #require(Int64(id))
    #expect(store.transaction(id) != nil)
    for other in [
      "", "0", "x", "+" + id.dropFirst(), "0" + id, " " + id, "\(number + 1)", "\(number - 1)",
    ] {
      #expect(store.transaction(other) == nil, "\(other)")
      #expect(store.account(owning: other) == nil, "\(other)")
    }
  }
}
