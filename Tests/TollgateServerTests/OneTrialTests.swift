import Testing
import Tollgate
import TollgateWire

@Suite("One trial for each account and each device")
struct OneTrialTests {
  @Test("CP-10 a reinstall finds the existing trial")
  func reinstall() async throws {
    let server = try await TestServer("coach-paid")
    let first = try await server.phone(device: "phone")
    try await first.reach("discovery-complete")
    let trial = try await first.buy("coach.premium.monthly").snapshot?.membership.trial
    server.advance(Period(1, .day))

    let again = try await server.phone(device: "phone", account: first.account)
    try await again.reach("discovery-complete")
    #expect(try await again.phase() == .blocked)
    let restored = try await again.restore()
    #expect(restored.snapshot?.membership.phase == .trial)
    #expect(restored.snapshot?.membership.trial?.activatedAt == trial?.activatedAt)
    await #expect(throws: Problem(.customerMerged, merged)) { try await first.snapshot() }
  }

  @Test("CP-10 a second account that pays on the same device gets the same as a first one")
  func secondAccount() async throws {
    let server = try await TestServer("coach-paid")
    let first = try await server.phone(device: "phone")
    try await first.reach("discovery-complete")
    try await first.buy("coach.premium.monthly")

    var second = try await server.phone(device: "phone")
    try await second.signUp("second@example.com")
    try await second.reach("discovery-complete")
    let answer = try await second.buy("coach.premium.monthly")
    let trial = try #require(answer.snapshot?.membership.trial)
    #expect(trial.isActive)
    #expect(trial.limit == 100)
    for number in 1...100 { try await second.use("send-message", key: "\(number)") }
    #expect(try await second.refusal(of: "send-message", key: "101")?.reason == .limitReached)
    #expect(try await first.membership().trial?.used == 0)
  }

  @Test("CP-10 a device that has had a trial gives no other account one")
  func carriedToDevice() async throws {
    let server = try await TestServer("coach-free")
    var first = try await server.phone(device: "phone")
    try await first.signUp("first@example.com")
    #expect(try await first.phase() == .trial)
    var tablet = try await server.phone(device: "tablet")
    try await tablet.signIn("first@example.com")
    #expect(try await tablet.phase() == .trial)

    var other = try await server.phone(device: "tablet")
    try await other.signUp("other@example.com")
    #expect(try await other.phase() == .trialExpired)
    var elsewhere = try await server.phone(device: "laptop")
    try await elsewhere.signUp("elsewhere@example.com")
    #expect(try await elsewhere.phase() == .trial)
  }

  @Test("CP-10 signing out and in again, or reporting again, gives no extra hour")
  func noExtraHour() async throws {
    let server = try await TestServer("coach-free")
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    let started = server.now
    server.advance(Period(5, .day))
    var later = try await server.phone(device: "phone")
    try await later.signIn("ada@example.com")
    #expect(try await later.membership().trial?.activatedAt == started)
    server.advance(Period(2, .day))
    #expect(try await later.phase() == .trialExpired)
    #expect(try await phone.phase() == .trialExpired)
  }

  private let merged = "The customer was merged into another: exchange the token, or sign in."
}
