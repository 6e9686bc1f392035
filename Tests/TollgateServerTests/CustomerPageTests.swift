import AppStoreSimulator
import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("A customer's page tells who it is, what they have, why, and what happened")
struct CustomerPageTests {
  @Test(
    "EX-13 the page begins with the person, the plan by its name, and what was and will be paid")
  func person() async throws {
    let server = try await TestServer.market(
      configuration: .sandbox(identifiers: .numbered()))
    var phone = try await server.phone(device: "phone", account: "anna")
    try await phone.signUp("anna@example.com")
    try await phone.buy("gold")
    let ada = try await AdminBrowser(server, .owner)
    let page = try await ada.get("/customers/\(phone.id)")
    #expect(page.body.contains("<h1>anna@example.com</h1>"))
    for text in [
      "Email anna@example.com", "Devices 1", "First seen (UTC) 2026-01-01 00:00",
      "Last seen (UTC) 2026-01-01 00:00", "Plan Gold, paid until 2026-02-01 (sandbox)",
      "Paid in all 30.00 USD (sandbox)", "Next payment 2026-02-01, 30.00 USD",
      "2026-01-01 00:00 Bought Gold for 30.00 USD, until 2026-02-01 00:00 UTC in the sandbox.",
      "front row Yes, without a limit, with Gold.",
      "standing Yes: 100 of 100 uses of this month are left, with Gold.",
    ] {
      #expect(page.text.contains(text), "\(text) in \(page.text)")
    }
    // Ids are one level down.
    let parts = page.body.components(separatedBy: "<summary>Ids and state</summary>")
    #expect(parts.count == 2 && parts[1].contains("\(phone.id)"))
    let support = try await AdminBrowser(server, .support, email: "sue@example.com")
    let priceless = try await support.get("/customers/\(phone.id)").text
    #expect(priceless.contains("Next payment 2026-02-01") && !priceless.contains("USD"))
    #expect(priceless.contains("Bought Gold, until 2026-02-01 00:00 UTC in the sandbox."))
  }

  @Test(
    "EX-13 a used-up limit says when more come where the app's days begin, in support's words",
    arguments: [("Europe/Berlin", "at midnight (Berlin)"), ("UTC", "at midnight (UTC)")])
  func limits(zone: String, when: String) async throws {
    let server = try await TestServer("coach-paid") {
      $0.app = Blueprint.App(
        id: $0.app.id, name: $0.app.name, bundleID: $0.app.bundleID,
        appAppleID: $0.app.appAppleID, timeZone: zone)
      $0.features.append(
        Feature(id: "scan", rules: [Feature.Rule(allowance: .upTo(2, per: .day))]))
      $0.features.append(
        Feature(id: "print", rules: [Feature.Rule(allowance: .upTo(1, per: .ever))]))
    }
    let phone = try await server.phone(device: "phone")
    let ada = try await AdminBrowser(server, .support)
    func text() async throws -> String { try await ada.get("/customers/\(phone.id)").text }
    #expect(try await text().contains("scan Yes: 2 of 2 uses of today are left."))
    _ = try await phone.use("scan", key: "1")
    #expect(try await text().contains("scan Yes: 1 of 2 uses of today is left."))
    _ = try await phone.use("scan", key: "2")
    _ = try await phone.use("print", key: "3")
    let page = try await text()
    #expect(page.contains("scan No: both uses of today are used; more come \(when)."), "\(page)")
    #expect(page.contains("print No: the one use is used, for good."))
    #expect(page.contains("Used scan. 2 times"))
  }

