import Foundation
import Testing
import Tollgate
import TollgateLedger

@testable import TollgateServer

@Suite("The operators' page of experiments")
struct ExperimentsPageTests {
  private static func experiment(
    _ id: Experiment.ID, _ variants: [Experiment.Variant.ID], traffic: Int = 100
  ) -> Experiment {
    Experiment(
      id: id, traffic: traffic, variants: variants.map { Experiment.Variant(id: $0, weight: 1) })
  }

  private static func got(
    _ variant: Experiment.Variant.ID, of experiment: Experiment.ID, at instant: Instant,
    _ reason: VariantAssignment.Reason = .paywall
  ) -> Fact {
    .variant(
      VariantAssignment(experiment: experiment, variant: variant, reason: reason, at: instant))
  }

  private static func bought(_ id: String, at instant: Instant, refunded: Bool = false) -> Fact {
    .transaction(
      StoreTransaction(
        id: StoreTransaction.ID(id), originalID: StoreTransaction.OriginalID(id), product: "pro",
        purchasedAt: instant, revokedAt: refunded ? instant.adding(Period(1, .day)) : nil,
        price: Money(milliunits: 4_990, currency: "USD"), signedAt: instant))
  }

  /// A server of an app with experiments.
  private static func server(_ experiments: [Experiment]) async throws -> TestServer {
    try await TestServer("coach-paid", ledger: SQLiteLedger.inMemory()) {
      $0.experiments = experiments
    }
  }

  private static func record(
    _ facts: [Fact], for customer: String, on server: TestServer
  ) async throws {
    _ = try await server.ledger.append(
      LedgerWrite(
        app: server.app, customer: Customer.ID(customer), expectedVersion: 0, facts: facts,
        at: server.now))
  }

  @Test("the page of experiments says what each variant's customers bought, and what follows")
  func conclusions() async throws {
    let server = try await Self.server([
      Self.experiment("page", ["control", "short"]), Self.experiment("back", ["new", "old"]),
      Self.experiment("tie", ["a", "b"]), Self.experiment("words", ["plain", "bold"]),
      Self.experiment("length", ["week", "fortnight"], traffic: 50),
    ])
    let now = server.now
    for number in 0..<200 {
      let isShort = number >= 100
      var facts = [
        Self.got(isShort ? "short" : "control", of: "page", at: now),
        Self.got(isShort ? "new" : "old", of: "back", at: now),
        Self.got(number / 10 % 2 == 0 ? "a" : "b", of: "tie", at: now),
        Self.got(number % 4 == 0 ? "bold" : "plain", of: "words", at: now),
      ]
      if number < 78 {
        facts.append(Self.got(number < 40 ? "week" : "fortnight", of: "length", at: now, .trial))
      }
      if number % 10 < (isShort ? 6 : 1) {
        facts.append(Self.bought("\(number)", at: now, refunded: number == 0))
      }
      try await Self.record(facts, for: "customer-\(number)", on: server)
    }
    try await Self.record(
      [Self.got("short", of: "page", at: now, .purchase), Self.bought("early", at: now)],
      for: "early", on: server)

    let ada = try await AdminBrowser(server, .readOnly)
    let page = try await ada.get("/experiments")
    #expect(page.status == 200)
    #expect(page.body.contains("/experiments\" aria-current=\"page\">Experiments</a>"))
    for line in [
      "page short converts better than control, by 18.2 to 80.8 points.",
      "Refunds Compared with control control 50.0 % 100 100 expected 0 10.0 % (10 of 100) 0.50 USD 1 4.99 USD short",
      "short 50.0 % 100 100 expected 0 60.0 % (60 of 100) 2.99 USD 0 +49.5 points +18.2 to +80.8 points, p = 0.000",
      "Since 2026-03-02 09:00 UTC. Left out: 1 customer who bought before being shown anything.",
      "back old converts worse than new, by 18.2 to 80.8 points.",
      "−49.5 points −80.8 to −18.2 points",
      "tie Not enough customers yet to tell b from a: 200 of about 9400.",
      "words No conclusion is possible: the split of customers differs from the expected shares by more than chance explains (p = 0.000). If the weights were changed, compare the customers who came later, with `tollgate variants --since`.",
      "length Not enough customers yet: week has 40, of whom 4 paid, and fortnight has 38, of whom 4 paid; each needs at least 100, including 10 who paid and 10 who did not.",
      "Since 2026-03-02 09:00 UTC. 50 % of customers take part.",
    ] {
      #expect(page.text.contains(line), "\(line): \(page.text)")
    }
  }

  @Test("variants that convert alike are not called equal")
  func equal() async throws {
    let server = try await Self.server([Self.experiment("page", ["control", "short"])])
    let now = server.now
    for number in 0..<1000 {
      let got = Self.got(number % 2 == 0 ? "control" : "short", of: "page", at: now)
      let isPayer = number % 100 < 2
      try await Self.record(
        isPayer ? [got, Self.bought("\(number)", at: now)] : [got], for: "customer-\(number)",
        on: server)
    }
    let page = try await AdminBrowser(server, .owner).get("/experiments")
    #expect(
      page.text.contains(
        "No difference between short and control is shown: it lies between −2.8 and +2.8 points."),
      "\(page.text)")
  }

  @Test("an experiment without customers, and an app without experiments, say so")
  func empty() async throws {
    let new = try await AdminBrowser(
      try await Self.server([
        Self.experiment("page", ["control", "short"]), Self.experiment("alone", ["control"]),
      ]), .developer)
    let page = try await new.get("/experiments")
    for line in [
      "Not enough customers yet: control has 0, of whom 0 paid, and short has 0, of whom 0 paid;",
      "short 50.0 % 0 0 - none 0", "It has no customers yet.",
      "There is nothing to compare with a single variant.",
    ] {
      #expect(page.text.contains(line), "\(line): \(page.text)")
    }
    let without = try await AdminBrowser(try await TestServer("coach-paid"), .owner)
    let none = try await without.get("/experiments")
    #expect(none.status == 200)
    #expect(none.text.contains("The blueprint that is served has no experiments."))
    #expect(!none.text.contains("p-values"))
  }

  @Test("who may not see revenue sees no experiments")
  func roles() async throws {
    let support = try await AdminBrowser(
      try await Self.server([Self.experiment("page", ["control", "short"])]), .support)
    #expect(!(try await support.get()).body.contains("/experiments"))
    #expect(try await support.get("/experiments").status == 403)
  }

  @Test("variants are compared for a request only if the app has few enough customers")
  func limit() async throws {
    let server = try await Self.server([Self.experiment("page", ["control", "short"])])
    let app = try server.service.app(server.app)
    for name in ["ann", "bob"] {
      try await Self.record(
        [Self.got("short", of: "page", at: server.now)], for: name, on: server)
    }
    let operators = server.service.operators
    #expect(try await operators.variants(in: app, limit: 2)?.customers == 2)
    #expect(try await operators.variants(in: app, limit: 1) == nil)
  }
}
