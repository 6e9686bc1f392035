import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Merges by operators")
struct OperatorMergeTests {
  @Test(
    "EX-13 an anonymous customer is merged once after a preview of both, however often the request is repeated"
  )
  func merge() async throws {
    let server = try await TestServer("techniq")
    let support = try await TestOperator(server)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    let phone = try await server.phone(device: "phone")
    let _: GrantResponse = try await support.send(
      "/operator/customers/\(phone.id)/grants", key: "k",
      #"{"entitlement":"pro","reason":"A gift"}"#)
    let path = "/operator/customers/\(account.id)/merges"
    func body(_ other: Customer.ID, _ more: String = "") -> String {
      #"{"customer":"\#(other)","reason":"One person"\#(more)}"#
    }

    let count = try await server.entries().count
    let preview: CustomerChangeResponse = try await support.send(
      path, body(phone.id, #","isPreview":true"#))
    #expect(preview.isPreview)
    #expect(preview.customers.map(\.customer) == [account.id, phone.id])
    #expect(preview.customers.map(\.before.entitlements) == [[], ["pro"]])
    #expect(preview.customers.map(\.after.entitlements) == [["pro"], ["pro"]])
    #expect(try await server.entries().count == count)
    #expect(try await account.membership().entitlements.isEmpty)

    let ada = try await AdminBrowser(server, .support)
    let page = try await ada.post(
      "/customers/\(account.id)",
      ["change": "merge", "subject": "\(phone.id)", "reason": "One person"])
    #expect(page.text.contains("Entitlements none pro"))

    let done: CustomerChangeResponse = try await support.send(path, body(phone.id))
    #expect(!done.isPreview)
    #expect(done.customers == preview.customers)
    #expect(try await account.membership().entitlements == ["pro"])
    let life: CustomerLife = try await support.read("/operator/customers/\(phone.id)")
    #expect(life.id == account.id)
    #expect(life.merged == [phone.id])
    let repeated: CustomerChangeResponse = try await support.send(path, body(phone.id))
    #expect(repeated.customers.isEmpty)
    let audit = try await server.ledger.administration.audit(
      LedgerAuditFilter(action: .customerMerged), in: server.app)
    #expect(audit.map(\.customer) == [account.id])
    #expect(audit.map(\.subject) == ["\(phone.id)"])
    #expect(audit.map(\.reason) == ["One person"])
  }

  @Test("a customer with an account, an unknown one and the customer itself are not merged")
  func refusals() async throws {
    let server = try await TestServer("techniq")
    let support = try await TestOperator(server)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ada@example.com")
    var other = try await server.phone(device: "phone")
    try await other.signUp("eve@example.com")
    let path = "/operator/customers/\(account.id)/merges"
    let rows: [(body: String, code: ProblemCode)] = [
      (#"{"customer":"\#(other.id)","reason":"One person"}"#, .invalidValue),
      (#"{"customer":"\#(account.id)","reason":"One person"}"#, .invalidValue),
      (#"{"customer":"nobody","reason":"One person"}"#, .unknownCustomer),
      (#"{"customer":"\#(other.id)","reason":"no"}"#, .invalidValue),
      ("{}", .invalidJSON),
    ]
    for row in rows {
      let exchange = try await support.exchange(path, .post, body: row.body)
      #expect(exchange.code == row.code, "\(row.body)")
    }
    let life: CustomerLife = try await support.read("/operator/customers/\(account.id)")
    #expect(life.merged.isEmpty)
  }
}
