import Tollgate
public import TollgateLedger

/// A ledger in a PostgreSQL database, which several servers use at the same time.
///
/// Every write is compare-and-set on the version in the customer's row, which it locks; no decision depends on a cache,
/// an advisory lock or a notification. A call returns only after its commit, with `synchronous_commit` at least `on`,
/// and reads from the primary.
///
/// ```swift
/// let address = try PostgreSQLAddress("postgres://tollgate@db.example.com/tollgate")
/// let ledger = try await PostgreSQLLedger(address)
/// // … serve …
/// await ledger.close()
/// ```
///
/// The writes of many callers share transactions: a customer's writes go through one connection of the process, and
/// wait there while the group before them commits. It uses nothing that belongs to a session, so pgbouncer in
/// transaction mode can stand in between.
public final class PostgreSQLLedger: Ledger {
  /// A write in the queue of a lane.
  struct PendingWrite: Sendable {
    let statement: Statement
    /// The rows of `customers` that the write locks, as app and name.
    var locks: [[String]] = []
    /// A function with the values of the shared statement, which writes for those callers whose write it accepts.
    var accepting: String?
  }

  private typealias Reads = GroupCommit<Statement, [Row]>
  private typealias Writes = GroupCommit<PendingWrite, [Row]>

  let schema: PostgreSQLSchema
  let address: PostgreSQLAddress
  private let lanes: [PostgreSQLLane]
  private let reads: [Reads]
  private let writes: [Writes]
  /// ``PostgreSQLLimits/crowd``.
  private let crowd: Int
  /// Measures commits, and learns of failures.
  private let observer: LedgerObserver

  /// Other servers write to the database, so what this one has read may be outdated.
  public var isShared: Bool { true }

  /// How many writes wait for the next commits, at most ``PostgreSQLLimits/waiting`` for each connection.
  public var waitingWrites: Int { writes.reduce(0) { $0 + $1.waitingCount } }

  /// Connects to a database, and creates or migrates the ledger's tables if needed.
  ///
  /// - Parameters:
  ///   - name: The schema for the tables: lowercase letters, digits and `_`, at most 40.
  ///   - mayCreate: Whether the tables are created if there aren't any.
  ///   - wait: How long to wait for a database that does not answer; nil does not wait.
  /// - Throws: ``LedgerError`` with code `missing`, `newerSchema`, `readOnly`, `moved` or `unavailable`.
  public convenience init(
    _ address: PostgreSQLAddress, schema name: String = "tollgate", mayCreate: Bool = true,
    limits: PostgreSQLLimits = PostgreSQLLimits(), observer: LedgerObserver = LedgerObserver(),
    waiting wait: PostgreSQLWait? = nil
  ) async throws(LedgerError) {
    try await self.init(
      address, PostgreSQLSchema.named(name), mayCreate: mayCreate, limits: limits,
      observer: observer, waiting: wait)
  }

  /// Connects to a database and applies every migration of a schema.
  init(
    _ address: PostgreSQLAddress, _ schema: PostgreSQLSchema, mayCreate: Bool = true,
    limits: PostgreSQLLimits = PostgreSQLLimits(), observer: LedgerObserver = LedgerObserver(),
    waiting wait: PostgreSQLWait? = nil
  ) async throws(LedgerError) {
    self.schema = schema
    self.address = address
    self.observer = observer
    do {
      let prepare = { () async throws in
        try await PostgreSQLMigrator(schema, address, limits).migrate(mayCreate: mayCreate)
        try await PostgreSQLTransfer.refuseMoved(address, schema, limits)
      }
      if let wait { try await wait.opening(prepare) } else { try await prepare() }
    } catch {
      throw LedgerError(storage: error)
    }
    let writers = (0..<max(1, limits.writers)).map { _ in PostgreSQLLane(address, schema, limits) }
    let readers = (0..<max(1, limits.readers)).map { _ in PostgreSQLLane(address, schema, limits) }
    lanes = writers + readers
    crowd = limits.crowd
    writes = writers.map { lane in
      Writes(maximumGroup: limits.group, maximumWaiting: limits.waiting) { group in
        let start = ContinuousClock.now
        let outcomes = await lane.commit(group, in: schema)
        observer.committed(group.count, start.duration(to: .now))
        return outcomes
      }
    }
    reads = readers.map { lane in
      Reads(maximumGroup: limits.group, maximumWaiting: limits.waiting) { group in
        await lane.read(each: group)
      }
    }
  }

  /// Closes the connections; calls in progress fail.
  public func close() async { for lane in lanes { await lane.close() } }

  /// Reads with one statement, on a snapshot of its own.
  func read(
    _ sql: String, _ values: [Statement.Value], isShared: Bool = false
  ) async throws(LedgerError) -> [Row] {
    // Any connection answers.
    guard
      let lane = reads.first(where: { $0.waitingCount < crowd })
        ?? reads.min(by: { $0.waitingCount < $1.waitingCount })
    else { return [] }
    do {
      return try await lane.submit(Statement(sql, values, isShared: isShared))
    } catch {
      throw observer.observed(error)
    }
  }

