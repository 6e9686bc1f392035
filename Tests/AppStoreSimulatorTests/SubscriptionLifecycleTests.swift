import AppStoreSimulatorTestSupport
import Testing
import TollgateAppStore

@testable import AppStoreSimulator

@Suite("A simulated subscription")
struct SubscriptionLifecycleTests {
  static let account: AccountID = "anna"

  @Test("EX-3 lives as the App Store's would", arguments: Lifecycle.all)
  func life(_ life: Lifecycle) throws {
    let store = try Shop.simulator(grace: life.grace)
    for step in life.steps { step.perform(in: store, by: Self.account, from: Shop.start) }
    #expect(store.notifications().map(heard) == life.heard)
    let condition = try #require(store.conditions(of: Self.account).first)
    #expect(condition.status == life.status)
    #expect(condition.transaction.payload.productId == life.product)
    #expect(store.currentEntitlements(of: Self.account).isEmpty == !life.hasAccess)
    #expect((store.nextEvent == nil) == [.expired, .revoked].contains(life.status))
  }

  @Test("lives the same in one long step as in steps of every event", arguments: Lifecycle.all)
  func granularity(_ life: Lifecycle) throws {
    let chain = try SigningChain()
    let stepped = try Shop.simulator(chain: chain, grace: life.grace)
    let leaping = try Shop.simulator(chain: chain, grace: life.grace)
    for step in life.steps {
      if case .day(let day) = step {
        while let next = stepped.nextEvent, next < Shop.days(day) {
          stepped.advance(to: next.adding(milliseconds: -1))
          let before = stepped.notifications().count
          stepped.advance(to: next)
          #expect(stepped.notifications().count > before)
        }
      }
      step.perform(in: stepped, by: Self.account, from: Shop.start)
      step.perform(in: leaping, by: Self.account, from: Shop.start)
    }
    #expect(
      stepped.transactions(of: Self.account).map(\.payload)
        == leaping.transactions(of: Self.account).map(\.payload))
    #expect(
      stepped.notifications().map(\.payload.notificationUUID)
        == leaping.notifications().map(\.payload.notificationUUID))
  }

  @Test(
    "a simulated subscription follows each period with the next without a gap, counted from where payment began"
  )
  func periods() throws {
    let store = try Shop.simulator()
    store.purchase("monthly", by: Self.account)
    store.advance(to: Shop.days(130))
    let periods = store.transactions(of: Self.account).map(\.payload)
    #expect(periods.map(\.purchaseDate.day) == [0, 7, 35, 66, 96, 127])
    #expect(periods.dropLast().map(\.expiresDate) == periods.dropFirst().map(\.purchaseDate))
    #expect(Set(periods.map(\.originalTransactionId)) == [periods[0].transactionId])
    #expect(Set(periods.map(\.transactionId)).count == periods.count)
    #expect(periods.map(\.price) == [.zero] + Array(repeating: Milliunits(9_990), count: 5))
    #expect(periods.map(\.transactionReason) == [.purchase] + Array(repeating: .renewal, count: 5))
    #expect(periods.map(\.offerType) == [.introductory] + Array(repeating: nil, count: 5))
    #expect(periods[0].offerDiscountType == .freeTrial)
    #expect(periods[0].offerPeriod == "P1W")
  }

  @Test(
    "a simulated subscription begins with the introductory offer, however it is paid",
    arguments: [
      ("monthly", [0, 7, 35], [0, 9_990, 9_990]),
      ("basic", [0, 28, 59, 89], [990, 990, 4_990, 4_990]),
      ("coach.monthly", [0, 3, 31], [2_990, 19_990, 19_990]),
      ("weekly", [0, 7, 14], [2_990, 2_990, 2_990]),
    ])
  func introductoryOffers(_ product: String, _ days: [Int64], _ prices: [Int64]) throws {
    let store = try Shop.simulator()
    store.purchase(product, by: Self.account)
    store.advance(to: Shop.start.adding(milliseconds: (days.last ?? 0) * Shop.day))
    let periods = store.transactions(of: Self.account).map(\.payload)
    #expect(periods.map(\.purchaseDate.day) == days)
    #expect(periods.map { $0.price?.rawValue } == prices)
  }

  @Test("a simulated subscription gives the introductory offer once for each account and group")
  func eligibility() throws {
    let store = try Shop.simulator()
    #expect(store.isEligibleForIntroductoryOffer(group: Shop.group, account: "anna"))
    store.purchase("weekly", by: "anna")
    #expect(store.isEligibleForIntroductoryOffer(group: Shop.group, account: "anna"))
    store.expireNow("anna")
    #expect(store.isEligibleForIntroductoryOffer(group: Shop.group, account: "anna"))
    store.purchase("monthly", by: "anna")
    store.expireNow("anna")
    #expect(!store.isEligibleForIntroductoryOffer(group: Shop.group, account: "anna"))
    store.purchase("basic", by: "anna")
    #expect(store.transactions(of: "anna").last?.payload.offerType == nil)
    #expect(store.isEligibleForIntroductoryOffer(group: "coach", account: "anna"))
    #expect(store.isEligibleForIntroductoryOffer(group: Shop.group, account: "ben"))
  }

  @Test(
    "a simulated subscription revokes only the period that was refunded, under its own identifier")
  func refundOfAnOldPeriod() throws {
    let store = try Shop.simulator()
    store.purchase("weekly", by: Self.account)
    store.advance(to: Shop.days(8))
    let before = store.transactions(of: Self.account)
    #expect(store.refund(before[0].payload.transactionId, reason: .issue))
    #expect(!store.refund(before[0].payload.transactionId))
    #expect(!store.refund("0"))
    let after = store.transactions(of: Self.account)
    #expect(after.map(\.payload.transactionId) == before.map(\.payload.transactionId))
    #expect(after[0].payload.revocationDate == Shop.days(8))
    #expect(after[0].payload.revocationReason == .issue)
    #expect(after[0].payload.signedDate > before[0].payload.signedDate)
    #expect(after[1] == before[1])
    #expect(store.conditions(of: Self.account).map(\.status) == [.active])
  }

  @Test("a simulated subscription marks the period that an upgrade replaced")
  func upgrade() throws {
    let store = try Shop.simulator()
    store.purchase("monthly", by: Self.account)
    store.purchase("yearly", by: Self.account)
    let payloads = store.transactions(of: Self.account).map(\.payload)
    #expect(payloads.map(\.isUpgraded) == [true, nil])
    #expect(payloads[1].originalTransactionId == payloads[0].transactionId)
    #expect(payloads[1].offerType == nil)
    #expect(store.currentEntitlements(of: Self.account).map(\.payload.productId) == ["yearly"])
  }

  @Test("a simulated subscription says in its renewal info what happens next")
  func renewalInfo() throws {
    let store = try Shop.simulator(grace: .threeDays)
    func info() throws -> RenewalInfoPayload {
      try #require(store.conditions(of: Self.account).first).renewalInfo.payload
    }
    store.purchase("basic", by: Self.account)
    #expect(try info().autoRenewStatus == .on)
    #expect(try info().renewalPrice == Milliunits(990))
    #expect(try info().offerDiscountType == .payAsYouGo)
    #expect(try info().renewalDate?.day == 28)
    let bought = try info().signedDate
    store.cancel(Self.account)
    #expect(try info().autoRenewStatus == .off)
    #expect(try info().renewalPrice == nil)
    #expect(try info().signedDate > bought)
    store.resume(Self.account)
    store.setBillingFailing(true, for: Self.account)
    store.advance(to: Shop.days(29))
    #expect(try info().gracePeriodExpiresDate?.day == 31)
    #expect(try info().isInBillingRetryPeriod == true)
    #expect(try info().expirationIntent == .billingError)
    store.advance(to: Shop.days(100))
    #expect(try info().isInBillingRetryPeriod == false)
    #expect(try info().gracePeriodExpiresDate == nil)
    #expect(try info().autoRenewStatus == .off)
  }

  @Test("a simulated subscription renews at the sandbox's accelerated rates, twelve times")
  func acceleratedRate() throws {
    let store = try Shop.simulator(rate: .monthIn5Minutes, grace: .sixteenDays)
    store.purchase("monthly", by: Self.account)
    store.advance(to: Shop.days(1))
    let starts = store.transactions(of: Self.account)
      .map { ($0.payload.purchaseDate.milliseconds - Shop.start.milliseconds) / 1000 }
    #expect(starts == [0] + (0..<12).map { 180 + $0 * 300 })
    #expect(store.conditions(of: Self.account).map(\.status) == [.expired])
  }

  private func heard(_ notification: SignedNotification) -> String {
    let type = notification.payload.notificationType.rawValue
    let subtype = notification.payload.subtype.map { "/\($0.rawValue)" } ?? ""
    return "\(notification.at.day) \(type)\(subtype)"
  }
}

extension Instant {
  /// Whole days since the shop opened.
  var day: Int64 { (milliseconds - Shop.start.milliseconds) / Shop.day }
}
