import TestSupport
import Testing
import Tollgate
import TollgateLedger

@Suite("Every ledger keeps tables of charts")
struct ChartTablesTests {
  private static let trial = StoreOffer(kind: .introductory, payment: .freeTrial)

  /// An instant, which is given as text.
  private static func at(_ text: String) -> Instant { Instant(text) ?? .start }

  private static func germany(at instant: Instant) -> Fact {
    .attribute(AttributeChange(attribute: "country", setBy: .device, value: "DE", at: instant))
  }

  /// Ann converts a trial and is refunded once; Bob's renewal fails; Eve only looks.
  private static func fill(_ counted: CountedLedger) async throws {
    try await counted.append(
      [
        ChartLife.bought("1", "2026-01-02", to: "2026-01-09", price: 0, offer: trial),
        ChartLife.bought("2", "2026-01-09", to: "2026-02-09", refunded: "2026-02-01"),
        ChartLife.bought("3", "2026-02-09", to: "2026-03-09"),
        ChartLife.refundRequest("r1", "2026-01-20"),
      ], to: "ann", claims: [.purchase("1")])
    try await counted.append(
      [
        ChartLife.bought("4", "2026-01-15", to: "2026-02-15", currency: "EUR"),
        ChartLife.renewal("2026-01-20", willRenew: false),
        ChartLife.renewal("2026-02-15", graceTo: "2026-02-20"),
        (at("2026-01-15"), Self.germany(at: at("2026-01-15"))),
      ], to: "bob")
    try await counted.append(
      [(at("2026-01-03"), .reached("discovery"))], to: "eve")
  }

