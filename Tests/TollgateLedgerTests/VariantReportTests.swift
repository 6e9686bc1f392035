import TestSupport
import Testing
import Tollgate

@testable import TollgateLedger

@Suite("The report on variants")
struct VariantReportTests {
  static let start = Instant(milliseconds: 1_767_225_600_000)
  static let page = Experiment(
    id: "page",
    variants: [
      Experiment.Variant(id: "control", weight: 1), Experiment.Variant(id: "short", weight: 1),
    ])

  static func got(
    _ variant: Experiment.Variant.ID, hour: Int = 1,
    _ reason: VariantAssignment.Reason = .paywall
  ) -> Fact {
    .variant(
      VariantAssignment(experiment: "page", variant: variant, reason: reason, at: at(hour)))
  }

  static func at(_ hour: Int) -> Instant { start.adding(Period(1, .hour), times: hour) }

  static func bought(
    _ id: String, of original: String? = nil, hour: Int, price: Int64? = 4_990,
    offer: StoreOffer.Payment? = nil, refunded: Bool = false,
    ownership: StoreTransaction.Ownership = .purchased,
    in environment: StoreEnvironment = .production
  ) -> Fact {
    .transaction(
      StoreTransaction(
        id: StoreTransaction.ID(id), originalID: StoreTransaction.OriginalID(original ?? id),
        product: "pro", purchasedAt: at(hour), revokedAt: refunded ? at(hour + 1) : nil,
        offer: offer.map { StoreOffer(kind: .introductory, payment: $0) }, ownership: ownership,
        price: price.map { Money(milliunits: $0, currency: "USD") }, environment: environment,
        signedAt: at(hour)))
  }

  /// The report of customers with these facts.
  static func report(
    _ lives: some Sequence<[Fact]>, since: Instant? = nil, until end: Instant = at(99)
  ) -> VariantReport {
    var report = VariantReport()
    for facts in lives {
      report.add(facts.map { (at: at(1), fact: $0) }, in: [page], since: since, until: end)
    }
    return report
  }

  static func arm(_ facts: Fact...) -> VariantReport.Arm {
    report([facts]).arm("short", of: "page")
  }

  @Test(
    "the report on variants counts those who pay since they got a variant, what they pay and what is refunded"
  )
  func arms() {
    let none = Self.arm(Self.got("short"))
    #expect((none.customers, none.payers, none.trials, none.refunds) == (1, 0, 0, 0))
    let renewed = Self.arm(
      Self.got("short"), Self.bought("1", hour: 2), Self.bought("2", of: "1", hour: 9))
    #expect(renewed.payers == 1)
    #expect(renewed.revenue == ["USD": 9_980])
    let refunded = Self.arm(Self.got("short"), Self.bought("1", hour: 2, refunded: true))
    #expect((refunded.payers, refunded.refunds) == (1, 1))
    #expect(refunded.refunded == ["USD": 4_990])
    let trying = Self.arm(
      Self.got("short"), Self.bought("1", hour: 2, price: 0, offer: .freeTrial))
    #expect((trying.payers, trying.trials) == (0, 1))
    #expect(trying.revenue == [:])
  }

  @Test("the report on variants leaves out what came before, the sandbox and what a family shares")
  func leftOut() {
    for fact in [
      Self.bought("1", hour: 0), Self.bought("1", hour: 2, in: .sandbox),
      Self.bought("1", hour: 2, ownership: .familyShared),
    ] {
      let arm = Self.arm(Self.got("short"), fact)
      #expect((arm.customers, arm.payers) == (1, 0))
      #expect(arm.revenue == [:])
    }
    // A subscription from before that renews was not led to by the variant.
    let renewed = Self.arm(
      Self.got("short"), Self.bought("1", hour: 0), Self.bought("2", of: "1", hour: 5))
    #expect(renewed.payers == 0)
  }

  @Test(
    "the report on variants counts each customer by the earliest record, and no one who bought before it mattered"
  )
  func customers() {
    let lives: [[Fact]] = [
      [Self.got("short", hour: 2), Self.got("control", hour: 1)],
      [Self.got("short", .purchase), Self.bought("1", hour: 1)],
      [Self.got("gone")], [],
      [Self.got("control", hour: 5)],
    ]
    let report = Self.report(lives)
    #expect(report.customers == 4)
    #expect(report.facts == 6)
    #expect(report.arms(of: Self.page).map(\.customers) == [2, 0])
    #expect(report.arms(of: Self.page).map(\.since) == [Self.at(1), nil])
    #expect(report.earlyBuyers(in: "page") == 1)
    let later = Self.report(lives, since: Self.at(3))
    #expect(later.arm("control", of: "page").customers == 1)
    var merged = Self.report(lives[..<2])
    merged.merge(Self.report(lives[2...]))
    #expect(merged == report)
    let earlier = Self.report(lives, until: Self.at(0))
    #expect((earlier.customers, earlier.facts) == (4, 0))
  }
}

