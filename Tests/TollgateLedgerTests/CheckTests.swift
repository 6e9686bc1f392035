import Testing
import Tollgate
import TollgateLedger

@Suite("Every ledger keeps when to ask the store about a subscription")
struct CheckTests {
  private static func period(
    _ id: StoreTransaction.ID, of original: PurchaseID = "1000",
    from start: Int64 = 0, endingAfter seconds: Int64?
  ) -> Fact {
    .transaction(
      StoreTransaction(
        id: id, originalID: original.originalID, product: "monthly",
        purchasedAt: .start.after(seconds: start),
        expiresAt: seconds.map(Instant.start.after(seconds:)),
        environment: original.environment, signedAt: .start))
  }

  private static func check(
    _ purchase: PurchaseID = "1000", from start: Int64 = 0, end: Int64,
    due: Int64? = nil, tries: Int = 0
  ) -> LedgerCheck {
    LedgerCheck(
      purchase: purchase, periodStart: .start.after(seconds: start),
      periodEnd: .start.after(seconds: end),
      dueAt: .start.after(seconds: due ?? end), tries: tries)
  }

  private static func due(
    _ ledger: any Ledger, at seconds: Int64 = 1_000_000,
    of environment: StoreEnvironment = .production, limit: Int = 100
  ) async throws -> [LedgerCheck] {
    try await ledger.checks(
      dueAt: .start.after(seconds: seconds), of: environment, in: "coach", limit: limit)
  }