  @Test("their numbers are those of a count from facts", arguments: LedgerKind.allCases.sampled(1))
  func recount(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let counted = try CountedLedger(ledger)
      try await Self.fill(counted)
      #expect(try await counted.ledger.charts.state(in: "coach") == nil)
      try await counted.countAll()
      // Within a day, a week and a month, on a day that something ends, and after everything.
      for now in [
        "2026-01-04T11:20:00Z", "2026-02-09", "2026-02-15T00:30:00Z", "2026-02-18", "2026-03-20",
      ] {
        try await counted.expectRecount(at: Self.at(now))
      }
    }
  }

  @Test(
    "the hours of days that are over are added up once, without changing a number then or later",
    arguments: LedgerKind.allCases.sampled(1))
  func hours(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let counted = try CountedLedger(ledger)
      try await Self.fill(counted)
      let morning = ChartLife.bought(
        "6", "2026-02-01T07:10:00Z", to: "2026-03-01T07:10:00Z", line: "6")
      try await counted.append([morning], to: "dan")
      try await counted.countAll()
      let now = Self.at("2026-02-18T09:00:00Z")
      let today = now.hours / 24
      #expect(try await counted.ledger.charts.addUpHours(before: today, in: "coach") > 0)
      #expect(try await counted.ledger.charts.addUpHours(before: today, in: "coach") == 0)
      try await counted.expectRecount(at: now)
      // What was added up is subtracted again.
      try await counted.append([], to: "eve", absorbs: ("dan", 1))
      try await counted.countAll()
      try await counted.expectRecount(at: now)
      // What was going to happen is still told apart by the hour.
      try await counted.expectRecount(at: Self.at("2026-03-01T06:30:00Z"))
      try await counted.expectRecount(at: Self.at("2026-03-01T07:30:00Z"))
    }
  }

  @Test(
    "who has changed is behind until they are counted again",
    arguments: LedgerKind.allCases.sampled(1))
  func behind(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let counted = try CountedLedger(ledger)
      try await Self.fill(counted)
      try await counted.countAll()
      let bought = ChartLife.bought("5", "2026-02-20", to: "2026-03-20", line: "5")
      try await counted.append([bought], to: "eve")
      #expect(
        try await counted.ledger.charts.backlog(in: "coach")
          == LedgerChartBacklog(customers: 1, since: bought.at))
      #expect(
        try await counted.ledger.charts.changes(after: nil, in: "coach", limit: 9).map(\.customer)
          == ["eve"])
      // What no chart is made of leaves nobody behind.
      try await counted.append([(bought.at, .used("k1", by: "ann"))], to: "ann")
      #expect(try await counted.ledger.charts.backlog(in: "coach").customers == 1)
      try await counted.countAll()
      try await counted.expectRecount(at: Self.at("2026-03-01"))
    }
  }

  @Test(
    "a customer whose first write had no fact is counted with their first use, and not with the next",
    arguments: LedgerKind.allCases)
  func firstUse(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let counted = try CountedLedger(ledger)
      try await counted.append([], to: "ann")
      try await counted.countAll()
      let now = Self.at("2026-01-03T09:00:00Z")
      try await counted.append([(now, .used("k1", by: "ann"))], to: "ann")
      #expect(
        try await counted.ledger.charts.backlog(in: "coach")
          == LedgerChartBacklog(customers: 1, since: now))
      try await counted.countAll()
      try await counted.append([(now, .used("k2", by: "ann"))], to: "ann")
      try await counted.expectRecount(at: now)
    }
  }

  @Test(
    "a customer is counted again after the first use with an answer, and after no later one",
    arguments: LedgerKind.allCases)
  func answeredUses(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let counted = try CountedLedger(ledger)
      _ = try await ledger.append(.of("ann", at: 0, answer: .of("k0")))
      try await counted.countAll()
      for number in 1...3 {
        let key = "k\(number)"
        _ = try await ledger.append(
          .of(
            "ann", at: number, [.used(key, by: "ann")], answer: .of(Idempotency.Key(key))))
        let changes = try await counted.ledger.charts.changes(after: nil, in: "coach", limit: 9)
        #expect(changes.map(\.customer) == (number == 1 ? ["ann"] : []))
        try await counted.countAll()
      }
      try await counted.expectRecount(at: .start)
    }
  }

  @Test(
    "merges, transfers, erasures and removals are counted, also of facts that are gone",
    arguments: LedgerKind.allCases.sampled(1))
  func changes(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let counted = try CountedLedger(ledger)
      let now = Self.at("2026-03-20")
      try await Self.fill(counted)
      try await counted.countAll()
      try await counted.append([], to: "ann", absorbs: ("eve", 1))
      #expect(try await counted.ledger.charts.backlog(in: "coach").customers == 2)
      try await counted.countAll()
      try await counted.expectRecount(at: now)

      let given = Fact.transfer(
        PurchaseTransfer(
          purchase: "1", isHeld: false, number: 1, at: Self.at("2026-03-01")))
      try await counted.append([(Self.at("2026-03-01"), given)], to: "ann")
      try await counted.countAll()
      try await counted.expectRecount(at: now)

      let version = try #require(try await ledger.record(of: "ann", in: "coach")?.version)
      _ = try await ledger.erase(
        LedgerErasure(
          app: "coach", customer: "ann", expectedVersion: version, at: now,
          releases: [LedgerErasure.Release("1", facts: [])]))
      // Nothing has her name any more, before anything is counted.
      #expect(try await counted.ledger.charts.parts(of: ["ann", "eve"], in: "coach").isEmpty)
      try await counted.countAll()
      try await counted.expectRecount(at: now)

      try await counted.append([(Self.at("2026-01-03"), .reached("discovery"))], to: "dan")
      try await counted.countAll()
      // The newest fact of a ledger is not removed.
      try await counted.append([(now, .used("k2", by: "bob"))], to: "bob")
      #expect(try await ledger.prune(LedgerPruning(.customers, before: now)).count == 1)
      try await counted.countAll()
      try await counted.expectRecount(at: now)
    }
  }

  @Test(
    "EX-15 an abandoned customer who is removed stays counted, in the tables and as known on any day",
    arguments: LedgerKind.allCases.sampled(1), [1, 100])
  func removal(kind: LedgerKind, rows: Int) async throws {
    try await kind.open { ledger in
      let counted = try CountedLedger(ledger)
      let arrival = Self.at("2026-01-03T10:00:00Z")
      let visit = Self.at("2026-01-04T10:00:00Z")
      try await counted.append(
        [
          (arrival, .device(DeviceUse(device: "phone", origin: "eve", at: arrival))),
          (arrival, .reached("discovery")),
        ], to: "eve")
      try await counted.append(
        [
          (visit, Self.germany(at: visit)), ChartLife.shown("v1", "2026-01-04T10:00:00Z"),
          ChartLife.shown("v2", "2026-01-04T10:00:00Z", paywall: "offer", placement: "start"),
        ], to: "eve")
      try await counted.append([(arrival, .reached("discovery"))], to: "dan")
      try await counted.append([(visit, .used("k1", by: "bob"))], to: "bob")
      try await counted.countAll()
      let now = Self.at("2027-03-20")
      let before = try await counted.newcomers(at: now)
      let known = try await counted.newcomers(at: Self.at("2026-01-04"))
      #expect(try await ledger.pruneAll(.customers, beforeDay: 400, rows: rows) == 2)

      #expect(try await ledger.record(of: "eve", in: "coach") == nil)
      let left = try await ledger.entries(after: 0, in: "coach", limit: 99)
      #expect(!left.contains { $0.customer == "eve" || $0.customer == "dan" })
      #expect(Set(left.map(\.fact.kind)) == [.attribute, .paywall, .use])
      #expect(try await counted.ledger.charts.parts(of: ["eve", "dan"], in: "coach").isEmpty)
      try await counted.countAll()
      #expect(try await counted.newcomers(at: now) == before)
      #expect(try await counted.newcomers(at: Self.at("2026-01-04")) == known)
      #expect(before.contains { $0.hasPrefix("new-customers 2026-01-01 unknown 2") })
      #expect(before.contains { $0.hasPrefix("new-customers 2026-01-01 DE 1") })
      #expect(before.contains { $0.hasPrefix("paywall-encounter 2026-01-01 DE 1") })
      try await counted.expectRecount(at: now)
      // They are counted again from the beginning, as in a ledger that was moved.
      let again = ChartCounter(counted.ledger, of: "coach", billing: [:])
      while try await again.countNext() {}
      try await counted.expectRecount(at: now)
    }
  }

  @Test(
    "a counter that is stopped between any two of its steps loses nothing and counts nothing twice",
    arguments: LedgerKind.allCases.sampled(1), InterruptedTables.Step.allCases.sampled(1))
  func stopped(kind: LedgerKind, step: InterruptedTables.Step) async throws {
    try await kind.open { ledger in
      let counted = try CountedLedger(ledger)
      try await Self.fill(counted)
      let stopped = counted.counter(
        InterruptedTables(tables: counted.ledger.charts) {
          if $0 == step { throw LedgerError(.unavailable, "Stopped.") }
        })
      for round in 0..<3 {
        #expect(try await code { try await stopped.countNext(limit: 1) } == .unavailable)
        if round.isMultiple(of: 2) { try await counted.counter().countNext(limit: 1) }
      }
      try await counted.countAll()
      try await counted.expectRecount(at: Self.at("2026-03-20"))
    }
  }

  @Test(
    "what is recorded while customers are counted is counted next",
    arguments: LedgerKind.allCases.sampled(1))
  func meanwhile(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let counted = try CountedLedger(ledger)
      try await Self.fill(counted)
      let bought = ChartLife.bought("6", "2026-02-21", to: "2026-03-21", line: "6")
      let late = counted.counter(
        InterruptedTables(tables: counted.ledger.charts) {
          if $0 == .apply { try await counted.append([bought], to: "bob") }
        })
      try await late.countNext(limit: 9)
      #expect(
        try await counted.ledger.charts.changes(after: nil, in: "coach", limit: 9).map(\.customer)
          == ["bob"])
      try await counted.countAll()
      try await counted.expectRecount(at: Self.at("2026-03-20"))
    }
  }

  @Test(
    "one of two counters applies, and none applies what it read before an erasure",
    arguments: LedgerKind.allCases)
  func conflicts(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let counted = try CountedLedger(ledger)
      try await Self.fill(counted)
      let second = counted.counter(
        InterruptedTables(tables: counted.ledger.charts) {
          if $0 == .apply { try await counted.counter().countNext(limit: 9) }
        })
      #expect(try await second.countNext(limit: 9))
      try await counted.countAll()
      try await counted.append(
        [ChartLife.bought("7", "2026-02-22", to: "2026-03-22", line: "7")], to: "bob")
      let erased = counted.counter(
        InterruptedTables(tables: counted.ledger.charts) {
          guard $0 == .apply else { return }
          _ = try await ledger.erase(
            LedgerErasure(app: "coach", customer: "bob", expectedVersion: 2, at: .start))
        })
      #expect(try await erased.countNext(limit: 9))
      #expect(try await counted.ledger.charts.parts(of: ["bob"], in: "coach").isEmpty)
      try await counted.countAll()
      try await counted.expectRecount(at: Self.at("2026-03-20"))
    }
  }

  @Test(
    "other billing periods, or a new measure, have all customers counted again",
    arguments: LedgerKind.allCases)
  func rules(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let counted = try CountedLedger(ledger)
      try await Self.fill(counted)
      try await counted.countAll()
      let rules = try await counted.ledger.charts.state(in: "coach")?.rules.split(separator: "\n")
      #expect(Set(rules ?? []).isSuperset(of: ChartMeasure.allCases.map { Substring($0.rawValue) }))
      let other = ChartCounter(counted.ledger, of: "coach", billing: ["pro": Period(1, .year)])
      while try await other.countNext(limit: 2) {}
      try await counted.counter().countNext(limit: 1)
      #expect(try await counted.ledger.charts.backlog(in: "coach").customers == 2)
      try await counted.countAll()
      try await counted.expectRecount(at: Self.at("2026-03-20"))
    }
  }
}
