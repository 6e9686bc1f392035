import Testing
import Tollgate
import TollgateBlueprints

@Suite("Limits of sizes in a blueprint")
struct SizeTests {
  private static func rules(_ rules: String) throws -> [Feature.Allowance]? {
    try parse(smallBlueprint(message: rules)).blueprint.feature("send-message")?.rules
      .map(\.allowance)
  }

  @Test(
    "RA-6 `cost: any` makes a limit count sizes, alone, at once with others, and before credits")
  func read() throws {
    #expect(
      try Self.rules("[{ otherwise: { upTo: 60, per: month, cost: any } }]") == [
        .upTo(60, per: .month, sized: true)
      ])
    #expect(
      try Self.rules("[{ otherwise: { upTo: 60, per: PT3H, cost: any } }]") == [
        .rolling(60, within: Period(3, .hour), sized: true)
      ])
    #expect(
      try Self.rules("[{ otherwise: { holding: 1000000000000, cost: any } }]") == [
        .holding(1_000_000_000_000, sized: true)
      ])
    #expect(
      try Self.rules(
        "[{ otherwise: { all: [{ upTo: 3, per: day }, { upTo: 60, per: day, cost: any }] } }]") == [
          .all([.upTo(3, per: .day), .upTo(60, per: .day, sized: true)])
        ])
    #expect(
      try Self.rules(
        "[{ otherwise: { all: [{ largest: 5 }, { upTo: 60, per: day, cost: any }] } }]"
      ) == [.all([.upTo(5, per: .use, sized: true), .upTo(60, per: .day, sized: true)])])
    let first = smallBlueprint(
      message:
        "[{ otherwise: { first: [{ upTo: 60, per: day, cost: any }, { spend: coins, cost: any }] } }]",
      more: "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period } } } }")
    #expect(
      try parse(first).blueprint.feature("send-message")?.rules.map(\.allowance) == [
        .first([.upTo(60, per: .day, sized: true), .spend("coins", cost: nil)])
      ])
  }

  @Test(
    "RA-6 a mistake in a limit of sizes has its place and the nearest name",
    arguments: [
      (
        "[{ otherwise: { upTo: 60, per: month, cots: any } }]",
        "7:55: error: an allowance has no key `cots`; expected one of `upTo`, `per`, `cost`, "
          + "`each`, `counts`, `from`, `refills`; did you mean `cost`?"
      ),
      (
        "[{ otherwise: { upTo: 5, per: use } }]",
        "7:47: error: found `use`; expected `{ largest: 5 }` alone for the size of a single use"
      ),
      (
        "[{ otherwise: { upTo: 5, per: uses, cost: any } }]",
        "7:47: error: found `uses`; expected `{ largest: 5 }` alone for the size of a single use"
      ),
      (
        "[{ otherwise: { largest: 5, each: project } }]",
        "7:45: error: an allowance has no key `each`; expected one of `largest`"
      ),
      (
        "[{ otherwise: { upTo: 60, per: month, cost: 5 } }]",
        "7:61: error: found the number `5`; expected `any`, with which the app says the size of each use, or "
          + "for a fixed price `{ spend: coins, cost: 5 }` and a wallet with `given: [{ amount: 50, each: day }]`"
      ),
      (
        "[{ otherwise: { upTo: 1000000000001, per: month, cost: any } }]",
        "7:39: error: found the number `1000000000001`; expected a whole number from 1 to "
          + "1,000,000,000,000, or a larger unit, such as kilobytes in place of bytes"
      ),
      (
        "[{ otherwise: { holding: 5000000000 } }]",
        "7:42: error: found the number `5000000000`; expected a whole number from 1 to 1,000,000"
      ),
      (
        "[{ otherwise: { upTo: 5, refills: PT3H, cost: any } }]",
        "7:57: error: an allowance has no key `cost`; expected one of `upTo`, `refills`, `per`"
      ),
    ])
  func mistakes(rules: String, said expected: String) {
    #expect(said(of: smallBlueprint(message: rules)).contains("coach.yml:\(expected)"))
  }

  @Test("RA-6 `each` makes a limit count for each parent, alone and with `cost: any`")
  func parents() throws {
    #expect(
      try Self.rules("[{ otherwise: { holding: 3, each: project } }]") == [
        .holding(3, each: "project")
      ])
    #expect(
      try Self.rules("[{ otherwise: { upTo: 60, per: day, cost: any, each: room } }]") == [
        .upTo(60, per: .day, sized: true, each: "room")
      ])
    #expect(
      try Self.rules("[{ otherwise: { upTo: 8, per: PT3H, each: chat } }]") == [
        .rolling(8, within: Period(3, .hour), each: "chat")
      ])
    #expect(
      try Self.rules(
        "[{ otherwise: { all: [{ upTo: 2, per: day, each: file }, { upTo: 5, per: day }] } }]") == [
          .all([.upTo(2, per: .day, each: "file"), .upTo(5, per: .day)])
        ])
    #expect(
      try Self.rules(
        "[{ otherwise: { all: [{ holding: 3, each: project }, { holding: 10 }, { upTo: 5, per: day }] } }]"
      ) == [.all([.holding(3, each: "project"), .holding(10), .upTo(5, per: .day)])])
  }

  @Test(
    "RA-6 a mistake in a limit for each parent has its place and the nearest name",
    arguments: [
      (
        "[{ otherwise: { holding: 3, eahc: project } }]",
        "7:45: error: an allowance has no key `eahc`; expected one of `holding`, `each`, `cost`; "
          + "did you mean `each`?"
      ),
      (
        "[{ otherwise: { upTo: 5, refills: PT3H, each: project } }]",
        "7:57: error: an allowance has no key `each`; expected one of `upTo`, `refills`, `per`"
      ),
    ])
  func parentMistakes(rules: String, said expected: String) {
    #expect(said(of: smallBlueprint(message: rules)).contains("coach.yml:\(expected)"))
  }

  @Test("RA-6 each parent's limit is no less than one of all parents together")
  func eachComparison() {
    let inEach: Feature.Allowance = .holding(3, each: "project")
    #expect(inEach.isAtMost(.holding(4, each: "project")))
    #expect(!inEach.isAtMost(.holding(9)))
    #expect(Feature.Allowance.holding(3).isAtMost(inEach))
    let span: Feature.Allowance = .rolling(3, within: Period(3, .hour), each: "chat")
    #expect(span.isAtMost(.rolling(3, within: Period(1, .hour), each: "chat")))
    #expect(!span.isAtMost(.rolling(9, within: Period(1, .hour))))
    #expect(Feature.Allowance.rolling(3, within: Period(3, .hour)).isAtMost(span))
  }

  @Test("RA-6 sizes and uses are not compared, and more of one window is not less of another")
  func comparison() {
    let hour: Feature.Allowance = .upTo(60, per: .month, sized: true)
    #expect(hour.isAtMost(.upTo(61, per: .month, sized: true)))
    #expect(!hour.isAtMost(.upTo(59, per: .month, sized: true)))
    #expect(!hour.isAtMost(.upTo(61, per: .month)))
    #expect(!Feature.Allowance.upTo(1, per: .month).isAtMost(hour))
    let span: Feature.Allowance = .rolling(60, within: Period(3, .hour), sized: true)
    #expect(span.isAtMost(.rolling(60, within: Period(1, .hour), sized: true)))
    #expect(!span.isAtMost(.rolling(60, within: Period(1, .hour))))
    #expect(Feature.Allowance.upTo(60, per: .ever, sized: true).isAtMost(span))
    #expect(!Feature.Allowance.upTo(60, per: .ever).isAtMost(span))
    #expect(!Feature.Allowance.holding(1).isAtMost(.holding(9, sized: true)))
    #expect(Feature.Allowance.holding(1, sized: true).isAtMost(.holding(9, sized: true)))
  }
}
