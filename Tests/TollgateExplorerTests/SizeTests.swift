import Testing
import Tollgate
import TollgateBlueprints

@testable import TollgateExplorer

@Suite("A search of sizes")
struct SizeTests {
  private static let gigabyte = 1_000_000_000

  /// Notes with a size, of which subscribers have as much as one allowance, and all others as much as another.
  private static func notes(
    sold: Feature.Allowance = .unlimited, free: Feature.Allowance, hasPaywall: Bool = true
  ) throws -> Blueprint {
    var definition = PlantedApp.notes
    definition.change("note") {
      $0[0] = Feature.Rule(when: Condition(entitled: ["pro"]), allowance: sold)
      $0[1] = Feature.Rule(allowance: free)
    }
    if !hasPaywall { definition.show(nil, for: "note") }
    return try Blueprint(definition)
  }

  private static func findings(_ blueprint: Blueprint) -> [String] {
    let exploration = Explorer(blueprint, options: Explorer.Options(isQuick: true)).explore()
    #expect(exploration.isComplete)
    #expect(!exploration.findings.contains { $0.isDefect })
    return exploration.findings.map { "\($0.kind.rawValue) \($0.subject)" }
  }

  @Test(
    "RA-6 check finds subscribers who may store less than everybody, and that they pay for nothing",
    arguments: [1, gigabyte])
  func less(sold: Int) throws {
    let found = Self.findings(
      try Self.notes(
        sold: .holding(sold, sized: true), free: .holding(5 * Self.gigabyte, sized: true)))
    #expect(found.contains("buys nothing features.note"))
  }

