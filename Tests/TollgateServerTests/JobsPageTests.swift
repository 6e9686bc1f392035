import Logging
import Testing
import Tollgate
import TollgateLedger
import TollgateSimulation

@testable import TollgateServer

@Suite("The operators' page of jobs")
struct JobsPageTests {
  @Test("each job says when it last ran on this server, and what it still has to do")
  func page() async throws {
    let server = try await TestServer("coach-paid")
    let ada = try await AdminBrowser(server, .developer)
    let before = try await ada.get("/jobs")
    #expect(before.status == 200)
    #expect(before.text.contains("Charts Counts customers who have changed, and active customers."))
    #expect(before.text.contains("for all apps. not on this server nothing waits none"))
    #expect(!before.text.contains("2026-03-02"))

    let job = ChartJob(server.service, logger: quietLogger)
    while await job.runOnce() {}
    server.advance(Period(1, .hour))
    let phone = try await server.phone(device: "phone")
    try await phone.reach("discovery-complete")
    let after = try await ada.get("/jobs")
    #expect(
      after.text.contains(
        "active customers. 2026-03-02 09:00 1 customer behind: as of 2026-03-02 10:00 UTC. none")
    )
    #expect(
      try await AdminBrowser(server, .support, email: "s@example.com").get("/jobs").status == 403)
  }

  @Test("a round that another server has is none of this one, which says so")
  func elsewhere() async throws {
    let server = try await TestServer("coach-paid", ledger: SQLiteLedger.inMemory(isShared: true))
    let second = try await server.restarted { $0.observability = Observability() }
    let jobs = [server, second].map { ChartJob($0.service, logger: quietLogger) }
    let ada = try await AdminBrowser(server, .developer)
    let bob = try await AdminBrowser(
      second, .developer, email: "bob@example.com", signedInAt: server)
    while await jobs[0].runOnce() {}
    #expect(await jobs[1].runOnce() == false)
    #expect(try await ada.get("/jobs").text.contains("active customers. 2026-03-02 09:00 nothing"))
    #expect(try await bob.get("/jobs").text.contains("active customers. on another server nothing"))
    // The lease of ten minutes ends with the first server.
    server.advance(milliseconds: 1_200_000)
    while await jobs[1].runOnce() {}
    #expect(await jobs[0].runOnce() == false)
    #expect(
      try await ada.get("/jobs").text.contains(
        "active customers. 2026-03-02 09:00, now on another server nothing"))
    #expect(try await bob.get("/jobs").text.contains("active customers. 2026-03-02 09:20 nothing"))
  }

  @Test("a failure stays with its instant until there is another one")
  func failures() throws {
    let log = JobLog()
    let start = Instant(milliseconds: 1_772_442_000_000)
    #expect(log.entry(of: .charts, for: "coach") == nil)
    log.record(.charts, of: "coach", at: start, failed: "unavailable")
    log.record(.charts, of: "coach", at: start.adding(milliseconds: 1000))
    let entry = try #require(log.entry(of: .charts, for: "coach"))
    #expect(entry.ranAt == start.adding(milliseconds: 1000))
    #expect(entry.failure == JobLog.Failure(code: "unavailable", at: start))
    #expect(log.entry(of: .charts, for: "other") == nil)
    // A job that works for all apps at once.
    log.record(.retention, of: nil, at: start)
    #expect(log.entry(of: .retention, for: "other")?.ranAt == start)
  }
}
