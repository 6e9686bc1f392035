import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Problems on the operators' pages")
struct AdminProblemTests {
  @Test("a problem's page says what to do and where to continue, below the navigation if signed in")
  func problems() async throws {
    let server = try await TestServer("coach-paid")
    let root = "/admin/\(server.app)"
    let phone = try await server.phone(device: "maya-phone")
    let path = "/customers/\(phone.id)"
    let ada = try await AdminBrowser(server, .owner)
    let ben = try await AdminBrowser(server, .readOnly, email: "ben@example.com")
    let eve = try await AdminBrowser(server, .support, email: "eve@example.com")
    let change = ["change": "grant", "subject": "premium", "reason": "A gift"]
    let signedIn: [(page: Exchange, heading: String, advice: String, way: String)] = [
      (try await ada.get("/customers/nobody"), "Unknown customer", "find the customer by", root),
      (try await ada.post("/customers/nobody", change), "Unknown customer", "find the", root),
      (try await ada.get("/charts/nothing"), "Page not found", "Check", "\(root)/charts"),
      (
        try await ada.post(path, change.merging(["days": "-1"]) { $1 }), "Invalid value",
        "Correct what the message names, and send it again.", "\(root)\(path)"
      ),
      (
        try await ada.post(path, ["form": "0"]), "Session ended", "open the page again",
        "\(root)\(path)"
      ),
      (try await ben.post(path, change), "Not allowed", "ask an owner", "\(root)\(path)"),
      (try await ben.get("/people"), "Not allowed", "ask an owner", root),
      (try await ben.post("/people", [:]), "Not allowed", "ask an owner", root),
      (try await eve.get("/charts/mrr"), "Not allowed", "ask an owner", root),
      (
        try await ada.get("\(path)?at=noon"), "Invalid value", "not a date and time",
        "\(root)\(path)"
      ),
      (
        try await ada.post(
          path, ["change": "transfer", "subject": "1", "receiver": "nobody", "reason": "A gift"]),
        "Unknown customer", "id of the receiver", "\(root)\(path)"
      ),
      (
        try await ada.post(path, ["change": "merge", "subject": "nobody", "reason": "A gift"]),
        "Unknown customer", "id of the customer to merge", "\(root)\(path)"
      ),
    ]
    for (page, heading, advice, way) in signedIn {
      #expect(page.body.contains("<h1>\(heading)</h1>"), "\(page.text)")
      #expect(page.text.contains(advice), "\(page.text)")
      #expect(page.body.contains("<p><a href=\"\(way)\">Back to "), "\(page.body)")
      #expect(page.body.contains("<nav aria-label=\"Pages\">"))
    }
    for (path, way) in [
      ("\(root)/nothing", root), ("/admin/nothing", "/admin"), ("/admin/nothing/people", "/admin"),
      ("/admin/%22%3E/nothing", "/admin/%22%3E"),
    ] {
      let page = try await server.exchange(.get, path)
      #expect(page.status == 404)
      #expect(page.body.contains("<p><a href=\"\(way)\">"), "\(page.body)")
      #expect(page.text.contains("Check the "))
      #expect(!page.body.contains("<nav"))
    }
  }
  @Test("a refused form keeps what was typed, and is submitted from the page that refuses it")
  func refused() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone(device: "maya-phone")
    let ada = try await AdminBrowser(server, .owner)
    let customer = "/customers/\(phone.id)"
    let forms: [(path: String, fields: [String: String])] = [
      (customer, ["change": "grant", "subject": "premium", "days": "-1", "reason": "A \"gift\""]),
      (customer, ["change": "extend-grant", "subject": "none", "days": "x", "reason": "A gift"]),
      (customer, ["change": "extend-trial", "subject": "none", "days": "7", "reason": "A gift"]),
      (
        customer,
        [
          "change": "transfer", "subject": "1", "receiver": "nobody@example.com",
          "reason": "Bought for Maya",
        ]
      ),
      (customer, ["change": "merge", "subject": "nobody", "reason": "The same person"]),
      ("/people", ["change": "add", "email": "nobody", "role": "support", "seed": "0"]),
      ("/keys", ["change": "create", "name": "", "scope": "nothing", "seed": "0"]),
      ("/keys", ["change": "rotate", "key": "nothing", "days": "7", "seed": "0"]),
      (
        "/webhooks",
        ["destination": "main", "customer": "\(phone.id)", "from": "noon", "until": "2026-03-02"]
      ),
      (
        "/blueprint",
        ["change": "publish", "revision": "none", "after": "1", "typed": "a1b2c3d4e5f6"]
      ),
      ("/blueprint", ["change": "roll-back", "to": "99", "after": "1", "typed": "a1b2c3d4e5f6"]),
    ]
    for (path, fields) in forms {
      let refused = try await ada.post(path, fields)
      #expect(refused.status >= 400)
      #expect(refused.body.contains("action=\"/admin/\(server.app)\(path)\""), "\(fields)")
      let kept = refused.fields
      #expect(kept == fields.merging(["form": ada.formToken]) { $1 }, "\(refused.body)")
      #expect(try await ada.post(path, kept).text == refused.text)
    }

