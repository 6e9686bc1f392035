import AppStoreSimulator
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("A customer's history, read once for several webhooks")
struct WebhookReadingTests {
  @Test("EX-14 a history that is read once gives the events of each fact, in any order")
  func anyOrder() async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered())
    ) {
      $0.purchases = Blueprint.PurchaseRules(transfer: .transfer)
      $0.attributes = [Attribute(id: "leaving", kind: .text(["price", "unused"]))]
    }
    var owner = try await server.phone(device: "phone", account: "ann")
    try await owner.signUp("owner@example.com")
    for value in ["price", "unused"] {
      let exchange = try await server.exchange(
        .setAttributes, token: owner.token, body: #"{"attributes":{"leaving":"\#(value)"}}"#)
      #expect(exchange.status == 200, "\(exchange.body)")
      server.advance(Period(1, .minute))
    }
    try await owner.buy("strikelab.pro.monthly")
    var other = try await server.phone(device: "tablet", account: owner.account)
    try await other.signUp("other@example.com")
    try await other.restore()
    server.advance(Period(40, .day))
    try await server.deliverNotifications()
    let entries = try await server.entries()
    let reader = WebhookEventReader(ledger: server.ledger, app: server.app)
    var kinds: Set<WebhookEvent.Kind> = []
    for customer in Set(entries.map(\.customer)) {
      let own = entries.filter { $0.customer == customer }.map(\.sequence)
      var reading = try await reader.reading(
        of: customer, through: try #require(own.last), at: server.now)
      for sequence in own + own.reversed() {
        let read = try await reader.events(of: sequence, in: &reading)
        let alone = try await reader.events(of: sequence)
        #expect(read == alone)
        kinds.formUnion(read.map(\.type))
      }
    }
    #expect(kinds.isSuperset(of: [.signedUp, .attributeChanged, .subscriptionStarted]))
  }
}
