import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("The page of secret keys")
struct KeysPageTests {
  /// The key that a page shows once.
  private static func key(on page: Exchange) throws -> String {
    String(
      try #require(page.body.firstMatch(of: /<code>(sk_[a-z-]+_[0-9a-f]{80})<\/code>/)).output.1)
  }

  /// Whether a key reads a customer's membership.
  private static func status(
    of key: String, for phone: TestPhone, _ server: TestServer
  ) async throws -> Int {
    try await server.exchange(.forCustomer(phone.id, .membership), token: key).status
  }

  @Test(
    "EX-12 a key is created, shown once, rotated with an overlap and revoked, each in the audit list"
  )
  func life() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let ada = try await AdminBrowser(server, .owner)
    let first = try Self.key(
      on: try await ada.post("/keys", ["change": "create", "name": "chat", "scope": "backend"]))
    let id = String(first.dropLast(64))
    let before = try await ada.get("/keys")
    #expect(before.text.contains("chat \(id) backend"))
    #expect(before.text.contains("never valid Rotate"))
    #expect(!before.body.contains(first.suffix(64)))
    #expect(try await Self.status(of: first, for: phone, server) == 200)
    #expect(try await ada.get("/keys").text.contains("\(server.now.description.prefix(10))"))

    let second = try Self.key(
      on: try await ada.post("/keys", ["change": "rotate", "key": id, "days": "2"]))
    server.advance(Period(1, .day))
    #expect(try await ada.get("/keys").text.contains("valid until"))
    #expect(try await Self.status(of: first, for: phone, server) == 200)
    #expect(try await Self.status(of: second, for: phone, server) == 200)
    server.advance(Period(1, .day))
    #expect(try await Self.status(of: first, for: phone, server) == 401)
    #expect(try await Self.status(of: second, for: phone, server) == 200)
    #expect(
      try await ada.post("/keys", ["change": "rotate", "key": id, "days": "2"]).status == 401)

