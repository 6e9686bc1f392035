import Foundation
import OpenStoreKitTest
import Synchronization
import Testing
import TollgateClient
import TollgateTest

@testable import ExampleModels

/// A coach that answers, fails when told to, and counts.
private final class TestCoach: Coach {
  private let state = Mutex((replies: 0, isDown: false))

  var replies: Int { state.withLock { $0.replies } }

  func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

  func reply(to message: String) async throws -> String {
    try state.withLock { state in
      guard !state.isDown else { throw CocoaError(.fileReadUnknown) }
      state.replies += 1
    }
    return "You said: \(message)"
  }
}

private struct TestDrillMaker: DrillMaker {
  let isDown: Bool

  func make(_ wish: String) async throws -> String {
    guard !isDown else { throw CocoaError(.fileReadUnknown) }
    return "Drill: \(wish)"
  }

  func recommend() async throws -> [String] { ["Passing"] }
}

@Suite("The example apps")
struct ExampleTests {
  /// Runs an action that shows a paywall, and buys its first package or closes it.
  @MainActor
  private func answering(
    _ client: TollgateClient, buying: Bool, _ action: @escaping @MainActor () async throws -> Void
  ) async throws {
    let running = Task { try await action() }
    for _ in 0..<100_000 where client.presentation?.stage != .offering { await Task.yield() }
    try #require(client.presentation?.stage == .offering)
    if buying {
      let package = try #require(await client.offerings().first?.packages.first)
      #expect(await client.purchase(package.id) == .purchased)
    }
    await client.paywallClosed()
    try await running.value
  }

  @Test("a coach with a paid trial: discovery is free, then the plan; nothing typed is lost")
  func coachPaid() async throws {
    try await TestServer.run(blueprint: "Blueprints/coach-paid.yml") { server in
      let client = server.phone()
      await client.launch()
      let coach = TestCoach()
      let model = CoachPaidModel(client, coach: coach)
      model.draft = "Hello"
      await model.send()
      #expect(model.messages == ["Hello", "You said: Hello"])
      #expect(model.draft.isEmpty)
      await client.register("chat")
      #expect(client.presentation == nil, "discovery is free")

      try await answering(client, buying: false) { await model.finishDiscovery() }
      // Every return shows it again, as does the next message.
      try await answering(client, buying: false) { await client.register("chat") }
      model.draft = "Are you there?"
      try await answering(client, buying: false) { await model.send() }
      #expect(coach.replies == 1)
      #expect(model.draft == "Are you there?")

      try await answering(client, buying: true) { await model.send() }
      #expect(client.phase == .trial)
      #expect(model.messages.last == "You said: Are you there?")

      coach.setDown(true)
      model.draft = "And now?"
      await model.send()
      #expect(model.problem == "I ran into a problem. Shall we try again?", "CP-12")
      #expect(model.draft == "And now?")
      guard case .allowed(let limit) = client.access(to: "send-message") else {
        Issue.record("the trial allows messages")
        return
      }
      #expect(limit?.used == 1)
    }
  }

  @Test("a coach with a free week: it begins with the account, ends, and does not begin again")
  func coachFree() async throws {
    try await TestServer.run(blueprint: "Blueprints/coach-free.yml") { server in
      let client = server.phone()
      await client.launch()
      let model = CoachFreeModel(client, coach: TestCoach())
      await model.signUp(email: "ada@example.com", password: "no")
      #expect(model.error == "I need a password of 8 to 128 characters.")
      #expect(client.phase == .blocked)
      await model.signUp(email: "ada@example.com", password: "correct horse")
      #expect(model.error == nil && client.phase == .trial)
      model.draft = "Hello"
      await model.send()
      #expect(model.messages.count == 2)
      try await server.advance(by: .days(7))
      await client.reevaluate()
      model.draft = "Hello again"
      try await answering(client, buying: false) { await model.send() }
      #expect(model.messages.count == 2)
      #expect(model.draft == "Hello again")

      await model.signOut()
      #expect(client.account == nil)
      #expect(model.messages.isEmpty && model.draft.isEmpty, "the next person sees no message")
      await model.signIn(email: "ada@example.com", password: "wrong")
      #expect(model.error == "I don't recognize this email address with this password.", "CF-7")
      #expect(client.account == nil)
      await model.signIn(email: "ada@example.com", password: "correct horse")
      #expect(model.error == nil && client.phase == .trialExpired)
    }
  }

