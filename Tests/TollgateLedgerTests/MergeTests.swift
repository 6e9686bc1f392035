import Testing
import Tollgate
import TollgateLedger

@Suite("Every ledger merges customers")
struct MergeTests {
  @Test("what the absorbed customer had belongs to the survivor", arguments: LedgerKind.allCases)
  func merge(kind: LedgerKind) async throws {
    let account = LedgerCredentials(
      email: "ann@example.com", passwordHash: "$scrypt$", account: "a1", customer: "anonymous")
    try await kind.open { ledger in
      _ = try await ledger.append(
        .of(
          "anonymous", at: 0, [.used("k1", by: "anonymous")],
          claims: [.purchase("1000"), .email("ann@example.com")], answer: .of("k1", [1]),
          credentials: account))
      _ = try await ledger.append(.of("ann", at: 0, [.reached("discovery")], answer: .of("k2")))
      #expect(try await ledger.append(.of("ann", at: 1, absorbs: "anonymous")) == 2)

      let survivor = try #require(try await ledger.record(of: "ann", in: "coach"))
      #expect(
        survivor.customer == Customer([.used("k1", by: "anonymous"), .reached("discovery")]))
      #expect(survivor.mergedInto == nil)
      #expect(try await ledger.owner(of: .purchase("1000"), in: "coach") == "ann")
      #expect(try await ledger.answer(to: "k1", of: "ann", in: "coach") == .of("k1", [1]))
      #expect(try await ledger.answer(to: "k1", of: "anonymous", in: "coach") == nil)
      let moved = try await ledger.credentials(of: "ann@example.com", in: "coach")
      #expect(moved?.customer == "ann")
      #expect(moved?.account == "a1")

      let absorbed = try #require(try await ledger.record(of: "anonymous", in: "coach"))
      #expect(absorbed.mergedInto == "ann")
      #expect(absorbed.version == 2)
      #expect(absorbed.customer == Customer([.used("k1", by: "anonymous")]))
    }
  }

  @Test(
    "a history has everyone's facts, in the order of their commits", arguments: LedgerKind.allCases)
  func history(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("anonymous", at: 0, [.used("k1", by: "anonymous")]))
      _ = try await ledger.append(.of("ann", at: 0, [.reached("discovery")]))
      _ = try await ledger.append(.of("other", at: 0, [.reached("discovery")]))
      _ = try await ledger.append(.of("ann", at: 0, [.reached("discovery")], app: "grobro"))
      _ = try await ledger.append(.of("ann", at: 1, [.reached("late")], absorbs: "anonymous"))
      let history = try await ledger.history(of: "ann", in: "coach")
      #expect(history.map(\.customer) == ["anonymous", "ann", "ann"])
      #expect(
        history.map(\.fact) == [
          .used("k1", by: "anonymous"), .reached("discovery"), .reached("late"),
        ])
      #expect(history.allSatisfy { $0.at == .start })
      #expect(try await ledger.history(of: "anonymous", in: "coach").count == 1)
      #expect(try await ledger.history(of: "nobody", in: "coach").isEmpty)
    }
  }

  @Test("a write may claim what the one it absorbs owns", arguments: LedgerKind.allCases)
  func claimOfAbsorbed(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("anonymous", at: 0, claims: [.trial("free", "phone")]))
      _ = try await ledger.append(
        .of("ann", at: 0, claims: [.trial("free", "phone")], absorbs: "anonymous"))
      #expect(try await ledger.owner(of: .trial("free", "phone"), in: "coach") == "ann")
    }
  }

  @Test("a merged customer cannot be written to", arguments: LedgerKind.allCases, [-1, 1, 2, 3])
  func mergedIsClosed(kind: LedgerKind, version: Int) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("anonymous", at: 0))
      _ = try await ledger.append(.of("ann", at: 0, absorbs: "anonymous"))
      for answer in [nil, LedgerAnswer.of("k")] {
        let late = LedgerWrite.of(
          "anonymous", at: version, [.used("k", by: "anonymous")], answer: answer)
        #expect(try await code { try await ledger.append(late) } == .conflict)
      }
    }
  }

  @Test("merging again into the same customer changes nothing", arguments: LedgerKind.allCases)
  func mergeTwice(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("anonymous", at: 0, [.reached("discovery")]))
      _ = try await ledger.append(.of("ann", at: 0, absorbs: "anonymous"))
      let before = try await ledger.record(of: "ann", in: "coach")
      #expect(try await ledger.append(.of("ann", at: 1, absorbs: "anonymous")) == 2)
      let after = try await ledger.record(of: "ann", in: "coach")
      #expect(after?.customer == before?.customer)
      #expect(try await ledger.record(of: "anonymous", in: "coach")?.mergedInto == "ann")
    }
  }

  @Test(
    "a customer is merged into one other, and never into itself", arguments: LedgerKind.allCases)
  func mergeElsewhere(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("anonymous", at: 0, claims: [.purchase("1000")]))
      _ = try await ledger.append(.of("ann", at: 0, absorbs: "anonymous"))
      let refused = [
        LedgerWrite.of("bob", at: 0, absorbs: "anonymous"),
        LedgerWrite.of("ann", at: 1, absorbs: "ann"),
        LedgerWrite.of("anonymous", at: 2, absorbs: "ann"),
      ]
      for write in refused {
        #expect(try await code { try await ledger.append(write) } == .conflict)
      }
      #expect(try await ledger.owner(of: .purchase("1000"), in: "coach") == "ann")
      #expect(try await ledger.record(of: "bob", in: "coach") == nil)
    }
  }

  @Test(
    "a customer who was written to since the decision is not merged unseen",
    arguments: LedgerKind.allCases)
  func mergedUnseen(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("anonymous", at: 0))
      _ = try await ledger.append(.of("anonymous", at: 1, [.reached("sign-up")]))
      for stale in [0, 1, 3] {
        let write = LedgerWrite.of("ann", at: 0, absorbs: "anonymous", with: stale)
        #expect(try await code { try await ledger.append(write) } == .conflict)
      }
      #expect(try await ledger.record(of: "anonymous", in: "coach")?.mergedInto == nil)
      #expect(try await ledger.append(.of("ann", at: 0, absorbs: "anonymous", with: 2)) == 1)
      // Merged already: what is written to it since is nobody's.
      #expect(try await ledger.append(.of("ann", at: 1, absorbs: "anonymous", with: 0)) == 2)
    }
  }

  @Test(
    "EX-16 a customer who signs up between the decision to merge it and the commit stays an account",
    arguments: LedgerKind.allCases)
  func signedUpMeanwhile(kind: LedgerKind) async throws {
    let account = LedgerCredentials(
      email: "eve@example.com", passwordHash: "$scrypt$", account: "a2", customer: "anonymous")
    try await kind.open { ledger in
      _ = try await ledger.append(.of("ann", at: 0))
      _ = try await ledger.append(.of("anonymous", at: 0, claims: [.purchase("1000")]))
      let decided = LedgerWrite.of("ann", at: 1, absorbs: "anonymous", with: 1)
      // Another server makes the customer an account.
      _ = try await ledger.append(
        .of(
          "anonymous", at: 1, [.reached("sign-up")], claims: [.email("eve@example.com")],
          credentials: account))
      #expect(try await code { try await ledger.append(decided) } == .conflict)
      let record = try #require(try await ledger.record(of: "anonymous", in: "coach"))
      #expect(record.mergedInto == nil && record.version == 2)
      #expect(
        try await ledger.credentials(of: "eve@example.com", in: "coach")?.customer == "anonymous")
      #expect(try await ledger.owner(of: .purchase("1000"), in: "coach") == "anonymous")
      #expect(try await ledger.record(of: "ann", in: "coach")?.version == 1)
    }
  }

  @Test("a chain of merges ends in one survivor with every fact", arguments: LedgerKind.allCases)
  func chain(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      for name in ["first", "second", "third"] {
        _ = try await ledger.append(
          .of(
            Customer.ID(name), at: 0, [.reached(Milestone.ID(name))],
            claims: [.purchase(.init(name))]))
      }
      _ = try await ledger.append(.of("second", at: 1, absorbs: "first"))
      _ = try await ledger.append(.of("third", at: 1, absorbs: "second", with: 2))
      let survivor = try #require(try await ledger.record(of: "third", in: "coach"))
      #expect(
        survivor.customer
          == Customer([.reached("first"), .reached("second"), .reached("third")]))
      for name in ["first", "second"] {
        let merged = try await ledger.record(of: Customer.ID(name), in: "coach")
        #expect(merged?.mergedInto == "third")
        #expect(try await ledger.owner(of: .purchase(.init(name)), in: "coach") == "third")
      }
    }
  }

  @Test(
    "one who was never written can be absorbed before they write", arguments: LedgerKind.allCases)
  func absorbUnknown(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("ann", at: 0, absorbs: "ghost", with: 0))
      #expect(try await ledger.record(of: "ghost", in: "coach")?.mergedInto == "ann")
      let late = LedgerWrite.of("ghost", at: 0)
      #expect(try await code { try await ledger.append(late) } == .conflict)
    }
  }
}
