import Testing
import Tollgate

@testable import TollgateLedger

@Suite("Every ledger keeps secret keys")
struct SecretKeyTests {
  private static func key(
    _ id: String, _ name: String = "backend", scope: LedgerSecretKey.Scope = .backend,
    created: Int64 = 0, used: Int64? = nil, revoked: Int64? = nil
  ) -> LedgerSecretKey {
    LedgerSecretKey(
      id: id, name: name, hash: [0, 1, 255], scope: scope,
      createdAt: .start.after(seconds: created),
      lastUsedAt: used.map { .start.after(seconds: $0) },
      revokedAt: revoked.map { .start.after(seconds: $0) })
  }

  @Test("a key is found by its id, in its app only", arguments: LedgerKind.allCases)
  func found(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      #expect(try await ledger.secretKey("a", in: "coach") == nil)
      try await ledger.save(Self.key("a", "é\u{0}"), in: "coach")
      #expect(try await ledger.secretKey("a", in: "coach") == Self.key("a", "é\u{0}"))
      #expect(try await ledger.secretKey("b", in: "coach") == nil)
      #expect(try await ledger.secretKey("a", in: "garden") == nil)
      #expect(try await ledger.secretKeys(in: "garden").isEmpty)
    }
  }

  @Test(
    "a key's scope stays as it was created, known to this version or not",
    arguments: LedgerKind.allCases)
  func scopes(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      for scope in LedgerSecretKey.Scope.known + [LedgerSecretKey.Scope(rawValue: "later\u{0}")] {
        try await ledger.save(Self.key(scope.rawValue, scope: scope), in: "coach")
        try await ledger.save(Self.key(scope.rawValue, scope: .backend, used: 1), in: "coach")
        #expect(
          try await ledger.secretKey(scope.rawValue, in: "coach")
            == Self.key(scope.rawValue, scope: scope, used: 1))
      }
      let scopes = try await ledger.secretKeys(in: "coach").map(\.scope.rawValue)
      #expect(
        scopes.sorted() == [
          "backend", "developer", "later\u{0}", "owner", "read", "read-only", "support",
        ])
    }
  }

  @Test("what another process does with a key in the same file is seen at once")
  func otherProcess() async throws {
    let folder = try TemporaryFolder()
    let server = try SQLiteLedger(path: folder.file)
    #expect(try await server.secretKey("a", in: "coach") == nil)
    let command = try SQLiteLedger(path: folder.file, mayCreate: false, isBesideServer: true)
    try await command.save(Self.key("a"), in: "coach")
    #expect(try await server.secretKey("a", in: "coach") == Self.key("a"))
    try await command.save(Self.key("a", revoked: 7), in: "coach")
    try await command.close()
    #expect(try await server.secretKey("a", in: "coach") == Self.key("a", revoked: 7))
    try await server.save(Self.key("a", used: 9), in: "coach")
    #expect(try await server.secretKey("a", in: "coach") == Self.key("a", used: 9, revoked: 7))
    try await server.close()
  }

  /// What is stored, what is saved, and what is stored afterwards: uses and revocations in seconds.
  static let merges: [([Int64?], [Int64?], [Int64?])] = [
    ([nil, nil], [5, nil], [5, nil]), ([5, nil], [nil, nil], [5, nil]),
    ([5, nil], [3, nil], [5, nil]), ([5, nil], [9, nil], [9, nil]),
    ([nil, nil], [nil, 7], [nil, 7]), ([nil, 7], [9, nil], [9, 7]),
    ([nil, 7], [nil, 9], [nil, 7]),
    ([nil, 7], [nil, 4], [nil, 4]),
  ]

  @Test("the latest use and the earliest revocation stay", arguments: LedgerKind.allCases, merges)
  func merged(kind: LedgerKind, row: ([Int64?], [Int64?], [Int64?])) async throws {
    try await kind.open { ledger in
      try await ledger.save(Self.key("a", used: row.0[0], revoked: row.0[1]), in: "coach")
      let other = LedgerSecretKey(
        id: "a", name: "other", hash: [9], createdAt: .start.after(seconds: 99),
        lastUsedAt: row.1[0].map { .start.after(seconds: $0) },
        revokedAt: row.1[1].map { .start.after(seconds: $0) })
      try await ledger.save(other, in: "coach")
      #expect(
        try await ledger.secretKey("a", in: "coach")
          == Self.key("a", used: row.2[0], revoked: row.2[1]))
    }
  }

  @Test(
    "the list has valid keys first, then the newest, up to its limit",
    arguments: LedgerKind.allCases)
  func listed(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let keys = [
        Self.key("revoked", created: 9, revoked: 10), Self.key("old", created: 1),
        Self.key("b", created: 5), Self.key("a", created: 5),
      ]
      for key in keys { try await ledger.save(key, in: "coach") }
      #expect(try await ledger.secretKeys(in: "coach").map(\.id) == ["a", "b", "old", "revoked"])
      for number in 0..<LedgerSecretKey.listLimit {
        try await ledger.save(Self.key("\(number)", created: 20, revoked: 30), in: "coach")
      }
      let list = try await ledger.secretKeys(in: "coach")
      #expect(list.count == LedgerSecretKey.listLimit)
      #expect(list.prefix(3).map(\.id) == ["a", "b", "old"])
    }
  }
}
