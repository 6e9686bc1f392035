import TestSupport
import Testing
import Tollgate
import TollgateBlueprints

@testable import TollgateExplorer

/// Every step of a history takes a second, in which something may end by itself.
@Suite("What changes by itself while a step takes its moment")
struct MomentTests {
  private struct NoFile: Error {}

  /// An app whose plan is given until one second after June begins, with an add-on that needs the plan.
  private static func rules(more: Int) throws -> Rules {
    let yaml = """
      app: { id: nota, name: Nota, bundleID: com.example.nota, appleID: 1 }
      legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
      hasFreeTier: true
      plan: pro
      products:
        nota.monthly: { name: Nota, entitlements: pro, price: 9.99 USD, period: P1M, group: nota }
        nota.more: { name: More room, entitlements: more, needs: pro, price: 2.99 USD, period: P1M, group: more }
      grants:
        card: { by: backend, entitlement: pro, lasts: P1Y, upTo: 1 }
      features:
        store:
          - when: { entitled: pro, any: [{ entitled: more }] }
            allow: { holding: \(more) }
          - when: { entitled: pro }
            allow: { holding: 10 }
            paywall: room
          - otherwise: { holding: 2 }
            paywall: plans
        read: [{ when: { phase: lapsed }, allow: unlimited }, { otherwise: deny }]
      paywalls:
        plans: { title: Plans, packages: [nota.monthly] }
        room: { title: More room, packages: [nota.more] }
      """
    return try parsed(yaml)
  }

  private static func parsed(_ yaml: String) throws -> Rules {
    Rules(try BlueprintFile.parse(yaml, name: "nota.yml") { _ in throw NoFile() }.blueprint)
  }

  /// An app with a year, a higher monthly plan in its group, and an add-on beside both.
  ///
  /// - Parameter studio: How many items the higher plan gives; the year gives 100, and the add-on 500.
  private static func tiers(studio: Int) throws -> Rules {
    try parsed(
      """
      app: { id: nota, name: Nota, bundleID: com.example.nota, appleID: 1 }
      legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }
      hasFreeTier: true
      plan: pro
      products:
        nota.studio: { name: Studio, entitlements: [pro, studio], price: 9.99 USD, period: P1M, group: nota, level: 1 }
        nota.yearly: { name: Year, entitlements: pro, price: 49.99 USD, period: P1Y, group: nota, level: 2 }
        nota.more: { name: More room, entitlements: more, needs: pro, price: 2.99 USD, period: P1M, group: more }
      features:
        print:
          - when: { entitled: studio }
            allow: unlimited
          - otherwise: deny
            paywall: studio
        store:
          - when: { entitled: more }
            allow: { holding: 500 }
          - when: { entitled: studio }
            allow: { holding: \(studio) }
            paywall: room
          - otherwise: { holding: 100 }
            paywall: room
      paywalls:
        studio: { title: Print, packages: [nota.studio] }
        room: { title: More room, packages: [nota.yearly, nota.more] }
      """)
  }

  /// Returns whether the higher plan is found to trade the year away in the time before a cancelled purchase ends.
  private static func isTradedAway(
    _ purchases: [(product: CatalogProduct.ID, length: Period)], secondsBeforeTheEnd seconds: Int64,
    studio: Int
  ) throws -> Bool {
    let rules = try tiers(studio: studio)
    var state = HistoryState.first(rules)
    var end = state.now
    for purchase in purchases {
      state = try #require(state.performing(.buy(purchase.product), rules))
      end = state.now.adding(purchase.length)
    }
    let wait = HistoryStep.wait(until: end.adding(milliseconds: -1000 * seconds))
    for step in [HistoryStep.cancel, wait] {
      state = try #require(state.performing(step, rules), "\(step.words)")
    }
    let membership = state.membership(of: 0, rules)
    #expect(membership.shownPaywalls.contains { $0.id == "studio" })
    #expect(membership.entitlements.contains("pro"))
    var judge = Judge(rules, state, person: 0, membership)
    return judge.judge().contains { $0.kind == .tradedAway && $0.subject == "paywalls.studio" }
  }

  private static let year: (product: CatalogProduct.ID, length: Period) =
    ("nota.yearly", Period(1, .year))
  private static let more: (product: CatalogProduct.ID, length: Period) =
    ("nota.more", Period(1, .month))

  @Test(
    "EX-5 a higher plan trades nothing away because an add-on ends by itself as it is bought",
    arguments: [1, 60] as [Int64])
  func addOnEnds(seconds: Int64) throws {
    let isFound = try Self.isTradedAway(
      [Self.year, Self.more], secondsBeforeTheEnd: seconds, studio: 300)
    #expect(!isFound)
  }