    let revoked = try await ada.post(
      "/keys", ["change": "revoke", "key": String(second.dropLast(64))])
    #expect(revoked.status == 303)
    #expect(try await Self.status(of: second, for: phone, server) == 401)
    let audit = try await server.ledger.administration.audit(LedgerAuditFilter(), in: server.app)
      .filter { $0.subject?.hasPrefix("sk_") == true }
    #expect(audit.allSatisfy { $0.author == "ada@example.com" })
    #expect(audit.count { $0.action == .keyCreated } == 2)
    #expect(audit.count { $0.action == .keyRevoked } == 2)
  }

  @Test("a form that is sent twice creates, or rotates to, one key, and shows it both times")
  func twice() async throws {
    let server = try await TestServer("coach-paid")
    let ada = try await AdminBrowser(server, .owner)
    let seed = try #require(
      try await ada.get("/keys").body.firstMatch(of: /name="seed" value="([0-9a-f]{32})"/)
    ).output.1
    let create = ["change": "create", "name": "chat", "scope": "backend", "seed": String(seed)]
    let first = try Self.key(on: try await ada.post("/keys", create))
    #expect(try Self.key(on: try await ada.post("/keys", create)) == first)
    let keys = server.service.secretKeys
    #expect(try await keys.list(in: server.app).count == 1)
    // Another name is another key, also from the same page, and another session's key is another one.
    let other = create.merging(["name": "mail"]) { $1 }
    #expect(try Self.key(on: try await ada.post("/keys", other)) != first)
    let ben = try await AdminBrowser(server, .owner, email: "ben@example.com")
    #expect(try Self.key(on: try await ben.post("/keys", create)) != first)

    let id = String(first.dropLast(64))
    let rotate = ["change": "rotate", "key": id, "days": "0", "seed": String(seed)]
    let second = try Self.key(on: try await ada.post("/keys", rotate))
    #expect(try Self.key(on: try await ada.post("/keys", rotate)) == second)
    #expect(try await keys.list(in: server.app).count == 4)
    #expect(
      try await ada.post("/keys", ["change": "revoke", "key": String(second.dropLast(64))]).status
        == 303)
    #expect(try await ada.post("/keys", rotate).status == 401)
    #expect(try await keys.list(in: server.app).count == 4)
  }

  @Test("a developer gives nobody the scope of an owner, and ends no owner's key")
  func escalation() async throws {
    let server = try await TestServer("coach-paid")
    let dev = try await AdminBrowser(server, .developer)
    let keys = server.service.secretKeys
    let (_, owner) = try await keys.create(named: "all", scope: .owner, in: server.app)
    let (_, later) = try await keys.create(
      named: "later", scope: LedgerSecretKey.Scope(rawValue: "later"), in: server.app)
    let page = try await dev.get("/keys")
    #expect(!page.body.contains("<option>owner</option>"))
    #expect(!page.text.contains("Revoke all"))
    for scope in LedgerSecretKey.Scope.known {
      let answer = try await dev.post(
        "/keys", ["change": "create", "name": "k", "scope": scope.rawValue])
      #expect(answer.status == (scope == .owner ? 403 : 200), "\(scope.rawValue)")
    }
    for id in [owner.id, later.id] {
      #expect(try await dev.post("/keys", ["change": "revoke", "key": id]).status == 403)
      #expect(
        try await dev.post("/keys", ["change": "rotate", "key": id, "days": "0"]).status == 403)
    }
    let valid = try await keys.list(in: server.app).filter { $0.isValid(at: server.now) }
    #expect(Set(valid.map(\.id)).isSuperset(of: [owner.id, later.id]))
  }

  @Test("a key of another app, and a form that is wrong, change nothing")
  func refusals() async throws {
    let server = try await TestServer("coach-paid")
    let ada = try await AdminBrowser(server, .owner)
    let keys = server.service.secretKeys
    let (_, foreign) = try await keys.create(named: "theirs", in: "coach-free")
    let (_, own) = try await keys.create(named: "ours", in: server.app)
    let rows: [(fields: [String: String], status: Int)] = [
      (["change": "revoke", "key": foreign.id], 401),
      (["change": "rotate", "key": foreign.id, "days": "0"], 401),
      (["change": "revoke", "key": "sk"], 401), (["change": "revoke"], 401),
      (["change": "rotate", "key": own.id], 422),
      (["change": "rotate", "key": own.id, "days": "366"], 422),
      (["change": "rotate", "key": own.id, "days": "-1"], 422),
      (["change": "create", "name": "k", "scope": "admin"], 422),
      (["change": "create", "name": "", "scope": "read"], 422),
      (["change": "explode"], 422), (["form": "", "change": "revoke", "key": own.id], 401),
    ]
    for row in rows {
      #expect(try await ada.post("/keys", row.fields).status == row.status, "\(row.fields)")
    }
    #expect(try await keys.list(in: "coach-free").allSatisfy { $0.revokedAt == nil })
    #expect(try await keys.list(in: server.app).map(\.id) == [own.id])
    #expect(try await keys.list(in: server.app).allSatisfy { $0.revokedAt == nil })
  }

  @Test(
    "what an operator's key sees and changes is its scope's",
    arguments: [
      (LedgerSecretKey.Scope.readOnly, true, false), (.support, false, true),
      (.developer, true, true),
      (.owner, true, true),
    ])
  func scopes(scope: LedgerSecretKey.Scope, seesPrices: Bool, changes: Bool) async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("maya@example.com")
    try await phone.buy("strikelab.pro.monthly")
    let (key, _) = try await server.service.secretKeys.create(
      named: "k", scope: scope, in: server.app)
    let life = try await server.exchange(.life(phone.id), token: key)
    #expect(life.status == 200)
    #expect(life.body.contains("\"price\"") == seesPrices)
    #expect(
      try await server.exchange(.charts, token: key).status == (seesPrices ? 200 : 403))
    let grant = try await server.exchange(
      .grant(phone.id), token: key, key: "k",
      body: #"{"entitlement":"pro","reason":"A gift"}"#)
    #expect(grant.status == (changes ? 200 : 403))
  }
}
