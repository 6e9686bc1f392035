import Foundation
import Testing
import Tollgate
import TollgateLedger

@testable import TollgateServer

@Suite("Documentation/Webhooks.md and WebhookEvents.md match the code")
struct WebhookDocumentTests {
  private static func document(_ name: String) throws -> String {
    try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Documentation/\(name)"), encoding: .utf8)
  }

  /// The blocks of JSON in a document.
  private static func examples(in name: String) throws -> [NSDictionary] {
    try document(name).components(separatedBy: "```json\n").dropFirst()
      .map { try object($0.components(separatedBy: "\n```").first ?? "") }
  }

  private static func object(_ text: String) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
  }

  @Test("EX-14 every type of event has an example, which is what a receiver gets")
  func examples() async throws {
    let types = WebhookEvent.Kind.allCases.map(\.rawValue)
    let emitted = try await WebhookExamples.bodies()
    #expect(emitted.keys.sorted() == types.sorted())
    let shown = try Self.examples(in: "WebhookEvents.md")
    #expect(shown.map { $0["type"] as? String } == types)
    for (type, example) in zip(types, shown) {
      let body = emitted[type] ?? "{}"
      #expect(try Self.object(body) == example, "the page shows this of \(type): \(body)")
    }
    let headings = try Self.document("WebhookEvents.md").split(separator: "\n")
      .compactMap { $0.wholeMatch(of: /## (.+)/) }
    #expect(headings.map { String($0.1) } == types)
    let repeated = try Self.examples(in: "Webhooks.md")
    #expect(!repeated.isEmpty)
    for example in repeated { #expect(shown.contains(example)) }
  }

  @Test("EX-14 the table of types has every type, in order")
  func types() throws {
    let rows = try Self.document("Webhooks.md").split(separator: "\n")
      .compactMap {
        $0.wholeMatch(of: /\| \[`([a-z]+\.[a-z_]+)`\]\(WebhookEvents\.md#([a-z_]+)\) \|.*/)
      }
    #expect(rows.map { String($0.1) } == WebhookEvent.Kind.allCases.map(\.rawValue))
    #expect(rows.map { String($0.2) } == rows.map { String($0.1).replacing(".", with: "") })
  }

  @Test("RA-16 the event and the sentence about a right bought elsewhere state its seats")
  func statedSeats() {
    let start = Instant(milliseconds: 1_772_442_000_000)
    for (seats, words) in [(12, ", with 12 seats, and renews"), (1, ", with 1 seat, and renews")] {
      let entry = LedgerEntry(
        sequence: 7, customer: "ann", at: start,
        fact: .grant(
          Grant(
            id: "g", entitlements: ["pro"], startsAt: start, endsAt: nil, name: "invoice",
            givenAt: start, willRenew: true, seats: seats)))
      let events = WebhookEvent.events(of: entry, after: Customer(), in: "coach")
      #expect(events.map(\.data.seats) == [seats])
      #expect(entry.fact.sentence.contains(words))
    }
  }

  @Test("RA-16 the event and the sentence about a right bought elsewhere state its credits")
  func monthlyCredits() {
    let start = Instant(milliseconds: 1_772_442_000_000)
    let entry = LedgerEntry(
      sequence: 7, customer: "ann", at: start,
      fact: .grant(
        Grant(
          id: "g", entitlements: ["pro"],
          credits: GrantedCredits(wallet: "summaries", amount: 900), startsAt: start, endsAt: nil,
          name: "web", givenAt: start, willRenew: true)))
    let events = WebhookEvent.events(of: entry, after: Customer(), in: "coach")
    #expect(events.map(\.data.entitlements) == [["pro"]])
    #expect(events.map(\.data.wallet) == ["summaries"])
    #expect(events.map(\.data.amount) == [900])
    #expect(entry.fact.sentence.contains("pro and 900 credits of summaries a month was bought"))
  }

  @Test("a purchase that is refunded before it is known gives both events")
  func refundedFirst() {
    let start = Instant(milliseconds: 1_772_442_000_000)
    func transaction(revokedAt: Instant?) -> Fact {
      .transaction(
        StoreTransaction(
          id: "2000000123", originalID: "2000000123", product: "coach.premium.monthly",
          group: "coach.premium", purchasedAt: start,
          expiresAt: start.adding(milliseconds: 2_678_400_000), revokedAt: revokedAt,
          price: Money(milliunits: 9990, currency: "USD"),
          signedAt: start.adding(milliseconds: revokedAt == nil ? 0 : 1000)))
    }
    let entry = LedgerEntry(
      sequence: 7, customer: "ann", at: start, fact: transaction(revokedAt: start))
    let events = WebhookEvent.events(of: entry, after: Customer(), in: "coach")
    #expect(events.map(\.id) == ["evt_7_1772442000000", "evt_7_1772442000000_2"])
    #expect(events.map(\.type) == [.subscriptionStarted, .purchaseRefunded])
    #expect(events.map(\.data.proceeds?.milliunits) == [9990, -9990])
    // A late message about the time before the refund changes nothing.
    let late = LedgerEntry(
      sequence: 8, customer: "ann", at: start, fact: transaction(revokedAt: nil))
    #expect(
      WebhookEvent.events(of: late, after: Customer([entry.fact]), in: "coach").isEmpty)
  }
}