  @Test("RA-6 near miss: check leaves subscribers alone who may store more, and full ones too")
  func more() throws {
    #expect(
      Self.findings(
        try Self.notes(
          sold: .holding(100 * Self.gigabyte, sized: true),
          free: .holding(5 * Self.gigabyte, sized: true))) == [])
    #expect(
      Self.findings(
        try Self.notes(
          sold: .upTo(600, per: .period, sized: true), free: .upTo(60, per: .month, sized: true)))
        == [])
  }

  @Test("RA-6 check finds a size that is used up for good where no paywall shows")
  func deadEnd() throws {
    #expect(
      Self.findings(try Self.notes(free: .upTo(60, per: .ever, sized: true), hasPaywall: false))
        == ["dead end features.note"])
    #expect(
      Self.findings(try Self.notes(free: .upTo(60, per: .day, sized: true), hasPaywall: false))
        == [])
  }

  @Test("RA-6 check finds a use that is too large where no paywall shows")
  func tooLarge() throws {
    let most: Feature.Allowance = .upTo(5_000_000, per: .use, sized: true)
    let larger: Feature.Allowance = .upTo(100_000_000, per: .use, sized: true)
    let found = try Self.notes(sold: larger, free: most, hasPaywall: false)
    #expect(Self.findings(found) == ["dead end features.note"])
    #expect(Self.findings(try Self.notes(sold: larger, free: most)) == [])
    #expect(
      Self.findings(
        try Self.notes(free: .all([most, .upTo(60_000_000, per: .month, sized: true)]))) == [])
  }

  @Test("RA-6 check finds subscribers whose uses may be no larger than those of everybody")
  func smallerUses() throws {
    let most: Feature.Allowance = .upTo(5_000_000, per: .use, sized: true)
    let smaller: Feature.Allowance = .upTo(1_000_000, per: .use, sized: true)
    #expect(
      Self.findings(try Self.notes(sold: smaller, free: most))
        .contains("buys nothing features.note"))
  }

  @Test("RA-6 check finds subscribers who may have fewer in each parent than everybody")
  func lessInEachParent() throws {
    let found = Self.findings(
      try Self.notes(sold: .holding(2, each: "book"), free: .holding(3, each: "book")))
    #expect(found.contains("buys nothing features.note"))
  }

  @Test(
    "RA-6 near miss: check leaves alone more in each parent, and a limit of all for those who pay")
  func moreInEachParent() throws {
    #expect(
      Self.findings(
        try Self.notes(sold: .holding(4, each: "book"), free: .holding(3, each: "book"))) == [])
    #expect(
      Self.findings(
        try Self.notes(sold: .upTo(9, per: .day, each: "book"), free: .upTo(2, per: .day))) == [])
  }

  @Test("RA-6 what-if counts a use that is refused in its parent, and none in another")
  func whatIfInParents() throws {
    let start = ReplayedChange.start
    func refused(_ parents: [Parent.ID]) throws -> Int {
      let facts = parents.enumerated().flatMap { number, parent -> [(at: Instant, fact: Fact)] in
        let key = Idempotency.Key("k\(number)")
        return [
          (start, .use(Use(feature: "note", key: key, origin: "ann", at: start))),
          (
            start,
            .size(
              UseSize(
                feature: "note", key: key, origin: "ann", amount: 1, parent: parent, at: start))
          ),
        ]
      }
      return WhatIf(
        try Self.notes(free: .upTo(1, per: .day, each: "book")),
        against: try Self.notes(free: .upTo(2, per: .day, each: "book")), at: start
      ).replay([RecordedLife(customer: "ann", facts: facts)]).changes.count { $0.kind == .refused }
    }
    #expect(try refused(["p", "p"]) == 1)
    #expect(try refused(["p", "q"]) == 0)
  }

  @Test("RA-6 a search is as long for gigabytes as for a hundred bytes")
  func states() throws {
    func states(_ limit: Int) throws -> Int {
      Explorer(
        try Self.notes(free: .holding(limit, sized: true)), options: Explorer.Options(isQuick: true)
      ).explore().states
    }
    let (small, large) = (try states(100), try states(100 * Self.gigabyte))
    #expect(large == small)
  }

  @Test("RA-6 a history uses what is left at once, and one more is refused")
  func edges() throws {
    for free in [
      .holding(60, sized: true), .upTo(60, per: .day, sized: true),
      .rolling(60, within: Period(3, .hour), sized: true),
      .all([.upTo(5, per: .day), .upTo(60, per: .month, sized: true)]),
    ] as [Feature.Allowance] {
      let rules = Rules(try Self.notes(free: free))
      let state = HistoryState.first(rules)
      #expect(state.performing(.useSized("note", size: 61), rules) == nil)
      let full = try #require(state.performing(.useSized("note", size: 60), rules))
      #expect(full.performing(.useSized("note", size: 1), rules) == nil)
      #expect(state.overspending("note", to: full, rules) == nil)
      #expect(full.membership(of: 0, rules).access(to: "note").limit?.used == 60)
    }
  }

  @Test("RA-6 an item of a history grows, and a release frees its size")
  func items() throws {
    let rules = Rules(try Self.notes(free: .holding(60, sized: true)))
    var state = HistoryState.first(rules)
    for step in [HistoryStep.useSized("note", size: 50), .useSized("note", size: 10)] {
      state = try #require(state.performing(step, rules))
    }
    #expect(state.people[0].heldSize(of: "note") == 60)
    state = try #require(state.performing(.release("note"), rules))
    #expect(state.people[0].heldSize(of: "note") == 50)
    #expect(state.membership(of: 0, rules).access(to: "note").limit?.used == 50)
  }

  @Test(
    "RA-6 a size beyond the limit is found, if an engine allows it",
    arguments: [
      .upTo(60, per: .day, sized: true), .rolling(60, within: Period(3, .hour), sized: true),
    ] as [Feature.Allowance])
  func overspent(limit: Feature.Allowance) throws {
    let rules = Rules(try Self.notes(free: limit))
    let before = HistoryState.first(rules)
    var state = before
    func use(_ size: Int) {
      state.uses.append(
        BookedUse(
          feature: "note", person: 0, at: state.now, size: size, isCounted: true, trials: []))
    }
    use(60)
    #expect(before.overspending("note", to: state, rules) == nil)
    use(1)
    #expect(before.overspending("note", to: state, rules)?.kind == .limitOverspent)
  }

  @Test(
    "RA-6 near miss: a size for which credits pay, beyond the limit before them, is not overspent")
  func paidSize() throws {
    var definition = PlantedApp.coins
    definition.credits = [
      Wallet(
        id: "coins",
        sources: [Wallet.Source(product: "pro.month", amount: 5, lifetime: .period)],
        given: [Wallet.Gift(amount: 300, .each(.day, upTo: 300))])
    ]
    definition.change("note") {
      $0[1] = Feature.Rule(
        allowance: .first([.upTo(90, per: .use, sized: true), .spend("coins", cost: nil)]))
    }
    let rules = Rules(try Blueprint(definition))
    let before = HistoryState.first(rules)
    let paid = try #require(before.performing(.useSized("note", size: 91), rules))
    #expect(paid.uses.map(\.isPaid) == [true])
    #expect(before.overspending("note", to: paid, rules) == nil)
    for isCounted in [true, false] {
      var free = before
      free.uses.append(
        BookedUse(
          feature: "note", person: 0, at: free.now, size: 91, isCounted: isCounted, trials: []))
      #expect(before.overspending("note", to: free, rules)?.kind == .limitOverspent)
    }
  }

  @Test("RA-6 what-if counts a use that is refused for its size, and leaves a smaller one alone")
  func whatIf() throws {
    let start = ReplayedChange.start
    func refused(_ amount: Int) throws -> Int {
      let facts: [(at: Instant, fact: Fact)] = [
        (start, .use(Use(feature: "note", key: "k", origin: "ann", at: start))),
        (
          start,
          .size(UseSize(feature: "note", key: "k", origin: "ann", amount: amount, at: start))
        ),
      ]
      return WhatIf(
        try Self.notes(free: .upTo(30, per: .day, sized: true)),
        against: try Self.notes(free: .upTo(60, per: .day, sized: true)), at: start
      ).replay([RecordedLife(customer: "ann", facts: facts)]).changes.count {
        $0.kind == .refused
      }
    }
    #expect(try refused(45) == 1)
    #expect(try refused(30) == 0)
  }

  @Test("RA-6 a comparison tells sizes from uses")
  func compared() throws {
    let comparison = Explorer(
      try Self.notes(free: .upTo(30, per: .day, sized: true)),
      options: Explorer.Options(isQuick: true)
    ).compare(against: try Self.notes(free: .upTo(60, per: .day, sized: true)))
    #expect(
      comparison.differences.map(\.sentence).contains(
        "a free customer loses `note`: a size of 30 a day instead of a size of 60 a day"))
  }
}
