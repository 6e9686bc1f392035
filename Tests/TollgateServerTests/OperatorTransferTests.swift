import AppStoreSimulator
import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Transfers by operators")
struct OperatorTransferTests {
  @Test("EX-13 a purchase is transferred after a preview, once, even if the request is repeated")
  func transfer() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered()))
    var owner = try await server.phone(device: "phone")
    try await owner.signUp("owner@example.com")
    try await owner.buy("strikelab.pro.monthly")
    var other = try await server.phone(device: "tablet")
    try await other.signUp("other@example.com")
    let support = try await TestOperator(server)
    let path = "/operator/customers/\(owner.id)/transfers"
    let purchase =
      "sandbox:\(server.store.transactions(of: owner.account)[0].payload.originalTransactionId)"
    func body(to receiver: Customer.ID, _ more: String = "", of purchase: String = purchase)
      -> String
    {
      #"{"purchase":"\#(purchase)","receiver":"\#(receiver)","reason":"Wrong account"\#(more)}"#
    }

    let preview: CustomerChangeResponse = try await support.send(
      path, body(to: other.id, #","isPreview":true"#))
    #expect(preview.isPreview)
    #expect(preview.customers.map(\.customer) == [owner.id, other.id])
    #expect(preview.customers.map(\.before.phase) == [.subscribed, .blocked])
    #expect(preview.customers.map(\.after.phase) == [.lapsed, .subscribed])
    #expect(try await owner.phase() == .subscribed)

    let done: CustomerChangeResponse = try await support.send(path, body(to: other.id))
    #expect(!done.isPreview)
    #expect(done.customers == preview.customers)
    #expect(try await owner.phase() == .lapsed)
    #expect(try await other.phase() == .subscribed)
    let repeated: CustomerChangeResponse = try await support.send(path, body(to: other.id))
    #expect(repeated.customers.isEmpty)
    let audit = try await server.ledger.administration.audit(
      LedgerAuditFilter(action: .purchaseTransferred), in: server.app)
    #expect(audit.map(\.subject) == [purchase])
    #expect(audit.map(\.author) == [support.publicPart])

    let refusals: [(body: String, code: String)] = [
      (body(to: owner.id), "invalid_value"), (body(to: "nobody"), "unknown_customer"),
      (body(to: other.id, #","isPreview":true"#), "owned_by_another_customer"),
      (body(to: other.id, of: "sandbox:1"), "owned_by_another_customer"),
      (body(to: other.id).replacing("Wrong account", with: "no"), "invalid_value"),
      ("{}", "invalid_json"),
    ]
    for refusal in refusals {
      let answer = try await support.exchange(path, .post, body: refusal.body)
      #expect(answer.body.contains(#""code":"\#(refusal.code)""#), "\(refusal.body): \(answer)")
    }
    #expect(try await other.phase() == .subscribed)
  }
}
