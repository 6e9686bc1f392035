public import TollgateLedger

extension PostgreSQLLedger {
  public func property(_ property: LedgerProperty) async throws(LedgerError) -> String? {
    let rows = try await read(
      "SELECT value FROM \(schema.name).properties WHERE name = $1", [.name(property.name)])
    guard let row = rows.first else { return nil }
    return try row.name(0)
  }

  public func set(_ property: LedgerProperty, to value: String) async throws(LedgerError) {
    try await write(
      """
      INSERT INTO \(schema.name).properties (name, value) VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, [property.name, value].map { .name($0) })
  }

  public func replace(
    _ property: LedgerProperty, _ expected: String?, with value: String?
  ) async throws(LedgerError) -> Bool {
    let table = "\(schema.name).properties"
    let statement: String
    let values: [String]
    switch (expected, value) {
    case (nil, nil): return try await self.property(property) == nil
    case (nil, let value?):
      statement = """
        INSERT INTO \(table) (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1
        """
      values = [property.name, value]
    case (let expected?, nil):
      statement = "DELETE FROM \(table) WHERE name = $1 AND value = $2 RETURNING 1"
      values = [property.name, expected]
    case (let expected?, let value?):
      statement = "UPDATE \(table) SET value = $2 WHERE name = $1 AND value = $3 RETURNING 1"
      values = [property.name, value, expected]
    }
    return try await !write(statement, values.map { .name($0) }).isEmpty
  }
}
