import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Events of facts")
struct WebhookEventTests {
  /// A server whose every event was received.
  private static func received(
    _ server: TestServer, _ life: (TestServer) async throws -> Void
  ) async throws -> [TestReceiver.Event] {
    let receiver = TestReceiver()
    let job = try server.webhooks(to: receiver)
    await server.deliver(job)
    try await life(server)
    await server.deliver(job)
    return receiver.events
  }

  @Test(
    "EX-14 the proceeds of all events sum to the revenue net of refunds, however often the store repeats itself"
  )
  func proceeds() async throws {
    let events = try await Self.received(try await .market()) { server in
      let phone = try await server.phone(account: "anna")
      try await phone.buy("gold")
      server.day(29)
      try await phone.restore()
      server.day(32)
      try await server.deliverNotifications()
      server.store.refund(
        try #require(server.store.transactions(of: "anna").first).payload.transactionId)
      server.day(33)
      try await server.deliverNotifications()
    }
    let money = events.filter { $0.proceeds != 0 }
    #expect(
      money.map(\.type) == [
        "subscription.started", "subscription.renewed", "purchase.refunded",
      ])
    #expect(money.map(\.proceeds) == [30_000, 30_000, -30_000])
    #expect(Set(events.map(\.id)).count == events.count)
  }

  @Test("EX-14 each change of an attribute, but not of a device property, is an event")
  func attributes() async throws {
    let server = try await TestServer("techniq") {
      $0.attributes = [
        Attribute(id: "leaving", kind: .text(["price", "unused"])),
        Attribute(id: "members", kind: .number, setBy: .backend),
      ]
      $0.prompts.append(
        Prompt(
          id: "lift", shape: .card, placement: "home",
          when: Condition(audience: Audience(countries: ["DE"])), icon: "star",
          text: $0.texts[0].id))
    }
    let events = try await Self.received(server) { server in
      let phone = try await server.phone()
      let bodies = [
        #"{"attributes":{"leaving":"price"},"device":{"country":"DE"}}"#,
        #"{"attributes":{"leaving":"price"}}"#, #"{"attributes":{"leaving":"unused"}}"#,
        #"{"attributes":{"leaving":null}}"#,
      ]
      for body in bodies {
        let exchange = try await server.exchange(.setAttributes, token: phone.token, body: body)
        #expect(exchange.status == 200, "\(exchange.body)")
        server.advance(Period(1, .minute))
      }
      let backend = try await TestBackend(server)
      let _: ChangeResponse = try await backend.send(
        .setAttributes, for: phone.id, json: AttributesRequest(["members": 3]))
    }
    let bodies = events.filter { $0.type == "attribute.changed" }.map(\.body)
    try #require(bodies.count == 4)
    let shown = [
      #""attribute":"leaving""#, #""value":"price""#, #""value":"unused""#,
      #""attribute":"members""#, #""value":3"#,
    ]
    #expect(bodies[0].contains(shown[0]) && bodies[0].contains(shown[1]))
    #expect(bodies[1].contains(shown[2]))
    #expect(bodies[2].contains(shown[0]) && !bodies[2].contains(#""value""#))
    #expect(bodies[3].contains(shown[3]) && bodies[3].contains(shown[4]))
    #expect(!events.contains { $0.body.contains(#""DE""#) })
  }

  @Test(
    "EX-14 a purchase that is transferred or shared is paid once",
    arguments: [TransferPolicy.transfer, .share])
  func transfer(policy: TransferPolicy) async throws {
    let server = try await TestServer(
      "strikelab", configuration: .sandbox(identifiers: .numbered())
    ) { $0.purchases = Blueprint.PurchaseRules(transfer: policy) }
    let events = try await Self.received(server) { server in
      var owner = try await server.phone(device: "phone", account: "ann")
      try await owner.signUp("owner@example.com")
      try await owner.buy("strikelab.pro.monthly")
      var other = try await server.phone(device: "tablet", account: owner.account)
      try await other.signUp("other@example.com")
      try await other.restore()
      server.advance(Period(40, .day))
      try await server.deliverNotifications()
    }
    let transactions = server.store.transactions(of: "ann").map(\.payload)
    #expect(transactions.count > 1)
    var paid = 0
    for transaction in transactions { paid += Int(transaction.price?.rawValue ?? 0) }
    #expect(events.map(\.proceeds).reduce(0, +) == paid)
    let types = events.map(\.type).filter { $0.hasPrefix("subscription.") }
    // Each customer's events are in order; those of the two customers come in any.
    #expect(types.count { $0 == "subscription.started" } == 1)
    #expect(types.count { $0 == "subscription.renewed" } == transactions.count - 1)
    #expect(types.count == transactions.count)
    let moved = events.map(\.type).filter {
      ["purchase.transferred", "purchase.released", "purchase.shared"].contains($0)
    }
    #expect(
      moved.sorted()
        == (policy == .share
          ? ["purchase.shared"] : ["purchase.released", "purchase.transferred"]))
  }

  @Test(
    "EX-14 a purchase that the store reported first is paid once, also if its customer was merged before the events are read",
    arguments: [true, false])
  func merged(wasSentBefore: Bool) async throws {
    let server = try await TestServer("strikelab")
    let receiver = TestReceiver()
    let job = try server.webhooks(to: receiver)
    await server.deliver(job)
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    var tablet = try await server.phone(device: "tablet", account: "ann")
    _ = try tablet.purchase("strikelab.pro.monthly")
    try await server.deliverNotifications()
    server.advance(milliseconds: 1000)
    try await tablet.restore()
    if wasSentBefore { await server.deliver(job) }
    server.advance(milliseconds: 1000)
    try await tablet.signIn("ada@example.com")
    #expect(tablet.id == phone.id)
    await server.deliver(job)
    try await WebhookDeliveries(server.ledger, of: server.app)
      .replay(to: .url, from: nil, until: nil, of: nil, by: "ada", at: server.now)
    await server.deliver(job)
    let paid = receiver.distinct.filter { $0.proceeds != 0 }
    #expect(paid.map(\.type) == ["subscription.started"])
  }
}