  @Test("EX-13 a grant that waited is shown with the end of its time, and not with when it came")
  func waitingGrant() async throws {
    let server = try await TestServer("coach-paid") {
      $0.grants = [
        GrantTerms(
          id: "kept", giver: .backend, entitlements: ["premium"], lasts: Period(7, .day),
          waitsFor: .purchases),
        GrantTerms(id: "plan", giver: .backend, entitlements: ["premium"], lasts: Period(2, .day)),
      ]
    }
    let phone = try await server.phone(device: "phone")
    let start = server.now
    let backend = try await TestBackend(server)
    for name in ["plan", "kept"] {
      let _: GrantResponse = try await server.send(
        .giveGrant(phone.id), token: backend.key, key: name,
        json: ListedGrantRequest(name: GrantTerms.ID(name), reason: "Invited Bob"))
    }
    let ada = try await AdminBrowser(server, .support)
    func text() async throws -> String { try await ada.get("/customers/\(phone.id)").text }
    func minute(_ days: Int) -> String {
      start.adding(Period(days, .day)).description.prefix(16).replacingOccurrences(
        of: "T", with: " ")
    }
    let before = try await text()
    #expect(before.contains("Given premium until \(minute(2)) UTC"), "\(before)")
    #expect(before.contains("Grant that waits premium: 7 days, once nothing else gives it"))
    server.advance(Period(3, .day))
    let after = try await text()
    #expect(after.contains("Given premium until \(minute(9)) UTC"), "\(after)")
  }

