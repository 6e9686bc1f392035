import Testing
import Tollgate
import TollgateLedger

@Suite("Every ledger keeps refused notifications")
struct RefusalTests {
  private static func refusal(
    _ id: String, _ reason: String = "signed_data_wrong_app", under revision: String = "r1",
    at seconds: Int64 = 0
  ) -> LedgerRefusal {
    LedgerRefusal(
      notification: id, signedPayload: "payload of \(id)", reason: reason, revision: revision,
      at: .start.after(seconds: seconds))
  }

  private static func kept(
    _ ledger: any Ledger, under revision: String = "", app: Blueprint.App.ID = "coach",
    limit: Int = 2000
  ) async throws -> [LedgerRefusal] {
    try await ledger.refusals(notJudgedUnder: revision, in: app, limit: limit)
  }

  @Test(
    "refused notifications come back oldest first, once each, in their app only",
    arguments: LedgerKind.allCases)
  func kept(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      #expect(try await Self.kept(ledger).isEmpty)
      for id in ["a", "b", "c"] { try await ledger.refuse(Self.refusal(id), in: "coach") }
      try await ledger.refuse(Self.refusal("a", "renewal_mismatch", at: 9), in: "coach")
      try await ledger.refuse(Self.refusal("a"), in: "garden")
      #expect(
        try await Self.kept(ledger) == [
          Self.refusal("b"), Self.refusal("c"), Self.refusal("a", "renewal_mismatch", at: 9),
        ])
      #expect(try await Self.kept(ledger, limit: 1) == [Self.refusal("b")])
      #expect(try await Self.kept(ledger, app: "garden") == [Self.refusal("a")])
      try await ledger.forgetRefusal(of: "b", in: "coach")
      try await ledger.forgetRefusal(of: "never", in: "coach")
      #expect(try await Self.kept(ledger).map(\.notification) == ["c", "a"])
      #expect(try await Self.kept(ledger, app: "garden").count == 1)
    }
  }

  @Test(
    "those judged under a revision are left out, unless they are judged again in any case",
    arguments: LedgerKind.allCases)
  func revisions(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await ledger.refuse(Self.refusal("old", under: "r1"), in: "coach")
      try await ledger.refuse(Self.refusal("new", under: "r2"), in: "coach")
      try await ledger.refuse(Self.refusal("any", under: ""), in: "coach")
      #expect(try await Self.kept(ledger, under: "r2").map(\.notification) == ["old", "any"])
      #expect(try await Self.kept(ledger, under: "r1").map(\.notification) == ["new", "any"])
    }
  }

  @Test("beyond the limit the oldest are dropped", arguments: LedgerKind.allCases)
  func bounded(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await ledger.refuse(Self.refusal("other"), in: "garden")
      for number in 0..<(LedgerRefusal.limit + 3) {
        try await ledger.refuse(Self.refusal("\(number)"), in: "coach")
      }
      let kept = try await Self.kept(ledger)
      #expect(kept.count == LedgerRefusal.limit)
      #expect(kept.first?.notification == "3")
      #expect(kept.last?.notification == "\(LedgerRefusal.limit + 2)")
      #expect(try await Self.kept(ledger, app: "garden").count == 1)
    }
  }
}