@Suite("The comparison of rates")
struct RateComparisonTests {
  static func compare(
    _ first: (Int, Int), _ second: (Int, Int), among count: Int = 1
  ) -> RateComparison {
    RateComparison(
      of: RateComparison.Group(customers: first.0, payers: first.1),
      and: RateComparison.Group(customers: second.0, payers: second.1), among: count)
  }

  @Test(
    "the comparison of rates says more, fewer, or plainly that it is not enough",
    arguments: [
      ((600, 50), (612, 102), .more, 0.001768), ((3000, 360), (3000, 240), .fewer, 0.000014),
      ((600, 50), (612, 61), .undecided, 1), ((100_000, 8000), (100_000, 8000), .undecided, 1),
      ((99, 50), (600, 50), .tooSmall, nil), ((600, 9), (600, 300), .tooSmall, nil),
      ((600, 300), (600, 591), .tooSmall, nil), ((0, 0), (0, 0), .tooSmall, nil),
    ] as [((Int, Int), (Int, Int), RateComparison.Verdict, Double?)])
  func verdicts(
    first: (Int, Int), second: (Int, Int), verdict: RateComparison.Verdict, pValue: Double?
  ) {
    let comparison = Self.compare(first, second)
    #expect(comparison.verdict == verdict)
    if let pValue { #expect(abs(comparison.pValue - pValue) < 0.000001) }
    #expect(comparison.interval.contains(comparison.difference))
    let excludesNone = !comparison.interval.contains(0)
    #expect(excludesNone == (comparison.pValue <= RateComparison.errorRate))
  }

  @Test("several comparisons share the error rate")
  func several() {
    let (one, four) = (
      Self.compare((600, 50), (612, 91)), Self.compare((600, 50), (612, 91), among: 4)
    )
    #expect(one.verdict == .more)
    #expect(four.verdict == .undecided)
    #expect(four.interval.lowerBound < one.interval.lowerBound)
    #expect(four.pValue == one.pValue)
  }

  @Test(
    "as many customers as are needed show a difference of three points, at any rates and shares",
    arguments: [
      ((600, 50), (612, 61)), ((100, 35), (100, 35)), ((9000, 4500), (1000, 480)),
      ((300, 30), (3000, 250)),
    ])
  func customersNeeded(first: (Int, Int), second: (Int, Int)) {
    for count in [1, 3] {
      let comparison = Self.compare(first, second, among: count)
      let factor = Double(comparison.customersNeeded) / Double(first.0 + second.0)
      func grown(_ group: (Int, Int), _ factor: Double) -> (Int, Int) {
        (Int(Double(group.0) * factor), Int(Double(group.1) * factor))
      }
      /// How far the interval reaches to each side.
      func reach(_ factor: Double) -> Double {
        let interval = Self.compare(grown(first, factor), grown(second, factor), among: count)
          .interval
        return (interval.upperBound - interval.lowerBound) / 2
      }
      #expect(reach(factor * 0.97) > 0.03)
      #expect(reach(factor * 1.03) < 0.03)
    }
    #expect(Self.compare((0, 0), (0, 0)).customersNeeded == 0)
  }

  @Test("thirty looks at two equal groups show a difference at most 5 times in 100")
  func looks() {
    var random = Seeded(state: 7)
    var wrong = 0
    for _ in 0..<200 {
      var groups = [(0, 0), (0, 0)]
      for _ in 0..<30 {
        for group in 0..<2 {
          groups[group].0 += 50
          groups[group].1 += (0..<50).count { _ in random.next() % 10 == 0 }
        }
        let verdict = Self.compare(groups[0], groups[1]).verdict
        if verdict == .more || verdict == .fewer {
          wrong += 1
          break
        }
      }
    }
    #expect(wrong <= 10)
  }

  @Test(
    "chi-squared has the tails of the printed tables",
    arguments: [
      (3.841, 1, 0.05), (5.991, 2, 0.05), (7.815, 3, 0.05), (9.488, 4, 0.05), (11.070, 5, 0.05),
      (10.828, 1, 0.001), (0, 3, 1),
    ])
  func tails(value: Double, degrees: Int, tail: Double) {
    #expect(abs(ShareCheck.tail(of: value, degrees: degrees) - tail) < 0.0001)
  }

  @Test("shares that chance does not explain raise an alarm")
  func shares() {
    #expect(!ShareCheck([600, 612], weights: [1, 1]).isAlarming)
    #expect(ShareCheck([700, 300], weights: [1, 1]).isAlarming)
    #expect(!ShareCheck([700, 300], weights: [7, 3]).isAlarming)
    // Earlier customers of a variant that nobody new gets say nothing.
    #expect(!ShareCheck([500, 500, 90], weights: [1, 1, 0]).isAlarming)
    for (counts, weights) in [([5, 5], [1, 1]), ([500], [1]), ([], []), ([9, 9], [0, 0])] {
      #expect(ShareCheck(counts, weights: weights).pValue == nil)
    }
  }
}
