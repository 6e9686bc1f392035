import Testing
import Tollgate
import TollgateLedger

@Suite("Every ledger shares background work by leases")
struct LeaseTests {
  private static let later = Instant.start.after(seconds: 1_000_000)

  private static func lease(_ holder: String, seconds: Int64 = 3600) -> LedgerLease {
    LedgerLease(holder: holder, length: .seconds(seconds))
  }

  private static func renewal(of purchase: PurchaseID, endingAfter seconds: Int64) -> Fact {
    .transaction(
      StoreTransaction(
        id: StoreTransaction.ID("t\(seconds)"), originalID: purchase.originalID,
        product: "monthly", purchasedAt: .start.after(seconds: seconds - 60),
        expiresAt: .start.after(seconds: seconds), environment: .production, signedAt: .start))
  }

  /// Schedules three checks; the first is the longest overdue.
  private static func schedule(_ ledger: any Ledger) async throws {
    for number in 1...3 as ClosedRange<Int64> {
      _ = try await ledger.append(
        .of(
          Customer.ID("c\(number)"), at: 0,
          [renewal(of: PurchaseID(.init("\(number)")), endingAfter: number * 60)]))
    }
  }

  private static func due(
    _ ledger: any Ledger, limit: Int = 9, _ lease: LedgerLease?
  ) async throws -> [LedgerCheck] {
    try await ledger.checks(
      dueAt: later, of: .production, in: "coach", limit: limit, lease: lease)
  }

  private static func names(_ checks: [LedgerCheck]) -> [String] {
    checks.map(\.purchase.originalID.rawValue)
  }

  @Test(
    "EX-16 a check that one server has taken is left out for another one, which gets the next",
    arguments: LedgerKind.allCases)
  func checks(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await Self.schedule(ledger)
      #expect(Self.names(try await Self.due(ledger, limit: 2, Self.lease("first"))) == ["1", "2"])
      #expect(Self.names(try await Self.due(ledger, limit: 2, Self.lease("second"))) == ["3"])
      #expect(try await Self.due(ledger, Self.lease("third")).isEmpty)
      // The holder gets its own again, for example after a pause; a caller that only reads gets all.
      #expect(Self.names(try await Self.due(ledger, Self.lease("first"))) == ["1", "2"])
      #expect(Self.names(try await Self.due(ledger, nil)) == ["1", "2", "3"])
      #expect(try await Self.due(ledger, limit: 0, Self.lease("first")).isEmpty)
    }
  }

  @Test(
    "EX-16 the checks of a server that died are another's once its lease ends",
    arguments: LedgerKind.allCases)
  func deadServer(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await Self.schedule(ledger)
      let dead = try await Self.due(ledger, Self.lease("dead", seconds: 0))
      #expect(dead.count == 3)
      let taken = try await Self.due(ledger, Self.lease("alive"))
      #expect(taken == dead)
      // It was only slow: what it learned late is recorded, and ends the check for both.
      try await ledger.settle(dead[0], in: "coach", next: nil)
      try await ledger.settle(taken[0], in: "coach", next: Self.later)
      #expect(Self.names(try await Self.due(ledger, nil)) == ["2", "3"])
    }
  }

  @Test(
    "EX-16 a check that is settled is free, and due again for every server",
    arguments: LedgerKind.allCases)
  func settled(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await Self.schedule(ledger)
      let taken = try await Self.due(ledger, limit: 1, Self.lease("first"))
      try await ledger.settle(taken[0], in: "coach", next: .start)
      let again = try await Self.due(ledger, limit: 1, Self.lease("second"))
      #expect(Self.names(again) == ["1"])
      #expect(again.first?.tries == 1)
    }
  }

  @Test(
    "EX-16 a token to revoke is taken, released by its settlement and taken over like a check",
    arguments: LedgerKind.allCases)
  func revocations(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      func due(_ lease: LedgerLease?, in app: Blueprint.App.ID = "coach") async throws -> [String] {
        try await ledger.revocations(dueAt: .start, in: app, limit: 9, lease: lease)
          .map(\.token.token)
      }
      for app in ["coach", "garden"] as [Blueprint.App.ID] {
        try await ledger.keep(
          LedgerSignInToken(client: "com.example", token: "of \(app)"), of: "nobody", in: app,
          at: .start)
      }
      #expect(try await due(Self.lease("first")) == ["of coach"])
      #expect(try await due(Self.lease("second")).isEmpty)
      #expect(try await due(Self.lease("second"), in: "garden") == ["of garden"])
      #expect(try await due(Self.lease("first", seconds: 0)) == ["of coach"])
      #expect(try await due(Self.lease("second")) == ["of coach"])
      let revocation = try #require(
        try await ledger.revocations(dueAt: .start, in: "coach", limit: 9).first)
      try await ledger.settle(revocation, in: "coach", next: .start)
      #expect(try await due(Self.lease("first")) == ["of coach"])
    }
  }

  @Test(
    "EX-16 a task is one server's until it gives it back or its lease ends",
    arguments: LedgerKind.allCases)
  func tasks(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      func take(
        _ lease: LedgerLease, _ task: LedgerTask = LedgerTask("catch-up"),
        in app: Blueprint.App.ID = "coach"
      ) async throws -> Bool {
        try await ledger.take(task, in: app, for: lease, at: .start)
      }
      let isTaken = try await take(Self.lease("first"))
      #expect(isTaken)
      #expect(try await !take(Self.lease("second")))
      #expect(try await take(Self.lease("first")))
      #expect(try await take(Self.lease("second"), LedgerTask("retention")))
      #expect(try await take(Self.lease("second"), in: "garden"))
      // Nobody gives back what another server has.
      #expect(try await !take(Self.lease("second", seconds: 0)))
      #expect(try await !take(Self.lease("second")))
      #expect(try await take(Self.lease("first", seconds: 0)))
      #expect(try await take(Self.lease("second")))
      #expect(try await !take(Self.lease("first")))
    }
  }

  @Test("a ledger in memory and one in a file count a lease by the caller's clock")
  func clock() async throws {
    for kind in [LedgerKind.memory, .sqlite] {
      try await kind.open { ledger in
        let task = LedgerTask("catch-up")
        for (holder, seconds, isTaken) in [
          ("first", 0, true), ("second", 3599, false), ("second", 3600, true),
          ("first", 3601, false),
        ] as [(String, Int64, Bool)] {
          let took = try await ledger.take(
            task, in: "coach", for: Self.lease(holder), at: .start.after(seconds: seconds))
          #expect(took == isTaken)
        }
      }
    }
  }
}
