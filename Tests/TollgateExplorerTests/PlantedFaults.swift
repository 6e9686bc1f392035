import Testing
import Tollgate

/// A fault planted into an app without one, and what an exploration has to find: exactly that.
struct PlantedFault: CustomTestStringConvertible, CustomStringConvertible, Sendable {
  let description: String
  let app: Blueprint.Definition
  let findings: Set<String>
  let plant: @Sendable (inout Blueprint.Definition) -> Void

  var testDescription: String { description }

  init(
    _ name: String, in app: Blueprint.Definition, finds findings: Set<String>,
    _ plant: @escaping @Sendable (inout Blueprint.Definition) -> Void
  ) {
    description = name
    self.app = app
    self.findings = findings
    self.plant = plant
  }
}

extension PlantedFault {
  static let all =
    tiers + reach + trials + addOnTrials + audiences + pasts + zones + variants + credits + states
    + store + grants + packages + nudges

  /// What a wallet pays for, which is not judged.
  private static let credits = [
    PlantedFault("near miss: a plan that fills a wallet", in: PlantedApp.coins, finds: []) { _ in },
    PlantedFault(
      "near miss: a paywall whose product fills no wallet", in: PlantedApp.coins, finds: []
    ) {
      $0.paywalls = [PlantedApp.paywall("plans", "life")]
    },
    PlantedFault("near miss: credits that come each day", in: PlantedApp.coins, finds: []) {
      $0.credits = [
        Wallet(
          id: "coins",
          sources: [Wallet.Source(product: "pro.month", amount: 5, lifetime: .period)],
          given: [
            Wallet.Gift(amount: 3, .each(.day, upTo: 12), when: Condition(phases: [.subscribed])),
            Wallet.Gift(amount: 10, .on(.signUp, lasts: Period(2, .day))),
          ])
      ]
    },
    PlantedFault("near miss: a use for credits without a paywall", in: PlantedApp.coins, finds: [])
    {
      $0.show(nil, for: "draw")
    },
  ]

  /// Faults that only customers with one variant of an experiment meet, each next to its near miss.
  private static let variants = [
    PlantedFault(
      "a variant with the wrong paywall", in: PlantedApp.garden,
      finds: [
        "buys nothing features.theme", "payer locked out features.theme", "dead end features.theme",
      ]
    ) {
      $0.paywalls.append(PlantedApp.paywall("themes", "icons"))
      $0.show("themes", for: "theme")
      $0.experiments = [page(["themes": "plans"])]
    },
    PlantedFault("near miss: a variant with another paywall", in: PlantedApp.garden, finds: []) {
      $0.paywalls.append(PlantedApp.paywall("themes", "icons"))
      $0.show("themes", for: "theme")
      $0.experiments = [page(["themes": "extras"])]
    },
    PlantedFault("near miss: a variant with a longer trial", in: PlantedApp.signUp, finds: []) {
      $0.experiments = [page([:], trial: Period(2, .week))]
    },
  ]

  private static let week = Trial.Terms(lasts: Period(1, .week), entitlements: ["pro"])

  private static let oneTier = Trial(
    start: .signUp, terms: Trial.Terms(lasts: Period(1, .week), entitlements: ["basic"]))

  private static func page(
    _ paywalls: [Paywall.ID: Paywall.ID], trial: Period? = nil
  ) -> Experiment {
    Experiment(
      id: "page",
      variants: [
        Experiment.Variant(id: "control", weight: 1),
        Experiment.Variant(id: "other", weight: 1, paywalls: paywalls, trialLasts: trial),
      ])
  }

