import Foundation
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite struct ReportTests {
  @Test(
    "GB-5 dismissals made without a network follow the customer to another phone, and end after 30 days"
  )
  func dismissals() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      for plant in ["fern", "ivy", "fig"] {
        try await phone.client.use("add-plant", item: plant)
      }
      #expect(phone.client.prompts(at: "garden").map(\.id) == ["garden-card"])

      phone.network.isOnline = false
      for count in 1...3 {
        #expect(phone.client.prompts(at: "garden").map(\.id) == ["garden-card"])
        await phone.client.dismiss("garden-card")
        await phone.client.reported()
        #expect(phone.client.pendingCount == count)
      }
      #expect(phone.client.prompts(at: "garden").isEmpty)
      #expect(phone.client.prompts(at: "analytics").map(\.id) == ["analytics-banner"])
      phone.relaunch()
      #expect(phone.client.prompts(at: "garden").isEmpty)

      phone.network.isOnline = true
      await phone.client.launch()
      #expect(phone.client.pendingCount == 0)
      phone.reinstall()
      await phone.client.launch()
      try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
      let other = Phone(world, "other")
      try await other.client.signIn(email: "ada@example.com", password: "correct horse")
      await other.client.launch()
      for client in [phone.client, other.client] {
        #expect(client.prompts(at: "garden").isEmpty)
        #expect(client.prompts(at: "analytics").map(\.id) == ["analytics-banner"])
      }
      world.pass(30 * World.day)
      await other.client.reevaluate()
      #expect(other.client.prompts(at: "garden").map(\.id) == ["garden-card"])
    }
  }

  @Test("GB-5 a dismissal whose response is lost counts once")
  func dismissalOnce() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.fail("/dismissals", .loseAnswer)
      await phone.client.dismiss("analytics-banner")
      await phone.client.reported()
      #expect(phone.client.pendingCount == 1)
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      await phone.client.dismiss("analytics-banner")
      await phone.client.reported()
      #expect(phone.client.prompts(at: "analytics").map(\.id) == ["analytics-banner"])
      await phone.client.dismiss("analytics-banner")
      await phone.client.reported()
      #expect(phone.client.prompts(at: "analytics").isEmpty)
    }
  }

  @Test("each showing of a paywall is counted, with the feature or placement that led to it")
  func paywalls() async throws {
    try await World.of("coach-paid") { world in
      let phone = Phone(world)
      await phone.client.launch()
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.reported()
      phone.network.fail("/shown", .loseAnswer)
      await phone.client.showPaywall(at: "chat")
      await phone.client.paywallClosed()
      await phone.client.showPaywall(at: "chat")
      await phone.client.paywallClosed()
      await phone.client.showPaywall(for: "send-message")
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      let customer = try await world.facts(of: phone.client.customer)
      #expect(customer.count(of: .shown, on: "after-discovery") == 3)
      #expect(customer.count(of: .shown, on: "after-discovery", placement: "chat") == 2)
      #expect(customer.count(of: .shown, on: "after-discovery", feature: "send-message") == 1)
      #expect(customer.count(of: .closed, on: "after-discovery", placement: "chat") == 2)
    }
  }

  @Test("a gap in a report's response makes the phone fetch what it missed")
  func gap() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let other = Phone(world, "other")
      try await other.client.signIn(email: "ada@example.com", password: "correct horse")
      await other.client.launch()
      try await phone.client.use("add-plant", item: "fern")
      #expect(
        other.client.access(to: "add-plant") == .allowed(Limit(limit: 3, used: 0, scope: .held)))
      await other.client.dismiss("analytics-banner")
      await other.client.reported()
      #expect(
        other.client.access(to: "add-plant") == .allowed(Limit(limit: 3, used: 1, scope: .held)))
    }
  }

  @Test("GB-4 the fourth plant is denied, and releasing one makes room")
  func plants() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      for plant in ["fern", "ivy", "fig"] {
        let answer = try await phone.client.use("add-plant", item: plant)
        #expect(answer.isAllowed)
      }
      let full = Denial(
        reason: .limitReached, limit: Limit(limit: 3, used: 3, scope: .held), paywall: "upgrade")
      #expect(phone.client.access(to: "add-plant") == .denied(full))
      let fourth = try await phone.client.use("add-plant", item: "palm")
      #expect(fourth == .denied(full))
      try await phone.client.release("add-plant", item: "ivy")
      await phone.client.reported()
      #expect(
        phone.client.access(to: "add-plant") == .allowed(Limit(limit: 3, used: 2, scope: .held)))
      let another = try await phone.client.use("add-plant", item: "palm")
      #expect(another.isAllowed)
    }
  }

  @Test(
    "a milestone reached without a network moves the customer at once and reaches the server later")
  func milestoneOffline() async throws {
    try await World.of("coach-paid") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.reported()
      #expect(phone.client.phase == .blocked)
      phone.relaunch()
      #expect(phone.client.phase == .blocked)
      phone.network.isOnline = true
      await phone.client.launch()
      let facts = try await world.facts(of: phone.client.customer)
      #expect(facts.reached("discovery-complete") != nil)
    }
  }

  @Test("a report the server refuses is dropped and noted, and the next one is sent")
  func refusedReport() async throws {
    try await World.of("coach-paid") { world in
      let phone = Phone(world)
      await phone.client.launch()
      await phone.client.recordMilestone("no-such-milestone")
      await phone.client.reported()
      #expect(phone.client.notices.last?.code.rawValue == "unknown_milestone")
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.reported()
      #expect(phone.client.phase == .blocked)
      #expect(phone.client.pendingCount == 0)
    }
  }

  @Test(
    "CF-3 the nudge is scheduled when the trial is first seen, once, and cancelled on subscribing")
  func nudge() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(phone.nudges.steps.isEmpty)
      world.pass(World.hour)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let scheduled = PhoneNudges.Step.schedule(
        "trial-ends-tomorrow", hours: 6 * 24,
        "Your Coach App trial wraps up tomorrow. Want to keep our conversations going?")
      #expect(phone.nudges.steps == [scheduled])
      phone.relaunch()
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.nudges.steps == [scheduled])
      #expect(await phone.client.purchase("coach.monthly") == .purchased)
      #expect(phone.nudges.steps == [scheduled, .cancel("trial-ends-tomorrow")])
    }
  }

  @Test("CF-3 a delivered nudge is never sent again, on this phone or another")
  func nudgeOnce() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(phone.nudges.steps.count == 1)
      world.pass(6 * World.day)
      await phone.client.reevaluate()
      #expect(phone.network.requests.contains("POST nudges/trial-ends-tomorrow/delivered"))
      let facts = try await world.facts(of: phone.client.customer).facts
      #expect(facts.contains { $0.kind == .nudge })
      let other = Phone(world, "other")
      await other.client.launch()
      try await other.client.signIn(email: "ada@example.com", password: "correct horse")
      #expect(other.client.phase == .trial)
      #expect(other.nudges.steps.isEmpty)
      await phone.client.launch()
      #expect(phone.nudges.steps.count == 1)
    }
  }

  @Test("CF-3 nudges after silence are scheduled ahead, and start over when the app is opened")
  func nudgesAfterSilence() async throws {
    let change: KeyValuePairs = [
      "    anchor: trialEnd\n    before: P1D\n":
        "    after: { silence: P3D }\n    repeat: { every: P2D, atMost: 2 }\n"
    ]
    try await World.of("coach-free", changing: change) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let line = "Your Coach App trial wraps up tomorrow. Want to keep our conversations going?"
      let scheduled = [
        PhoneNudges.Step.schedule("trial-ends-tomorrow", hours: 72, line),
        .schedule("trial-ends-tomorrow#2", hours: 120, line),
      ]
      #expect(phone.nudges.steps == scheduled)
      world.pass(4 * World.day)
      await phone.client.cameToForeground(showing: nil)
      #expect(phone.network.requests.contains("POST nudges/trial-ends-tomorrow/delivered"))
      #expect(phone.nudges.steps == scheduled + scheduled)
      let facts = try await world.facts(of: phone.client.customer).facts
      #expect(facts.count { $0.kind == .nudge } == 1)
    }
  }

  @Test(
    "CF-3 a notification that the system no longer holds is not sent again, and an unknown one is cancelled"
  )
  func nudgesOfTheSystem() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(phone.nudges.steps.count == 1)
      for held in [["trial-ends-tomorrow"], []] as [Set<Nudge.ID>] {
        phone.nudges.hold(held)
        await phone.client.reevaluate()
        #expect(phone.nudges.steps.count == 1)
      }
      phone.nudges.hold(["trial-ends-tomorrow", "stray"])
      await phone.client.reevaluate()
      #expect(phone.nudges.steps.last == .cancel("stray"))
      #expect(phone.nudges.steps.count == 2)
    }
  }

  @Test("SL-10 signing out cancels the last person's notifications")
  func nudgeAfterSignOut() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      await phone.client.signOut()
      #expect(phone.nudges.steps.last == .cancel("trial-ends-tomorrow"))
    }
  }

  @Test("SL-10 a person who signs out while a notification is being scheduled is not sent it")
  func nudgeWhileSigningOut() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let client = phone.client
      phone.nudges.whileScheduling { await client.signOut() }
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.account == nil)
      #expect(phone.nudges.steps.count == 2)
      #expect(phone.nudges.steps.last == .cancel("trial-ends-tomorrow"))
      #expect(!phone.storage.names(in: .files).contains("tollgate-nudges"))
    }
  }

  @Test("SL-10 a person who signs out before notifications are scheduled is not sent any")
  func nudgeAfterSigningOut() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let client = phone.client
      phone.nudges.whileLookingUp { await client.signOut() }
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.account == nil)
      #expect(phone.nudges.steps.isEmpty)
    }
  }

  @Test(
    "an unreadable cache is reset, is noted, and does no further harm",
    arguments: [
      ("tollgate-customer", StorageArea.files), ("tollgate-blueprint", .files),
      ("tollgate-clock", .files), ("tollgate-outbox", .files), ("tollgate-nudges", .files),
      ("tollgate-session", .keychain), ("tollgate-device", .keychain),
    ], ["{\"version\":1,\"val", "{\"version\":99,\"value\":true}"])
  func corrupt(part: (name: String, area: StorageArea), text: String) async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.phase == .trial)
      let isOutbox = part.name == "tollgate-outbox"
      // Each record of the outbox has its format and the checksum of its text.
      let written = isOutbox && text.contains("99") ? "99 a3a6bf43 {}" : text
      phone.storage.write(Data(written.utf8), as: part.name, to: part.area)
      phone.relaunch()
      #expect(
        phone.client.notices.map(\.code)
          == [text.contains("99") ? .cacheOfOtherVersion : .cacheCorrupt])
      #expect([.trial, .unknown].contains(phone.client.phase))
      await phone.client.launch()
      if part.name == "tollgate-session" {
        try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
      }
      #expect(phone.client.phase == .trial)
      phone.relaunch()
      #expect(phone.client.notices.isEmpty)
      #expect(phone.client.phase == .trial)
    }
  }
}
