import AppStoreSimulator
import Testing
import Tollgate
import TollgateServer
import TollgateWire

@Suite("The main trial without an account, over HTTP")
struct EventTrialTests {
  /// A server of the free coach whose trial of a week starts without an account, and grows by two days.
  private static func server(
    _ start: Trial.Start = .firstSeen, oncePer: Trial.Scope = .accountAndDevice
  ) async throws -> TestServer {
    try await TestServer("coach-free") {
      $0.milestones = ["memory-moment", "first-song"]
      $0.trial = Trial(
        start: start,
        terms: Trial.Terms(
          lasts: Period(7, .day), entitlements: ["premium"],
          earned: [Trial.EarnedDays(days: 2, on: .milestone("memory-moment"))]), oncePer: oncePer)
    }
  }

  @Test("RA-9 the first launch starts the trial, and a milestone adds days, to the device as well")
  func firstLaunch() async throws {
    let server = try await Self.server()
    let start = server.now
    let phone = try await server.phone(device: "phone")
    let membership = try await phone.membership()
    #expect(membership.phase == .trial)
    #expect(membership.trial?.activatedAt == start)
    #expect(membership.trial?.daysLeft == 7)
    server.advance(Period(6, .day))
    let reached = try await phone.reach("memory-moment")
    #expect(reached.membership.trial?.endsAt == start.adding(Period(9, .day)))
    // The device decides with the facts that it receives.
    let seen = Membership(of: reached.facts, in: server.blueprint, at: server.now)
    #expect(seen.trial.map(TrialSummary.init) == reached.membership.trial)
    server.advance(Period(2, .day))
    #expect(try await phone.phase() == .trial)
    server.advance(Period(1, .day))
    #expect(try await phone.phase() == .trialExpired)
  }

  @Test("RA-9 a milestone starts the trial once, however often it is reported")
  func milestone() async throws {
    let server = try await Self.server(.milestone("first-song"))
    let phone = try await server.phone(device: "phone")
    #expect(try await phone.phase() == .blocked)
    server.advance(Period(3, .day))
    let start = server.now
    #expect(try await phone.reach("first-song").membership.phase == .trial)
    server.advance(Period(7, .day))
    let again = try await phone.reach("first-song")
    #expect(again.membership.phase == .trialExpired)
    #expect(again.membership.trial?.activatedAt == start)
  }

  @Test("RA-9 a reinstall, another person and a sign-out on the device give no second trial")
  func oncePerDevice() async throws {
    let server = try await Self.server()
    let first = try await server.phone(device: "phone")
    #expect(try await first.reach("memory-moment").membership.phase == .trial)
    server.advance(Period(2, .day))
    var second = try await server.phone(device: "phone")
    #expect(try await second.phase() == .trialExpired)
    #expect(try await second.membership().trial?.activatedAt == nil)
    try await second.signUp("second@example.com")
    #expect(try await second.phase() == .trialExpired)
    #expect(try await server.phone(device: "laptop").phase() == .trial)
  }

  @Test("RA-9 a first launch whose answer was lost continues the same trial, and gains no hour")
  func lostAnswer() async throws {
    let server = try await Self.server()
    let start = server.now
    _ = try await server.phone(device: "phone")
    server.advance(Period(1, .hour))
    for _ in 1...2 {
      let again = try await server.phone(device: "phone")
      #expect(try await again.membership().trial?.activatedAt == start)
      #expect(try await again.phase() == .trial)
    }
    server.advance(Period(7, .day))
    #expect(try await server.phone(device: "phone").phase() == .trialExpired)
  }

  @Test("RA-9 a new device's trial is over when somebody signs in who had the trial elsewhere")
  func signedIn() async throws {
    let server = try await Self.server()
    let start = server.now
    var first = try await server.phone(device: "phone")
    try await first.signUp("ada@example.com")
    server.advance(Period(8, .day))
    var tablet = try await server.phone(device: "tablet")
    #expect(try await tablet.phase() == .trial)
    try await tablet.signIn("ada@example.com")
    #expect(try await tablet.phase() == .trialExpired)
    #expect(try await tablet.membership().trial?.activatedAt == start)
    // The tablet has had its trial, too.
    #expect(try await server.phone(device: "tablet").phase() == .trialExpired)
  }

  @Test("RA-9 a customer without a device waits for one, and a device named later starts the trial")
  func noDevice() async throws {
    let server = try await Self.server()
    var visitor = try await server.phone()
    #expect(try await visitor.phase() == .blocked)
    try await visitor.signUp("ada@example.com")
    server.advance(Period(1, .day))
    var phone = try await server.phone(device: "phone")
    try await phone.signIn("ada@example.com")
    #expect(try await phone.phase() == .trial)
  }

  @Test(
    "RA-9 the start is one webhook, whoever signs up afterwards, and so are the days of a milestone"
  )
  func webhook() async throws {
    let server = try await Self.server()
    let receiver = TestReceiver()
    let job = try server.webhooks(to: receiver)
    await server.deliver(job)
    var phone = try await server.phone(device: "phone")
    server.advance(milliseconds: 1000)
    try await phone.signUp("ada@example.com")
    try await phone.reach("memory-moment")
    await server.deliver(job)
    #expect(
      receiver.distinct.map(\.type)
        == ["trial.started", "customer.signed_up", "milestone.reached", "trial.extended"])
  }

  @Test(
    "EX-7 RA-9 RevenueCat's SDK sees the trial of an anonymous customer as an entitlement that ends"
  )
  func revenueCat() async throws {
    let server = try await Self.server(oncePer: .account)
    var phone = TestSDK(
      server, account: server.store.makeAccount(), user: TestSDK.anonymous(1))
    let info = try await phone.info()
    #expect(info.active == ["premium"])
    #expect(info.subscriber.entitlements["premium"]?.product == "tollgate_grant_premium")
    server.advance(Period(7, .day))
    #expect(try await phone.info().active.isEmpty)
  }
}
