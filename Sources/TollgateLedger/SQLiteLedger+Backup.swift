import Foundation
import GRDB

extension SQLiteLedger {
  /// What a ledger's file contains.
  public struct Contents: Hashable, Sendable {
    /// How many customers, merged ones included.
    public let customers: Int
    /// How many facts.
    public let facts: Int
  }

  /// How many pages are copied before progress is reported.
  private static let pagesPerStep: CInt = 4096
  /// How many facts are read before progress is reported.
  private static let factsPerStep = 10_000

  /// Copies a ledger's file while a server may be using it, as it is at one instant.
  ///
  /// It uses SQLite's [online backup](https://www.sqlite.org/backup.html). The copy is a single file that only its
  /// owner may read, and appears under its name only once it is complete and ``verify(_:progress:)`` has read all of
  /// it.
  ///
  /// - Parameters:
  ///   - destination: The copy; it must not exist.
  ///   - progress: Called with the fraction that is done, from 0 to 1.
  /// - Returns: What the copy contains.
  /// - Throws: ``LedgerError`` with code `missing`, `newerSchema`, `corrupt`, `full`, `readOnly` or `unavailable`; no
  ///   file then exists under the copy's name.
  public static func backup(
    _ path: String, to destination: String, progress: @escaping (Double) -> Void = { _ in }
  ) throws(LedgerError) -> Contents {
    let partial = destination + ".partial"
    do {
      try removeFiles(of: partial)
      try copy(path, to: partial) { progress($0 / 2) }
      let contents = try verify(partial) { progress(0.5 + $0 / 2) }
      try FileManager.default.moveItem(atPath: partial, toPath: destination)
      return contents
    } catch {
      throw LedgerError(storage: error)
    }
  }

  /// Replaces a ledger's file, which no server may have open, with a backup.
  ///
  /// An existing file is kept next to it, with the suffix `.replaced`.
  ///
  /// - Parameters:
  ///   - backup: The backup; it is read completely first, and not changed.
  ///   - progress: Called with the fraction that is done, from 0 to 1.
  /// - Returns: What the ledger contains now.
  /// - Throws: ``LedgerError`` with code `missing`, `inUse`, `newerSchema`, `corrupt`, `full`, `readOnly` or
  ///   `unavailable`; the ledger's file is then unchanged.
  public static func restore(
    _ backup: String, to path: String, progress: @escaping (Double) -> Void = { _ in }
  ) throws(LedgerError) -> Contents {
    let partial = path + ".partial"
    do {
      let contents = try verify(backup) { progress($0 / 2) }
      let isReplacing = FileManager.default.fileExists(atPath: path)
      let lock = try LedgerFile(path, mayCreate: true)
      defer { lock.unlock() }
      try removeFiles(of: partial)
      try copy(backup, to: partial) { progress(0.5 + $0 / 2) }
      // An old write-ahead log next to the restored file would be applied to it, so it moves first.
      for suffix in ["-shm", "-wal", ""] where FileManager.default.fileExists(atPath: path + suffix)
      {
        guard isReplacing || suffix != "" else {
          // Nothing but the empty file that was locked.
          try FileManager.default.removeItem(atPath: path)
          break
        }
        let replaced = path + ".replaced" + suffix
        if FileManager.default.fileExists(atPath: replaced) {
          try FileManager.default.removeItem(atPath: replaced)
        }
        try FileManager.default.moveItem(atPath: path + suffix, toPath: replaced)
      }
      try FileManager.default.moveItem(atPath: partial, toPath: path)
      return contents
    } catch {
      throw LedgerError(storage: error)
    }
  }

  /// Reads a ledger's file completely: SQLite's structure, and every fact.
  ///
  /// - Parameters:
  ///   - path: The file; a server may be using it.
  ///   - progress: Called with the fraction of the facts that was read, from 0 to 1.
  /// - Returns: What it contains.
  /// - Throws: ``LedgerError`` with code `missing`, `newerSchema`, `corrupt` or `unavailable`.
  public static func verify(
    _ path: String, progress: (Double) -> Void = { _ in }
  ) throws(LedgerError) -> Contents {
    do {
      let queue = try reader(path)
      defer { try? queue.close() }
      return try queue.read { database in
        let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
        guard found == ["ok"] else {
          throw LedgerError(.corrupt, "The database file is damaged: \(found.joined()).")
        }
        // A row of no app only keeps the last sequence number of erased facts.
        let total =
          try Int.fetchOne(database, sql: "SELECT count(*) FROM facts WHERE app <> ''") ?? 0
        let rows = try Data.fetchCursor(
          database, sql: "SELECT body FROM facts WHERE app <> '' ORDER BY sequence")
        var read = 0
        while let body = try rows.next() {
          _ = try StoredFacts.decode([body])
          read += 1
          if read.isMultiple(of: factsPerStep) { progress(Double(read) / Double(total)) }
        }
        let customers = try Int.fetchOne(database, sql: "SELECT count(*) FROM customers") ?? 0
        return Contents(customers: customers, facts: read)
      }
    } catch {
      throw LedgerError(storage: error)
    }
  }

  private static func copy(
    _ path: String, to destination: String, progress: @escaping (Double) -> Void
  ) throws {
    let source = try reader(path)
    defer { try? source.close() }
    // SQLite would create the file with the permissions of the process's mask.
    guard
      FileManager.default.createFile(
        atPath: destination, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw LedgerError.cannotOpen }
    let target = try DatabaseQueue(path: destination)
    do {
      try source.backup(to: target, pagesPerStep: pagesPerStep) { done in
        let total = max(done.totalPageCount, 1)
        progress(Double(done.completedPageCount) / Double(total))
      }
      // The copy is in WAL mode as the ledger was, and has to be one file.
      try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try target.close()
    } catch {
      try? target.close()
      try removeFiles(of: destination)
      throw error
    }
  }

  /// Opens a ledger's file for reading, and refuses every other file.
  static func reader(_ path: String, holdsTransaction: Bool = false) throws -> DatabaseQueue {
    guard FileManager.default.fileExists(atPath: path) else {
      throw LedgerError(.missing, "There is no database file.")
    }
    try inspect(path, forWriting: false)
    var configuration = Configuration()
    configuration.readonly = true
    configuration.allowsUnsafeTransactions = holdsTransaction
    configuration.busyMode = .timeout(maximumLockWait)
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private static func removeFiles(of path: String) throws {
    for suffix in ["", "-wal", "-shm", "-journal"]
    where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
  }
}
