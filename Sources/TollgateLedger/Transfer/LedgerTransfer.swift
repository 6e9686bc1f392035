/// A ledger as a move reads and writes it: tables of rows, without their meaning.
///
/// It is either the source of a move, which does not change during the move, or its target, which nothing else uses.
package protocol LedgerTransfer: Sendable {
  /// The location, to show to a person; without a password.
  var name: String { get }

  /// Returns the tables to move, from the database's catalog.
  ///
  /// - Throws: ``LedgerError`` if the catalog cannot be read, or contains something unknown.
  func tables() async throws(LedgerError) -> [TransferTable]

  /// Returns how many rows a table has.
  func count(of table: TransferTable) async throws(LedgerError) -> Int

  /// Returns the next rows of a table, in an order of this ledger's own.
  ///
  /// - Parameter cursor: Where the rows before them ended; empty at the beginning.
  /// - Returns: The rows, and where they end; no rows at the end of the table.
  /// - Throws: ``LedgerError`` if they cannot be read.
  func rows(
    of table: TransferTable, after cursor: [TransferValue], limit: Int
  ) async throws(LedgerError) -> TransferRows

  /// Returns the last sequence number that a fact was ever given; 0 if there was none.
  func lastSequence() async throws(LedgerError) -> Int64

  /// Returns a property; moves have their own.
  func property(_ property: LedgerProperty) async throws(LedgerError) -> String?

  /// Marks the source as moved, or removes its mark; the mark is durable afterwards.
  ///
  /// - Parameter mark: The mark; nil removes it.
  /// - Throws: ``LedgerError`` if it cannot be written.
  func mark(_ mark: MoveMark?) async throws(LedgerError)

  /// Inserts rows into the target and stores the progress of the move, in one transaction.
  ///
  /// - Parameters:
  ///   - rows: The rows, each with a value for every column of the table.
  ///   - previous: The progress before them; nil at the beginning.
  /// - Throws: ``LedgerError``, with code `inUse` if the target's state is not the previous one.
  func insert(
    _ rows: [[TransferValue]], into table: TransferTable, _ state: MoveState,
    after previous: MoveState?
  ) async throws(LedgerError)

  /// Removes everything from an unfinished target, including its state.
  func clear(_ tables: [TransferTable]) async throws(LedgerError)

  /// Finishes the target: later facts get greater sequence numbers, and servers may be started on it.
  ///
  /// - Parameters:
  ///   - move: The move's id, which the target keeps.
  ///   - sequence: The last sequence number of the source.
  /// - Throws: ``LedgerError`` if it cannot be written.
  func finish(_ move: String, after sequence: Int64) async throws(LedgerError)

  func close() async
}

/// Some rows of a table.
package struct TransferRows: Sendable {
  /// The rows, each with the values of the table's columns in the order of their names.
  package let rows: [[TransferValue]]
  /// Where they end.
  package let cursor: [TransferValue]

  package init(_ rows: [[TransferValue]], cursor: [TransferValue]) {
    self.rows = rows
    self.cursor = cursor
  }
}
