import Testing
import Tollgate
import TollgateLedger

extension Instant {
  /// A day of the tests' time, counted from 0.
  static func day(_ day: Int64) -> Instant { .start.after(seconds: day * 86_400) }
}

extension LedgerWrite {
  /// The same write on another day.
  func on(day: Int64) -> LedgerWrite {
    var write = self
    write.at = .day(day)
    return write
  }
}

extension Ledger {
  /// Prunes a kind completely, and returns how many were removed, checking each call's limit.
  func pruneAll(
    _ kind: LedgerPruning.Kind, beforeDay day: Int64, rows: Int = LedgerPruning.rowLimit
  ) async throws -> Int {
    var pruning = LedgerPruning(kind, before: .day(day), rows: rows)
    var dry = pruning
    dry.isDryRun = true
    let expected = try await prune(dry)
    #expect(expected.rows == 0)
    #expect(expected.next == nil)
    var removed = 0
    while true {
      let pruned = try await prune(pruning)
      #expect(pruned.rows <= rows)
      removed += pruned.count
      guard let next = pruned.next else { break }
      pruning.position = next
    }
    #expect(removed == expected.count, "a dry run counts what is removed")
    return removed
  }
}

@Suite("Every ledger is pruned by the age of what it keeps")
struct PruneTests {
  @Test(
    "answers go by their age, also those that moved with a merged customer",
    arguments: LedgerKind.allCases)
  func answers(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      for number in 0..<250 {
        _ = try await ledger.append(
          .of("ann", at: number, [.used("k\(number)", by: "ann")], answer: .of(.of(number)))
            .on(day: Int64(number / 100)))
      }
      _ = try await ledger.append(.of("bob", at: 0, answer: .of("b")).on(day: 2))
      _ = try await ledger.append(.of("eve", at: 0, answer: .of("e")).on(day: 9))
      _ = try await ledger.append(.of("eve", at: 1, absorbs: "bob").on(day: 9))
      let facts = try await ledger.record(of: "ann", in: "coach")
      #expect(try await ledger.pruneAll(.answers, beforeDay: 0) == 0)
      #expect(try await ledger.pruneAll(.answers, beforeDay: 2) == 200)
      #expect(try await ledger.answer(to: "k199", of: "ann", in: "coach") == nil)
      #expect(try await ledger.answer(to: "k200", of: "ann", in: "coach") == .of("k200"))
      #expect(try await ledger.answer(to: "b", of: "eve", in: "coach") == .of("b"))
      #expect(try await ledger.pruneAll(.answers, beforeDay: 3) == 51)
      #expect(try await ledger.answer(to: "b", of: "eve", in: "coach") == nil)
      #expect(try await ledger.answer(to: "e", of: "eve", in: "coach") == .of("e"))
      #expect(try await ledger.record(of: "ann", in: "coach") == facts)
    }
  }

  @Test(
    "answers written while a clock was ahead hold up no others", arguments: LedgerKind.allCases)
  func clockAhead(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      for number in 0..<150 {
        _ = try await ledger.append(.of("ann", at: number, answer: .of(.of(number))).on(day: 3650))
      }
      for number in 0..<20 {
        _ = try await ledger.append(.of("bob", at: number, answer: .of(.of(number))).on(day: 1))
      }
      #expect(try await ledger.pruneAll(.answers, beforeDay: 2) == 20)
      #expect(try await ledger.answer(to: "k0", of: "bob", in: "coach") == nil)
      #expect(try await ledger.answer(to: "k0", of: "ann", in: "coach") == .of("k0"))
      #expect(try await ledger.pruneAll(.answers, beforeDay: 3651) == 150)
    }
  }

  @Test(
    "claims of ended sessions and notifications go by their age, all others stay",
    arguments: LedgerKind.allCases, ClaimTests.claims)
  func claims(kind: LedgerKind, claim: LedgerClaim) async throws {
    let prunedAs: LedgerPruning.Kind? =
      switch claim {
      case .endedSession: .endedSessions
      case .notification: .notifications
      default: nil
      }
    try await kind.open { ledger in
      _ = try await ledger.append(.of("ann", at: 0, [.used("k", by: "ann")], claims: [claim]))
      // Taking it again makes it no younger.
      _ = try await ledger.append(.of("ann", at: 1, claims: [claim]).on(day: 5))
      #expect(try await ledger.pruneAll(prunedAs ?? .endedSessions, beforeDay: 0) == 0)
      for pruned in LedgerPruning.Kind.allCases {
        #expect(try await ledger.pruneAll(pruned, beforeDay: 1) == (pruned == prunedAs ? 1 : 0))
      }
      #expect(try await ledger.owner(of: claim, in: "coach") == (prunedAs == nil ? "ann" : nil))
    }
  }

  @Test(
    "refused notifications and overdue revocations go by their age", arguments: LedgerKind.allCases)
  func others(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      for day in 0..<4 as Range<Int64> {
        try await ledger.refuse(
          LedgerRefusal(
            notification: "n\(day)", signedPayload: "p", reason: "r", revision: "", at: .day(day)),
          in: "coach")
        try await ledger.keep(
          LedgerSignInToken(client: "c", token: "t\(day)"), of: "nobody", in: "coach", at: .day(day)
        )
      }
      #expect(try await ledger.pruneAll(.refusals, beforeDay: 2, rows: 1) == 2)
      #expect(try await ledger.pruneAll(.revocations, beforeDay: 3, rows: 1) == 3)
      #expect(
        try await ledger.refusals(notJudgedUnder: "", in: "coach", limit: 9).map(\.notification)
          == ["n2", "n3"])
      #expect(
        try await ledger.revocations(dueAt: .day(9), in: "coach", limit: 9).map(\.token.token)
          == ["t3"])
    }
  }

  @Test(
    "replaced values of an attribute are pruned by their age",
    arguments: LedgerKind.allCases)
  func attributes(kind: LedgerKind) async throws {
    func set(_ name: Attribute.ID, _ value: Attribute.Value?, day: Int64) -> Fact {
      .attribute(AttributeChange(attribute: name, setBy: .app, value: value, at: .day(day)))
    }
    try await kind.open { ledger in
      let facts = [
        set("goal", "strength", day: 0), set("goal", "endurance", day: 1), set("goal", nil, day: 2),
        set("level", 1, day: 0),
      ]
      for (version, fact) in facts.enumerated() {
        _ = try await ledger.append(.of("ann", at: version, [fact]).on(day: Int64(version % 3)))
      }
      _ = try await ledger.append(.of("bob", at: 0, [set("goal", "strength", day: 0)]).on(day: 0))
      _ = try await ledger.append(.of("bob", at: 1, [.reached("memory")]).on(day: 3))
      let before = try await ledger.record(of: "ann", in: "coach")
      #expect(try await ledger.pruneAll(.attributes, beforeDay: 1) == 1)
      #expect(try await ledger.pruneAll(.attributes, beforeDay: 9) == 1)
      #expect(try await ledger.record(of: "ann", in: "coach") == before)
      #expect(
        try await ledger.record(of: "bob", in: "coach")?.customer.value(of: "goal", setBy: .app)
          == "strength")
    }
  }

  @Test(
    "of an attribute that changes all the time the newest 20 values are kept",
    arguments: LedgerKind.allCases)
  func changedAllTheTime(kind: LedgerKind) async throws {
    func set(
      _ name: Attribute.ID, _ number: Int, by setter: Attribute.Setter = .app
    ) -> Fact {
      .attribute(
        AttributeChange(
          attribute: name, setBy: setter, value: .integer(number),
          at: .start.after(seconds: Int64(number))))
    }
    try await kind.open { ledger in
      _ = try await ledger.append(.of("bob", at: 0, [set("level", 1)]))
      _ = try await ledger.append(
        .of("ann", at: 0, [set("level", 0, by: .backend), set("age", 0), .reached("memory")]))
      var expected = Customer([
        set("level", 0, by: .backend), set("age", 0), .reached("memory"),
      ])
      for number in 1...50 {
        _ = try await ledger.append(.of("ann", at: number, [set("level", number)]))
        expected.join(set("level", number))
      }
      // One that is reported late replaces nothing.
      _ = try await ledger.append(.of("ann", at: 51, [set("level", 31)]))
      let entries = try await ledger.entries(after: 0, in: "coach", limit: 1000)
      let levels = entries.compactMap { entry -> Int? in
        guard entry.customer == "ann", case .attribute(let change) = entry.fact,
          change.attribute == "level", change.setBy == .app,
          case .integer(let level)? = change.value
        else { return nil }
        return level
      }
      #expect(levels == Array(32...50) + [31])
      #expect(Set(entries.map(\.sequence)).count == entries.count)
      #expect(entries.count { $0.customer == "bob" } == 1)
      let record = try await ledger.record(of: "ann", in: "coach")
      #expect(record?.customer.facts.count == expected.facts.count)
      #expect(record?.customer.value(of: "level", setBy: .app) == .integer(50))
      #expect(record?.customer.value(of: "level", setBy: .backend) == .integer(0))
      #expect(record?.customer.value(of: "age", setBy: .app) == .integer(0))
    }
  }

  @Test("every time zone that a device reported stays", arguments: LedgerKind.allCases)
  func timeZones(kind: LedgerKind) async throws {
    func set(_ name: Attribute.ID, _ value: Attribute.Value, day: Int64) -> Fact {
      .attribute(AttributeChange(attribute: name, setBy: .device, value: value, at: .day(day)))
    }
    try await kind.open { ledger in
      let facts = [
        set("timeZone", "Asia/Tokyo", day: 0), set("country", "JP", day: 0),
        set("timeZone", "Europe/Berlin", day: 1), set("country", "DE", day: 1),
        Fact.reached("memory"),
      ]
      for (version, fact) in facts.enumerated() {
        _ = try await ledger.append(.of("ann", at: version, [fact]).on(day: Int64(version / 2)))
      }
      let before = try await ledger.record(of: "ann", in: "coach")
      #expect(before?.customer.attributeChanges.count == 3)
      #expect(try await ledger.pruneAll(.attributes, beforeDay: 9) == 1)
      #expect(try await ledger.record(of: "ann", in: "coach") == before)
    }
  }

  @Test(
    "only reservations and their releases are pruned of the facts, and no sequence number is reused",
    arguments: LedgerKind.allCases)
  func reservations(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("ann", at: 0, factsOfEveryKind))
      let others = factsOfEveryKind.filter {
        ![.reservation, .reservationRelease].contains($0.kind)
      }
      #expect(try await ledger.pruneAll(.reservations, beforeDay: 0) == 0)
      #expect(
        try await ledger.pruneAll(.reservations, beforeDay: 1, rows: 2)
          == factsOfEveryKind.count - others.count)
      let record = try #require(try await ledger.record(of: "ann", in: "coach"))
      #expect(record.customer == Customer(others))
      #expect(record.version == 1)
      let last = factsOfEveryKind.first { $0.kind == .reservation }
      _ = try await ledger.append(.of("ann", at: 1, [try #require(last)]))
      let newest = try await ledger.entries(after: 0, in: "coach", limit: 99).last?.sequence
      // PostgreSQL counts its sequence numbers apart from the facts, so the newest may go too.
      #expect(
        try await ledger.pruneAll(.reservations, beforeDay: 1) == (kind == .postgresql ? 1 : 0))
      _ = try await ledger.append(.of("ann", at: 2, [.reached("memory")]))
      let next = try await ledger.entries(after: 0, in: "coach", limit: 99).last?.sequence
      #expect(try #require(next) > (try #require(newest)))
    }
  }
}

extension Idempotency.Key {
  fileprivate static func of(_ number: Int) -> Self { Self("k\(number)") }
}