  @Test("a subscription is due at the end of its latest period", arguments: LedgerKind.allCases)
  func latestPeriod(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(
        .of(
          "c1", at: 0,
          [
            Self.period("1", endingAfter: 60), Self.period("2", endingAfter: 120),
            Self.period("9", of: "9", endingAfter: nil), .reached("discovery"),
          ]))
      #expect(try await Self.due(ledger, at: 119).isEmpty)
      #expect(try await Self.due(ledger, at: 120) == [Self.check(end: 120)])
      // An earlier period that is reported late changes nothing.
      _ = try await ledger.append(.of("c1", at: 1, [Self.period("0", endingAfter: 30)]))
      #expect(try await Self.due(ledger) == [Self.check(end: 120)])
      _ = try await ledger.append(.of("c2", at: 0, [Self.period("3", endingAfter: 180)]))
      #expect(try await Self.due(ledger) == [Self.check(end: 180)])
    }
  }

  @Test(
    "EX-19 a question about a refund is due at once, independently of the subscription, until it is settled",
    arguments: LedgerKind.allCases)
  func refundQuestions(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let request = RefundRequest(
        id: "n1", purchase: "1000", transaction: "1", reason: .other,
        askedAt: .start.after(seconds: 5)
      )
      _ = try await ledger.append(
        .of("c1", at: 0, [Self.period("1", endingAfter: 60), .refundRequest(request)]))
      #expect(try await Self.due(ledger, at: 4).isEmpty)
      let question = try #require(try await Self.due(ledger, at: 5).first)
      #expect(question.subject == .refund("1000"))
      #expect(question.periodEnd == request.deadline)
      #expect(request.deadline == .start.after(seconds: 5 + 12 * 3600))
      try await ledger.settle(question, in: "coach", next: .start.after(seconds: 70))
      #expect(try await Self.due(ledger, at: 69) == [Self.check(end: 60)])
      let answered = request.answered(.withheld(.noConsent), at: .start.after(seconds: 70))
      _ = try await ledger.append(.of("c1", at: 1, [.refundRequest(answered)]))
      let again = try await Self.due(ledger, at: 70)
      #expect(again.map(\.subject) == [.period("1000"), .refund("1000")])
      #expect(again.map(\.tries) == [0, 1])
      try await ledger.settle(try #require(again.last), in: "coach", next: nil)
      #expect(try await Self.due(ledger) == [Self.check(end: 60)])
    }
  }

  @Test(
    "EX-15 what the store returned of a replaced period is due at once, independently of the subscription",
    arguments: LedgerKind.allCases)
  func replacedPeriods(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      var write = LedgerWrite.of("c1", at: 0, [Self.period("1", endingAfter: 60)])
      write.replacements = ["1000"]
      _ = try await ledger.append(write)
      let check = try #require(try await Self.due(ledger, at: 0).first)
      #expect(check.subject == .replacement("1000"))
      try await ledger.settle(check, in: "coach", next: nil)
      #expect(try await Self.due(ledger) == [Self.check(end: 60)])
    }
  }

  @Test(
    "the longest overdue come first, as many as requested, of one app",
    arguments: LedgerKind.allCases)
  func bounded(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      for (number, end) in [50, 10, 40, 10, 30].enumerated() {
        let id = PurchaseID("\(number)")
        _ = try await ledger.append(
          .of(Customer.ID("c\(number)"), at: 0, [Self.period("1", of: id, endingAfter: Int64(end))])
        )
      }
      _ = try await ledger.append(
        .of("c1", at: 0, [Self.period("1", endingAfter: 5)], app: "garden"))
      let expected = [
        Self.check("1", end: 10), Self.check("3", end: 10), Self.check("4", end: 30),
        Self.check("2", end: 40), Self.check("0", end: 50),
      ]
      #expect(try await Self.due(ledger) == expected)
      #expect(try await Self.due(ledger, limit: 2) == Array(expected.prefix(2)))
      #expect(try await Self.due(ledger, limit: 0).isEmpty)
      #expect(try await Self.due(ledger, at: 30) == Array(expected.prefix(3)))
    }
  }

  @Test(
    "a check is postponed, counted, ended, and started again by a later period",
    arguments: LedgerKind.allCases)
  func settled(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("c1", at: 0, [Self.period("1", endingAfter: 60)]))
      let first = Self.check(end: 60)
      try await ledger.settle(first, in: "coach", next: Instant.start.after(seconds: 70))
      let second = Self.check(end: 60, due: 70, tries: 1)
      #expect(try await Self.due(ledger) == [second])
      // Another round that has read the check before settles nothing.
      try await ledger.settle(first, in: "coach", next: nil)
      try await ledger.settle(second, in: "garden", next: nil)
      #expect(try await Self.due(ledger) == [second])
      _ = try await ledger.append(.of("c1", at: 1, [Self.period("2", endingAfter: 120)]))
      try await ledger.settle(second, in: "coach", next: nil)
      #expect(try await Self.due(ledger) == [Self.check(end: 120)])
      try await ledger.settle(Self.check(end: 120), in: "coach", next: nil)
      #expect(try await Self.due(ledger).isEmpty)
      _ = try await ledger.append(.of("c1", at: 2, [Self.period("3", endingAfter: 180)]))
      #expect(try await Self.due(ledger) == [Self.check(end: 180)])
    }
  }

  @Test(
    "a shorter plan that was bought later counts, whatever end the earlier one had",
    arguments: LedgerKind.allCases)
  func shorterPlan(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("c1", at: 0, [Self.period("1", endingAfter: 1000)]))
      _ = try await ledger.append(
        .of("c1", at: 1, [Self.period("2", from: 50, endingAfter: 150)]))
      let check = Self.check(from: 50, end: 150)
      #expect(try await Self.due(ledger) == [check])
      _ = try await ledger.append(.of("c1", at: 2, [Self.period("1", endingAfter: 2000)]))
      #expect(try await Self.due(ledger) == [check])
      // The same period, extended.
      _ = try await ledger.append(
        .of("c1", at: 3, [Self.period("2", from: 50, endingAfter: 160)]))
      #expect(try await Self.due(ledger) == [Self.check(from: 50, end: 160)])
    }
  }

  @Test(
    "a sandbox purchase and a production purchase of one number are checked apart",
    arguments: LedgerKind.allCases)
  func environments(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let sandbox = PurchaseID("1000", in: .sandbox)
      _ = try await ledger.append(.of("c1", at: 0, [Self.period("1", endingAfter: 60)]))
      _ = try await ledger.append(
        .of("c2", at: 0, [Self.period("1", of: sandbox, endingAfter: 30)]))
      #expect(try await Self.due(ledger) == [Self.check(end: 60)])
      let due = try await Self.due(ledger, of: .sandbox)
      #expect(due == [Self.check(sandbox, end: 30)])
      try await ledger.settle(due[0], in: "coach", next: nil)
      #expect(try await Self.due(ledger, of: .sandbox).isEmpty)
      #expect(try await Self.due(ledger, of: .xcode).isEmpty)
      #expect(try await Self.due(ledger) == [Self.check(end: 60)])
    }
  }

  @Test("a refused write begins no check", arguments: LedgerKind.allCases)
  func refused(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let refused = try await code {
        try await ledger.append(.of("c1", at: 7, [Self.period("1", endingAfter: 60)]))
      }
      #expect(refused == .conflict)
      #expect(try await Self.due(ledger).isEmpty)
    }
  }

  @Test(
    "unusual names are kept apart", arguments: LedgerKind.allCases)
  func hostile(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      for (number, name) in hostileNames.enumerated() {
        _ = try await ledger.append(
          .of(
            Customer.ID("c\(number)"), at: 0,
            [Self.period("1", of: PurchaseID(StoreTransaction.OriginalID(name)), endingAfter: 60)]))
      }
      let checks = try await Self.due(ledger)
      #expect(Set(checks.map(\.purchase.originalID.rawValue)) == Set(hostileNames))
      for check in checks { try await ledger.settle(check, in: "coach", next: nil) }
      #expect(try await Self.due(ledger).isEmpty)
    }
  }

  @Test("a mark never moves back, and each app has its own", arguments: LedgerKind.allCases)
  func marks(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      #expect(try await ledger.instant(of: .notifications, in: "coach") == nil)
      for (seconds, expected) in [(10, 10), (5, 10), (20, 20), (20, 20)] as [(Int64, Int64)] {
        try await ledger.advance(
          .notifications, in: "coach", to: Instant.start.after(seconds: seconds))
        #expect(
          try await ledger.instant(of: .notifications, in: "coach")
            == Instant.start.after(seconds: expected))
      }
      #expect(try await ledger.instant(of: .notifications, in: "garden") == nil)
      #expect(try await ledger.instant(of: .notifications(of: .sandbox), in: "coach") == nil)
      #expect(try await ledger.instant(of: LedgerMark("other"), in: "coach") == nil)
    }
  }
}