  /// Prompts for what a search may not look at, which are not called unreachable for that.
  private static let pasts = [
    PlantedFault(
      "near miss: a prompt after a milestone that no rule names", in: PlantedApp.notes, finds: []
    ) {
      $0.milestones = ["shared"]
      $0.prompts = [hello(.since(PastTest.Since(.milestone("shared"), lessThan: Period(1, .day))))]
    },
    PlantedFault(
      "near miss: a prompt for three months' subscribers", in: PlantedApp.signUp, finds: []
    ) {
      $0.prompts = [hello(.since(PastTest.Since(.firstPurchase, atLeast: Period(93, .day))))]
    },
    PlantedFault(
      "near miss: a prompt for two notes around midnight", in: PlantedApp.notes, finds: []
    ) {
      $0.prompts = [
        hello(.count(PastTest.Count(of: .use("note"), atLeast: 2, within: Period(12, .hour))))
      ]
    },
    PlantedFault(
      "RA-13 near miss: a prompt for those who signed up before a date", in: PlantedApp.signUp,
      finds: []
    ) {
      let day = EventDate(Instant(milliseconds: 1_704_067_200_000))
      $0.prompts = [hello(.since(PastTest.Since(.signUp, dates: DateRange(before: day))))]
    },
    PlantedFault(
      "RA-13 near miss: a prompt on the day of the first note", in: PlantedApp.notes, finds: []
    ) {
      $0.prompts = [
        hello(.since(PastTest.Since(.use("note"), isFirst: true, lessThan: Period(1, .day))))
      ]
    },
    PlantedFault(
      "near miss: a prompt on the day of a note", in: PlantedApp.notes, finds: []
    ) {
      $0.prompts = [hello(.count(PastTest.Count(of: .use("note"), atLeast: 1, window: .day)))]
    },
    PlantedFault(
      "a prompt for more sketches on one day than there ever are", in: PlantedApp.sketch,
      finds: ["never reached prompts.hello"]
    ) {
      $0.prompts = [hello(.count(PastTest.Count(of: .use("sketch"), atLeast: 2, window: .day)))]
    },
    PlantedFault(
      "a prompt for more sketches than there ever are", in: PlantedApp.sketch,
      finds: ["never reached prompts.hello"]
    ) {
      $0.prompts = [hello(.count(PastTest.Count(of: .use("sketch"), atLeast: 2)))]
    },
    PlantedFault(
      "RA-13 a prompt a day after the first sketch but not after the only one",
      in: PlantedApp.sketch, finds: ["never reached prompts.hello"]
    ) {
      let when = Condition(past: [
        .since(PastTest.Since(.use("sketch"), isFirst: true, atLeast: Period(1, .day))),
        .since(PastTest.Since(.use("sketch"), lessThan: Period(1, .day))),
      ])
      $0.prompts = [
        Prompt(
          id: "hello", shape: .card, placement: "home", when: when, icon: "star", text: "line")
      ]
    },
    PlantedFault(
      "RA-12 a prompt at every second sketch where there is only one", in: PlantedApp.sketch,
      finds: ["never reached prompts.hello"]
    ) {
      $0.prompts = [hello(.count(PastTest.Count(of: .use("sketch"), every: 2)))]
    },
    PlantedFault(
      "RA-12 near miss: a prompt at every second note of three", in: PlantedApp.notes, finds: []
    ) {
      $0.change("note") { $0[1] = Feature.Rule(allowance: .upTo(3, per: .ever)) }
      $0.prompts = [hello(.count(PastTest.Count(of: .use("note"), every: 2)))]
    },
    PlantedFault(
      "a prompt at the last notes of those who have any number", in: PlantedApp.notes,
      finds: ["never reached prompts.hello"]
    ) {
      let last = Condition.Left(of: .feature("note"), lessThan: 3)
      $0.prompts = [hello(when: Condition(entitled: ["pro"], left: [last]))]
    },
    PlantedFault("near miss: a prompt at the last note but one", in: PlantedApp.notes, finds: []) {
      $0.change("note") { $0[1] = Feature.Rule(allowance: .upTo(9, per: .day)) }
      let last = Condition.Left(of: .feature("note"), atLeast: 2, lessThan: 3)
      $0.prompts = [hello(when: Condition(left: [last]))]
    },
    PlantedFault(
      "near miss: a prompt when a fifth of a thousand notes is left", in: PlantedApp.notes,
      finds: []
    ) {
      $0.change("note") { $0[1] = Feature.Rule(allowance: .upTo(1000, per: .month)) }
      let fifth = Condition.Left(
        of: .feature("note"), atLeast: 20, lessThan: 21, isPercent: true)
      $0.prompts = [hello(when: Condition(left: [fifth]))]
    },
    PlantedFault(
      "RA-12 near miss: a prompt at every third launch, and a nudge after an update",
      in: PlantedApp.notes, finds: []
    ) {
      $0.prompts = [hello(.count(PastTest.Count(of: .opened, every: 3)))]
      $0.nudges = [
        Nudge(id: "new", moment: .after(.updated, Period(1, .day)), text: "line")
      ]
    },
  ]

  /// Lives in which the customer moves between the ends of the world, with an allowance of each kind.
  private static let zones: [PlantedFault] = [Feature.Window.day, .week, .month].map { window in
    PlantedFault(
      "near miss: a note each \(window) where the customer is", in: PlantedApp.notes, finds: []
    ) {
      $0.app = PlantedApp.inCustomerZone
      $0.change("note") { $0[1] = Feature.Rule(allowance: .upTo(1, per: window)) }
    }
  }

  private static func hello(_ test: PastTest) -> Prompt { hello(when: Condition(past: [test])) }

  private static func hello(when condition: Condition) -> Prompt {
    Prompt(
      id: "hello", shape: .card, placement: "home", when: condition, icon: "star", text: "line")
  }

  private static let coaches = Condition(
    phases: [.lapsed],
    audience: Audience(attributes: [AttributeTest(attribute: "coach", values: [true])]))

