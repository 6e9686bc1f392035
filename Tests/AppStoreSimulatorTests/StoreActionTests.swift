import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("An action at the store")
struct StoreActionTests {
  static let anna: AccountID = "anna"

  @Test(
    "an action about a purchase that nobody made has nothing to do",
    arguments: [
      StoreAction.Purchase.transaction("1"), .first(of: "gold"), .latest(of: "gold"), .current,
    ])
  func noPurchase(_ purchase: StoreAction.Purchase) throws {
    let store = try Market.store()
    for action in [
      StoreAction.refund(purchase), .refundRequest(purchase), .refundDecline(purchase),
      .refundReverse(purchase), .finish(purchase), .extend(purchase, days: 7),
    ] {
      #expect(store.perform(action, for: Self.anna) == .nothingToDo, "\(action)")
    }
  }

  @Test("an action names the first or the latest purchase of a product")
  func periods() throws {
    let store = try Market.store()
    #expect(store.perform(.buy("gold"), for: Self.anna).isDone)
    store.advance(to: Market.days(40))
    #expect(store.perform(.refund(.first(of: "gold")), for: Self.anna) == .done)
    #expect(store.condition(of: Self.anna)?.status == .active)
    #expect(store.perform(.refund(.first(of: "gold")), for: Self.anna) == .nothingToDo)
    #expect(store.perform(.refund(.current), for: Self.anna) == .done)
    #expect(store.condition(of: Self.anna)?.status == .revoked)
  }

  @Test("an action on the only running subscription must name one of several")
  func running() throws {
    var configuration = Market.configuration
    configuration.subscriptionGroups.append(
      .init(
        id: "more",
        subscriptions: [
          .init(
            productID: "extra", groupID: "more", period: Period(1, .month),
            price: Milliunits(5_000))
        ]))
    let store = AppStoreSimulator(
      configuration: configuration, bundleID: "com.example.market", chain: try SigningChain(),
      now: Market.start)
    #expect(store.perform(.cancel(.running), for: Self.anna) == .nothingToDo)
    store.perform(.buy("gold"), for: Self.anna)
    store.perform(.buy("extra"), for: Self.anna)
    #expect(store.perform(.cancel(.running), for: Self.anna) == .ambiguous)
    #expect(store.perform(.cancel(.product("extra")), for: Self.anna) == .done)
    #expect(store.perform(.expire(.product("extra")), for: Self.anna) == .done)
    #expect(store.perform(.cancel(.running), for: Self.anna) == .done)
  }

  @Test("a pending purchase is approved or declined by its number, or the oldest of the account")
  func pending() throws {
    let store = try Market.store()
    for _ in 1...3 { store.perform(.buy("coins", outcome: .askToBuy), for: Self.anna) }
    #expect(store.perform(.approve(), for: "ben") == .nothingToDo)
    #expect(store.perform(.decline(2)) == .done)
    #expect(store.perform(.approve(), for: Self.anna).isDone)
    #expect(store.pendingPurchases.map(\.id) == [3])
    #expect(store.transactions(of: Self.anna).count == 1)
  }

  @Test("every action has a name for scenarios and one for paths")
  func names() {
    #expect(StoreAction.Name.acceptPrice.path == "accept-price")
    for name in StoreAction.Name.allCases {
      #expect(StoreAction.Name(path: name.path) == name)
      #expect(StoreAction.Name(rawValue: name.rawValue) == name)
    }
    #expect(StoreAction.Name(path: "acceptPrice") == nil)
  }

  @Test("every outcome of a purchase is read as it is written")
  func outcomes() {
    #expect(PurchaseOutcome(rawValue: "network") == .fail(.network))
    for outcome in PurchaseOutcome.allCases {
      #expect(PurchaseOutcome(rawValue: outcome.rawValue) == outcome)
    }
    #expect(PurchaseOutcome(rawValue: "fail") == nil)
  }
}
