import Testing
import Tollgate
import TollgateBlueprints

@Suite("Limits that several features share, in a blueprint")
struct SharedLimitTests {
  /// A blueprint in which sending and drawing have these limits.
  private static func blueprint(_ message: String, _ draw: String) -> String {
    smallBlueprint(message: "[{ otherwise: \(message) }]")
      .replacing("\npaywalls:", with: "\n  draw: [{ otherwise: \(draw) }]\npaywalls:")
  }

  private static func allowances(_ message: String, _ draw: String) throws -> [Feature.Allowance] {
    let blueprint = try parse(blueprint(message, draw)).blueprint
    return ["send-message", "draw"].compactMap {
      blueprint.feature(Feature.ID($0))?.rules.first?.allowance
    }
  }

  @Test("RA-7 `counts` makes a limit count the uses of several features")
  func read() throws {
    #expect(
      try Self.allowances(
        "{ upTo: 3, per: day, counts: actions }", "{ upTo: 9, per: PT3H, counts: actions }") == [
          .upTo(3, per: .day, counts: "actions"),
          .rolling(9, within: Period(3, .hour), counts: "actions"),
        ])
    let window = "{ upTo: 3, per: PT3H, from: firstUse, counts: actions }"
    let read: Feature.Allowance = .fromFirstUse(3, within: Period(3, .hour), counts: "actions")
    #expect(
      try Self.allowances(window, "{ all: [\(window), { upTo: 9, per: day }, { holding: 5 }] }")
        == [
          read, .all([read, .upTo(9, per: .day), .holding(5)]),
        ])
    let sizes = "{ upTo: 60, per: PT3H, from: firstUse, cost: any, each: room, counts: minutes }"
    #expect(
      try Self.allowances(sizes, sizes).first
        == .fromFirstUse(
          60, within: Period(3, .hour), sized: true, each: "room", counts: "minutes"))
    let minutes = "{ upTo: 60, per: month, cost: any, each: room, counts: minutes }"
    #expect(
      try Self.allowances(minutes, "{ all: [{ upTo: 9, per: day }, \(minutes)] }") == [
        .upTo(60, per: .month, sized: true, each: "room", counts: "minutes"),
        .all([
          .upTo(9, per: .day),
          .upTo(60, per: .month, sized: true, each: "room", counts: "minutes"),
        ]),
      ])
  }

  @Test(
    "RA-7 a mistake in a shared limit has its place and the nearest name",
    arguments: [
      (
        "{ upTo: 3, per: day, counts: action }", "{ upTo: 3, per: day, counts: actions }",
        "7:60: error: no other feature counts `action`; did you mean `actions`?"
      ),
      (
        "{ upTo: 3, per: day, counts: actions }", "{ upTo: 3, per: day }",
        "7:60: error: no other feature counts `actions`; expected `counts: actions` in another "
          + "feature too, or a rule without it"
      ),
      (
        "{ upTo: 3, per: day, conuts: actions }", "{ upTo: 3, per: day, counts: actions }",
        "7:52: error: an allowance has no key `conuts`; expected one of `upTo`, `per`, `each`, "
          + "`counts`, `from`, `cost`, `refills`, `holding`, `spend`, `all`, `first`; did you mean "
          + "`counts`?"
      ),
      (
        "{ upTo: 3, refills: PT3H, counts: actions }", "{ upTo: 3, per: day }",
        "7:57: error: an allowance has no key `counts`; expected one of `upTo`, `refills`, `per`"
      ),
      (
        "{ holding: 3, counts: actions }", "{ upTo: 3, per: day }",
        "7:45: error: an allowance has no key `counts`; expected one of `holding`, `each`, `cost`"
      ),
      (
        "{ upTo: 3, per: day, counts: [a, b] }", "{ upTo: 3, per: day }",
        "7:52: error: found a list; expected the name of what is counted"
      ),
    ])
  func mistakes(message: String, draw: String, said expected: String) {
    let found = said(of: Self.blueprint(message, draw))
    #expect(found.contains("coach.yml:\(expected)"), "\(found)")
  }

  @Test("RA-7 a shared limit allows no more than the same limit of one feature")
  func compared() {
    let shared: Feature.Allowance = .upTo(3, per: .day, counts: "actions")
    #expect(shared.isAtMost(.upTo(3, per: .day)))
    #expect(shared.isAtMost(.upTo(4, per: .day, counts: "actions")))
    #expect(!shared.isAtMost(.upTo(4, per: .day, counts: "requests")))
    #expect(!Feature.Allowance.upTo(3, per: .day).isAtMost(shared))
    let span: Feature.Allowance = .rolling(3, within: Period(3, .hour), counts: "actions")
    #expect(span.isAtMost(.rolling(3, within: Period(1, .hour))))
    #expect(!Feature.Allowance.rolling(3, within: Period(3, .hour)).isAtMost(span))
    let window: Feature.Allowance = .fromFirstUse(3, within: Period(3, .hour), counts: "actions")
    #expect(span.isAtMost(window))
    #expect(window.isAtMost(.fromFirstUse(3, within: Period(3, .hour))))
    #expect(!Feature.Allowance.fromFirstUse(3, within: Period(3, .hour)).isAtMost(window))
    #expect(Feature.Allowance.upTo(3, per: .ever, counts: "actions").isAtMost(window))
    #expect(!Feature.Allowance.upTo(3, per: .ever).isAtMost(window))
  }
}
