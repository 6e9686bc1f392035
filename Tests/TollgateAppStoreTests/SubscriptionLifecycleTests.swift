import Testing
import TollgateAppStore

@testable import AppStoreSimulator

/// What happens to a subscription in a test.
enum Step: CustomStringConvertible {
  case buy(String)
  case day(Int)
  case cancel
  case resume
  case billingFails
  case billingWorks
  case renewNow
  case expireNow
  case refund

  var description: String {
    switch self {
    case .buy(let product): "buy \(product)"
    case .day(let day): "day \(day)"
    case .cancel: "cancel"
    case .resume: "resume"
    case .billingFails: "billing fails"
    case .billingWorks: "billing works"
    case .renewNow: "renew now"
    case .expireNow: "expire now"
    case .refund: "refund"
    }
  }

  func perform(in store: AppStoreSimulator, by account: AccountID) {
    switch self {
    case .buy(let product): store.purchase(product, by: account)
    case .day(let day): store.advance(to: Shop.days(day))
    case .cancel: store.cancel(account)
    case .resume: store.resume(account)
    case .billingFails: store.setBillingFailing(true, for: account)
    case .billingWorks: store.setBillingFailing(false, for: account)
    case .renewNow: store.renewNow(account)
    case .expireNow: store.expireNow(account)
    case .refund:
      guard let condition = store.conditions(of: account).first else { return }
      store.refund(condition.transaction.payload.transactionId)
    }
  }
}

/// One lifecycle: its steps, the notifications to the server, and how it ends.
struct Lifecycle: CustomTestStringConvertible {
  let name: String
  let steps: [Step]
  let heard: [String]
  let status: SubscriptionStatus
  let product: String
  let hasAccess: Bool
  var grace = GracePeriod.off

  var testDescription: String { name }

