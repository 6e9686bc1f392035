import Testing
import Tollgate
import TollgateLedger

@Suite("Every ledger moves what one customer gives up to another")
struct ReleaseTests {
  /// A write of `c2` that takes the purchase which `c1` has.
  private func transfer(at version: Int = 0, from expected: Int) -> LedgerWrite {
    var write = LedgerWrite.of("c2", at: version, [.reached("mine")], claims: [.purchase("1000")])
    write.releases = [
      LedgerRelease(
        customer: "c1", expectedVersion: expected, facts: [.reached("given-up")])
    ]
    return write
  }

  @Test(
    "facts of both, the claim and both versions change in one commit",
    arguments: LedgerKind.allCases)
  func moves(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(
        .of("c1", at: 0, [.reached("first")], claims: [.purchase("1000"), .purchase("2000")]))
      #expect(try await ledger.append(transfer(from: 1)) == 1)
      #expect(try await ledger.owner(of: .purchase("1000"), in: "coach") == "c2")
      #expect(try await ledger.owner(of: .purchase("2000"), in: "coach") == "c1")
      let giver = try #require(try await ledger.record(of: "c1", in: "coach"))
      #expect(giver.version == 2)
      #expect(giver.mergedInto == nil)
      #expect(giver.customer == Customer([.reached("first"), .reached("given-up")]))
      let taker = try #require(try await ledger.record(of: "c2", in: "coach"))
      #expect(taker.customer == Customer([.reached("mine")]))
      let entries = try await ledger.entries(after: 0, in: "coach", limit: 10)
      #expect(Set(entries.map(\.customer)) == ["c1", "c2"])
      #expect(entries.count == 3)
    }
  }

  @Test(
    "a giver who was written to in between is a conflict, and nothing is written",
    arguments: LedgerKind.allCases)
  func conflict(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("c1", at: 0, claims: [.purchase("1000")]))
      _ = try await ledger.append(.of("c1", at: 1, [.reached("news")]))
      for version in [0, 1, 3] {
        let refused = try await code { try await ledger.append(transfer(from: version)) }
        #expect(refused == .conflict)
      }
      #expect(try await ledger.record(of: "c2", in: "coach") == nil)
      #expect(try await ledger.owner(of: .purchase("1000"), in: "coach") == "c1")
      #expect(try await ledger.record(of: "c1", in: "coach")?.version == 2)
    }
  }

  @Test(
    "a release is refused from a merged customer, of a third one's claim, and to oneself",
    arguments: LedgerKind.allCases)
  func refused(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("c1", at: 0))
      _ = try await ledger.append(.of("c3", at: 0, claims: [.purchase("1000")]))
      #expect(
        try await refusal { try await ledger.append(transfer(from: 1)) }
          == .claimed(.purchase("1000"), by: "c3"))
      _ = try await ledger.append(.of("c4", at: 0, absorbs: "c1"))
      #expect(try await code { try await ledger.append(transfer(from: 2)) } == .conflict)
      var own = LedgerWrite.of("c3", at: 1)
      own.releases = [LedgerRelease(customer: "c3", expectedVersion: 1)]
      #expect(try await code { try await ledger.append(own) } == .conflict)
    }
  }

  @Test(
    "several others change in the commit of a write, or none of them",
    arguments: LedgerKind.allCases)
  func several(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("c1", at: 0, claims: [.purchase("1000")]))
      _ = try await ledger.append(.of("c3", at: 0, claims: [.purchase("3000")]))
      func write(_ versions: [(Customer.ID, Int)]) -> LedgerWrite {
        var write = LedgerWrite.of(
          "c2", at: 0, [.reached("mine")], claims: [.purchase("1000"), .purchase("3000")])
        write.releases = versions.map {
          LedgerRelease(
            customer: $0.0, expectedVersion: $0.1, facts: [.reached("given-up"), .reached("seen")])
        }
        return write
      }
      for versions in [[("c1", 1), ("c3", 2)], [("c1", 2), ("c3", 1)]] as [[(Customer.ID, Int)]] {
        let refused = try await code { try await ledger.append(write(versions)) }
        #expect(refused == .conflict)
      }
      #expect(try await ledger.record(of: "c2", in: "coach") == nil)
      #expect(try await ledger.append(write([("c1", 1), ("c3", 1), ("c4", 0)])) == 1)
      for (name, version) in [("c1", 2), ("c3", 2), ("c4", 1)] as [(Customer.ID, Int)] {
        let record = try #require(try await ledger.record(of: name, in: "coach"))
        #expect(record.version == version)
        #expect(record.customer == Customer([.reached("given-up"), .reached("seen")]))
      }
      for claim in [LedgerClaim.purchase("1000"), .purchase("3000")] {
        #expect(try await ledger.owner(of: claim, in: "coach") == "c2")
      }
    }
  }

  @Test("a giver without facts still gets a new version", arguments: LedgerKind.allCases)
  func touches(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("c1", at: 0))
      var write = LedgerWrite.of("c2", at: 0)
      write.releases = [LedgerRelease(customer: "c1", expectedVersion: 1)]
      _ = try await ledger.append(write)
      #expect(try await ledger.record(of: "c1", in: "coach")?.version == 2)
      #expect(try await code { try await ledger.append(.of("c1", at: 1)) } == .conflict)
    }
  }
}
