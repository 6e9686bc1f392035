import Foundation
import Testing
import Tollgate
import TollgateSimulation

@testable import TollgateClient

@MainActor
@Suite struct TrustedTimeTests {
  @Test(
    "time is the last response's plus the time that has certainly passed since",
    arguments: [
      // answered at, uptime then, uptime now, time now
      (1000, 500, 500, 1000),
      (1000, 500, 700, 1200),
      (1000, 500, 100, 1100),
      (1000, 500, 0, 1000),
      (1000, 500, -5, 1000),
    ] as [(Int64, Int64, Int64, Int64)])
  func passes(answered: Int64, then: Int64, uptime: Int64, now: Int64) {
    let clock = TrustedClock(server: Instant(milliseconds: answered), uptime: .milliseconds(then))
    #expect(clock.now(uptime: .milliseconds(uptime)) == Instant(milliseconds: now))
  }

  @Test("CP-10 time never runs back: not for an earlier response, not across a restart")
  func neverBack() {
    var clock = TrustedClock(server: Instant(milliseconds: 10_000), uptime: .milliseconds(500))
    clock.synchronize(with: Instant(milliseconds: 9000), uptime: .milliseconds(600))
    #expect(clock.now(uptime: .milliseconds(600)) == Instant(milliseconds: 10_100))
    clock.settle(uptime: .milliseconds(50))
    #expect(clock.now(uptime: .milliseconds(50)) == Instant(milliseconds: 10_150))
    clock.settle(uptime: .milliseconds(1000))
    #expect(clock.now(uptime: .milliseconds(1000)) == Instant(milliseconds: 11_100))
    clock.synchronize(with: Instant(milliseconds: 20_000), uptime: .milliseconds(1000))
    #expect(clock.now(uptime: .milliseconds(1001)) == Instant(milliseconds: 20_001))
  }

  @Test(
    "CP-10 a trial ends on a phone without network at its instant, across relaunches, and stays ended"
  )
  func endsOffline() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.phase == .trial)
      phone.network.isOnline = false

      world.pass(6 * World.day)
      phone.relaunch()
      #expect(phone.client.phase == .trial)
      #expect(phone.client.membership?.trial?.daysLeft == 1)
      let end = Instant(milliseconds: World.start + 7 * World.day)
      world.pass(World.day - 1)
      await phone.client.reevaluate()
      #expect(phone.client.phase == .trial)
      #expect(phone.client.membership?.nextChange == end)

      world.pass(1)
      await phone.client.reevaluate()
      #expect(phone.client.phase == .trialExpired)
      #expect(phone.client.now == end)
      phone.relaunch()
      #expect(phone.client.phase == .trialExpired)
      phone.restart(afterBeingOffFor: World.hour)
      #expect(phone.client.phase == .trialExpired)
      #expect(phone.client.now == end)
      await phone.client.launch()
      #expect(phone.client.phase == .trialExpired)
    }
  }

  @Test(
    "CP-10 a phone that was off is behind by at most the time it was off, and the server still decides"
  )
  func switchedOff() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      phone.network.isOnline = false
      world.pass(6 * World.day)
      await phone.client.reevaluate()
      phone.restart(afterBeingOffFor: 2 * World.day)
      #expect(phone.client.now == Instant(milliseconds: World.start + 6 * World.day))
      #expect(phone.client.phase == .trial)

      phone.network.isOnline = true
      #expect(
        try await phone.client.use("send-message")
          == .denied(Denial(reason: .notIncluded, limit: nil, paywall: "keep-going")))
      #expect(phone.client.phase == .trialExpired)
      #expect(phone.client.now == Instant(milliseconds: World.start + 8 * World.day))
    }
  }

  @Test("CP-10 neither a second account nor a reinstall gives a second trial on a device")
  func oneTrialForEachDevice() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let device = phone.client.device
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.phase == .trial)

      await phone.client.signOut()
      try await phone.client.signUp(email: "bob@example.com", password: "correct horse")
      #expect(phone.client.phase == .trialExpired)
      #expect(phone.client.access(to: "send-message").isAllowed == false)

      phone.reinstall()
      #expect(phone.client.device == device)
      #expect(phone.client.account == nil)
      await phone.client.launch()
      try await phone.client.signUp(email: "eve@example.com", password: "correct horse")
      #expect(phone.client.phase == .trialExpired)

      phone.reinstall()
      await phone.client.launch()
      world.pass(7 * World.day - 1)
      try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.phase == .trial)
      world.pass(1)
      await phone.client.reevaluate()
      #expect(phone.client.phase == .trialExpired)
    }
  }

  @Test("a payer without a network at renewal keeps access for as long as the blueprint says")
  func lateRenewal() async throws {
    let patient: KeyValuePairs = ["\nproducts:": "\npurchases: { lateRenewal: P1D }\nproducts:"]
    try await World.of("strikelab", changing: patient) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let end = try #require(phone.client.membership?.subscription?.expiresAt)
      phone.network.isOnline = false
      world.time.now = end
      phone.relaunch()
      #expect(phone.client.phase == .subscribed)
      world.time.now = end.adding(milliseconds: World.day)
      phone.relaunch()
      #expect(phone.client.phase == .lapsed)
      phone.network.isOnline = true
      world.pass(0)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(phone.client.phase == .subscribed)
    }
  }

  @Test("the membership updates at its next change if the client can wait")
  func wakes() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let time = world.time
      let (waits, waited) = AsyncStream<Duration>.makeStream()
      let (woken, wake) = AsyncStream<Void>.makeStream()
      var configuration = phone.client.configuration
      configuration.sleep = { duration in
        waited.yield(duration)
        for await _ in woken { return }
        throw CancellationError()
      }
      let client = TollgateClient(configuration)
      var iterator = waits.makeAsyncIterator()
      #expect(await iterator.next() == .milliseconds(World.day))
      time.now = time.now.adding(milliseconds: World.day)
      wake.yield()
      #expect(await iterator.next() == .milliseconds(World.day))
      #expect(client.membership?.trial?.daysLeft == 6)
    }
  }
}
