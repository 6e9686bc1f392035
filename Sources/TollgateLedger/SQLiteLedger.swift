import Foundation
import GRDB
import Tollgate

/// A ledger in one SQLite file, for a single writing process, which returns only once a write is durable.
///
/// The file is in [WAL mode](https://www.sqlite.org/wal.html) with
/// [`synchronous = FULL`](https://www.sqlite.org/pragma.html#pragma_synchronous): a write that was answered survives a
/// loss of power. Writes of many callers share one commit.
///
/// ```swift
/// let ledger = try SQLiteLedger(path: "/var/lib/tollgate/ledger.sqlite")
/// // … serve …
/// try await ledger.close()
/// ```
///
/// Beside the file are `-wal` and `-shm` files while it is open. They belong to it: copy the three together, or use
/// SQLite's backup. Network file systems do not support the locks that WAL mode needs.
///
/// ``inMemory(isShared:observer:)`` has the same tables and statements without a file, for tests, scenarios and the
/// playground.
public final class SQLiteLedger: Ledger {
  /// The greatest number of writes in one commit.
  ///
  /// It bounds how long one transaction holds the writer, and how much is retried if the transaction fails.
  public static let maximumGroup = 512
  /// How many writes may wait for a commit; any more are rejected as unavailable.
  public static let maximumWaiting = 16_384
  /// How long to wait for another process's lock on the file, in seconds.
  static let maximumLockWait: TimeInterval = 5
  /// How much of the file the writing connection keeps in memory, in KiB.
  ///
  /// A group of 128 uses changes 1.6 MB of pages: with SQLite's default of 2 MB, they would often be read again, and a
  /// larger group would be written twice.
  private static let writerCache = 16_384
  /// SQLite's smallest page size, in bytes.
  private static let smallestFile = 512

  /// In a file one connection writes, and several others read the last commit without waiting for it; in memory one
  /// connection does both.
  let connections: any DatabaseWriter
  /// The file, locked for this process; nil in memory.
  private let file: LedgerFile?
  /// Copies the file's write-ahead log; nil in memory.
  let checkpoints: LedgerCheckpoints?
  /// Whether several servers use it, so that whatever was read may be outdated: only in memory, in tests.
  public let isShared: Bool
  /// The queue in front of the writing connection.
  private let writes: GroupCommit<StoredWrite, Int>
  /// Measures commits, and learns of failures.
  let observer: LedgerObserver
  /// The leases of background work, all held by this process.
  let leases = LocalLeases()

  /// How many writes wait for the next commit, at most ``maximumWaiting``.
  public var waitingWrites: Int { writes.waitingCount }

  /// Opens a ledger file, creating it or migrating its tables if needed.
  ///
  /// It blocks: call it from composition roots, not from request handlers.
  ///
  /// - Parameters:
  ///   - path: The file; its folder has to exist. Only its owner may read and write a file that is created.
  ///   - mayCreate: Whether a ledger is created if the file does not exist or is empty.
  ///   - isBesideServer: Whether a server may have the file open: for secret keys and the state of webhooks, which
  ///     no server caches, and for nothing else.
  /// - Throws: ``LedgerError`` with code `missing`, `inUse`, `newerSchema`, `readOnly`, `full`, `corrupt`, `moved` or
  ///   `unavailable`; nothing is then changed.
  public convenience init(
    path: String, mayCreate: Bool = true, isBesideServer: Bool = false,
    observer: LedgerObserver = LedgerObserver()
  ) throws(LedgerError) {
    try self.init(
      path: path, mayCreate: mayCreate, isBesideServer: isBesideServer, mayBeMoved: false,
      observer: observer)
  }

  /// Opens a ledger file, which may have been moved, or be the unfinished target of a move.
  convenience init(
    path: String, mayCreate: Bool = true, isBesideServer: Bool = false, mayBeMoved: Bool,
    schema: LedgerSchema = LedgerSchema(), observer: LedgerObserver = LedgerObserver()
  ) throws(LedgerError) {
    let pool: DatabasePool
    let file: LedgerFile
    let checkpoints: LedgerCheckpoints
    do {
      let path = LedgerFile.resolved(path)
      try SQLiteLedger.inspect(path, mayBeEmpty: mayCreate, schema)
      file = try LedgerFile(path, mayCreate: mayCreate, isLocked: !isBesideServer)
      pool = try SQLiteLedger.openPool(path)
      let migrator = schema.migrator
      if isBesideServer, try !pool.read(migrator.hasCompletedMigrations) {
        // A server that has it open could not open it again once it is migrated: it has to stop first.
        let lock = try LedgerFile(path, mayCreate: false)
        defer { lock.unlock() }
        try migrator.migrate(pool)
      } else {
        try migrator.migrate(pool)
      }
      if !mayBeMoved, let error = try pool.read(LedgerError.ofMove(in:)) { throw error }
      checkpoints = try LedgerCheckpoints(pool, busyAfter: Self.maximumLockWait)
    } catch {
      throw LedgerError(storage: error)
    }
    self.init(pool, in: file, checkpoints, observer: observer)
  }

