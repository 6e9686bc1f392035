import Foundation
import Logging
import Synchronization
import Testing
import Tollgate
import TollgateLedger
import TollgateSimulation
import TollgateWire

@testable import TollgateServer

@Suite("Readiness")
struct ReadinessTests {
  /// What a check of the server reads from its surroundings, to be changed by a test.
  private final class Surroundings: Sendable {
    let freeSpace = Mutex<Int64?>(nil)
    let waitingWrites = Mutex(0)
    let uptime = Mutex(Duration.zero)

    func pass(_ time: Duration) { uptime.withLock { $0 += time } }

    func observability(logger: Logger = quietLogger) -> Observability {
      var observability = Observability(logger: logger)
      observability.freeSpace = { self.freeSpace.withLock { $0 } }
      observability.waitingWrites = { self.waitingWrites.withLock { $0 } }
      observability.uptime = { self.uptime.withLock { $0 } }
      return observability
    }
  }

  private static func server(
    _ surroundings: Surroundings, ledger: any Ledger = SQLiteLedger.inMemory(),
    logger: Logger = quietLogger
  ) async throws -> TestServer {
    var configuration = SimulatedBackend.Configuration.sandbox()
    configuration.observability = surroundings.observability(logger: logger)
    return try await TestServer("techniq", ledger: ledger, configuration: configuration)
  }

  /// The checks that do not pass.
  private static func troubles(_ exchange: Exchange) throws -> [String] {
    let response = try JSONDecoder().decode(
      ReadinessResponse.self, from: Data(exchange.body.utf8))
    #expect(exchange.status == (response.isReady ? 200 : 503))
    return response.checks.filter { $0.result != .pass }
      .map { "\($0.name) \($0.result.rawValue) \($0.code ?? "")" }
  }

  @Test("a server that can do its work says so, with its checks")
  func ready() async throws {
    let server = try await TestServer("techniq")
    #expect(
      "\(try await server.exchange(.ready))".replacing(
        #/"id": "[0-9a-f]{16}"/#, with: #""id": "…""#)
          == """
          200 application/json
          {
            "checks": [
              {
                "name": "ledger",
                "result": "pass"
              },
              {
                "name": "clock",
                "result": "pass"
              },
              {
                "name": "writes",
                "result": "pass"
              },
              {
                "name": "passwords",
                "result": "pass"
              },
              {
                "name": "store",
                "result": "pass"
              },
              {
                "name": "blueprint",
                "result": "pass"
              },
              {
                "name": "keys",
                "result": "pass"
              }
            ],
            "isReady": true,
            "keys": [
              {
                "createdAt": 1772442000000,
                "currentSince": 1772442000000,
                "id": "…",
                "use": "tokens"
              },
              {
                "createdAt": 1772442000000,
                "currentSince": 1772442000000,
                "id": "…",
                "use": "answers"
              }
            ]
          }
          """)
  }

  @Test(
    "a ledger that accepts no write makes the server unready, while it is alive",
    arguments: [LedgerError.Code.full, .readOnly, .replaced, .unavailable, .newerSchema])
  func ledger(code: LedgerError.Code) async throws {
    let (ledger, surroundings) = (FaultyLedger(), Surroundings())
    let server = try await Self.server(surroundings, ledger: ledger)
    ledger.fail(with: code)
    #expect(try Self.troubles(try await server.exchange(.ready)) == ["ledger fail \(code)"])
    #expect(try await server.exchange(.health).status == 200)
    ledger.fail(with: nil)
    surroundings.pass(Readiness.interval)
    #expect(try Self.troubles(try await server.exchange(.ready)) == [])
  }

