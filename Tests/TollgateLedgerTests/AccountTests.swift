import Testing
import Tollgate
import TollgateLedger

@Suite("Failed attempts, one-time codes and ended sessions in every ledger")
struct AccountTests {
  private func attempts(
    _ subject: String, _ count: Int = 1, endsAt: Instant = .start.after(seconds: 900)
  ) -> LedgerAttempts {
    LedgerAttempts(subject: subject, count: count, endsAt: endsAt)
  }

  @Test("attempts add up within the window of the first one", arguments: LedgerKind.allCases)
  func window(_ kind: LedgerKind) async throws {
    try await kind.open { ledger in
      #expect(try await ledger.attempts(of: "ada", in: "coach", at: .start) == nil)
      try await ledger.add([attempts("ada"), attempts("phone", 2)], in: "coach", at: .start)
      let later = Instant.start.after(seconds: 60)
      try await ledger.add(
        [attempts("ada", endsAt: later.after(seconds: 900))], in: "coach", at: later)
      #expect(try await ledger.attempts(of: "ada", in: "coach", at: later) == attempts("ada", 2))
      #expect(
        try await ledger.attempts(of: "phone", in: "coach", at: later) == attempts("phone", 2))
      #expect(try await ledger.attempts(of: "ada", in: "other", at: later) == nil)
      // The window ends where it says, and the next attempt begins another one.
      let end = Instant.start.after(seconds: 900)
      #expect(try await ledger.attempts(of: "ada", in: "coach", at: end) == nil)
      let next = attempts("ada", endsAt: end.after(seconds: 900))
      try await ledger.add([next], in: "coach", at: end)
      #expect(try await ledger.attempts(of: "ada", in: "coach", at: end) == next)
      try await ledger.forgetAttempts(of: "ada", in: "coach")
      #expect(try await ledger.attempts(of: "ada", in: "coach", at: end) == nil)
    }
  }

  @Test(
    "beyond the limit the subjects with the fewest attempts are dropped, the oldest first",
    arguments: LedgerKind.allCases)
  func bounded(_ kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await ledger.add([attempts("victim", 9), attempts("first")], in: "coach", at: .start)
      try await ledger.add([attempts("elsewhere")], in: "other", at: .start)
      let later = Instant.start.after(seconds: 1)
      try await ledger.add(
        (2...LedgerAttempts.limit).map { attempts("s\($0)", endsAt: later.after(seconds: 900)) },
        in: "coach", at: later)
      #expect(
        try await ledger.attempts(of: "victim", in: "coach", at: later) == attempts("victim", 9))
      #expect(try await ledger.attempts(of: "first", in: "coach", at: later) == nil)
      // Of equal counts and ends, the first by name.
      #expect(try await ledger.attempts(of: "s10", in: "coach", at: later) == nil)
      #expect(try await ledger.attempts(of: "s2", in: "coach", at: later) != nil)
      #expect(try await ledger.attempts(of: "elsewhere", in: "other", at: later) != nil)
    }
  }

  private func code(
    _ hash: UInt8, of customer: Customer.ID = "ada", _ kind: LedgerEmailCode.Kind = .passwordReset
  ) -> LedgerEmailCode {
    LedgerEmailCode(
      kind: kind, customer: customer, hash: [hash, 0], expiresAt: .start.after(seconds: 1800))
  }

  @Test("a code is valid once, for its customer and kind", arguments: LedgerKind.allCases)
  func once(_ kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await ledger.save(code(1), in: "coach", at: .start)
      try await ledger.save(code(2, .emailVerification), in: "coach", at: .start)
      #expect(try await !ledger.use(code(1), in: "other", at: .start))
      #expect(try await !ledger.use(code(1, of: "eve"), in: "coach", at: .start))
      #expect(try await !ledger.use(code(2), in: "coach", at: .start))
      #expect(try await ledger.use(code(1), in: "coach", at: .start))
      #expect(try await !ledger.use(code(1), in: "coach", at: .start))
      #expect(try await ledger.use(code(2, .emailVerification), in: "coach", at: .start))
    }
  }

  @Test("a code allows five tries, and a new one replaces it", arguments: LedgerKind.allCases)
  func tries(_ kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await ledger.save(code(1), in: "coach", at: .start)
      for _ in 1...LedgerEmailCode.tryLimit {
        #expect(try await !ledger.use(code(9), in: "coach", at: .start))
      }
      #expect(try await !ledger.use(code(1), in: "coach", at: .start))
      try await ledger.save(code(3), in: "coach", at: .start)
      #expect(try await !ledger.use(code(1), in: "coach", at: .start))
      #expect(try await ledger.use(code(3), in: "coach", at: .start))
    }
  }

  @Test("a code expires, and is erased with its customer", arguments: LedgerKind.allCases)
  func gone(_ kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await ledger.save(code(1), in: "coach", at: .start)
      #expect(try await !ledger.use(code(1), in: "coach", at: .start.after(seconds: 1800)))
      _ = try await ledger.append(.of("ada", at: 0))
      try await ledger.save(code(1), in: "coach", at: .start)
      _ = try await ledger.erase(
        LedgerErasure(app: "coach", customer: "ada", expectedVersion: 1, at: .start))
      #expect(try await !ledger.use(code(1), in: "coach", at: .start))
    }
  }

  @Test(
    "a write can end the sessions of a customer and of those merged into it",
    arguments: LedgerKind.allCases)
  func sessions(_ kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("guest", at: 0))
      _ = try await ledger.append(.of("eve", at: 0))
      _ = try await ledger.append(.of("ada", at: 0, absorbs: "guest"))
      #expect(try await ledger.record(of: "ada", in: "coach")?.sessionGeneration == 0)
      var write = LedgerWrite.of("ada", at: 1)
      write.endsSessions = true
      _ = try await ledger.append(write)
      _ = try await ledger.append(.of("ada", at: 2))
      #expect(try await ledger.record(of: "ada", in: "coach")?.sessionGeneration == 1)
      #expect(try await ledger.record(of: "guest", in: "coach")?.sessionGeneration == 1)
      #expect(try await ledger.record(of: "eve", in: "coach")?.sessionGeneration == 0)
    }
  }

  @Test(
    "credentials keep when their address was verified, also in a merge",
    arguments: LedgerKind.allCases)
  func verified(_ kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let credentials = LedgerCredentials(
        email: "ada@example.com", passwordHash: "hash", account: "a", customer: "ada",
        verifiedAt: .start)
      _ = try await ledger.append(.of("ada", at: 0, credentials: credentials))
      #expect(try await ledger.credentials(of: "ada@example.com", in: "coach") == credentials)
      _ = try await ledger.append(.of("eve", at: 0, absorbs: "ada"))
      let merged = try await ledger.credentials(of: "ada@example.com", in: "coach")
      #expect(merged?.verifiedAt == .start && merged?.customer == "eve")
    }
  }
}
