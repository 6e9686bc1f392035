import TestSupport
import Testing

/// Without a server, PostgreSQL is left out of each test's arguments, which nobody would notice.
@Suite("The contract of ledgers, in PostgreSQL")
struct PostgreSQLContractTests {
  @Test(
    "PostgreSQL passes the tests that every ledger passes, and is both ends of a move",
    .needsPostgreSQL)
  func takesPart() {
    #expect(LedgerKind.allCases.contains(.postgresql))
    #expect(MovePair.all.contains { $0.source == .postgresql && $0.target == .postgresql })
  }
}
