import Synchronization
import Testing
import TollgateLedger

@testable import TollgatePostgreSQL

/// A database that fails in a given order, on a clock that only sleeping moves.
private final class StartingDatabase: Sendable {
  private struct State {
    var failures: [any Error]
    var uptime = Duration.zero
    var reports: [Duration] = []
    var attempts = 0
  }

  private let state: Mutex<State>

  init(failures: [PostgreSQLFailure]) { state = Mutex(State(failures: failures)) }

  init(error: LedgerError) { state = Mutex(State(failures: [error])) }

  var uptime: Duration { state.withLock { $0.uptime } }
  /// After how many seconds it was reported that somebody waits.
  var reports: [Int64] { state.withLock { $0.reports.map { $0.components.seconds } } }
  var attempts: Int { state.withLock { $0.attempts } }

  func wait(atMost limit: Duration) -> PostgreSQLWait {
    PostgreSQLWait(
      atMost: limit, report: { _, waited in self.state.withLock { $0.reports.append(waited) } },
      uptime: { self.uptime }, sleep: { time in self.state.withLock { $0.uptime += time } })
  }

  func open() throws {
    let failure: (any Error)? = state.withLock { state in
      state.attempts += 1
      return state.failures.isEmpty ? nil : state.failures.removeFirst()
    }
    if let failure { throw failure }
  }
}

@Suite("Waiting for a PostgreSQL database")
struct WaitTests {
  @Test("a ledger that is opened waits until its database answers, and reports it now and then")
  func answers() async throws {
    let database = StartingDatabase(failures: Array(repeating: .cannotConnect, count: 12))
    try await database.wait(atMost: .seconds(60)).opening { try database.open() }
    #expect(database.attempts == 13)
    #expect(database.uptime == .seconds(12))
    #expect(database.reports == [0, 5, 10])
  }

  @Test("a ledger that is opened waits no longer than its limit, and then fails with the reason")
  func limit() async {
    let database = StartingDatabase(failures: Array(repeating: .cannotConnect, count: 100))
    await #expect(throws: PostgreSQLFailure.cannotConnect) {
      try await database.wait(atMost: .seconds(60)).opening { try database.open() }
    }
    #expect(database.attempts == 61)
    #expect(database.uptime == .seconds(60))
  }

  @Test("a ledger that is opened with a limit of zero does not wait")
  func none() async {
    let database = StartingDatabase(failures: [.cannotConnect])
    await #expect(throws: PostgreSQLFailure.cannotConnect) {
      try await database.wait(atMost: .zero).opening { try database.open() }
    }
    #expect(database.attempts == 1)
    #expect(database.reports.isEmpty)
  }

  @Test(
    "a ledger that is opened waits for a database that starts, stops or has no connection to spare",
    arguments: [
      .cannotConnect, .lost, .rejected("57P01"), .rejected("57P03"), .rejected("53300"),
      .rejected("08P01"),
    ] as [PostgreSQLFailure])
  func passing(failure: PostgreSQLFailure) async throws {
    let database = StartingDatabase(failures: [failure])
    try await database.wait(atMost: .seconds(60)).opening { try database.open() }
    #expect(database.attempts == 2)
  }

  @Test(
    "a ledger that is opened fails at once if its database refuses it or is the wrong one",
    arguments: [
      .refused, .notIdentified(.trust), .notIdentified(.name), .notIdentified(.encryption),
      .rejected("42501"), .notBuilt,
    ] as [PostgreSQLFailure])
  func lasting(failure: PostgreSQLFailure) async {
    let database = StartingDatabase(failures: [failure])
    await #expect(throws: failure) {
      try await database.wait(atMost: .seconds(60)).opening { try database.open() }
    }
    #expect(database.attempts == 1)
    #expect(database.reports.isEmpty)
  }

  @Test("a ledger that is opened fails at once if a newer version has migrated its tables")
  func newer() async {
    let database = StartingDatabase(error: .newerSchema)
    await #expect(throws: LedgerError.newerSchema) {
      try await database.wait(atMost: .seconds(60)).opening { try database.open() }
    }
    #expect(database.attempts == 1)
  }
}
