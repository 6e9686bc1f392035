import Testing
import Tollgate

@testable import TollgateLedger

@Suite("Histories of a ledger")
struct HistoriesTests {
  /// Writes to a ledger: five customers, one merged into another, one without facts, and one of another app.
  private static func fill(_ ledger: any Ledger) async throws {
    for name in ["ann", "bob", "cat", "dan"] {
      let customer = Customer.ID(name)
      _ = try await ledger.append(.of(customer, at: 0, [.used("k1", by: customer)]))
    }
    var later = LedgerWrite.of("ann", at: 1, [.reached("discovery"), .used("k2", by: "ann")])
    later.at = .start.after(seconds: 60)
    _ = try await ledger.append(later)
    _ = try await ledger.append(.of("eve", at: 0))
    _ = try await ledger.append(.of("ann", at: 2, absorbs: "cat"))
    _ = try await ledger.append(.of("zoe", at: 0, [.reached("discovery")], app: "grobro"))
  }

  @Test(
    "EX-6 histories are read in batches while a server runs, by customer and in the order of the facts",
    arguments: [1, 2, 3, 4, 5])
  func batches(size: Int) async throws {
    let folder = try TemporaryFolder()
    let server = try SQLiteLedger(path: folder.file)
    try await Self.fill(server)
    let histories = try SQLiteHistories(path: folder.file)
    var lines: [String] = []
    var last: Customer.ID?
    while true {
      let batch = try await histories.histories(after: last, in: "coach", limit: size)
      lines += try batch.map { history in
        let facts = try history.facts().map { "\($0.at.since(.start) / 1000) \($0.fact.kind)" }
        return "\(history.customer): \(facts.joined(separator: ", "))"
      }
      guard batch.count == size else { break }
      last = batch.last?.customer
    }
    #expect(
      lines == ["ann: 0 use, 0 use, 60 milestone, 60 use", "bob: 0 use", "dan: 0 use", "eve: "])
    #expect(try await histories.customerCount(in: "coach", upTo: 9) == 4)
    #expect(try await histories.customerCount(in: "coach", upTo: 3) == 3)
    #expect(try await histories.customerCount(in: "grobro", upTo: 9) == 1)
    #expect(try await histories.histories(after: nil, in: "other", limit: 5).isEmpty)
    // The server continues to write, and the next batch sees it.
    _ = try await server.append(.of("fay", at: 0, [.used("k1", by: "fay")]))
    #expect(try await histories.customerCount(in: "coach", upTo: 9) == 5)
    await histories.close()
    try await server.close()
  }

  @Test(
    "the histories of buyers are read alone, also of one who bought before being merged",
    arguments: LedgerKind.allCases)
  func buyers(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let bought = ChartLife.bought("1", "2026-01-02", to: "2026-02-02")
      _ = try await ledger.append(.of("ann", at: 0, [.used("k1", by: "ann")]))
      _ = try await ledger.append(.of("bob", at: 0, [.used("k1", by: "bob")]))
      _ = try await ledger.append(.of("cat", at: 0, [bought.fact], claims: [.purchase("1")]))
      _ = try await ledger.append(.of("dan", at: 0, [.reached("discovery")]))
      _ = try await ledger.append(.of("bob", at: 1, absorbs: "cat"))
      let source = try #require(ledger as? any LedgerHistorySource)
      let histories = try await source.histories()
      let batch = try await histories.histories(
        after: nil, in: "coach", limit: 9, ofBuyers: true)
      await histories.close()
      #expect(batch.map(\.customer) == ["ann", "bob", "dan"])
      #expect(
        try batch.map { try $0.facts().map(\.fact.kind) } == [[], [.use, .transaction], []])
    }
  }

  @Test(
    "EX-15 a purchase counts once as of an instant though its customer is erased between two batches",
    arguments: LedgerKind.allCases)
  func oneInstant(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let bought = ChartLife.bought("1", "2026-01-02", to: "2026-02-02")
      _ = try await ledger.append(.of("ann", at: 0, [bought.fact], claims: [.purchase("1")]))
      _ = try await ledger.append(.of("bob", at: 0, [.used("k1", by: "bob")]))
      let source = try #require(ledger as? any LedgerHistorySource)
      let histories = try await source.openHistories(asOfOneInstant: true)
      let known = try #require(Instant("2026-03-01"))
      let january = ChartPeriod(.month, containing: bought.at)
      var book = try ChartBook(ChartQuery(.revenue, over: [january]), knownAt: known)
      var last: Customer.ID?
      while true {
        let batch = try await histories.histories(after: last, in: "coach", limit: 1)
        guard let history = batch.first else { break }
        try book.add(history)
        guard last == nil else {
          last = history.customer
          continue
        }
        last = history.customer
        _ = try await ledger.erase(
          LedgerErasure(
            app: "coach", customer: "ann", expectedVersion: 1, at: known,
            releases: [LedgerErasure.Release("1", facts: [])]))
      }
      await histories.close()
      #expect(book.rows.map(\.value) == [9990])
      let later = try await source.openHistories(asOfOneInstant: true)
      let left = try await later.histories(after: nil, in: "coach", limit: 9)
      #expect(left.map(\.customer) == ["ann", "bob", "store:1"])
      await later.close()
    }
  }

  @Test("EX-6 a file that is missing or no ledger is refused")
  func refused() throws {
    let folder = try TemporaryFolder()
    #expect(throws: LedgerError.self) { try SQLiteHistories(path: folder.file) }
  }
}
