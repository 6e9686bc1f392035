import GRDB
import Testing
import Tollgate

@testable import TollgateLedger

@Suite("Every ledger keeps people, their sessions and what they did")
struct AdministrationTests {
  private static func person(
    _ email: String = "ada@example.com", _ role: LedgerPerson.Role = .support, link: String? = nil
  ) -> LedgerPerson {
    LedgerPerson(
      email: email, role: role, createdAt: .start,
      link: link.map { LedgerPerson.Link(hash: $0, expiresAt: .start.after(seconds: 60)) })
  }

  @Test("apps are those that were served or have customers", arguments: LedgerKind.allCases)
  func apps(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let administration = ledger.administration
      #expect(try await administration.apps() == [])
      try await administration.save(Self.person(), in: "typo")
      #expect(try await administration.apps() == [])
      for app: Blueprint.App.ID in ["garden", "coach", "é\u{0}"] {
        for number in 0..<2 {
          _ = try await ledger.append(
            LedgerWrite(
              app: app, customer: Customer.ID("c\(number)"), expectedVersion: 0, facts: [],
              at: .start))
        }
      }
      try await ledger.set(.blueprintRevisions(of: "coach"), to: "[]")
      try await ledger.set(.blueprintRevisions(of: "new"), to: "[]")
      try await ledger.set(LedgerProperty("blueprint-proposal other"), to: "")
      #expect(try await administration.apps() == ["coach", "garden", "new", "é\u{0}"])
    }
  }

  @Test("people are listed by address, in their app only", arguments: LedgerKind.allCases)
  func people(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let administration = ledger.administration
      let later = LedgerPerson.Role(rawValue: "later\u{0}")
      let people = [
        Self.person("ada@example.com", later, link: "l1"), Self.person("bob@example.com"),
      ]
      for person in people.reversed() { try await administration.save(person, in: "coach") }
      #expect(try await administration.people(in: "coach") == people)
      #expect(try await administration.people(in: "garden").isEmpty)
      try await administration.save(Self.person(), in: "coach")
      #expect(try await administration.people(in: "coach").first == Self.person())
      #expect(try await administration.remove("ada@example.com", from: "garden") == false)
      #expect(try await administration.remove("ada@example.com", from: "coach"))
      #expect(try await administration.remove("ada@example.com", from: "coach") == false)
      #expect(try await administration.people(in: "coach").map(\.email) == ["bob@example.com"])
    }
  }

  /// A link, the app and the seconds after the start at which it is used, and whether it signs in.
  static let links: [(link: String, app: Blueprint.App.ID, seconds: Int64, isValid: Bool)] = [
    ("l1", "coach", 0, true), ("l1", "coach", 59, true), ("l1", "coach", 60, false),
    ("l2", "coach", 0, false), ("", "coach", 0, false), ("l1", "garden", 0, false),
  ]

  @Test("a link signs in once, in its app, before it expires", arguments: LedgerKind.allCases)
  func link(kind: LedgerKind) async throws {
    for (link, app, seconds, isValid) in Self.links {
      try await kind.open { ledger in
        let administration = ledger.administration
        let now = Instant.start.after(seconds: seconds)
        let end = now.after(seconds: 100)
        try await administration.save(Self.person(link: "l1"), in: "coach")
        try await administration.save(Self.person("bob@example.com"), in: "coach")
        let session = try await administration.signIn(
          with: link, opening: "s1", until: end, in: app, at: now)
        let expected = LedgerSession(
          id: "s1", email: "ada@example.com", role: .support, expiresAt: end)
        #expect(session == (isValid ? expected : nil), "\(link) \(app) \(seconds)")
        #expect(try await administration.session("s1", in: app, at: now) == session)
        let again = try await administration.signIn(
          with: link, opening: "s2", until: end, in: app, at: now)
        #expect(again == nil)
        #expect(try await administration.session("s2", in: app, at: now) == nil)
      }
    }
  }

  @Test("one of many who use a link at the same time signs in", arguments: LedgerKind.allCases)
  func race(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let administration = ledger.administration
      try await administration.save(Self.person(link: "l1"), in: "coach")
      let count = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<8 {
          group.addTask {
            try await administration.signIn(
              with: "l1", opening: "s\(number)", until: .start.after(seconds: 9), in: "coach",
              at: .start) != nil
          }
        }
        return try await group.reduce(into: 0) { if $1 { $0 += 1 } }
      }
      #expect(count == 1)
    }
  }

  @Test(
    "a session ends at its end, at sign-out, and with the person; its role is today's",
    arguments: LedgerKind.allCases)
  func session(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let administration = ledger.administration
      let end = Instant.start.after(seconds: 10)
      func open(_ id: String) async throws {
        try await administration.save(Self.person(link: id), in: "coach")
        _ = try await administration.signIn(
          with: id, opening: id, until: end, in: "coach", at: .start)
      }
      func role(_ id: String, _ now: Instant = .start) async throws -> LedgerPerson.Role? {
        try await administration.session(id, in: "coach", at: now)?.role
      }
      try await open("a")
      try await open("b")
      #expect(try await role("a", end.adding(milliseconds: -1)) == .support)
      #expect(try await role("a", end) == nil)
      #expect(try await administration.session("a", in: "garden", at: .start) == nil)
      try await administration.save(Self.person("ada@example.com", .owner), in: "coach")
      #expect(try await role("a") == .owner)
      try await administration.endSession("a", in: "garden")
      #expect(try await role("a") == .owner)
      try await administration.endSession("a", in: "coach")
      #expect(try await role("a") == nil)
      #expect(try await role("b") == .owner)
      _ = try await administration.remove("ada@example.com", from: "coach")
      try await administration.save(Self.person(), in: "coach")
      #expect(try await role("b") == nil)
    }
  }

  private static func entry(
    _ id: String, at seconds: Int64, by author: String = "ada", _ customer: Customer.ID? = nil,
    _ action: LedgerAuditEntry.Action = .granted
  ) -> LedgerAuditEntry {
    LedgerAuditEntry(
      id: id, at: .start.after(seconds: seconds), author: author, action: action,
      customer: customer, subject: "s\u{0}", reason: "é")
  }

  @Test(
    "the audit list is newest first, in pages, and filtered by each of its parts",
    arguments: LedgerKind.allCases)
  func audit(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let administration = ledger.administration
      let entries = [
        Self.entry("5", at: 3, by: "bob", "c1"), Self.entry("4", at: 2, "c2", .grantRevoked),
        Self.entry("3", at: 1, by: "bob"), Self.entry("2", at: 1, "c1"), Self.entry("1", at: 0),
      ]
      for entry in entries.reversed() {
        try await administration.record(entry, in: "coach")
        try await administration.record(entry, in: "coach")
      }
      let filters: [(LedgerAuditFilter, String)] = [
        (LedgerAuditFilter(), "54321"), (LedgerAuditFilter(limit: 2), "54"),
        (LedgerAuditFilter(limit: 0), ""),
        (LedgerAuditFilter(before: .init(at: .start.after(seconds: 1), id: "3")), "21"),
        (LedgerAuditFilter(before: .init(at: .start.after(seconds: 1), id: "3"), limit: 1), "2"),
        (LedgerAuditFilter(author: "bob"), "53"), (LedgerAuditFilter(author: "eve"), ""),
        (LedgerAuditFilter(action: .grantRevoked), "4"), (LedgerAuditFilter(customer: "c1"), "52"),
        (LedgerAuditFilter(author: "bob", action: .granted, customer: "c1"), "5"),
        (LedgerAuditFilter(from: .start.after(seconds: 1)), "5432"),
        (LedgerAuditFilter(until: .start.after(seconds: 1)), "1"),
        (
          LedgerAuditFilter(
            from: .start.after(seconds: 1), until: .start.after(seconds: 3),
            before: .init(at: .start.after(seconds: 2), id: "4")), "32"
        ),
      ]
      for (filter, expected) in filters {
        let found = try await administration.audit(filter, in: "coach")
        #expect(found.map(\.id).joined() == expected, "\(filter)")
        #expect(Set(found).isSubset(of: entries))
      }
      #expect(try await administration.audit(LedgerAuditFilter(), in: "garden").isEmpty)
    }
  }

  @Test(
    "an entry is committed with its write, or not at all, and forgets an erased customer",
    arguments: LedgerKind.allCases)
  func withWrite(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      func write(_ version: Int, _ entry: LedgerAuditEntry) async throws -> LedgerError.Code? {
        var write = LedgerWrite.of("c1", at: version, [.reached("discovery")])
        write.audit = entry
        return try await code { try await ledger.append(write) }
      }
      func list() async throws -> [LedgerAuditEntry] {
        try await ledger.administration.audit(LedgerAuditFilter(), in: "coach")
      }
      let (first, refused) = (Self.entry("1", at: 0, "c1"), Self.entry("2", at: 0, "c1"))
      #expect(try await write(0, first) == nil)
      #expect(try await write(0, refused) == .conflict)
      #expect(try await list() == [first])
      try await ledger.administration.record(Self.entry("3", at: 1, "c2"), in: "coach")
      _ = try await ledger.erase(
        LedgerErasure(app: "coach", customer: "c1", expectedVersion: 1, at: .start, releases: []))
      let left = LedgerAuditEntry(id: "1", at: .start, author: "ada", action: .granted)
      #expect(try await list() == [Self.entry("3", at: 1, "c2"), left])
      // One that was written at the same moment, and comes second.
      try await ledger.administration.record(Self.entry("4", at: 2, "c1"), in: "coach")
      #expect(
        try await list().first
          == LedgerAuditEntry(
            id: "4", at: .start.after(seconds: 2), author: "ada", action: .granted))
    }
  }

  @Test(
    "the entry of an erasure is committed with it, or not at all", arguments: LedgerKind.allCases)
  func withErasure(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      try await ErasureTests.fill(ledger)
      func list() async throws -> [LedgerAuditEntry] {
        try await ledger.administration.audit(LedgerAuditFilter(), in: "coach")
      }
      try await ledger.administration.record(Self.entry("1", at: 0, "anonymous"), in: "coach")
      let entry = LedgerAuditEntry(
        id: "2", at: .start.after(seconds: 1), author: "bob", action: .customerErased,
        reason: "By mail")
      var outdated = ErasureTests.erasure(at: 1)
      outdated.audit = entry
      #expect(try await code { try await ledger.erase(outdated) } == .conflict)
      #expect(try await list() == [Self.entry("1", at: 0, "anonymous")])
      // What was written before somebody claimed the purchase is about them too.
      try await ledger.administration.record(
        Self.entry("0", at: 0, .placeholder(for: "1000")), in: "coach")
      var erasure = ErasureTests.erasure(releasing: [.reached("carried")])
      erasure.audit = entry
      _ = try await ledger.erase(erasure)
      let left = ["1", "0"].map {
        LedgerAuditEntry(id: $0, at: .start, author: "ada", action: .granted)
      }
      #expect(try await list() == [entry] + left)
    }
  }

  @Test("an account with a password has its email address", arguments: LedgerKind.allCases)
  func emails(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let credentials = LedgerCredentials(
        email: "ada@example.com", passwordHash: "hash", account: "a", customer: "ada")
      _ = try await ledger.append(.of("ada", at: 0, credentials: credentials))
      _ = try await ledger.append(.of("bob", at: 0, [.reached("phone")]))
      func email(of customer: Customer.ID, in app: Blueprint.App.ID = "coach") async throws
        -> String?
      {
        try await ledger.administration.email(of: customer, in: app)
      }
      #expect(try await email(of: "ada") == "ada@example.com")
      #expect(try await email(of: "bob") == nil)
      #expect(try await email(of: "nobody") == nil)
      #expect(try await email(of: "ada", in: "garden") == nil)
      _ = try await ledger.append(.of("eve", at: 0, absorbs: "ada"))
      #expect(try await email(of: "ada") == nil)
      #expect(try await email(of: "eve") == "ada@example.com")
    }
  }

  @Test("customers are found by their device, written in any way", arguments: LedgerKind.allCases)
  func devices(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let names: [Device.ID] = [
        "phone", "Phone", "a\"b\\c", "\"device\":\"phone\"", "/slash/", "zoë 📱", "new\nline",
      ]
      for (number, device) in names.enumerated() {
        _ = try await ledger.append(
          .of(
            Customer.ID("c\(number)"), at: 0,
            [.device(DeviceUse(device: device, origin: "c", at: .start)), .reached("phone")]))
      }
      _ = try await ledger.append(
        .of("also", at: 0, [.device(DeviceUse(device: "phone", origin: "also", at: .start))]))
      for (number, device) in names.enumerated() {
        let found = try await ledger.administration.customers(on: device, in: "coach")
        let expected = [Customer.ID("c\(number)")]
        #expect(found == (number == 0 ? ["also"] + expected : expected), "\(device)")
      }
      #expect(try await ledger.administration.customers(on: "phon", in: "coach").isEmpty)
      #expect(try await ledger.administration.customers(on: "phone", in: "garden").isEmpty)
    }
  }

  @Test(
    "customers are found by a transaction and by a reserved attribute",
    arguments: LedgerKind.allCases)
  func lookups(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      func attribute(_ name: Attribute.ID, _ value: String) -> Fact {
        .attribute(AttributeChange(attribute: name, setBy: .app, value: .string(value), at: .start))
      }
      let values = ["Ada@Example.com", "a\"b\\c", "zoë 📱", "\"value\":\"x\"", "/slash/"]
      for (number, value) in values.enumerated() {
        _ = try await ledger.append(
          .of(
            Customer.ID("c\(number)"), at: 0,
            [attribute("$email", value), attribute("plain", "plain \(number)")]))
      }
      for (number, value) in values.enumerated() {
        #expect(
          try await ledger.administration.customers(withReservedValue: value, in: "coach")
            == [Customer.ID("c\(number)")], "\(value)")
      }
      func found(_ value: String) async throws -> [Customer.ID] {
        try await ledger.administration.customers(withReservedValue: value, in: "coach")
      }
      #expect(try await found("ada@EXAMPLE.com") == ["c0"])
      #expect(try await found("ada@example").isEmpty)
      #expect(try await found("plain 0").isEmpty)
      let bought = StoreTransaction(
        id: "2001", originalID: "2000", product: "coach.monthly", purchasedAt: .start,
        signedAt: .start)
      _ = try await ledger.append(.of("buyer", at: 0, [.transaction(bought)]))
      for (id, customers) in [("2001", ["buyer"]), ("2000", []), ("200", [])] {
        #expect(
          try await ledger.administration.customers(with: StoreTransaction.ID(id), in: "coach")
            == customers.map { Customer.ID($0) })
      }
      #expect(try await ledger.administration.customers(with: "2001", in: "garden").isEmpty)
    }
  }

  @Test(
    "customers are found by the beginning of an address, an attribute, an id or another name",
    arguments: LedgerKind.allCases)
  func beginnings(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      let credentials = LedgerCredentials(
        email: "ada@example.com", passwordHash: "hash", account: "a", customer: "c1")
      _ = try await ledger.append(.of("c1", at: 0, credentials: credentials))
      func name(_ value: String) -> Fact {
        .attribute(
          AttributeChange(attribute: "$displayName", setBy: .app, value: .string(value), at: .start)
        )
      }
      _ = try await ledger.append(.of("c2", at: 0, [name("Ada \"Zoë\" Lovelace")]))
      _ = try await ledger.append(.of("ada-id", at: 0, [.reached("phone")]))
      _ = try await ledger.append(
        .of("c3", at: 0, [.reached("phone")], claims: [.alias("ada-alias")]))
      func found(
        _ text: String, limit: Int = 20, in app: Blueprint.App.ID = "coach"
      ) async throws -> [Customer.ID] {
        try await ledger.administration.customers(beginningWith: text, limit: limit, in: app)
      }
      #expect(try await found("ada") == ["ada-id", "c1", "c2", "c3"])
      #expect(try await found("ada", limit: 2) == ["ada-id", "c1"])
      #expect(try await found("ADA@EX") == ["c1"])
      #expect(try await found("ada \"zoë") == ["c2"])
      #expect(try await found("ada-") == ["ada-id", "c3"])
      #expect(try await found("lovelace").isEmpty)
      #expect(try await found("ada", in: "garden").isEmpty)
    }
  }

  @Test(
    "a customer was last seen when they were written to or seen", arguments: LedgerKind.allCases)
  func lastSeen(kind: LedgerKind) async throws {
    try await kind.open { ledger in
      _ = try await ledger.append(.of("ada", at: 0, [.reached("phone")]))
      func seen(_ customer: Customer.ID) async throws -> Instant? {
        try await ledger.administration.lastSeen(customer, in: "coach")
      }
      let first = try #require(try await seen("ada"))
      let later = first.adding(Period(9, .day))
      try await ledger.see("ada", in: "coach", at: later)
      #expect(try await seen("ada") == later)
      #expect(try await seen("nobody") == nil)
    }
  }

  @Test("SQLite finds devices among damaged rows")
  func damaged() async throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file)
    _ = try await ledger.append(
      .of("c1", at: 0, [.device(DeviceUse(device: "phone", origin: "c1", at: .start))]))
    try await ledger.connections.write { database in
      try database.execute(
        sql: """
          INSERT INTO facts (app, customer, version, at, kind, body)
          VALUES ('coach', 'c1', 1, 0, 'device', '{')
          """)
    }
    #expect(try await ledger.administration.customers(on: "phone", in: "coach") == ["c1"])
    try await ledger.close()
  }
}
