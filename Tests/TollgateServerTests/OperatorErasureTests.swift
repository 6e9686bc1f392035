import AppStoreSimulator
import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Exports and erasures by operators")
struct OperatorErasureTests {
  @Test("EX-13 an operator exports what the customer can, without prices for support")
  func export() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("maya@example.com")
    try await phone.buy("strikelab.pro.monthly")
    let own: CustomerExport = try await server.send(.export, token: phone.token)
    let path = "/operator/customers/\(phone.id)/export"

    let owner = try await TestOperator(server, .owner)
    let full: CustomerExport = try await owner.read(path)
    #expect(full.id == phone.id)
    #expect(full.email == "maya@example.com")
    #expect(full.hasPassword)
    #expect(full.account == own.account)
    #expect(full.devices == own.devices)
    #expect(Customer(full.facts) == Customer(own.facts))
    #expect(try await owner.exchange(path).body.contains("\"price\""))
    let support = try await TestOperator(server)
    let priceless = try await support.exchange(path)
    #expect(priceless.status == 200)
    #expect(!priceless.body.contains("\"price\""))

    let ada = try await AdminBrowser(server, .support)
    #expect(try await ada.get("/customers/\(phone.id)").body.contains("/\(phone.id)/export\""))
    let file = try await ada.get("/customers/\(phone.id)/export")
    #expect(file.status == 200)
    #expect(file.headers["Content-Type"] == "application/json")
    #expect(file.headers["content-disposition"]?.hasPrefix("attachment") == true)
    #expect(file.body.contains("maya@example.com"))
    #expect(!file.body.contains("\"price\""))
    let audit = try await server.ledger.administration.audit(
      LedgerAuditFilter(action: .customerExported), in: server.app)
    #expect(audit.count == 3)
    #expect(audit.allSatisfy { $0.customer == phone.id })
    #expect(
      Set(audit.map(\.author)) == [owner.publicPart, support.publicPart, "ada@example.com"])
    #expect(try await owner.exchange("/operator/customers/nobody/export").status == 404)
  }

  @Test(
    "EX-13 an operator erases a customer after a preview, and the audit list does not name them")
  func erase() async throws {
    let server = try await TestServer("coach-free")
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    let support = try await TestOperator(server)
    let path = "/operator/customers/\(phone.id)/erasure"
    let body = #"{"reason":"Asked for by mail"}"#
    let preview: CustomerChangeResponse = try await support.send(
      path, body.replacing("}", with: #","isPreview":true}"#))
    #expect(preview.isPreview)
    #expect(preview.customers.map(\.customer) == [phone.id])
    #expect(preview.customers.map(\.before.phase) == [.trial])
    #expect(preview.customers.map(\.after.entitlements) == [[]])
    #expect(try await phone.phase() == .trial)
    #expect(
      try await support.exchange(path, .post, body: #"{"reason":"no"}"#).code == .invalidValue)

    let done: CustomerChangeResponse = try await support.send(path, body)
    #expect(!done.isPreview)
    #expect(done.customers == preview.customers)
    #expect(try await server.entries().isEmpty)
    #expect(try await server.exchange(.me, token: phone.token).code == .customerDeleted)
    #expect(try await support.exchange(path, .post, body: body).code == .unknownCustomer)
    let audit = try await server.ledger.administration.audit(
      LedgerAuditFilter(action: .customerErased), in: server.app)
    #expect(audit.map(\.author) == [support.publicPart])
    #expect(audit.map(\.reason) == ["Asked for by mail"])
    #expect(audit.map(\.customer) == [nil])
    #expect(audit.map(\.subject) == [nil])
  }

  @Test("an erasure takes everyone who was merged, and leaves the purchase to its store account")
  func merged() async throws {
    let server = try await TestServer(
      "coach-paid", configuration: .sandbox(identifiers: .numbered()))
    let support = try await TestOperator(server)
    let phone = try await server.phone(device: "phone", account: "family")
    try await phone.reach("discovery-complete")
    try await phone.buy("coach.premium.monthly")
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    let _: CustomerChangeResponse = try await support.send(
      "/operator/customers/\(account.id)/merges",
      #"{"customer":"\#(phone.id)","reason":"One person"}"#)
    let done: CustomerChangeResponse = try await support.send(
      "/operator/customers/\(account.id)/erasure", #"{"reason":"Asked for by mail"}"#)
    #expect(done.customers.map(\.customer) == [account.id])
    #expect(done.customers.map(\.before.phase) == [.trial])
    #expect(done.customers.map(\.before.entitlements) == [["premium"]])
    #expect(done.customers.map(\.after.entitlements) == [[]])
    for id in [account.id, phone.id] {
      #expect(try await server.ledger.record(of: id, in: server.app)?.isErased == true)
    }
    let left = try await server.entries()
    #expect(left.contains { $0.fact.kind == .transaction })
    #expect(left.allSatisfy { $0.customer.isPlaceholder })

    // What was done to them before says neither who they were nor why.
    let audit = try await server.ledger.administration.audit(LedgerAuditFilter(), in: server.app)
      .filter { [.customerMerged, .customerErased].contains($0.action) }
    #expect(Set(audit.map(\.action)) == [.customerMerged, .customerErased])
    #expect(audit.count == 2)
    #expect(audit.allSatisfy { $0.customer == nil && $0.subject == nil })
    #expect(audit.compactMap(\.reason) == ["Asked for by mail"])

    let other = try await server.phone(device: "tablet", account: "family")
    try await other.restore()
    #expect(try await other.membership().entitlements == ["premium"])
  }

  @Test("an erasure leaves purchases that nobody has posted, and customers that a name stands for")
  func names() async throws {
    let server = try await TestServer("techniq")
    let support = try await TestOperator(server)
    let placeholder = try await server.unposted()
    let (first, second) = (
      try await server.phone(device: "a"), try await server.phone(device: "b")
    )
    let _: CustomerChangeResponse = try await support.send(
      "/operator/customers/\(first.id)/merges",
      #"{"customer":"\#(second.id)","reason":"One person"}"#)
    for (id, text) in [
      (placeholder, "This is a purchase that nobody has posted, not a customer."),
      (second.id, "That customer was merged into \(first.id); use that id."),
    ] {
      for more in ["", #","isPreview":true"#] {
        let refused = try await support.exchange(
          "/operator/customers/\(id)/erasure", .post,
          body: #"{"reason":"Asked for by mail"\#(more)}"#)
        #expect(refused.code == .invalidValue, "\(id)")
        #expect(refused.body.contains(text), "\(id)")
      }
    }
    #expect(try await server.ledger.record(of: first.id, in: server.app)?.isErased == false)
    #expect(try await server.ledger.record(of: placeholder, in: server.app)?.isErased == false)
    #expect(
      try await server.ledger.administration.audit(
        LedgerAuditFilter(action: .customerErased), in: server.app
      ).isEmpty)

    let ada = try await AdminBrowser(server, .support)
    let forms = ["Merge an anonymous customer", "Erase the customer"]
    let page = try await ada.get("/customers/\(first.id)").text
    #expect(forms.allSatisfy { page.contains($0) })
    let unposted = try await ada.get("/customers/\(placeholder)")
    #expect(unposted.status == 200)
    #expect(unposted.text.contains("Grant an entitlement"))
    #expect(forms.allSatisfy { !unposted.text.contains($0) })
  }

  @Test("an erasure that fails is in no audit list, and each that succeeds has an entry of its own")
  func audited() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer("coach-free", ledger: ledger)
    let phones = [try await server.phone(device: "a"), try await server.phone(device: "b")]
    let support = try await TestOperator(server)
    let body = #"{"reason":"Asked for by mail"}"#
    func audit() async throws -> [LedgerAuditEntry] {
      try await ledger.administration.audit(
        LedgerAuditFilter(action: .customerErased), in: server.app)
    }
    ledger.fail(with: .unavailable)
    let failed = try await support.exchange(
      "/operator/customers/\(phones[0].id)/erasure", .post, body: body)
    #expect(failed.code == .ledgerUnavailable)
    ledger.fail(with: nil)
    #expect(try await audit().isEmpty)
    #expect(try await ledger.record(of: phones[0].id, in: server.app)?.isErased == false)

    // Both in the same millisecond, by the same operator and for the same reason.
    for phone in phones {
      let _: CustomerChangeResponse = try await support.send(
        "/operator/customers/\(phone.id)/erasure", body)
    }
    let entries = try await audit()
    #expect(entries.count == 2)
    #expect(Set(entries.map(\.id)).count == 2)
    #expect(Set(entries.map(\.at)) == [server.now])
    #expect(entries.allSatisfy { $0.customer == nil && $0.subject == nil })
  }

  @Test(
    "erasing a customer leads to the first page, also by a double click; a preview erases nothing")
  func page() async throws {
    let server = try await TestServer("coach-free")
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("eve@example.com")
    let ada = try await AdminBrowser(server, .support)
    let page = "/customers/\(phone.id)"
    let fields = ["change": "erase", "reason": "Asked for by mail"]
    let preview = try await ada.post(page, fields)
    #expect(preview.text.contains("Entitlements premium none"))
    #expect(preview.text.contains("This cannot be undone."))
    #expect(try await phone.phase() == .trial)
    let done = try await ada.confirm(page, fields)
    #expect(done.status == 303)
    #expect(done.headers["location"] == "/admin/coach-free")
    let second = try await ada.post(page, preview.hiddenFields)
    #expect(second.status == 303)
    #expect(second.headers["location"] == "/admin/coach-free")
    #expect(try await ada.get(page).status == 404)
  }
}
