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
  /// Whether the connection keeps its session, with settings and prepared statements.
  private var keepsSession = false
  /// Whether a session that seemed to be the connection's own turned out not to be.
  private var hasLostSession = false
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
  /// A session of the lane's own has the limits already, and needs no transaction for one round trip.
  ///
  /// - Throws: The last failure.
  func read(_ statements: [Statement]) async throws(PostgreSQLFailure) -> [[Row]] {
    let deadline = ContinuousClock.now + .seconds(limits.call)
    let transaction =
      [Statement("BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY"), settings(isLocal: true)]
      + statements + [Statement("COMMIT")]
    return try await repeating(until: deadline) { () async throws(PostgreSQLFailure) in
      self.leaveSilentHost()
      _ = try await self.connected(until: deadline)
      if self.keepsSession { return try await self.run(statements, until: deadline) }
      return Array(try await self.run(transaction, until: deadline)[2...].dropLast())
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

  /// Calls a function that writes what it accepts, in a transaction of one round trip.
  ///
  /// - Parameters:
  ///   - function: Its name; it returns what it refused, and leaves it in the lane's row.
  ///   - values: Its values after the name of the lane.
  /// - Returns: The positions of what it refused, from 1.
  /// - Throws: The last failure; nothing was committed, unless it is `uncertain`.
  func writeAtOnce(
    _ function: String, _ values: [Statement.Value]
  ) async throws(PostgreSQLFailure) -> [Int] {
    let deadline = ContinuousClock.now + .seconds(limits.call)
    let places = (1...values.count + 1).map { "$\($0)" }.joined(separator: ", ")
    let call = Statement(
      "SELECT \(schema.name).\(function)(\(places))", [.text(id)] + values, isPrepared: true)
    let rows = try await repeating(until: deadline) { () async throws(PostgreSQLFailure) in
      try await self.commit([call], until: deadline, isAtOnce: true)
    }
    // The text form of an array of numbers, or null.
    let refused = rows.first?.first?.columns[0] ?? ""
    return refused.split { "{,}".contains($0) }.compactMap { Int($0) }
  }

  /// One attempt of a transaction.
  ///
  /// Its rows arrive before `COMMIT` is sent. A connection lost earlier has rolled back; if one is lost later, the
  /// transaction's number tells on another connection whether it was committed.
  ///
  /// - Parameter isAtOnce: Whether `COMMIT` is sent with the only statement, whose row is then also in the lane's row.
  private func commit(
    _ statements: [Statement], until deadline: ContinuousClock.Instant, isAtOnce: Bool = false
  ) async throws(PostgreSQLFailure) -> [[Row]] {
    leaveSilentHost()
    // If this fails, nothing was sent, so nothing is uncertain.
    _ = try await connected(until: deadline)
    number += 2
    let current = number
    let begin = [
      Statement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
      Statement(
        "SELECT \(schema.name).begin_1($1, $2, $3, $4, $5, $6)",
        [
          .text(id), .integer(current), .text("\(limits.statement)s"), .text("\(limits.lock)s"),
          .text("\(limits.transaction)s"), migrations,
        ], isPrepared: true),
    ]
    var commit = [Statement("COMMIT")]
    var rows: [[Row]] = []
    if isAtOnce {
      commit = begin + statements + commit
    } else {
      rows = try await run(begin + statements, until: deadline)
    }
    do {
      let results = try await run(commit, until: deadline, isCommit: true)
      if isAtOnce { rows = results }
    } catch {
      guard error.leavesCommitUnknown else { throw error }
      guard let refused = try await settle(current, until: deadline) else {
        throw .rejected("40001")
      }
      if isAtOnce { rows = begin.map { _ in [] } + [refused] }
    }
    return Array(rows.dropFirst(begin.count))
  }

  /// What a transaction whose connection was lost has refused, if it was committed; nil if it wasn't, and then it never
  /// will be.
  private func settle(
    _ number: Int64, until deadline: ContinuousClock.Instant
  ) async throws(PostgreSQLFailure) -> [Row]? {
    let statements = [
      Statement("SELECT \(schema.name).settle_1($1, $2)", [.text(id), .integer(number)]),
      // A statement of its own, since the first one may wait for the transaction.
      Statement("SELECT refused FROM \(schema.name).lanes WHERE id = $1", [.text(id)]),
    ]
    do {
      return try await repeating(until: deadline) {
        () async throws(PostgreSQLFailure) -> [Row]? in
        let rows = try await self.run(statements, until: deadline)
        return rows[0].first?.columns.first == "t" ? rows[1] : nil
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
        case .cannotConnect, .refused, .notIdentified, .lost: mayRepeat = true
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
    let connection = try await connected(until: deadline)
    do {
      return try await connection.run(
        statements, timeout: timeout(until: deadline), isCommit: isCommit)
    } catch {
      if error.endsConnection {
        connection.close()
        self.connection = nil
      }
      if error == .rejected("26000") { hasLostSession = true }
      throw error
    }
  }

  /// Closes the connection, between transactions, if another one found out that its host does not answer.
  private func leaveSilentHost() {
    guard let connection, connection.isSilent else { return }
    connection.close()
    self.connection = nil
  }

  /// The lane's connection, which is opened if there isn't one.
  private func connected(
    until deadline: ContinuousClock.Instant
  ) async throws(PostgreSQLFailure) -> PostgreSQLConnection {
    guard !isClosed else { throw .cannotConnect }
    if let connection { return connection }
    let opened = try await PostgreSQLConnection.open(address)
    do {
      keepsSession = false
      if !hasLostSession {
        keepsSession = try await opened.keepSession(
          settings(isLocal: false), timeout: timeout(until: deadline))
      }
    } catch {
      opened.close()
      throw error
    }
    connection = opened
    return opened
  }

  /// How long the next exchange may take, in seconds.
  private func timeout(until deadline: ContinuousClock.Instant) -> Double {
    let left = (deadline - ContinuousClock.now).components
    let seconds = Double(left.seconds) + Double(left.attoseconds) / 1e18
    return max(0.1, min(seconds, Double(limits.transaction)))
  }

  /// The limits of a transaction that reads, or of a session; a transaction that writes sets its own as it begins.
  ///
  /// A function keeps the plan it made when its tables were small, so it must not be one that reads them whole.
  ///
  /// - Parameter isLocal: Whether they are those of the transaction alone.
  private func settings(isLocal: Bool) -> Statement {
    Statement(
      """
      SELECT set_config('statement_timeout', $1, $3::boolean),
        set_config('idle_in_transaction_session_timeout', $2, $3::boolean),
        set_config('default_transaction_isolation', 'read committed', $3::boolean),
        set_config('enable_seqscan', 'off', $3::boolean), set_config('jit', 'off', $3::boolean)
      """,
      [
        .text("\(limits.statement)s"), .text("\(limits.transaction)s"),
        .text(isLocal ? "true" : "false"),
      ])
  }
}