  @Test("EX-13 a denial has the remedy beside it, whose form leads to its preview in one tap")
  func remedies() async throws {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone(device: "phone")
    try await phone.reach("discovery-complete")
    let ada = try await AdminBrowser(server, .support)
    let path = "/customers/\(phone.id)"
    let page = try await ada.get(path)
    #expect(page.text.contains("send message No: nothing is bought. Give premium Days Reason"))
    let reader = try await AdminBrowser(server, .readOnly, email: "eve@example.com")
    let read = try await reader.get(path)
    #expect(!read.body.contains("<form class=\"remedy\""))
    let form = try #require(
      page.body.components(separatedBy: "<form class=\"remedy\"").dropFirst().first)
    let end = try #require(form.firstRange(of: "</form>"))
    var fields: [String: String] = [:]
    for field in form[..<end.lowerBound].matches(of: /name="([a-z]+)"[^>]* value="([^"]*)"/) {
      fields[String(field.output.1)] = String(field.output.2)
    }
    #expect(
      fields.filter { $0.key != "form" } == [
        "change": "grant", "subject": "premium", "days": "7", "reason": "Could not send message",
      ])
    let preview = try await ada.post(path, fields)
    for change in [
      "Entitlements none premium", "send message no: not included yes, without a limit",
    ] {
      #expect(preview.text.contains(change), "\(preview.text)")
    }
    #expect(try await ada.confirm(path, fields).status == 303)
    let after = try await ada.get(path)
    #expect(
      after.text.contains(
        "send message Yes, without a limit, with a grant until 2026-03-09 09:00 UTC."),
      "\(after.text)")
    #expect(!after.body.contains("class=\"remedy\""))
  }

  @Test("EX-13 both sides of a transfer name the other customer, who moved the purchase and why")
  func transfers() async throws {
    let server = try await TestServer.market(
      configuration: .sandbox(identifiers: .numbered()))
    var owner = try await server.phone(device: "phone", account: "anna")
    try await owner.signUp("anna@example.com")
    try await owner.buy("gold")
    var son = try await server.phone(device: "tablet", account: "ben")
    try await son.signUp("ben@example.com")
    let ada = try await AdminBrowser(server, .support)
    let (from, to) = ("/customers/\(owner.id)", "/customers/\(son.id)")
    let before = try await ada.get(from)
    let purchase = try #require(
      before.body.firstMatch(of: /<option value="(sandbox:[0-9]+)">/)
    ).output.1.description
    server.advance(Period(1, .day))
    #expect(
      try await ada.confirm(
        from,
        [
          "change": "transfer", "subject": purchase, "receiver": "ben@example.com",
          "reason": "Her son's account",
        ]
      ).status == 303)
    let giver = try await ada.get(from).text
    #expect(
      giver.contains("Gave Gold to ben@example.com. ada@example.com: Her son's account"),
      "\(giver)")
    #expect(giver.contains("Gold was transferred to another customer on 2026-01-02."))
    let receiver = try await ada.get(to).text
    #expect(
      receiver.contains("Got Gold from anna@example.com. ada@example.com: Her son's account"),
      "\(receiver)")
    // The purchase has its own date, and the page says since when it is known here.
    #expect(receiver.contains("2026-01-01 00:00 Bought Gold, until 2026-02-01 00:00 UTC"))
    #expect(receiver.contains("Recorded 2026-01-02 00:00 UTC."))
  }

  @Test("EX-13 support has the server ask the App Store what it missed, in one tap")
  func store() async throws {
    let server = try await TestServer.market(
      asksStore: true, configuration: .sandbox(identifiers: .numbered()))
    let phone = try await server.phone(account: "anna")
    let path = "/customers/\(phone.id)"
    let early = try await AdminBrowser(server, .support)
    #expect(try await early.post(path, ["change": "ask-store"]).status == 422)
    try await phone.buy("gold")
    // The store renews, and its notification gets lost.
    server.day(31)
    let ada = try await AdminBrowser(server, .support, email: "bea@example.com")
    let before = try await ada.get(path)
    #expect(before.text.contains("front row No: "), "\(before.text)")
    #expect(before.text.contains("Ask the App Store"))
    #expect(try await ada.post(path, ["change": "ask-store"]).status == 303)
    let after = try await ada.get(path)
    #expect(after.text.contains("front row Yes, without a limit, with Gold."), "\(after.text)")
    #expect(after.text.contains("Renewed Gold, until "))
    let reader = try await AdminBrowser(server, .readOnly, email: "eve@example.com")
    #expect(try await reader.post(path, ["change": "ask-store"]).status == 403)
  }

  @Test("EX-13 customers are found by the beginning of an address, a name or an id, and named")
  func beginnings() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("maya@example.com")
    let other = try await server.phone(device: "tablet")
    let ada = try await AdminBrowser(server, .support)
    for query in ["may", "MAYA%40ex"] {
      let found = try await ada.get("?q=\(query)")
      #expect(found.text.contains("maya@example.com "), "\(found.text)")
      #expect(found.body.contains("/customers/\(phone.id)\""))
      #expect(!found.body.contains("/customers/\(other.id)\""))
    }
    for query in ["ma", "aya", "example.com"] {
      #expect(try await ada.get("?q=\(query)").text.contains("No customer has this."), "\(query)")
    }
    let id = "\(other.id)"
    #expect(
      try await ada.get("?q=\(id.prefix(id.count - 1))").body.contains("/customers/\(id)\""))
  }

  @Test(
    "EX-13 a note about a customer is written once, read by whoever sees the customer, and erased with them"
  )
  func notes() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("maya@example.com")
    let path = "/customers/\(phone.id)"
    let sue = try await AdminBrowser(server, .support, email: "sue@example.com")
    let note = ["change": "note", "reason": " Promised a refund <by> Friday "]
    for _ in 1...2 { #expect(try await sue.post(path, note).status == 303) }
    #expect(try await sue.post(path, ["change": "note", "reason": " x "]).status == 422)
    let page = try await sue.get(path)
    let text = "Promised a refund &lt;by&gt; Friday"
    #expect(page.body.components(separatedBy: text).count == 2, "\(page.text)")
    #expect(page.text.contains("sue@example.com, "))

    let eve = try await AdminBrowser(server, .readOnly, email: "eve@example.com")
    let read = try await eve.get(path)
    #expect(read.body.contains(text) && !read.text.contains("A note for colleagues"))
    #expect(try await eve.post(path, note).status == 403)
    let ada = try await AdminBrowser(server, .owner)
    #expect(try await ada.get("/audit").text.contains("note written"))
    #expect(!(try await ada.get("\(path)?at=1")).body.contains("class=\"notes\""))
    let then = server.now
    for number in 1...101 {
      try await server.ledger.administration.record(
        LedgerAuditEntry(
          id: "\(number)", at: then.adding(milliseconds: Int64(number)), author: "sue",
          action: .noteWritten, customer: phone.id, reason: "Later"), in: server.app)
    }
    #expect(try await ada.get("\(path)?at=\(then.milliseconds)").body.contains(text))
    #expect(!(try await ada.get("\(path)/export")).body.contains("Promised"))
    #expect(try await ada.confirm(path, ["change": "erase", "reason": "Asked"]).status == 303)
    #expect(!(try await ada.get("/audit")).body.contains("Promised"))
  }
}
