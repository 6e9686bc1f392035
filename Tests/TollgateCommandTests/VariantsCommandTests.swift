import ArgumentParser
import Foundation
import Testing
import Tollgate
import TollgateLedger

@testable import TollgateCommand

@Suite("variants on the command line")
struct VariantsCommandTests {
  private static let start = Instant(milliseconds: 1_767_225_600_000)

  private static let app = """
    app: { id: a, name: A, bundleID: a.b, appleID: 1 }
    legal: { terms: "https://example.com/terms", privacy: "https://example.com/privacy" }
    products:
      pro.monthly: { name: Pro, group: plans, level: 1, entitlements: pro, price: 4.99 USD, period: P1M }
    features:
      note: [{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny, paywall: plans }]
    paywalls:
      plans: { title: Pro, packages: [pro.monthly] }
    experiments:
      headline: { variants: { control: 1, bold: { texts: { paywalls.plans.title: Go further } } } }
    """

  private static func got(
    _ variant: Experiment.Variant.ID, of experiment: Experiment.ID,
    _ reason: VariantAssignment.Reason = .paywall
  ) -> Fact {
    .variant(
      VariantAssignment(experiment: experiment, variant: variant, reason: reason, at: start))
  }

  private static func bought(_ id: String, refunded: Bool = false) -> Fact {
    .transaction(
      StoreTransaction(
        id: StoreTransaction.ID(id), originalID: StoreTransaction.OriginalID(id),
        product: "pro.monthly", group: "plans", purchasedAt: start,
        expiresAt: start.adding(Period(30, .day)),
        revokedAt: refunded ? start.adding(Period(1, .day)) : nil,
        price: Money(milliunits: 4_990, currency: "USD"), signedAt: start))
  }

  /// Customers: one in a given number pays, and every tenth of these gets a refund.
  private static func lives(
    _ count: Int, _ fact: Fact, named name: String, payingEvery step: Int? = nil
  ) -> [[(at: Instant, fact: Fact)]] {
    (0..<count).map { number in
      var facts = [(at: start, fact: fact)]
      if let step, number % step == 0 {
        facts.append(
          (start, bought("\(name)-\(number)", refunded: number % (10 * step) == 0)))
      }
      return facts
    }
  }

  @Test(
    "Pain 19: the report says who pays more, whether the shares are right, and what is too little")
  func text() throws {
    let experiments = [
      Experiment(
        id: "page",
        variants: [
          Experiment.Variant(id: "control", weight: 1),
          Experiment.Variant(id: "yearly", weight: 1),
        ]),
      Experiment(
        id: "trial-length",
        variants: [
          Experiment.Variant(id: "week", weight: 1),
          Experiment.Variant(id: "fortnight", weight: 1),
        ]),
    ]
    let lives =
      Self.lives(600, Self.got("control", of: "page"), named: "c", payingEvery: 12)
      + Self.lives(612, Self.got("yearly", of: "page"), named: "y", payingEvery: 6)
      + Self.lives(3, Self.got("yearly", of: "page", .purchase), named: "e", payingEvery: 1)
      + Self.lives(40, Self.got("week", of: "trial-length", .trial), named: "w")
      + Self.lives(38, Self.got("fortnight", of: "trial-length", .trial), named: "f")
    var report = VariantReport()
    for facts in lives { report.add(facts, in: experiments, until: Self.start) }
    let output = VariantsOutput(
      report: report, experiments: experiments, file: "poet.yml", ledger: "tollgate.sqlite")
    #expect(
      output.text == """
        poet.yml, over tollgate.sqlite
          read      1293 customers, 1448 facts

        page:
          control: 600 customers, 50 pay (8.3%), 0 trials, revenue 249.50 USD, 5 refunds of 24.95 USD
          yearly: 612 customers, 102 pay (16.7%), 0 trials, revenue 508.98 USD, 11 refunds of 54.89 USD
          shares: 600 and 612, expected 606 and 606 (p = 0.730)
          left out: 3 customers who bought before being shown anything
          yearly: more pay than with control, by +8.3 points (+2.3 to +14.3 points, p = 0.002)

        trial-length:
          week: 40 customers, 0 pay (0.0%), 0 trials
          fortnight: 38 customers, 0 pay (0.0%), 0 trials
          shares: 40 and 38, expected 39 and 39 (p = 0.821)
          fortnight and week: not enough yet; each needs 100 customers, of whom 10 pay and 10 do not
        """)
    let document = try String(
      contentsOf: Command.root.appendingPathComponent("Documentation/Experiments.md"),
      encoding: .utf8)
    #expect(document.contains("```\n\(output.text)\n```\n"))
  }

  @Test("a ledger that a server has open is read, and --json prints one object")
  func json() async throws {
    let folder = try TemporaryFolder()
    try Self.app.write(
      to: folder.url.appendingPathComponent("app.yml"), atomically: true, encoding: .utf8)
    let server = try SQLiteLedger(path: folder.url.appendingPathComponent("tollgate.sqlite").path)
    for (customer, facts) in [
      ("ann", [Self.got("control", of: "headline")]),
      ("bob", [Self.got("bold", of: "headline"), Self.bought("1")]),
    ] as [(Customer.ID, [Fact])] {
      _ = try await server.append(
        LedgerWrite(
          app: "a", customer: customer, expectedVersion: 0, facts: facts, at: Self.start))
    }
    let command = try Command(["variants", "app.yml", "--json"], in: folder.url)
    #expect(command.errors == "")
    #expect(command.status == 0)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any])
    #expect(report["customers"] as? Int == 2)
    let experiments = try #require(report["experiments"] as? [[String: Any]])
    #expect(experiments.map { $0["id"] as? String } == ["headline"])
    let variants = try #require(experiments[0]["variants"] as? [[String: Any]])
    #expect(variants.map { $0["customers"] as? Int } == [1, 1])
    #expect(variants.map { $0["payers"] as? Int } == [0, 1])
    #expect(variants[1]["revenue"] as? [String: Int] == ["USD": 4990])
    let comparison = try #require(variants[1]["comparison"] as? [String: Any])
    #expect(comparison["verdict"] as? String == "tooSmall")
    let text = try Command(["variants", "app.yml"], in: folder.url)
    #expect(text.output.contains("  bold and control: not enough yet; each needs 100 customers"))
    try await server.close()
  }

  @Test("what cannot be read is refused with the reason")
  func refused() throws {
    let folder = try TemporaryFolder()
    try Self.app.write(
      to: folder.url.appendingPathComponent("app.yml"), atomically: true, encoding: .utf8)
    let missing = try Command(["variants", "app.yml"], in: folder.url)
    #expect(missing.status == 1)
    #expect(missing.errors == "tollgate.sqlite: error: There is no database file.\n")
    let wrong = try Command(["variants", "app.yml", "--since", "soon"], in: folder.url)
    #expect(wrong.status == 64)
    #expect(
      wrong.errors.contains(
        "--since: `soon` is not a date and time; use 2026-10-01T00:00:00Z."))
  }
}
