import AppStoreSimulator
import Foundation
import Synchronization
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateSimulation

@testable import TollgateClient

@MainActor
@Suite("The subscription section's model")
struct SettingsModelTests {
  private typealias Model = SubscriptionSettingsModel

  @Test("CF-6 plan, days left or renewal date, and the plans: trial, subscribed, ending, expired")
  func trialApp() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      let model = Model(phone.client)
      await phone.client.launch()
      try await phone.client.signUp(email: "maya@example.com", password: "a-good-password")
      #expect(model.title == "Subscription")
      #expect(model.planLine == "Exploring with me, 7 days left")
      #expect(model.badge == nil)
      #expect(model.rows.map(\.label) == ["View plans", "Restore Purchases"])
      #expect(model.rows.map(\.id) == [.upgrade, .restore])
      #expect(model.rows.first?.accessibilityHint == "Shows what I can offer you.")
      await model.perform(.upgrade)
      #expect(phone.client.presentation?.paywall == "plans")
      await phone.client.purchase("coach.yearly")
      await phone.client.paywallClosed()
      #expect(model.planLine == "I'm with you, renews on March 1, 2027")
      #expect(model.badge == Model.Badge(label: "Active", isWarning: false))
      #expect(
        model.accessibilityLabel == "I'm with you, renews on March 1, 2027, Active")
      #expect(model.rows.map(\.label) == ["Restore Purchases", "Manage Subscription"])
      world.store.cancel(phone.store.account)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(model.planLine == "I'm with you until March 1, 2027")
      world.pass(8 * World.day)
      world.store.expireNow(phone.store.account)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(model.planLine == "I'm here when you want me back")
      #expect(model.rows.map(\.id) == [.upgrade, .restore])
    }
  }

  @Test("EX-20 who has cancelled resubscribes in the settings, and pays nothing before the renewal")
  func resubscribes() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = await Phone.launched(world)
      let model = Model(phone.client)
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      #expect(model.rows.map(\.id).contains(.resubscribe) == false)
      world.store.cancel("apple-id")
      try await world.deliverNotifications()
      try await phone.client.refresh()
      let row = try #require(model.rows.first { $0.id == .resubscribe })
      #expect(row.label == "Resubscribe")
      #expect(row.isEnabled)
      await model.perform(.resubscribe)
      #expect(model.resubscribeOutcome == .purchased)
      #expect(model.restoreLine == nil)
      #expect(phone.client.membership?.subscription?.willRenew == true)
      #expect(model.rows.map(\.id).contains(.resubscribe) == false)
      #expect(world.store.transactions(of: "apple-id").count == 1)
    }
  }

  @Test("EX-20 a family member's settings have no row to resubscribe, to manage or for a refund")
  func familyMember() async throws {
    try await World.of(
      "strikelab", changing: [#""familyShareable" : false"#: #""familyShareable" : true"#],
      identifiers: .random
    ) { world in
      let parent = await Phone.launched(world)
      #expect(await parent.client.purchase("strikelab.pro.monthly") == .purchased)
      let child = await Phone.launched(world, "child", account: "child-id")
      try await child.listening { #expect(world.store.share("apple-id", with: "child-id")) }
      world.store.cancel("apple-id")
      try await world.deliverNotifications()
      try await parent.client.refresh()
      try await child.client.refresh()
      #expect(child.client.membership?.subscription?.isFamilyShared == true)
      #expect(child.client.membership?.subscription?.willRenew == false)
      let model = Model(child.client, offersRefunds: true)
      let refused: Set<Model.Row.Action> = [.resubscribe, .manage, .requestRefund]
      #expect(refused.isDisjoint(with: model.rows.map(\.id)))
      await model.perform(.resubscribe)
      await model.perform(.requestRefund)
      #expect(model.resubscribeOutcome == nil && model.refundOutcome == nil)
      let rows = Model(parent.client, offersRefunds: true).rows.map(\.id)
      #expect(refused.isSubset(of: rows))
    }
  }

  @Test(
    "EX-20 the settings of an app that offers refunds request one of what the customer has paid")
  func refunds() async throws {
    try await World.of("grobro") { world in
      let phone = await Phone.launched(world)
      let model = Model(phone.client, offersRefunds: true)
      #expect(model.rows.map(\.label) == ["Upgrade", "Restore Purchases"])
      await phone.client.purchase("grobro.pro.monthly")
      #expect(
        model.rows.map(\.label) == ["Restore Purchases", "Manage Subscription", "Request a Refund"])
      #expect(Model(phone.client).rows.map(\.id) == [.restore, .manage])
      await model.perform(.requestRefund)
      #expect(model.refundOutcome == .requested)
      #expect(model.restoreLine == "The App Store has your request and will decide about it.")
      await model.perform(.requestRefund)
      #expect(model.restoreLine == "You have already requested a refund of this purchase.")
      await model.perform(.restore)
      #expect(model.restoreOutcome == .restored)
      #expect(model.refundOutcome == nil)

      let bought = try #require(phone.client.refundablePurchase)
      world.store.decideRefund(bought.id.rawValue, preferring: nil)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(phone.client.entitlement("pro") == .inactive)
      #expect(model.rows.map(\.id).contains(.requestRefund) == false)
    }
  }

  @Test("EX-20 where the store has no sheet for refunds, the settings open its page")
  func refundPage() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = Model(phone.client, offersRefunds: true)
      await phone.client.launch()
      await phone.client.purchase("grobro.pro.monthly")
      await model.perform(.requestRefund)
      #expect(model.pageToOpen?.absoluteString == TollgateClient.refundPage)
      #expect(model.restoreLine == nil)
    }
  }

  @Test("CF-10 a second person on a device is not told of a trial that was somebody else's")
  func secondPerson() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      let (model, banner) = (Model(phone.client), TrialBannerModel(phone.client))
      await phone.client.launch()
      try await phone.client.signUp(email: "maya@example.com", password: "a-good-password")
      await phone.client.signOut()
      try await phone.client.signUp(email: "noor@example.com", password: "a-good-password")
      #expect(phone.client.phase == .trialExpired)
      #expect(model.planLine == "I'd love to talk with you")
      #expect(banner.content == nil)
      #expect(LockedCardModel(phone.client, feature: "send-message").isLocked)
    }
  }

  @Test("GB-8 Free Plan with Upgrade, Pro Plan with Manage, Restore for everyone")
  func freeTier() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = Model(phone.client)
      #expect(model.planLine == "One moment")
      #expect(model.rows.map(\.id) == [.restore])
      await phone.client.launch()
      #expect(model.planLine == "Free Plan")
      #expect(model.rows.map(\.label) == ["Upgrade", "Restore Purchases"])
      await phone.client.purchase("grobro.pro.monthly")
      #expect(model.planLine == "Pro Plan (Renews April 1, 2026)")
      #expect(model.rows.map(\.label) == ["Restore Purchases", "Manage Subscription"])
      await model.perform(.manage)
      #expect(model.pageToOpen?.absoluteString == TollgateClient.subscriptionsPage)
      model.pageToOpen = nil
      phone.store.hasSheet = true
      await model.manage()
      #expect(model.pageToOpen == nil)
    }
  }

  @Test(
    "TQ-7 Restore shows its progress, and that nothing was found; Pro has an Active badge and Manage"
  )
  func restore() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      let model = Model(phone.client)
      await phone.client.launch()
      #expect(model.restoreLine == nil)
      let seen = Mutex<[String?]>([])
      phone.network.after("/me") {
        let line = await model.restoreLine
        let isEnabled = await model.rows.first { $0.id == .restore }?.isEnabled
        #expect(isEnabled == false)
        seen.withLock { $0.append(line) }
      }
      await model.perform(.restore)
      #expect(seen.withLock { $0 } == ["Looking for your purchases…"])
      #expect(model.restoreOutcome == .nothingFound)
      #expect(model.restoreLine == "No active subscription found.")
      phone.store.isReachable = false
      await model.restore()
      #expect(model.restoreLine == "The App Store did not answer. Please try again.")
      phone.store.isReachable = true
      world.store.purchase("techniq.pro.monthly", by: phone.store.account)
      await model.restore()
      #expect(model.restoreLine == "Your purchases are back.")
      #expect(model.planLine == "Pro, free until March 8, 2026")
      #expect(model.badge?.label == "Active")
      #expect(model.rows.map(\.label) == ["Restore Purchases", "Manage"])
    }
  }

  @Test(
    "GB-8 a payment that is due shows a note: first while access continues, then while the store retries"
  )
  func paymentDue() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = Model(phone.client)
      await phone.client.launch()
      await phone.client.purchase("grobro.pro.monthly")
      world.store.setBillingFailing(true, for: phone.store.account)
      world.pass(31 * World.day + World.hour)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(model.planLine == "Pro Plan")
      #expect(model.badge == Model.Badge(label: "Payment due", isWarning: true))
      #expect(
        model.billingNote
          == "The App Store couldn't take the payment yet. It keeps trying, and everything stays "
          + "open until April 17, 2026.")
      world.pass(17 * World.day)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(model.planLine == "Free Plan")
      #expect(model.badge == nil)
      #expect(
        model.billingNote
          == "The App Store couldn't take the payment. Please check your payment method, and "
          + "everything opens again.")
      #expect(model.rows.map(\.id) == [.upgrade, .restore, .manage])
    }
  }

  @Test("CP-7 a paywall that shows because a payment failed says so")
  func failedPayment() async throws {
    try await World.of("coach-paid") { world in
      let phone = Phone(world)
      let paywall = PaywallModel(phone.client)
      let webPage = PaywallWebBridge(paywall)
      await phone.client.launch()
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.showPaywall("after-discovery")
      #expect(paywall.page?.subtitle == "The good part is still ahead of us.")
      #expect(webPage.script.contains(#""subtitle":"The good part is still ahead of us.""#))
      await phone.client.purchase("coach.premium.monthly")
      await phone.client.paywallClosed()
      world.store.setBillingFailing(true, for: phone.store.account)
      world.pass(5 * World.day)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      world.pass(20 * World.day)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      try #require(phone.client.membership?.subscription?.condition == .billingRetry)
      await phone.client.showPaywall("after-discovery")
      let line =
        "The App Store couldn't take your payment. Once your payment method works, we go right on."
      #expect(paywall.page?.subtitle == line)
      #expect(webPage.script.contains("\"subtitle\":\"\(line)\""))
    }
  }

  @Test("a customer with a grant alone has everything, and sees no subscription and no payment due")
  func granted() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let model = Model(phone.client)
      await phone.client.launch()
      await phone.client.purchase("grobro.pro.monthly")
      world.store.setBillingFailing(true, for: phone.store.account)
      world.pass(48 * World.day)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      try #require(phone.client.membership?.subscription?.condition == .billingRetry)
      #expect(model.billingNote != nil)

      let id = try #require(phone.client.customer)
      let record = try #require(try await world.ledger.record(of: id, in: world.app))
      let now = world.time.now
      _ = try await world.ledger.append(
        LedgerWrite(
          app: world.app, customer: id, expectedVersion: record.version,
          facts: [.grant(Grant(id: "g1", entitlements: ["pro"], startsAt: now, endsAt: nil))],
          at: now)
      )
      world.pass(World.hour)
      // Another server reads the grant from the ledger.
      try await world.republished(as: "grobro", changing: [:]) { next in
        phone.network.move(to: next)
        try await phone.client.refresh()
        try #require(phone.client.phase == .subscribed)
        #expect(model.planLine == "Everything is unlocked")
        #expect(model.badge == nil)
        #expect(model.billingNote == nil)
      }
    }
  }

  @Test("CP-1 nothing is sold before onboarding is complete")
  func onboarding() async throws {
    try await World.of("coach-paid") { world in
      let phone = Phone(world)
      let model = Model(phone.client)
      await phone.client.launch()
      #expect(model.planLine == "We're getting to know each other")
      #expect(model.rows.map(\.id) == [.restore])
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.reported()
      #expect(model.rows.map(\.label) == ["View plans", "Restore Purchases"])
      await phone.client.purchase("coach.premium.monthly")
      #expect(model.planLine == "Day 1 of 3 with me")
    }
  }

  @Test("CF-6 a blueprint without its own texts has standard ones in every phase")
  func standard() async throws {
    try await World.of("studio") { world in
      let phone = Phone(world, usesStoreKit: true)
      let model = Model(phone.client)
      await phone.client.launch()
      #expect(model.planLine == "Free Plan")
      #expect(model.rows.map(\.label) == ["Upgrade", "Restore Purchases"])
      try await phone.client.signUp(email: "maya@example.com", password: "a-good-password")
      #expect(model.planLine == "Trial, 12 days left")
      world.pass(11 * World.day)
      await phone.client.reevaluate()
      try await phone.client.refresh()
      #expect(model.planLine == "Trial, 1 day left")
      world.pass(World.day)
      try await phone.client.refresh()
      #expect(model.planLine == "Your trial is over")
      await phone.client.purchase("studio.monthly")
      #expect(model.planLine == "A month, renews on April 13, 2026")
      world.store.cancel(phone.store.account)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(model.planLine == "A month, until April 13, 2026")
      world.store.expireNow(phone.store.account)
      world.pass(World.hour)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(model.planLine == "No active plan")
      await phone.client.purchase("studio.lifetime")
      #expect(model.planLine == "Everything is unlocked")
      #expect(model.badge == nil)
      #expect(model.rows.map(\.id) == [.restore])
    }
  }
}
