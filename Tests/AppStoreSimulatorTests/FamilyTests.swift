import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("Family Sharing")
struct FamilyTests {
  static let anna: AccountID = "anna"
  static let ben: AccountID = "ben"

  @Test("Family Sharing shows members what is bought, as transactions of their own")
  func shows() throws {
    let store = try Market.store()
    #expect(store.share(Self.anna, with: Self.ben))
    #expect(!store.share(Self.anna, with: Self.ben))
    #expect(!store.share(Self.anna, with: Self.anna))
    for product in ["gold", "lifetime", "coins", "season"] {
      store.purchase(product, by: Self.anna, appAccountToken: "token")
    }
    let bought = store.transactions(of: Self.anna).map(\.payload)
    let shown = store.transactions(of: Self.ben).map(\.payload)
    #expect(shown.map(\.productId) == ["gold", "lifetime"])
    #expect(shown.allSatisfy { $0.inAppOwnershipType == .familyShared })
    #expect(shown.allSatisfy { $0.appAccountToken == nil })
    #expect(shown.allSatisfy { $0.originalTransactionId == $0.transactionId })
    #expect(Set(shown.map(\.transactionId)).isDisjoint(with: bought.map(\.transactionId)))
    #expect(store.currentEntitlements(of: Self.ben).count == 2)
    #expect(
      store.heard() == [
        "0 SUBSCRIBED/INITIAL_BUY", "0 SUBSCRIBED/INITIAL_BUY", "0 ONE_TIME_CHARGE",
        "0 ONE_TIME_CHARGE", "0 ONE_TIME_CHARGE", "0 ONE_TIME_CHARGE",
      ])
    #expect(
      store.notifications().map(\.account)
        == [Self.anna, Self.ben, Self.anna, Self.ben, Self.anna, Self.anna])
  }

  @Test("Family Sharing follows the purchaser's renewals, failures and end")
  func follows() throws {
    let store = try Market.store(grace: .threeDays)
    store.purchase("gold", by: Self.anna)
    store.share(Self.anna, with: Self.ben)
    store.advance(to: Market.days(31))
    let periods = store.transactions(of: Self.ben).map(\.payload)
    #expect(periods.map(\.purchaseDate) == [Market.start, Market.days(31)])
    #expect(Set(periods.map(\.originalTransactionId)) == [periods[0].transactionId])
    store.setBillingFailing(true, for: Self.anna)
    store.advance(to: Market.days(60))
    #expect(store.condition(of: Self.ben)?.status == .gracePeriod)
    store.advance(to: Market.days(62))
    #expect(store.condition(of: Self.ben)?.status == .billingRetry)
    #expect(store.currentEntitlements(of: Self.ben).isEmpty)
    store.setBillingFailing(false, for: Self.anna)
    #expect(store.condition(of: Self.ben)?.status == .active)
    store.cancel(Self.anna)
    store.advance(to: Market.days(200))
    #expect(store.condition(of: Self.ben)?.status == .expired)
    #expect(
      store.notifications().filter { $0.account == Self.ben }
        .map(\.payload.notificationType) == [
          .subscribed, .didRenew, .didFailToRenew, .gracePeriodExpired, .didRenew,
          .didChangeRenewalStatus, .expired,
        ])
  }

  @Test(
    "a shared subscription is not the member's to cancel, refund or extend, and does not renew by itself"
  )
  func notTheirs() throws {
    let store = try Market.store()
    store.share(Self.anna, with: Self.ben)
    store.purchase("gold", by: Self.anna)
    let shown = try #require(store.condition(of: Self.ben)).transaction
    #expect(!store.cancel(Self.ben))
    #expect(!store.refund(shown.transactionId))
    #expect(
      store.extendRenewal(of: shown.transactionId, days: 3) == .failure(.familyShared))
    store.setBillingFailing(true, for: Self.ben)
    store.advance(to: Market.days(31))
    #expect(store.condition(of: Self.ben)?.status == .active)
    #expect(store.transactions(of: Self.ben).count == 2)
  }

  @Test(
    "Family Sharing ends when sharing stops: the member's views are revoked, the purchases stay")
  func stops() throws {
    let store = try Market.store()
    store.purchase("gold", by: Self.anna)
    store.purchase("lifetime", by: Self.anna)
    store.share(Self.anna, with: Self.ben)
    store.advance(to: Market.days(2))
    let before = store.notifications().count
    #expect(store.stopSharing(Self.anna, with: Self.ben))
    #expect(!store.stopSharing(Self.anna, with: Self.ben))
    #expect(store.heard(after: before) == ["2 REVOKE", "2 REVOKE"])
    for shown in store.transactions(of: Self.ben).map(\.payload) {
      #expect(shown.revocationType == .familyRevoke)
      #expect(shown.revocationDate == Market.days(2))
      #expect(shown.revocationReason == .other)
      #expect(shown.revocationPercentage == nil)
    }
    #expect(store.condition(of: Self.ben)?.status == .revoked)
    #expect(store.currentEntitlements(of: Self.ben).isEmpty)
    #expect(store.currentEntitlements(of: Self.anna).count == 2)
    store.share(Self.anna, with: Self.ben)
    #expect(store.currentEntitlements(of: Self.ben).count == 2)
    #expect(store.heard(after: before + 2) == ["2 SUBSCRIBED/RESUBSCRIBE", "2 ONE_TIME_CHARGE"])
  }

  @Test("Family Sharing ends with the purchaser's refund and comes back with its reversal")
  func refund() throws {
    let store = try Market.store()
    store.share(Self.anna, with: Self.ben)
    store.purchase("gold", by: Self.anna)
    let id = try #require(store.condition(of: Self.anna)).transaction.transactionId
    store.refund(id, reason: .issue)
    #expect(store.heard(after: 2) == ["0 REFUND", "0 REVOKE"])
    #expect(store.condition(of: Self.ben)?.transaction.revocationReason == .issue)
    store.reverseRefund(id)
    #expect(store.heard(after: 4) == ["0 REFUND_REVERSED", "0 REFUND_REVERSED"])
    #expect(store.condition(of: Self.ben)?.status == .active)
    #expect(store.condition(of: Self.ben)?.transaction.revocationDate == nil)
  }

  @Test(
    "Family Sharing ends when the purchaser changes to a product that is not shared, and begins again"
  )
  func otherProduct() throws {
    let store = try Market.store()
    store.share(Self.anna, with: Self.ben)
    store.purchase("bronze", by: Self.anna)
    #expect(store.conditions(of: Self.ben).isEmpty)
    store.purchase("gold", by: Self.anna)
    #expect(store.condition(of: Self.ben)?.status == .active)
    store.purchase("bronze", by: Self.anna)
    store.advance(to: Market.days(31))
    #expect(store.condition(of: Self.ben)?.status == .revoked)
    store.purchase("gold", by: Self.anna)
    #expect(store.condition(of: Self.ben)?.status == .active)
    #expect(
      store.notifications().filter { $0.account == Self.ben }
        .map(\.payload.notificationType)
        == [.subscribed, .didChangeRenewalPreference, .revoke, .subscribed])
  }

  @Test("Family Sharing leaves what a member bought in the same group")
  func both() throws {
    let store = try Market.store()
    store.purchase("bronze", by: Self.ben)
    store.share(Self.anna, with: Self.ben)
    store.purchase("gold", by: Self.anna)
    #expect(
      store.conditions(of: Self.ben).map(\.transaction.payload.productId) == ["bronze", "gold"])
    store.cancel(Self.ben)
    store.advance(to: Market.days(31))
    #expect(store.conditions(of: Self.ben).map(\.status) == [.expired, .active])
  }

  @Test("Family Sharing has room for five others")
  func five() throws {
    let store = try Market.store()
    for number in 1...5 {
      #expect(store.share(Self.anna, with: AccountID(rawValue: "member \(number)")))
    }
    #expect(!store.share(Self.anna, with: "member 6"))
  }
}
