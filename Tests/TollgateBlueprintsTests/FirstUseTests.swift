import Testing
import Tollgate
import TollgateBlueprints

@Suite("Windows from the first use in a blueprint")
struct FirstUseTests {
  private static let hours = Period(3, .hour)

  private static func rules(_ rules: String) throws -> [Feature.Allowance]? {
    try parse(smallBlueprint(message: rules)).blueprint.feature("send-message")?.rules
      .map(\.allowance)
  }

  @Test(
    "RA-8 `from: firstUse` makes a period a window, alone, with sizes or parents, and beside others"
  )
  func read() throws {
    #expect(
      try Self.rules("[{ otherwise: { upTo: 40, per: PT3H, from: firstUse } }]") == [
        .fromFirstUse(40, within: Self.hours)
      ])
    #expect(
      try Self.rules(
        "[{ otherwise: { upTo: 40, per: PT3H, from: firstUse, cost: any, each: chat } }]") == [
          .fromFirstUse(40, within: Self.hours, sized: true, each: "chat")
        ])
    #expect(
      try Self.rules(
        "[{ otherwise: { all: [{ upTo: 5, per: PT3H, from: firstUse, each: chat }, { upTo: 9, per: day }] } }]"
      ) == [.all([.fromFirstUse(5, within: Self.hours, each: "chat"), .upTo(9, per: .day)])])
  }

  @Test(
    "RA-8 a mistake in a window from the first use has its place and what is expected",
    arguments: [
      (
        "[{ otherwise: { upTo: 5, per: day, from: firstUse } }]",
        "7:47: error: found `day`; expected a period of whole minutes, hours, days or weeks such as `PT3H` beside "
          + "`from: firstUse`; did you mean `P1D`?"
      ),
      (
        "[{ otherwise: { upTo: 5, per: P1M, from: firstUse } }]",
        "7:47: error: found `P1M`; expected a period of whole minutes, hours, days or weeks such as `PT3H` beside "
          + "`from: firstUse`, since months and years vary in length; did you mean `P30D`?"
      ),
      (
        "[{ otherwise: { upTo: 5, per: PT3H, from: first } }]",
        "7:59: error: found `first`; expected `firstUse`"
      ),
      (
        "[{ otherwise: { upTo: 5, per: PT3H, form: firstUse } }]",
        "7:53: error: an allowance has no key `form`; expected one of `upTo`, `per`, `from`, "
          + "`each`, `counts`, `cost`, `refills`; did you mean `from`?"
      ),
      (
        "[{ otherwise: { upTo: 5, from: firstUse } }]",
        "7:20: error: an allowance lacks `per`; expected a period of whole minutes, hours, days or weeks such as `PT3H` "
          + "beside `from: firstUse`"
      ),
      (
        "[{ otherwise: { upTo: 5, refills: PT3H, from: firstUse } }]",
        "7:57: error: an allowance has no key `from`; expected one of `upTo`, `refills`, `per`"
      ),
      (
        "[{ otherwise: { all: [{ upTo: 3, per: PT3H, from: firstUse }, { upTo: 5, per: PT3H, from: firstUse }] } }]",
        "7:79: error: two limits `per: PT3H, from: firstUse`, of which the lower decides; expected "
          + "one for each window"
      ),
    ])
  func mistakes(rules: String, said expected: String) {
    #expect(said(of: smallBlueprint(message: rules)).contains("coach.yml:\(expected)"))
  }

  @Test("RA-8 a window from the first use is compared with another, and with a span that slides")
  func comparison() {
    let window: Feature.Allowance = .fromFirstUse(3, within: Self.hours)
    let hour = Period(1, .hour)
    #expect(window.isAtMost(.fromFirstUse(3, within: hour)))
    #expect(!window.isAtMost(.fromFirstUse(2, within: hour)))
    #expect(!Feature.Allowance.fromFirstUse(3, within: hour).isAtMost(window))
    #expect(Feature.Allowance.rolling(3, within: Self.hours).isAtMost(window))
    #expect(!Feature.Allowance.rolling(3, within: hour).isAtMost(window))
    // Twice as many fit around the end of a window.
    #expect(!window.isAtMost(.rolling(3, within: Self.hours)))
    #expect(Feature.Allowance.upTo(3, per: .ever).isAtMost(window))
    let week = Feature.Allowance.rolling(3, within: Period(7, .day))
    #expect(week.isAtMost(.upTo(3, per: .day)))
    #expect(!week.isAtMost(.upTo(2, per: .day)))
    // A calendar week may be as long, and an hour longer where clocks go back.
    #expect(!week.isAtMost(.upTo(3, per: .week)))
    #expect(!Feature.Allowance.upTo(3, per: .week).isAtMost(week))
    #expect(!window.isAtMost(.fromFirstUse(3, within: Self.hours, sized: true)))
    #expect(window.isAtMost(.fromFirstUse(3, within: Self.hours, each: "chat")))
    #expect(!Feature.Allowance.fromFirstUse(3, within: Self.hours, each: "chat").isAtMost(window))
  }
}
