import Testing
import Tollgate
import TollgateLedger

@Suite("Every ledger erases customers")
struct ErasureTests {
  static let account = LedgerCredentials(
    email: "ann@example.com", passwordHash: "$scrypt$", account: "a1", customer: "ann")

  /// An account with an anonymous customer merged into it, and everything that a customer can own.
  static func fill(_ ledger: any Ledger) async throws {
    _ = try await ledger.append(
      .of(
        "anonymous", at: 0, [.used("k1", by: "anonymous")], claims: [.trial("free", "phone")],
        answer: .of("k1", [1])))
    _ = try await ledger.append(
      .of(
        "ann", at: 0, [.reached("discovery")],
        claims: [
          .email("ann@example.com"), .identity("https://issuer.example", "ann"),
          .endedSession("s1"), .notification("n1"), .purchase("1000"), .share("2000", 0),
          .appTransaction(.production, "70"),
        ], answer: .of("k2"), credentials: account))
    _ = try await ledger.append(.of("bob", at: 0, [.reached("discovery")]))
    _ = try await ledger.append(.of("ann", at: 1, absorbs: "anonymous"))
  }

  static func erasure(
    of customer: Customer.ID = "ann", at version: Int = 2, releasing facts: [Fact]? = nil
  ) -> LedgerErasure {
    LedgerErasure(
      app: "coach", customer: customer, expectedVersion: version, at: .start,
      releases: facts.map { [LedgerErasure.Release("1000", facts: $0)] } ?? [])
  }