  @Test("a ledger whose file was deleted makes the server unready, and the failure is observed")
  func deletedFile() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = LogLines()
    let surroundings = Surroundings()
    let observability = surroundings.observability(
      logger: Logger(label: "tests") { _ in lines.handler })
    let path = folder.appendingPathComponent("ledger.sqlite").path
    let ledger = try SQLiteLedger(path: path, observer: observability.ledgerObserver)
    let server = try await Self.server(surroundings, ledger: ledger)
    try FileManager.default.removeItem(atPath: path)
    #expect(try Self.troubles(try await server.exchange(.ready)) == ["ledger fail replaced"])
    #expect(lines.all == ["error the ledger fails code=replaced"])
  }

  @Test("however often it is asked, the ledger is written to once in an interval")
  func frequency() async throws {
    let (ledger, surroundings) = (FaultyLedger(), Surroundings())
    let server = try await Self.server(surroundings, ledger: ledger)
    for _ in 0..<100 { _ = try await server.exchange(.ready) }
    #expect(ledger.probeCount == 1)
    surroundings.pass(Readiness.interval)
    for _ in 0..<100 { _ = try await server.exchange(.ready) }
    #expect(ledger.probeCount == 2)
  }

  @Test(
    "a ledger that does not answer is reported after the deadline, and holds up one request only")
  func hanging() async throws {
    let (ledger, surroundings) = (FaultyLedger(), Surroundings())
    let server = try await Self.server(surroundings, ledger: ledger)
    #expect(try Self.troubles(try await server.exchange(.ready)) == [])
    surroundings.pass(Readiness.interval)
    let gate = ledger.holdProbe()
    let first = Task { [server] in try await server.exchange(.ready) }
    await gate.reached()
    #expect(try Self.troubles(try await server.exchange(.ready)) == [])
    surroundings.pass(Readiness.deadline)
    #expect(
      try Self.troubles(try await server.exchange(.ready)) == ["ledger fail no_answer"])
    gate.open()
    #expect(try Self.troubles(try await first.value) == [])
    #expect(try Self.troubles(try await server.exchange(.ready)) == [])
  }

  @Test("a clock far behind what was recorded fails, one that is a little behind does not")
  func clockBehind() async throws {
    let start = try #require(TestServer.start)
    let server = try await Self.server(Surroundings())
    _ = try await server.exchange(.ready)
    for (hours, troubles) in [(23, []), (25, ["clock fail behind"])] as [(Int64, [String])] {
      server.set(start.adding(milliseconds: -hours * 3_600_000))
      let restarted = try await server.restarted()
      #expect(try Self.troubles(try await restarted.exchange(.ready)) == troubles)
    }
  }

  @Test(
    "a clock that jumps by over a day while the server runs fails, and does not move what is recorded"
  )
  func clockJumps() async throws {
    let (ledger, surroundings) = (SQLiteLedger.inMemory(), Surroundings())
    let server = try await Self.server(surroundings, ledger: ledger)
    server.set(server.now.adding(milliseconds: 25 * 3_600_000))
    #expect(try Self.troubles(try await server.exchange(.ready)) == ["clock fail ahead"])
    #expect(try await ledger.instant(of: Readiness.mark, in: server.app) == TestServer.start)
    surroundings.pass(.seconds(25 * 3600))
    #expect(try Self.troubles(try await server.exchange(.ready)) == [])
  }

  @Test(
    "a disk that fills up warns before it fails",
    arguments: [
      (Readiness.lowFreeSpace, []), (Readiness.lowFreeSpace - 1, ["disk warn low"]),
      (Readiness.leastFreeSpace, ["disk warn low"]),
      (Readiness.leastFreeSpace - 1, ["disk fail full"]),
    ] as [(Int64, [String])])
  func disk(free: Int64, troubles: [String]) async throws {
    let surroundings = Surroundings()
    let server = try await Self.server(surroundings)
    surroundings.freeSpace.withLock { $0 = free }
    #expect(try Self.troubles(try await server.exchange(.ready)) == troubles)
  }

  @Test("a full queue of writes fails")
  func queue() async throws {
    let surroundings = Surroundings()
    let server = try await Self.server(surroundings)
    surroundings.waitingWrites.withLock { $0 = Readiness.waitingWrites }
    #expect(try Self.troubles(try await server.exchange(.ready)) == ["writes fail queue_full"])
  }

  @Test("readiness warns about overdue checks with the store")
  func overdue() async throws {
    let surroundings = Surroundings()
    let server = try await Self.server(surroundings)
    await server.service.readiness.note(storeOverdue: .hours(2))
    #expect(try Self.troubles(try await server.exchange(.ready)) == ["store warn overdue"])
  }

  @Test(
    "a key that has signed for too long warns, and no longer once the next one signs",
    arguments: ServerKey.Use.allCases)
  func oldKey(use: ServerKey.Use) async throws {
    let start = try #require(TestServer.start)
    let surroundings = Surroundings()
    let server = try await Self.server(surroundings)
    var keys = server.backend.keys
    let next = try keys.add(use, at: start, identifiers: .random).id
    for other in ServerKey.Use.allCases where other != use {
      // The other key is new.
      let key = try keys.add(other, at: start, identifiers: .random).id
      try keys.promote(key, at: start.advanced(by: .days(729)))
    }
    let added = keys
    for (days, troubles) in [(729, []), (730, ["keys warn old"])] as [(Int, [String])] {
      server.set(start.advanced(by: .days(days)))
      let restarted = try await server.restarted { $0.keys = added }
      #expect(try Self.troubles(try await restarted.exchange(.ready)) == troubles)
    }
    let patient = try await server.restarted {
      $0.keys = added
      $0.observability.keyAgeWarning = nil
    }
    #expect(try Self.troubles(try await patient.exchange(.ready)) == [])
    // A key counts from when it signs, however early it was created.
    try keys.promote(next, at: server.now)
    let promoted = keys
    let rotated = try await server.restarted { $0.keys = promoted }
    #expect(try Self.troubles(try await rotated.exchange(.ready)) == [])
  }

  @Test("becoming unready, and ready again, is logged once")
  func logged() async throws {
    let (ledger, surroundings, lines) = (FaultyLedger(), Surroundings(), LogLines())
    let server = try await Self.server(
      surroundings, ledger: ledger, logger: Logger(label: "tests") { _ in lines.handler })
    for code in [LedgerError.Code.full, .full, nil, nil] {
      ledger.fail(with: code)
      _ = try await server.exchange(.ready)
      surroundings.pass(Readiness.interval)
    }
    #expect(lines.all == ["error not ready checks=ledger full", "notice ready again "])
  }
}
