import GRDB
import Testing

@testable import TollgateLedger

@Suite("A statement that is executed without GRDB's arguments")
struct RawStatementTests {
  private static let table = """
    CREATE TABLE things (name TEXT NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT
    """

  private func insertion(_ database: Database) throws -> RawStatement {
    try database.execute(sql: Self.table)
    return RawStatement(
      try database.cachedStatement(sql: "INSERT INTO things VALUES (?, ?, ?)"))
  }

  @Test("texts, numbers and bytes are stored as they are, even empty ones")
  func values() throws {
    let values: [(name: String, number: Int64, bytes: [UInt8])] = [
      ("", .min, []), ("é\u{1F600}", .max, [0, 255, 0]), ("third", 0, [1]),
    ]
    try DatabaseQueue().write { database in
      let statement = try insertion(database)
      for value in values {
        try statement.bind(value.name, at: 1)
        try statement.bind(value.number, at: 2)
        try statement.bind(value.bytes, at: 3)
        #expect(try statement.execute() == 1)
      }
      let rows = try Row.fetchAll(database, sql: "SELECT * FROM things ORDER BY rowid")
      #expect(rows.map { $0[0] as String } == values.map(\.name))
      #expect(rows.map { $0[1] as Int64 } == values.map(\.number))
      let bytes = try Row.fetchAll(database, sql: "SELECT hex(bytes) FROM things ORDER BY rowid")
      #expect(bytes.map { $0[0] as String } == ["", "00FF00", "01"])
      let update = RawStatement(
        try database.cachedStatement(sql: "UPDATE things SET number = 1 WHERE name <> ?"))
      try update.bind("third", at: 1)
      #expect(try update.execute() == 2)
      try update.bind("nothing", at: 1)
      #expect(try update.execute() == 3)
    }
  }

  @Test("a failure has SQLite's code and text, and the statement can be executed again")
  func failure() throws {
    try DatabaseQueue().write { database in
      let statement = try insertion(database)
      try statement.bind("name", at: 1)
      try statement.bind(1, at: 2)
      do {
        try statement.execute()
        Issue.record("A row without bytes was stored.")
      } catch let error as DatabaseError {
        #expect(error.extendedResultCode == .SQLITE_CONSTRAINT_NOTNULL)
        #expect(error.message == "NOT NULL constraint failed: things.bytes")
      }
      try statement.bind([2], at: 3)
      #expect(try statement.execute() == 1)
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM things") == 1)
    }
  }
}
