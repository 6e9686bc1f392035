import AppStoreSimulatorTestSupport
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger

@testable import TollgateServer

@Suite("The next step for a subscription whose period has ended")
struct CheckPlanTests {
  static let start = Market.start

  static func day(_ day: Double) -> Instant {
    start.adding(milliseconds: Int64((day * 86_400_000).rounded()))
  }

  /// One row: the signed data, the day, and the next step.
  struct Line: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let facts: [Fact]
    let day: Double
    let plan: CheckPlan

    init(_ what: String, _ facts: [Fact], day: Double, _ plan: CheckPlan) {
      testDescription = "\(what), day \(day)"
      self.facts = facts
      self.day = day
      self.plan = plan
    }
  }

  static func month(_ number: Int, revoked: Double? = nil, upgraded: Bool = false) -> Fact {
    .transaction(
      StoreTransaction(
        id: StoreTransaction.ID("\(number)"), originalID: "1", product: "gold",
        purchasedAt: day(Double(30 * (number - 1))), expiresAt: day(Double(30 * number)),
        revokedAt: revoked.map(day), isUpgraded: upgraded, signedAt: start))
  }

  static func news(
    signed: Double, renews: Bool = true, grace: Double? = nil, retry: Bool = false
  ) -> Fact {
    .renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "gold", willRenew: renews, graceEndsAt: grace.map(day),
        isInBillingRetry: retry, signedAt: day(signed)))
  }

  static let lines = [
    Line("the period runs", [month(1)], day: 29, .wait(until: day(30))),
    Line("no update", [month(1)], day: 30, .ask),
    Line("no update for long", [month(1)], day: 90, .ask),
    Line("no update for longer than the store tries", [month(1)], day: 91, .end),
    Line("a later period runs", [month(1), month(2)], day: 31, .wait(until: day(60))),
    Line(
      "turned off before, perhaps on again", [month(1), news(signed: 5, renews: false)], day: 30,
      .ask),
    Line("turned off, said since", [month(1), news(signed: 30, renews: false)], day: 30, .end),
    Line("renews, said since", [month(1), news(signed: 30)], day: 30, .ask),
    Line(
      "in grace", [month(1), news(signed: 30, grace: 46, retry: true)], day: 30.5,
      .wait(until: day(31))),
    Line(
      "in grace, a day on", [month(1), news(signed: 30, grace: 46, retry: true)], day: 31, .ask),
    Line(
      "grace ends within the day", [month(1), news(signed: 45.5, grace: 46, retry: true)],
      day: 45.6,
      .wait(until: day(46))),
    Line(
      "in billing retry", [month(1), news(signed: 50, retry: true)], day: 50.5,
      .wait(until: day(51))),
    Line("in billing retry, a day on", [month(1), news(signed: 50, retry: true)], day: 51, .ask),
    Line("taken back", [month(1, revoked: 10)], day: 30, .end),
    Line(
      "an old period taken back", [month(1, revoked: 40), month(2)], day: 60, .ask),
    Line("replaced by an upgrade", [month(1), month(2, upgraded: true)], day: 31, .ask),
    Line("nothing known", [], day: 30, .ask),
  ]

  @Test(
    "the next step for a subscription whose period has ended follows from what was signed",
    arguments: lines)
  func plan(line: Line) {
    let check = LedgerCheck(
      purchase: "1", periodStart: Self.start, periodEnd: Self.day(30), dueAt: Self.day(30))
    #expect(CheckPlan(check, Customer(line.facts), at: Self.day(line.day)) == line.plan)
  }

  @Test("past notifications are requested in windows, from the mark on")
  func windows() {
    let now = Self.day(400)
    let table: [(mark: Double, environment: StoreEnvironment, start: Double, end: Double)] = [
      (399.5, .production, 399.5 - 15.0 / 1440, 399.75),
      (399.9, .production, 399.9 - 15.0 / 1440, 400),
      (10, .production, 220 + 1.0 / 24, 220.25 + 1.0 / 24),
      (10, .sandbox, 370 + 1.0 / 24, 370.25 + 1.0 / 24),
    ]
    for line in table {
      let window = NotificationWindow(after: Self.day(line.mark), at: now, in: line.environment)
      #expect(window?.start == Self.day(line.start), "\(line)")
      #expect(window?.end == Self.day(line.end), "\(line)")
    }
    #expect(NotificationWindow(after: now, at: now, in: .production) == nil)
    #expect(NotificationWindow(after: Self.day(401), at: now, in: .production) == nil)
  }
}
