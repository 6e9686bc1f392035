import Testing
import Tollgate
import TollgateBlueprints

@testable import TollgateExplorer

@Suite("A search of limits that several features share")
struct SharedLimitTests {
  /// Notes and pages, of which subscribers have as many as they like, and all others as much as these allowances.
  private static func blueprint(
    note: Feature.Allowance, page: Feature.Allowance
  ) throws -> Blueprint {
    var definition = PlantedApp.notes
    definition.change("note") { $0[1] = Feature.Rule(allowance: note) }
    definition.features.append(
      Feature(
        id: "page",
        rules: [
          Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited),
          Feature.Rule(allowance: page),
        ], paywall: "plans"))
    return try Blueprint(definition)
  }

  private static let twoADay: Feature.Allowance = .upTo(2, per: .day, counts: "actions")
  private static let twoInAnHour: Feature.Allowance = .rolling(
    2, within: Period(1, .hour), counts: "actions")
  private static let twoFromTheFirst: Feature.Allowance = .fromFirstUse(
    2, within: Period(1, .hour), counts: "actions")

  @Test(
    "RA-7 a search finds nothing wrong with a sound limit that features share",
    arguments: [
      (SharedLimitTests.twoADay, SharedLimitTests.twoADay),
      (SharedLimitTests.twoInAnHour, SharedLimitTests.twoInAnHour),
      (SharedLimitTests.twoFromTheFirst, SharedLimitTests.twoFromTheFirst),
      (.all([.upTo(1, per: .day), SharedLimitTests.twoADay]), SharedLimitTests.twoADay),
    ] as [(Feature.Allowance, Feature.Allowance)])
  func sound(note: Feature.Allowance, page: Feature.Allowance) throws {
    let blueprint = try Self.blueprint(note: note, page: page)
    let exploration = Explorer(blueprint, options: Explorer.Options(isQuick: true)).explore()
    #expect(exploration.isComplete)
    #expect(exploration.findings.map(\.sentence) == [])
  }

  @Test(
    "RA-7 uses of several features beyond the limit that they share are found, if an engine allows them",
    arguments: [
      SharedLimitTests.twoADay, SharedLimitTests.twoInAnHour, SharedLimitTests.twoFromTheFirst,
    ])
  func overspent(limit: Feature.Allowance) throws {
    let rules = Rules(try Self.blueprint(note: limit, page: limit))
    var state = HistoryState.first(rules)
    func use(_ feature: Feature.ID) {
      state.uses.append(
        BookedUse(
          feature: feature, person: 0, at: state.now, size: 1, isCounted: true, trials: []))
    }
    use("note")
    use("page")
    let before = state
    use("page")
    #expect(before.overspending("page", to: state, rules)?.kind == .limitOverspent)
    #expect(HistoryState.first(rules).overspending("page", to: before, rules) == nil)
  }

  /// Notes of which subscribers have two a day and all others one, which count apart.
  private static func apart() throws -> Blueprint {
    var definition = PlantedApp.notes
    definition.change("note") {
      $0[0] = Feature.Rule(
        when: Condition(entitled: ["pro"]), allowance: .upTo(2, per: .day, counts: "paid"))
      $0[1] = Feature.Rule(allowance: .upTo(1, per: .day, counts: "free"))
    }
    return try Blueprint(definition)
  }

  @Test("RA-7 a search finds nothing wrong with limits that count apart")
  func soundApart() throws {
    let exploration = Explorer(try Self.apart(), options: Explorer.Options(isQuick: true)).explore()
    #expect(exploration.isComplete)
    #expect(exploration.findings.map(\.sentence) == [])
  }

  @Test("RA-7 a use beyond a limit that counts apart is found, and one of another limit is not")
  func overspentApart() throws {
    let rules = Rules(try Self.apart())
    let first = HistoryState.first(rules)
    func using(_ name: CountedUses.ID, after state: HistoryState) -> HistoryState {
      var after = state
      after.uses.append(
        BookedUse(
          feature: "note", person: 0, at: state.now, isCounted: true, trials: [], names: [name]))
      return after
    }
    let paid = using("paid", after: first)
    let free = using("free", after: paid)
    #expect(paid.overspending("note", to: free, rules) == nil)
    let more = using("free", after: free)
    #expect(free.overspending("note", to: more, rules)?.kind == .limitOverspent)
  }

  @Test("RA-7 what-if counts recorded uses under the names that the new blueprint gives them")
  func whatIfApart() throws {
    let start = ReplayedChange.start
    let uses = ["a", "b"].map { key -> (at: Instant, fact: Fact) in
      (start, .use(Use(feature: "note", key: Idempotency.Key(key), origin: "ann", at: start)))
    }
    var definition = PlantedApp.notes
    definition.change("note") { $0[1] = Feature.Rule(allowance: .upTo(2, per: .day)) }
    let changes = WhatIf(try Self.apart(), against: try Blueprint(definition), at: start)
      .replay([RecordedLife(customer: "ann", facts: uses)]).changes
    #expect(changes.count { $0.kind == .refused } == 1)
  }

  @Test("RA-7 what-if counts a use that is refused because of another feature's uses")
  func whatIf() throws {
    let start = ReplayedChange.start
    let uses = ["note", "page", "page"].enumerated().map {
      number, feature -> (at: Instant, fact: Fact) in
      (
        start,
        .use(
          Use(
            feature: Feature.ID(feature), key: Idempotency.Key("k\(number)"), origin: "ann",
            at: start))
      )
    }
    let apart = try Self.blueprint(note: .upTo(2, per: .day), page: .upTo(2, per: .day))
    let together = try Self.blueprint(note: Self.twoADay, page: Self.twoADay)
    let changes = WhatIf(together, against: apart, at: start)
      .replay([RecordedLife(customer: "ann", facts: uses)]).changes
    #expect(changes.count { $0.kind == .refused } == 1)
  }

  @Test("RA-7 a comparison finds who loses a feature because of another feature's uses")
  func compared() throws {
    let apart = try Self.blueprint(note: .upTo(2, per: .day), page: .upTo(2, per: .day))
    let together = try Self.blueprint(note: Self.twoADay, page: Self.twoADay)
    let comparison = Explorer(together, options: Explorer.Options(isQuick: true))
      .compare(against: apart)
    #expect(comparison.isComplete)
    #expect(
      comparison.differences.map(\.sentence).contains(
        "a free customer loses `page`: nothing instead of 2 a day"))
  }

  @Test("RA-7 a large limit that features share is searched as the same smaller one in all of them")
  func scaled() throws {
    let blueprint = try Self.blueprint(
      note: .upTo(10_000, per: .month, counts: "actions"),
      page: .all([.upTo(10_000, per: .month, counts: "actions"), .upTo(9000, per: .day)]))
    let scaled = CountScale([blueprint.definition]).applied(to: blueprint).definition.features
    let note = try #require(scaled[0].rules[1].allowance.quotas.first?.count)
    let page = try #require(scaled.last?.rules[1].allowance.quotas.first?.count)
    #expect(note == page)
    #expect(note < 1000)
  }
}
