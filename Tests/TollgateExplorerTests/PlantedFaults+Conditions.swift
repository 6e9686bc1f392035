import Tollgate

extension PlantedFault {
  /// Faults that only customers in one state of the store, or with one product, meet, each next to its near miss.
  static let states = [
    PlantedFault(
      "a prompt for subscribers whose payment the store retries, who are no longer subscribers",
      in: PlantedApp.notes, finds: ["never reached prompts.pay"]
    ) { $0.prompts = [pay(in: .subscribed)] },
    PlantedFault(
      "near miss: a prompt for those who lapsed because the store retries their payment",
      in: PlantedApp.notes, finds: []
    ) { $0.prompts = [pay(in: .lapsed)] },
    PlantedFault(
      "near miss: those whose payment the store retries keep all of it until it gives up",
      in: PlantedApp.notes, finds: []
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(when: Condition(subscription: [.billingRetry]), allowance: .unlimited), at: 0
        )
      }
    },
    PlantedFault(
      "a rule for a paused subscription, which the App Store does not have", in: PlantedApp.notes,
      finds: ["never reached features.note.0"]
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(when: Condition(subscription: [.paused]), allowance: .unlimited), at: 0)
      }
    },
    PlantedFault(
      "a rule for the lower tier's product, on a paywall that sells the higher one",
      in: PlantedApp.tiers,
      finds: [
        "buys nothing features.sync", "payer locked out features.sync", "dead end features.sync",
      ]
    ) {
      $0.paywalls.append(PlantedApp.paywall("top", "pro.month"))
      $0.show("top", for: "sync")
      $0.change("sync") {
        $0[0] = Feature.Rule(
          when: Condition(products: ["basic.month"]), allowance: .unlimited)
      }
    },
    PlantedFault(
      "near miss: a rule for the product that its paywall sells", in: PlantedApp.tiers, finds: []
    ) {
      $0.paywalls.append(PlantedApp.paywall("top", "pro.month"))
      $0.show("top", for: "sync")
      $0.change("sync") {
        $0[0] = Feature.Rule(
          when: Condition(products: ["pro.month"]), allowance: .unlimited)
      }
    },
    PlantedFault("near miss: a rule for both products", in: PlantedApp.tiers, finds: []) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(products: ["basic.month", "pro.month"]), allowance: .unlimited)
      }
    },
    PlantedFault(
      "everybody but those who never paid keeps all of it", in: PlantedApp.notes,
      finds: ["free ride features.note"]
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(not: [Condition(phases: [.free])]), allowance: .unlimited)
      }
    },
    PlantedFault(
      "near miss: everybody but those who do not pay", in: PlantedApp.notes, finds: []
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(
          when: Condition(not: [Condition(phases: [.free]), Condition(phases: [.lapsed])]),
          allowance: .unlimited)
      }
    },
    PlantedFault(
      "payers with a language that is not translated are refused", in: PlantedApp.notes,
      finds: ["buys nothing features.note", "payer locked out features.note"]
    ) {
      $0.change("note") { $0.insert(refusing(Audience(languages: ["ja"])), at: 0) }
    },
    PlantedFault(
      "near miss: another prompt for each language", in: PlantedApp.notes, finds: []
    ) {
      $0.prompts = [
        hint("german", for: Audience(languages: ["de"])),
        hint("japanese", for: Audience(languages: ["ja"])),
      ]
    },
    PlantedFault(
      "payers with a watch are refused", in: PlantedApp.notes,
      finds: ["buys nothing features.note", "payer locked out features.note"]
    ) {
      $0.change("note") { $0.insert(refusing(Audience(devices: [.watch])), at: 0) }
    },
    PlantedFault(
      "payers who test it in the sandbox are refused", in: PlantedApp.notes,
      finds: ["buys nothing features.note", "payer locked out features.note"]
    ) {
      $0.change("note") { $0.insert(refusing(Audience(environments: [.sandbox])), at: 0) }
    },
    PlantedFault(
      "near miss: those who test it in the sandbox have another prompt", in: PlantedApp.notes,
      finds: []
    ) {
      $0.prompts = [hint("tester", for: Audience(environments: [.sandbox]))]
    },
    PlantedFault(
      "an add-on that gives nothing without the plan is sold without it",
      in: PlantedApp.brushes(needing: []),
      finds: ["buys nothing features.draw"]
    ) { _ in },
    PlantedFault(
      "near miss: it needs the plan", in: PlantedApp.brushes(needing: ["pro"]), finds: []
    ) { _ in },
    PlantedFault(
      "what it needs is sold on another paywall, which nothing shows",
      in: PlantedApp.brushes(needing: ["pro"]),
      finds: ["dead end features.draw", "payer locked out features.draw"]
    ) {
      $0.paywalls.removeLast()
      $0.paywalls.append(PlantedApp.paywall("shop", "brush"))
    },
    PlantedFault(
      "near miss: a feature for what two purchases give, each of which gives something",
      in: PlantedApp.modules, finds: []
    ) { _ in },
    PlantedFault(
      "a feature for what two purchases give, one of which gives nothing by itself",
      in: PlantedApp.modules, finds: ["buys nothing features.film"]
    ) { $0.features.removeAll { $0.id == "video" } },
    PlantedFault(
      "payers are refused from a date until another", in: PlantedApp.notes,
      finds: ["buys nothing features.note", "payer locked out features.note"]
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(when: Condition(phases: [.subscribed], past: spring), allowance: .denied),
          at: 0)
      }
    },
    PlantedFault(
      "near miss: everybody has all of it from a date until another", in: PlantedApp.notes,
      finds: []
    ) {
      $0.change("note") {
        $0.insert(Feature.Rule(when: Condition(past: spring), allowance: .unlimited), at: 0)
      }
    },
    PlantedFault(
      "RA-13 payers are refused at a time of each year", in: PlantedApp.notes,
      finds: ["buys nothing features.note", "payer locked out features.note"]
    ) {
      $0.change("note") {
        $0.insert(
          Feature.Rule(when: Condition(phases: [.subscribed], past: season), allowance: .denied),
          at: 0)
      }
    },
    PlantedFault(
      "RA-13 near miss: everybody has all of it at a time of each year", in: PlantedApp.notes,
      finds: []
    ) {
      $0.change("note") {
        $0.insert(Feature.Rule(when: Condition(past: season), allowance: .unlimited), at: 0)
      }
    },
    PlantedFault(
      "RA-13 payers are refused in the last days of each period", in: PlantedApp.notes,
      finds: ["buys nothing features.note", "payer locked out features.note"]
    ) {
      let lastDays = PastTest.ends(Ending(.periodEnd, within: Period(3, .day)))
      $0.change("note") {
        $0.insert(
          Feature.Rule(
            when: Condition(phases: [.subscribed], past: [lastDays]), allowance: .denied),
          at: 0)
      }
    },
    PlantedFault(
      "RA-13 near miss: all of it for those whose period ends soon", in: PlantedApp.notes,
      finds: []
    ) {
      let lastDays = PastTest.ends(Ending(.periodEnd, within: Period(3, .day)))
      $0.change("note") {
        $0.insert(Feature.Rule(when: Condition(past: [lastDays]), allowance: .unlimited), at: 0)
      }
    },
    PlantedFault(
      "RA-15 near miss: all of it for owners with members, whom the search does not have",
      in: PlantedApp.notes, finds: []
    ) {
      $0.teams = [Team(id: "family", shares: ["pro"], sizes: [Team.Size(seats: 4)])]
      let members = PastTest.members(of: "family", atLeast: 1)
      $0.change("note") {
        $0.insert(Feature.Rule(when: Condition(past: [members]), allowance: .unlimited), at: 0)
      }
    },
    PlantedFault(
      "RA-15 payers without members are refused", in: PlantedApp.notes,
      finds: ["buys nothing features.note", "payer locked out features.note"]
    ) {
      $0.teams = [Team(id: "family", shares: ["pro"], sizes: [Team.Size(seats: 4)])]
      let alone = PastTest.members(of: "family", lessThan: 1)
      $0.change("note") {
        $0.insert(
          Feature.Rule(
            when: Condition(phases: [.subscribed], past: [alone]), allowance: .denied),
          at: 0)
      }
    },
    PlantedFault("near miss: nobody may use it on a watch", in: PlantedApp.notes, finds: []) {
      let watch = Audience(devices: [.watch])
      $0.features.append(
        Feature(
          id: "paint",
          rules: [
            Feature.Rule(when: Condition(audience: watch), allowance: .denied),
            Feature.Rule(allowance: .unlimited),
          ]))
    },
  ]

  /// Faults in rules for what only support gives, each next to its near miss.
  static let grants = [
    PlantedFault(
      "a rule for what nobody can buy, on a paywall that sells something else",
      in: PlantedApp.notes,
      finds: ["buys nothing features.note"]
    ) {
      $0.granted = ["beta"]
      $0.change("note") {
        $0[0] = Feature.Rule(when: Condition(entitled: ["beta"]), allowance: .unlimited)
      }
    },
    PlantedFault(
      "testers are refused what they paid for", in: PlantedApp.notes,
      finds: ["buys nothing features.note", "payer locked out features.note"]
    ) {
      $0.granted = ["beta"]
      $0.change("note") {
        $0.insert(Feature.Rule(when: Condition(entitled: ["beta"]), allowance: .denied), at: 0)
      }
    },
    PlantedFault(
      "a prompt for testers who are not entitled to what they test", in: PlantedApp.notes,
      finds: ["never reached prompts.report"]
    ) {
      $0.granted = ["beta"]
      $0.prompts = [report(for: Condition(entitled: ["beta"], notEntitled: ["beta"]))]
    },
    PlantedFault(
      "near miss: a prompt for former payers who test one thing and not another",
      in: PlantedApp.notes, finds: []
    ) {
      $0.granted = ["beta", "alpha"]
      $0.prompts = [
        report(for: Condition(phases: [.lapsed], entitled: ["beta"], notEntitled: ["alpha"])),
        Prompt(
          id: "both", shape: .card, placement: "home",
          when: Condition(
            any: [], not: [Condition(notEntitled: ["beta"]), Condition(notEntitled: ["alpha"])]),
          icon: "star", text: "line"),
      ]
    },
    PlantedFault(
      "who is rewarded is refused what they paid for", in: PlantedApp.rewarded,
      finds: ["buys nothing features.note", "payer locked out features.note"]
    ) {
      $0.change("note") {
        $0[0] = Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited)
        $0.insert(Feature.Rule(when: Condition(entitled: ["beta"]), allowance: .denied), at: 0)
      }
    },
    PlantedFault(
      "near miss: a reward, and a prompt for those who have it", in: PlantedApp.rewarded, finds: []
    ) { $0.prompts = [report(for: Condition(entitled: ["beta"]))] },
    PlantedFault(
      "near miss: a reward for those who do not pay", in: PlantedApp.rewarded, finds: []
    ) {
      $0.grants = [
        GrantTerms(
          id: "reward", giver: .backend, when: Condition(phases: [.free]), entitlements: ["beta"],
          lasts: Period(7, .day))
      ]
      $0.prompts = [report(for: Condition(entitled: ["beta"]))]
    },
    PlantedFault("near miss: a week of the plan as a reward", in: PlantedApp.lent, finds: []) {
      $0.prompts = [report(for: Condition(phases: [.subscribed]))]
    },
    PlantedFault("near miss: a payer or a tester", in: PlantedApp.notes, finds: []) {
      $0.granted = ["beta"]
      $0.change("note") {
        $0[0] = Feature.Rule(when: Condition(entitled: ["beta", "pro"]), allowance: .unlimited)
      }
    },
    PlantedFault(
      "near miss: a feature and a prompt for testers alone", in: PlantedApp.notes, finds: []
    ) {
      $0.granted = ["beta"]
      $0.features.append(
        PlantedApp.feature("laboratory", sold: "beta", otherwise: .denied, paywall: nil))
      $0.prompts = [report(for: Condition(entitled: ["beta"]))]
    },
  ]

  /// Faults in packages for some customers, each next to its near miss.
  static let packages = [
    PlantedFault(
      "a win-back offer for subscribers, whom the store refuses it", in: PlantedApp.winBack,
      finds: ["never reached paywalls.plans.packages.0"]
    ) { $0.sell(to: Condition(phases: [.subscribed]), .named("back")) },
    PlantedFault(
      "near miss: a win-back offer for those who lapsed", in: PlantedApp.winBack, finds: []
    ) { $0.sell(to: Condition(phases: [.lapsed]), .named("back")) },
    PlantedFault(
      "a promotional offer for those who never subscribed", in: PlantedApp.winBack,
      finds: ["never reached paywalls.plans.packages.0"]
    ) { $0.sell(to: Condition(phases: [.free]), .named("stay")) },
    PlantedFault(
      "near miss: a code for those who never subscribed", in: PlantedApp.winBack, finds: []
    ) { $0.sell(to: Condition(phases: [.free]), .code("HELLO")) },
    PlantedFault("near miss: a code for one country", in: PlantedApp.winBack, finds: []) {
      $0.sell(to: Condition(audience: Audience(countries: ["DE"])), .code("HELLO"))
    },
    PlantedFault(
      "near miss: a win-back offer a week after the plan ended", in: PlantedApp.winBack, finds: []
    ) {
      $0.sell(
        to: Condition(
          past: [
            .since(PastTest.Since(.lapse, atLeast: Period(7, .day), lessThan: Period(28, .day)))
          ],
          subscription: [.expired]), .named("back"))
    },
    PlantedFault(
      "near miss: a package for subscribers who may have cancelled the plan that it sells",
      in: PlantedApp.winBack, finds: []
    ) { $0.sell(to: Condition(phases: [.subscribed]), nil) },
  ]

  private static func report(for condition: Condition) -> Prompt {
    Prompt(
      id: "report", shape: .card, placement: "home", when: condition, icon: "star", text: "line")
  }

  /// Faults in nudges that repeat, wait or follow a milestone, each next to its near miss.
  static let nudges = [
    PlantedFault(
      "a nudge that repeats after the trial for those who have bought", in: PlantedApp.signUp,
      finds: ["nudge after the fact nudges.back"]
    ) { $0.nudges = [again(.after(.trialEnd, Period(1, .day)), when: .always)] },
    PlantedFault(
      "near miss: a nudge that repeats for those whose trial is over", in: PlantedApp.signUp,
      finds: []
    ) {
      $0.nudges = [
        again(.after(.trialEnd, Period(1, .day)), when: Condition(phases: [.trialExpired]))
      ]
    },
    PlantedFault(
      "a nudge with quiet hours for a trial that there is not", in: PlantedApp.tiers,
      finds: ["never reached nudges.back"]
    ) { $0.nudges = [again(.after(.trialEnd, Period(1, .day)), when: .always, quiet: true)] },
    PlantedFault(
      "near miss: a nudge that waits until quiet hours end", in: PlantedApp.tiers, finds: []
    ) { $0.nudges = [again(.after(.lapse, Period(1, .day)), when: .always, quiet: true)] },
    PlantedFault(
      "a nudge after the milestone that ends onboarding, for those in onboarding",
      in: PlantedApp.paidTrial, finds: ["never reached nudges.back"]
    ) {
      $0.nudges = [
        Nudge(
          id: "back", moment: .after(.milestone("met"), Period(1, .day)),
          when: Condition(phases: [.onboarding]), text: "line")
      ]
    },
    PlantedFault(
      "near miss: a nudge after the milestone, for those who have not bought",
      in: PlantedApp.paidTrial, finds: []
    ) {
      $0.nudges = [
        Nudge(
          id: "back", moment: .after(.milestone("met"), Period(1, .day)),
          when: Condition(phases: [.blocked]), text: "line")
      ]
    },
  ]

  /// A prompt to pay for those in a phase whose payment the store retries.
  private static func pay(in phase: Phase) -> Prompt {
    Prompt(
      id: "pay", shape: .card, placement: "home",
      when: Condition(phases: [phase], subscription: [.billingRetry]), icon: "star", text: "line")
  }

  /// Refuses payers with certain devices.
  private static func refusing(_ audience: Audience) -> Feature.Rule {
    Feature.Rule(
      when: Condition(phases: [.subscribed], audience: audience), allowance: .denied)
  }

  /// Three days in the first week of every history.
  private static let spring: [PastTest] = [
    .from(EventDate(Instant(milliseconds: 1_772_787_600_000))),
    .until(EventDate(Instant(milliseconds: 1_773_046_800_000))),
  ]

  /// Three days of each year, in the first week of every history.
  private static let season: [PastTest] = [Season("03-06/03-09")].compactMap(\.self)
    .map { .during($0) }

  private static func hint(_ id: Prompt.ID, for audience: Audience) -> Prompt {
    Prompt(
      id: id, shape: .card, placement: "home", when: Condition(audience: audience), icon: "star",
      text: "line")
  }

  private static var night: QuietHours? {
    QuietHours.TimeOfDay("21:00").flatMap { from in
      QuietHours.TimeOfDay("08:00").map { QuietHours(from: from, to: $0) }
    }
  }

  /// A nudge that comes three times.
  private static func again(
    _ moment: Nudge.Moment, when condition: Condition, quiet: Bool = false
  ) -> Nudge {
    Nudge(
      id: "back", moment: moment,
      repetition: Nudge.Repetition(every: Period(1, .day), atMost: 3),
      quietHours: quiet ? night : nil, when: condition,
      text: "line")
  }
}

extension Blueprint.Definition {
  /// Puts a package of the plan for some customers above the one for all.
  mutating func sell(to condition: Condition, _ offer: Paywall.Package.Offer?) {
    let package = Paywall.Package(product: "pro.month", when: condition, offer: offer)
    paywalls = paywalls.map {
      Paywall(id: $0.id, title: $0.title, packages: [package] + $0.packages)
    }
  }
}
