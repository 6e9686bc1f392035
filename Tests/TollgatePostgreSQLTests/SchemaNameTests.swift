import Testing
import TollgateLedger

@testable import TollgatePostgreSQL

@Suite("The name of a schema")
struct SchemaNameTests {
  @Test(
    "the name of a schema is refused before anything is sent if it would need quotes in SQL",
    arguments: [
      "", "1a", "Tollgate", "a b", "a;b", "a\"", "é", "a.b", String(repeating: "a", count: 41),
    ])
  func invalid(name: String) async throws {
    // Nothing listens there: a connection would fail with another message.
    let address = try PostgreSQLAddress("postgres://127.0.0.1:1/none")
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await PostgreSQLLedger(address, schema: name) },
      { _ = try await PostgreSQLTransfer(address, schema: name, isTarget: true) },
      { _ = try await PostgreSQLContents.verify(address, schema: name) },
    ]
    for call in calls {
      let error = await #expect(throws: LedgerError.self) { try await call() }
      #expect(error?.message == "The schema's name is invalid.")
    }
  }

  @Test(
    "the name of a schema may have lowercase letters, digits and underscores",
    arguments: ["tollgate", "_a1", "t_2"])
  func valid(name: String) throws {
    #expect(try PostgreSQLSchema.named(name).name == name)
  }

  @Test("The first migration has whole statements, all of them for its own schema")
  func statements() throws {
    let schema = PostgreSQLSchema(name: "other")
    let first = try #require(schema.migrations.first)
    #expect(first.statements.count > 60)
    for statement in first.statements {
      #expect(statement.hasPrefix("CREATE ") || statement.hasPrefix("INSERT "), "\(statement)")
      #expect(statement.hasSuffix(";"), "\(statement)")
      #expect(statement.matches(of: /\$\$/).count.isMultiple(of: 2), "\(statement)")
      #expect(statement.contains(" other."), "\(statement)")
      #expect(!statement.contains("tollgate."), "\(statement)")
    }
  }
}
