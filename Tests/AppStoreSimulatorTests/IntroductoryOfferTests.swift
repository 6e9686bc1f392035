import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

/// A purchase of `silver`, which has an introductory offer, by an account that has never had one.
struct IntroductoryRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What the account did before.
  let before: [StoreStep]
  /// Whether renewals fail, while other payments succeed.
  var failsRenewals = false
  var grace = GracePeriod.off
  /// The day of the purchase, and the first day of the period that it pays for.
  let bought: Int
  let begins: Int
  /// Whether that period has the introductory offer.
  let isIntroductory: Bool

  static let all: [Self] = [
    Self(testDescription: "first purchase", before: [], bought: 0, begins: 0, isIntroductory: true),
    Self(
      testDescription: "upgrade", before: [.buy("bronze")], bought: 5, begins: 5,
      isIntroductory: false),
    Self(
      testDescription: "crossgrade of the same length", before: [.buy("silver.other")], bought: 5,
      begins: 5, isIntroductory: false),
    Self(
      testDescription: "crossgrade of another length", before: [.buy("silver.week")], bought: 5,
      begins: 7, isIntroductory: false),
    Self(
      testDescription: "downgrade", before: [.buy("gold")], bought: 5, begins: 31,
      isIntroductory: false),
    Self(
      testDescription: "downgrade after cancelling", before: [.buy("gold"), .cancel], bought: 5,
      begins: 31, isIntroductory: false),
    Self(
      testDescription: "change in the grace period", before: [.buy("gold")], failsRenewals: true,
      grace: .sixteenDays, bought: 33, begins: 33, isIntroductory: false),
    Self(
      testDescription: "change in billing retry", before: [.buy("gold")], failsRenewals: true,
      bought: 33, begins: 33, isIntroductory: false),
    Self(
      testDescription: "return after an end", before: [.buy("gold"), .cancel], bought: 40,
      begins: 40, isIntroductory: true),
    Self(
      testDescription: "return after a refund", before: [.buy("gold"), .refund], bought: 5,
      begins: 5, isIntroductory: true),
  ]
}

@Suite("Introductory offers")
struct IntroductoryOfferTests {
  private static let anna: AccountID = "anna"

  @Test(
    "introductory offers stay available to an active subscriber, but no change of plan gets one",
    arguments: IntroductoryRow.all)
  func row(_ row: IntroductoryRow) throws {
    let store = try Market.store(grace: row.grace)
    for action in row.before { action.perform(in: store, by: Self.anna) }
    if row.failsRenewals { store.setRenewalsFailing(true, for: Self.anna) }
    store.advance(to: Market.days(row.bought))
    #expect(store.isEligibleForIntroductoryOffer(group: Market.group, account: Self.anna))

    store.purchase("silver", by: Self.anna)
    #expect(
      store.isEligibleForIntroductoryOffer(group: Market.group, account: Self.anna)
        != row.isIntroductory)
    store.advance(to: Market.days(row.begins))
    let paid = try #require(store.condition(of: Self.anna)?.transaction)
    #expect(paid.productId == "silver")
    #expect(paid.purchaseDate == Market.days(row.begins))
    #expect(paid.offerType == (row.isIntroductory ? .introductory : nil))
    #expect(paid.price == Milliunits(row.isIntroductory ? 0 : 20_000))
    #expect(!store.heard().contains { $0.contains("OFFER_REDEEMED") })
  }

  @Test(
    "introductory offers are not given for a change of plan even if the developer says so",
    arguments: [true, false])
  func developersWord(_ isAllowed: Bool) throws {
    let store = try Market.store()
    store.purchase("bronze", by: Self.anna)
    store.purchase(
      "silver", by: Self.anna, options: PurchaseOptions(introductoryOffer: isAllowed))
    #expect(store.condition(of: Self.anna)?.transaction.productId == "silver")
    #expect(store.condition(of: Self.anna)?.transaction.offerType == nil)
    #expect(store.isEligibleForIntroductoryOffer(group: Market.group, account: Self.anna))
  }

  @Test("introductory offers are not redeemed by reverting a change that waits for the renewal")
  func changedBack() throws {
    let store = try Market.store()
    store.purchase("silver", by: Self.anna, options: PurchaseOptions(introductoryOffer: false))
    store.purchase("bronze", by: Self.anna)
    store.purchase("silver", by: Self.anna)
    #expect(store.heard().last == "0 DID_CHANGE_RENEWAL_PREF")
    #expect(store.condition(of: Self.anna)?.renewal.offerType == nil)
    store.advance(to: Market.days(31))
    #expect(store.transactions(of: Self.anna).map(\.payload.offerType) == [nil, nil])
    #expect(store.isEligibleForIntroductoryOffer(group: Market.group, account: Self.anna))
  }

  @Test(
    "introductory offers are used up by the first subscription that has one, also when it is refunded"
  )
  func usedUp() throws {
    let store = try Market.store()
    store.purchase("silver", by: Self.anna)
    for action in [StoreStep.refund, .day(40)] { action.perform(in: store, by: Self.anna) }
    #expect(!store.isEligibleForIntroductoryOffer(group: Market.group, account: Self.anna))
    store.purchase("silver", by: Self.anna)
    #expect(store.condition(of: Self.anna)?.transaction.offerType == nil)
  }
}
