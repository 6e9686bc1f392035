@testable import TollgateLedger

/// Ends a move at one of its writes, before it or after it, as the end of the process would.
actor Fuse {
  private var left: Int

  /// - Parameter count: At which write and side it fails, from 1.
  init(after count: Int) { left = count }

  func burn() throws(LedgerError) {
    left -= 1
    if left == 0 { throw LedgerError(.unavailable, "The process ended.") }
  }
}

/// A side of a move whose writes fail when a fuse has burnt down.
struct FailingTransfer: LedgerTransfer {
  let base: any LedgerTransfer
  let fuse: Fuse
  /// Whether it fails once everything is copied, before anything is compared.
  var endsAfterCopy = false
  /// What happens just before the source is marked.
  var beforeMark: @Sendable () async throws(LedgerError) -> Void = {}

  var name: String { base.name }

  func tables() async throws(LedgerError) -> [TransferTable] { try await base.tables() }

  func count(of table: TransferTable) async throws(LedgerError) -> Int {
    try await base.count(of: table)
  }

  func rows(
    of table: TransferTable, after cursor: [TransferValue], limit: Int
  ) async throws(LedgerError) -> TransferRows {
    try await base.rows(of: table, after: cursor, limit: limit)
  }

  func lastSequence() async throws(LedgerError) -> Int64 { try await base.lastSequence() }

  func property(_ property: LedgerProperty) async throws(LedgerError) -> String? {
    try await base.property(property)
  }

  func mark(_ mark: MoveMark?) async throws(LedgerError) {
    try await beforeMark()
    try await fuse.burn()
    try await base.mark(mark)
    try await fuse.burn()
  }

  func insert(
    _ rows: [[TransferValue]], into table: TransferTable, _ state: MoveState,
    after previous: MoveState?
  ) async throws(LedgerError) {
    try await fuse.burn()
    try await base.insert(rows, into: table, state, after: previous)
    try await fuse.burn()
    if endsAfterCopy, state.table == nil {
      throw LedgerError(.unavailable, "The process ended.")
    }
  }

  func clear(_ tables: [TransferTable]) async throws(LedgerError) { try await base.clear(tables) }

  func finish(_ move: String, after sequence: Int64) async throws(LedgerError) {
    try await fuse.burn()
    try await base.finish(move, after: sequence)
    try await fuse.burn()
  }

  func close() async { await base.close() }
}
