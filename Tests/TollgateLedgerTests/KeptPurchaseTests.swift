import Testing
import Tollgate
import TollgateLedger

@Suite("Every ledger keeps what an erased customer bought")
struct KeptPurchaseTests {
  @Test(
    "what the store reported of a purchase keeps its place and its instant, and nothing else stays",
    arguments: LedgerKind.allCases)
  func kept(kind: LedgerKind) async throws {
    let bought = ChartLife.bought("1", "2026-01-02", to: "2026-02-02").fact
    let renewal = ChartLife.renewal("2026-01-20", willRenew: false).fact
    let asked = ChartLife.refundRequest("r1", "2026-01-20").fact
    let other = ChartLife.bought("9", "2026-01-02", to: "2026-02-02", line: "9").fact
    let tried = Fact.transaction(
      StoreTransaction(
        id: "1", originalID: "1", product: "pro", group: "plans", purchasedAt: .start,
        environment: .sandbox, signedAt: .start))
    let sandbox = PurchaseID("1", in: .sandbox)
    try await kind.open { ledger in
      _ = try await ledger.append(
        .of(
          "anonymous", at: 0, [.used("k1", by: "anonymous"), bought],
          claims: [.purchase("1"), .purchase(sandbox)]))
      _ = try await ledger.append(.of("ann", at: 0, [.reached("discovery"), renewal]))
      _ = try await ledger.append(
        .of("ann", at: 1, [asked, other, tried], absorbs: "anonymous"))
      let before = try await ledger.entries(after: 0, in: "coach", limit: 9)
        .filter { [bought, renewal, asked, tried].contains($0.fact) }
      func transfer(_ purchase: PurchaseID) -> Fact {
        .transfer(PurchaseTransfer(purchase: purchase, isHeld: true, number: 1, at: .start))
      }
      _ = try await ledger.erase(
        LedgerErasure(
          app: "coach", customer: "ann", expectedVersion: 2, at: .start.after(seconds: 60),
          releases: ["1", sandbox].map { LedgerErasure.Release($0, facts: [transfer($0)]) }))
      let after = try await ledger.entries(after: 0, in: "coach", limit: 9)
      let placeholders = ["1", sandbox].map { Customer.ID.placeholder(for: $0) }
      #expect(
        after.map(\.fact) == before.map(\.fact) + [transfer("1"), transfer(sandbox)])
      #expect(after.prefix(4).map(\.sequence) == before.map(\.sequence))
      #expect(after.prefix(4).map(\.at) == before.map(\.at))
      #expect(
        after.map(\.customer)
          == [0, 0, 0, 1, 0, 1].map { placeholders[$0] })
      let waiting = try #require(try await ledger.record(of: placeholders[0], in: "coach"))
      #expect(waiting.customer == Customer([bought, renewal, asked, transfer("1")]))
    }
  }

  /// Charts of money, of subscriptions and of customers, as known at an instant.
  private static func numbers(
    _ counted: CountedLedger, knownAt known: Instant
  ) async throws -> [Int64] {
    let source = try #require(counted.ledger as? any LedgerHistorySource)
    let histories = try await source.histories()
    let lives = try await histories.histories(after: nil, in: "coach", limit: 99)
    await histories.close()
    var numbers: [Int64] = []
    for chart: Chart in [.revenue, .activeSubscriptions, .mrr, .newCustomers, .payingConversion] {
      var query = ChartQuery(chart, over: [ChartPeriod(.month, containing: known)])
      query.billing = CountedLedger.billing
      var book = try ChartBook(query, knownAt: known)
      for life in lives { try book.add(life) }
      numbers.append(book.rows.reduce(0) { $0 + $1.value })
    }
    return numbers
  }

  @Test(
    """
    EX-15 a purchase counts once: unclaimed, claimed and after an erasure; customers count as customers, all as known \
    at the time
    """, arguments: LedgerKind.allCases)
  func counted(kind: LedgerKind) async throws {
    func at(_ text: String) throws -> Instant { try #require(Instant(text)) }
    let placeholder = Customer.ID.placeholder(for: "1")
    let known = [try at("2026-01-05"), try at("2026-01-15"), try at("2026-01-25")]
    try await kind.open { ledger in
      let counted = try CountedLedger(ledger)
      func expect(_ numbers: [[Int64]]) async throws {
        try await counted.countAll()
        try await counted.expectRecount(at: known[2])
        for (known, numbers) in zip(known, numbers) {
          #expect(try await Self.numbers(counted, knownAt: known) == numbers, "\(known)")
        }
      }
      let waits: [Int64] = [9990, 1, 9990, 0, 0]
      try await counted.append(
        [ChartLife.bought("1", "2026-01-02", to: "2026-02-02")], to: placeholder,
        claims: [.purchase("1")])
      try await expect([waits, waits, waits])

      try await counted.append(
        [(try at("2026-01-10"), .reached("discovery"))], to: "ann", absorbs: (placeholder, 1))
      let claimed: [Int64] = [9990, 1, 9990, 1, 1]
      try await expect([waits, claimed, claimed])

      let version = try #require(try await ledger.record(of: "ann", in: "coach")?.version)
      let transfer = PurchaseTransfer(
        purchase: "1", isHeld: true, number: 1, at: try at("2026-01-20"))
      _ = try await ledger.erase(
        LedgerErasure(
          app: "coach", customer: "ann", expectedVersion: version, at: try at("2026-01-20"),
          releases: [LedgerErasure.Release("1", facts: [.transfer(transfer)])]))
      try await expect([waits, waits, waits])

      // The customer who restores it is new from then on, not since the purchase.
      let last = try #require(try await ledger.record(of: placeholder, in: "coach")?.version)
      try await counted.append(
        [(try at("2026-01-24"), .reached("discovery"))], to: "eve", absorbs: (placeholder, last))
      try await expect([waits, waits, claimed])
    }
  }
}
