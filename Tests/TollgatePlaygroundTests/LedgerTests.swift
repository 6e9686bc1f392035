import Foundation
import Testing
import Tollgate
import TollgateLedger

@testable import TollgatePlayground

@Suite("Ledger")
struct LedgerTests {
  static func entry(_ sequence: Int, _ customer: Customer.ID) -> LedgerEntry {
    let at = World.start.adding(Period(sequence, .hour))
    return LedgerEntry(
      sequence: sequence, customer: customer, at: at,
      fact: .milestone(MilestoneReached(milestone: "met", at: at)))
  }

  static func excerpt(_ filter: LedgerFilter) -> LedgerExcerpt {
    var excerpt = LedgerExcerpt()
    for first in [1, 51] {
      excerpt.add(
        (first..<first + 50).map { entry($0, $0 % 10 == 0 ? "b" : "a") }, by: filter)
    }
    return excerpt
  }

  @Test("an excerpt keeps the newest facts, and counts them all")
  func newest() {
    let excerpt = Self.excerpt(LedgerFilter())
    #expect(excerpt.entries.map(\.sequence) == Array(41...100))
    #expect((excerpt.matching, excerpt.recorded, excerpt.last) == (100, 100, 100))
    #expect(excerpt.people.map(\.id) == ["a", "b"])
    #expect(excerpt.people.map(\.facts) == [90, 10])
  }

  @Test("an excerpt for one customer leaves out the others' facts, and still counts them")
  func filter() {
    let excerpt = Self.excerpt(LedgerFilter(customer: "b"))
    #expect(excerpt.entries.map(\.sequence) == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    #expect((excerpt.matching, excerpt.recorded, excerpt.last) == (10, 100, 100))
    #expect(excerpt.people.count == 2)
  }

  @Test("the last fact of several customers is the newest of any of them")
  func latest() {
    let excerpt = Self.excerpt(LedgerFilter())
    #expect(excerpt.latest(of: ["a"]) == Self.entry(99, "a").at)
    #expect(excerpt.latest(of: ["a", "b"]) == Self.entry(100, "b").at)
    #expect(excerpt.latest(of: ["c"]) == nil)
  }

  @Test("a signed text shows its payload, and is the source of the version that it signs alone")
  func signedText() throws {
    let payload = #"{"transactionId":"7","originalTransactionId":"5","signedDate":1000}"#
    let encoded = Data(payload.utf8).base64EncodedString().replacing("=", with: "")
    let text = try #require(SignedText("e30.\(encoded).c2ln"))
    #expect(text.payload.contains(#""transactionId" : "7""#))
    func transaction(_ id: String, signedAt: Int64) -> StoreTransaction {
      StoreTransaction(
        id: .init(id), originalID: "5", product: "pro", purchasedAt: World.start,
        signedAt: Instant(milliseconds: signedAt))
    }
    #expect(text.isSource(of: transaction("7", signedAt: 1000)))
    #expect(!text.isSource(of: transaction("7", signedAt: 2000)))
    #expect(!text.isSource(of: transaction("8", signedAt: 1000)))
    #expect(SignedText("e30.e30") == nil)
    #expect(SignedText("e30.****.c2ln") == nil)
  }

  @Test("each row leads to its fact, and the ledger to whose facts it shows and to older ones")
  func panel() throws {
    let html = Markup(html: try Pages().panels(Fixtures.panels))
    #expect(
      html.values(of: "data-load")
        == Fixtures.ledger.rows.map {
          "/playground/coach-paid/facts/\($0.id)"
        })
    #expect(html.values(of: "aria-pressed") == ["true", "false", "false"])
    #expect(html.words.contains("Show older facts (78 more)"))
    #expect(VisitorAction(["action": "show-facts", "value": ""]) == .showFacts(of: nil))
    #expect(VisitorAction(["action": "show-facts", "value": "b"]) == .showFacts(of: "b"))
    #expect(VisitorAction(["action": "show-older-facts"]) == .showOlderFacts)
  }

  @Test("a row's sentence names no id: of a device, a milestone, a paywall or a purchase")
  func sentences() {
    let at = World.start
    func sentence(_ fact: Fact) -> String {
      LedgerRow(LedgerEntry(sequence: 1, customer: "a", at: at, fact: fact)).summary
    }
    #expect(
      sentence(.milestone(MilestoneReached(milestone: "discovery-complete", at: at)))
        == "The milestone “discovery complete” was reached.")
    #expect(
      sentence(.use(Use(feature: "save-spot", key: "k", origin: "a", at: at)))
        == "“save spot” was used.")
    #expect(
      sentence(.paywall(PaywallEvent(paywall: "after-discovery", action: .shown, key: "k", at: at)))
        == "The paywall “after discovery” was shown.")
    #expect(
      sentence(.nudge(NudgeDelivery(nudge: "trial-ends-tomorrow", occurrence: at, at: at)))
        == "The nudge “trial ends tomorrow” was shown.")
    #expect(
      sentence(.trialForfeited(TrialForfeit(trial: "trial", device: "d", at: at)))
        == "The trial was refused: this device has already given it to another customer.")
    let purchase = StoreTransaction(
      id: "2000000123", originalID: "2000000123", product: "coach.monthly", purchasedAt: at,
      expiresAt: at.adding(Period(3, .day)), signedAt: at)
    #expect(
      sentence(.transaction(purchase))
        == "The store signed a purchase of coach.monthly, paid until 2026-03-05 09:41.")
    #expect(VisitorAction(["action": "use", "feature": "save-spot"])?.title == "Used “save spot”")
    #expect(
      VisitorAction(["action": "reach", "milestone": "first-hike"])?.title == "Reached “first hike”"
    )
  }

  @Test("a fact's page shows what is stored, and what was signed")
  func factPage() throws {
    let words = Markup(html: try Pages().fact(Fixtures.fact)).words
    for text in [
      #"{ "kind" : "transaction" }"#, "a transaction that the App Store signed",
      #"{ "productId" : "coach.weekly" }"#, "e30.e30.c2ln", "anon-7f3a91",
    ] {
      #expect(words.contains(text), "lacks \(text)")
    }
    var unsigned = Fixtures.fact
    unsigned.signed = nil
    #expect(try !Pages().fact(unsigned).contains("signed"))
  }
}
