/// The statements of many callers in one transaction, in which calls of the same shared function are one statement.
struct StatementGroup {
  /// What to run, in order.
  let statements: [Statement]
  /// The callers who take the rows of each statement.
  private let callers: [[Int]]
  /// Whether the rows of each statement begin with the caller's position.
  private let isShared: [Bool]

  /// Joins the shared statements.
  ///
  /// - Parameter following: The callers whose statement must stay after the one before it, and is never joined.
  init(_ calls: [Statement], following: Set<Int> = []) {
    var callers: [[Int]] = []
    var places: [String: Int] = [:]
    for (caller, call) in calls.enumerated() {
      if call.isShared, !following.contains(caller) {
        if let place = places[call.sql] {
          callers[place].append(caller)
          continue
        }
        places[call.sql] = callers.count
      }
      callers.append([caller])
    }
    self.callers = callers
    isShared = callers.map { calls[$0[0]].isShared }
    statements = callers.map { callers in
      let first = calls[callers[0]]
      guard first.isShared else { return first }
      return Statement(
        first.sql,
        first.values.indices.map { index in .array(callers.map { calls[$0].values[index].text }) },
        isPrepared: true)
    }
  }

  /// Gives each caller the rows of its call.
  ///
  /// - Parameter results: The rows of each of ``statements``.
  /// - Returns: The rows of each caller; those of a shared function without their first column.
  func rows(_ results: some Sequence<[Row]>) -> [[Row]] {
    var rows = [[Row]](repeating: [], count: callers.reduce(0) { $0 + $1.count })
    for (index, result) in results.enumerated() {
      guard isShared[index] else {
        rows[callers[index][0]] = result
        continue
      }
      for row in result {
        guard let position = row.columns[0].flatMap({ Int($0) }) else { continue }
        rows[callers[index][position - 1]].append(Row(columns: Array(row.columns.dropFirst())))
      }
    }
    return rows
  }
}
