import Testing
import Tollgate
import TollgateLedger

@Suite("Every ledger keeps claims, answers and accounts")
struct ClaimTests {
  static let claims: [LedgerClaim] = [
    .purchase("1000"), .purchase(PurchaseID("1000", in: .sandbox)), .trial("paid", "phone"),
    .email("ann@example.com"), .notification("n-1"),
    .share("1000", 0), .identity("https://id.example.com", "u1"),
    .endedSession("s1"), .appTransaction(.production, "70"), .alias("ada"), .imported("1000"),
  ]

  @Test("a claim belongs to the first who takes it", arguments: LedgerKind.allCases, claims)
  func claimed(kind: LedgerKind, claim: LedgerClaim) async throws {
    try await kind.open { ledger in
      #expect(try await ledger.owner(of: claim, in: "coach") == nil)
      _ = try await ledger.append(.of("c1", at: 0, claims: [claim]))
      #expect(try await ledger.owner(of: claim, in: "coach") == "c1")
      let refused = try await refusal {
        try await ledger.append(
          .of("c2", at: 0, [.reached("discovery")], claims: [.purchase("free"), claim]))
      }
      #expect(refused == .claimed(claim, by: "c1"))
      #expect(try await ledger.record(of: "c2", in: "coach") == nil)
      #expect(try await ledger.owner(of: .purchase("free"), in: "coach") == nil)
    }
  }

  @Test("the owner of a claim may take it again", arguments: LedgerKind.allCases, claims)
  func claimedAgain(kind: LedgerKind, claim: LedgerClaim) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("c1", at: 0, claims: [claim, claim]))
      #expect(try await ledger.append(.of("c1", at: 1, claims: [claim])) == 2)
      #expect(try await ledger.owner(of: claim, in: "coach") == "c1")
    }
  }

  @Test("claims of different kinds and parts are different", arguments: LedgerKind.allCases)
  func distinct(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let claims: [LedgerClaim] = [
        .purchase("x"), .purchase(PurchaseID("x", in: .sandbox)),
        .purchase(PurchaseID("x", in: .xcode)), .email("x"), .notification("x"), .trial("x", ""),
        .trial("", "x"),
        .trial("x", "x"), .share("x", 0), .share("x", 1), .share("y", 0),
        .share(PurchaseID("x", in: .sandbox), 0), .identity("x", "x"),
        .identity("x", "y"), .endedSession("x"),
        .appTransaction(.production, "x"), .appTransaction(.sandbox, "x"),
        .appTransaction(.sandbox, "y"),
      ]
      for (number, claim) in claims.enumerated() {
        _ = try await ledger.append(.of(Customer.ID("c\(number)"), at: 0, claims: [claim]))
      }
      for (number, claim) in claims.enumerated() {
        #expect(
          try await ledger.owner(of: claim, in: "coach") == Customer.ID("c\(number)"))
      }
    }
  }

  @Test("an answer comes back byte for byte", arguments: LedgerKind.allCases)
  func answers(kind: LedgerKind) async throws {
    let answer = LedgerAnswer(
      key: "k1", purpose: "use drill", status: 403, body: Array(0...255) + [0, 0])
    try await kind.open { ledger in
      _ = try await ledger.append(.of("c1", at: 0, answer: answer))
      #expect(try await ledger.answer(to: "k1", of: "c1", in: "coach") == answer)
      #expect(try await ledger.answer(to: "k2", of: "c1", in: "coach") == nil)
      #expect(try await ledger.answer(to: "k1", of: "c2", in: "coach") == nil)
      _ = try await ledger.append(.of("c2", at: 0, answer: .of("k1", [])))
      #expect(try await ledger.answer(to: "k1", of: "c2", in: "coach")?.body == [])
    }
  }

  @Test(
    "a repeated key gets the first answer, whatever else would reject the write",
    arguments: LedgerKind.allCases, [0, 1, 7])
  func answered(kind: LedgerKind, version: Int) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("c2", at: 0, claims: [.purchase("1000")]))
      _ = try await ledger.append(.of("c1", at: 0, answer: .of("k1", [1])))
      let repeated = LedgerWrite.of(
        "c1", at: version, [.reached("discovery")], claims: [.purchase("1000")],
        answer: LedgerAnswer(key: "k1", purpose: "else", status: 500, body: [2]))
      let refused = try await refusal { try await ledger.append(repeated) }
      #expect(refused == .answered(.of("k1", [1])))
      #expect(try await ledger.record(of: "c1", in: "coach")?.customer == Customer())
    }
  }

  @Test("a stale version is reported before a taken claim", arguments: LedgerKind.allCases)
  func precedence(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("c1", at: 0, claims: [.purchase("1000")]))
      let stale = LedgerWrite.of("c2", at: 3, claims: [.purchase("1000")])
      #expect(try await code { try await ledger.append(stale) } == .conflict)
    }
  }

  @Test("an account is found by its email, in its app only", arguments: LedgerKind.allCases)
  func credentials(kind: LedgerKind) async throws {
    let first = LedgerCredentials(
      email: "ann@example.com", passwordHash: "$scrypt$1", account: "a1", customer: "c1")
    let changed = LedgerCredentials(
      email: "ann@example.com", passwordHash: "$scrypt$2", account: "a1", customer: "c1")
    let stolen = LedgerCredentials(
      email: "ann@example.com", passwordHash: "$scrypt$3", account: "a2", customer: "c2")
    try await kind.open { ledger in
      #expect(try await ledger.credentials(of: "ann@example.com", in: "coach") == nil)
      _ = try await ledger.append(
        .of("c1", at: 0, claims: [.email("ann@example.com")], credentials: first))
      #expect(try await ledger.credentials(of: "ann@example.com", in: "coach") == first)
      #expect(try await ledger.credentials(of: "ann@example.com", in: "grobro") == nil)
      _ = try await ledger.append(.of("c1", at: 1, credentials: changed))
      #expect(try await ledger.credentials(of: "ann@example.com", in: "coach") == changed)
      let refused = try await refusal {
        try await ledger.append(.of("c2", at: 0, credentials: stolen))
      }
      #expect(refused == .claimed(.email("ann@example.com"), by: "c1"))
      #expect(try await ledger.credentials(of: "ann@example.com", in: "coach") == changed)
    }
  }
}
