package import AppStoreSimulator
package import TollgateAppStore

/// One lifecycle: its steps, the notifications to the server, and how it ends.
package struct Lifecycle: CustomStringConvertible, Sendable {
  package let name: String
  package let steps: [StoreStep]
  package let heard: [String]
  package let status: SubscriptionStatus
  package let product: String
  package let hasAccess: Bool
  package var grace = GracePeriod.off

  package var description: String { name }

  package static let all: [Lifecycle] = [
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
      steps: [.buy("weekly"), .billing(fails: true), .day(7), .day(66), .day(67)],
      heard: ["0 SUBSCRIBED/INITIAL_BUY", "7 DID_FAIL_TO_RENEW", "67 EXPIRED/BILLING_RETRY"],
      status: .expired, product: "weekly", hasAccess: false),
    Lifecycle(
      name: "unpaid without grace: no access while the store retries",
      steps: [.buy("weekly"), .billing(fails: true), .day(8)],
      heard: ["0 SUBSCRIBED/INITIAL_BUY", "7 DID_FAIL_TO_RENEW"],
      status: .billingRetry, product: "weekly", hasAccess: false),
    Lifecycle(
      name: "unpaid in grace: access continues",
      steps: [.buy("yearly"), .billing(fails: true), .day(366)],
      heard: ["0 SUBSCRIBED/INITIAL_BUY", "365 DID_FAIL_TO_RENEW/GRACE_PERIOD"],
      status: .gracePeriod, product: "yearly", hasAccess: true, grace: .sixteenDays),
    Lifecycle(
      name: "unpaid to the end of grace",
      steps: [.buy("yearly"), .billing(fails: true), .day(381)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "365 DID_FAIL_TO_RENEW/GRACE_PERIOD",
        "381 GRACE_PERIOD_EXPIRED",
      ], status: .billingRetry, product: "yearly", hasAccess: false, grace: .sixteenDays),
    Lifecycle(
      name: "weekly grace of at most 6 days",
      steps: [.buy("weekly"), .billing(fails: true), .day(13)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "7 DID_FAIL_TO_RENEW/GRACE_PERIOD", "13 GRACE_PERIOD_EXPIRED",
      ], status: .billingRetry, product: "weekly", hasAccess: false, grace: .twentyEightDays),
    Lifecycle(
      name: "paid again in grace: the renewal date stays",
      steps: [.buy("weekly"), .billing(fails: true), .day(9), .billing(fails: false), .day(14)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "7 DID_FAIL_TO_RENEW/GRACE_PERIOD",
        "9 DID_RENEW/BILLING_RECOVERY", "14 DID_RENEW",
      ], status: .active, product: "weekly", hasAccess: true, grace: .threeDays),
    Lifecycle(
      name: "paid again while retried: a new week begins",
      steps: [.buy("weekly"), .billing(fails: true), .day(9), .billing(fails: false), .day(16)],
      heard: [
        "0 SUBSCRIBED/INITIAL_BUY", "7 DID_FAIL_TO_RENEW", "9 DID_RENEW/BILLING_RECOVERY",
        "16 DID_RENEW",
      ], status: .active, product: "weekly", hasAccess: true),
    Lifecycle(
      name: "cancelled while retried: ended at once",
      steps: [.buy("weekly"), .billing(fails: true), .day(9), .cancel, .billing(fails: false)],
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
