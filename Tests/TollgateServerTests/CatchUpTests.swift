import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Foundation
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("The server recovers what it missed")
struct CatchUpTests {
  private static func parts(_ asked: [String]) throws -> [ClosedRange<Double>] {
    try asked.filter { $0.hasPrefix("notifications/history") }.map { line in
      let request = try JSONDecoder().decode(
        NotificationHistoryRequest.self, from: Data(line.split(separator: " ")[1].utf8))
      func day(_ instant: Instant) -> Double {
        Double(instant.milliseconds - Market.start.milliseconds) / Double(Market.day)
      }
      return day(request.startDate)...day(request.endDate)
    }
  }

  @Test("a new ledger starts from the current time, and requests no past notifications")
  func firstStart() async throws {
    let server = try await TestServer.market(asksStore: true)
    await StoreJobs(server.service, logger: quietLogger).runOnce()
    #expect(try #require(server.storeAPI).takeAsked().isEmpty)
    #expect(
      try await server.ledger.instant(of: .notifications(of: .sandbox), in: server.app)
        == server.now)
  }

  @Test(
    "EX-1 after an outage of days, every notification missed is recorded as if it had been received"
  )
  func outage() async throws {
    let server = try await TestServer.market(asksStore: true)
    let phone = try await server.phone(account: "anna")
    await StoreJobs(server.service, logger: quietLogger).runOnce()
    try await phone.buy("gold")
    server.day(3)
    server.store.refund(
      try #require(server.store.transactions(of: "anna").first).payload.transactionId)
    server.day(4)
    // The current period was paid for, so no check is due; only the history contains the refund.
    let after = try await server.restarted()
    #expect(try await phone.phase() == .subscribed)
    let report = await StoreJobs(after.service, logger: quietLogger).runOnce()
    #expect(report.caughtUp == 2)
    #expect(report.refused == 0)
    let membership: MembershipSummary = try await after.send(.membership, token: phone.token)
    #expect(membership.phase == .lapsed)
    #expect(membership.condition == .revoked)
    #expect(
      try await after.ledger.instant(of: .notifications(of: .sandbox), in: server.app) == server.now
    )
    let parts = try Self.parts(try #require(server.storeAPI).takeAsked())
    #expect(parts.count == 16)
    #expect(parts.first == 0 - 15.0 / 1440...0.25)
    #expect(parts.last?.upperBound == 4)
  }

  @Test("after an outage, notifications are recovered before any purchase is asked about")
  func historyFirst() async throws {
    let server = try await TestServer.market(asksStore: true)
    let phones = try await [
      server.phone(account: "anna"), server.phone(account: "ben"), server.phone(account: "cleo"),
    ]
    await StoreJobs(server.service, logger: quietLogger).runOnce()
    for phone in phones { try await phone.buy("gold") }
    server.day(40)
    let api = try #require(server.storeAPI)
    _ = api.takeAsked()
    let after = try await server.restarted()
    let jobs = StoreJobs(after.service, logger: quietLogger)
    var reports: [StoreJobReport] = []
    repeat { reports.append(await jobs.runOnce()) } while reports.last?.isBehind ?? false
    #expect(reports.count > 1, "more of the past than one round recovers")
    #expect(reports.reduce(0) { $0 + $1.caughtUp } == phones.count, "a renewal each")
    #expect(reports.allSatisfy { $0.asked == 0 })
    #expect(api.takeAsked().allSatisfy { $0.hasPrefix("notifications") })
    for phone in phones {
      let record = try await after.ledger.record(of: phone.id, in: after.app)
      #expect(record?.customer.storeTransactions.count == 2)
    }
  }

  @Test("the mark moves only past what is recorded; if killed in between, it continues from there")
  func killed() async throws {
    let server = try await TestServer.market(asksStore: true)
    let api = try #require(server.storeAPI)
    await StoreJobs(server.service, logger: quietLogger).runOnce()
    server.store.purchase("gold", by: "anna")
    server.day(1)
    server.advance(milliseconds: 3_600_000)
    server.store.cancel("anna")
    server.day(2)
    let part = "\"endDate\":\(Market.start.adding(milliseconds: Market.day * 5 / 4).milliseconds)"
    api.fail(part, with: .isSilent)
    let first = await StoreJobs(server.service, logger: quietLogger).runOnce()
    #expect(first.failures == ["past notifications notReached": 1])
    #expect(first.caughtUp == 1)
    #expect(
      try await server.ledger.instant(of: .notifications(of: .sandbox), in: server.app)
        == Market.days(1))
    _ = api.takeAsked()
    let after = try await server.restarted()
    let second = await StoreJobs(after.service, logger: quietLogger).runOnce()
    #expect(second.caughtUp == 1)
    #expect(try Self.parts(api.takeAsked()).first?.upperBound == 1.25)
    #expect(
      try await after.ledger.instant(of: .notifications(of: .sandbox), in: server.app) == server.now
    )
  }

  @Test("a refused request for past notifications is reported with what the store answered")
  func refusedRequest() async throws {
    let server = try await TestServer.market(asksStore: true)
    await StoreJobs(server.service, logger: quietLogger).runOnce()
    server.store.purchase("gold", by: "anna")
    server.day(1)
    try #require(server.storeAPI).fail("notifications", with: .answers(403))
    let report = await StoreJobs(server.service, logger: quietLogger).runOnce()
    #expect(report.failures == ["past notifications refused (status 403)": 1])
  }

  @Test("a ledger that fails in the middle of a page leaves the mark unchanged")
  func ledgerFails() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer.market(asksStore: true, ledger: ledger)
    let jobs = StoreJobs(server.service, logger: quietLogger)
    await jobs.runOnce()
    let mark = server.now
    server.store.purchase("gold", by: "anna")
    server.set(server.now.advanced(by: StoreJobs.historyInterval))
    ledger.fail(with: .unavailable)
    #expect(await jobs.runOnce().stopped == "ledger_unavailable")
    #expect(try await ledger.instant(of: .notifications(of: .sandbox), in: server.app) == mark)
    ledger.fail(with: nil)
    #expect(await jobs.runOnce().caughtUp == 1)
    #expect(
      try await ledger.instant(of: .notifications(of: .sandbox), in: server.app) == server.now)
  }

  @Test("while it runs, it requests unacknowledged notifications each hour")
  func hourly() async throws {
    let server = try await TestServer.market(asksStore: true)
    let api = try #require(server.storeAPI)
    let jobs = StoreJobs(server.service, logger: quietLogger)
    await jobs.runOnce()
    server.advance(milliseconds: StoreJobs.historyInterval.milliseconds - 1)
    server.store.purchase("gold", by: "anna")
    #expect(await jobs.runOnce() == StoreJobReport())
    server.advance(milliseconds: 1)
    #expect(await jobs.runOnce().caughtUp == 1)
    let asked = api.takeAsked()
    #expect(asked.count == 1)
    #expect(asked[0].contains("\"onlyFailures\":true"))
    // After a restart everything is requested: a ledger restored from a backup lacks what was acknowledged.
    let after = try await server.restarted()
    after.advance(milliseconds: 1)
    #expect(await StoreJobs(after.service, logger: quietLogger).runOnce().known == 1)
    #expect(!api.takeAsked()[0].contains("onlyFailures"))
  }

  @Test("pages are read one after another, and an unverifiable notification delays no other")
  func pages() async throws {
    let server = try await TestServer.market(asksStore: true)
    await StoreJobs(server.service, logger: quietLogger).runOnce()
    for number in 0..<45 {
      server.store.purchase("lifetime", by: AccountID(rawValue: "account-\(number)"))
    }
    server.advance(milliseconds: 1)
    let api = try #require(server.storeAPI)
    api.setHistory(.spoilt)
    let after = try await server.restarted()
    let report = await StoreJobs(after.service, logger: quietLogger).runOnce()
    #expect(report.caughtUp == 45)
    #expect(report.refused == 3)
    #expect(api.takeAsked().count == 3)
    #expect(
      try await after.ledger.instant(of: .notifications(of: .sandbox), in: server.app) == server.now
    )
  }

  @Test(
    "the job that recovers missed notifications runs until the server ends, and waits between rounds"
  )
  func lifecycle() async throws {
    let server = try await TestServer.market(asksStore: true)
    let rounds = Mutex(0)
    let (stream, signal) = AsyncStream.makeStream(of: Duration.self)
    let (never, hold) = AsyncStream.makeStream(of: Void.self)
    defer { hold.finish() }
    let jobs = StoreJobs(server.service, logger: quietLogger) { duration in
      signal.yield(duration)
      let round = rounds.withLock {
        $0 += 1
        return $0
      }
      // The second wait lasts until the server ends.
      if round == 2 { for await _ in never {} }
      try Task.checkCancellation()
    }
    let application = buildServer(server.service, services: [jobs], logger: quietLogger)
    try await application.test(.router) { _ in
      var rests: [Duration] = []
      for await rest in stream {
        rests.append(rest)
        if rests.count == 2 { break }
      }
      #expect(rests == [StoreJobs.interval, StoreJobs.interval])
    }
    #expect(
      try await server.ledger.instant(of: .notifications(of: .sandbox), in: server.app)
        == server.now)
  }

  @Test("a client of the store's API for another app is refused at the start")
  func mismatch() async throws {
    let server = try await TestServer.market(asksStore: true)
    let verifier = SignedDataVerifier(
      roots: [server.store.chain.root], bundleID: "com.example.market", environments: [.sandbox])
    let other = SignedDataVerifier(
      roots: [server.store.chain.root], bundleID: "com.example.other", environments: [.sandbox])
    let client = try #require(server.storeAPI).client(other)
    let error = await #expect(throws: ConfigurationError.self) {
      _ = try await TollgateService(
        apps: [
          AppConfiguration(
            blueprint: server.blueprint, revision: "r1", verifier: verifier,
            storeAPIs: [.sandbox: client])
        ], ledger: SQLiteLedger.inMemory(), keys: try ServerKeys(at: server.now),
        clock: { server.now })
    }
    #expect(error?.code == .storeAPIMismatch)
  }
}
