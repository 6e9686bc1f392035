import TestSupport
import Testing
import Tollgate
import TollgateBlueprints

@testable import TollgateExplorer

@Suite("Large counts")
struct LargeCountTests {
  private static let leftOut = [
    // With a thousand times as many notes, there are more than these conditions ask for.
    "a prompt for more notes than there ever are",
    "RA-12 a prompt at every second note where there is only one",
    // With a thousand times as many uses beside the days that they earn, a quick search is cut short.
    "RA-9 a trial's rule that tests days, to which customers add some",
  ]

  @Test(
    "EX-5 an exploration finds each planted fault where limits are in the thousands",
    arguments: PlantedFault.all.filter {
      !$0.findings.isEmpty && $0.planted.timesThousand != $0.planted
        && !LargeCountTests.leftOut.contains($0.description)
    }.sampled(3))
  func found(fault: PlantedFault) throws {
    let large = try Blueprint(fault.planted.timesThousand)
    let exploration = Explorer(large, options: Explorer.Options(isQuick: true)).explore()
    #expect(exploration.isComplete)
    #expect(
      Set(exploration.findings.map { "\($0.kind.rawValue) \($0.subject)" }) == fault.findings)
  }

  @Test(
    "a million uses are searched in as many states as a hundred, and told as a million", .exhaustive
  )
  func told() throws {
    func explored(_ limit: Int) throws -> Exploration {
      var definition = PlantedApp.paidTrial
      definition.trial = Trial(
        start: .purchase(after: "met"),
        terms: Trial.Terms(
          lasts: Period(3, .day), uses: Trial.Uses(feature: "ask", limit: limit),
          entitlements: ["pro"]))
      definition.change("ask") {
        $0[1] = Feature.Rule(
          when: Condition(phases: [.trial]), allowance: .upTo(limit, per: .trial))
      }
      definition.texts.removeAll { $0.id == "plan.trialExpired.uses" }
      definition.texts.append(PlantedApp.text("plan.trialExpired.uses", "Your 3 days are over."))
      return Explorer(try Blueprint(definition), options: Explorer.Options(isQuick: true)).explore()
    }
    let (hundred, million) = (try explored(100), try explored(Feature.limit))
    #expect(million.states == hundred.states)
    #expect(million.findings.map(\.sentence) == hundred.findings.map(\.sentence))
    let history = try #require(million.findings.first?.history)
    #expect(history.description.contains("uses ask 1000000 times"))
  }

  @Test("counts that conditions name stay, and so do the order of all and small distances")
  func order() throws {
    var definition = PlantedApp.garden
    definition.features[0] = Feature(
      id: "keep",
      rules: [10, 500, 900, 901, 50_000].map {
        Feature.Rule(when: Condition(phases: [.free]), allowance: .holding($0))
      })
    definition.prompts = [
      Prompt(
        id: "full", shape: .card, placement: "home",
        when: Condition(held: Condition.Held(feature: "keep", atLeast: 500)), icon: "star",
        text: "line")
    ]
    let blueprint = try Blueprint(definition)
    let scaled = CountScale([definition]).applied(to: blueprint).definition
    let limits = scaled.features[0].rules.map { rule in
      rule.allowance.heldQuotas.first?.count ?? 0
    }
    #expect(limits == [10, 500, 503, 504, 600])
    #expect(scaled.prompts == definition.prompts)
    let small = try Blueprint(PlantedApp.garden)
    #expect(CountScale([small.definition]).applied(to: small) === small)
  }

  @Test("a comparison tells the limits as they are written, and so do its histories")
  func compared() throws {
    func blueprint(_ limit: Int) throws -> Blueprint {
      var definition = PlantedApp.notes
      definition.change("note") { $0[1] = Feature.Rule(allowance: .upTo(limit, per: .day)) }
      definition.experiments = [
        Experiment(id: "look", variants: [Experiment.Variant(id: "control", weight: 1)])
      ]
      return try Blueprint(definition)
    }
    let comparison = Explorer(try blueprint(200_000), options: Explorer.Options(isQuick: true))
      .compare(against: try blueprint(300_000))
    #expect(comparison.isComplete)
    #expect(
      comparison.differences.map(\.sentence) == [
        "a free customer loses `note`: 200000 a day instead of 300000 a day",
        "a customer whose subscription is over loses `note`: 200000 a day instead of 300000 a day",
      ])
  }
}

extension PlantedFault {
  /// The app with its fault.
  fileprivate var planted: Blueprint.Definition {
    var definition = app
    plant(&definition)
    return definition
  }
}

extension Blueprint.Definition {
  /// The same with limits a thousand times as large.
  fileprivate var timesThousand: Blueprint.Definition {
    var larger = self
    larger.features = features.map { feature in
      Feature(
        id: feature.id,
        rules: feature.rules.map { rule in
          Feature.Rule(
            when: rule.when, allowance: rule.allowance.timesThousand, paywall: rule.paywall,
            hidesPaywall: rule.hidesPaywall)
        }, paywall: feature.paywall, pitch: feature.pitch, isPassive: feature.isPassive,
        offline: feature.offline, reservation: feature.reservation, surplus: feature.surplus)
    }
    if let trial, let uses = trial.terms.uses {
      larger.trial = Trial(
        id: trial.id, start: trial.start,
        terms: Trial.Terms(
          lasts: trial.terms.lasts,
          uses: Trial.Uses(feature: uses.feature, limit: uses.limit * 1000),
          entitlements: trial.terms.entitlements), oncePer: trial.oncePer, products: trial.products)
    }
    return larger
  }
}

extension Feature.Allowance {
  fileprivate var timesThousand: Feature.Allowance {
    switch self {
    case .limited(var quota):
      quota.count *= 1000
      return .limited(quota)
    case .all(let parts): return .all(parts.map(\.timesThousand))
    case .first(let parts): return .first(parts.map(\.timesThousand))
    case .unlimited, .spend, .denied: return self
    }
  }
}