  @Test("EX-5 near miss: a higher plan that gives less trades the year away as an add-on ends")
  func addOnEndsBesideLess() throws {
    let isFound = try Self.isTradedAway(
      [Self.year, Self.more], secondsBeforeTheEnd: 1, studio: 50)
    #expect(isFound)
  }

  @Test(
    "EX-5 a plan is traded away while it runs, and not as it ends by itself",
    arguments: [(60, true), (1, false)] as [(Int64, Bool)])
  func planEnds(seconds: Int64, isTraded: Bool) throws {
    let isFound = try Self.isTradedAway([Self.year], secondsBeforeTheEnd: seconds, studio: 50)
    #expect(isFound == isTraded)
  }

  /// The first instant of a year's grant in these histories, to the second.
  private static let given = Explorer.start.adding(milliseconds: 1000)

  /// What is found after steps in the time before the grant ends.
  private static func found(
    _ steps: [HistoryStep], secondsBeforeTheEnd seconds: Int64, more: Int
  ) throws -> [String] {
    let rules = try rules(more: more)
    let end = given.adding(Period(1, .year))
    var state = HistoryState.first(rules)
    let wait = HistoryStep.wait(until: end.adding(milliseconds: -1000 * seconds))
    for step in [HistoryStep.give("card")] + steps + [wait] {
      state = try #require(state.performing(step, rules), "\(step.words)")
    }
    #expect(state.membership(of: 0, rules).phase == .subscribed)
    var judge = Judge(rules, state, person: 0, state.membership(of: 0, rules))
    return judge.judge().map { "\($0.kind.rawValue) \($0.subject)" }
  }

  @Test(
    "EX-5 an add-on that is offered a second before its plan ends is not reported as buying nothing",
    arguments: [1, 60] as [Int64])
  func addOn(seconds: Int64) throws {
    let found = try Self.found(
      [.use("store", times: 10)], secondsBeforeTheEnd: seconds, more: 20)
    #expect(!found.contains("buys nothing features.store"), "\(found)")
  }

  @Test("EX-5 near miss: an add-on that gives no more room buys nothing while the plan runs")
  func useless() throws {
    let found = try Self.found([.use("store", times: 10)], secondsBeforeTheEnd: 60, more: 10)
    #expect(found.contains("buys nothing features.store"), "\(found)")
  }

  @Test(
    "EX-5 a denial that the end of a plan lifts is not a dead end because something was bought then",
    arguments: [1, 60] as [Int64])
  func deadEnd(seconds: Int64) throws {
    let found = try Self.found([], secondsBeforeTheEnd: seconds, more: 20)
    #expect(!found.contains("dead end features.read"), "\(found)")
  }

