/// A table that a move copies, under names that do not depend on the engine: `merged_into`, `secret_keys`.
///
/// Tables and columns are read from each database's catalog, so one that is added to both engines is copied without
/// a change here. One that exists in a single engine stops the move, unless that engine's transfer lists it as not
/// copied.
package struct TransferTable: Hashable, Sendable {
  /// The type of a column's values; a Boolean is an integer.
  package enum Kind: Hashable, Sendable {
    case integer, text, bytes
  }

  package struct Column: Hashable, Sendable {
    package let name: String
    package let kind: Kind

    package init(_ name: String, _ kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }

  package let name: String
  /// The columns in the order of their names, which is the order of a row's values.
  package let columns: [Column]

  package init(_ name: String, _ columns: [Column]) {
    self.name = name
    self.columns = columns.sorted { $0.name < $1.name }
  }

  /// The tables to copy, if both databases have the same ones; the smaller ones first.
  ///
  /// - Returns: The tables, in a fixed order.
  /// - Throws: ``LedgerError`` with code `newerSchema`, which names a table or column that only one of them has.
  package static func common(
    _ source: [TransferTable], _ target: [TransferTable]
  ) throws(LedgerError) -> [TransferTable] {
    for (tables, others) in [(source, target), (target, source)] {
      for table in tables {
        let other = others.first { $0.name == table.name }
        for column in table.columns where other?.columns.contains(column) != true {
          throw LedgerError(
            .newerSchema,
            "Only one of the two databases has \(table.name).\(column.name): this version cannot move it."
          )
        }
      }
    }
    let last = ["answers", "claims", "customers", "facts"]
    return source.sorted { first, second in
      let places = [first, second].map { last.firstIndex(of: $0.name) ?? -1 }
      return (places[0], first.name) < (places[1], second.name)
    }
  }

  /// The name in SQLite's spelling: `mergedInto` for `merged_into`.
  static func camelCase(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words.dropFirst().reduce(String(words.first ?? "")) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }

  /// The name of a SQLite table without capitals: `merged_into` for `mergedInto`.
  static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { result, letter in
      if letter.isUppercase { result.append("_") }
      result.append(contentsOf: letter.lowercased())
    }
  }
}