  @Test(
    "what an erasure changes for others is in its commit, or the erasure is a conflict",
    arguments: LedgerKind.allCases)
  func others(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await Self.fill(ledger)
      _ = try await ledger.append(.of("cleo", at: 0))
      func erasure(bob: Int, cleo: Int) -> LedgerErasure {
        var erasure = Self.erasure()
        erasure.others = [
          LedgerRelease(customer: "bob", expectedVersion: bob, facts: [.reached("left")]),
          LedgerRelease(customer: "cleo", expectedVersion: cleo, facts: [.reached("left")]),
        ]
        return erasure
      }
      for versions in [(1, 2), (0, 1)] {
        let refused = erasure(bob: versions.0, cleo: versions.1)
        #expect(try await code { try await ledger.erase(refused) } == .conflict)
      }
      #expect(try await ledger.record(of: "ann", in: "coach")?.isErased == false)
      let changed = try await ledger.erase(erasure(bob: 1, cleo: 1))
      #expect(changed == ["ann", "anonymous", "bob", "cleo"])
      let bob = try #require(try await ledger.record(of: "bob", in: "coach"))
      #expect(bob.version == 2)
      #expect(bob.customer == Customer([.reached("discovery"), .reached("left")]))
      #expect(try await ledger.record(of: "cleo", in: "coach")?.version == 2)
    }
  }

  @Test(
    "everything about the person goes, and that of those merged into them",
    arguments: LedgerKind.allCases)
  func gone(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await Self.fill(ledger)
      #expect(try await ledger.erase(Self.erasure()) == ["ann", "anonymous"])
      for (name, version) in [("ann", 3), ("anonymous", 3)] {
        let record = try #require(try await ledger.record(of: Customer.ID(name), in: "coach"))
        #expect(record.isErased)
        #expect(record.version == version)
        #expect(record.mergedInto == nil)
        #expect(record.customer == Customer())
      }
      #expect(try await ledger.entries(after: 0, in: "coach", limit: 9).map(\.customer) == ["bob"])
      #expect(try await ledger.answer(to: "k1", of: "ann", in: "coach") == nil)
      #expect(try await ledger.answer(to: "k2", of: "ann", in: "coach") == nil)
      #expect(try await ledger.credentials(of: "ann@example.com", in: "coach") == nil)
      let deleted: [LedgerClaim] = [
        .email("ann@example.com"), .identity("https://issuer.example", "ann"),
        .endedSession("s1"), .purchase("1000"), .appTransaction(.production, "70"),
      ]
      for claim in deleted { #expect(try await ledger.owner(of: claim, in: "coach") == nil) }
    }
  }

  @Test(
    "CP-10 what keeps a device from a second trial stays, and names nobody",
    arguments: LedgerKind.allCases)
  func kept(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await Self.fill(ledger)
      _ = try await ledger.erase(Self.erasure())
      let kept: [LedgerClaim] = [.trial("free", "phone"), .notification("n1"), .share("2000", 0)]
      for claim in kept { #expect(try await ledger.owner(of: claim, in: "coach") == .erased) }
      let second = LedgerWrite.of("eve", at: 0, claims: [.trial("free", "phone")])
      #expect(try await code { try await ledger.append(second) } == .claimed)
    }
  }

  @Test("a place that an erased customer left can be taken, once", arguments: LedgerKind.allCases)
  func place(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await Self.fill(ledger)
      _ = try await ledger.erase(Self.erasure())
      _ = try await ledger.append(.of("eve", at: 0, claims: [.share("2000", 0)]))
      #expect(try await ledger.owner(of: .share("2000", 0), in: "coach") == "eve")
      let late = LedgerWrite.of("bob", at: 1, claims: [.share("2000", 0)])
      #expect(try await code { try await ledger.append(late) } == .claimed)
    }
  }

  @Test(
    "a released purchase waits under its placeholder, where its earlier owner keeps their facts",
    arguments: LedgerKind.allCases)
  func released(kind: LedgerKind) async throws {
    let placeholder = Customer.ID.placeholder(for: "1000")
    try await kind.open { ledger in
      // The store reported it first, bob posted it, and then ann got it.
      _ = try await ledger.append(
        .of(placeholder, at: 0, [.reached("reported")], claims: [.purchase("1000")]))
      _ = try await ledger.append(.of("bob", at: 0, absorbs: placeholder))
      var transfer = LedgerWrite.of("ann", at: 0, [.reached("mine")], claims: [.purchase("1000")])
      transfer.releases = [LedgerRelease(customer: "bob", expectedVersion: 1)]
      _ = try await ledger.append(transfer)
      let changed = try await ledger.erase(
        Self.erasure(at: 1, releasing: [.reached("carried")]))
      #expect(changed == ["ann", placeholder])
      #expect(try await ledger.owner(of: .purchase("1000"), in: "coach") == placeholder)
      let waiting = try #require(try await ledger.record(of: placeholder, in: "coach"))
      #expect(waiting.mergedInto == nil)
      #expect(!waiting.isErased)
      #expect(waiting.customer == Customer([.reached("carried")]))
      let bob = try #require(try await ledger.record(of: "bob", in: "coach"))
      #expect(bob.customer == Customer([.reached("reported")]))
      // A customer who restores it absorbs the placeholder.
      _ = try await ledger.append(
        .of("eve", at: 0, absorbs: placeholder, with: waiting.version))
      #expect(try await ledger.owner(of: .purchase("1000"), in: "coach") == "eve")
    }
  }

  @Test(
    "a purchase whose placeholder was merged into the customer can wait for the next one, twice",
    arguments: LedgerKind.allCases, [[], nil] as [[Fact]?])
  func again(kind: LedgerKind, releasing: [Fact]?) async throws {
    let placeholder = Customer.ID.placeholder(for: "1000")
    try await kind.open { ledger in
      for name in ["ann", "eve"] {
        let id = Customer.ID(name)
        let version = try await ledger.record(of: placeholder, in: "coach")?.version ?? 0
        _ = try await ledger.append(
          .of(placeholder, at: version, [.reached("reported")], claims: [.purchase("1000")]))
        _ = try await ledger.append(.of(id, at: 0, absorbs: placeholder, with: version + 1))
        _ = try await ledger.erase(Self.erasure(of: id, at: 1, releasing: releasing))
        let waiting = try #require(try await ledger.record(of: placeholder, in: "coach"))
        #expect(waiting.customer == Customer())
        #expect(!waiting.isErased)
      }
    }
  }

  @Test(
    "nothing is written to an erased customer, merged into them or taken from them",
    arguments: LedgerKind.allCases)
  func closed(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await Self.fill(ledger)
      _ = try await ledger.erase(Self.erasure())
      var taking = LedgerWrite.of("bob", at: 1)
      taking.releases = [LedgerRelease(customer: "ann", expectedVersion: 3)]
      let writes = [
        LedgerWrite.of("ann", at: 0), .of("ann", at: 2), .of("ann", at: 3), .of("anonymous", at: 3),
        .of("ann", at: -2, answer: .of("k2")), .of("ann", at: 3, answer: .of("k2")),
        .of("bob", at: 1, absorbs: "ann"), taking,
      ]
      for write in writes {
        #expect(try await code { try await ledger.append(write) } == .conflict)
      }
      for version in 2...3 {
        let again = Self.erasure(at: version)
        #expect(try await code { try await ledger.erase(again) } == .conflict)
      }
    }
  }

  @Test(
    "an erasure decided on an older version, or of a purchase that moved, changes nothing",
    arguments: LedgerKind.allCases)
  func conflict(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await Self.fill(ledger)
      let before = try await ledger.record(of: "ann", in: "coach")
      var other = Self.erasure(releasing: [])
      other.releases = [LedgerErasure.Release("3000", facts: [])]
      let refused = [
        Self.erasure(at: 1), Self.erasure(of: "anonymous", at: 2),
        Self.erasure(of: "nobody", at: 0), other,
      ]
      for erasure in refused {
        #expect(try await code { try await ledger.erase(erasure) } == .conflict)
      }
      #expect(try await ledger.record(of: "ann", in: "coach") == before)
      #expect(try await ledger.owner(of: .purchase("1000"), in: "coach") == "ann")
    }
  }

  @Test("the address and the identity can be used again", arguments: LedgerKind.allCases)
  func reused(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await Self.fill(ledger)
      _ = try await ledger.erase(Self.erasure())
      let account = LedgerCredentials(
        email: "ann@example.com", passwordHash: "$new$", account: "a2", customer: "ann-2")
      _ = try await ledger.append(
        .of("ann-2", at: 0, claims: [.email("ann@example.com")], credentials: account))
      #expect(try await ledger.credentials(of: "ann@example.com", in: "coach") == account)
    }
  }

  @Test("no sequence number is given twice", arguments: LedgerKind.allCases)
  func sequence(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      for name in ["ann", "eve"] {
        _ = try await ledger.append(.of(Customer.ID(name), at: 0, [.reached("a"), .reached("b")]))
        let last = try #require(
          try await ledger.entries(after: 0, in: "coach", limit: 9).last?.sequence)
        _ = try await ledger.erase(Self.erasure(of: Customer.ID(name), at: 1))
        _ = try await ledger.append(.of(Customer.ID(name + "-2"), at: 0, [.reached("c")]))
        let news = try await ledger.entries(after: last, in: "coach", limit: 9)
        #expect(news.map(\.customer.rawValue) == [name + "-2"])
      }
    }
  }
}