  @Test(
    "RA-6 a size that fits because the window ended in the same second was not overspent",
    arguments: [
      (.fromFirstUse(10, within: Period(1, .hour), sized: true), 3600),
      (.rolling(10, within: Period(1, .hour), sized: true), 3600),
      (.upTo(10, per: .day, sized: true), 15 * 3600 - 1),
    ] as [(Feature.Allowance, Int64)])
  func windowEnds(limit: Feature.Allowance, seconds: Int64) throws {
    var definition = PlantedApp.notes
    definition.change("note") { $0[$0.count - 1] = Feature.Rule(allowance: limit) }
    let rules = Rules(try Blueprint(definition))
    let full = try #require(
      HistoryState.first(rules).performing(.useSized("note", size: 4), rules))
    func waiting(_ seconds: Int64) throws -> HistoryState {
      let instant = Explorer.start.adding(milliseconds: 1000 * seconds)
      return try #require(full.performing(.wait(until: instant), rules))
    }
    let early = try waiting(seconds - 1)
    #expect(early.performing(.useSized("note", size: 7), rules) == nil)
    let last = try waiting(seconds)
    let after = try #require(last.performing(.useSized("note", size: 7), rules))
    #expect(last.overspending("note", to: after, rules) == nil)
  }

  @Test(
    "EX-5 a wait passes no change, and what it is known to lead to is what customers then see",
    arguments: [PlantedApp.notes, PlantedApp.signUp, PlantedApp.early])
  func stops(definition: Blueprint.Definition) throws {
    let rules = Rules(try Blueprint(definition))
    var states = [HistoryState.first(rules)]
    var known = 0
    for _ in 1...3 {
      for state in states {
        var last = state.now
        for stop in state.stops(state.memberships(rules), rules) {
          let changes = state.people.indices.compactMap {
            let customer = state.reading(of: $0, rules).customer
            return Membership(of: customer, in: rules.blueprint, at: last).nextChange
          }
          #expect(last < stop.at)
          #expect(stop.at <= changes.min() ?? stop.at)
          last = stop.at
          guard let memberships = stop.memberships else { continue }
          let after = try #require(state.performing(.wait(until: stop.at), rules))
          #expect(memberships == after.memberships(rules))
          known += 1
        }
      }
      states = states.flatMap { state in
        let membership = state.memberships(rules)[state.active]
        return state.steps(rules, membership, isQuick: false).compactMap {
          state.performing($0, rules)
        }
      }
    }
    #expect(known > 0)
  }

  @Test("EX-5 of many uses at once each is recorded under a key of its own")
  func manyUses() throws {
    var definition = PlantedApp.notes
    definition.change("note") { $0[1] = Feature.Rule(allowance: .upTo(300, per: .day)) }
    let rules = Rules(try Blueprint(definition))
    let full = try #require(
      HistoryState.first(rules).performing(.use("note", times: 300), rules))
    let keys = full.people[0].recorded.customer.facts.compactMap { fact -> Idempotency.Key? in
      if case .use(let use) = fact { use.key } else { nil }
    }
    #expect(keys.count == 300)
    #expect(Set(keys).count == 300)
    #expect(full.performing(.use("note", times: 1), rules) == nil)
  }

  @Test(
    "EX-5 of uses in a row that change only a number, each is recorded and as many as are left",
    arguments: [40, 41])
  func usesInARow(times: Int) throws {
    var definition = PlantedApp.notes
    definition.change("note") { $0[1] = Feature.Rule(allowance: .upTo(40, per: .day)) }
    let rules = Rules(try Blueprint(definition))
    #expect(rules.repeated.contains("note"))
    let first = HistoryState.first(rules)
    let full = try #require(first.performing(.use("note", times: times), rules))
    let used = full.people[0].recorded.customer.facts.compactMap { fact -> Use? in
      if case .use(let use) = fact { use } else { nil }
    }
    #expect(Set(used.map(\.key)).count == 40)
    #expect(used.allSatisfy { $0.at == full.now && $0.origin == full.people[0].id })
    #expect(full.uses.count == 40)
    #expect(first.overspending("note", to: full, rules) == nil)
    #expect(full.performing(.use("note", times: 1), rules) == nil)
  }

  @Test("EX-5 uses in a row are all decided where a condition counts them")
  func countedUsesInARow() throws {
    var definition = PlantedApp.notes
    definition.change("note") {
      $0[1] = Feature.Rule(
        when: Condition(past: [.count(PastTest.Count(of: .use("note"), lessThan: 5))]),
        allowance: .upTo(40, per: .day))
    }
    let rules = Rules(try Blueprint(definition))
    #expect(!rules.repeated.contains("note"))
    let full = try #require(
      HistoryState.first(rules).performing(.use("note", times: 40), rules))
    #expect(full.uses.count == 5)
  }

  @Test(
    "EX-5 on the way to a change nothing but a number is wrong that was not wrong before",
    arguments: PlantedFault.all.sampled(12))
  func numbers(fault: PlantedFault) throws {
    var definition = fault.app
    fault.plant(&definition)
    let rules = Rules(try Blueprint(definition))
    var states = [HistoryState.first(rules)]
    for _ in 1...3 {
      for state in states where state.people.count == 1 {
        let memberships = state.memberships(rules)
        let before = Judge(rules, state, person: 0, memberships[0])
        var whole = before
        let known = Set(whole.judge().map(\.name))
        for stop in state.stops(memberships, rules).dropLast() {
          let after = try #require(state.performing(.wait(until: stop.at), rules))
          let judge = Judge(rules, after, person: 0, after.memberships(rules)[0])
          guard judge.differsOnlyInNumbers(from: before) else { continue }
          var (all, some) = (judge, judge)
          let found = Set(all.judge().map(\.name))
          let numbers = Set(some.judgeNumbers().map(\.name))
          #expect(numbers.isSubset(of: found))
          #expect(found.isSubset(of: numbers.union(known)))
        }
      }
      states = states.flatMap { state in
        state.steps(rules, state.memberships(rules)[state.active], isQuick: true).prefix(6)
          .compactMap { state.performing($0, rules) }
      }
    }
  }

  @Test("EX-5 only numbers change on each day of a trial, until its time is over")
  func daysOfTrial() throws {
    var definition = PlantedApp.signUp
    definition.nudges = []
    let rules = Rules(try Blueprint(definition))
    let state = try #require(HistoryState.first(rules).performing(.signUp, rules))
    let memberships = state.memberships(rules)
    let before = Judge(rules, state, person: 0, memberships[0])
    let stops = state.stops(memberships, rules)
    #expect(stops.count == 7)
    for (day, stop) in stops.enumerated() {
      let after = try #require(state.performing(.wait(until: stop.at), rules))
      let judge = Judge(rules, after, person: 0, after.memberships(rules)[0])
      #expect(judge.differsOnlyInNumbers(from: before) == (day < 6))
    }
  }
}
