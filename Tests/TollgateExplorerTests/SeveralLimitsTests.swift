import Testing
import Tollgate
import TollgateBlueprints

@testable import TollgateExplorer

@Suite("A search of several limits")
struct SeveralLimitsTests {
  private static func blueprint(_ allowance: Feature.Allowance) throws -> Blueprint {
    var definition = PlantedApp.notes
    definition.change("note") { $0[1] = Feature.Rule(allowance: allowance) }
    return try Blueprint(definition)
  }

  private static func differences(
    to new: Feature.Allowance, from old: Feature.Allowance
  ) throws -> [String] {
    let comparison = Explorer(try blueprint(new), options: Explorer.Options(isQuick: true))
      .compare(against: try blueprint(old))
    #expect(comparison.isComplete)
    return comparison.differences.map(\.sentence)
  }

  @Test(
    "RA-7 a comparison names limits at once together, and says that one more leaves fewer uses")
  func compared() throws {
    let both: Feature.Allowance = .all([.upTo(2, per: .day), .upTo(5, per: .week)])
    let lost = try Self.differences(to: both, from: .upTo(2, per: .day))
    #expect(lost.contains("a free customer loses `note`: 2 a day and 5 a week instead of 2 a day"))
    let gained = try Self.differences(to: .upTo(2, per: .day), from: both)
    #expect(
      gained.contains("a free customer gains `note`: 2 a day instead of 2 a day and 5 a week"))
  }

  @Test("RA-8 a comparison names how often a use of a pool comes back")
  func pools() throws {
    let slower = try Self.differences(
      to: .pool(2, refills: Period(6, .hour)), from: .pool(2, refills: Period(3, .hour)))
    #expect(
      slower.contains(
        "a free customer gets `note`: 2, one back every PT6H instead of 2, one back every PT3H"))
  }

  @Test("RA-7 a comparison names the span of time in which uses count")
  func spans() throws {
    let longer = try Self.differences(
      to: .rolling(2, within: Period(6, .hour)), from: .rolling(2, within: Period(3, .hour)))
    #expect(
      longer.contains("a free customer gets `note`: 2 within PT6H instead of 2 within PT3H"))
  }

  @Test("RA-8 a comparison tells a window from the first use from a span that slides")
  func firstUse() throws {
    let window = try Self.differences(
      to: .fromFirstUse(2, within: Period(3, .hour)), from: .rolling(2, within: Period(3, .hour)))
    #expect(
      window.contains(
        "a free customer gets `note`: 2 within PT3H from the first use instead of 2 within PT3H"))
  }

  @Test("RA-7 a search finds nothing wrong with held items beside uses, and each limit is used up")
  func heldItems() throws {
    let blueprint = try Self.blueprint(.all([.holding(3), .upTo(2, per: .day)]))
    let exploration = Explorer(blueprint, options: Explorer.Options(isQuick: true)).explore()
    #expect(exploration.isComplete)
    #expect(exploration.findings.map(\.sentence) == [])
    let rules = Rules(blueprint)
    var state = try #require(HistoryState.first(rules).performing(.use("note", times: 2), rules))
    #expect(state.membership(of: 0, rules).access(to: "note").limit?.scope == .day)
    state.now = state.now.adding(Period(1, .day))
    state = try #require(state.performing(.use("note", times: 1), rules))
    let limit = state.membership(of: 0, rules).access(to: "note").limit
    #expect(limit == Limit(limit: 3, used: 3, scope: .held))
  }

  @Test(
    "RA-7 an item or a use beyond limits that hold at once is found, if an engine allows it",
    arguments: [[.holding(2), .upTo(9, per: .day)], [.holding(9), .upTo(2, per: .day)]]
      as [[Feature.Allowance]])
  func overspent(limits: [Feature.Allowance]) throws {
    let rules = Rules(try Self.blueprint(.all(limits)))
    let first = HistoryState.first(rules)
    let before = try #require(first.performing(.use("note", times: 2), rules))
    var state = before
    state.uses.append(
      BookedUse(
        feature: "note", person: 0, at: state.now, size: 1, isCounted: true, trials: []))
    #expect(first.overspending("note", to: before, rules) == nil)
    #expect(before.overspending("note", to: state, rules)?.kind == .limitOverspent)
  }

  /// An app whose customers get nine coins a day.
  private static func withCoins(_ allowance: Feature.Allowance) throws -> Blueprint {
    var definition = PlantedApp.notes
    definition.credits = [
      Wallet(id: "coins", given: [Wallet.Gift(amount: 9, .each(.day, upTo: nil))])
    ]
    definition.change("note") { $0[1] = Feature.Rule(allowance: allowance) }
    return try Blueprint(definition)
  }

  private static let limitAndCoins: Feature.Allowance = .all([
    .upTo(2, per: .day), .spend("coins", cost: 3),
  ])

  @Test("RA-7 a comparison names the credits that uses cost beside their limit")
  func comparedCredits() throws {
    let paid = try Self.withCoins(Self.limitAndCoins)
    let free = try Self.withCoins(.upTo(2, per: .day))
    let comparison = Explorer(paid, options: Explorer.Options(isQuick: true))
      .compare(against: free)
    #expect(
      comparison.differences.map(\.sentence).contains(
        "a free customer loses `note`: 2 a day and 9 credits instead of 2 a day"))
  }

  @Test("RA-7 a search finds nothing wrong with credits beside a limit, and a use beyond the limit")
  func credits() throws {
    let blueprint = try Self.withCoins(Self.limitAndCoins)
    let exploration = Explorer(blueprint, options: Explorer.Options(isQuick: true)).explore()
    #expect(exploration.isComplete)
    #expect(exploration.findings.map(\.sentence) == [])
    let rules = Rules(blueprint)
    let first = HistoryState.first(rules)
    let before = try #require(first.performing(.use("note", times: 2), rules))
    #expect(before.uses.map(\.isPaid) == [true, true])
    #expect(before.membership(of: 0, rules).access(to: "note").limit?.scope == .day)
    var state = before
    state.uses.append(try #require(before.uses.last))
    #expect(first.overspending("note", to: before, rules) == nil)
    #expect(before.overspending("note", to: state, rules)?.kind == .limitOverspent)
  }

  @Test(
    "RA-7 what a search tells apart stays few where one limit has room for very many of another")
  func farApart() throws {
    let blueprint = try Self.blueprint(.all([.upTo(20, per: .day), .upTo(1_000_000, per: .ever)]))
    let scaled = CountScale([blueprint.definition]).applied(to: blueprint).definition
    #expect(
      scaled.features[0].rules[1].allowance == .all([.upTo(20, per: .day), .upTo(41, per: .ever)]))
    let near = try Self.blueprint(.all([.upTo(1, per: .day), .upTo(12, per: .month)]))
    #expect(CountScale([near.definition]).applied(to: near) === near)
    let exploration = Explorer(blueprint, options: Explorer.Options(isQuick: true)).explore()
    #expect(exploration.isComplete)
    #expect(exploration.findings.isEmpty)
  }
}