  static let all: [Lifecycle] = [
    Lifecycle(
      name: "bought, renewed, cancelled, ended",
      steps: [.buy("monthly"), .day(40), .cancel, .day(80)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "7 DID_RENEW", "35 DID_RENEW",
        "40 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "66 EXPIRED/VOLUNTARY",
      ], status: .expired, product: "monthly", hasAccess: false),
    Lifecycle(
      name: "cancelled in the free week, with access to its end",
      steps: [.buy("monthly"), .day(1), .cancel, .day(6)],
      heard: ["0 SUBSCRIBED/INITIAL_BUY", "1 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"],
      status: .active, product: "monthly", hasAccess: true),
    Lifecycle(
      name: "cancelled in the free week, ended at its end exactly",
      steps: [.buy("monthly"), .cancel, .day(7)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
        "7 EXPIRED/VOLUNTARY",
      ], status: .expired, product: "monthly", hasAccess: false),
    Lifecycle(
      name: "cancelled and resumed",
      steps: [.buy("weekly"), .cancel, .cancel, .day(3), .resume, .resume, .day(8)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "0 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
        "3 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", "7 DID_RENEW",
      ], status: .active, product: "weekly", hasAccess: true),
    Lifecycle(
      name: "unpaid without grace, retried for 60 days, ended",
      steps: [.buy("weekly"), .billingFails, .day(7), .day(66), .day(67)],
      heard: ["0 SUBSCRIBED/INITIAL_BUY", "7 DID_FAIL_TO_RENEW", "67 EXPIRED/BILLING_RETRY"],
      status: .expired, product: "weekly", hasAccess: false),
    Lifecycle(
      name: "unpaid without grace: no access while the store retries",
      steps: [.buy("weekly"), .billingFails, .day(8)],
      heard: ["0 SUBSCRIBED/INITIAL_BUY", "7 DID_FAIL_TO_RENEW"],
      status: .billingRetry, product: "weekly", hasAccess: false),
    Lifecycle(
      name: "unpaid in grace: access continues",
      steps: [.buy("yearly"), .billingFails, .day(366)],
      heard: ["0 SUBSCRIBED/INITIAL_BUY", "365 DID_FAIL_TO_RENEW/GRACE_PERIOD"],
      status: .gracePeriod, product: "yearly", hasAccess: true, grace: .sixteenDays),
    Lifecycle(
      name: "unpaid to the end of grace",
      steps: [.buy("yearly"), .billingFails, .day(381)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "365 DID_FAIL_TO_RENEW/GRACE_PERIOD",
        "381 GRACE_PERIOD_EXPIRED",
      ], status: .billingRetry, product: "yearly", hasAccess: false, grace: .sixteenDays),
    Lifecycle(
      name: "weekly grace of at most 6 days",
      steps: [.buy("weekly"), .billingFails, .day(13)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "7 DID_FAIL_TO_RENEW/GRACE_PERIOD", "13 GRACE_PERIOD_EXPIRED",
      ], status: .billingRetry, product: "weekly", hasAccess: false, grace: .twentyEightDays),
    Lifecycle(
      name: "paid again in grace: the renewal date stays",
      steps: [.buy("weekly"), .billingFails, .day(9), .billingWorks, .day(14)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "7 DID_FAIL_TO_RENEW/GRACE_PERIOD",
        "9 DID_RENEW/BILLING_RECOVERY", "14 DID_RENEW",
      ], status: .active, product: "weekly", hasAccess: true, grace: .threeDays),
    Lifecycle(
      name: "paid again while retried: a new week begins",
      steps: [.buy("weekly"), .billingFails, .day(9), .billingWorks, .day(16)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "7 DID_FAIL_TO_RENEW", "9 DID_RENEW/BILLING_RECOVERY",
        "16 DID_RENEW",
      ], status: .active, product: "weekly", hasAccess: true),
    Lifecycle(
      name: "cancelled while retried: ended at once",
      steps: [.buy("weekly"), .billingFails, .day(9), .cancel, .billingWorks],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "7 DID_FAIL_TO_RENEW",
        "9 DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "9 EXPIRED/VOLUNTARY",
      ], status: .expired, product: "weekly", hasAccess: false),
    Lifecycle(
      name: "refunded: taken back at once, and bought again",
      steps: [.buy("monthly"), .day(10), .refund, .day(50), .buy("monthly")],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "7 DID_RENEW", "10 REFUND", "50 SUBSCRIBED/RESUBSCRIBE",
      ], status: .active, product: "monthly", hasAccess: true),
    Lifecycle(
      name: "refunded",
      steps: [.buy("monthly"), .day(10), .refund, .refund, .day(90)],
      heard: ["0 SUBSCRIBED/INITIAL_BUY", "7 DID_RENEW", "10 REFUND"],
      status: .revoked, product: "monthly", hasAccess: false),
    Lifecycle(
      name: "a higher level begins at once",
      steps: [.buy("monthly"), .day(8), .buy("yearly"), .day(372)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "7 DID_RENEW", "8 DID_CHANGE_RENEWAL_PREF/UPGRADE",
      ], status: .active, product: "yearly", hasAccess: true),
    Lifecycle(
      name: "a lower level begins at the renewal",
      steps: [.buy("weekly"), .buy("basic"), .day(7)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "0 DID_CHANGE_RENEWAL_PREF/DOWNGRADE", "7 DID_RENEW",
      ], status: .active, product: "basic", hasAccess: true),
    Lifecycle(
      name: "a lower level chosen and taken back",
      steps: [.buy("weekly"), .buy("basic"), .buy("weekly"), .day(7)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "0 DID_CHANGE_RENEWAL_PREF/DOWNGRADE",
        "0 DID_CHANGE_RENEWAL_PREF", "7 DID_RENEW",
      ], status: .active, product: "weekly", hasAccess: true),
    Lifecycle(
      name: "the same level with another period begins at the renewal",
      steps: [.buy("weekly"), .buy("monthly"), .day(6)],
      heard: ["0 SUBSCRIBED/INITIAL_BUY", "0 DID_CHANGE_RENEWAL_PREF/DOWNGRADE"],
      status: .active, product: "weekly", hasAccess: true),
    Lifecycle(
      name: "renewed by hand out of the free week",
      steps: [.buy("monthly"), .day(2), .renewNow, .day(3)],
      heard: ["0 SUBSCRIBED/INITIAL_BUY", "2 DID_RENEW"],
      status: .active, product: "monthly", hasAccess: true),
    Lifecycle(
      name: "ended by hand",
      steps: [.buy("monthly"), .day(2), .expireNow, .expireNow],
      heard: ["0 SUBSCRIBED/INITIAL_BUY", "2 EXPIRED/VOLUNTARY"],
      status: .expired, product: "monthly", hasAccess: false),
    Lifecycle(
      name: "bought again without the free week",
      steps: [.buy("monthly"), .expireNow, .day(3), .buy("monthly"), .day(31)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "0 EXPIRED/VOLUNTARY", "3 SUBSCRIBED/RESUBSCRIBE",
        "31 DID_RENEW",
      ], status: .active, product: "monthly", hasAccess: true),
    Lifecycle(
      name: "bought while it runs: nothing happens",
      steps: [.buy("monthly"), .buy("monthly"), .day(1), .buy("monthly")],
      heard: ["0 SUBSCRIBED/INITIAL_BUY"],
      status: .active, product: "monthly", hasAccess: true),
  ]
}

@Suite("A simulated subscription")
struct SubscriptionLifecycleTests {
  static let account: AccountID = "anna"

  @Test("EX-3 lives as the App Store's would", arguments: Lifecycle.all)
  func life(_ life: Lifecycle) throws {
    let store = try Shop.simulator(grace: life.grace)
    for step in life.steps { step.perform(in: store, by: Self.account) }
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
      step.perform(in: stepped, by: Self.account)
      step.perform(in: leaping, by: Self.account)
    }
    #expect(
      stepped.transactions(of: Self.account).map(\.payload)
        == leaping.transactions(of: Self.account).map(\.payload))
    #expect(
      stepped.notifications().map(\.payload.notificationUUID)
        == leaping.notifications().map(\.payload.notificationUUID))
  }

  @Test("follows each period with the next without a gap, counted from where payment began")
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
    "begins with the introductory offer, however it is paid",
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

  @Test("gives the introductory offer once for each account and group")
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

  @Test("revokes only the period that was refunded, under its own identifier")
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

  @Test("marks the period that an upgrade replaced")
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

  @Test("says in its renewal info what happens next")
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

  @Test("renews at the sandbox's accelerated rates, twelve times")
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
