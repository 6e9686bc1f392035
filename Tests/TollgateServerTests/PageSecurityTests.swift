import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Attacks on the operators' pages")
struct PageSecurityTests {
  private static let cookieName = "tollgate-session"

  /// The value of the session's cookie in a response.
  private static func token(_ exchange: Exchange) throws -> String {
    let cookie = try #require(exchange.headers["set-cookie"])
    return String(
      try #require(cookie.firstMatch(of: /tollgate-session=([0-9a-f]{64});/)).output.1)
  }

  @Test("a session that was planted before a sign-in is worth nothing after it")
  func fixation() async throws {
    let server = try await TestServer("coach-paid")
    let root = "/admin/\(server.app)"
    let people = server.service.people
    var link = try await people.add("ada@example.com", as: .owner, in: server.app).link
    let planted = String(repeating: "ab", count: 32)
    func status(of token: String) async throws -> Int {
      try await server.exchange(
        .get, root, headers: ["Cookie": "\(Self.cookieName)=\(token)"]
      ).status
    }
    // Whatever a browser sends, also an attacker's own session, signing in opens another one.
    let mallory = try await people.add("mallory@example.com", as: .readOnly, in: server.app).link
    let opened = try await people.signIn(with: mallory, in: server.app)
    let hers = try #require(opened).token
    var tokens: Set<String> = []
    for before in [planted, hers] {
      let signedIn = try await server.exchange(
        .post, "\(root)/sign-in", headers: ["Cookie": "\(Self.cookieName)=\(before)"],
        body: "link=\(link)")
      #expect(signedIn.status == 303)
      let token = try Self.token(signedIn)
      #expect(token != before)
      tokens.insert(token)
      #expect(try await status(of: token) == 200)
      link = try await people.renewLink(of: "ada@example.com", in: server.app).link
    }
    #expect(tokens.count == 2)
    #expect(try await status(of: planted) == 401)
    #expect(
      try await people.session(of: hers, in: server.app)?.email == "mallory@example.com")
  }

  @Test("a form that another site sends changes nothing, and uses up no link")
  func otherSites() async throws {
    let server = try await TestServer("coach-paid")
    let root = "/admin/\(server.app)"
    let link = try await server.service.people.add("ada@example.com", as: .owner, in: server.app)
      .link
    for (site, status) in [
      ("cross-site", 403), ("same-site", 403), ("same-origin", 303), ("none", 401),
    ] {
      let answer = try await server.exchange(
        .post, "\(root)/sign-in", headers: ["Sec-Fetch-Site": site], body: "link=\(link)")
      #expect(answer.status == status, "\(site)")
      #expect((answer.headers["set-cookie"] != nil) == (status == 303))
    }
    let ben = try await AdminBrowser(server, .owner, email: "ben@example.com")
    let answer = try await server.exchange(
      .post, "\(root)/people", headers: ["Cookie": ben.cookie, "Sec-Fetch-Site": "cross-site"],
      body: "form=\(ben.formToken)&change=add&email=eve@example.com")
    #expect(answer.status == 403)
    #expect(try await server.service.people.list(in: server.app).count == 2)
  }

  @Test("an export that another site asks for is refused, and is in no audit list")
  func exports() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let ada = try await AdminBrowser(server, .owner)
    func export(from site: String?) async throws -> Exchange {
      try await server.exchange(
        .get, "/admin/\(server.app)/customers/\(phone.id)/export",
        headers: ["Cookie": ada.cookie].merging(site.map { ["Sec-Fetch-Site": $0] } ?? [:]) { $1 })
    }
    func audit() async throws -> [LedgerAuditEntry] {
      try await server.ledger.administration.audit(
        LedgerAuditFilter(action: .customerExported), in: server.app)
    }
    for site in ["cross-site", "same-site"] {
      let refused = try await export(from: site)
      #expect(refused.status == 403)
      #expect(refused.text.contains("Another site requested this export: open the page again."))
    }
    #expect(try await audit().isEmpty)
    for site in ["same-origin", "none", nil] {
      #expect(try await export(from: site).status == 200)
      server.advance(milliseconds: 1)
    }
    #expect(try await audit().map(\.customer) == [phone.id, phone.id, phone.id])
  }

  @Test("no page can be framed, whatever it says")
  func framing() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    let ada = try await AdminBrowser(server, .owner)
    var pages: [(AdminRoute?, Exchange)] = [(nil, try await ada.get("/nothing"))]
    for route in AdminRoute.allCases where !route.isForm {
      let path = "\(route.path)".replacing("{app}", with: "\(server.app)")
        .replacing("{customer}", with: "\(phone.id)").replacing("{chart}", with: "mrr")
        .replacing("{revision}", with: "1")
      for cookie in [ada.cookie, ""] {
        pages.append(
          (route, try await server.exchange(.get, path, headers: ["Cookie": cookie])))
      }
    }
    for (route, page) in pages where page.status != 303 {
      let policy = page.headers["content-security-policy"] ?? ""
      #expect(policy.contains("frame-ancestors 'none'"), "\(String(describing: route))")
      #expect(page.headers["x-frame-options"] == "DENY", "\(String(describing: route))")
    }
  }

  @Test("guesses of links count as an address's requests; others continue")
  func guesses() async throws {
    let server = try await TestServer("coach-paid")
    let link = try await server.service.people.add("ada@example.com", as: .owner, in: server.app)
      .link
    let application = buildServer(
      server.service,
      configuration: ServerConfiguration(
        limits: ConnectionLimits(proxies: [""]), rates: RequestRates(perAddress: 3)),
      logger: quietLogger)
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    let statuses = try await application.test(.router) { client in
      var statuses: [Int] = []
      let guess = String(repeating: "0", count: 64)
      for (address, link) in [
        ("203.0.113.9", guess), ("203.0.113.9", guess), ("203.0.113.9", ""),
        ("203.0.113.9", link), ("203.0.113.8", link),
      ] {
        statuses.append(
          try await client.executeRequest(
            uri: "/admin/\(server.app)/sign-in", method: .post, headers: [name: address],
            body: ByteBuffer(string: "link=\(link)")
          ).status.code)
      }
      return statuses
    }
    #expect(statuses == [401, 401, 401, 429, 303])
  }
}