  /// Creates an empty ledger in memory, which lives as long as the object: for tests, scenarios and the playground.
  ///
  /// Its tables are copied from a database that is created once: tests create thousands of ledgers.
  ///
  /// - Parameters:
  ///   - isShared: Whether several servers use it, as tests of them do, so that none relies on what it has cached.
  ///   - observer: Measures commits, and learns of failures.
  public static func inMemory(
    isShared: Bool = false, observer: LedgerObserver = LedgerObserver()
  ) -> SQLiteLedger {
    do {
      return SQLiteLedger(
        try copyInMemory(of: emptyDatabase.get()), isShared: isShared, observer: observer)
    } catch {
      preconditionFailure("A ledger in memory could not be created: \(error)")
    }
  }

  /// What every ledger in memory begins as.
  private static let emptyDatabase: Result<DatabaseQueue, any Error> = Result {
    let queue = try DatabaseQueue()
    try LedgerSchema().migrator.migrate(queue)
    return queue
  }

  /// A database in memory with the same contents.
  private static func copyInMemory(of source: any DatabaseReader) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "ledger"
    let copy = try DatabaseQueue(configuration: configuration)
    try source.backup(to: copy)
    return copy
  }

  private init(
    _ connections: any DatabaseWriter, in file: LedgerFile? = nil,
    _ checkpoints: LedgerCheckpoints? = nil, isShared: Bool = false, observer: LedgerObserver
  ) {
    self.connections = connections
    self.file = file
    self.checkpoints = checkpoints
    self.isShared = isShared
    self.observer = observer
    writes = GroupCommit(
      maximumGroup: Self.maximumGroup, maximumWaiting: Self.maximumWaiting
    ) { group in
      guard file?.isInPlace ?? true else { return group.map { _ in .failure(.replaced) } }
      let start = ContinuousClock.now
      let outcomes = await connections.commit(group)
      observer.committed(group.count, start.duration(to: .now))
      checkpoints?.committed(group.count)
      return outcomes
    }
  }

  /// Opens the connections to a file.
  private static func openPool(_ path: String) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.label = "ledger"
    configuration.busyMode = .timeout(maximumLockWait)
    let pool = try DatabasePool(path: path, configuration: configuration)
    // GRDB itself sets NORMAL when it opens the pool, so FULL has to come afterwards.
    let synchronous = try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // Erased data is overwritten, wherever SQLite has copied it to since it was written.
      _ = try Int.fetchOne(database, sql: "PRAGMA secure_delete = ON")
      _ = try Int.fetchOne(
        database, sql: "PRAGMA wal_autocheckpoint = \(LedgerCheckpoints.greatestLog)")
      try database.execute(sql: "PRAGMA cache_size = -\(Self.writerCache)")
      return try Int.fetchOne(database, sql: "PRAGMA synchronous")
    }
    guard synchronous == 2 else {
      throw LedgerError(.unavailable, "The database does not promise durable commits.")
    }
    return pool
  }

  /// Closes the file and checkpoints the write-ahead log, so that a single file remains; does nothing in memory.
  ///
  /// - Throws: ``LedgerError`` if that failed; acknowledged writes are durable nevertheless.
  public func close() async throws(LedgerError) {
    guard let file else { return }
    do {
      try checkpoints?.close()
      try await connections.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      try connections.close()
      file.unlock()
    } catch {
      throw LedgerError(storage: error)
    }
  }

  public func append(_ write: LedgerWrite) async throws(LedgerError) -> Int {
    let stored = try StoredWrite(write)
    let version: Int
    do {
      version = try await writes.submit(stored)
    } catch {
      throw observer.observed(error)
    }
    if version.isMultiple(of: Self.archiveInterval) {
      await archiveUses(of: write.customer, in: write.app)
    }
    return version
  }

  /// Begins to append, unless the customer's uses are to be archived afterwards.
  public func begin(
    _ write: LedgerWrite, completion: @escaping @Sendable (Result<Int, LedgerError>) -> Void
  ) -> Bool {
    let stored: StoredWrite
    do {
      stored = try StoredWrite(write)
    } catch {
      return false
    }
    guard !(write.expectedVersion + 1).isMultiple(of: Self.archiveInterval) else { return false }
    writes.submit(stored) { [observer] in completion($0.mapError(observer.observed)) }
    return true
  }

  /// Writes, in a transaction of its own, data that is not subject to any customer's version.
  ///
  /// It completes even if the caller's task is cancelled: GRDB would stop, which is not a failure of the ledger.
  func write<Value: Sendable>(
    _ change: @escaping @Sendable (Database) throws -> Value
  ) async throws(LedgerError) -> Value {
    guard file?.isInPlace ?? true else { throw observer.observed(.replaced) }
    do {
      return try await Task { [connections] in try await connections.write(change) }.value
    } catch {
      throw observer.observed(LedgerError(storage: error))
    }
  }

  /// Rejects a file that is not for this ledger, before anything modifies it.
  ///
  /// The file is opened read-only for this: the ledger's own connection would switch it to WAL mode and migrate it,
  /// which must not happen to some other program's database.
  ///
  /// - Parameters:
  ///   - path: The file; nothing is checked if it does not exist yet.
  ///   - forWriting: Whether it has to be writable.
  ///   - mayBeEmpty: Whether it may have no tables, as a copy without its write-ahead log does.
  ///   - schema: The tables that it may have.
  /// - Throws: ``LedgerError`` with code `missing`, `readOnly`, `corrupt` or `newerSchema`, or what SQLite reports.
  static func inspect(
    _ path: String, forWriting: Bool = true, mayBeEmpty: Bool = true,
    _ schema: LedgerSchema = LedgerSchema()
  ) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    if forWriting, let permissions = attributes[.posixPermissions] as? Int, permissions & 0o222 == 0
    {
      throw LedgerError(.readOnly, "The database file is read-only.")
    }
    // SQLite treats a file too short for its header as empty, and overwrites it.
    if let size = attributes[.size] as? Int, (1..<smallestFile).contains(size) {
      throw LedgerError(.corrupt, "The database file is not a ledger.")
    }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(maximumLockWait)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.read { database in
      let mark = try Int.fetchOne(database, sql: "PRAGMA application_id")
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      guard try !schema.migrator.hasBeenSuperseded(database) else {
        throw LedgerError(
          .newerSchema, "The database file was written by a newer version of this software.")
      }
      guard mark == LedgerSchema.applicationID || tables == 0 else {
        throw LedgerError(.corrupt, "The database file is not a ledger.")
      }
      guard mayBeEmpty || tables > 0 else {
        throw LedgerError(.missing, "The database file is empty.")
      }
    }
    try queue.close()
  }
}

