package import Tollgate

/// Moves the contents of a ledger into an empty one, of the same engine or another.
///
/// Each batch is one transaction of the target, which also records the progress: after a failure, or the end of the
/// process at any point, another run continues. Then both ledgers are read completely and compared. Only if they are
/// equal is the source marked as moved, and only then can the target be served: at no time could servers be started on
/// both.
///
/// ```swift
/// let report = try await LedgerMove(from: source, to: target).run(id: id, at: now)
/// ```
package struct LedgerMove: Sendable {
  /// The progress of a move, to show to a person.
  package struct Progress: Hashable, Sendable {
    package enum Stage: Hashable, Sendable {
      case copying, verifying
    }

    package let stage: Stage
    package let table: String
    /// The number of rows of all tables that are done in this stage, and their total.
    package let rows: Int
    package let total: Int
    package let isTableDone: Bool
  }

  package enum Outcome: Hashable, Sendable {
    /// The move is complete, with this number of rows in each table.
    case moved(rows: [String: Int])
    /// The move was already complete.
    case alreadyMoved
  }

  private let source: any LedgerTransfer
  private let target: any LedgerTransfer
  private let batch: Int

  /// Creates a move.
  ///
  /// - Parameters:
  ///   - target: An empty ledger, or the unfinished target of the same move.
  ///   - batch: How many rows are read and written at once, at most ``propertyBatch`` of the properties.
  package init(
    from source: any LedgerTransfer, to target: any LedgerTransfer, batch: Int = 2000
  ) {
    self.source = source
    self.target = target
    self.batch = max(1, batch)
  }

  /// Moves the ledger, or continues an earlier run.
  ///
  /// - Parameters:
  ///   - id: The name of the move, if it begins.
  ///   - restarting: Whether an unfinished target is emptied first.
  /// - Throws: ``LedgerError`` with code `moved` if the source was moved and the target does not contain it, `inUse` if
  ///   the target has something else, `corrupt` if the copy differs from the source, or what the ledgers throw.
  package func run(
    id: String, at now: Instant, restarting: Bool = false,
    progress: (Progress) -> Void = { _ in }
  ) async throws(LedgerError) -> Outcome {
    let unfinished = try await target.property(.move).flatMap(MoveState.init)
    if let mark = try await source.property(.moved).flatMap(MoveMark.init) {
      return try await complete(mark, unfinished)
    }
    let tables = try TransferTable.common(await source.tables(), await target.tables())
    if restarting, unfinished != nil { try await target.clear(tables) }
    let state = try await begin(id, tables, restarting ? nil : unfinished)
    try await copy(tables, state, progress)
    let rows = try await verify(tables, progress)
    let mark = MoveMark(id: state.id, to: target.name, at: now.milliseconds)
    try await source.mark(mark)
    try await target.finish(mark.id, after: try await source.lastSequence())
    return .moved(rows: rows)
  }

  /// Finishes a move that ended after its source was marked, or finds that it is complete.
  private func complete(
    _ mark: MoveMark, _ state: MoveState?
  ) async throws(LedgerError) -> Outcome {
    if let state, state.id == mark.id {
      try await target.finish(mark.id, after: try await source.lastSequence())
      return .alreadyMoved
    }
    // Its name alone says nothing: a target that was lost may have been created again, without anything.
    guard try await target.property(.movedFrom) == mark.id else {
      throw LedgerError.notInTarget(mark)
    }
    return .alreadyMoved
  }

  /// Stores the state of a move that begins, in a target without anything else.
  private func begin(
    _ id: String, _ tables: [TransferTable], _ unfinished: MoveState?
  ) async throws(LedgerError) -> MoveState {
    if let unfinished {
      guard unfinished.from == source.name else {
        throw LedgerError(
          .inUse,
          "The target is an unfinished copy of \(unfinished.from): finish that move, or use another target."
        )
      }
      return unfinished
    }
    for table in tables where try await target.count(of: table) > 0 {
      throw Self.inUse(table.name)
    }
    guard try await target.lastSequence() == 0 else { throw Self.inUse("facts") }
    let state = MoveState(id: id, from: source.name, table: tables[0].name)
    try await target.insert([], into: tables[0], state, after: nil)
    return state
  }

  private static func inUse(_ table: String) -> LedgerError {
    LedgerError(
      .inUse,
      "The target already has data, in \(table): a ledger is moved into an empty one only.")
  }

  /// The greatest number of properties that are read and written at once: a blueprint is one, with files of megabytes.
  static let propertyBatch = 16

  private func limit(of table: TransferTable) -> Int {
    table.name == "properties" ? min(batch, Self.propertyBatch) : batch
  }

  private func copy(
    _ tables: [TransferTable], _ start: MoveState, _ progress: (Progress) -> Void
  ) async throws(LedgerError) {
    guard let first = tables.firstIndex(where: { $0.name == start.table }) else { return }
    let total = try await total(of: tables)
    var state = start
    for (index, table) in tables.enumerated().dropFirst(first) {
      let limit = limit(of: table)
      var isDone = false
      while !isDone {
        let next = try await source.rows(of: table, after: state.cursor, limit: limit)
        let previous = state
        isDone = next.rows.count < limit
        state.rows += next.rows.count
        state.cursor = isDone ? [] : next.cursor
        if isDone { state.table = index + 1 < tables.count ? tables[index + 1].name : nil }
        try await target.insert(next.rows, into: table, state, after: previous)
        progress(
          Progress(
            stage: .copying, table: table.name, rows: state.rows, total: total, isTableDone: isDone)
        )
      }
    }
  }

  /// Reads both ledgers completely, and compares them table by table.
  private func verify(
    _ tables: [TransferTable], _ progress: (Progress) -> Void
  ) async throws(LedgerError) -> [String: Int] {
    let total = try await total(of: tables)
    var rows = 0
    var counts: [String: Int] = [:]
    var different: [String] = []
    for table in tables {
      let expected = try await digest(of: table, in: source) { count in
        progress(
          Progress(
            stage: .verifying, table: table.name, rows: rows + count / 2, total: total,
            isTableDone: false))
      }
      let copied = try await digest(of: table, in: target) { count in
        progress(
          Progress(
            stage: .verifying, table: table.name, rows: rows + (expected.count + count) / 2,
            total: total, isTableDone: false))
      }
      rows += expected.count
      counts[table.name] = copied.count
      if copied != expected {
        different.append("\(table.name) (\(expected.count) rows, \(copied.count) in the copy)")
      }
      progress(
        Progress(
          stage: .verifying, table: table.name, rows: rows, total: total, isTableDone: true))
    }
    guard different.isEmpty else {
      throw LedgerError(
        .corrupt,
        """
        The copy differs from the source in \(different.joined(separator: ", ")): one of them was changed after the \
        move began. The source is as it was; add --restart to empty the target and copy everything again.
        """)
    }
    return counts
  }

  /// Reads all rows of a table.
  ///
  /// - Parameter progress: Called with the number of rows that were read.
  /// - Returns: The number of rows, and the hash over them.
  /// - Throws: ``LedgerError`` if they cannot be read.
  package func digest(
    of table: TransferTable, in ledger: any LedgerTransfer, _ progress: (Int) -> Void = { _ in }
  ) async throws(LedgerError) -> TransferDigest {
    let limit = limit(of: table)
    var digest = TransferDigest()
    var cursor: [TransferValue] = []
    while true {
      let next = try await ledger.rows(of: table, after: cursor, limit: limit)
      for row in next.rows { digest.add(row) }
      progress(digest.count)
      guard next.rows.count == limit else { return digest }
      cursor = next.cursor
    }
  }

  private func total(of tables: [TransferTable]) async throws(LedgerError) -> Int {
    var total = 0
    for table in tables { total += try await source.count(of: table) }
    return total
  }
}
