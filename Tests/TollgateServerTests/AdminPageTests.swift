import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("The operators' pages")
struct AdminPageTests {
  /// A customer whose messages are denied, as is every lapsed customer's.
  private static func blocked() async throws -> (TestServer, TestPhone, String) {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone(device: "maya-phone")
    try await phone.reach("discovery-complete")
    return (server, phone, "/customers/\(phone.id)")
  }

  @Test(
    "EX-13 a customer's page has the life and the reason for every answer, and grants from there")
  func customer() async throws {
    let (server, phone, path) = try await Self.blocked()
    let ada = try await AdminBrowser(server, .support)
    let start = server.now
    let before = try await ada.get(path)
    #expect(before.status == 200)
    #expect(before.text.contains("send message No: nothing is bought."))
    #expect(before.text.contains("The milestone discovery-complete was reached."))
    #expect(before.text.contains("Used the app on a new device."))
    #expect(before.text.contains("The app ran on the device maya-phone."))

    let grant = [
      "change": "grant", "subject": "premium", "days": "7", "reason": "An outage & a \"sorry\"",
    ]
    let preview = try await ada.post(path, grant)
    #expect(preview.text.contains("Entitlements none premium"))
    #expect(preview.text.contains("An outage &amp; a \"sorry\""))
    #expect(try await phone.membership().entitlements.isEmpty)

    #expect(
      try await ada.confirm(path, grant.merging(["reason": "An outage"]) { $1 }).status == 303)
    let membership = try await phone.membership()
    #expect(membership.entitlements == ["premium"])
    #expect(membership.nextChange == start.adding(Period(7, .day)))
    let after = try await ada.get(path)
    #expect(after.text.contains("ada@example.com: An outage"))
    #expect(after.text.contains("send message Yes, without a limit, with a grant until "))
    // As it was known before, with the same reasons, and nothing to do.
    server.advance(Period(1, .day))
    let past = try await ada.get("\(path)?at=\(start.milliseconds - 1)")
    #expect(past.text.contains("As the server knew the customer at"))
    #expect(!past.body.contains("id=\"actions\""))
    #expect(!past.text.contains("An outage"))
  }

  @Test("a page of another version of the server gets the style sheet and the icon of this one")
  func otherVersions() async throws {
    let server = try await TestServer("coach-paid")
    let page = try await server.exchange(.get, "/admin/coach-paid")
    let files = page.body.matches(of: /href="(\/assets\/([0-9a-f]+)-[a-z.]+)"/)
    #expect(files.count == 2)
    for file in files {
      let (_, path, fingerprint) = file.output
      let own = try await server.exchange(.get, String(path))
      #expect(own.status == 200)
      #expect(own.headers["Cache-Control"] == "public, max-age=31536000, immutable")
      let other = try await server.exchange(
        .get, String(path.replacing(fingerprint, with: "0")))
      #expect(other.status == 200)
      #expect(other.headers["Cache-Control"] == "no-cache")
      #expect(other.headers["Content-Type"] == own.headers["Content-Type"])
      #expect(other.body == own.body)
    }
    let missing = try await server.exchange(.get, "/assets/0-other.css")
    #expect(missing.status == 404 && missing.code == .notFound)
  }

  @Test("EX-13 grants, trials and purchases are changed after a preview, each once for its form")
  func changes() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    var owner = try await server.phone(device: "phone")
    try await owner.signUp("owner@example.com")
    try await owner.buy("strikelab.pro.monthly")
    var other = try await server.phone(device: "tablet")
    try await other.signUp("other@example.com")
    let ada = try await AdminBrowser(server, .owner)
    let (from, to) = ("/customers/\(owner.id)", "/customers/\(other.id)")
    let page = try await ada.get(from)
    let purchase = try #require(
      page.body.firstMatch(of: /<option value="(sandbox:[0-9]+)">/)
    ).output.1.description
    let transfer = [
      "change": "transfer", "subject": purchase, "receiver": "\(other.id)",
      "reason": "Wrong account",
    ]
    let preview = try await ada.post(from, transfer)
    #expect(preview.text.contains("\(owner.id) What Now Then Phase subscribed"))
    #expect(try await owner.phase() == .subscribed)
    // People know an address, not an id.
    let named = transfer.merging(["receiver": " Other@example.com "]) { $1 }
    #expect(try await ada.post(from, named).text == preview.text)
    let unknown = try await ada.post(
      from, transfer.merging(["receiver": "nobody@example.com"]) { $1 })
    #expect(unknown.status == 404 && unknown.body.contains("/admin/strikelab\(from)"))
    #expect(try await ada.confirm(from, transfer).status == 303)
    #expect(try await owner.phase() != .subscribed)
    #expect(try await other.phase() == .subscribed)
    // The purchase is the other customer's now, so that it is not given away twice.
    #expect(try await ada.post(from, transfer).status == 409)
    let back = transfer.merging(["receiver": "\(owner.id)", "reason": "Wrong again"]) { $1 }
    #expect(try await ada.confirm(to, back).status == 303)
    #expect(try await owner.phase() == .subscribed)
    #expect(try await other.phase() != .subscribed)

    let grant = try await ada.post(
      from, ["change": "grant", "subject": "pro", "reason": "A gift"]
    ).hiddenFields
    for _ in 1...2 { #expect(try await ada.post(from, grant).status == 303) }
    #expect(try await server.entries().count { $0.fact.kind == .grant } == 1)

    let audit = try await ada.get("/audit").text
    #expect(audit.contains("purchase transferred \(purchase) \(other.id) Wrong account"))
    #expect(audit.contains("signed in"))
  }

  @Test("a change that would be refused is refused before it is previewed")
  func refusals() async throws {
    let (server, phone, path) = try await Self.blocked()
    let ada = try await AdminBrowser(server, .developer)
    let rows: [(fields: [String: String], status: Int)] = [
      (["change": "grant", "subject": "premium", "reason": "no"], 422),
      (["change": "grant", "subject": "gold", "reason": "A gift"], 404),
      (["change": "grant", "subject": "premium", "days": "-1", "reason": "A gift"], 422),
      (["change": "revoke-grant", "subject": "grant_1", "reason": "A gift"], 404),
      (["change": "extend-trial", "subject": "messages", "days": "3", "reason": "A gift"], 422),
      (["change": "transfer", "subject": "1", "receiver": "nobody", "reason": "A gift"], 404),
      (["change": "transfer", "subject": "1", "receiver": "", "reason": "A gift"], 422),
      (["change": "explode", "reason": "A gift"], 422),
    ]
    for row in rows {
      let answer = try await ada.post(path, row.fields)
      #expect(answer.status == row.status, "\(row.fields): \(answer.text)")
      #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
    }
    #expect(try await ada.get("/customers/nobody").status == 404)
    #expect(try await phone.membership().entitlements.isEmpty)
  }

  @Test("a link signs in once and only when it is confirmed; its cookie belongs to one app's pages")
  func session() async throws {
    let server = try await TestServer("coach-paid")
    let root = "/admin/\(server.app)"
    let stranger = try await server.exchange(.get, root)
    #expect(stranger.status == 401)
    #expect(stranger.text.contains("tollgate admin link you@example.com --app \(server.app)"))
    let link = try await server.service.people.add("ada@example.com", as: .owner, in: server.app)
      .link
    for _ in 1...2 {
      let asked = try await server.exchange(.get, "\(root)/sign-in?link=\(link)")
      #expect(asked.status == 200)
      #expect(asked.headers["set-cookie"] == nil)
    }
    let signedIn = try await server.exchange(.post, "\(root)/sign-in", body: "link=\(link)")
    #expect(signedIn.status == 303)
    let cookie = try #require(signedIn.headers["set-cookie"])
    for part in ["Path=\(root)", "HttpOnly", "SameSite=Lax", "Max-Age=604800"] {
      #expect(cookie.contains(part), "\(cookie)")
    }
    #expect(try await server.exchange(.post, "\(root)/sign-in", body: "link=\(link)").status == 401)

    let ben = try await AdminBrowser(server, .owner, email: "ben@example.com")
    #expect(try await ben.get().status == 200)
    #expect(try await ben.post("/sign-out", [:]).status == 200)
    #expect(try await ben.get().status == 401)
  }

  @Test("an address that no page has, and one for another method, get a page that says so")
  func missing() async throws {
    let server = try await TestServer("coach-paid")
    let ada = try await AdminBrowser(server, .owner)
    let missing = try await ada.get("/nothing")
    #expect(missing.status == 404)
    #expect(missing.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(missing.text.contains("No page has this path."))
    let wrong = try await ada.post("/audit", [:])
    #expect(wrong.status == 405)
    #expect(wrong.headers["Allow"] == "GET")
    let both = try await server.exchange(.delete, "/admin/\(server.app)/people")
    #expect(both.headers["Allow"] == "GET, POST")
  }

  @Test("a form without the session's token changes nothing")
  func forgery() async throws {
    let (server, phone, path) = try await Self.blocked()
    let ada = try await AdminBrowser(server, .owner)
    let ben = try await AdminBrowser(server, .owner, email: "ben@example.com")
    let fields = try await ada.post(
      path, ["change": "grant", "subject": "premium", "reason": "A gift"]
    ).hiddenFields
    for token in ["", ben.formToken, "0"] {
      let answer = try await ada.post(path, fields.merging(["form": token]) { $1 })
      #expect(answer.status == 401)
    }
    #expect(
      try await ada.post("/people", ["form": "", "change": "remove", "email": "ben@example.com"])
        .status == 401)
    #expect(try await phone.membership().entitlements.isEmpty)
    #expect(try await ada.post(path, fields).status == 303)
    #expect(try await phone.membership().entitlements == ["premium"])
  }

  @Test(
    "each role sees and does what it is for",
    arguments: [
      (LedgerPerson.Role.owner, true, true, true), (.developer, true, true, false),
      (.support, false, true, false), (.readOnly, true, false, false),
    ])
  func roles(
    role: LedgerPerson.Role, seesPrices: Bool, changes: Bool, seesAudit: Bool
  ) async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("maya@example.com")
    try await phone.buy("strikelab.pro.monthly")
    let person = try await AdminBrowser(server, role)
    let page = try await person.get("/customers/\(phone.id)")
    #expect(page.text.contains("\"price\"") == seesPrices)
    #expect(page.text.contains("Paid in all") == seesPrices)
    #expect(page.body.contains("id=\"actions\"") == changes)
    let grant = ["change": "grant", "subject": "pro", "reason": "A gift"]
    #expect(try await person.post("/customers/\(phone.id)", grant).status == (changes ? 200 : 403))
    for path in ["/audit", "/people"] {
      #expect(try await person.get(path).status == (seesAudit ? 200 : 403))
    }
    #expect(
      try await person.post(
        "/people", ["change": "add", "email": "eve@example.com", "role": "owner"]
      )
      .status == (seesAudit ? 200 : 403))
  }

  @Test(
    "customers are found by id, email, transaction and device; nothing is found by a middle part")
  func search() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    var phone = try await server.phone(device: "maya phone+1")
    try await phone.signUp("maya+tag@example.com")
    try await phone.buy("strikelab.pro.monthly")
    let ada = try await AdminBrowser(server, .support)
    let page = try await ada.get("/customers/\(phone.id)").body
    let purchase = try #require(page.firstMatch(of: /<option value="(sandbox:[0-9]+)">/)).output.1
    let rows: [(query: String, isFound: Bool)] = [
      ("\(phone.id)", true), ("Maya%2Btag%40example.com", true), ("\(purchase)", true),
      ("\(purchase.dropFirst("sandbox:".count))", true), ("maya+phone%2B1", true),
      ("maya", true), ("aya%2Btag", false), ("example.com", false), ("%40", false),
      ("MABCDEFGH1", false),
    ]
    for row in rows {
      let found = try await ada.get("?q=\(row.query)")
      #expect(found.status == 200)
      #expect(found.body.contains("/customers/\(phone.id)\"") == row.isFound, "\(row.query)")
      #expect(found.text.contains("No customer has this.") == !row.isFound, "\(row.query)")
    }
  }

  @Test("what customers and operators wrote never becomes markup, and no page runs a script")
  func escaping() async throws {
    let hostile = "<script>alert(1)</script>\"'><b>"
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone(device: Device.ID(hostile))
    let ada = try await AdminBrowser(server, .owner)
    let path = "/customers/\(phone.id)"
    let grant = ["change": "grant", "subject": "premium", "reason": hostile]
    let basis = try await ada.post(path, grant).hiddenFields["basis"] ?? ""
    let confirmed = ["confirmed": "yes", "key": "k", "basis": basis]
    #expect(try await ada.post(path, grant.merging(confirmed) { $1 }).status == 303)
    let encoded = hostile.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    for page in [
      try await ada.get(path), try await ada.get("?q=\(encoded)"), try await ada.get("/audit"),
      try await ada.get("/audit?by=\(encoded)"),
      try await ada.post(path, grant),
    ] {
      #expect(page.status == 200)
      #expect(!page.body.contains("<script"))
      #expect(!page.body.contains("<b>alert"))
      #expect(page.body.contains("&lt;script&gt;alert(1)"))
      let policy = try #require(page.headers["content-security-policy"])
      #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
    }
  }

  @Test(
    "owners add people and remove others; a link shows once, and the audit list says who did it")
  func people() async throws {
    let server = try await TestServer("coach-paid")
    let ada = try await AdminBrowser(server, .owner)
    let added = try await ada.post(
      "/people", ["change": "add", "email": "Eve@example.com", "role": "read-only"])
    let link = try #require(added.body.firstMatch(of: /sign-in\?link=([0-9a-f]{64})/)).output.1
    let seed = try #require(added.body.firstMatch(of: /name="seed" value="([0-9a-f]{32})"/)).output
      .1
    for _ in 1...2 {
      let twice = try await ada.post(
        "/people",
        [
          "change": "add", "email": "finn@example.com", "role": "support", "seed": String(seed),
        ])
      #expect(twice.text.contains("This link signs finn@example.com in"))
    }
    #expect(!(try await ada.get("/people")).body.contains(link))
    #expect(
      try await server.exchange(.post, "/admin/\(server.app)/sign-in", body: "link=\(link)").status
        == 303)
    #expect(
      try await ada.post("/people", ["change": "remove", "email": "ada@example.com"]).status == 422)
    #expect(
      try await ada.post("/people", ["change": "remove", "email": "eve@example.com"]).status == 303)
    let audit = try await ada.get("/audit?by=ada%40example.com").text
    #expect(audit.contains("person removed eve@example.com"))
    #expect(audit.contains("person saved eve@example.com read-only"))
  }
}
