import Testing
import Tollgate
import TollgateLedger

@Suite("Every ledger reports recent activity")
struct ActivityTests {
  private static let day = Period(1, .day)

  private static func append(
    _ facts: [Fact], to customer: Customer.ID, day number: Int, version: Int = 0,
    absorbs: LedgerMerge? = nil, on ledger: any Ledger
  ) async throws {
    _ = try await ledger.append(
      LedgerWrite(
        app: "coach", customer: customer, expectedVersion: version, facts: facts,
        at: .start.adding(day, times: number), absorbs: absorbs))
  }

  @Test(
    "customers who were seen since an instant are counted, without merged, erased and unknown ones",
    arguments: LedgerKind.allCases)
  func seen(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let source = try #require(ledger as? any LedgerChartSource)
      func count(since number: Int) async throws -> Int {
        try await source.activity.customers(
          seenSince: .start.adding(Self.day, times: number), in: "coach")
      }
      #expect(try await count(since: 0) == 0)
      try await Self.append([.reached("discovery")], to: "ann", day: 1, on: ledger)
      try await Self.append([.reached("discovery")], to: "bob", day: 2, on: ledger)
      try await Self.append([.reached("discovery")], to: "store:1", day: 2, on: ledger)
      try await Self.append([.reached("discovery")], to: "storefront", day: 2, on: ledger)
      #expect(try await count(since: 0) == 3)
      #expect(try await count(since: 1) == 3)
      #expect(try await count(since: 2) == 2)
      #expect(try await count(since: 3) == 0)
      try await ledger.see("ann", in: "coach", at: .start.adding(Self.day, times: 9))
      #expect(try await count(since: 3) == 1)
      try await Self.append(
        [], to: "ann", day: 10, version: 1,
        absorbs: LedgerMerge(customer: "bob", expectedVersion: 1), on: ledger)
      #expect(try await count(since: 0) == 2)
      _ = try await ledger.erase(
        LedgerErasure(
          app: "coach", customer: "storefront", expectedVersion: 1,
          at: .start.adding(Self.day, times: 10)))
      #expect(try await count(since: 0) == 1)
      #expect(
        try await source.activity.customers(seenSince: .start, in: "other") == 0)
    }
  }

  @Test(
    "the store's questions about refunds are found among other checks",
    arguments: LedgerKind.allCases)
  func refundQuestions(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let source = try #require(ledger as? any LedgerChartSource)
      func question(of purchase: PurchaseID) -> Fact {
        .refundRequest(
          RefundRequest(
            id: RefundRequest.ID("about \(purchase)"), purchase: purchase, transaction: "1",
            reason: .other, askedAt: .start))
      }
      let bought = ChartLife.bought("1", "2026-01-02", to: "2026-02-02").fact
      let tested = PurchaseID("2", in: .sandbox)
      try await Self.append(
        [bought, question(of: "1"), question(of: tested)], to: "ann", day: 1, on: ledger)
      let found = try await source.activity.refundQuestions(
        openAt: .start, limit: 9, in: "coach")
      #expect(Set(found.map(\.subject)) == [.refund("1"), .refund(tested)])
      #expect(found.allSatisfy { $0.periodEnd == .start.adding(Period(12, .hour)) })
      #expect(
        try await source.activity.refundQuestions(
          openAt: .start, limit: 9, in: "garden"
        ).isEmpty)
      let end = Instant.start.adding(Period(12, .hour))
      #expect(
        try await source.activity.refundQuestions(openAt: end, limit: 9, in: "coach").isEmpty)
    }
  }

  @Test("the latest facts come newest first", arguments: LedgerKind.allCases)
  func facts(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let source = try #require(ledger as? any LedgerChartSource)
      #expect(try await source.activity.facts(latest: 9, in: "coach").isEmpty)
      let bought = ChartLife.bought("1", "2026-01-02", to: "2026-02-02").fact
      try await Self.append([.reached("discovery"), bought], to: "ann", day: 1, on: ledger)
      try await Self.append([.reached("chat")], to: "bob", day: 2, on: ledger)
      let latest = try await source.activity.facts(latest: 9, in: "coach")
      #expect(latest.map(\.fact) == [.reached("chat"), bought, .reached("discovery")])
      #expect(latest.map(\.customer) == ["bob", "ann", "ann"])
      let newest = try await source.activity.facts(latest: 1, in: "coach")
      #expect(newest == Array(latest.prefix(1)))
      #expect(try await source.activity.facts(latest: 0, in: "coach").isEmpty)
      #expect(try await source.activity.facts(latest: 9, in: "other").isEmpty)
    }
  }

  @Test("the latest transactions come newest first", arguments: LedgerKind.allCases)
  func transactions(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let source = try #require(ledger as? any LedgerChartSource)
      #expect(try await source.activity.transactions(latest: 9, in: "coach").isEmpty)
      let first = ChartLife.bought("1", "2026-01-02", to: "2026-02-02")
      let second = ChartLife.bought("2", "2026-02-02", to: "2026-03-02")
      let third = ChartLife.bought("3", "2026-01-15", to: "2026-02-15", line: "3")
      try await Self.append([first.fact, .reached("discovery")], to: "ann", day: 1, on: ledger)
      try await Self.append([.reached("discovery"), third.fact], to: "bob", day: 2, on: ledger)
      try await Self.append([second.fact], to: "ann", day: 3, version: 1, on: ledger)
      let latest = try await source.activity.transactions(latest: 9, in: "coach")
      #expect(latest.map(\.fact) == [second.fact, third.fact, first.fact])
      #expect(latest.map(\.customer) == ["ann", "bob", "ann"])
      #expect(latest.map(\.at) == [3, 2, 1].map { Instant.start.adding(Self.day, times: $0) })
      let newest = try await source.activity.transactions(latest: 1, in: "coach")
      #expect(newest == Array(latest.prefix(1)))
      #expect(try await source.activity.transactions(latest: 0, in: "coach").isEmpty)
      #expect(try await source.activity.transactions(latest: 9, in: "other").isEmpty)
    }
  }

  @Test(
    "what comes with a transfer is not among the latest transactions, what is new in it is",
    arguments: LedgerKind.allCases)
  func transferred(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let source = try #require(ledger as? any LedgerChartSource)
      let first = ChartLife.bought("1", "2026-01-02", to: "2026-02-02")
      let second = ChartLife.bought("2", "2026-02-02", to: "2026-03-02")
      let third = ChartLife.bought("3", "2026-03-02", to: "2026-04-02")
      func transfer(isHeld: Bool) -> Fact {
        .transfer(PurchaseTransfer(purchase: "1", isHeld: isHeld, number: 1, at: .start))
      }
      try await Self.append([first.fact], to: "ann", day: 1, on: ledger)
      try await Self.append([second.fact], to: "ann", day: 2, version: 1, on: ledger)
      try await Self.append(
        [first.fact, second.fact, transfer(isHeld: true), third.fact], to: "bob", day: 3,
        on: ledger)
      try await Self.append([transfer(isHeld: false)], to: "ann", day: 3, version: 2, on: ledger)
      let latest = try await source.activity.transactions(latest: 9, in: "coach")
      #expect(latest.map(\.fact) == [third.fact, second.fact, first.fact])
      #expect(latest.map(\.customer) == ["bob", "ann", "ann"])
    }
  }

  @Test(
    "what an erasure leaves of a purchase is not among the latest transactions, what the store reports then is",
    arguments: LedgerKind.allCases)
  func released(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let source = try #require(ledger as? any LedgerChartSource)
      func latest() async throws -> [Fact] {
        try await source.activity.transactions(latest: 9, in: "coach").map(\.fact)
      }
      let first = ChartLife.bought("1", "2026-01-02", to: "2026-02-02")
      let second = ChartLife.bought("2", "2026-02-02", to: "2026-03-02")
      let other = ChartLife.bought("3", "2026-01-15", to: "2026-02-15", line: "3")
      _ = try await ledger.append(
        LedgerWrite(
          app: "coach", customer: "ann", expectedVersion: 0, facts: [first.fact],
          at: .start.adding(Self.day), claims: [.purchase("1")]))
      // The store reported it before anybody posted it, which is news.
      let unposted = Customer.ID.placeholder(for: "3")
      try await Self.append([other.fact], to: unposted, day: 2, on: ledger)
      #expect(try await latest() == [other.fact, first.fact])

      let transfer = PurchaseTransfer(
        purchase: "1", isHeld: true, number: 1, at: .start.adding(Self.day, times: 3))
      _ = try await ledger.erase(
        LedgerErasure(
          app: "coach", customer: "ann", expectedVersion: 1,
          at: .start.adding(Self.day, times: 3),
          releases: [LedgerErasure.Release("1", facts: [first.fact, .transfer(transfer)])]))
      #expect(try await latest() == [other.fact])
      try await Self.append(
        [second.fact], to: .placeholder(for: "1"), day: 4, version: 1, on: ledger)
      #expect(try await latest() == [second.fact, other.fact])
      // A customer who restores the purchase gets both, and only one is new.
      try await Self.append(
        [.reached("discovery")], to: "eve", day: 5,
        absorbs: LedgerMerge(customer: .placeholder(for: "1"), expectedVersion: 2), on: ledger)
      #expect(try await latest() == [second.fact, other.fact])
    }
  }
}
