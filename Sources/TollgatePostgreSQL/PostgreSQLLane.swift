import Foundation

/// A place for one connection, which is opened when it is needed and again after it was lost.
///
/// A lane runs one transaction at a time, while its queue gathers the next group. What fails because of other
/// transactions, or because the connection was lost before `COMMIT` was sent, is repeated here; callers only see what
/// cannot be repeated, or did not succeed within ``PostgreSQLLimits/call``.
///
/// Attempts are spaced by a delay that doubles, with a random part so that servers do not return all at once.
actor PostgreSQLLane {
  /// The first and the greatest delay between two attempts to connect, in milliseconds.
  private static let delays = (first: 25, greatest: 1000)
  /// How often a transaction is repeated after a deadlock or the like.
  private static let attempts = 12

  private let address: PostgreSQLAddress
  private let schema: PostgreSQLSchema
  private let limits: PostgreSQLLimits
  /// The names of the migrations that this server knows.
  private let migrations: Statement.Value
  /// The name of the lane in the database.
  private let id = UUID().uuidString
  /// The number of the last transaction that wrote; it grows by two, since giving a number up uses the next one.
  private var number: Int64 = 0
  private var connection: PostgreSQLConnection?
  private var isClosed = false

  init(_ address: PostgreSQLAddress, _ schema: PostgreSQLSchema, _ limits: PostgreSQLLimits) {
    self.address = address
    self.schema = schema
    self.limits = limits
    migrations = .texts(schema.migrations.map(\.name))
  }

  /// Closes the connection; later calls fail.
  func close() {
    isClosed = true
    connection?.close()
    connection = nil
  }

  /// Runs statements that only read, each on its own snapshot.
  ///
  /// - Throws: The last failure.
  func read(_ statements: [Statement]) async throws(PostgreSQLFailure) -> [[Row]] {
    let deadline = ContinuousClock.now + .seconds(limits.call)
    let transaction =
      [Statement("BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY"), timeouts] + statements
      + [Statement("COMMIT")]
    return try await repeating(until: deadline) { () async throws(PostgreSQLFailure) in
      Array(try await self.run(transaction, until: deadline)[2...].dropLast())
    }
  }

  /// Runs statements that write, in one transaction whose outcome is always known afterwards.
  ///
  /// - Throws: The last failure; nothing was committed, unless it is `uncertain`.
  func write(_ statements: [Statement]) async throws(PostgreSQLFailure) -> [[Row]] {
    let deadline = ContinuousClock.now + .seconds(limits.call)
    return try await repeating(until: deadline) { () async throws(PostgreSQLFailure) in
      try await self.commit(statements, until: deadline)
    }
  }

  /// One attempt of a transaction.
  ///
  /// Its rows arrive before `COMMIT` is sent. A connection lost earlier has rolled back; if one is lost later, the
  /// transaction's number tells on another connection whether it was committed.
  private func commit(
    _ statements: [Statement], until deadline: ContinuousClock.Instant
  ) async throws(PostgreSQLFailure) -> [[Row]] {
    number += 2
    let current = number
    let begin = [
      Statement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
      Statement(
        "SELECT \(schema.name).begin_1($1, $2, $3, $4, $5, $6)",
        [
          .text(id), .integer(current), .text("\(limits.statement)s"), .text("\(limits.lock)s"),
          .text("\(limits.transaction)s"), migrations,
        ]),
    ]
    let rows = try await run(begin + statements, until: deadline)
    do {
      _ = try await run([Statement("COMMIT")], until: deadline, isCommit: true)
    } catch {
      guard error.endsConnection else { throw error }
      guard try await isCommitted(current, until: deadline) else { throw .rejected("40001") }
    }
    return Array(rows.dropFirst(begin.count))
  }

  /// Whether a transaction whose connection was lost was committed; if not, it never will be.
  private func isCommitted(
    _ number: Int64, until deadline: ContinuousClock.Instant
  ) async throws(PostgreSQLFailure) -> Bool {
    let settle = Statement(
      "SELECT \(schema.name).settle_1($1, $2)", [.text(id), .integer(number)])
    do {
      return try await repeating(until: deadline) { () async throws(PostgreSQLFailure) in
        try await self.run([settle], until: deadline)[0].first?.columns.first == "t"
      }
    } catch {
      throw .uncertain
    }
  }

  /// Repeats what failed because of other transactions or of the connection, until a deadline.
  private func repeating<Value: Sendable>(
    until deadline: ContinuousClock.Instant,
    _ attempt: () async throws(PostgreSQLFailure) -> Value
  ) async throws(PostgreSQLFailure) -> Value {
    var failures = 0
    while true {
      do {
        return try await attempt()
      } catch {
        failures += 1
        let mayRepeat: Bool
        switch error {
        case .notBuilt, .uncertain: mayRepeat = false
        case .cannotConnect, .notIdentified, .lost: mayRepeat = true
        case .rejected:
          mayRepeat = error.endsConnection || error.isTransient && failures < Self.attempts
        }
        let delay = min(Self.delays.first << min(failures - 1, 8), Self.delays.greatest)
        let pause = Duration.milliseconds(Int.random(in: delay / 2...delay))
        guard mayRepeat, !isClosed, ContinuousClock.now + pause < deadline else { throw error }
        do { try await Task.sleep(for: pause) } catch { throw .cannotConnect }
      }
    }
  }

  /// Runs statements on the lane's connection, which is opened if there isn't one.
  private func run(
    _ statements: [Statement], until deadline: ContinuousClock.Instant, isCommit: Bool = false
  ) async throws(PostgreSQLFailure) -> [[Row]] {
    guard !isClosed else { throw .cannotConnect }
    if connection == nil { connection = try await PostgreSQLConnection.open(address) }
    guard let connection else { throw .cannotConnect }
    let left = (deadline - ContinuousClock.now).components
    let seconds = Double(left.seconds) + Double(left.attoseconds) / 1e18
    do {
      return try await connection.run(
        statements, timeout: max(0.1, min(seconds, Double(limits.transaction))), isCommit: isCommit)
    } catch {
      if error.endsConnection {
        connection.close()
        self.connection = nil
      }
      throw error
    }
  }

  /// The limits of a transaction that reads; one that writes sets them as it begins.
  ///
  /// A function keeps the plan it made when its tables were small, so it must not be one that reads them whole.
  private var timeouts: Statement {
    Statement(
      """
      SELECT set_config('statement_timeout', $1, true),
        set_config('idle_in_transaction_session_timeout', $2, true),
        set_config('enable_seqscan', 'off', true)
      """, [.text("\(limits.statement)s"), .text("\(limits.transaction)s")])
  }
}
