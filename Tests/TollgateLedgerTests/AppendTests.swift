import Testing
import Tollgate
import TollgateLedger

@Suite("Every ledger appends and folds")
struct AppendTests {
  @Test("a customer never written has no record", arguments: LedgerKind.allCases)
  func unknownCustomer(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      #expect(try await ledger.record(of: "c1", in: "coach") == nil)
      _ = try await ledger.append(.of("c1", at: 0))
      #expect(try await ledger.record(of: "c1", in: "grobro") == nil)
      #expect(try await ledger.record(of: "c2", in: "coach") == nil)
    }
  }

  @Test("a record is the fold of every fact that was appended", arguments: LedgerKind.allCases)
  func fold(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      for (version, fact) in factsOfEveryKind.enumerated() {
        #expect(try await ledger.append(.of("c1", at: version, [fact])) == version + 1)
      }
      let record = try #require(try await ledger.record(of: "c1", in: "coach"))
      #expect(
        record
          == CustomerRecord(
            id: "c1", version: factsOfEveryKind.count, customer: Customer(factsOfEveryKind)))
    }
  }

  @Test("every kind of fact comes back as it went in, in one write", arguments: LedgerKind.allCases)
  func roundTrip(kind: LedgerKind) async throws {
    #expect(Set(factsOfEveryKind.map(\.kind)) == Set(Fact.Kind.allCases))
    try await kind.open { ledger in
      _ = try await ledger.append(.of("c1", at: 0, factsOfEveryKind))
      let entries = try await ledger.entries(after: 0, in: "coach", limit: 100)
      #expect(entries.map(\.fact) == factsOfEveryKind)
    }
  }

  @Test("a write without facts makes a new version too", arguments: LedgerKind.allCases)
  func emptyWrite(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      #expect(try await ledger.append(.of("c1", at: 0)) == 1)
      #expect(try await ledger.append(.of("c1", at: 1)) == 2)
      let record = try #require(try await ledger.record(of: "c1", in: "coach"))
      #expect(record.version == 2)
      #expect(record.customer == Customer())
    }
  }

  @Test(
    "a write decided on any but the newest version conflicts and leaves nothing",
    arguments: LedgerKind.allCases, [0, 1, 3, 99, -1])
  func conflict(kind: LedgerKind, version: Int) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("c1", at: 0, [.reached("discovery")]))
      _ = try await ledger.append(.of("c1", at: 1))
      let before = try await ledger.record(of: "c1", in: "coach")
      let refused = try await code {
        try await ledger.append(
          .of(
            "c1", at: version, [.reached("memory")], claims: [.purchase("1000")],
            answer: .of("k1")))
      }
      #expect(refused == .conflict)
      #expect(try await ledger.record(of: "c1", in: "coach") == before)
      #expect(try await ledger.owner(of: .purchase("1000"), in: "coach") == nil)
      #expect(try await ledger.answer(to: "k1", of: "c1", in: "coach") == nil)
      #expect(try await ledger.entries(after: 0, in: "coach", limit: 9).count == 1)
    }
  }

  @Test(
    "a use with an answer is refused for the reasons of any other write",
    arguments: LedgerKind.allCases)
  func refusedUses(kind: LedgerKind) async throws {
    let ann: Customer.ID = "a\u{0}nn"
    func use(_ key: String, by customer: Customer.ID, at version: Int) -> LedgerWrite {
      .of(customer, at: version, [.used(key, by: customer)], answer: .of(Idempotency.Key(key)))
    }
    try await kind.open { ledger in
      #expect(try await ledger.append(use("k1", by: ann, at: 0)) == 1)
      #expect(try await ledger.append(use("k2", by: ann, at: 1)) == 2)
      for version in [0, 1, 3] {
        let stale = try await code { try await ledger.append(use("k3", by: ann, at: version)) }
        #expect(stale == .conflict)
      }
      for version in 0...2 {
        let again = try await refusal { try await ledger.append(use("k1", by: ann, at: version)) }
        #expect(again == .answered(.of("k1")))
      }
      _ = try await ledger.append(.of("eve", at: 0, absorbs: ann, with: 2))
      #expect(try await ledger.version(of: ann, in: "coach") == 3)
      #expect(try await code { try await ledger.append(use("k3", by: ann, at: 3)) } == .conflict)
      #expect(try await ledger.append(use("k3", by: "eve", at: 1)) == 2)
      #expect(try await ledger.entries(after: 0, in: "coach", limit: 9).count == 3)
    }
  }

  @Test("customers of different apps with one name are different", arguments: LedgerKind.allCases)
  func apps(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(
        .of("c1", at: 0, [.reached("coach")], claims: [.email("a@b.c")], answer: .of("k")))
      _ = try await ledger.append(
        .of("c1", at: 0, [.reached("grobro")], claims: [.email("a@b.c")], app: "grobro"))
      let coach = try #require(try await ledger.record(of: "c1", in: "coach"))
      let grobro = try #require(try await ledger.record(of: "c1", in: "grobro"))
      #expect(coach.customer == Customer([.reached("coach")]))
      #expect(grobro.customer == Customer([.reached("grobro")]))
      #expect(try await ledger.answer(to: "k", of: "c1", in: "grobro") == nil)
    }
  }

  @Test("entries come in the order of their commits, by page", arguments: LedgerKind.allCases)
  func entries(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("c1", at: 0, [.reached("a"), .reached("b")]))
      _ = try await ledger.append(.of("other", at: 0, [.reached("x")], app: "grobro"))
      _ = try await ledger.append(.of("c2", at: 0, [.reached("c")]))
      let all = try await ledger.entries(after: 0, in: "coach", limit: 10)
      #expect(all.map(\.sequence) == [1, 2, 4])
      #expect(all.map(\.customer) == ["c1", "c1", "c2"])
      #expect(all.map(\.fact) == [.reached("a"), .reached("b"), .reached("c")])
      #expect(all.allSatisfy { $0.at == .start })
      #expect(try await ledger.entries(after: 1, in: "coach", limit: 1) == [all[1]])
      #expect(try await ledger.entries(after: 4, in: "coach", limit: 10).isEmpty)
      #expect(try await ledger.entries(after: 0, in: "coach", limit: 0).isEmpty)
      #expect(try await ledger.entries(after: 0, in: "nobody", limit: 10).isEmpty)
    }
  }

  @Test("a value of the whole ledger stays until it is replaced", arguments: LedgerKind.allCases)
  func properties(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      #expect(try await ledger.property(.serverKeys) == nil)
      try await ledger.set(.serverKeys, to: "a=current")
      try await ledger.set(.environment, to: "sandbox")
      try await ledger.set(.serverKeys, to: "a=previous e\u{301}\u{0}")
      #expect(try await ledger.property(.serverKeys) == "a=previous e\u{301}\u{0}")
      #expect(try await ledger.property(.environment) == "sandbox")
      #expect(try await ledger.property(LedgerProperty("other")) == nil)
    }
  }

  @Test(
    "a value as long as a blueprint with its files is stored whole",
    arguments: LedgerKind.allCases)
  func longProperty(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let property = LedgerProperty("blueprint r1 coach")
      let text = String(repeating: "# why: é 'quoted' \\ \"twice\"\n", count: 200_000)
      try await ledger.set(property, to: text)
      #expect(try await ledger.property(property) == text)
    }
  }

  @Test(
    "a value is replaced only where it is the expected one", arguments: LedgerKind.allCases)
  func replacedProperty(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let property = LedgerProperty("state")
      #expect(try await !ledger.replace(property, "a", with: "b"))
      #expect(try await ledger.replace(property, nil, with: "a e\u{301}\u{0}"))
      #expect(try await !ledger.replace(property, nil, with: "b"))
      #expect(try await !ledger.replace(property, "b", with: "c"))
      #expect(try await ledger.property(property) == "a e\u{301}\u{0}")
      #expect(try await ledger.replace(property, "a e\u{301}\u{0}", with: "b"))
      #expect(try await ledger.property(property) == "b")
      // Of several at once, one wins.
      let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<8 {
          group.addTask { try await ledger.replace(property, "b", with: "c\(number)") }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(wins == 1)
    }
  }

  @Test("a value is removed only where it is the expected one", arguments: LedgerKind.allCases)
  func removedProperty(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let property = LedgerProperty("state")
      #expect(try await ledger.replace(property, nil, with: nil))
      #expect(try await !ledger.replace(property, "a", with: nil))
      try await ledger.set(property, to: "a")
      #expect(try await !ledger.replace(property, nil, with: nil))
      #expect(try await !ledger.replace(property, "b", with: nil))
      #expect(try await ledger.property(property) == "a")
      #expect(try await ledger.replace(property, "a", with: nil))
      #expect(try await ledger.property(property) == nil)
      #expect(try await ledger.replace(property, nil, with: "b"))
    }
  }

  @Test(
    "a customer's lifecycle has those merged into it, up to an entry, and no uses",
    arguments: LedgerKind.allCases)
  func lifecycle(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("old", at: 0, [.reached("a"), .used("k", by: "old")]))
      _ = try await ledger.append(.of("other", at: 0, [.reached("x")]))
      _ = try await ledger.append(.of("new", at: 0, [.reached("b")], absorbs: "old"))
      _ = try await ledger.append(.of("new", at: 1, [.reached("c")]))
      let all = try await ledger.entries(after: 0, in: "coach", limit: 9)
      let mine = try await ledger.lifecycle(
        of: "new", in: "coach", through: try #require(all.last).sequence)
      #expect(mine == all.filter { $0.customer != "other" && $0.fact.kind == .milestone })
      #expect(
        try await ledger.lifecycle(of: "new", in: "coach", through: mine[1].sequence)
          == Array(mine.prefix(2)))
      #expect(try await ledger.lifecycle(of: "old", in: "coach", through: 99).count == 1)
      #expect(try await ledger.lifecycle(of: "new", in: "nobody", through: 99).isEmpty)
    }
  }

  @Test("names that Swift tells apart stay apart", arguments: LedgerKind.allCases)
  func hostileIDs(kind: LedgerKind) async throws {
    #expect(Set(hostileNames).count == hostileNames.count)
    try await kind.open { ledger in
      for name in hostileNames {
        #expect(
          try await ledger.append(
            .of(
              Customer.ID(name), at: 0, [.used(name, by: Customer.ID(name))],
              claims: [
                .email(name), .purchase(PurchaseID(StoreTransaction.OriginalID(name))),
                .trial(.init(name), .init(name)),
              ],
              answer: .of(Idempotency.Key(name), Array(name.utf8)))) == 1)
      }
      for name in hostileNames {
        let id = Customer.ID(name)
        let record = try #require(try await ledger.record(of: id, in: "coach"))
        #expect(record.customer == Customer([.used(name, by: id)]))
        #expect(try await ledger.owner(of: .email(name), in: "coach") == id)
        #expect(try await ledger.owner(of: .trial(.init(name), .init(name)), in: "coach") == id)
        let answer = try await ledger.answer(to: .init(name), of: id, in: "coach")
        #expect(answer?.body == Array(name.utf8))
      }
      let entries = try await ledger.entries(after: 0, in: "coach", limit: 100)
      #expect(entries.map(\.customer.rawValue) == hostileNames)
    }
  }

  @Test("names that Swift calls equal are one customer", arguments: LedgerKind.allCases)
  func canonicalNames(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("Jose\u{301}", at: 0, claims: [.email("jose\u{301}")]))
      #expect(try await ledger.record(of: "Jos\u{E9}", in: "coach")?.version == 1)
      #expect(try await ledger.owner(of: .email("jos\u{E9}"), in: "coach") == "Jos\u{E9}")
    }
  }
}