  /// Writes with one statement that rejects by its rows, never by an error.
  ///
  /// - Parameters:
  ///   - write: The statement, and the customers it locks.
  ///   - key: What the write is about; writes about the same wait for each other in one lane.
  func write(
    _ write: PendingWrite, about key: some Hashable
  ) async throws(LedgerError) -> [Row] {
    let lane = Int(UInt(bitPattern: key.hashValue) % UInt(writes.count))
    do {
      return try await writes[lane].submit(write)
    } catch {
      throw observer.observed(error)
    }
  }

  /// Writes data that is not subject to any customer's version.
  @discardableResult
  func write(_ sql: String, _ values: [Statement.Value]) async throws(LedgerError) -> [Row] {
    try await write(PendingWrite(statement: Statement(sql, values)), about: sql)
  }
}

extension PostgreSQLLedger: LedgerChartSource {
  package var charts: any LedgerChartTables { PostgreSQLChartTables(ledger: self) }
  /// The recent activity in the same schema.
  package var activity: any LedgerActivity { PostgreSQLActivity(ledger: self) }
}

extension PostgreSQLLedger: LedgerHistorySource {
  package func openHistories(
    asOfOneInstant: Bool
  ) async throws(LedgerError) -> any LedgerHistories {
    try await PostgreSQLHistories(address, schema: schema.name, asOfOneInstant: asOfOneInstant)
  }
}

extension PostgreSQLLane {
  fileprivate typealias Outcome = Result<[Row], LedgerError>

  /// Reads a group in one transaction; if that fails as a whole, each in its own.
  fileprivate func read(each group: [Statement]) async -> [Outcome] {
    do throws(PostgreSQLFailure) {
      let joined = StatementGroup(group)
      return joined.rows(try await read(joined.statements)).map { .success($0) }
    } catch {
      guard error.concernsOne, group.count > 1 else {
        return group.map { _ in .failure(LedgerError(error)) }
      }
      var outcomes: [Outcome] = []
      for statement in group { outcomes += await read(each: [statement]) }
      return outcomes
    }
  }

  /// Commits a group in one transaction; if that fails as a whole, each write in its own.
  ///
  /// The rows of all its customers are locked first and in one order, so that the groups of several servers wait for
  /// each other instead of ending in a deadlock. The writes of one customer keep their order.
  ///
  /// A group that is one shared statement takes one round trip; what is refused then is tried again, to find out why.
  fileprivate func commit(
    _ group: [PostgreSQLLedger.PendingWrite], in schema: PostgreSQLSchema, isAtOnce: Bool = true
  ) async -> [Outcome] {
    let locks = Set(group.flatMap(\.locks)).sorted { $0.lexicographicallyPrecedes($1) }
    let order = group.indices.sorted { first, second in
      // What locks no customer comes last, since the customers are locked before anything else.
      switch (group[first].locks.first, group[second].locks.first) {
      case (nil, nil): return first < second
      case (_?, nil): return true
      case (nil, _?): return false
      case (let left?, let right?):
        return left == right ? first < second : left.lexicographicallyPrecedes(right)
      }
    }
    // What another write of the group has locked first stays after it.
    let following = zip(order, order.dropFirst()).enumerated().filter { _, pair in
      group[pair.0].locks.first != nil && group[pair.0].locks.first == group[pair.1].locks.first
    }
    let joined = StatementGroup(
      order.map { group[$0].statement }, following: Set(following.map { $0.offset + 1 }))
    do throws(PostgreSQLFailure) {
      if isAtOnce, let function = group[0].accepting, joined.statements.count == 1 {
        let refused = try await writeAtOnce(function, joined.statements[0].values).map {
          order[$0 - 1]
        }
        var outcomes = group.map { _ in Outcome.success([.accepted]) }
        guard !refused.isEmpty else { return outcomes }
        let others = await commit(refused.map { group[$0] }, in: schema, isAtOnce: false)
        for (index, outcome) in zip(refused, others) { outcomes[index] = outcome }
        return outcomes
      }
      var statements = joined.statements
      // A shared call locks the rows of its customers itself.
      if locks.count > 1, statements.count > 1 || !group[0].statement.isShared {
        let lock = Statement(
          """
          SELECT 1 FROM \(schema.name).customers AS c
          JOIN unnest($1::text[], $2::text[]) AS k (app, id) ON c.app = k.app AND c.id = k.id
          ORDER BY c.app, c.id FOR UPDATE OF c
          """, [.texts(locks.map { $0[0] }), .texts(locks.map { $0[1] })])
        statements.insert(lock, at: 0)
      }
      let rows = joined.rows(try await write(statements).suffix(joined.statements.count))
      var outcomes = [Outcome](repeating: .success([]), count: group.count)
      for (index, rows) in zip(order, rows) { outcomes[index] = .success(rows) }
      return outcomes
    } catch {
      guard error.concernsOne, group.count > 1 else {
        return group.map { _ in .failure(LedgerError(error)) }
      }
      var outcomes: [Outcome] = []
      for write in group { outcomes += await commit([write], in: schema) }
      return outcomes
    }
  }
}
