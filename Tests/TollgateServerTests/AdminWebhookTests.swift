import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("The page of webhooks")
struct AdminWebhookTests {
  @Test("EX-14 the page lists events by their state, and sends one again by a click, once")
  func page() async throws {
    let server = try await TestServer("coach-paid")
    let ada = try await AdminBrowser(server, .developer)
    #expect(try await ada.get("/webhooks").text.contains("No events have been delivered yet."))
    let receiver = TestReceiver()
    let job = try server.webhooks(to: receiver)
    await server.deliver(job)
    server.advance(Period(1, .minute))
    try await server.record("first", of: "maya")
    await server.deliver(job)
    server.advance(Period(1, .minute))
    receiver.answer { _ in .status500 }
    try await server.record("second", of: "maya")
    await server.deliver(job)
    var page = try await ada.get("/webhooks")
    #expect(page.status == 200)
    #expect(page.text.contains("1 waiting"))
    #expect(page.text.matches(of: /milestone\.reached/).count == 2)
    #expect(page.text.contains("1 try, next"))
    #expect(page.text.contains("maya delivered"))

    // After three days it is given up, and a click sends it again once the receiver is well.
    for _ in 0..<80 {
      server.advance(Period(1, .hour))
      await server.deliver(job)
    }
    page = try await ada.get("/webhooks")
    #expect(page.text.contains("given up 2026-"))
    #expect(page.text.contains("1 given up in all"))
    receiver.answer { _ in .accepted }
    let form = try #require(
      page.body.firstMatch(
        of:
          /name="customer" value="maya"><input type="hidden" name="from" value="([0-9]+)"><input type="hidden" name="until" value="([0-9]+)"/
      )
    ).output
    let fields = [
      "destination": "url", "customer": "maya", "from": String(form.1), "until": String(form.2),
    ]
    let before = receiver.events.count
    #expect(try await ada.post("/webhooks", fields).status == 303)
    #expect(try await ada.get("/webhooks").text.contains("replays waiting: 1"))
    server.advance(Period(1, .minute))
    await server.deliver(job)
    #expect(receiver.events.count == before + 1)
    #expect(!(try await ada.get("/webhooks").text.contains("given up 2026-")))
    let owner = try await AdminBrowser(server, .owner, email: "olga@example.com")
    #expect(
      try await owner.get("/audit").text.contains("ada@example.com webhooks replayed url maya from")
    )
  }

  @Test("EX-14 a long replay delays no new event")
  func besideReplay() async throws {
    let server = try await TestServer("coach-paid")
    let receiver = TestReceiver()
    let job = try server.webhooks(to: receiver)
    await server.deliver(job)
    for number in 0..<(2 * WebhookJob.batch) { try await server.record("m\(number)", of: "ann") }
    await server.deliver(job)
    let before = receiver.events.count
    let deliveries = WebhookDeliveries(server.ledger, of: server.app)
    try await deliveries.replay(
      to: .url, from: nil, until: nil, of: nil, by: "ada", at: server.now)
    try await server.record("live", of: "ben")
    await job.runOnce()
    #expect(receiver.events.dropFirst(before).contains { $0.customer == "ben" })
    await server.deliver(job)
    #expect(receiver.events.count == before + 2 * WebhookJob.batch + 1)
  }

  @Test("a replay that can send nothing is refused, and a double click sends once")
  func nothingToSend() async throws {
    let server = try await TestServer("coach-paid")
    let ada = try await AdminBrowser(server, .developer)
    let job = try server.webhooks(to: TestReceiver())
    await server.deliver(job)
    try await server.record("first", of: "maya")
    await server.deliver(job)
    let rows: [(fields: [String: String], status: Int, text: String)] = [
      (["customer": "nobody"], 404, "The app has no such customer."),
      (
        ["from": "2026-03-01T00:00", "until": "2026-02-01T00:00"], 422,
        "`from` must be earlier than `until`"
      ),
      (["from": "2026-03-01T00:00", "until": "2026-03-01T00:00"], 422, "earlier than `until`"),
      (["from": "2999-01-01T00:00"], 422, "not in the future"),
    ]
    for row in rows {
      let refused = try await ada.post(
        "/webhooks", row.fields.merging(["destination": "url"]) { $1 })
      #expect(refused.status == row.status, "\(row.fields)")
      #expect(refused.text.contains(row.text), "\(refused.text)")
    }
    for _ in 1...2 {
      let again = ["destination": "url", "customer": "maya"]
      #expect(try await ada.post("/webhooks", again).status == 303)
    }
    #expect(try await ada.get("/webhooks").text.contains("replays waiting: 1"))
  }

  @Test("a replay needs a destination that was used, and a customer or a time")
  func refusals() async throws {
    let server = try await TestServer("coach-paid")
    let ada = try await AdminBrowser(server, .owner)
    for fields in [
      ["destination": "url", "from": "2026-01-01T00:00"], ["destination": "url"],
      ["destination": "moon", "customer": "maya"],
      ["destination": "url", "from": "yesterday"],
      ["destination": "url", "from": "2026-01-01T00:00", "until": "soon"],
    ] {
      #expect(try await ada.post("/webhooks", fields).status == 422, "\(fields)")
    }
    for role in [LedgerPerson.Role.support, .readOnly] {
      let person = try await AdminBrowser(server, role, email: "\(role.rawValue)@example.com")
      #expect(try await person.get("/webhooks").status == 403)
      #expect(!(try await person.get().text.contains("Webhooks")))
      #expect(
        try await person.post("/webhooks", ["destination": "url", "customer": "maya"]).status
          == 403)
    }
  }
}