@Suite("Every ledger keeps the tokens that are to be revoked")
struct RevocationTests {
  private let token = LedgerSignInToken(client: "com.example.coach", token: "r1")

  @Test(
    "the latest token of a customer is revoked when they are erased, and not before",
    arguments: LedgerKind.allCases)
  func erased(kind: LedgerKind) async throws {
    let old = LedgerSignInToken(client: "com.example.coach", token: "r0")
    try await kind.open { ledger in
      try await ErasureTests.fill(ledger)
      try await ledger.keep(old, of: "ann", in: "coach", at: .start)
      try await ledger.keep(token, of: "ann", in: "coach", at: .start)
      #expect(try await ledger.revocations(dueAt: .start, in: "coach", limit: 9).isEmpty)
      _ = try await ledger.erase(ErasureTests.erasure())
      let due = try await ledger.revocations(dueAt: .start, in: "coach", limit: 9)
      #expect(due.map(\.token) == [token])
      #expect(due.map(\.tries) == [0])
      #expect(try await ledger.revocations(dueAt: .start, in: "other", limit: 9).isEmpty)
      #expect(
        try await ledger.revocations(dueAt: .start.after(seconds: -1), in: "coach", limit: 9)
          .isEmpty)
    }
  }

  @Test(
    "a token that comes after its customer was erased is revoked", arguments: LedgerKind.allCases)
  func late(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await ErasureTests.fill(ledger)
      _ = try await ledger.erase(ErasureTests.erasure())
      try await ledger.keep(token, of: "ann", in: "coach", at: .start)
      let due = try await ledger.revocations(dueAt: .start, in: "coach", limit: 9)
      #expect(due.map(\.token) == [token])
    }
  }

  @Test("a revocation is postponed and removed once", arguments: LedgerKind.allCases)
  func settled(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await ledger.keep(token, of: "nobody", in: "coach", at: .start)
      let first = try #require(
        try await ledger.revocations(dueAt: .start, in: "coach", limit: 9).first)
      let later = Instant.start.after(seconds: 60)
      try await ledger.settle(first, in: "coach", next: later)
      // Another server's answer to the same read.
      try await ledger.settle(first, in: "coach", next: nil)
      #expect(try await ledger.revocations(dueAt: .start, in: "coach", limit: 9).isEmpty)
      let second = try #require(
        try await ledger.revocations(dueAt: later, in: "coach", limit: 9).first)
      #expect(second == LedgerRevocation(id: first.id, token: token, dueAt: later, tries: 1))
      try await ledger.settle(second, in: "coach", next: nil)
      #expect(try await ledger.revocations(dueAt: later, in: "coach", limit: 9).isEmpty)
    }
  }
}