  /// Those who bought the app before it became free.
  private static let early = Audience(boughtApp: .before(Instant(milliseconds: 1_704_067_200_000)))

  /// Faults that only customers with certain attributes, devices or copies of the app meet, each next to its near miss.
  private static let audiences = [
    PlantedFault(
      "those who bought the app keep all of it when they no longer pay", in: PlantedApp.notes,
      finds: ["free ride features.note"]
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(when: Condition(phases: [.lapsed], audience: early), allowance: .unlimited),
          at: 0)
      }
    },
    PlantedFault(
      "near miss: those who bought the app have all of it", in: PlantedApp.notes, finds: []
    ) {
      $0.change("note") {
        $0.insert(Feature.Rule(when: Condition(audience: early), allowance: .unlimited), at: 0)
      }
    },
    PlantedFault(
      "coaches keep all of it when they no longer pay", in: PlantedApp.notes,
      finds: ["free ride features.note"]
    ) {
      $0.attributes = [Attribute(id: "coach", kind: .boolean, setBy: .backend)]
      $0.change("note") { $0.insert(Feature.Rule(when: coaches, allowance: .unlimited), at: 0) }
    },
    PlantedFault(
      "near miss: coaches always have all of it", in: PlantedApp.notes, finds: []
    ) {
      $0.attributes = [Attribute(id: "coach", kind: .boolean, setBy: .backend)]
      $0.change("note") {
        var always = coaches
        always.phases = []
        $0.insert(Feature.Rule(when: always, allowance: .unlimited), at: 0)
      }
    },
    PlantedFault(
      "payers on an old version are refused", in: PlantedApp.notes,
      finds: ["buys nothing features.note", "payer locked out features.note"]
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(
            when: Condition(
              phases: [.subscribed],
              audience: Audience(appVersion: Audience.Versions(lessThan: AppVersion("2")))),
            allowance: .denied), at: 0)
      }
    },
    PlantedFault(
      "payers under 16 are refused what their paywall sells", in: PlantedApp.notes,
      finds: ["buys nothing features.note", "payer locked out features.note"]
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(
            when: Condition(
              phases: [.subscribed],
              audience: Audience(ageRange: AgeRangeTest(lessThan: 16))),
            allowance: .denied), at: 0)
      }
    },
    PlantedFault(
      "a paywall for those whose parents withdrew consent", in: PlantedApp.notes,
      finds: ["buys nothing features.note"]
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(
            when: Condition(audience: Audience(consents: [.withdrawn])), allowance: .denied),
          at: 0)
      }
    },
    PlantedFault(
      "near miss: payers whose parents withdrew consent are refused", in: PlantedApp.notes,
      finds: []
    ) {
      // The paywall stands on the rule that sells: what a parent closed cannot be bought.
      $0.features = [
        Feature(
          id: "note",
          rules: [
            Feature.Rule(
              when: Condition(audience: Audience(consents: [.withdrawn])), allowance: .denied),
            Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited),
            Feature.Rule(allowance: .upTo(1, per: .day), paywall: "plans"),
          ])
      ]
    },
    PlantedFault(
      "near miss: a prompt for one country", in: PlantedApp.notes, finds: []
    ) {
      $0.prompts = [
        Prompt(
          id: "hello", shape: .card, placement: "home",
          when: Condition(audience: Audience(countries: ["DE"])), icon: "star", text: "line")
      ]
    },
  ]

  /// Faults in what is sold and for whom, each next to its near miss.
  private static let tiers = [
    PlantedFault("none among tiers", in: PlantedApp.tiers, finds: []) { _ in },
    PlantedFault(
      "a tier's rule left out", in: PlantedApp.tiers, finds: ["buys nothing features.note"]
    ) { $0.change("note") { $0.removeFirst() } },
    PlantedFault(
      "a rule for an entitlement that its paywall does not sell", in: PlantedApp.garden,
      finds: [
        "buys nothing features.theme", "payer locked out features.theme", "dead end features.theme",
      ]
    ) {
      $0.change("theme") {
        $0[0] = Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited)
      }
    },
    PlantedFault(
      "near miss: a rule for either of two entitlements", in: PlantedApp.garden, finds: []
    ) {
      $0.change("theme") {
        $0[0] = Feature.Rule(when: Condition(entitled: ["icons", "pro"]), allowance: .unlimited)
      }
    },
    PlantedFault(
      "the wrong paywall", in: PlantedApp.garden,
      finds: [
        "buys nothing features.theme", "payer locked out features.theme", "dead end features.theme",
      ]
    ) { $0.show("plans", for: "theme") },
    PlantedFault("no paywall", in: PlantedApp.tiers, finds: ["dead end features.sync"]) {
      $0.show(nil, for: "sync")
    },
    PlantedFault(
      "near miss: no paywall, but a placement everywhere", in: PlantedApp.tiers, finds: []
    ) {
      $0.show(nil, for: "sync")
      $0.placements = [Placement(id: "home", paywall: "plans")]
    },
    PlantedFault(
      "an add-on without a paywall", in: PlantedApp.garden, finds: ["dead end features.theme"]
    ) { $0.show(nil, for: "theme") },
    PlantedFault(
      "those who paid once keep all of it", in: PlantedApp.tiers,
      finds: ["free ride features.sync"]
    ) {
      $0.change("sync") {
        $0.insert(Feature.Rule(when: Condition(phases: [.lapsed]), allowance: .unlimited), at: 0)
      }
    },
    PlantedFault(
      "near miss: those who paid once keep a little", in: PlantedApp.tiers, finds: []
    ) {
      $0.change("sync") {
        $0.insert(
          Feature.Rule(when: Condition(phases: [.lapsed]), allowance: .upTo(1, per: .month)), at: 0)
      }
    },
    PlantedFault(
      "a subscriber is refused first", in: PlantedApp.tiers,
      finds: [
        "buys nothing features.sync", "payer locked out features.sync",
        "never reached features.sync.1",
      ]
    ) {
      $0.change("sync") {
        $0.insert(Feature.Rule(when: Condition(phases: [.subscribed]), allowance: .denied), at: 0)
      }
    },
    PlantedFault(
      "a payer in the grace period is refused", in: PlantedApp.notes,
      finds: ["payer locked out features.note", "dead end features.note"]
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(when: Condition(subscription: [.grace]), allowance: .denied), at: 0)
      }
    },
    PlantedFault(
      "those who cancelled are refused what they paid for", in: PlantedApp.notes,
      finds: ["payer locked out features.note", "dead end features.note"]
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(
            when: Condition(phases: [.subscribed], willRenew: false), allowance: .denied),
          at: 0)
      }
    },
    PlantedFault(
      "near miss: alternatives that every payer meets", in: PlantedApp.notes, finds: []
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(any: [
            Condition(subscription: [.active, .grace]), Condition(entitled: ["pro"]),
          ]), allowance: .unlimited)
      }
    },
    PlantedFault(
      "those who have just bought are refused for three days", in: PlantedApp.notes,
      finds: ["payer locked out features.note", "buys nothing features.note"]
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(
            when: Condition(past: [
              .since(PastTest.Since(.purchase, lessThan: Period(3, .day)))
            ]), allowance: .denied),
          at: 0)
      }
    },
    PlantedFault(
      "those who used it three times a week are refused what they then buy", in: PlantedApp.notes,
      finds: ["payer locked out features.note", "buys nothing features.note"]
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(
            when: Condition(past: [
              .count(PastTest.Count(of: .use("note"), atLeast: 3, within: Period(7, .day)))
            ]), allowance: .denied),
          at: 0)
      }
    },
    PlantedFault(
      "near miss: more for everybody in the first three days", in: PlantedApp.notes, finds: []
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(
            when: Condition(past: [
              .since(PastTest.Since(.firstSeen, lessThan: Period(3, .day)))
            ]), allowance: .upTo(3, per: .day)),
          at: 1)
      }
    },
    PlantedFault(
      "a subscriber gets less a day than everybody", in: PlantedApp.tiers,
      finds: ["buys nothing features.note"]
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(when: Condition(entitled: ["basic"]), allowance: .upTo(1, per: .day))
      }
    },
    PlantedFault(
      "a higher tier gets no more a day", in: PlantedApp.tiers,
      finds: ["buys nothing features.note"]
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(when: Condition(entitled: ["basic"]), allowance: .upTo(2, per: .day))
      }
    },
    PlantedFault(
      "near miss: a higher tier gets more a day", in: PlantedApp.tiers, finds: []
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(when: Condition(entitled: ["basic"]), allowance: .upTo(2, per: .day))
        $0.insert(Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited), at: 0)
      }
    },
    PlantedFault(
      "a subscriber holds no more than everybody", in: PlantedApp.garden,
      finds: ["buys nothing features.keep"]
    ) {
      $0.change("keep") {
        $0[0] = Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .holding(1))
      }
    },
    PlantedFault(
      "a subscriber's limits at once, one of which is everybody's", in: PlantedApp.notes,
      finds: ["buys nothing features.note"]
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(entitled: ["pro"]),
          allowance: .all([.upTo(1, per: .day), .upTo(3, per: .week)]))
      }
    },
    PlantedFault(
      "near miss: a subscriber's limits at once, each of which gives more than everybody's",
      in: PlantedApp.notes, finds: []
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(entitled: ["pro"]),
          allowance: .all([.upTo(2, per: .day), .upTo(5, per: .week)]))
      }
    },
    PlantedFault(
      "near miss: limits at once that are renewed, and no paywall shows", in: PlantedApp.notes,
      finds: []
    ) {
      $0.show(nil, for: "note")
      $0.change("note") {
        $0[1] = Feature.Rule(allowance: .all([.upTo(1, per: .day), .upTo(2, per: .week)]))
      }
    },
    PlantedFault(
      "a subscriber's month of the plan beside the day that everybody has",
      in: PlantedApp.notes, finds: ["buys nothing features.note"]
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(entitled: ["pro"]),
          allowance: .all([.upTo(1, per: .day), .upTo(3, per: .planMonth)]))
      }
    },
    PlantedFault(
      "near miss: a subscriber's uses in each month of a year", in: PlantedApp.notes, finds: []
    ) {
      $0.products = [
        PlantedApp.subscription("pro.month", ["pro"], level: 1, period: Period(1, .year))
      ]
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(entitled: ["pro"]), allowance: .upTo(5, per: .planMonth))
      }
    },
    PlantedFault(
      "near miss: everybody's uses in each month from the first day", in: PlantedApp.notes,
      finds: []
    ) {
      $0.change("note") { $0[1] = Feature.Rule(allowance: .upTo(2, per: .planMonth)) }
    },
    PlantedFault(
      "a subscriber's pool that refills more slowly than everybody's", in: PlantedApp.notes,
      finds: ["buys nothing features.note"]
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(entitled: ["pro"]), allowance: .pool(2, refills: Period(8, .hour)))
        $0[1] = Feature.Rule(allowance: .pool(2, refills: Period(4, .hour)))
      }
    },
    PlantedFault(
      "a subscriber's uses within a longer time than everybody's", in: PlantedApp.notes,
      finds: ["buys nothing features.note"]
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(entitled: ["pro"]), allowance: .rolling(2, within: Period(8, .hour)))
        $0[1] = Feature.Rule(allowance: .rolling(2, within: Period(4, .hour)))
      }
    },
    PlantedFault(
      "a subscriber's longer windows from the first use than everybody's", in: PlantedApp.notes,
      finds: ["buys nothing features.note"]
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(entitled: ["pro"]), allowance: .fromFirstUse(2, within: Period(8, .hour)))
        $0[1] = Feature.Rule(allowance: .fromFirstUse(2, within: Period(4, .hour)))
      }
    },
    PlantedFault(
      "near miss: more uses for a subscriber in windows from the first use", in: PlantedApp.notes,
      finds: []
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(entitled: ["pro"]), allowance: .fromFirstUse(4, within: Period(4, .hour)))
        $0[1] = Feature.Rule(allowance: .fromFirstUse(2, within: Period(4, .hour)))
      }
    },
    PlantedFault(
      "near miss: more uses for a subscriber in the same time", in: PlantedApp.notes, finds: []
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(entitled: ["pro"]), allowance: .rolling(4, within: Period(4, .hour)))
        $0[1] = Feature.Rule(allowance: .rolling(2, within: Period(4, .hour)))
      }
    },
    PlantedFault(
      "near miss: more uses for a subscriber in a year", in: PlantedApp.notes, finds: []
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(entitled: ["pro"]), allowance: .upTo(9, per: .year))
        $0[1] = Feature.Rule(allowance: .upTo(3, per: .year))
      }
    },
    PlantedFault(
      "a subscriber's uses that count apart, and are no more than everybody's",
      in: PlantedApp.notes, finds: ["buys nothing features.note"]
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(entitled: ["pro"]), allowance: .upTo(1, per: .week, counts: "paid"))
        $0[1] = Feature.Rule(allowance: .upTo(2, per: .week))
      }
    },
    PlantedFault(
      "near miss: a subscriber's uses that count apart from as many free ones",
      in: PlantedApp.notes, finds: []
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(entitled: ["pro"]), allowance: .upTo(2, per: .week, counts: "paid"))
        $0[1] = Feature.Rule(allowance: .upTo(2, per: .week, counts: "free"))
      }
    },
    PlantedFault(
      "near miss: a subscriber's pool that holds more", in: PlantedApp.notes, finds: []
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(entitled: ["pro"]), allowance: .pool(4, refills: Period(4, .hour)))
        $0[1] = Feature.Rule(allowance: .pool(2, refills: Period(4, .hour)))
      }
    },
    PlantedFault(
      "limits at once of which one never ends, and no paywall shows", in: PlantedApp.notes,
      finds: ["dead end features.note"]
    ) {
      $0.show(nil, for: "note")
      $0.change("note") {
        $0[1] = Feature.Rule(allowance: .all([.upTo(1, per: .day), .upTo(2, per: .ever)]))
      }
    },
    PlantedFault(
      "near miss: a use a day before the wallet pays, where a plan gives any number",
      in: PlantedApp.coins, finds: []
    ) {
      $0.change("note") {
        $0[1] = Feature.Rule(allowance: .first([.upTo(1, per: .day), .spend("coins", cost: 1)]))
      }
    },
    PlantedFault(
      "near miss: a subscriber holds one more, as the blueprint says", in: PlantedApp.garden,
      finds: []
    ) {
      $0.change("keep") {
        $0[0] = Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .holding(2))
      }
    },
  ]

  /// What no history reaches, each next to what an unusual one does.
  private static let reach = [
    PlantedFault(
      "a rule for a phase that cannot be", in: PlantedApp.tiers,
      finds: ["never reached features.sync.0"]
    ) {
      $0.change("sync") {
        $0.insert(Feature.Rule(when: Condition(phases: [.trial]), allowance: .unlimited), at: 0)
      }
    },
    PlantedFault(
      "near miss: a rule for those whose plan is over", in: PlantedApp.tiers, finds: []
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(when: Condition(phases: [.lapsed]), allowance: .upTo(2, per: .day)), at: 0)
      }
    },
    PlantedFault(
      "a placement for a trial that there is not", in: PlantedApp.tiers,
      finds: ["never reached placements.over"]
    ) {
      $0.placements.append(
        Placement(id: "over", when: Condition(phases: [.trialExpired]), paywall: "plans"))
    },
    PlantedFault(
      "a prompt for a contradiction", in: PlantedApp.garden,
      finds: ["never reached prompts.full"]
    ) {
      $0.prompts = [
        Prompt(
          id: "full", shape: .card, placement: "home",
          when: Condition(phases: [.free], entitled: ["pro"]), icon: "star", text: "line",
          paywall: "plans")
      ]
    },
    PlantedFault(
      "near miss: a prompt for more than a free customer may hold", in: PlantedApp.garden, finds: []
    ) {
      $0.prompts = [
        Prompt(
          id: "full", shape: .card, placement: "home",
          when: Condition(
            notEntitled: ["pro"], held: Condition.Held(feature: "keep", atLeast: 2)),
          icon: "star", text: "line", paywall: "plans")
      ]
    },
    PlantedFault(
      "a nudge before the end of a trial that there is not", in: PlantedApp.tiers,
      finds: ["never reached nudges.tomorrow"]
    ) {
      $0.nudges.append(
        Nudge(
          id: "tomorrow", anchor: .trialEnd, before: Period(1, .day), when: .always, text: "line"))
    },
    PlantedFault(
      "a nudge that is longer than the trial", in: PlantedApp.signUp,
      finds: ["never reached nudges.tomorrow"]
    ) {
      $0.nudges = [
        Nudge(
          id: "tomorrow", anchor: .trialEnd, before: Period(8, .day),
          when: Condition(phases: [.trial]), text: "line")
      ]
    },
    PlantedFault(
      "a nudge after the end of a trial that there is not", in: PlantedApp.tiers,
      finds: ["never reached nudges.back"]
    ) {
      $0.nudges.append(
        Nudge(id: "back", moment: .after(.trialEnd, Period(1, .day)), text: "line"))
    },
    PlantedFault(
      "a nudge after a lapse, for those who have not lapsed", in: PlantedApp.tiers,
      finds: ["never reached nudges.back"]
    ) {
      $0.nudges.append(
        Nudge(
          id: "back", moment: .after(.lapse, Period(1, .day)),
          when: Condition(phases: [.subscribed]), text: "line"))
    },
    PlantedFault(
      "near miss: a nudge after a lapse and one after silence", in: PlantedApp.tiers, finds: []
    ) {
      $0.nudges.append(Nudge(id: "back", moment: .after(.lapse, Period(1, .day)), text: "line"))
      $0.nudges.append(Nudge(id: "quiet", moment: .silence(Period(7, .day)), text: "line"))
    },
    PlantedFault(
      "near miss: a nudge almost as long as the trial", in: PlantedApp.signUp, finds: []
    ) {
      $0.nudges = [
        Nudge(
          id: "tomorrow", anchor: .trialEnd, before: Period(6, .day),
          when: Condition(phases: [.trial]), text: "line")
      ]
    },
  ]

  /// Faults in trials, each next to its near miss.
  private static let trials = [
    PlantedFault("none in a trial of sign-up", in: PlantedApp.signUp, finds: []) { _ in },
    PlantedFault("none in a paid trial", in: PlantedApp.paidTrial, finds: []) { _ in },
    PlantedFault(
      "a trial for each account", in: PlantedApp.signUp, finds: ["trial again trial"]
    ) {
      $0.trial = Trial(
        start: .signUp, terms: Trial.Terms(lasts: Period(1, .week), entitlements: ["pro"]),
        oncePer: .account)
    },
    PlantedFault("RA-9 near miss: a trial of the first launch", in: PlantedApp.signUp, finds: []) {
      $0.trial = Trial(start: .firstSeen, terms: week)
    },
    PlantedFault(
      "RA-9 a trial of the first launch for everybody on the device", in: PlantedApp.signUp,
      finds: ["trial again trial"]
    ) {
      $0.trial = Trial(start: .firstSeen, terms: week, oncePer: .account)
    },
    PlantedFault(
      "RA-9 a rule for an onboarding that the trial of the first launch comes before",
      in: PlantedApp.signUp, finds: ["never reached features.write.0"]
    ) {
      $0.addOnboarding()
      $0.trial = Trial(start: .firstSeen, terms: week)
    },
    PlantedFault(
      "RA-9 near miss: a trial that starts where onboarding ends", in: PlantedApp.signUp, finds: []
    ) {
      $0.addOnboarding()
      $0.trial = Trial(start: .milestone("met"), terms: week)
    },
    PlantedFault(
      "RA-9 a trial for those whom its own milestone makes others", in: PlantedApp.signUp,
      finds: ["never reached trial", "never reached nudges.tomorrow"]
    ) {
      $0.addOnboarding()
      $0.trial = Trial(
        start: .milestone("met"), when: Condition(phases: [.onboarding]), terms: week)
    },
    PlantedFault(
      "RA-9 near miss: a trial for those whom its milestone leaves without a plan",
      in: PlantedApp.signUp, finds: []
    ) {
      $0.addOnboarding()
      $0.trial = Trial(start: .milestone("met"), when: Condition(phases: [.blocked]), terms: week)
    },
    PlantedFault(
      "RA-9 near miss: a trial of the first launch in some countries", in: PlantedApp.signUp,
      finds: []
    ) {
      $0.trial = Trial(
        start: .firstSeen,
        when: Condition(not: [Condition(audience: Audience(countries: ["CH", "US"]))]),
        terms: week)
    },
    PlantedFault(
      "RA-9 a trial of the first launch for those who have reached a milestone",
      in: PlantedApp.signUp, finds: ["never reached trial", "never reached nudges.tomorrow"]
    ) {
      $0.milestones = ["met"]
      $0.trial = Trial(start: .firstSeen, when: Condition(reached: ["met"]), terms: week)
    },
    PlantedFault(
      "RA-9 near miss: a trial of the sign-up for those who have not bought", in: PlantedApp.signUp,
      finds: []
    ) {
      $0.trial = Trial(
        start: .signUp,
        when: Condition(past: [.count(PastTest.Count(of: .purchase, lessThan: 1))]), terms: week)
    },
    PlantedFault(
      "RA-9 a trial's rule that tests days, to which customers add some", in: PlantedApp.signUp,
      finds: ["trial cut short features.write"]
    ) {
      $0.addEarnedDays()
      $0.change("write") {
        let days = PastTest.since(PastTest.Since(.trialStart, lessThan: Period(1, .week)))
        $0[0] = Feature.Rule(
          when: Condition(phases: [.trial], past: [days]), allowance: .unlimited)
        $0.insert(
          Feature.Rule(when: Condition(phases: [.subscribed]), allowance: .unlimited), at: 1)
      }
    },
    PlantedFault("RA-9 near miss: days that customers earn", in: PlantedApp.signUp, finds: []) {
      $0.addEarnedDays()
    },
    PlantedFault(
      "a nudge to those who have bought", in: PlantedApp.signUp,
      finds: ["nudge after the fact nudges.tomorrow"]
    ) {
      $0.nudges = [
        Nudge(
          id: "tomorrow", anchor: .trialEnd, before: Period(1, .day), when: .always, text: "line")
      ]
    },
    PlantedFault(
      "a nudge after the trial to those who have bought", in: PlantedApp.signUp,
      finds: ["nudge after the fact nudges.back"]
    ) {
      $0.nudges = [Nudge(id: "back", moment: .after(.trialEnd, Period(1, .day)), text: "line")]
    },
    PlantedFault(
      "near miss: a nudge after the trial to those whose trial is over", in: PlantedApp.signUp,
      finds: []
    ) {
      $0.nudges = [
        Nudge(
          id: "back", moment: .after(.trialEnd, Period(1, .day)),
          when: Condition(phases: [.trialExpired]), text: "line")
      ]
    },
    PlantedFault(
      "those whose trial is over continue as if it were not", in: PlantedApp.signUp,
      finds: ["free ride features.write"]
    ) {
      $0.change("write") {
        $0.insert(
          Feature.Rule(when: Condition(phases: [.trialExpired]), allowance: .unlimited), at: 0)
      }
    },
    PlantedFault("near miss: a trial of one tier", in: PlantedApp.tiers, finds: []) {
      $0.trial = oneTier
    },
    PlantedFault(
      "a trial of one tier, in which what it lacks offers only that tier", in: PlantedApp.tiers,
      finds: [
        "buys nothing features.sync", "payer locked out features.sync", "dead end features.sync",
      ]
    ) {
      $0.trial = oneTier
      $0.paywalls.append(PlantedApp.paywall("starter", "basic.month"))
      $0.show("starter", for: "sync")
    },
    PlantedFault(
      "a trial's rule that tests days, which support may add to", in: PlantedApp.signUp,
      finds: ["trial cut short features.write"]
    ) {
      $0.change("write") {
        let days = PastTest.since(PastTest.Since(.trialStart, lessThan: Period(1, .week)))
        $0[0] = Feature.Rule(
          when: Condition(phases: [.trial], past: [days]), allowance: .unlimited)
        $0.insert(
          Feature.Rule(when: Condition(phases: [.subscribed]), allowance: .unlimited), at: 1)
      }
    },
    PlantedFault(
      "near miss: a rule that tests days, and one for the phase", in: PlantedApp.signUp, finds: []
    ) {
      $0.change("write") {
        let days = PastTest.since(PastTest.Since(.trialStart, lessThan: Period(1, .day)))
        $0.insert(
          Feature.Rule(when: Condition(phases: [.trial], past: [days]), allowance: .unlimited),
          at: 0)
      }
    },
    PlantedFault(
      "near miss: a prompt for those whose trial support extended", in: PlantedApp.signUp, finds: []
    ) {
      let days = PastTest.since(PastTest.Since(.trialStart, atLeast: Period(8, .day)))
      $0.prompts = [
        Prompt(
          id: "hello", shape: .card, placement: "home",
          when: Condition(phases: [.trial], past: [days]), icon: "star", text: "line")
      ]
    },
    PlantedFault(
      "a length that uses cut short", in: PlantedApp.paidTrial,
      finds: ["untrue line texts.plan.trialExpired.uses"]
    ) {
      $0.texts.removeAll { $0.id == "plan.trialExpired.uses" }
      $0.texts.append(PlantedApp.text("plan.trialExpired.uses", "Your 3 days are over."))
    },
    PlantedFault(
      "near miss: a length where the time ran out", in: PlantedApp.signUp, finds: []
    ) { $0.texts.append(PlantedApp.text("plan.trialExpired", "Your 7 days are over.")) },
    PlantedFault(
      "a value that there is not", in: PlantedApp.signUp, finds: ["untrue line texts.plan.lapsed"]
    ) { $0.texts.append(PlantedApp.text("plan.lapsed", "Day {trial.day} was your last.")) },
    PlantedFault(
      "a start that there is not", in: PlantedApp.paidTrial,
      finds: ["untrue line texts.plan.blocked"]
    ) { $0.texts.append(PlantedApp.text("plan.blocked", "It starts on {plan.startsOn}.")) },
    PlantedFault(
      "near miss: a start that there is", in: PlantedApp.paidTrial, finds: []
    ) {
      $0.texts.removeAll { $0.id == "plan.trialExpired.uses" }
      $0.texts.append(
        PlantedApp.text("plan.trialExpired.uses", "Your plan starts on {plan.startsOn}."))
    },
    PlantedFault(
      "a trial whose rule refuses it", in: PlantedApp.paidTrial,
      finds: ["buys nothing features.ask"]
    ) {
      $0.change("ask") {
        $0[1] = Feature.Rule(
          when: Condition(phases: [.trial], reached: ["met"]), allowance: .denied)
      }
    },
  ]
}

extension Blueprint.Definition {
  /// Adds an onboarding in which everybody may write.
  fileprivate mutating func addOnboarding() {
    milestones = ["met"]
    onboarding = "met"
    change("write") {
      $0.insert(Feature.Rule(when: Condition(phases: [.onboarding]), allowance: .unlimited), at: 0)
    }
  }

  /// Lets the trial start with the first launch, with days to earn by a milestone and by uses.
  fileprivate mutating func addEarnedDays() {
    milestones = ["shared"]
    features.append(
      PlantedApp.feature(
        "practice", sold: "pro", .upTo(2, per: .day), otherwise: .upTo(1, per: .day)))
    change("practice") {
      $0.insert(
        Feature.Rule(when: Condition(phases: [.trial]), allowance: .upTo(1, per: .day)), at: 0)
    }
    trial = Trial(
      start: .firstSeen,
      terms: Trial.Terms(
        lasts: Period(1, .week), entitlements: ["pro"],
        earned: [
          Trial.EarnedDays(days: 2, on: .milestone("shared")),
          Trial.EarnedDays(days: 1, on: .use("practice"), upTo: 2),
        ]))
  }
}
