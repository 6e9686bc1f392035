import TollgateLedger

extension PostgreSQLSchema {
  /// The characters of a name that needs no quotes in SQL.
  private static let nameCharacters = "abcdefghijklmnopqrstuvwxyz0123456789_"
  /// The greatest length of a name, which leaves room for the names of what is in the schema.
  private static let maximumName = 40

  /// Returns the schema of a name that may be written into statements as it is.
  ///
  /// - Parameter name: The name: lowercase letters, digits and `_`, at most 40, and no digit first.
  /// - Returns: The schema.
  /// - Throws: ``LedgerError`` with code `unavailable` for any other name.
  static func named(_ name: String) throws(LedgerError) -> PostgreSQLSchema {
    guard (1...maximumName).contains(name.utf8.count),
      name.allSatisfy({ nameCharacters.contains($0) }), name.first?.isNumber != true
    else { throw LedgerError(.unavailable, "The schema's name is invalid.") }
    return PostgreSQLSchema(name: name)
  }
}
