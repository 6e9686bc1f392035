import Foundation
import Testing
import Tollgate
import TollgateLedger

@testable import TollgateServer

@Suite("Documentation/Webhooks.md matches the code")
struct WebhookDocumentTests {
  private static func document() throws -> String {
    try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Documentation/Webhooks.md"), encoding: .utf8)
  }

  private static let start = Instant(milliseconds: 1_772_442_000_000)

  private static func transaction(revokedAt: Instant? = nil) -> Fact {
    .transaction(
      StoreTransaction(
        id: "2000000123", originalID: "2000000123", product: "coach.premium.monthly",
        group: "coach.premium", purchasedAt: start,
        expiresAt: start.adding(milliseconds: 2_678_400_000), revokedAt: revokedAt,
        price: Money(milliunits: 9990, currency: "USD"),
        signedAt: start.adding(milliseconds: revokedAt == nil ? 0 : 1000)))
  }

  /// The facts of the examples.
  private static let facts: [Fact] = [
    .signedUp(SignUp(account: "acc_7f3a", at: start)),
    transaction(),
    .renewal(
      StoreRenewal(
        originalID: "2000000123", renewsTo: "coach.premium.monthly", willRenew: false,
        signedAt: start)),
    transaction(revokedAt: start.adding(milliseconds: 86_400_000)),
    .grant(
      Grant(
        id: "grant_1", entitlement: "premium", startsAt: start,
        endsAt: start.adding(milliseconds: 604_800_000))),
    .nudge(
      NudgeDelivery(
        nudge: "come-back", occurrence: start, by: .webhook,
        at: start.adding(milliseconds: 259_200_000))),
  ]

  @Test("EX-14 the examples are the events that these facts give")
  func examples() throws {
    var customer = Customer()
    var emitted: [NSDictionary] = []
    for (index, fact) in Self.facts.enumerated() {
      let entry = LedgerEntry(
        sequence: 41 + index, customer: "cus_5d20",
        at: Self.start.adding(milliseconds: Int64(index) * 1000), fact: fact)
      for event in WebhookEvent.events(of: entry, after: customer, in: "coach") {
        emitted.append(try Self.object(Data(JSON.bytes(event))))
      }
      customer.join(fact)
    }
    let shown = try Self.document().components(separatedBy: "```json\n").dropFirst()
      .map { try Self.object(Data(($0.components(separatedBy: "\n```").first ?? "").utf8)) }
    #expect(emitted == shown)
  }

  private static func object(_ data: Data) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
  }

  @Test("EX-14 the table of types has every type, in order")
  func types() throws {
    let rows = try Self.document().split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /\| `([a-z]+\.[a-z_]+)` \|.*/) }
    #expect(rows.map { String($0.1) } == WebhookEvent.Kind.allCases.map(\.rawValue))
  }

  @Test("a purchase that is refunded before it is known gives both events")
  func refundedFirst() {
    let entry = LedgerEntry(
      sequence: 7, customer: "ann", at: Self.start, fact: Self.transaction(revokedAt: Self.start))
    let events = WebhookEvent.events(of: entry, after: Customer(), in: "coach")
    #expect(events.map(\.id) == ["evt_7_1772442000000", "evt_7_1772442000000_2"])
    #expect(events.map(\.type) == [.subscriptionStarted, .purchaseRefunded])
    #expect(events.map(\.data.proceeds?.milliunits) == [9990, -9990])
    // A late message about the time before the refund changes nothing.
    let late = LedgerEntry(
      sequence: 8, customer: "ann", at: Self.start, fact: Self.transaction())
    #expect(
      WebhookEvent.events(of: late, after: Customer([entry.fact]), in: "coach").isEmpty)
  }
}