  @Test("a garden: three plants, a fourth with Pro, and plants from before are counted")
  func groBro() async throws {
    try await TestServer.run(blueprint: "Blueprints/grobro.yml") { server in
      let client = server.phone()
      await client.launch()
      let model = GroBroModel(client, plants: ["Fern", "Basil", "Aloe"])
      try await model.open()
      try await answering(client, buying: false) { try await model.add("Mint") }
      #expect(model.plants.count == 3)
      try await model.remove("Aloe")
      try await model.add("Mint")
      #expect(model.plants == ["Fern", "Basil", "Mint"])
      try await answering(client, buying: true) { try await model.add("Rose") }
      #expect(model.plants.count == 4)
    }
  }

  @Test("accounts and routes: onboarding, sign-up, the paywall, the app, and out again")
  func strikeLab() async throws {
    try await TestServer.run(blueprint: "Blueprints/strikelab.yml") { server in
      let client = server.phone()
      await client.launch()
      let model = StrikeLabModel(client)
      var screen: LabScreen?
      client.followRoute(from: &screen)
      #expect(screen == .onboarding)
      client.followRoute(from: &screen)
      #expect(screen == .onboarding, "the onboarding stays until it is seen")
      client.onboardingSeen()
      client.followRoute(from: &screen)
      #expect(screen == .login)
      try await answering(client, buying: true) {
        await model.signUp(email: "ada@example.com", password: "correct horse")
      }
      client.followRoute(from: &screen)
      #expect(model.error == nil)
      #expect(screen == .app)
      await model.train()
      #expect(model.rounds == 1)
      let levels = try await model.levels()
      #expect(levels["punches"] == 1)
      await model.signOut()
      client.followRoute(from: &screen)
      #expect(screen == .login)
      await model.signIn(email: "ada@example.com", password: "wrong")
      #expect(model.error == client.line(.wrongCredentials))
      #expect(screen == .login)
    }
  }

  @Test("SL-5 somebody who bought without an account trains, and signs up in the settings later")
  func strikeLabWithoutAccount() async throws {
    try await TestServer.run(blueprint: "Blueprints/strikelab.yml") { server in
      let client = server.phone()
      await client.launch()
      let model = StrikeLabModel(client)
      var screen: LabScreen? = .login
      let package = try #require(await client.offerings().first?.packages.first)
      #expect(await client.purchase(package.id) == .purchased)
      client.followRoute(from: &screen)
      #expect(screen == .app)
      await model.train()
      #expect(model.rounds == 1)
      await model.signUp(email: "ada@example.com", password: "correct horse")
      #expect(model.error == nil && client.account != nil)
      client.followRoute(from: &screen)
      #expect(screen == .app)
      await model.train()
      #expect(model.rounds == 2)
    }
  }

  @Test("accounts: without a plan there is no training, and a way to plans and out of the account")
  func strikeLabWithoutPlan() async throws {
    try await TestServer.run(blueprint: "Blueprints/strikelab.yml") { server in
      let client = server.phone()
      await client.launch()
      let model = StrikeLabModel(client)
      var screen: LabScreen? = .login
      try await answering(client, buying: false) {
        await model.signUp(email: "ada@example.com", password: "correct horse")
      }
      client.followRoute(from: &screen)
      #expect(screen == .login)
      try await answering(client, buying: false) { await model.train() }
      #expect(model.rounds == 0)
      #expect(SubscriptionSettingsModel(client).rows.contains { $0.id == .upgrade })
      await model.signOut()
      #expect(client.account == nil)
    }
  }

  @Test("freemium training: a failed drill costs nothing, the second of a kind needs Pro")
  func techniQ() async throws {
    try await TestServer.run(blueprint: "Blueprints/techniq.yml") { server in
      let client = server.phone()
      await client.launch()
      let failing = TechnIQModel(client, maker: TestDrillMaker(isDown: true))
      await failing.makeDrill("first touch")
      #expect(failing.problem != nil)
      let model = TechnIQModel(client, maker: TestDrillMaker(isDown: false))
      try await model.refresh()
      #expect(model.recommendations.isEmpty)
      await model.makeDrill("first touch")
      #expect(model.drills == ["Drill: first touch"])
      await model.makeDrill("turns", as: "custom-drill")
      #expect(model.drills == ["Drill: first touch", "Drill: turns"], "each kind has a free use")
      try await answering(client, buying: true) { await model.makeDrill("volley") }
      #expect(model.drills.count == 3)
      try await model.refresh()
      #expect(model.recommendations == ["Passing"])
    }
  }
}
