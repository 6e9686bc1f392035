import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("What operators see of merges")
struct CustomerMergeTests {
  @Test(
    "a customer who was merged into another before is known with that customer, and not earlier")
  func chain() async throws {
    let server = try await TestServer("techniq")
    let support = try await TestOperator(server)
    let ada = try await AdminBrowser(server, .support)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    let phone = try await server.phone(device: "phone")
    let tablet = try await server.phone(device: "tablet")
    let gift = ["change": "grant", "subject": "pro", "reason": "A gift"]
    #expect(try await ada.confirm("/customers/\(tablet.id)", gift).status == 303)
    var instants: [Instant] = []
    for (other, receiver) in [(tablet.id, phone.id), (phone.id, account.id)] {
      server.advance(Period(1, .day))
      let merge = ["change": "merge", "subject": "\(other)", "reason": "One person"]
      #expect(try await ada.confirm("/customers/\(receiver)", merge).status == 303)
      server.advance(Period(1, .day))
      instants.append(server.now)
    }
    let lives: [CustomerLife] = [
      try await support.read(
        "/operator/customers/\(account.id)?at=\(instants[0].milliseconds)"),
      try await support.read(
        "/operator/customers/\(account.id)?at=\(instants[1].milliseconds)"),
    ]
    #expect(lives.map(\.membership.entitlements) == [[], ["pro"]])
    #expect(lives.map(\.merged) == [[], [phone.id, tablet.id].sorted()])
    #expect(
      try await ada.get("/customers/\(account.id)").text.contains(
        "\(tablet.id), merged into \(phone.id) before, became part of this customer."))
  }

  @Test(
    "a purchase that was recorded before its customer is neither a merged customer nor their beginning"
  )
  func purchase() async throws {
    let server = try await TestServer("techniq")
    let placeholder = try await server.unposted()
    server.advance(Period(1, .day))
    let phone = try await server.phone(device: "phone")
    let since = server.now
    let record = try #require(try await server.ledger.record(of: phone.id, in: server.app))
    _ = try await server.ledger.append(
      LedgerWrite(
        app: server.app, customer: phone.id, expectedVersion: record.version, facts: [],
        at: server.now, absorbs: LedgerMerge(customer: placeholder, expectedVersion: 1)))
    let app = try server.service.app(server.app)
    // The ledger was written past the server.
    server.service.records.forget(phone.id, in: app)
    let page = try await AdminBrowser(server, .support).get("/customers/\(phone.id)")
    #expect(
      page.text.contains(
        "TechnIQ Pro, which the App Store had reported, became this customer's, at this time or later."
      ))
    #expect(page.text.contains("TechnIQ Pro, bought "))
    #expect(!page.text.contains("\(placeholder) was merged"))
    let list = try await server.service.operators.list(CustomerList.Filter(), in: app)
    #expect(list.rows.map(\.customer) == [phone.id])
    #expect(list.rows.map(\.since) == [since])
    #expect(list.rows.map(\.product) == ["techniq.pro.monthly"])
  }
}
