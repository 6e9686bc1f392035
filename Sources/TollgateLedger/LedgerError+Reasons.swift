import GRDB
import Tollgate

extension LedgerError {
  /// The rejection of a write whose expected version is not the latest.
  package static let versionConflict = LedgerError(
    .conflict, "The customer has a newer version than the one the write was decided on.")

  /// The rejection of a write to a customer that was merged, or of a merge with a customer that belongs elsewhere.
  package static let merged = LedgerError(
    .conflict, "The customer was merged into another, who has to be written to instead.")

  /// The rejection of a write to, or a merge of, a customer that was erased.
  package static let erased = LedgerError(.conflict, "The customer was erased.")

  /// The rejection of a write while the queue is full; nothing was written, so a retry is safe.
  static let overloaded = LedgerError(
    .unavailable, "More writes are waiting than the ledger takes in; try again later.")

  /// The rejection of a file that cannot be opened or created.
  static let cannotOpen = LedgerError(
    .readOnly, "The database file cannot be opened: its folder has to exist and be writable.")

  /// The rejection of a write to a file that was deleted or replaced.
  static let replaced = LedgerError(
    .replaced, "The database file was deleted or replaced while it was open: restart the server.")

  /// Maps a storage failure; its own text is left out, as it may contain personal values.
  ///
  /// - Parameter error: What GRDB threw; a ``LedgerError`` stays as it is. [SQLite's result
  ///   codes](https://www.sqlite.org/rescode.html) that an operator can act on have a code of their own, all others are
  ///   `unavailable`.
  init(storage error: any Error) {
    if let error = error as? LedgerError {
      self = error
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(.unavailable, "The database could not be reached.")
      return
    }
    switch error.resultCode {
    case .SQLITE_FULL: self.init(.full, "The disk of the database is full.")
    case .SQLITE_READONLY, .SQLITE_PERM: self.init(.readOnly, "The database file is read-only.")
    case .SQLITE_CANTOPEN: self = .cannotOpen
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      self.init(.corrupt, "The database file is damaged, or not a database.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.unavailable, "Another process holds the database file.")
    // The write-ahead log's index could not grow.
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
      self.init(.full, "The disk of the database is full.")
    default:
      self.init(
        .unavailable, "The database failed with SQLite code \(error.extendedResultCode.rawValue).")
    }
  }
}
