import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Synchronization
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Servers that share a ledger share its background work")
struct SharedWorkTests {
  private static let dead = LedgerLease(holder: "dead", length: WorkShare.length)

  /// Two servers of an app that ask the store, which tells them nothing by itself.
  private static func servers() async throws -> (TestServer, TestServer, TestStoreAPI) {
    let first = try await TestServer.market(
      asksStore: true, ledger: SQLiteLedger.inMemory(isShared: true))
    let api = try #require(first.storeAPI)
    return (first, try await first.restarted(), api)
  }

  private static func asked(_ api: TestStoreAPI, _ part: String) -> [String] {
    api.takeAsked().filter { $0.contains(part) }
  }

  @Test("EX-16 two servers at once ask the store about each subscription once")
  func checks() async throws {
    let (first, second, api) = try await Self.servers()
    for account in ["anna", "ben", "cleo"] as [AccountID] {
      try await first.phone(account: account).buy("gold")
    }
    api.setHistory(.hidden)
    first.day(31)
    let jobs = [first, second].map { StoreJobs($0.service, logger: quietLogger) }
    async let one = jobs[0].runOnce()
    async let other = jobs[1].runOnce()
    _ = await (one, other)
    // The server that had to wait for the other's catch-up finds nothing left to do.
    for job in jobs { await job.runOnce() }
    #expect(Self.asked(api, "subscriptions/").count == 3)
  }

