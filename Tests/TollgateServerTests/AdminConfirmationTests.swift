import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Confirmations on the operators' pages")
struct AdminConfirmationTests {
  /// Two customers of an app that sells a plan; the first one has it.
  private struct Scene {
    let server: TestServer
    var owner: TestPhone
    let other: TestPhone
    let ada: AdminBrowser

    init() async throws {
      server = try await TestServer(
        "strikelab", configuration: .sandbox(identifiers: .numbered()))
      owner = try await server.phone(device: "phone")
      try await owner.signUp("owner@example.com")
      other = try await server.phone(device: "tablet")
      ada = try await AdminBrowser(server, .support)
    }

    var path: String { "/customers/\(owner.id)" }
  }

  @Test(
    "EX-13 a change is not made once its customer has changed since the preview; the page says what changed and asks again",
    arguments: ["erase", "grant", "merge"])
  func stale(change: String) async throws {
    let scene = try await Scene()
    let (server, ada, path) = (scene.server, scene.ada, scene.path)
    let fields = [
      "change": change, "reason": "They asked",
      "subject": change == "merge" ? "\(scene.other.id)" : "pro",
    ]
    let asked = try await ada.post(path, fields)
    #expect(asked.status == 200)
    server.advance(Period(1, .minute))
    try await scene.owner.buy("strikelab.pro.monthly")
    let count = try await server.entries().count

    let outdated = try await ada.post(path, asked.hiddenFields)
    #expect(outdated.status == 409)
    #expect(outdated.text.contains("Nothing was done, because this has changed since the preview:"))
    #expect(outdated.text.contains("\(scene.owner.id): The store signed"), "\(outdated.text)")
    #expect(try await server.entries().count == count)
    #expect(try await scene.owner.phase() == .subscribed)

    // The new preview is confirmed as the first one would have been, and a second click changes nothing more.
    for _ in 1...2 { #expect(try await ada.post(path, outdated.hiddenFields).status == 303) }
    let audit = try await server.ledger.administration.audit(LedgerAuditFilter(), in: server.app)
      .filter { $0.reason == "They asked" }
    #expect(audit.count == 1)
  }

  @Test(
    "a customer who continues to use the app does not stop an operator's change",
    arguments: ["erase", "grant", "merge"])
  func active(change: String) async throws {
    let server = try await TestServer("grobro", configuration: .sandbox(identifiers: .numbered()))
    let phone = try await server.phone(device: "phone")
    let other = try await server.phone(device: "tablet")
    let ada = try await AdminBrowser(server, .support)
    let asked = try await ada.post(
      "/customers/\(phone.id)",
      [
        "change": change, "reason": "They asked",
        "subject": change == "merge" ? "\(other.id)" : "pro",
      ])
    #expect(asked.status == 200, "\(asked.text)")
    server.advance(Period(1, .minute))
    let app = try server.service.app(server.app)
    let before = try await server.service.records.record(of: phone.id, in: app)?.version
    try await phone.use("add-plant", key: "rose")
    #expect(try await server.service.records.record(of: phone.id, in: app)?.version != before)
    #expect(try await ada.post("/customers/\(phone.id)", asked.hiddenFields).status == 303)
  }

  @Test("a merge and a transfer are not confirmed once the other customer has changed")
  func otherSide() async throws {
    let scene = try await Scene()
    try await scene.owner.buy("strikelab.pro.monthly")
    let purchase = try #require(
      try await scene.ada.get(scene.path).body.firstMatch(
        of: /<option value="(sandbox:[0-9]+)">/)
    ).output.1
    for fields in [
      ["change": "merge", "subject": "\(scene.other.id)", "reason": "One person"],
      [
        "change": "transfer", "subject": "\(purchase)", "receiver": "\(scene.other.id)",
        "reason": "Wrong account",
      ],
    ] {
      let asked = try await scene.ada.post(scene.path, fields)
      #expect(asked.status == 200)
      scene.server.advance(Period(1, .minute))
      let gift = ["change": "grant", "subject": "pro", "reason": "A gift"]
      #expect(try await scene.ada.confirm("/customers/\(scene.other.id)", gift).status == 303)
      let outdated = try await scene.ada.post(scene.path, asked.hiddenFields)
      #expect(outdated.status == 409)
      #expect(outdated.text.contains("\(scene.other.id): "))
    }
  }

  @Test("a change is not confirmed after the customer was merged, or time changed what was shown")
  func mergedAndLater() async throws {
    let scene = try await Scene()
    let (server, ada) = (scene.server, scene.ada)
    let path = "/customers/\(scene.other.id)"
    let gift = ["change": "grant", "subject": "pro", "days": "2", "reason": "A gift"]
    #expect(try await ada.confirm(path, gift).status == 303)
    let asked = try await ada.post(path, gift.merging(["reason": "Another gift"]) { $1 })
    server.advance(Period(3, .day))
    let later = try await ada.post(path, asked.hiddenFields)
    #expect(later.status == 409)
    #expect(later.text.contains("A scheduled change took effect at "))

    let merge = ["change": "merge", "subject": "\(scene.other.id)", "reason": "One person"]
    #expect(try await ada.confirm(scene.path, merge).status == 303)
    let merged = try await ada.post(path, later.hiddenFields)
    #expect(merged.status == 409)
    #expect(merged.text.contains("\(scene.other.id) was merged into \(scene.owner.id)."))
    #expect(!merged.text.contains("no fact was recorded"))
    for basis in ["moon", nil] {
      var fields = asked.hiddenFields
      fields["basis"] = basis
      #expect(try await ada.post(path, fields).status == 422)
    }
  }
}
