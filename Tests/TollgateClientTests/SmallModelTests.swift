import AppStoreSimulator
import Foundation
import Testing
import Tollgate

@testable import TollgateClient

@MainActor
@Suite("The models of banners, prompts and cards")
struct SmallModelTests {
  @Test("CF-2 the banner counts the days, singular and plural, and links to the plans")
  func freeTrial() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      let model = TrialBannerModel(phone.client)
      #expect(model.content == nil)
      await phone.client.launch()
      #expect(model.content == nil)
      try await phone.client.signUp(email: "maya@example.com", password: "a-good-password")
      #expect(
        model.content
          == TrialBannerModel.Content(
            icon: "sparkles", text: "Your free trial has 7 days left — enjoy exploring!",
            percentLeft: nil, actionLabel: "See plans",
            accessibilityLabel: "Your free trial has 7 days left — enjoy exploring!",
            accessibilityHint: "Shows what I can offer you."))
      world.pass(6 * World.day + World.hour)
      await phone.client.reevaluate()
      try await phone.client.refresh()
      #expect(model.content?.text == "Your free trial has 1 day left — enjoy exploring!")
      await model.seePlans()
      #expect(phone.client.presentation?.paywall == "plans")
      await phone.client.paywallClosed()
      world.pass(World.day)
      try await phone.client.refresh()
      #expect(
        model.content?.text == "I loved our first week. Whenever you like, we can go on.")
      await phone.client.purchase("coach.yearly")
      #expect(model.content == nil)
    }
  }

  @Test(
    "CP-5 the banner counts days and conversations, and sells nothing to customers who have bought")
  func paidTrial() async throws {
    try await World.of("coach-paid") { world in
      let phone = Phone(world)
      let model = TrialBannerModel(phone.client)
      await phone.client.launch()
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.reported()
      await phone.client.purchase("coach.premium.monthly")
      #expect(model.content?.text == "Day 1 of 3 — 100 conversations left")
      #expect(model.content?.percentLeft == 100)
      #expect(model.content?.actionLabel == nil)
      for number in 1...13 {
        try await phone.client.use("send-message", key: Idempotency.Key("message-\(number)"))
      }
      #expect(model.content?.text == "Day 1 of 3 — 87 conversations left")
      #expect(model.content?.percentLeft == 87)
      await model.seePlans()
      #expect(phone.client.presentation == nil)
      // The last day is nearer to its end than the conversations.
      world.pass(2 * World.day)
      try await phone.client.refresh()
      #expect(model.content?.text == "Day 3 of 3 — 87 conversations left")
      #expect(model.content?.percentLeft == 33)
    }
  }

  @Test("GB-3 each prompt has its shape, its text and its link to the plans, for free customers")
  func prompts() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let garden = PromptModel(phone.client, placement: "garden")
      let others = ["analytics", "export"].map {
        PromptModel(phone.client, placement: Placement.ID($0))
      }
      #expect(others.allSatisfy { $0.content == nil })
      await phone.client.launch()
      #expect(garden.content == nil)
      #expect(others.map { $0.content?.shape } == [.banner, .inline])
      for plant in ["fern", "basil", "rose"] {
        try await phone.client.use("add-plant", item: plant)
      }
      #expect(
        garden.content
          == PromptModel.Content(
            id: "garden-card", shape: .card, icon: "leaf",
            text: "Upgrade for unlimited plants",
            actionLabel: "Upgrade to Pro", dismissLabel: "Not now",
            accessibilityLabel: "Suggestion",
            accessibilityHint: "Shows the plans."))
      await garden.act()
      #expect(phone.client.presentation?.paywall == "upgrade")
      await phone.client.purchase("grobro.pro.monthly")
      await phone.client.paywallClosed()
      #expect(([garden] + others).allSatisfy { $0.content == nil })
      await garden.act()
      #expect(phone.client.presentation == nil)
    }
  }

  @Test("GB-5 each prompt counts its own dismissals, and is hidden for 30 days after the third")
  func dismissals() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let banner = PromptModel(phone.client, placement: "analytics")
      let inline = PromptModel(phone.client, placement: "export")
      await phone.client.launch()
      for _ in 1...2 { await banner.dismiss() }
      #expect(banner.content != nil)
      await banner.dismiss()
      #expect(banner.content == nil)
      #expect(inline.content != nil)
      world.pass(30 * World.day)
      try await phone.client.refresh()
      #expect(banner.content != nil)
    }
  }

  @Test("TQ-5 a passive feature is a locked card for free customers, and not fetched for them")
  func passive() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      let card = LockedCardModel(phone.client, feature: "daily-coaching")
      #expect(card.state == .unknown)
      #expect(!card.shouldFetch && !card.isLocked)
      #expect((card.statusLine, card.actionLabel) == ("One moment", nil))
      await phone.client.launch()
      #expect(card.state == .locked)
      #expect(!card.shouldFetch)
      #expect((card.title, card.icon, card.lockIcon) == ("Daily AI Coaching", "brain", "lock"))
      #expect(card.detail == "Daily tips, and the areas to focus on.")
      #expect((card.statusLine, card.actionLabel) == ("Locked", "Unlock"))
      #expect(
        card.accessibilityLabel
          == "Daily AI Coaching, locked. Daily tips, and the areas to focus on.")
      #expect(card.accessibilityHint == "Shows the plans.")
      await card.unlock()
      #expect(phone.client.presentation?.feature == "daily-coaching")
      await phone.client.purchase("techniq.pro.monthly")
      #expect(card.state == .unlocked)
      #expect(card.shouldFetch)
      #expect((card.statusLine, card.actionLabel, card.lockIcon) == ("Unlimited", nil, nil))
      #expect(
        card.accessibilityLabel == "Daily AI Coaching. Daily tips, and the areas to focus on.")
    }
  }

  @Test("RA-7 a card tells free uses that are left from the credits that pay for the next one")
  func freeThenCredits() async throws {
    let scanning: KeyValuePairs = [
      "features:\n": """
      credits:
        coins: { filledBy: { shop.coins: 10 } }
      features:
        scan:
          - otherwise: { first: [{ upTo: 1, per: year }, { spend: coins, cost: 3 }] }

      """
    ]
    try await World.of("shop", changing: scanning) { world in
      let phone = Phone(world)
      let card = LockedCardModel(phone.client, feature: "scan")
      await phone.client.launch()
      let outcome = await phone.client.purchase("shop.coins")
      #expect(outcome == .purchased)
      #expect(card.state == .limited(left: 1))
      #expect(card.statusLine == "1 left this year")
      try await phone.client.use("scan")
      #expect(card.state == .paidByCredits(left: 10))
      #expect(card.statusLine == "10 credits left")
    }
  }

  @Test("TQ-4 a card says how many free uses are left, and that they are used up")
  func limited() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      let card = LockedCardModel(phone.client, feature: "custom-drill")
      await phone.client.launch()
      #expect(card.state == .limited(left: 1))
      #expect(card.shouldFetch)
      #expect((card.statusLine, card.actionLabel) == ("1 free use left", nil))
      try await phone.client.use("custom-drill")
      #expect(card.state == .locked)
      #expect((card.statusLine, card.actionLabel) == ("Free use used", "Unlock"))
    }
  }

  @Test("a payer whose own limit is used up is offered no unlocking, which would sell nothing")
  func payersLimit() async throws {
    let limited: KeyValuePairs = [
      "allow: unlimited\n      - otherwise: { upTo: 1, per: ever }\n  quick-drill:":
        "allow: { upTo: 1, per: month }\n      - otherwise: { upTo: 1, per: ever }\n  quick-drill:"
    ]
    try await World.of("techniq", changing: limited) { world in
      let phone = Phone(world)
      let card = LockedCardModel(phone.client, feature: "custom-drill")
      await phone.client.launch()
      await phone.client.purchase("techniq.pro.monthly")
      try await phone.client.use("custom-drill")
      #expect(card.state == .locked)
      #expect((card.statusLine, card.actionLabel) == ("0 left this month", nil))
    }
  }

  @Test(
    "a card says what is left in its window, and has no unlock button if nothing sells the feature")
  func windows() async throws {
    try await World.of("studio") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let sketch = LockedCardModel(phone.client, feature: "sketch")
      let paint = LockedCardModel(phone.client, feature: "paint")
      let frame = LockedCardModel(phone.client, feature: "frame")
      #expect((sketch.statusLine, paint.statusLine) == ("3 left today", "2 free uses left"))
      for _ in 1...3 { try await phone.client.use("sketch") }
      for _ in 1...2 { try await phone.client.use("paint") }
      #expect((sketch.statusLine, paint.statusLine) == ("0 left today", "All 2 free uses used"))
      #expect((sketch.title, sketch.icon, sketch.detail) == ("sketch", "star", nil))
      #expect((frame.state, frame.actionLabel) == (.locked, nil))
    }
  }

  @Test(
    "GB-9 show for Pro, show for free, hide for Pro and lock for free follow the table, cell by cell",
    arguments: [
      (.showForPro, [.visible, .visible, .hidden, .hidden]),
      (.showForFree, [.hidden, .hidden, .visible, .visible]),
      (.hideForPro, [.hidden, .hidden, .visible, .visible]),
      (.lockForFree, [.visible, .visible, .visible, .locked]),
    ] as [(VisibilityRule, [VisibilityRule.Visibility])])
  func visibility(rule: VisibilityRule, cells: [VisibilityRule.Visibility]) async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      @MainActor func byEntitlement() -> [VisibilityRule.Visibility] {
        [
          phone.client.visibility(rule), phone.client.visibility(rule, entitlement: "pro"),
          phone.client.visibility(rule, feature: "training-plan"),
        ]
      }
      #expect(byEntitlement() == Array(repeating: cells[0], count: 3))
      await phone.client.launch()
      #expect(phone.client.visibility(rule, feature: "custom-drill") == cells[2])
      #expect(byEntitlement() == Array(repeating: cells[3], count: 3))
      try await phone.client.use("custom-drill")
      #expect(phone.client.visibility(rule, feature: "custom-drill") == cells[3])
      await phone.client.purchase("techniq.pro.monthly")
      #expect(byEntitlement() == Array(repeating: cells[1], count: 3))
      #expect(phone.client.visibility(rule, feature: "custom-drill") == cells[1])
    }
  }
}
