import Testing

/// A plan, and two consumables.
private let coins =
  "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach }, coach.coins: { kind: consumable, name: Coins, price: 0.99 USD }, coach.gems: { kind: consumable, name: Gems, price: 1.99 USD } }"

/// A rule that spends coins.
private let spending =
  "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { spend: coins }, paywall: plans }]"

/// A plan, and icons that are sold apart.
private let icons =
  "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach }, coach.icons: { kind: nonConsumable, name: Icons, entitlements: icons, price: 4.99 USD } }"

/// A blueprint with one paywall for a plan and one for icons, which open the garden.
private func shop(
  message: String, icons packages: String = "[coach.icons]", more: String = ""
) -> String {
  meant(
    products: icons, message: message,
    garden:
      "[{ when: { entitled: icons }, allow: unlimited }, { otherwise: { holding: 3 }, paywall: icons }]",
    paywall:
      "{ title: Plans, packages: [coach.monthly] }\n  icons: { title: Icons, packages: \(packages) }",
    more:
      "placements: { home: { when: { phase: [blocked, lapsed] }, paywall: plans } }\n" + more)
}

/// Two plans of one paywall; the second costs more.
private func tiers(
  _ max: String, garden: String, packages: String = "[coach.pro, coach.max]", more: String = "",
  message: String =
    "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
) -> String {
  meant(
    products:
      "{ coach.pro: { name: Pro, entitlements: premium, price: 9.99 USD, period: P1M, group: coach }, coach.max: { name: Max, price: 19.99 USD, group: coach, \(max) } }",
    message: message, garden: garden, paywall: "{ title: Plans, packages: \(packages) }",
    more: more)
}

/// A garden for everybody with a plan.
private let anyPlan =
  "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { holding: 3 }, paywall: plans }]"

/// A garden of some size for the higher tier, and of another for the lower one.
private func garden(max: Int, premium: Int) -> String {
  "[{ when: { entitled: max }, allow: { holding: \(max) } }, { when: { entitled: premium }, allow: { holding: \(premium) }, paywall: plans }, { otherwise: { holding: 3 }, paywall: plans }]"
}

/// Two tiers, of which the lower one has no larger garden than everybody else.
private func lite(paywall: String) -> String {
  meant(
    products:
      "{ coach.lite: { name: Lite, entitlements: lite, price: 2.99 USD, period: P1M, group: coach, level: 2 }, coach.monthly: { name: Monthly, entitlements: [premium, lite], price: 9.99 USD, period: P1M, group: coach, level: 1 } }",
    message:
      "[{ when: { entitled: lite }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
    garden:
      "[{ when: { entitled: premium }, allow: unlimited }, { when: { entitled: lite }, allow: { holding: 3 }, paywall: \(paywall) }, { otherwise: { holding: 3 }, paywall: plans }]",
    paywall:
      "{ title: Plans, packages: [coach.lite, coach.monthly] }\n  more: { title: More, packages: [coach.monthly] }",
    more: "placements: { home: { when: { phase: [blocked, lapsed] }, paywall: more } }")
}

/// A plan and an add-on for those who have it.
private func addOn(garden: String, message: String = "{ entitled: premium }") -> String {
  meant(
    products:
      "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach }, coach.voices: { kind: nonConsumable, name: Voices, entitlements: voices, needs: premium, price: 4.99 USD } }",
    message:
      "[{ when: \(message), allow: unlimited }, { otherwise: deny, paywall: plans }]",
    garden:
      "[{ when: \(garden), allow: unlimited }, { otherwise: { holding: 3 }, paywall: plans }]",
    paywall: "{ title: Plans, packages: [coach.monthly, coach.voices] }")
}

/// A plan that fills a wallet with credits that roll over.
private func rolling(
  _ message: String, rollsOver: String = "true", products: String = coins, packages: String = "",
  more: String = ""
) -> String {
  meant(
    products: products, trial: nil, message: message,
    paywall: "{ title: Plans, packages: [coach.monthly\(packages)] }",
    more:
      "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, rollsOver: \(rollsOver) }\(packages.isEmpty ? "" : ", coach.coins: 100") } } }\n"
      + more)
}