    let chart = try await ada.get(
      "/charts/mrr?period=month&from=2026-05-01&to=2026-03-01&by=product")
    #expect(chart.status >= 400)
    #expect(chart.body.contains("<form class=\"card\" method=\"get\">"))
    #expect(
      chart.fields.filter { $0.key != "form" }
        == ["period": "month", "from": "2026-05-01", "to": "2026-03-01", "by": "product"])

    var fields = try await ada.post(forms[0].path, forms[0].fields).fields
    fields["days"] = "7"
    let preview = try await ada.post(customer, fields)
    #expect(preview.status == 200)
    #expect(preview.text.contains("Reason: A \"gift\""))
  }

  @Test("a refused form is not offered again where the session did not send it, or may not")
  func notOffered() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone(device: "maya-phone")
    let ada = try await AdminBrowser(server, .owner)
    let ben = try await AdminBrowser(server, .readOnly, email: "ben@example.com")
    let grant = ["change": "grant", "subject": "premium", "reason": "A gift"]
    for page in [
      try await ada.post("/customers/\(phone.id)", grant.merging(["form": "0"]) { $1 }),
      try await ada.post("/customers/nobody", grant),
      try await ben.post("/customers/\(phone.id)", grant),
    ] {
      #expect(page.status >= 400)
      #expect(!page.body.contains("Send again"))
    }
  }

  @Test(
    "a confirmation that failed is repeated as it was, and one that was refused is previewed again")
  func confirmations() async throws {
    let server = try await TestServer("coach-paid")
    let ada = try await AdminBrowser(server, .owner)
    let token = try #require(ada.cookie.split(separator: "=").last.map(String.init))
    let session = try #require(
      try await server.service.people.session(of: token, in: server.app))
    let visit = AdminVisit(
      app: try server.service.app(server.app), session: session, token: token)
    let sent = [
      "form": ada.formToken, "change": "transfer", "subject": "1", "receiver": "maya",
      "reason": "A gift", "confirmed": "yes", "basis": "{}", "key": "0f",
    ]
    let failed = try #require(
      RefusedForm(sent, to: "/", after: Problem(.busy, "Busy."), for: visit))
    #expect(failed.fields.isEmpty)
    #expect(Dictionary(uniqueKeysWithValues: failed.hidden.map { ($0.name, $0.value) }) == sent)
    let refused = try #require(
      RefusedForm(sent, to: "/", after: Problem(.unknownCustomer, "Unknown."), for: visit))
    #expect(refused.fields.map(\.name) == ["subject", "receiver", "reason"])
    #expect(refused.hidden.map(\.name) == ["change", "form"])
  }
}

extension Exchange {
  /// The fields of a page's forms, as they are filled in.
  fileprivate var fields: [String: String] {
    var fields: [String: String] = [:]
    for field in body.matches(of: /<input [^>]*name="([a-z]+)"[^>]*value="([^"]*)"/) {
      fields[String(field.output.1)] = String(field.output.2).replacing("&quot;", with: "\"")
    }
    return fields
  }
}
