import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@Suite("The lifecycle of a subscription")
struct LifecycleTests {
  static let anna: AccountID = "anna"

  @Test(
    "EX-3 the lifecycle of a subscription goes from state to state as Apple documents it",
    arguments: LifecycleRow.all)
  func row(_ row: LifecycleRow) throws {
    let store = try Market.store(grace: .threeDays)
    for action in row.from.actions { action.perform(in: store, by: Self.anna) }
    let before = store.notifications().last?.sequence ?? 0
    row.action.perform(in: store, by: Self.anna)
    let heard = store.heard(after: before).map { $0.split(separator: " ")[1] }
    #expect(heard.map(String.init) == row.heard)
    let condition = try #require(store.condition(of: Self.anna))
    #expect(condition.status == row.status)
    #expect(condition.transaction.productId == row.product)
    #expect(condition.renewal.productId == row.product)
    #expect(condition.renewal.autoRenewProductId == row.next)
    #expect(condition.renewal.autoRenewStatus == (row.renews ? .on : .off))
    #expect(condition.renewal.expirationIntent == row.intent)
    #expect(condition.renewal.isInBillingRetryPeriod == isUnpaid(condition.status))
    #expect((condition.transaction.revocationDate != nil) == isTakenBack(row, condition.status))
  }

  @Test(
    "the lifecycle of a subscription says in every notification what its transaction and renewal info say then"
  )
  func consistent() throws {
    for row in LifecycleRow.all {
      let store = try Market.store(grace: .threeDays)
      for action in row.from.actions + [row.action] {
        let before = store.notifications().last?.sequence ?? 0
        action.perform(in: store, by: Self.anna)
        guard let last = store.notifications(after: before).last?.payload.data else { continue }
        let condition = try #require(store.conditions(of: Self.anna).first)
        #expect(last.status == condition.status)
        #expect(last.signedTransactionInfo == condition.transaction.jws)
        #expect(last.signedRenewalInfo == condition.renewalInfo.jws)
      }
    }
  }

  @Test("the lifecycle of a subscription has a row for every state")
  func complete() {
    let origins = Set(LifecycleRow.all.map(\.from))
    #expect(origins == Set(LifecycleRow.Origin.allCases))
  }

  private func isUnpaid(_ status: SubscriptionStatus) -> Bool {
    status == .gracePeriod || status == .billingRetry
  }

  private func isTakenBack(_ row: LifecycleRow, _ status: SubscriptionStatus) -> Bool {
    if status == .revoked { return true }
    if case .refund = row.action { return true }
    return false
  }
}
