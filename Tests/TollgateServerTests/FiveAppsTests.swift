import AppStoreSimulator
import Testing
import Tollgate
import TollgateWire

@Suite("The other four apps, over HTTP")
struct FiveAppsTests {
  @Test("CF-1 signing up starts the free trial, with no payment")
  func freeTrial() async throws {
    let server = try await TestServer("coach-free")
    var phone = try await server.phone(device: "phone")
    #expect(try await phone.phase() == .blocked)
    try await phone.signUp("ada@example.com")
    let membership = try await phone.membership()
    #expect(membership.phase == .trial)
    #expect(membership.trial?.activatedAt == server.now)
    #expect(membership.trial?.endsAt == server.now.adding(Period(7, .day)))
    #expect(membership.trial?.daysLeft == 7)
    #expect(try await phone.use("send-message", key: "1").access.answer == .allowed)
  }

  @Test(
    "CF-4 after the trial a message brings the plans, and after a purchase it goes through at once")
  func afterTheTrial() async throws {
    let server = try await TestServer("coach-free")
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    server.advance(Period(7, .day))
    #expect(try await phone.refusal(of: "send-message", key: "hello")?.paywall == "keep-going")
    #expect(try await phone.use("read-conversation", key: "read").access.answer == .allowed)
    let shown: ChangeResponse = try await server.send(
      .paywallShown("plans"), token: phone.token, key: "shown")
    let closed: ChangeResponse = try await server.send(
      .paywallClosed("plans"), token: phone.token, key: "closed")
    #expect(shown.facts.count == 1)
    #expect(closed.facts.count == 1)
    try await phone.buy("coach.monthly")
    #expect(try await phone.use("send-message", key: "hello").access.answer == .allowed)
  }

  @Test("GB-4 free holds three plants, the fourth needs Pro, and deleting one makes room")
  func plants() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    for plant in ["fern", "basil", "aloe"] {
      try await phone.use("add-plant", key: "add-\(plant)", item: Item.ID(plant))
    }
    let fourth = try await phone.refusal(of: "add-plant", key: "add-moss")
    #expect(fourth?.reason == .limitReached)
    #expect(fourth?.paywall == "upgrade")
    let released = try await phone.release("basil", of: "add-plant")
    #expect(released.access.limit?.remaining == 1)
    try await phone.use("add-plant", key: "add-moss", item: "moss")
    #expect(try await phone.release("basil", of: "add-plant").facts.isEmpty)
  }

  @Test("GB-4 plants over the limit stay readable after a lapse")
  func plantsAfterLapse() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    try await phone.buy("grobro.pro.monthly")
    for plant in 1...6 {
      try await phone.use("add-plant", key: "\(plant)", item: Item.ID("plant-\(plant)"))
    }
    server.store.expireNow(phone.account)
    try await server.deliverNotifications()
    server.advance(Period(90, .day))
    #expect(try await phone.phase() == .lapsed)
    #expect(try await phone.refusal(of: "add-plant", key: "7")?.limit?.used == 6)
    #expect(try await phone.use("view-plant", key: "view").access.answer == .allowed)
    let held = try await phone.snapshot().facts.heldItems(of: "add-plant", at: server.now)
    #expect(held.count == 6)
  }

  @Test("GB-5 each prompt counts its own dismissals, across devices, and returns after 30 days")
  func dismissals() async throws {
    let server = try await TestServer("grobro")
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    func dismiss(_ phone: TestPhone, _ key: String) async throws {
      let _: ChangeResponse = try await server.send(
        .dismissal("analytics-banner"), token: phone.token, key: key)
    }
    try await dismiss(phone, "1")
    try await dismiss(phone, "1")
    var tablet = try await server.phone(device: "tablet")
    try await dismiss(tablet, "2")
    try await tablet.signIn("ada@example.com")
    #expect(try await phone.membership().prompts == ["analytics-banner", "export-inline"])
    try await dismiss(tablet, "3")
    #expect(try await phone.membership().prompts == ["export-inline"])
    server.advance(milliseconds: 30 * 86_400_000 - 1)
    #expect(try await phone.membership().prompts == ["export-inline"])
    server.advance(milliseconds: 1)
    #expect(try await phone.membership().prompts == ["analytics-banner", "export-inline"])
  }

  @Test("TQ-4 each drill is free once, counted only when it is used, then the paywall shows")
  func drills() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    #expect(try await phone.membership().features["custom-drill"]?.limit?.remaining == 1)
    try await phone.use("custom-drill", key: "drill")
    #expect(try await phone.refusal(of: "custom-drill", key: "another")?.paywall == "pro")
    try await phone.use("quick-drill", key: "quick")
    #expect(try await phone.refusal(of: "quick-drill", key: "another")?.paywall == "pro")
  }

  @Test("TQ-6 the library and existing creations stay free, whatever is bought or lapses")
  func freeFeatures() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let free: [Feature.ID] = [
      "library", "session-log", "statistics", "onboarding-plan", "read-plan",
    ]
    func areFree() async throws -> Bool {
      let features = try await phone.membership().features
      return free.allSatisfy { features[$0.rawValue] == AccessSummary(.allowed(nil)) }
    }
    #expect(try await areFree())
    try await phone.buy("techniq.pro.monthly")
    try await phone.use("training-plan", key: "plan")
    #expect(try await areFree())
    server.store.expireNow(phone.account)
    try await server.deliverNotifications()
    server.advance(Period(90, .day))
    #expect(try await areFree())
    #expect(try await phone.refusal(of: "training-plan", key: "again")?.paywall == "pro")
  }
}
