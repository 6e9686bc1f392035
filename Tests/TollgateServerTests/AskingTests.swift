import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("The server asks the store about periods that ended without an update")
struct AskingTests {
  /// What happens without any notification.
  struct Missed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let actions: [StoreStep]
    var refundsFirst = false
    /// The days on which the server runs a round, with a comparison afterwards.
    let days: [Int]
  }

  static let missed: [Missed] = [
    Missed(testDescription: "a renewal", actions: [], days: [31, 59, 60]),
    Missed(testDescription: "a cancellation", actions: [.day(5), .cancel], days: [31]),
    Missed(
      testDescription: "a cancellation and its reversal",
      actions: [.day(5), .cancel, .day(6), .resume], days: [31]),
    Missed(testDescription: "a grace period", actions: [.billing(fails: true)], days: [31, 32]),
    Missed(testDescription: "a billing retry", actions: [.billing(fails: true)], days: [31, 35]),
    Missed(
      testDescription: "a recovery",
      actions: [.billing(fails: true), .day(32), .billing(fails: false)],
      days: [33]),
    Missed(
      testDescription: "an expiry unpaid", actions: [.billing(fails: true)], days: [31, 35, 95]),
    Missed(testDescription: "an upgrade", actions: [.day(5), .buy("gold")], days: [31, 40]),
    Missed(testDescription: "a downgrade", actions: [.day(5), .buy("bronze")], days: [31]),
    Missed(testDescription: "a refund", actions: [.day(5), .refund], days: [31]),
    Missed(
      testDescription: "a refund of an old period", actions: [.day(40)], refundsFirst: true,
      days: [62]),
    Missed(
      testDescription: "a refund and its reversal",
      actions: [.day(5), .refund, .day(6), .reverseRefund], days: [31]),
    Missed(testDescription: "an extension", actions: [.day(5), .extend(7)], days: [31, 38]),
    Missed(
      testDescription: "a price that nobody agreed to",
      actions: [.day(5), .price(50_000, needsConsent: true)], days: [31]),
  ]

  @Test(
    "missed events are found by asking, with the same result as their notifications",
    arguments: missed)
  func asksForWhatWasMissed(missed: Missed) async throws {
    let deaf = try await Self.life(missed, hears: false)
    let told = try await Self.life(missed, hears: true)
    #expect(deaf == told)
  }

  /// Runs the scenario, and returns the membership after each of the days.
  private static func life(_ missed: Missed, hears: Bool) async throws -> [MembershipSummary] {
    let server = try await TestServer.market(asksStore: !hears)
    server.storeAPI?.setHistory(.hidden)
    let phone = try await server.phone(account: "anna")
    let jobs = StoreJobs(server.service, logger: quietLogger)
    server.store.purchase("silver.other", by: "anna")
    try await phone.post(try #require(server.store.transactions(of: "anna").first))
    for action in missed.actions { action.perform(in: server.store, by: "anna") }
    if missed.refundsFirst {
      server.store.refund(
        try #require(server.store.transactions(of: "anna").first).payload.transactionId)
    }
    var answers: [MembershipSummary] = []
    for day in missed.days {
      server.day(day)
      if hears {
        try await server.deliverNotifications()
      } else {
        while await jobs.runOnce().isBehind {}
      }
      answers.append(try await phone.membership())
    }
    return answers
  }

  @Test(
    "a payer whose renewal notification is late has access again after one round, with an exact end"
  )
  func lateRenewal() async throws {
    let server = try await TestServer.market(asksStore: true)
    let api = try #require(server.storeAPI)
    api.setHistory(.hidden)
    let phone = try await server.phone(account: "anna")
    let jobs = StoreJobs(server.service, logger: quietLogger)
    try await phone.buy("gold")
    server.day(30)
    #expect(await jobs.runOnce() == StoreJobReport())
    #expect(api.takeAsked().isEmpty)
    server.day(31)
    #expect(try await phone.phase() == .lapsed)
    let report = await jobs.runOnce()
    #expect(report.asked == 1)
    #expect(report.failures.isEmpty)
    let id = try #require(server.store.transactions(of: "anna").first).payload.transactionId
    #expect(
      api.takeAsked().filter { !$0.hasPrefix("notifications") }
        == ["subscriptions/\(id)", "history/\(id)"])
    let membership = try await phone.membership()
    #expect(membership.phase == .subscribed)
    #expect(membership.nextChange == membership.subscription?.expiresAt)
    // The late notification contains nothing new, and no check is due before the next end.
    try await server.deliverNotifications()
    #expect(try await phone.membership() == membership)
    #expect(await jobs.runOnce() == StoreJobReport())
    server.day(59)
    var last = await jobs.runOnce()
    while last.isBehind { last = await jobs.runOnce() }
    #expect(last.asked == 1)
    #expect(try await phone.phase() == .subscribed)
  }

  @Test(
    "EX-15 what the store returned of an upgraded subscription is requested at once, however the upgrade is learned",
    arguments: [true, false])
  func upgrade(isPosted: Bool) async throws {
    let server = try await TestServer.market(asksStore: true)
    let api = try #require(server.storeAPI)
    api.setHistory(.hidden)
    let phone = try await server.phone(account: "anna")
    let jobs = StoreJobs(server.service, logger: quietLogger)
    try await phone.buy("bronze")
    server.day(10)
    #expect(await jobs.runOnce().asked == 0)
    server.store.purchase("gold", by: "anna")
    if isPosted {
      let newest = server.store.transactions(of: "anna").last { $0.payload.productId == "gold" }
      try await phone.post(try #require(newest))
    } else {
      try await server.deliverNotifications()
    }
    func bronze() async throws -> StoreTransaction {
      let known = try await phone.snapshot().facts.storeTransactions
      return try #require(known.first { $0.product == "bronze" })
    }
    #expect(try await bronze().returned?.milliunits == 0)
    // A request that fails is repeated a minute later.
    api.fail("subscriptions/", with: .answers(500))
    #expect(await jobs.runOnce().asked == 0)
    server.set(server.now.adding(milliseconds: 60_000))
    #expect(await jobs.runOnce().asked == 1)
    let replaced = try await bronze()
    #expect(replaced.isUpgraded)
    #expect(try #require(replaced.returned).milliunits > 0)
    #expect(await jobs.runOnce() == StoreJobReport())
  }

  @Test("a purchase that nobody has posted is checked too, and found by its buyer")
  func nobodys() async throws {
    let server = try await TestServer.market(asksStore: true)
    let jobs = StoreJobs(server.service, logger: quietLogger)
    server.store.purchase("gold", by: "anna")
    try await server.deliverNotifications()
    server.day(31)
    #expect(await jobs.runOnce().asked == 1)
    let phone = try await server.phone(account: "anna")
    try await phone.post(try #require(server.store.transactions(of: "anna").first))
    #expect(try await phone.phase() == .subscribed)
  }

  @Test("an account's purchase stays the account's, whichever response contains it")
  func owner() async throws {
    let server = try await TestServer.market(asksStore: true)
    var phone = try await server.phone(account: "anna")
    try await phone.signUp("anna@example.com")
    try await phone.buy("gold")
    let other = try await server.phone(account: "anna")
    server.day(31)
    await StoreJobs(server.service, logger: quietLogger).runOnce()
    #expect(try await phone.phase() == .subscribed)
    #expect(try await other.phase() == .free)
  }
}
