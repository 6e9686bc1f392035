import Foundation
import Logging
import Synchronization
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("The ledger is pruned while the server runs")
struct RetentionTests {
  private static func prune(_ server: TestServer) async throws -> RetentionJob.Report {
    try await RetentionJob(server.service, logger: quietLogger, sleep: { _ in }).runOnce()
  }

  @Test("a use whose response was pruned still counts once, also after a merge and a restart")
  func replay() async throws {
    let server = try await TestServer("techniq")
    var account = try await server.phone()
    try await account.signUp("ada@example.com")
    var phone = try await server.phone()
    _ = try await server.exchange(.use("custom-drill"), token: phone.token, key: "drill")
    server.advance(Period(29, .day))
    try await phone.signIn("ada@example.com")
    for _ in 0..<3 {
      server.advance(Period(29, .day))
      try await phone.renew()
    }
    #expect(try await Self.prune(server).removed == [.answers: 1])
    let recorded = try await server.entries()
    for server in [server, try await server.restarted()] {
      let again = try await server.exchange(.use("custom-drill"), token: phone.token, key: "drill")
      #expect(again.status == 200)
      #expect(again.headers["Idempotency-Replayed"] == "true")
      #expect(again.body.contains(#""facts":[]"#))
      #expect(again.body.contains(#""used":1"#))
      let other = try await server.exchange(.use("custom-drill"), token: phone.token, key: "new")
      #expect(other.status == 403)
      #expect(try await server.entries() == recorded)
    }
  }

  @Test("a customer who renews their session stays; one who does not is removed after 400 days")
  func abandoned() async throws {
    let server = try await TestServer("techniq")
    let gone = try await server.phone(device: "gone")
    let user = try await server.phone(device: "user")
    try await user.use("custom-drill", key: "drill")
    let reader = try await server.phone(device: "reader")
    for day in 1...14 {
      server.advance(Period(29, .day))
      try await reader.renew()
      if day == 13 { #expect(try await Self.prune(server).removed[.customers] == nil) }
    }
    #expect(try await Self.prune(server).removed[.customers] == 1)
    #expect(try await server.ledger.record(of: gone.id, in: server.app) == nil)
    #expect(try await server.ledger.record(of: user.id, in: server.app) != nil)
    #expect(try await reader.snapshot().id == reader.id)
    // Nobody could have become that customer again, before or after.
    let renewal = try await server.exchange(.session, token: gone.token)
    #expect(renewal.body.contains(#""code":"expired_token""#))
  }

  @Test("CP-10 a trial that was started keeps its customer, and the device has had it")
  func trial() async throws {
    let server = try await TestServer("coach-free")
    var first = try await server.phone(device: "phone")
    try await first.signUp("ada@example.com")
    let trial = try #require(server.blueprint.definition.trial?.id)
    server.advance(Period(500, .day))
    _ = try await Self.prune(server)
    #expect(try await server.ledger.owner(of: .trial(trial, "phone"), in: server.app) == first.id)
  }

  @Test("an ended session is known as long as its token could be exchanged")
  func endedSession() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    try await phone.use("custom-drill", key: "drill")
    let ended = try await server.exchange(.signOut, token: phone.token)
    #expect(ended.status == 200)
    for (days, code) in [(399, "session_ended"), (2, "expired_token")] {
      server.advance(Period(days, .day))
      _ = try await Self.prune(server)
      let renewal = try await server.restarted().exchange(.session, token: phone.token)
      #expect(renewal.body.contains(#""code":"\#(code)""#))
    }
  }

  @Test("each transaction is small, with a pause after it, and the report says what is gone")
  func pauses() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    for number in 0..<250 {
      _ = try await server.ledger.append(
        LedgerWrite(
          app: server.app, customer: phone.id, expectedVersion: number + 1, at: server.now,
          answer: LedgerAnswer(key: .init("k\(number)"), purpose: "test", status: 200, body: [])))
    }
    server.advance(Period(91, .day))
    let pauses = Mutex<[Duration]>([])
    let job = RetentionJob(server.service, logger: quietLogger) { duration in
      pauses.withLock { $0.append(duration) }
    }
    let counted = try await job.runOnce(isDryRun: true)
    #expect(counted.removed == [.answers: 250])
    #expect(pauses.withLock { $0 }.isEmpty)
    let report = try await job.runOnce()
    #expect(report.removed == [.answers: 250])
    #expect(report.mostRows == LedgerPruning.rowLimit)
    #expect(pauses.withLock { $0 } == Array(repeating: RetentionJob.pause, count: 3))
    #expect(try await job.runOnce().removed.isEmpty)
  }

  @Test("a ledger that fails ends the pass, and the next pass continues")
  func failure() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("techniq", ledger: ledger)
    let phone = try await server.phone()
    try await phone.use("custom-drill", key: "drill")
    server.advance(Period(91, .day))
    ledger.fail(with: .full)
    await #expect(throws: LedgerError.self) { try await Self.prune(server) }
    // A session can be exchanged all the same.
    try await phone.renew()
    ledger.fail(with: nil)
    #expect(try await Self.prune(server).removed == [.answers: 1])
  }

  @Test("a pass that a shutdown interrupts logs nothing, since the ledger works")
  func shutdown() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = LogLines()
    let logger = Logger(label: "tests") { _ in lines.handler }
    let start = try #require(TestServer.start)
    let ledger = try SQLiteLedger(
      path: folder.appendingPathComponent("ledger.sqlite").path,
      observer: Observability(logger: logger).ledgerObserver)
    for number in 0..<250 {
      _ = try await ledger.append(
        LedgerWrite(
          app: "coach", customer: "ann", expectedVersion: number, at: start,
          answer: LedgerAnswer(key: .init("k\(number)"), purpose: "test", status: 200, body: [])))
    }
    let pauses = Mutex(0)
    let job = RetentionJob(
      ledger: ledger, clock: { start.advanced(by: .days(91)) }, logger: logger,
      sleep: { _ in
        let count = pauses.withLock { count in
          count += 1
          return count
        }
        // The first is the wait for the pass; the server is then shut down between two transactions.
        if count == 2 { withUnsafeCurrentTask { $0?.cancel() } }
        if count > 2 { throw CancellationError() }
      })
    try await Task { try await job.run() }.value
    #expect(pauses.withLock { $0 } == 3)
    #expect(lines.all.isEmpty)
    #expect(try await ledger.answer(to: "k199", of: "ann", in: "coach") == nil)
    #expect(try await ledger.answer(to: "k200", of: "ann", in: "coach") != nil)
    try await ledger.close()
  }
}

@Suite("How long the ledger keeps what it does not need for ever")
struct RetentionPolicyTests {
  @Test("retention has a floor for each kind", arguments: LedgerPruning.Kind.allCases)
  func floor(kind: LedgerPruning.Kind) throws {
    var retention = Retention()
    #expect(retention.days(of: kind) == kind.defaultDays)
    #expect(kind.defaultDays >= kind.leastDays)
    for days in [0, -1, kind.leastDays - 1, Retention.longestDays + 1, .max, .min] {
      let error = #expect(throws: ConfigurationError.self) { try retention.keep(kind, days: days) }
      #expect(error?.code == .retention)
    }
    #expect(retention == Retention())
    for days in [kind.leastDays, Retention.longestDays] {
      try retention.keep(kind, days: days)
      #expect(retention.days(of: kind) == days)
    }
    try retention.keep(kind, days: nil)
    #expect(retention.days(of: kind) == nil)
  }
}
