import Testing
import Tollgate
import TollgateLedger

@Suite("Every ledger serves many callers at once")
struct ConcurrencyTests {
  @Test("all appends of many customers land", arguments: LedgerKind.allCases)
  func manyCustomers(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            let id = Customer.ID("c\(number)")
            for version in 0..<5 {
              let landed = try await ledger.append(
                .of(id, at: version, [.used("k\(version)", by: id)]))
              #expect(landed == version + 1)
            }
          }
        }
        try await group.waitForAll()
      }
      for number in 0..<200 {
        let id = Customer.ID("c\(number)")
        let record = try #require(try await ledger.record(of: id, in: "coach"))
        #expect(record.version == 5)
        #expect(record.customer == Customer((0..<5).map { .used("k\($0)", by: id) }))
      }
      let entries = try await ledger.entries(after: 0, in: "coach", limit: 2000)
      #expect(entries.map(\.sequence) == Array(1...1000))
    }
  }

  @Test("exactly one of the writes decided on one version lands", arguments: LedgerKind.allCases)
  func oneCustomer(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      for version in 0..<10 {
        let codes = try await withThrowingTaskGroup(of: LedgerError.Code?.self) { group in
          for number in 0..<50 {
            group.addTask {
              try await code {
                try await ledger.append(
                  .of("c1", at: version, [.used("\(version)-\(number)", by: "c1")]))
              }
            }
          }
          return try await group.reduce(into: [LedgerError.Code?]()) { $0.append($1) }
        }
        #expect(codes.filter { $0 == nil }.count == 1)
        #expect(codes.filter { $0 == .conflict }.count == 49)
      }
      #expect(try await ledger.record(of: "c1", in: "coach")?.version == 10)
      #expect(try await ledger.entries(after: 0, in: "coach", limit: 1000).count == 10)
    }
  }

  @Test(
    "a purchase raced for has one owner, who alone gets the success", arguments: LedgerKind.allCases
  )
  func raceForClaim(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let winners = try await withThrowingTaskGroup(of: Customer.ID?.self) { group in
        for number in 0..<100 {
          group.addTask {
            let id = Customer.ID("c\(number)")
            let refused = try await code {
              try await ledger.append(.of(id, at: 0, claims: [.purchase("1000")]))
            }
            return refused == nil ? id : nil
          }
        }
        return try await group.reduce(into: [Customer.ID]()) { winners, id in
          if let id { winners.append(id) }
        }
      }
      #expect(winners.count == 1)
      #expect(try await ledger.owner(of: .purchase("1000"), in: "coach") == winners.first)
    }
  }

  @Test("a use racing with a merge goes to the survivor or conflicts")
  func raceWithMerge() async throws {
    for kind in LedgerKind.allCases {
      try await kind.open { ledger in
        for number in 0..<40 {
          let old = Customer.ID("old\(number)")
          let new = Customer.ID("new\(number)")
          _ = try await ledger.append(.of(old, at: 0))
          async let use = code { try await ledger.append(.of(old, at: 1, [.used("k", by: old)])) }
          async let merge = code { try await ledger.append(.of(new, at: 0, absorbs: old)) }
          let (used, merged) = try await (use, merge)
          if merged == .conflict {
            #expect(used == nil)
            _ = try await ledger.append(.of(new, at: 0, absorbs: old, with: 2))
          } else {
            #expect(merged == nil && used == .conflict)
          }
          let survivor = try #require(try await ledger.record(of: new, in: "coach"))
          #expect(
            survivor.customer.hasUse(of: "send-message", key: "k", by: old) == (used == nil))
        }
      }
    }
  }
}