extension DatabaseWriter {
  /// Commits a group in one transaction; if that fails as a whole, each write in its own.
  ///
  /// One write can fail with a storage error where others would not, and takes the transaction with it. A full disk or
  /// a damaged file fails them all alike, and is not retried.
  ///
  /// - Parameter group: The writes, in order of arrival.
  /// - Returns: For each write, the customer's version or the reason it was rejected.
  fileprivate func commit(_ group: [StoredWrite]) async -> [Result<Int, LedgerError>] {
    do {
      return try await write { database in
        let statements = try AppendStatements(database)
        return try group.map { stored in
          do {
            let version = try statements.perform(stored)
            try stored.write.audit?.insert(in: stored.write.app, database)
            return .success(version)
          } catch let error as LedgerError {
            return .failure(error)
          }
        }
      }
    } catch {
      let reason = LedgerError(storage: error)
      // One write may be at fault, so each gets a transaction of its own; other reasons would fail all of them again.
      guard reason.code == .unavailable, group.count > 1 else {
        return group.map { _ in .failure(reason) }
      }
      var outcomes: [Result<Int, LedgerError>] = []
      for stored in group { outcomes += await commit([stored]) }
      return outcomes
    }
  }
}

extension SQLiteLedger: LedgerChartSource {
  /// The tables in the same database.
  package var charts: any LedgerChartTables { SQLiteChartTables(ledger: self) }
  /// The recent activity in the same database.
  package var activity: any LedgerActivity { SQLiteActivity(ledger: self) }
}

extension SQLiteLedger: LedgerHistorySource {
  /// Opens the file once more; what is in memory is copied if all batches are to be as of one instant.
  package func openHistories(
    asOfOneInstant: Bool
  ) async throws(LedgerError) -> any LedgerHistories {
    guard file == nil else {
      return try SQLiteHistories(path: connections.path, asOfOneInstant: asOfOneInstant)
    }
    guard asOfOneInstant else { return SQLiteHistories(connections, isShared: true) }
    do {
      return SQLiteHistories(try Self.copyInMemory(of: connections), isShared: false)
    } catch {
      throw LedgerError(storage: error)
    }
  }
}