/// What takes money for nothing, each followed by designs that look like it and are sound.
private let table: [Fault] = [
  Fault(
    "credits on sale that no rule spends",
    meant(
      products: coins, paywall: "{ title: Plans, packages: [coach.monthly, coach.coins] }",
      more: "credits: { coins: { filledBy: { coach.coins: 100 } } }"),
    "12:12: warning: no rule spends `coins`, so customers who buy `coach.coins` cannot use its credits; expected a rule with `spend: coins`"
  ),
  Fault(
    "credits on sale that a rule spends",
    meant(
      products: coins, message: spending,
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins] }",
      more: "credits: { coins: { filledBy: { coach.coins: 100 } } }")),
  Fault(
    "a condition that counts uses for which credits may pay",
    meant(
      products: coins,
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { first: [{ upTo: 3, per: ever }, { spend: coins }] }, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins, coach.gems] }",
      more: "credits: { coins: { filledBy: { coach.coins: 100 } } }\n"
        + "prompts: { rate-us: { shape: card, placement: home, when: { count: { of: { use: send-message }, atLeast: 5 } }, icon: star, text: { text: banner } } }"
    ),
    "13:81: warning: uses of `send-message` that credits pay for are not counted; expected `all` with a limit beside the wallet, which counts them"
  ),
  Fault(
    "a pause between uses for which credits pay",
    meant(
      products: coins,
      message:
        "[{ when: { since: { event: { use: send-message }, lessThan: PT30M } }, deny: true }, { when: { entitled: premium }, allow: { first: [{ upTo: 1, per: day }, { spend: coins }] }, paywall: plans }, { otherwise: { spend: coins }, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins, coach.gems] }",
      more: "credits: { coins: { filledBy: { coach.coins: 100 } } }"),
    "6:51: warning: uses of `send-message` that credits pay for are not counted; expected `all` with a limit beside the wallet, which counts them"
  ),
  Fault(
    "a pause between uses for which credits pay beside a limit",
    meant(
      products: coins,
      message:
        "[{ when: { since: { event: { use: send-message }, lessThan: PT30M } }, deny: true }, { when: { entitled: premium }, allow: { upTo: 1, per: day } }, { otherwise: { all: [{ upTo: 1, per: day }, { spend: coins }] }, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins, coach.gems] }",
      more: "credits: { coins: { filledBy: { coach.coins: 100 } } }")),
  Fault(
    "a condition that counts uses, of which more are free each day",
    meant(
      products: coins,
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { first: [{ upTo: 3, per: day }, { spend: coins }] }, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins, coach.gems] }",
      more: "credits: { coins: { filledBy: { coach.coins: 100 } } }\n"
        + "prompts: { rate-us: { shape: card, placement: home, when: { count: { of: { use: send-message }, atLeast: 5 } }, icon: star, text: { text: banner } } }"
    )),
  Fault(
    "a condition that counts as many uses as are free before credits pay",
    meant(
      products: coins,
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { first: [{ upTo: 5, per: ever }, { spend: coins }] }, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins, coach.gems] }",
      more: "credits: { coins: { filledBy: { coach.coins: 100 } } }\n"
        + "prompts: { rate-us: { shape: card, placement: home, when: { count: { of: { use: send-message }, atLeast: 5 } }, icon: star, text: { text: banner } } }"
    )),
  Fault(
    "a tip beside credits",
    meant(
      products: coins, message: spending,
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins, coach.gems] }",
      more: "credits: { coins: { filledBy: { coach.coins: 100 } } }")),
  Fault(
    "consumables of an app that keeps its own count of them",
    meant(
      products: coins,
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins, coach.gems] }")),
  Fault(
    "a denial with a paywall that sells something else",
    shop(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: icons }]"),
    "6:69: warning: the paywall `icons` sells nothing that opens `send-message` here; expected `paywall: plans`"
  ),
  Fault(
    "a denial for lack of credits with a paywall that sells none",
    meant(
      products: coins, message: "[{ otherwise: { spend: coins }, paywall: plans }]",
      more: "credits: { coins: { filledBy: { coach.coins: 100 } } }"),
    "6:18: warning: the paywall `plans` sells nothing that opens `send-message` here; expected a paywall that sells what opens it"
  ),
  Fault(
    "a denial with a paywall that sells something else, which is accepted",
    shop(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: icons }]",
      more:
        "accept: [{ finding: buys nothing, at: features.send-message, because: Icons first. }]")),
  Fault(
    "a denial that the first of its paywall's products lifts for those who have the second",
    shop(
      message:
        "[{ when: { entitled: premium, any: [{ entitled: icons }] }, allow: unlimited }, { otherwise: deny, paywall: icons }]",
      icons: "[coach.monthly, coach.icons]")),
  Fault(
    "the limit of those who have bought all that its paywall sells",
    meant(
      products: icons,
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      garden:
        "{ paywall: icons, rules: [{ when: { entitled: icons }, allow: { holding: 9 } }, { otherwise: { holding: 3 } }] }",
      paywall:
        "{ title: Plans, packages: [coach.monthly] }\n  icons: { title: Icons, packages: [coach.icons] }",
      more: "placements: { home: { when: { phase: [blocked, lapsed] }, paywall: plans } }")),
  Fault(
    "a denial that any purchase lifts",
    shop(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { count: { of: purchase, atLeast: 1 } }, allow: unlimited }, { otherwise: deny, paywall: icons }]"
    )),
  Fault(
    "a more expensive plan with the same entitlements",
    tiers("entitlements: premium, period: P1M", garden: anyPlan),
    "9:48: warning: `coach.max` costs more than `coach.pro` beside it and gives no more; expected an entitlement or credits that only `coach.max` gives"
  ),
  Fault(
    "a more expensive plan whose own entitlement makes no difference",
    tiers(
      "entitlements: [premium, max], period: P1M", garden: garden(max: 9, premium: 9)),
    "9:48: warning: `coach.max` costs more than `coach.pro` beside it and gives no more; expected an entitlement or credits that only `coach.max` gives"
  ),
  Fault(
    "a more expensive plan with a higher limit",
    tiers(
      "entitlements: [premium, max], period: P1M", garden: garden(max: 20, premium: 9))),
  Fault(
    "a more expensive plan with a longer period",
    tiers("entitlements: premium, period: P1Y", garden: anyPlan)),
  Fault(
    "a more expensive plan that a family can share",
    tiers("entitlements: premium, period: P1M, familyShareable: true", garden: anyPlan)),
  Fault(
    "a more expensive plan for some customers only",
    tiers(
      "entitlements: premium, period: P1M", garden: anyPlan,
      packages: "[coach.pro, { product: coach.max, when: { phase: lapsed } }]")),
  Fault(
    "a more expensive plan with more credits",
    tiers(
      "entitlements: premium, period: P1M", garden: anyPlan,
      more:
        "credits: { coins: { filledBy: { coach.pro: { amount: 5, each: period }, coach.max: { amount: 50, each: period } } } }",
      message:
        "[{ when: { entitled: premium }, allow: { spend: coins }, paywall: plans }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "a more expensive pack of as many credits",
    meant(
      products: coins, message: spending,
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins, coach.gems] }",
      more: "credits: { coins: { filledBy: { coach.coins: 100, coach.gems: 100 } } }"),
    "9:65: warning: `coach.gems` costs more than `coach.coins` beside it and gives no more; expected an entitlement or credits that only `coach.gems` gives"
  ),
  Fault(
    "a more expensive pack of more credits",
    meant(
      products: coins, message: spending,
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins, coach.gems] }",
      more: "credits: { coins: { filledBy: { coach.coins: 100, coach.gems: 300 } } }")),
  Fault(
    "a paid limit that is the free one",
    meant(
      garden:
        "[{ when: { entitled: premium }, allow: { holding: 3 } }, { otherwise: { holding: 3 } }]"),
    "7:12: warning: this rule gives payers no more of `garden` than they had before they paid; expected a higher limit, or no rule for payers"
  ),
  Fault(
    "a rule for payers in a feature that is free for everybody",
    meant(
      garden: "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: unlimited }]"),
    "7:12: warning: this rule gives payers no more of `garden` than they had before they paid; expected a higher limit, or no rule for payers"
  ),
  Fault(
    "what payers have no use for",
    meant(
      garden:
        "[{ when: { entitled: premium }, deny: true }, { otherwise: { upTo: 9, per: day } }]")),
  Fault(
    "a subscription that a rule names by its condition",
    meant(
      trial: nil,
      message:
        "[{ when: { subscription: [active, grace] }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      garden: "[{ otherwise: { holding: 3 } }]")),
  Fault(
    "a lower tier with the free limit of a feature that the higher one opens",
    lite(paywall: "plans"),
    "7:63: warning: this rule gives payers no more of `garden` than they had before they paid; expected a higher limit, or no rule for payers"
  ),
  Fault(
    "a lower tier with the free limit, and with a paywall for the higher one",
    lite(paywall: "more")),
  Fault(
    "an add-on whose rule its base meets too",
    addOn(garden: "{ entitled: [premium, voices] }"),
    "2:114: warning: whoever may buy `coach.voices` has `premium`, which opens all that it opens; expected a rule with `entitled: voices` for something that `premium` alone does not open"
  ),
  Fault("an add-on with a rule of its own", addOn(garden: "{ entitled: voices }")),
  Fault(
    "an add-on that has subscribers keep for ever what they subscribe to",
    addOn(garden: "{ entitled: [premium, voices] }", message: "{ entitled: [premium, voices] }")),
  Fault(
    "credits that those who have left still spend",
    rolling("[{ otherwise: { spend: coins }, paywall: plans }]"),
    "6:18: warning: those whose subscription has ended still spend here what rolled over in `coins`; expected `when: { entitled: premium }` in this rule, or `rollsOver: whileSubscribed`, unless they may"
  ),
  Fault(
    "credits that end with the subscription",
    rolling("[{ otherwise: { spend: coins }, paywall: plans }]", rollsOver: "whileSubscribed")),
  Fault(
    "credits that wait for those who come back",
    rolling(
      "[{ when: { entitled: premium }, allow: { spend: coins }, paywall: plans }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "credits of a plan beside those that everybody can buy",
    rolling("[{ otherwise: { spend: coins }, paywall: plans }]", packages: ", coach.coins")),
  Fault(
    "credits that those who have left may spend",
    rolling(
      "[{ otherwise: { spend: coins }, paywall: plans }]",
      more:
        "accept: [{ finding: free ride, at: features.send-message, because: They paid for them. }]")
  ),
]

@Suite("Money for nothing")
struct MoneyForNothingTests {
  @Test("a check points out what customers pay for and do not get", arguments: table)
  func one(fault: Fault) {
    #expect(said(of: fault.yaml) == fault.said.map { "coach.yml:\($0)" })
  }
}