  @Test("EX-16 the checks of a server that died are made by another when its lease ends")
  func deadServer() async throws {
    let (first, second, api) = try await Self.servers()
    try await first.phone(account: "anna").buy("gold")
    api.setHistory(.hidden)
    first.day(31)
    let taken = try await first.ledger.checks(
      dueAt: first.now, of: .sandbox, in: first.app, limit: 9, lease: Self.dead)
    #expect(taken.count == 1)
    let jobs = StoreJobs(second.service, logger: quietLogger)
    await jobs.runOnce()
    #expect(Self.asked(api, "subscriptions/").isEmpty)
    second.advance(milliseconds: WorkShare.length.milliseconds)
    let report = await jobs.runOnce()
    #expect(report.asked == 1)
    #expect(Self.asked(api, "subscriptions/").count == 1)
    // The dead one was only slow: its answer comes too late to move the check.
    let before = try await first.ledger.checks(
      dueAt: .distantFuture, of: .sandbox, in: first.app, limit: 9)
    try await first.ledger.settle(taken[0], in: first.app, next: nil)
    #expect(
      try await first.ledger.checks(
        dueAt: .distantFuture, of: .sandbox, in: first.app, limit: 9) == before)
  }

  @Test("EX-16 while one server recovers notifications, another neither requests them nor asks")
  func catchUp() async throws {
    let (first, second, api) = try await Self.servers()
    await StoreJobs(first.service, logger: quietLogger).runOnce()
    try await first.phone(account: "anna").buy("gold")
    first.day(31)
    let task = LedgerTask.notifications(of: .sandbox)
    let isTaken = try await first.ledger.take(
      task, in: first.app, for: Self.dead, at: first.now)
    #expect(isTaken)
    let jobs = StoreJobs(second.service, logger: quietLogger)
    #expect(await jobs.runOnce() == StoreJobReport())
    #expect(api.takeAsked().isEmpty)
    second.advance(milliseconds: WorkShare.length.milliseconds)
    var report = StoreJobReport()
    repeat { report = await jobs.runOnce() } while report.isBehind
    #expect(!Self.asked(api, "notifications/history").isEmpty)
    #expect(
      try await second.ledger.instant(of: .notifications(of: .sandbox), in: second.app)
        == second.now)
  }

  private static let unreachable: [TestStoreAPI.Fault] = [.isSilent, .answers(401), .answers(429)]

  @Test("EX-16 a catch-up that fails is another server's at once", arguments: unreachable)
  func failedCatchUp(fault: TestStoreAPI.Fault) async throws {
    let (first, second, api) = try await Self.servers()
    let jobs = [first, second].map { StoreJobs($0.service, logger: quietLogger) }
    for job in jobs { await job.runOnce() }
    first.advance(milliseconds: StoreJobs.historyInterval.milliseconds)
    api.fail("notifications/history", with: fault)
    #expect(await jobs[0].runOnce() != StoreJobReport())
    _ = api.takeAsked()
    await jobs[1].runOnce()
    #expect(Self.asked(api, "notifications/history").count == 1)
  }

  @Test(
    "EX-16 checks with the store that fail are another server's at once", arguments: [401, 429])
  func failedChecks(status: Int) async throws {
    let (first, second, api) = try await Self.servers()
    for account in ["anna", "ben"] as [AccountID] {
      try await first.phone(account: account).buy("gold")
    }
    api.setHistory(.hidden)
    first.day(31)
    api.fail("subscriptions/", with: .answers(status), times: 2)
    await StoreJobs(first.service, logger: quietLogger).runOnce()
    _ = api.takeAsked()
    let report = await StoreJobs(second.service, logger: quietLogger).runOnce()
    #expect(report.asked == 2)
    #expect(Self.asked(api, "subscriptions/").count == 2)
  }

  @Test(
    "EX-16 each server looks at past notifications when it starts, and then one an hour for all")
  func hourly() async throws {
    let (first, second, api) = try await Self.servers()
    let jobs = [first, second].map { StoreJobs($0.service, logger: quietLogger) }
    for job in jobs { await job.runOnce() }
    _ = api.takeAsked()
    for hour in 1...5 {
      first.advance(milliseconds: StoreJobs.historyInterval.milliseconds)
      for job in hour % 2 == 0 ? jobs : jobs.reversed() { await job.runOnce() }
      #expect(Self.asked(api, "notifications/history").count == 1)
    }
  }

  @Test("EX-16 refused notifications are tried again once for all servers with the same settings")
  func refusals() async throws {
    let (first, second, _) = try await Self.servers()
    try await first.ledger.refuse(
      LedgerRefusal(
        notification: "n1", signedPayload: "nonsense", reason: "clock_behind", revision: "",
        at: first.now), in: first.app)
    let jobs = [first, second].map { StoreJobs($0.service, logger: quietLogger) }
    var refused: [Int] = []
    for job in jobs + jobs { refused.append(await job.runOnce().refused) }
    #expect(refused == [1, 0, 0, 0])
    first.advance(milliseconds: StoreJobs.historyInterval.milliseconds)
    refused = []
    for job in jobs.reversed() { refused.append(await job.runOnce().refused) }
    #expect(refused.reduce(0, +) == 1)
  }

  @Test("EX-16 a pass of the retention job is one server's, and another's if that one stops")
  func retention() async throws {
    let (first, second, _) = try await Self.servers()
    let key = Idempotency.Key("old")
    _ = try await first.ledger.append(
      LedgerWrite(
        app: first.app, customer: "c", expectedVersion: 0, facts: [], at: first.now,
        answer: LedgerAnswer(key: key, purpose: "use", status: 200, body: [])))
    first.advance(Period(200, .day))
    let isTaken = try await first.ledger.take(
      .retention, in: "", for: LedgerLease(holder: "dead", length: RetentionJob.interval),
      at: first.now)
    #expect(isTaken)
    // Each wait moves the clock; the job ends with the second server's pass.
    let waits = Mutex<[Duration]>([])
    let job = RetentionJob(second.service, logger: quietLogger) { wait in
      guard wait > RetentionJob.pause else { return }
      waits.withLock { $0.append(wait) }
      guard wait < RetentionJob.interval else { throw CancellationError() }
      second.advance(milliseconds: wait.milliseconds)
    }
    try await job.run()
    let asked = waits.withLock { $0 }
    #expect(asked.first == RetentionJob.delay)
    #expect(asked.last == RetentionJob.interval)
    #expect(asked.dropFirst().dropLast().allSatisfy { $0 == RetentionJob.patience })
    #expect(asked.count == 2 + 24)
    #expect(try await second.ledger.answer(to: key, of: "c", in: second.app) == nil)
  }

  @Test("EX-16 a server knows that another one has the pass of the retention job")
  func retentionElsewhere() async throws {
    let (first, second, _) = try await Self.servers()
    let isTaken = try await first.ledger.take(
      .retention, in: .allApps, for: Self.dead, at: first.now)
    #expect(isTaken)
    let job = RetentionJob(second.service, logger: quietLogger) { wait in
      if wait == RetentionJob.patience { throw CancellationError() }
    }
    try await job.run()
    let entry = second.service.observability.jobs.entry(of: .retention, for: second.app)
    #expect(entry?.isElsewhere == true)
    #expect(entry?.ranAt == nil)
  }
}
