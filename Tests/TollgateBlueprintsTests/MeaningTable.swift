import Testing

/// A blueprint and its diagnostics.
struct Fault: Sendable, CustomTestStringConvertible {
  let name: String
  let yaml: String
  let said: [String]

  init(_ name: String, _ yaml: String, _ said: String...) {
    self.name = name
    self.yaml = yaml
    self.said = said
  }

  var testDescription: String { name }
}

/// A subscription whose first three months cost as much as one.
private let offeredProducts =
  "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach, introductoryOffer: { payment: payUpFront, period: P3M, price: 9.99 USD } } }"

/// One condition for each month: the customer was born in it, and it is the current one.
private let birthdays = (1...12).map { month in
  func day(_ month: Int) -> String { month < 10 ? "0\(month)-01" : "\(month)-01" }
  return
    "{ attribute: { name: birth-month, is: m\(month) }, from: \(day(month)), until: \(day(month % 12 + 1)) }"
}.joined(separator: ", ")

/// A good blueprint whose parts the tables replace.
func meant(
  products: String =
    "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach } }",
  trial: String? = "{ start: signUp, lasts: P7D, entitles: premium }",
  message: String =
    "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
  garden: String =
    "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { holding: 3 }, paywall: plans }]",
  paywall: String = "{ title: Plans, packages: [coach.monthly] }",
  texts: String = "",
  more: String = "",
  app: String = ""
) -> String {
  let lines = [
    "app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1\(app.isEmpty ? "" : ", ")\(app) }",
    "products: \(products)",
    "milestones: [met]",
    trial.map { "trial: \($0)" } ?? "hasFreeTier: true",
    "features:",
    "  send-message: \(message)",
    "  garden: \(garden)",
    "paywalls:",
    "  plans: \(paywall)",
    "texts:",
    "  banner: Welcome",
    texts.isEmpty ? "" : "  \(texts)",
    more,
    "legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }",
  ]
  return lines.filter { !$0.isEmpty }.joined(separator: "\n")
}

/// A prompt with a condition.
private func card(when condition: String) -> String {
  "prompts: { card: { shape: card, placement: chat, when: \(condition), icon: leaf, text: { text: banner } } }"
}

/// A plan that is paid by the year.
private let yearly =
  "{ coach.monthly: { name: Yearly, entitlements: premium, price: 99.99 USD, period: P1Y, group: coach } }"

/// A year that is paid at once or by the month.
private let billedMonthly =
  "{ coach.yearly: { name: Yearly, entitlements: premium, price: 59.99 EUR, monthlyPrice: 5.99 EUR, period: P1Y, group: coach } }"

/// A yearly plan with the store's free trial.
private let yearlyAfterATrial =
  "{ coach.monthly: { name: Yearly, entitlements: premium, price: 99.99 USD, period: P1Y, group: coach, introductoryOffer: { payment: freeTrial, period: P1M } } }"

/// Two tiers, where the higher one gives the lower one too, and coins.
private let tiers =
  "{ coach.plus: { name: Plus, entitlements: premium, price: 4.99 USD, period: P1M, group: coach, level: 2 }, coach.pro: { name: Pro, entitlements: [premium, pro], price: 9.99 USD, period: P1M, group: coach, level: 1 }, coins: { kind: consumable, name: Coins, price: 0.99 USD } }"

/// Ten for the higher tier, five for the lower one, and three for everybody else.
private let tierLimits =
  "[{ when: { entitled: pro }, allow: { holding: 10 } }, { when: { entitled: premium }, allow: { holding: 5 }, paywall: plans }, { otherwise: { holding: 3 }, paywall: plans }]"

/// A feature that says something of itself with an icon.
func described(icon: String) -> String {
  "{ title: Write, icon: \(icon), paywall: plans, rules: [{ when: { entitled: premium }, allow: unlimited }, "
    + "{ otherwise: deny }] }"
}

let meaningTable: [Fault] = [
  Fault(
    "a misspelt trial entitlement",
    meant(trial: "{ start: signUp, lasts: P7D, entitles: premum }"),
    "4:47: error: the trial gives `premum`, which no product gives and no rule asks for; did you mean `premium`?"
  ),
  Fault(
    "a trial entitlement that no product gives and a rule asks for",
    meant(
      trial: "{ start: signUp, lasts: P7D, entitles: [premium, taste] }",
      message:
        "[{ when: { entitled: [premium, taste] }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "a misspelt trial entitlement that a rule repeats",
    meant(
      trial: "{ start: signUp, lasts: P7D, entitles: premum }",
      message:
        "[{ when: { entitled: [premium, premum] }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "4:47: warning: the trial gives `premum`, which no product gives; did you mean `premium`?"),
  Fault(
    "a trial that gives nothing",
    meant(trial: "{ start: signUp, lasts: P7D }"),
    "4:1: error: the trial gives nothing: it has no `entitles`, and no rule is about the phase `trial`; expected `entitles`"
  ),
  Fault(
    "a trial that gives nothing but credits",
    meant(
      trial: "{ start: signUp, lasts: P7D }",
      more: "credits: { coins: { given: [{ amount: 5, each: day, lasts: whileSubscribed }] } }")),
  Fault(
    "a trial that gives nothing but its phase",
    meant(
      trial: "{ start: signUp, lasts: P7D }",
      message:
        "[{ when: { phase: [trial, subscribed] }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "a condition on a product that does not exist",
    meant(
      message:
        "[{ when: { product: coach.monthy }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:37: error: there is no product `coach.monthy`; did you mean `coach.monthly`?"),
  Fault(
    "alternatives, one of which never holds",
    meant(
      message:
        "[{ when: { any: [{ entitled: premium }, { phase: free }] }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:66: error: nobody is ever in the phase `free` here: without `hasFreeTier: true` those without a plan are `blocked`"
  ),
  Fault(
    "a cancelled plan that nobody has without one",
    meant(
      message:
        "[{ when: { phase: blocked, willRenew: false }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:20: error: this rule never applies: no customer meets all of its conditions at once"),
  Fault(
    "a condition on the store's state, on a product and on what does not hold",
    meant(
      message:
        "[{ when: { subscription: [grace, active], product: coach.monthly, not: { willRenew: false } }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "a renewal where nothing renews",
    meant(
      products:
        "{ coach.ever: { kind: nonConsumable, name: Ever, entitlements: premium, price: 99 USD } }",
      message:
        "[{ when: { count: { of: renewal, atLeast: 1 } }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.ever] }"),
    "6:41: error: this rule never applies: the event never happens, because nothing on sale renews"
  ),
  Fault(
    "an event that never happens",
    meant(
      trial: nil,
      message:
        "[{ when: { since: { event: trialEnd, atLeast: P3D } }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:44: error: this rule never applies: the event never happens, because the blueprint has no trial"
  ),
  Fault(
    "two lengths of time that exclude each other",
    meant(
      message:
        "[{ when: { since: [{ event: firstSeen, atLeast: P7D }, { event: firstSeen, lessThan: P3D }] }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:20: error: this rule never applies: no customer meets all of its conditions at once"),
  Fault(
    "a lapse of those who have the plan",
    meant(
      message:
        "[{ when: { phase: subscribed, since: { event: lapse, atLeast: P3D } }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:20: error: this rule never applies: no customer meets all of its conditions at once"),
  Fault(
    "a milestone that is reached and never was",
    meant(
      message:
        "[{ when: { reached: met, count: { of: { milestone: met }, lessThan: 1 } }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:20: error: this rule never applies: no customer meets all of its conditions at once"),
  Fault(
    "a rule for fewer days after another for more",
    meant(
      message:
        "[{ when: { since: { event: signUp, atLeast: P3D } }, allow: { upTo: 3, per: day } }, { when: { since: { event: signUp, atLeast: P7D } }, allow: { upTo: 9, per: day } }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:102: error: this rule never applies: the rules before it decide for everybody it is about"),
  Fault(
    "RA-13 a rule for those who signed up earlier after one for more of them",
    meant(
      message:
        "[{ when: { since: { event: signUp, before: 2026-03-01 } }, allow: { upTo: 3, per: day } }, { when: { since: { event: signUp, before: 2026-01-01 } }, allow: { upTo: 9, per: day } }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:108: error: this rule never applies: the rules before it decide for everybody it is about"),
  Fault(
    "RA-13 a rule for those who signed up earlier before one for more of them",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { since: { event: signUp, before: 2026-01-01 } }, allow: { upTo: 9, per: day }, paywall: plans }, { when: { since: { event: signUp, before: 2026-03-01 } }, allow: { upTo: 3, per: day }, paywall: plans }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "RA-13 a first use that is later than the last one",
    meant(
      message:
        "[{ when: { since: [{ event: { use: send-message }, first: true, lessThan: P3D }, { event: { use: send-message }, atLeast: P7D }] }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: { upTo: 3, per: day }, paywall: plans }]"
    ),
    "6:20: error: this rule never applies: no customer meets all of its conditions at once"),
  Fault(
    "RA-13 a last use that is later than the first one",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { since: [{ event: { use: send-message }, first: true, atLeast: P7D }, { event: { use: send-message }, lessThan: P3D }] }, allow: { upTo: 1, per: day }, paywall: plans }, { otherwise: { upTo: 3, per: day }, paywall: plans }]"
    )),
  Fault(
    "RA-13 a rule for a time of each year before one for everyone else",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { from: 12-20, until: 01-07 }, allow: { upTo: 20, per: day }, paywall: plans }, { otherwise: { upTo: 3, per: day }, paywall: plans }]"
    )),
  Fault(
    "RA-13 a rule for a time of each year after one for the same time",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { from: 12-20, until: 01-07 }, allow: { upTo: 20, per: day }, paywall: plans }, { when: { from: 12-20, until: 01-07 }, allow: { upTo: 9, per: day }, paywall: plans }, { otherwise: { upTo: 3, per: day }, paywall: plans }]"
    ),
    "6:157: error: this rule never applies: the rules before it decide for everybody it is about"),
  Fault(
    "RA-13 two times of each year that have no day in common",
    meant(
      message:
        "[{ when: { from: 12-20, until: 01-07, any: [{ from: 01-07, until: 07-01 }] }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: { upTo: 3, per: day }, paywall: plans }]"
    ),
    "6:20: error: this rule never applies: no customer meets all of its conditions at once"),
  Fault(
    "RA-13 two times of each year that have a day in common",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { from: 12-20, until: 01-07, any: [{ from: 01-06, until: 07-01 }] }, allow: { upTo: 20, per: day }, paywall: plans }, { otherwise: { upTo: 3, per: day }, paywall: plans }]"
    )),
  Fault(
    "RA-13 a rule for the month of the customer's birthday",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { any: [\(birthdays)] }, allow: { upTo: 20, per: day }, paywall: plans }, { otherwise: { upTo: 3, per: day }, paywall: plans }]",
      more: "attributes: { birth-month: { type: text, setBy: backend } }")),
  Fault(
    "RA-13 a purchase between dates that never was",
    meant(
      message:
        "[{ when: { count: [{ of: purchase, lessThan: 1 }, { of: purchase, atLeast: 1, from: 2026-11-27, before: 2026-12-01 }] }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:20: error: this rule never applies: no customer meets all of its conditions at once"),
  Fault(
    "RA-13 a purchase between dates that is not the last one",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { count: { of: purchase, atLeast: 1, from: 2026-11-27, before: 2026-12-01 }, since: { event: purchase, from: 2026-12-24 } }, allow: { upTo: 3, per: day }, paywall: plans }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "what time and uses open and close",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { since: { event: firstSeen, lessThan: P3D } }, allow: unlimited }, { when: { count: { of: { use: send-message }, atLeast: 9, within: P7D } }, deny: true, paywall: plans }, { otherwise: { upTo: 3, per: day }, paywall: plans }]"
    )),
  Fault(
    "a purchase that nothing can start",
    meant(trial: "{ start: purchase, lasts: P7D, entitles: premium }"),
    "4:17: error: no product has an introductory offer, so nothing starts the trial"),
  Fault(
    "a feature that a milestone opens",
    meant(message: "[{ when: { reached: met }, allow: unlimited }, { otherwise: deny }]")),
  Fault(
    "a feature that nothing on sale opens",
    meant(message: "{ title: Write, icon: chat, rules: deny }"),
    "6:3: warning: nothing on sale opens `send-message`; expected a rule that allows it to those who are entitled to what is sold, or `deny` alone"
  ),
  Fault(
    "a feature that only the trial opens",
    meant(message: "[{ when: { phase: trial }, allow: unlimited }, { otherwise: deny }]"),
    "6:3: warning: nothing on sale opens `send-message`: only the trial does; expected a rule that allows it to those who are entitled to what is sold, or `deny` alone"
  ),
  Fault(
    "a feature that is switched off",
    meant(message: "deny")),
  Fault(
    "a paywall that sells nothing for a feature",
    meant(
      message: "[{ when: { phase: trial }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:3: error: the paywall `plans` sells nothing that opens `send-message`; expected a rule that allows it to those who are entitled to what is sold"
  ),
  Fault(
    "a limit whose paywall lifts it for nobody",
    meant(garden: "[{ otherwise: { holding: 3 }, paywall: plans }]"),
    "7:3: error: the paywall `plans` sells nothing that opens `garden`; expected a rule that allows it to those who are entitled to what is sold"
  ),
  Fault(
    "a limit for everybody",
    meant(garden: "[{ otherwise: { upTo: 3, per: day } }]")),
  Fault(
    "a denial without a paywall",
    meant(message: "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny }]"),
    "6:69: warning: `send-message` is refused and no paywall shows, though `plans` sells it; expected `paywall: plans`, or `paywall: none` if that is intended"
  ),
  Fault(
    "a denial that hides a paywall which the feature does not have",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: none }]")),
  Fault(
    "a denial of a feature that has no paywall on purpose",
    meant(
      message:
        "{ paywall: none, rules: [{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny }] }"
    )),
  Fault(
    "no rule for those who are left in a feature that has no paywall on purpose",
    meant(
      message: "{ paywall: none, rules: [{ when: { entitled: premium }, allow: unlimited }] }")),
  Fault(
    "a denial without a paywall in one phase",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { phase: lapsed }, deny: true }, { otherwise: deny, paywall: plans }]"
    ),
    "6:69: warning: after a subscription `send-message` is refused and no paywall shows, though `plans` sells it; expected `paywall: plans`, or `paywall: none` if that is intended"
  ),
  Fault(
    "a denial without a paywall that is accepted",
    meant(
      message: "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny }]",
      more: "accept: [{ finding: dead end, at: features.send-message, because: Only at home. }]")),
  Fault(
    "a limit without a paywall",
    meant(
      garden: "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { holding: 3 } }]"),
    "7:63: warning: `garden` is refused and no paywall shows, though `plans` sells it; expected `paywall: plans`, or `paywall: none` if that is intended"
  ),
  Fault(
    "a limit of the lower tier without a paywall",
    meant(
      products: tiers,
      garden:
        "[{ when: { entitled: pro }, allow: { holding: 10 } }, { when: { entitled: premium }, allow: { holding: 5 } }, { otherwise: { holding: 3 }, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.plus, coach.pro] }"
    ),
    "7:65: warning: the limit of `garden` for these customers shows no paywall, though `coach.pro` raises it; expected `paywall: plans`"
  ),
  Fault(
    "a limit of the lower tier with a paywall, and of the highest tier without one",
    meant(
      products: tiers,
      garden:
        "[{ when: { entitled: pro }, allow: { holding: 10 } }, { when: { entitled: premium }, allow: { holding: 5 }, paywall: plans }, { otherwise: { holding: 3 }, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.plus, coach.pro] }")),
  Fault(
    "a limit of the lower tier that the higher one does not raise",
    meant(
      products: tiers,
      message:
        "[{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      garden:
        "[{ when: { entitled: pro }, allow: { holding: 10 } }, { when: { entitled: premium }, allow: { holding: 10 } }, { otherwise: { holding: 3 }, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.plus, coach.pro] }")),
  Fault(
    "a lower tier that lacks a feature on purpose",
    meant(
      products: tiers,
      garden:
        "[{ when: { entitled: pro }, allow: { holding: 10 } }, { when: { entitled: premium }, deny: true }, { otherwise: deny, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.plus, coach.pro] }")),
  Fault(
    "a limit of the lower tier without a paywall that is accepted",
    meant(
      products: tiers,
      garden:
        "[{ when: { entitled: pro }, allow: { holding: 10 } }, { when: { entitled: premium }, allow: { holding: 5 } }, { otherwise: { holding: 3 }, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.plus, coach.pro] }",
      more: "accept: [{ finding: dead end, at: features.garden, because: Only at home. }]")),
  Fault(
    "a feature without a rule for those who are left",
    meant(message: "[{ when: { entitled: premium }, allow: unlimited }]"),
    "6:3: warning: `send-message` is refused and no paywall shows, though `plans` sells it; expected `paywall: plans`, or `paywall: none` if that is intended"
  ),
  Fault(
    "a contradictory rule",
    meant(
      message:
        "[{ when: { entitled: premium, notEntitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:20: error: this rule never applies: nobody is `entitled` and `notEntitled` to `premium` at once"
  ),
  Fault(
    "a rule that no milestone fits",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { reached: met, notReached: met }, deny: true }, { otherwise: deny, paywall: plans }]"
    ),
    "6:71: error: this rule never applies: nobody has `reached` and `notReached` `met` at once"),
  Fault(
    "conditions that nobody meets at once",
    meant(
      message:
        "[{ when: { phase: lapsed, entitled: premium }, deny: true, paywall: plans }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:20: error: this rule never applies: no customer meets all of its conditions at once"),
  Fault(
    "a shadowed rule",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { phase: subscribed }, allow: { upTo: 9, per: day } }, { otherwise: deny, paywall: plans }]"
    ),
    "6:69: error: this rule never applies: the rules before it decide for everybody it is about"),
  Fault(
    "a rule that is not shadowed",
    meant(
      message:
        "[{ when: { phase: subscribed }, allow: { upTo: 9, per: day } }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "nobody left for the last rule",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { notEntitled: premium }, deny: true, paywall: plans }, { otherwise: unlimited }]"
    ),
    "6:133: warning: nobody is left for the last rule: the rules before it decide for all"),
  Fault(
    "phases that cannot occur",
    meant(
      message:
        "[{ when: { phase: [trial, free] }, allow: unlimited }, { when: { phase: onboarding }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:43: error: nobody is ever in the phase `free` here: without `hasFreeTier: true` those without a plan are `blocked`",
    "6:89: error: nobody is ever in the phase `onboarding` here: the blueprint has no `onboarding` milestone"
  ),
  Fault(
    "the phase unknown of a feature",
    meant(
      message:
        "[{ when: { phase: [subscribed, trial, unknown] }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:55: error: nobody is ever in the phase `unknown` here: nothing is asked of customers who are not known yet"
  ),
  Fault(
    "phases of a trial without one",
    meant(
      trial: nil,
      message:
        "[{ when: { phase: trial }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:35: error: nobody is ever in the phase `trial` here: the blueprint has no trial"),
  Fault(
    "an allowance in addition to the trial's own",
    meant(
      trial:
        "{ start: signUp, lasts: P7D, entitles: premium, uses: { of: send-message, limit: 100 } }",
      message:
        "[{ when: { phase: trial }, allow: { upTo: 50, per: trial }, paywall: plans }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      garden: "allow"),
    "6:44: error: up to 50 in the trial, but `trial.uses.limit` is 100; expected `{ per: trial }`, which uses that number"
  ),
  Fault(
    "the trial's own allowance",
    meant(
      trial:
        "{ start: signUp, lasts: P7D, entitles: premium, uses: { of: send-message, limit: 100 } }",
      message:
        "[{ when: { phase: trial }, allow: { upTo: 100, per: trial }, paywall: plans }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      garden: "allow")),
  Fault(
    "the trial's own allowance, whose number is the trial's",
    meant(
      trial:
        "{ start: signUp, lasts: P7D, entitles: premium, uses: { of: send-message, limit: 100 } }",
      message:
        "[{ when: { phase: trial }, allow: { per: trial }, paywall: plans }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      garden: "allow")),
  Fault(
    "a last use that takes another feature away",
    meant(
      trial:
        "{ start: signUp, lasts: P7D, entitles: premium, uses: { of: send-message, limit: 100 } }"),
    "4:56: warning: the last use of `send-message` ends the trial, and with it `premium`, which also opens `garden`"
  ),
  Fault(
    "a paywall that nothing shows",
    meant(more: "  other: Bye").replacing(
      "plans: {", with: "more: { title: More, packages: [coach.monthly] }\n  plans: {"),
    "9:3: warning: nothing in the blueprint shows the paywall `more`; expected a denial, a placement, a prompt, a nudge or a route with `paywall: more`"
  ),
  Fault(
    "a paywall that only a rule without denials names",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited, paywall: more }, { otherwise: deny, paywall: plans }]"
    ).replacing(
      "  plans: {", with: "  more: { title: More, packages: [coach.monthly] }\n  plans: {"),
    "9:3: warning: nothing in the blueprint shows the paywall `more`; expected a denial, a placement, a prompt, a nudge or a route with `paywall: more`"
  ),
  Fault(
    "a timeline without an offer",
    meant(paywall: "{ title: Plans, packages: [coach.monthly], timeline: true }"),
    "9:63: error: the timeline never shows: no product has an introductory offer"),
  Fault(
    "a delay of a button that never shows",
    meant(
      paywall: "{ title: Plans, packages: [coach.monthly], dismissible: false, closeAfter: 5 }"),
    "9:85: error: the button never shows: the paywall cannot be closed; expected `closeAfter` without `dismissible: false`"
  ),
  Fault(
    "a paywall with everything",
    meant(
      paywall:
        "{ title: Plans, icon: leaf, packages: [coach.monthly], closeAfter: 5, proof: [{ stars: 5, text: Good, by: Mara }], questions: [{ question: Why, answer: So }] }"
    )),
  Fault(
    "a page that asks, and a package for one of its answers",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { attribute: { name: goal, is: strength } }, badge: Yours }, coach.monthly], pages: [{ title: Hello }, { title: Why, question: { attribute: goal, answers: [{ value: strength, text: A }, { value: endurance, text: B }] } }] }",
      more: "attributes: { goal: { type: text, values: [strength, endurance] } }")),
  Fault(
    "a question on a page whose answers only the backend reads",
    meant(
      paywall:
        "{ title: Plans, packages: [coach.monthly], pages: [{ title: Why, question: { attribute: goal, answers: [{ value: strength, text: A }, { value: endurance, text: B }] } }] }",
      more: "attributes: { goal: { type: text, values: [strength, endurance] } }")),
  Fault(
    "a paywall in words for a failed card and for those who left",
    meant(
      paywall:
        "{ title: Plans, packages: [coach.monthly], cases: [{ when: { subscription: billingRetry }, title: A card }, { when: { phase: lapsed }, title: Back, button: Again }] }"
    )),
  Fault(
    "a case of a paywall for a phase that does not occur",
    meant(
      paywall:
        "{ title: Plans, packages: [coach.monthly], cases: [{ when: { phase: free }, title: Hi }] }"
    ),
    "9:78: error: nobody is ever in the phase `free` here: without `hasFreeTier: true` those without a plan are `blocked`"
  ),
  Fault(
    "a case of a paywall for those who are never shown it",
    meant(
      paywall:
        "{ title: Plans, packages: [coach.monthly], cases: [{ when: { phase: subscribed }, title: Thanks }] }"
    ),
    "9:61: error: the case never applies: all customers it is for own what `plans` sells"
  ),
  Fault(
    "a case of a paywall after one for the same customers and others",
    meant(
      paywall:
        "{ title: Plans, packages: [coach.monthly], cases: [{ when: { phase: lapsed }, title: Back }, { when: { phase: lapsed, subscription: billingRetry }, title: A card }] }"
    ),
    "9:103: error: the case never applies: an earlier one holds for all customers it is for; expected it before the other one"
  ),
  Fault(
    "a case of a paywall that is not in all of the app's languages",
    meant(
      paywall:
        "{ title: { en: Plans, de: Tarife }, packages: [coach.monthly], cases: [{ when: { phase: lapsed }, title: Back }] }",
      app: "languages: [en, de]"),
    "9:115: error: the text `paywalls.plans.cases.0.title` is missing in `de`",
    "11:11: error: the text `banner` is missing in `de`"),
  Fault(
    "an exit offer",
    meant(
      paywall:
        "{ title: Plans, packages: [coach.monthly], exitOffer: goodbye }\n  goodbye: { title: Bye, packages: [coach.monthly] }"
    )),
  Fault(
    "an exit offer of a paywall that cannot be closed",
    meant(
      paywall:
        "{ title: Plans, packages: [coach.monthly], dismissible: false, exitOffer: goodbye }\n  goodbye: { title: Bye, packages: [coach.monthly] }"
    ),
    "9:84: error: the exit offer never shows: the paywall cannot be closed; expected `exitOffer` without `dismissible: false`"
  ),
  Fault(
    "an exit offer that cannot be closed",
    meant(
      paywall:
        "{ title: Plans, packages: [coach.monthly], exitOffer: goodbye }\n  goodbye: { title: Bye, packages: [coach.monthly], dismissible: false }"
    ),
    "9:64: error: customers who close `plans` cannot close its exit offer `goodbye`; expected an exit offer without `dismissible: false`"
  ),
  Fault(
    "a page with an unknown icon",
    meant(
      paywall:
        "{ title: Plans, packages: [coach.monthly], pages: [{ title: Why, icon: leef }] }"),
    "9:81: warning: there is no icon `leef`; expected an icon of the pages, or the name of a system symbol; did you mean `leaf`?"
  ),
  Fault(
    "an unknown icon after a benefit with a mistake",
    meant(
      paywall:
        "{ title: Plans, packages: [coach.monthly], benefits: [{ icon: star }, { icon: leef, title: All }] }"
    ),
    "9:64: error: a benefit lacks `title`; expected a line, a map from languages to lines, or `{ text: NAME }`",
    "9:88: warning: there is no icon `leef`; expected an icon of the pages, or the name of a system symbol; did you mean `leaf`?"
  ),
  Fault(
    "a tab for each of two tiers",
    meant(
      products: tiers,
      paywall:
        "{ title: Plans, packages: [coach.plus, coach.pro], tabs: [{ entitlement: premium, title: Plus }, { entitlement: pro, title: Pro }] }"
    )
  ),
  Fault(
    "tabs with the highest tier first",
    meant(
      products: tiers,
      paywall:
        "{ title: Plans, packages: [coach.plus, coach.pro], tabs: [{ entitlement: pro, title: Pro }, { entitlement: premium, title: Plus }] }"
    ),
    "9:68: error: the tab never shows: the plans that give `pro` are on a later tab; expected the highest tier last"
  ),
  Fault(
    "a tab without a plan",
    meant(
      products: tiers,
      paywall:
        "{ title: Plans, packages: [coach.plus], tabs: [{ entitlement: premium, title: Plus }, { entitlement: pro, title: Pro }] }"
    ),
    "9:96: error: the tab never shows: no plan of the paywall gives `pro`"
  ),
  Fault(
    "a plan of no tier",
    meant(
      products: tiers,
      paywall:
        "{ title: Plans, packages: [coach.plus, coach.pro, coins], tabs: [{ entitlement: premium, title: Plus }, { entitlement: pro, title: Pro }] }"
    ),
    "9:60: error: the plan is on the first tab, but `coins` gives none of the tabs' entitlements; expected a tab with an entitlement of the plan, or another paywall for it"
  ),
  Fault(
    "a single tab",
    meant(
      products: tiers,
      paywall:
        "{ title: Plans, packages: [coach.plus], tabs: [{ entitlement: premium, title: Plus }] }"
    ),
    "9:50: error: a single tab is not shown; expected two or more tabs, one for each tier"
  ),
  Fault(
    "a sale of the lower tier that subscribers of the higher one see too",
    meant(
      products: tiers,
      garden:
        "[{ when: { entitled: pro }, allow: unlimited }, { otherwise: { holding: 3 }, paywall: plans }]",
      paywall:
        "{ title: Plans, packages: [{ product: coach.plus, when: { from: 11-20, until: 12-03 } }, coach.pro] }"
    ),
    "9:60: warning: subscribers of `coach.pro` are offered `coach.plus` too, which gives them less; expected `not: { product: coach.pro }` in the condition"
  ),
  Fault(
    "a sale of the lower tier that subscribers of the higher one do not see",
    meant(
      products: tiers,
      garden:
        "[{ when: { entitled: pro }, allow: unlimited }, { otherwise: { holding: 3 }, paywall: plans }]",
      paywall:
        "{ title: Plans, packages: [{ product: coach.plus, when: { from: 11-20, until: 12-03, not: { product: coach.pro } } }, coach.pro] }"
    )),
  Fault(
    "a paywall that is empty during the trial",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { notEntitled: premium } }] }"
    ),
    "9:63: warning: a trial or a gift gives `premium`, and the paywall then sells nothing; expected `not: { product: coach.monthly }` instead of `notEntitled: premium`"
  ),
  Fault(
    "a paywall that is empty while a gift lasts",
    meant(
      trial: nil,
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { notEntitled: premium } }] }",
      more: "grants: { gift: { by: backend, entitlement: premium, lasts: P7D } }"
    ),
    "9:63: warning: a trial or a gift gives `premium`, and the paywall then sells nothing; expected `not: { product: coach.monthly }` instead of `notEntitled: premium`"
  ),
  Fault(
    "a paywall for those without a right that was bought elsewhere",
    meant(
      trial: nil,
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { notEntitled: premium } }] }",
      more: "grants: { web: { elsewhere: true, entitlement: premium } }"
    )),
  Fault(
    "a paywall for those without the product",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { not: { product: coach.monthly } } }] }"
    )),
  Fault(
    "a paywall for those without the plan, after the trial",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { notEntitled: premium, phase: trialExpired } }] }"
    )),
  Fault(
    "a paywall for those without the plan, which only former subscribers see",
    meant(
      paywall:
        "{ title: Plans, packages: [coach.monthly] }\n  back: { title: Back, packages: [{ product: coach.monthly, when: { notEntitled: premium } }] }",
      more: "placements: { home: { when: { phase: lapsed }, paywall: back } }"
    )),
  Fault(
    "a paywall with one package for those without the plan",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { notEntitled: premium } }, coach.monthly] }"
    )),
  Fault(
    "a countdown to the end of a condition",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { since: { event: signUp, lessThan: P3D } }, countdown: true }, coach.monthly] }"
    )),
  Fault(
    "RA-13 a countdown to the end of a time of each year",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { from: 11-20, until: 12-03 }, countdown: true }, coach.monthly] }"
    )),
  Fault(
    "RA-13 a countdown to the next time of each year",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { not: { from: 11-20, until: 12-03 } }, countdown: true }, coach.monthly] }"
    )),
  Fault(
    "a countdown without an end",
    meant(paywall: "{ title: Plans, packages: [{ product: coach.monthly, countdown: true }] }"),
    "9:74: error: the countdown never shows: time alone never ends the package; expected `when` with a condition that time ends, such as `since` with `lessThan`"
  ),
  Fault(
    "a countdown that an excluded condition ends",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { not: { since: { event: signUp, atLeast: P3D } } }, countdown: true }, coach.monthly] }"
    )),
  Fault(
    "a countdown to the end of an alternative",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { any: [{ reached: met }, { since: { event: signUp, lessThan: P3D } }] }, countdown: true }, coach.monthly] }"
    )),
  Fault(
    "a countdown to the end of a trial",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { not: { any: [{ phase: trialExpired }, { reached: met }] } }, countdown: true }, coach.monthly] }"
    )),
  Fault(
    "a countdown to an event that time brings",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { count: { of: trialEnd, lessThan: 1 } }, countdown: true }, coach.monthly] }"
    )),
  Fault(
    "a countdown in a phase that time does not end",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { phase: [trialExpired, lapsed] }, countdown: true }, coach.monthly] }"
    ),
    "9:115: error: the countdown never shows: time alone never ends the package; expected `when` with a condition that time ends, such as `since` with `lessThan`"
  ),
  Fault(
    "a countdown to a milestone",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { not: { reached: met } }, countdown: true }, coach.monthly] }"
    ),
    "9:107: error: the countdown never shows: time alone never ends the package; expected `when` with a condition that time ends, such as `since` with `lessThan`"
  ),
  Fault(
    "a countdown whose condition time only begins",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { not: { since: { event: signUp, lessThan: P3D } } }, countdown: true }, coach.monthly] }"
    ),
    "9:134: error: the countdown never shows: time alone never ends the package; expected `when` with a condition that time ends, such as `since` with `lessThan`"
  ),
  Fault(
    "a countdown on a count that time only lowers",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, when: { count: { of: { paywall: plans }, lessThan: 3, within: P7D } }, countdown: true }, coach.monthly] }"
    ),
    "9:145: error: the countdown never shows: time alone never ends the package; expected `when` with a condition that time ends, such as `since` with `lessThan`"
  ),
  Fault(
    "a placement for those who own everything",
    meant(more: "placements: { chat: { when: { phase: subscribed }, paywall: plans } }"),
    "12:15: error: the placement never shows: all customers it is for own what `plans` sells"),
  Fault(
    "a placement for those who do not",
    meant(more: "placements: { chat: { when: { phase: [subscribed, lapsed] }, paywall: plans } }")),
  Fault(
    "limits of paywalls in different times",
    meant(
      more:
        "placements: { chat: { paywall: plans } }\npaywallLimit: [{ upTo: 1, per: day }, { upTo: 3, per: week }, { upTo: 2, per: P7D }]"
    )),
  Fault(
    "a limit of a day beside a smaller one of a calendar month",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { all: [{ upTo: 5, per: day }, { upTo: 3, per: month }] }, paywall: plans }]"
    ),
    "6:90: warning: this limit is never reached: another one beside it allows no more in a longer time; expected a lower `upTo`, or no such limit"
  ),
  Fault(
    "a limit of a day beside one of seven days that allows no more, before credits",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { first: [{ all: [{ upTo: 3, per: P7D }, { upTo: 3, per: day }] }, { spend: coins }] }, paywall: plans }]",
      more: "credits: { coins: { given: [{ amount: 5, each: day }] } }"),
    "6:123: warning: this limit is never reached: another one beside it allows no more in a longer time; expected a lower `upTo`, or no such limit"
  ),
  Fault(
    "a limit of paywalls without a placement",
    meant(more: "paywallLimit: { upTo: 1, per: day }"),
    "12:1: error: the limit has no effect: no paywall shows by itself; expected `placements`, which show one"
  ),
  Fault(
    "a limit of paywalls beside a smaller one in the same time",
    meant(
      more:
        "placements: { chat: { paywall: plans } }\npaywallLimit: [{ upTo: 3, per: day }, { upTo: 1, per: day }]"
    ),
    "13:16: error: the limit is never reached: another one allows no more in the same time"),
  Fault(
    "a limit of paywalls that is written twice",
    meant(
      more:
        "placements: { chat: { paywall: plans } }\npaywallLimit: [{ upTo: 3, per: P7D }, { upTo: 3, per: P7D }]"
    ),
    "13:39: error: the limit is never reached: another one allows no more in the same time"),
  Fault(
    "paywalls that are counted where there are none",
    """
    app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
    hasFreeTier: true
    features:
      send-message: allow
    nudges:
      more: { after: { event: paywall, delay: P1D }, text: There is more }
    """,
    "6:27: error: the nudge never comes: the event never happens, because the blueprint has no paywall"
  ),
  Fault(
    "a placement in a phase that cannot occur",
    meant(more: "placements: { chat: { when: { phase: free }, paywall: plans } }"),
    "12:38: error: nobody is ever in the phase `free` here: without `hasFreeTier: true` those without a plan are `blocked`"
  ),
  Fault(
    "a prompt in a phase that cannot occur",
    meant(
      more:
        "prompts: { card: { shape: card, placement: chat, when: { phase: onboarding }, icon: leaf, text: { text: banner } } }"
    ),
    "12:65: error: nobody is ever in the phase `onboarding` here: the blueprint has no `onboarding` milestone"
  ),
  Fault(
    "a prompt that asks for more than a limit",
    meant(
      more:
        "prompts: { card: { shape: card, placement: chat, when: { phase: blocked, held: { feature: garden, atLeast: 4 } }, icon: leaf, text: { text: banner } } }"
    ),
    "12:108: error: the prompt never shows: `garden` never holds 4 items there; expected at most 3, which is all that its rules allow"
  ),
  Fault(
    "a prompt for those who own all that its paywall sells",
    meant(
      more:
        "prompts: { card: { shape: card, placement: home, when: { phase: subscribed }, icon: leaf, text: { text: banner }, paywall: plans } }"
    ),
    "12:124: error: the prompt never shows: all customers it is for own what `plans` sells"
  ),
  Fault(
    "a prompt for some who do not own what its paywall sells",
    meant(
      more:
        "prompts: { card: { shape: card, placement: home, when: { phase: [subscribed, lapsed] }, icon: leaf, text: { text: banner }, paywall: plans } }"
    )),
  Fault(
    "a prompt for those who own the lower tier, with a paywall that sells both",
    meant(
      products: tiers,
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      garden:
        "[{ when: { entitled: pro }, allow: unlimited }, { otherwise: { holding: 3 }, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.plus, coach.pro] }",
      more:
        "prompts: { card: { shape: card, placement: home, when: { phase: subscribed }, icon: leaf, text: { text: banner }, paywall: plans } }"
    )),
  Fault(
    "a prompt at the limit",
    meant(
      more:
        "prompts: { card: { shape: card, placement: chat, when: { phase: blocked, held: { feature: garden, atLeast: 3 } }, icon: leaf, text: { text: banner } } }"
    )),
  Fault(
    "what is left of a feature that does not exist",
    meant(more: card(when: "{ left: { of: gardn, lessThan: 3 } }")),
    "12:70: error: there is no feature `gardn`; did you mean `garden`?"
  ),
  Fault(
    "what is left in a wallet that does not exist",
    meant(more: card(when: "{ left: { of: { credits: gems }, lessThan: 3 } }")),
    "12:81: error: there is no wallet `gems`"
  ),
  Fault(
    "what is left of a feature without a limit",
    meant(more: card(when: "{ left: { of: send-message, lessThan: 3 } }")),
    "12:70: error: `send-message` is never used up; expected a feature with `upTo`, `holding` or `spend` in a rule"
  ),
  Fault(
    "what is left, in a rule, which decides what is left",
    meant(
      message:
        "[{ when: { left: { of: garden, lessThan: 2 } }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:28: error: rules of features decide what is left, so none can depend on it; expected it in a placement, a prompt, a nudge, a route, or a package or case of a paywall"
  ),
  Fault(
    "less left than is always left",
    meant(more: card(when: "{ left: { of: garden, lessThan: 4 } }")),
    "12:88: warning: no limit of `garden` is higher than 3, so less than 4 is always left of it where it has one; expected at most 3"
  ),
  Fault(
    "less left than is always left, where every rule has a limit",
    meant(
      garden: "[{ otherwise: { holding: 3 } }]",
      more: card(when: "{ left: { of: garden, lessThan: 4 } }")),
    "12:88: warning: no limit of `garden` is higher than 3, so less than 4 is always left of it; expected at most 3"
  ),
  Fault(
    "more left than any limit gives",
    meant(
      garden: "[{ otherwise: { holding: 3 } }]",
      more: card(when: "{ left: { of: garden, atLeast: 4 } }")),
    "12:87: error: the prompt never shows: no rule leaves 4 of `garden`; expected at most 3, which is the highest limit"
  ),
  Fault(
    "more left than any limit gives, beside a rule without one",
    meant(more: card(when: "{ left: { of: garden, atLeast: 4 } }"))),
  Fault(
    "a part of a limit and at least one",
    meant(more: card(when: "{ left: { of: garden, atLeast: 1, lessThan: 50% } }"))),
  Fault(
    "bounds of what is left that exclude each other",
    meant(more: card(when: "{ left: { of: garden, atLeast: 3, lessThan: 3 } }")),
    "12:58: error: the condition never holds: `atLeast` must be less than `lessThan`"
  ),
  Fault(
    "what is left and what is not, of the same feature",
    meant(
      more: card(
        when: "{ left: { of: garden, lessThan: 2 }, not: { left: { of: garden, lessThan: 3 } } }")),
    "12:50: error: the prompt never shows: no customer meets all of its conditions at once"
  ),
  Fault(
    "a percentage below one of what is left",
    meant(more: card(when: "{ left: { of: garden, lessThan: 0% } }")),
    "12:88: error: found `0%`; expected a whole number, or a percentage from `1%` to `100%`"
  ),
  Fault(
    "what is left, without a bound",
    meant(more: card(when: "{ left: { of: garden } }")),
    "12:58: error: an amount left lacks `atLeast` or `lessThan`"
  ),
  Fault(
    "a prompt above the limit for those who once had more",
    meant(
      more:
        "prompts: { card: { shape: card, placement: chat, when: { phase: lapsed, held: { feature: garden, atLeast: 4 } }, icon: leaf, text: { text: banner } } }"
    )),
  Fault(
    "a nudge with a value of a feature",
    meant(
      more: "nudges: { soon: { anchor: trialEnd, before: P1D, text: \"{feature.left} left\" } }"),
    "12:56: warning: `{feature.left}` has no value: a nudge is about no feature"
  ),
  Fault(
    "a prompt with a value of a feature",
    meant(
      more:
        "prompts: { card: { shape: card, placement: chat, when: { phase: lapsed }, icon: leaf, text: \"{feature.name} waits\" } }"
    ),
    "12:93: warning: `{feature.name}` has no value: a prompt is about no feature"
  ),
  Fault(
    "a prompt with the numbers of a feature that it names",
    meant(
      more:
        "prompts: { card: { shape: card, placement: chat, when: { phase: trialExpired }, icon: leaf, text: { en: { count: features.garden.left, one: \"One of {features.garden.limit} left\", other: \"{features.garden.left} left\" } } } }"
    )),
  Fault(
    "a prompt with the numbers of a feature without a limit",
    meant(
      more:
        "prompts: { card: { shape: card, placement: chat, when: { phase: lapsed }, icon: leaf, text: \"{features.send-message.left} left\" } }"
    ),
    "12:93: warning: `{features.send-message.left}` has no value: `send-message` has no limit"
  ),
  Fault(
    "RA-6 a number of uses near a limit of their sizes",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { upTo: 60, per: month, cost: any }, paywall: plans }]",
      more:
        "prompts: { card: { shape: card, placement: chat, when: { count: { of: { use: send-message }, atLeast: 50, within: P30D } }, icon: leaf, text: { text: banner } } }"
    ),
    "12:78: warning: this counts the uses of `send-message`, not their sizes, whose sum is limited to 60; expected `left: { of: send-message, lessThan: 11 }`"
  ),
  Fault(
    "RA-6 a number of uses far from a limit of their sizes",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { upTo: 60, per: month, cost: any }, paywall: plans }]",
      more:
        "prompts: { card: { shape: card, placement: chat, when: { count: { of: { use: send-message }, atLeast: 3, within: P30D } }, icon: leaf, text: { text: banner } } }"
    )),
  Fault(
    "RA-6 a number of uses ever beside a limit of their sizes for each month",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { upTo: 60, per: month, cost: any }, paywall: plans }]",
      more:
        "prompts: { card: { shape: card, placement: chat, when: { count: { of: { use: send-message }, atLeast: 50 } }, icon: leaf, text: { text: banner } } }"
    )),
  Fault(
    "RA-6 a number of uses near a limit of uses beside one of sizes",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { all: [{ upTo: 60, per: month, cost: any }, { upTo: 55, per: month }] }, paywall: plans }]",
      more:
        "prompts: { card: { shape: card, placement: chat, when: { count: { of: { use: send-message }, atLeast: 50, within: P30D } }, icon: leaf, text: { text: banner } } }"
    )),
  Fault(
    "a prompt that says when a feature renews, although time renews none of its limits",
    meant(
      more:
        "prompts: { card: { shape: card, placement: chat, when: { phase: lapsed }, icon: leaf, text: \"More: {features.garden.renewsAt}\" } }"
    ),
    "12:93: warning: `{features.garden.renewsAt}` has no value: no limit of `garden` renews with time"
  ),
  Fault(
    "a prompt that says when a feature with a daily limit renews",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { upTo: 3, per: day }, paywall: plans }]",
      more:
        "prompts: { card: { shape: card, placement: chat, when: { phase: lapsed }, icon: leaf, text: \"More: {features.send-message.renewsAt}\" } }"
    )),
  Fault(
    "a prompt with what is left of a feature that counts for each parent",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: { upTo: 50, per: month, each: letter } }, { otherwise: deny, paywall: plans }]",
      more:
        "prompts: { card: { shape: card, placement: chat, when: { phase: subscribed }, icon: leaf, text: \"{features.send-message.left} of {features.send-message.limit} left\" } }"
    ),
    "12:97: warning: `{features.send-message.left}` has no value: what is left of `send-message` is counted for each `letter`"
  ),
  Fault(
    "RA-13 a prompt in the last days of no trial",
    meant(
      trial: nil,
      more:
        "prompts: { card: { shape: card, placement: chat, when: { ends: { anchor: trialEnd, within: P2D } }, icon: leaf, text: { text: banner } } }"
    ),
    "12:74: error: the prompt never shows: `trialEnd` never comes, because the blueprint has no trial"
  ),
  Fault(
    "RA-13 a prompt in the last days of a trial, in the phase of former subscribers",
    meant(
      more:
        "prompts: { card: { shape: card, placement: chat, when: { phase: lapsed, ends: { anchor: trialEnd, within: P2D } }, icon: leaf, text: { text: banner } } }"
    ),
    "12:50: error: the prompt never shows: no customer meets all of its conditions at once"),
  Fault(
    "RA-13 a prompt in the last week of a trial of a week",
    meant(
      more:
        "prompts: { card: { shape: card, placement: chat, when: { ends: { anchor: trialEnd, within: P1W } }, icon: leaf, text: { text: banner } } }"
    ),
    "12:92: warning: it holds from the beginning: what ends lasts no longer than 7 days; expected less than 7 days"
  ),
  Fault(
    "RA-13 a prompt in the last week of a trial of a week in which days are earned",
    meant(
      trial:
        "{ start: signUp, lasts: P7D, entitles: premium, earned: [{ days: 1, on: { milestone: met } }] }",
      more:
        "prompts: { card: { shape: card, placement: chat, when: { ends: { anchor: trialEnd, within: P1W } }, icon: leaf, text: { text: banner } } }"
    )),
  Fault(
    "RA-13 a prompt in the last month of passes that add up",
    meant(
      products:
        "{ coach.season: { kind: nonRenewing, name: Season, entitlements: premium, price: 29.99 USD, period: P30D } }",
      paywall: "{ title: Plans, packages: [coach.season] }",
      more:
        "prompts: { card: { shape: card, placement: chat, when: { ends: { anchor: periodEnd, within: P30D } }, icon: leaf, text: { text: banner } } }"
    )),
  Fault(
    "RA-13 a prompt in the last month of passes that do not add up",
    meant(
      products:
        "{ coach.season: { kind: nonRenewing, name: Season, entitlements: premium, price: 29.99 USD, period: P30D, addsUp: false } }",
      paywall: "{ title: Plans, packages: [coach.season] }",
      more:
        "prompts: { card: { shape: card, placement: chat, when: { ends: { anchor: periodEnd, within: P30D } }, icon: leaf, text: { text: banner } } }"
    ),
    "12:93: warning: it holds from the beginning: what ends lasts no longer than 30 days; expected less than 30 days"
  ),
  Fault(
    "RA-13 a prompt in the last days of a trial, and one before a subscription ends",
    meant(
      more:
        "prompts: { card: { shape: card, placement: chat, when: { ends: { anchor: trialEnd, within: P2D } }, icon: leaf, text: { text: banner } }, leaving: { shape: card, placement: chat, when: { willRenew: false, ends: { anchor: periodEnd, within: P7D } }, icon: leaf, text: { text: banner } } }"
    )),
  Fault(
    "a nudge without a trial",
    meant(
      trial: nil,
      more: "nudges: { soon: { anchor: trialEnd, before: P1D, text: { text: banner } } }"),
    "12:27: error: the nudge never comes: the blueprint has no trial; expected `trial`, or `anchor: periodEnd`"
  ),
  Fault(
    "a nudge after the end of no trial",
    meant(
      trial: nil,
      more: "nudges: { soon: { after: { event: trialEnd, delay: P1D }, text: { text: banner } } }"),
    "12:35: error: the nudge never comes: the event never happens, because the blueprint has no trial"
  ),
  Fault(
    "a nudge after the end of a trial",
    meant(
      more: "nudges: { soon: { after: { event: trialEnd, delay: P1D }, text: { text: banner } } }")),
  Fault(
    "a nudge as long as the trial",
    meant(
      more:
        "nudges: { soon: { anchor: trialEnd, before: P1W, when: { phase: trial }, text: { text: banner } } }"
    ),
    "12:45: error: the nudge never comes: 1 week before its end the trial of 7 days has not begun; expected less than 7 days"
  ),
  Fault(
    "a nudge shorter than the trial",
    meant(
      more:
        "nudges: { soon: { anchor: trialEnd, before: P6D, when: { phase: trial }, text: { text: banner } } }"
    )),
  Fault(
    "a nudge of a trial of uses alone",
    meant(
      trial: "{ start: signUp, uses: { of: send-message, limit: 9 }, entitles: premium }",
      garden: "allow",
      more:
        "nudges: { soon: { anchor: trialEnd, before: P1D, when: { phase: trial }, text: { text: banner } } }"
    ),
    "12:27: error: the nudge never comes: the trial ends with its uses, at no time known in advance; expected `lasts` in the trial"
  ),
  Fault(
    "a nudge for those who are not in the trial",
    meant(
      more:
        "nudges: { soon: { anchor: trialEnd, before: P1D, when: { phase: lapsed }, text: { text: banner } } }"
    ),
    "12:50: error: the nudge never comes: no customer it is for is in the trial"),
  Fault(
    "a nudge longer than every period",
    meant(more: "nudges: { soon: { anchor: periodEnd, before: P2M, text: { text: banner } } }"),
    "12:46: error: the nudge never comes: 2 months before its end a period of 1 month has not begun; expected less than 1 month"
  ),
  Fault(
    "a nudge before the end of an introductory offer that there is not",
    meant(
      more:
        "nudges: { soon: { anchor: introductoryOfferEnd, before: P1D, text: { text: banner } } }"),
    "12:27: error: the nudge never comes: no subscription to the plan has an introductory offer; expected `introductoryOffer` on one, or `anchor: periodEnd`"
  ),
  Fault(
    "a nudge before the end of an introductory offer of an add-on",
    meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach }, lessons: { name: Lessons, entitlements: lessons, price: 9.99 USD, period: P1M, group: lessons, introductoryOffer: { payment: payUpFront, period: P3M, price: 9.99 USD } } }",
      more:
        "plan: premium\nnudges: { soon: { anchor: introductoryOfferEnd, before: P1D, text: { text: banner } } }"
    ),
    "13:27: error: the nudge never comes: no subscription to the plan has an introductory offer; expected `introductoryOffer` on one, or `anchor: periodEnd`"
  ),
  Fault(
    "a nudge longer than the introductory offer",
    meant(
      products: offeredProducts,
      more:
        "nudges: { soon: { anchor: introductoryOfferEnd, before: P4M, text: { text: banner } } }"),
    "12:57: error: the nudge never comes: 4 months before its end an offer's last period of 3 months has not begun; expected less than 3 months"
  ),
  Fault(
    "a nudge before the end of an introductory offer for those who have cancelled",
    meant(
      products: offeredProducts,
      more:
        "nudges: { soon: { anchor: introductoryOfferEnd, before: P1D, when: { willRenew: false }, text: { text: banner } } }"
    ),
    "12:62: error: the nudge never comes: no customer it is for pays the regular price after an offer"
  ),
  Fault(
    "a nudge before the end of an introductory offer",
    meant(
      products: offeredProducts,
      more:
        "nudges: { soon: { anchor: introductoryOfferEnd, before: P1D, text: { text: banner } } }")),
  Fault(
    "a nudge before the end of nothing that renews",
    meant(
      products: "{ coach.monthly: { kind: nonConsumable, name: Ever, entitlements: premium } }",
      more: "nudges: { soon: { anchor: periodEnd, before: P1D, text: { text: banner } } }"),
    "12:27: error: the nudge never comes: no product has a period that ends; expected a product with a `period`, or `anchor: trialEnd`"
  ),
  Fault(
    "a nudge before the end of a period that those it is for do not have",
    meant(
      more:
        "nudges: { soon: { anchor: periodEnd, before: P1D, when: { phase: [blocked, lapsed] }, text: { text: banner } } }"
    ),
    "12:51: error: the nudge never comes: no customer it is for has a period that ends"
  ),
  Fault(
    "a nudge before the end of a period that the store has not been paid for",
    meant(
      more:
        "nudges: { soon: { anchor: periodEnd, before: P1D, when: { subscription: grace }, text: { text: banner } } }"
    ),
    "12:51: error: the nudge never comes: no customer it is for has a period that ends"
  ),
  Fault(
    "a nudge before the end of a period that some of those it is for have",
    meant(
      more:
        "nudges: { soon: { anchor: periodEnd, before: P1D, when: { phase: [lapsed, subscribed] }, text: { text: banner } } }"
    )),
  Fault(
    "a route behind one for everybody",
    meant(more: "routes: [{ screen: app }, { session: signedIn, screen: login }]"),
    "12:27: error: this route is never taken: the routes before it decide for everybody it is about"
  ),
  Fault(
    "a route whose condition never holds",
    meant(more: "routes: [{ when: { phase: free }, screen: app }, { screen: login }]"),
    "12:27: error: nobody is ever in the phase `free` here: without `hasFreeTier: true` those without a plan are `blocked`"
  ),
  Fault(
    "nobody's route",
    meant(
      more:
        "routes: [{ session: none, screen: login }, { session: signedIn, when: { entitled: premium }, screen: app }]"
    ),
    "12:1: error: there is no route for somebody who has signed in and has seen onboarding in the phase `unknown`; expected a last route without conditions"
  ),
  Fault(
    "a route for everybody",
    meant(
      more:
        "routes: [{ session: none, screen: login }, { session: signedIn, when: { phase: unknown }, screen: login }, { session: signedIn, screen: app }]"
    )),
  Fault(
    "a count of a price",
    meant(texts: "price: { en: { count: product.price, one: One, other: Many } }"),
    "12:25: error: found `product.price`; expected one of `trial.day`, `trial.days`, `trial.daysLeft`, `trial.uses`, `trial.usesLeft`, `trial.limit`, `feature.left`, `feature.limit`"
  ),
  Fault(
    "a count of days",
    meant(texts: "days: { en: { count: trial.daysLeft, one: One, other: Many } }")),
  Fault(
    "values of a trial without one",
    meant(trial: nil, texts: "days: \"{trial.daysLeft} days\""),
    "12:9: warning: `{trial.daysLeft}` has no value: there is no trial"),
  Fault(
    "days of a trial of uses alone",
    meant(
      trial: "{ start: signUp, uses: { of: send-message, limit: 9 }, entitles: premium }",
      garden: "allow", texts: "days: \"{trial.daysLeft} days\""),
    "12:9: warning: `{trial.daysLeft}` has no value: only uses end the trial"),
  Fault(
    "uses of a trial without a number",
    meant(texts: "uses: \"{trial.usesLeft} left\""),
    "12:9: warning: `{trial.usesLeft}` has no value: no number of uses ends the trial"),
  Fault(
    "an offer that no product has",
    meant(texts: "offer: \"{offer.length} free\""),
    "12:10: error: `{offer.length}` is always empty: no product has an introductory offer"),
  Fault(
    "a text of a phase that cannot occur",
    meant(texts: "plan.free: Free"),
    "12:14: warning: the text is never shown: nobody is ever in the phase `free`"),
  Fault(
    "a text of a phase that can",
    meant(texts: "plan.lapsed: Over")),
  Fault(
    "an unknown icon",
    meant(message: described(icon: "laef")),
    "6:39: warning: there is no icon `laef`; expected an icon of the pages, or the name of a system symbol; did you mean `leaf`?"
  ),
  Fault(
    "a system symbol's name",
    meant(message: described(icon: "leaf.circle.fill"))),
  Fault(
    "a price that no product has",
    meant(
      paywall: "{ title: Plans, packages: [{ product: coach.monthly, priceLine: $8.99 a month }] }"),
    "9:74: warning: the line says 8.99, which is not a price of `coach.monthly`; expected `{product.price}` or `{offer.price}`, which the store fills in"
  ),
  Fault(
    "the product's price typed by hand",
    meant(
      paywall: "{ title: Plans, packages: [{ product: coach.monthly, priceLine: $9.99 a month }] }"),
    "9:74: warning: the line says 9.99, which the store charges in one currency only; expected `{product.price}` or `{offer.price}`, which the store fills in"
  ),
  Fault(
    "the product's price as the store fills it in",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, priceLine: \"{product.price} a month\" }] }"
    )),
  Fault(
    "a length that the product does not have",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, priceLine: \"{product.price} per year\" }, { product: coach.monthly, priceLine: \"{product.price}/year\" }, { product: coach.monthly, priceLine: 2 months }] }"
    ),
    "9:74: warning: the line says “per year”, which is not a length of `coach.monthly`; expected `{product.period}`, `{offer.length}` or `{trial.days}`",
    "9:104: error: the package is never shown: those it is for are shown an earlier one of `coach.monthly`; expected it before the other one",
    "9:141: warning: the line says “/year”, which is not a length of `coach.monthly`; expected `{product.period}`, `{offer.length}` or `{trial.days}`",
    "9:167: error: the package is never shown: those it is for are shown an earlier one of `coach.monthly`; expected it before the other one",
    "9:204: warning: the line says “2 months”, which is not a length of `coach.monthly`; expected `{product.period}`, `{offer.length}` or `{trial.days}`"
  ),
  Fault(
    "the product's length typed by hand",
    meant(
      paywall:
        "{ title: Plans, packages: [{ product: coach.monthly, priceLine: \"{product.price}/month\" }] }"
    )),
  Fault(
    "a trial's length typed wrong",
    meant(texts: "plan.trialExpired: Your three days are over"),
    "12:22: warning: the line says “three days”, which is not a length of `coach.monthly`; expected `{product.period}`, `{offer.length}` or `{trial.days}`"
  ),
  Fault(
    "a trial's length typed right",
    meant(texts: "plan.trialExpired: Your seven days are over")),
  Fault(
    "a length that is not the trial's business",
    meant(texts: "hint: Three days of rest are fine")),
  Fault(
    "subscription groups that share nothing",
    meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: premium, period: P1M, group: coach }, coach.music: { name: Music, entitlements: music, period: P1M, group: music } }",
      trial: nil),
    "2:1: error: it is not clear which of these products make a customer `subscribed`, and which are add-ons; expected `plan`, with the entitlements of the plan, such as `plan: music` or `plan: premium`"
  ),
  Fault(
    "subscription groups that share an entitlement",
    meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: premium, period: P1M, group: coach }, coach.music: { name: Music, entitlements: [premium, music], period: P1M, group: music } }",
      trial: nil),
    "2:1: error: it is not clear which of these products make a customer `subscribed`, and which are add-ons; expected `plan`, with the entitlements of the plan, such as `plan: music` or `plan: premium`"
  ),
  Fault(
    "subscription groups that give the same",
    meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: premium, period: P1M, group: coach }, coach.yearly: { name: Yearly, entitlements: premium, period: P1Y, group: years } }",
      trial: nil)),
  Fault(
    "an add-on during a trial's plan",
    meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: premium, period: P1M, group: coach }, coach.music: { name: Music, entitlements: music, period: P1M, group: music } }"
    )),
  Fault(
    "a consumable with an entitlement",
    meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: premium, period: P1M, group: coach }, coins: { kind: consumable, name: Coins, entitlements: premium } }"
    ),
    "2:151: error: a consumable is used up, so it cannot give the entitlement `premium`; expected credits or an allowance that it fills, or another kind of product"
  ),
  Fault(
    "an offer of another length than the trial",
    meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: premium, period: P1M, group: coach, introductoryOffer: { payment: freeTrial, period: P3D } } }",
      trial: "{ start: purchase, lasts: P7D, entitles: premium }",
      paywall: "{ title: Plans, packages: [{ product: coach.monthly, offerLine: Free }] }"),
    "4:34: warning: the trial lasts 7 days, the introductory offer of `coach.monthly` 3 days"),
  Fault(
    "an offer of another product than the trial's",
    meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: premium, period: P1M, group: coach, introductoryOffer: { payment: freeTrial, period: P1W } }, coach.music: { name: Music, entitlements: music, period: P1M, group: music, introductoryOffer: { payment: freeTrial, period: P3D } } }",
      trial: "{ start: purchase, lasts: P7D, entitles: premium }",
      paywall: "{ title: Plans, packages: [{ product: coach.monthly, offerLine: Free }] }")),
  Fault(
    "an entitlement that only a grant gives opens a feature",
    meant(
      message: "[{ when: { entitled: beta }, allow: unlimited }, { otherwise: deny }]",
      more: "granted: beta")),
  Fault(
    "an entitlement that only a grant gives, misspelt in a rule",
    meant(
      message: "[{ when: { entitled: [premium, btea] }, allow: unlimited }, { otherwise: deny }]",
      more: "granted: beta"),
    "6:48: error: there is no entitlement `btea`; did you mean `beta`?"),
  Fault(
    "an entitlement that only a grant gives, and that a product sells",
    meant(more: "granted: premium"),
    "12:10: error: a product or a trial gives `premium`; expected entitlements that only a grant gives"
  ),
  Fault(
    "an entitlement that no rule asks for, beside one that rules ask for",
    meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: [premium, export], price: 9.99 USD, period: P1M, group: coach } }"
    ),
    "2:13: warning: no rule asks for `export`, which `coach.monthly` gives besides `premium`; expected a rule with `entitled: export`, or `export` under `plan` if another app has the rule"
  ),
  Fault(
    "an entitlement of another app, which the blueprint names as part of the plan",
    meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: [premium, sleep], price: 9.99 USD, period: P1M, group: coach } }",
      more: "plan: [premium, sleep]")),
  Fault(
    "a limit of payers for each parent that never begins again",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: { upTo: 50, per: ever, each: letter } }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "a limit of payers for each parent that begins again",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: { upTo: 50, per: month, each: letter } }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "an entitlement that tells a purchase for ever from a subscription",
    meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach }, coach.ever: { kind: nonConsumable, name: Ever, entitlements: [premium, ever], price: 99.99 USD } }",
      paywall: "{ title: Plans, packages: [coach.monthly, coach.ever] }")),
  Fault(
    "a grant that no rule asks for", meant(more: "granted: [staff]"),
    "12:1: warning: no rule asks for `staff`, which only a grant gives"),
  Fault(
    "a listed grant of what is sold", meant(more: "grants: { referral: { entitlement: premium } }")),
  Fault(
    "a listed grant that no rule asks for",
    meant(more: "grants: { tester: { entitlement: staff } }"),
    "12:11: warning: no rule asks for `staff`: who gets `tester` gets nothing by this blueprint"),
  Fault(
    "a listed grant of several entitlements, of which rules ask for one",
    meant(more: "grants: { tester: { entitlement: [premium, staff] } }")),
  Fault(
    "a listed grant of several entitlements that no rule asks for",
    meant(more: "grants: { tester: { entitlement: [staff, crew] } }"),
    "12:11: warning: no rule asks for `staff`, `crew`: who gets `tester` gets nothing by this blueprint"
  ),
  Fault(
    "a larger tier bought elsewhere that does not include the smaller one",
    meant(
      message:
        "[{ when: { entitled: [premium, team] }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: "grants: { contract: { elsewhere: true, entitlement: team } }"),
    "12:53: warning: whoever has `contract` is still sold `premium`, beside which rules name what it gives; expected `[team, premium]`, if it includes `premium`"
  ),
  Fault(
    "a larger tier bought elsewhere that includes the smaller one",
    meant(
      message:
        "[{ when: { entitled: [premium, team] }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: "grants: { contract: { elsewhere: true, entitlement: [team, premium] } }")),
  Fault(
    "a rule for those who have not used something today, one for those who have, and one for nobody",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { count: { of: { use: send-message }, lessThan: 1, within: day } }, allow: { upTo: 5, per: week }, paywall: plans }, { when: { count: { of: { use: send-message }, atLeast: 1, within: day } }, deny: true, paywall: plans }, { otherwise: deny, paywall: plans }]"
    ),
    "6:299: warning: nobody is left for the last rule: the rules before it decide for all"),
  Fault(
    "a rule for those who have not used something today",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { count: { of: { use: send-message }, lessThan: 1, within: day } }, allow: { upTo: 5, per: week }, paywall: plans }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "a larger plan that is sold to those who pay for the smaller one elsewhere",
    meant(
      products: tiers, garden: tierLimits,
      paywall: "{ title: Plans, packages: [coach.plus, coach.pro] }",
      more: "grants: { web: { elsewhere: true, entitlement: premium } }"),
    "9:49: warning: whoever has `web` is sold `coach.pro`, which includes it, and pays for both; expected an entitlement of its own for `web`, such as `[premium, paid-on-web]`, and `notEntitled: [pro, paid-on-web]` in the condition"
  ),
  Fault(
    "a larger plan that is sold to those who pay for the smaller one elsewhere, by a condition that lets them",
    meant(
      products: tiers, garden: tierLimits,
      paywall:
        "{ title: Plans, packages: [coach.plus, { product: coach.pro, when: { notEntitled: pro } }] }",
      more: "grants: { web: { elsewhere: true, entitlement: [premium, on-web] } }"),
    "9:71: warning: whoever has `web` is sold `coach.pro`, which includes it, and pays for both; expected `notEntitled: [pro, on-web]` in the condition"
  ),
  Fault(
    "a larger plan that is sold to those who pay for the smaller one elsewhere, where the larger one is sold as well",
    meant(
      products: tiers, garden: tierLimits,
      paywall: "{ title: Plans, packages: [coach.plus, coach.pro] }",
      more:
        "grants: { web: { elsewhere: true, entitlement: [premium, on-web] }, web-pro: { elsewhere: true, entitlement: [premium, pro, on-web] } }"
    ),
    "9:49: warning: whoever has `web` is sold `coach.pro`, which includes it, and pays for both; expected `notEntitled: [pro, on-web]` in the condition"
  ),
  Fault(
    "a larger plan that is kept from those who pay for the smaller one elsewhere",
    meant(
      products: tiers, garden: tierLimits,
      paywall:
        "{ title: Plans, packages: [coach.plus, { product: coach.pro, when: { notEntitled: [pro, on-web] } }] }",
      more: "grants: { web: { elsewhere: true, entitlement: [premium, on-web] } }")),
  Fault(
    "a larger plan on a paywall that those who pay for the smaller one elsewhere never see",
    meant(
      products: tiers,
      garden:
        "[{ when: { entitled: pro }, allow: { holding: 10 } }, { when: { entitled: premium }, deny: true }, { otherwise: deny, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.plus, coach.pro] }",
      more: "grants: { web: { elsewhere: true, entitlement: premium } }")),
  Fault(
    "a larger plan beside one that was bought elsewhere, which is accepted",
    meant(
      products: tiers, garden: tierLimits,
      paywall: "{ title: Plans, packages: [coach.plus, coach.pro] }",
      more:
        "grants: { web: { elsewhere: true, entitlement: premium } }\naccept: [{ finding: sold twice, at: paywalls.plans, because: We refund the web. }]"
    )),
  Fault(
    "an add-on that was bought elsewhere and has a rule of its own",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { entitled: team }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: "grants: { contract: { elsewhere: true, entitlement: team } }")),
  Fault(
    "a team that shares what is sold",
    meant(more: "teams: { family: { shares: premium, seats: 4 } }")),
  Fault(
    "RA-15 prompts for an owner whose team is full, and for one whose team is empty",
    meant(
      more:
        "teams: { family: { shares: premium, seats: 4 } }\nprompts: { full: { shape: card, placement: chat, when: { members: { of: family, atLeast: 4 } }, icon: leaf, text: { text: banner } }, empty: { shape: card, placement: chat, when: { entitled: premium, members: { of: family, lessThan: 1 } }, icon: leaf, text: { text: banner } } }"
    )),
  Fault(
    "RA-15 a prompt for owners with more members than seats",
    meant(
      more:
        "teams: { family: { shares: premium, seats: 4 } }\nprompts: { card: { shape: card, placement: chat, when: { members: { of: family, atLeast: 5 } }, icon: leaf, text: { text: banner } } }"
    ),
    "13:58: warning: it never holds: besides the owner, `family` has 4 seats; expected at most 4"),
  Fault(
    "RA-15 a prompt for owners with fewer members than seats and one",
    meant(
      more:
        "teams: { family: { shares: premium, seats: 1 } }\nprompts: { card: { shape: card, placement: chat, when: { members: { of: family, lessThan: 2 } }, icon: leaf, text: { text: banner } } }"
    ),
    "13:58: warning: it always holds: besides the owner, `family` has 1 seat; expected at most 1"),
  Fault(
    "RA-15 a prompt for owners with more members than the blueprint says, of a right whose seats the backend states",
    meant(
      more:
        "grants: { web: { elsewhere: true, entitlement: premium } }\nteams: { family: { shares: premium, seats: 4 } }\nprompts: { card: { shape: card, placement: chat, when: { members: { of: family, atLeast: 5 } }, icon: leaf, text: { text: banner } } }"
    )),
  Fault(
    "a team that gives its members what no rule asks for",
    meant(more: "teams: { crew: { shares: premium, gives: member, seats: 4 } }"),
    "12:10: warning: no rule asks for `member`: who joins `crew` gets nothing by this blueprint"),
  Fault(
    "a team that gives its members what rules ask for, and whose owner needs what none asks for",
    meant(
      message:
        "[{ when: { entitled: [premium, member] }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: "granted: [staff]\nteams: { crew: { shares: staff, gives: member, seats: 4 } }")),
  Fault(
    "a team that shares what no rule asks for",
    meant(more: "granted: [staff]\nteams: { crew: { shares: staff, seats: 4 } }"),
    "12:1: warning: no rule asks for `staff`, which only a grant gives",
    "13:10: warning: no rule asks for `staff`: who joins `crew` gets nothing by this blueprint"),
  Fault(
    "a milestone of the backend that opens what is sold",
    meant(
      message:
        "[{ when: { reached: course }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ).replacing("milestones: [met]", with: "milestones: { course: { setBy: backend } }")),
  Fault(
    "a wallet that nothing fills", meant(more: "credits: { coins: {} }"),
    "12:12: warning: nothing fills the wallet; expected `filledBy`, `given` or a listed grant of credits"
  ),
  Fault(
    "a wallet that only a listed grant fills",
    meant(more: "credits: { coins: {} }\ngrants: { sorry: { credits: coins, amount: 3 } }")),
  Fault(
    "a grant that may be given until it ends",
    meant(
      more:
        "grants: { gift: { when: { from: 2026-12-01 }, entitlement: premium, until: 2027-01-01 } }"
    )),
  Fault(
    "a grant that those who have left may be given before the rest",
    meant(
      more:
        "grants: { gift: { when: { any: [{ from: 2027-06-01 }, { phase: lapsed }] }, entitlement: premium, until: 2027-01-01 } }"
    )),
  Fault(
    "a feature that only a listed grant opens",
    meant(
      message: "[{ when: { entitled: beta }, allow: unlimited }, { otherwise: deny }]",
      more: "grants: { tester: { entitlement: beta } }")),
  Fault(
    "a feature that is open to the whole sandbox",
    meant(
      message:
        "[{ when: { any: [{ environment: sandbox }, { entitled: premium }] }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "6:20: warning: `send-message` is open to the whole sandbox, and App Review, which buys there, finds nothing to buy; expected named testers: a grant, or an attribute with `setBy: backend`"
  ),
  Fault(
    "a feature that is open to testers whom the backend names",
    meant(
      message:
        "[{ when: { environment: sandbox, attribute: { name: tester, is: true } }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: "attributes: { tester: { type: boolean, setBy: backend } }")),
  Fault(
    "a little more for everybody in the sandbox",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { environment: sandbox }, allow: { upTo: 3, per: day }, paywall: plans }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "a feature that is open to those who bought the app",
    meant(
      message:
        "[{ when: { boughtApp: { before: 2026-03-01T00:00:00Z } }, allow: unlimited }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "prices in two currencies",
    meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach }, coach.yearly: { name: Yearly, entitlements: premium, price: 99.99 EUR, period: P1Y, group: coach } }"
    ),
    "2:174: error: the price is in EUR, and an earlier one in USD; expected all prices in one currency"
  ),
  Fault(
    "the customer's time zone where nothing counts by the day",
    meant(app: "timeZone: customer"),
    "1:83: warning: the customer's time zone changes nothing: no limit is per day, week or month, no condition has a date, and no nudge has quiet hours"
  ),
  Fault(
    "the customer's time zone for the date of an event",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { since: { event: signUp, before: 2026-01-01 } }, allow: { upTo: 9, per: ever }, paywall: plans }, { otherwise: deny, paywall: plans }]",
      app: "timeZone: customer")),
  Fault(
    "the customer's time zone beside the instant of an event",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { since: { event: signUp, before: 2026-01-01T00:00:00Z } }, allow: { upTo: 9, per: ever }, paywall: plans }, { otherwise: deny, paywall: plans }]",
      app: "timeZone: customer"),
    "1:83: warning: the customer's time zone changes nothing: no limit is per day, week or month, no condition has a date, and no nudge has quiet hours"
  ),
  Fault(
    "the customer's time zone for a limit per day",
    meant(
      garden:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { upTo: 3, per: day }, paywall: plans }]",
      app: "timeZone: customer")),
  Fault(
    "the customer's time zone for what happened today",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { when: { count: { of: { use: send-message }, lessThan: 2, within: day } }, allow: { upTo: 9, per: ever }, paywall: plans }, { otherwise: deny, paywall: plans }]",
      app: "timeZone: customer")),
  Fault(
    "the customer's time zone for a grant that is given once a year",
    meant(
      more:
        "grants: { gift: { by: backend, entitlement: premium, lasts: P7D, upTo: 1, per: year } }",
      app: "timeZone: customer")),
  Fault(
    "the customer's time zone for a limit of paywalls in a day",
    meant(
      more: "placements: { chat: { paywall: plans } }\npaywallLimit: { upTo: 1, per: day }",
      app: "timeZone: customer")),
  Fault(
    "the customer's time zone beside a limit of paywalls in a length of time",
    meant(
      more: "placements: { chat: { paywall: plans } }\npaywallLimit: { upTo: 1, per: P7D }",
      app: "timeZone: customer"),
    "1:83: warning: the customer's time zone changes nothing: no limit is per day, week or month, no condition has a date, and no nudge has quiet hours"
  ),
  Fault(
    "months of a plan that is paid by the month",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: { upTo: 30, per: planMonth } }, { otherwise: deny, paywall: plans }]"
    ),
    "6:49: warning: no period of the plan is longer than a month, so `planMonth` is the same as `period`; expected `per: period`"
  ),
  Fault(
    "credits with each bill of a year that is also paid by the month",
    meant(
      products: billedMonthly,
      trial: nil,
      message:
        "[{ when: { entitled: premium }, allow: { spend: coins } }, { otherwise: deny, paywall: plans }]",
      paywall:
        "{ title: Plans, packages: [{ product: coach.yearly, billing: monthly }, coach.yearly] }",
      more: "credits: { coins: { filledBy: { coach.yearly: { amount: 6000, each: period } } } }"
    ),
    "12:69: warning: each bill of `coach.yearly` gives 6000: 6000 a year if it is paid at once, and 72000 in monthly bills; expected `each: planMonth` with the amount of a month"
  ),
  Fault(
    "credits in each month of a year that is also paid by the month",
    meant(
      products: billedMonthly,
      trial: nil,
      message:
        "[{ when: { entitled: premium }, allow: { spend: coins } }, { otherwise: deny, paywall: plans }]",
      paywall:
        "{ title: Plans, packages: [{ product: coach.yearly, billing: monthly }, coach.yearly] }",
      more: "credits: { coins: { filledBy: { coach.yearly: { amount: 500, each: planMonth } } } }"
    )),
  Fault(
    "what an upgrade leaves of the credits of the only plan",
    meant(
      trial: nil,
      message:
        "[{ when: { entitled: premium }, allow: { spend: coins } }, { otherwise: deny, paywall: plans }]",
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, onUpgrade: keep } } } }"
    ),
    "12:86: warning: no plan is an upgrade of `coach.monthly`, so `onUpgrade` changes nothing; expected a plan of a higher level in its group"
  ),
  Fault(
    "what an upgrade leaves of the credits of the smaller plan",
    meant(
      products:
        "{ coach.pro: { name: Pro, entitlements: premium, price: 9.99 USD, period: P1M, group: coach, level: 2 }, coach.max: { name: Max, entitlements: premium, price: 29.99 USD, period: P1M, group: coach, level: 1 } }",
      trial: nil,
      message:
        "[{ when: { entitled: premium }, allow: { spend: coins } }, { otherwise: deny, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.pro, coach.max] }",
      more:
        "credits: { coins: { filledBy: { coach.pro: { amount: 5, each: period, onUpgrade: keep }, coach.max: { amount: 50, each: period } } } }"
    )),
  Fault(
    "months of a plan that is paid by the month here and elsewhere",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: { upTo: 30, per: planMonth } }, { otherwise: deny, paywall: plans }]",
      more: "grants: { web: { elsewhere: true, entitlement: premium } }")),
  Fault(
    "months of those without a plan that is paid by the month",
    meant(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { upTo: 3, per: planMonth }, paywall: plans }]"
    )),
  Fault(
    "months of a plan for those without one",
    meant(
      products: yearly,
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { upTo: 3, per: planMonth }, paywall: plans }]"
    )),
  Fault(
    "months of a plan for those in a trial that comes with it",
    meant(
      products: yearlyAfterATrial, trial: "{ start: introductoryOffer }",
      message:
        "[{ when: { phase: trial }, allow: { upTo: 3, per: planMonth } }, { when: { phase: [trial, subscribed] }, allow: { upTo: 30, per: planMonth } }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "months of a plan for those in the app's own trial",
    meant(
      products: yearly,
      message:
        "[{ when: { phase: trial }, allow: { upTo: 3, per: planMonth } }, { when: { phase: subscribed }, allow: { upTo: 30, per: planMonth } }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "months of a yearly plan for its payers",
    meant(
      products: yearly,
      message:
        "[{ when: { entitled: premium }, allow: { upTo: 30, per: planMonth } }, { otherwise: deny, paywall: plans }]"
    )),
  Fault(
    "add-on trials that differ in who may have one again",
    meant(
      message:
        "[{ when: { entitled: [premium, lite] }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more:
        "trials: { taste: { start: { milestone: met }, lasts: P3D, entitles: lite }, again: { start: { milestone: met }, lasts: P3D, entitles: lite, oncePer: account } }"
    )),
  Fault(
    "a level of a product that does not renew",
    meant(
      products:
        "{ coach.monthly: { kind: nonConsumable, name: Monthly, entitlements: premium, price: 9.99 USD, group: coach, level: 1 } }"
    ),
    "2:127: warning: the level of `coach.monthly` changes nothing: only auto-renewable subscriptions have levels"
  ),
  Fault(
    "a variant with the trial's own length in other words",
    meant(
      more: "experiments: { week: { variants: { a: 1, b: { weight: 1, trial: { lasts: P1W } } } } }"
    ),
    "12:42: warning: customers with the variant `b` see the same as those with `a`"),
  Fault(
    "an add-on trial that is the same as another",
    meant(
      message:
        "[{ when: { entitled: [premium, lite] }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more:
        "trials: { taste: { start: { milestone: met }, lasts: P3D, entitles: lite }, again: { start: { milestone: met }, lasts: P3D, entitles: lite } }"
    ), "12:77: warning: the trial `again` has the same start, length and entitlements as `taste`"),
  Fault(
    "an offer that saves nothing",
    meant(
      products:
        "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach, introductoryOffer: { payment: payAsYouGo, period: P1M, periods: 2, price: 9.99 USD } } }"
    ), "2:186: warning: the offer costs no less than `coach.monthly` itself"),
  Fault(
    "an add-on trial",
    meant(
      message:
        "[{ when: { entitled: [premium, lite] }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: "trials: { taste: { start: { milestone: met }, lasts: P3D, entitles: lite } }")),
  Fault(
    "a trial of what no rule asks for",
    meant(more: "trials: { taste: { start: { milestone: met }, lasts: P3D, entitles: premum } }"),
    "12:69: error: the trial gives `premum`, which no rule asks for; did you mean `premium`?"),
  Fault(
    "a trial whose own milestone rules it out",
    meant(
      more:
        "trials: { taste: { start: { milestone: met }, when: { notReached: met }, lasts: P3D, entitles: premium } }"
    ), "12:47: error: the trial never starts: `met` is reached at that moment"),
  Fault(
    "a trial for a phase that there is not",
    meant(
      more:
        "trials: { taste: { start: { milestone: met }, when: { phase: free }, lasts: P3D, entitles: premium } }"
    ),
    "12:62: error: nobody is ever in the phase `free` here: without `hasFreeTier: true` those without a plan are `blocked`"
  ),
  Fault(
    "a main trial that its own milestone rules out",
    meant(
      trial:
        "{ start: { milestone: met }, when: { notReached: met }, lasts: P7D, entitles: premium }"),
    "4:37: error: the trial never starts: `met` is reached at that moment"),
  Fault(
    "a main trial for a phase that there is not",
    meant(trial: "{ start: signUp, when: { phase: free }, lasts: P7D, entitles: premium }"),
    "4:40: error: nobody is ever in the phase `free` here: without `hasFreeTier: true` those without a plan are `blocked`"
  ),
  Fault(
    "a main trial for those without a plan",
    meant(
      trial: "{ start: signUp, when: { phase: [blocked, lapsed] }, lasts: P7D, entitles: premium }")
  ),
  Fault(
    "a main trial for some countries and newcomers",
    meant(
      trial:
        "{ start: firstSeen, when: { country: [DE, AT], count: { of: purchase, lessThan: 1 } }, lasts: P7D, entitles: premium }"
    )),
  Fault(
    "a grant for a phase that there is not",
    meant(
      more:
        "grants: { referral: { by: backend, when: { phase: free }, entitlement: premium, lasts: P7D } }"
    ),
    "12:51: error: nobody is ever in the phase `free` here: without `hasFreeTier: true` those without a plan are `blocked`"
  ),
  Fault(
    "a grant for nobody",
    meant(
      more:
        "grants: { referral: { by: backend, when: { phase: blocked, entitled: premium }, entitlement: premium, lasts: P7D } }"
    ), "12:36: error: the grant is never given: no customer meets all of its conditions at once"),
  Fault(
    "credits that never come",
    meant(
      more:
        "credits: { coins: { given: [{ amount: 5, each: day, when: { entitled: premium, notEntitled: premium } }] } }"
    ),
    "12:53: error: the credits never come: nobody is `entitled` and `notEntitled` to `premium` at once"
  ),
  Fault(
    "credits of a trial that there is not",
    meant(
      trial: nil,
      more: "credits: { coins: { given: [{ amount: 5, each: day, when: { phase: trial } }] } }"),
    "12:68: error: nobody is ever in the phase `trial` here: the blueprint has no trial"),
  Fault(
    "credits that end with a plan that there is not",
    meant(
      products: "{ coach.coins: { kind: consumable, name: Coins, price: 0.99 USD } }", trial: nil,
      message: "[{ otherwise: { upTo: 3, per: day } }]",
      garden: "[{ otherwise: { spend: coins }, paywall: plans }]",
      paywall: "{ title: Plans, packages: [coach.coins] }",
      more:
        "credits: { coins: { filledBy: { coach.coins: 5 }, given: [{ amount: 5, each: day, lasts: whileSubscribed }] } }"
    ),
    "12:90: error: the credits never come: nobody has a plan or a trial here; expected a product that gives one, or no `whileSubscribed`"
  ),
  Fault(
    "credits that end with the plan for those who do not have it",
    meant(
      more:
        "credits: { coins: { given: [{ amount: 5, each: day, when: { not: { phase: [trial, subscribed] } }, lasts: whileSubscribed }] } }"
    ),
    "12:53: error: the credits never come: who meets the condition has neither the plan nor the trial; expected another condition, or no `whileSubscribed`"
  ),
  Fault(
    "credits in the trial and for subscribers",
    meant(
      more:
        "credits: { coins: { given: [{ amount: 5, each: day, when: { phase: [trial, subscribed] } }] } }"
    )),
  Fault(
    "a team that nobody shares",
    meant(more: "teams: { family: { when: { phase: blocked }, shares: premium, seats: 4 } }"),
    "12:20: error: nobody shares the team: who meets the condition does not have `premium`"),
  Fault(
    "a team that subscribers share",
    meant(more: "teams: { family: { when: { phase: subscribed }, shares: premium, seats: 4 } }")),
  Fault(
    "a grant for those who do not pay",
    meant(
      more:
        "grants: { referral: { by: backend, when: { phase: [blocked, lapsed, trialExpired] }, entitlement: premium, lasts: P7D } }"
    )),
  Fault(
    "a trial that gives nothing to those who may have it",
    meant(
      more:
        "trials: { taste: { start: { milestone: met }, when: { entitled: premium }, lasts: P3D, entitles: premium } }"
    ),
    "12:98: error: the trial gives nothing: customers who may have it can do the same without it; expected an entitlement that a rule asks for"
  ),
  Fault(
    "a trial that anyone can claim",
    meant(
      more:
        "trials: { taste: { start: { milestone: met }, when: { country: CH }, lasts: P3D, entitles: premium } }"
    ),
    "12:47: warning: `taste` gives what is sold, and a forged report starts it: a device can forge country; expected a condition on an attribute with `setBy: backend`"
  ),
  Fault(
    "a trial that cuts off those who pay",
    meant(
      message:
        "[{ when: { entitled: lite }, allow: { upTo: 3, per: day } }, { when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: "trials: { taste: { start: { milestone: met }, lasts: P3D, entitles: lite } }"),
    "12:69: error: the trial removes access: in the phase `subscribed` it leaves less of `send-message`; expected rules that give at least as much with it as without it"
  ),
  Fault(
    "a consent to refunds that no condition tests",
    meant(
      more:
        "attributes: { share: { type: boolean } }\nrefunds: { consent: share, rules: [{ prefer: decline }] }"
    )),
  Fault(
    "an experiment",
    meant(
      more:
        "experiments: { page: { variants: { control: 1, bold: { texts: { paywalls.plans.title: Bold plans } } } } }"
    )),
  Fault(
    "a variant that nobody gets",
    meant(
      more:
        "experiments: { page: { variants: { control: 1, bold: { weight: 0, texts: { paywalls.plans.title: Bold } } } } }"
    ),
    "12:48: warning: no new customer gets the variant `bold`: its weight is 0"),
  Fault(
    "two variants that are the same",
    meant(more: "experiments: { page: { variants: { a: 1, b: 3 } } }"),
    "12:45: warning: customers with the variant `b` see the same as those with `a`"),
  Fault(
    "an experiment with one variant",
    meant(more: "experiments: { page: { variants: { a: 1 } } }"),
    "12:24: warning: the experiment `page` has one variant to compare; expected another one, such as `control: 1`"
  ),
  Fault(
    "an experiment without traffic",
    meant(
      more:
        "experiments: { page: { traffic: 0, variants: { a: 1, b: { texts: { paywalls.plans.title: Bold plans } } } } }"
    ),
    "12:33: warning: no new customer takes part in the experiment `page`"),
  Fault(
    "a variant of a paywall that shows its web page",
    meant(
      paywall: "{ title: Plans, packages: [coach.monthly], webPage: true }",
      more: "experiments: { page: { variants: { a: 1, b: { paywalls: { plans: bold } } } } }"
    ).replacing(
      "  plans: {", with: "  bold: { title: Bold, packages: [coach.monthly] }\n  plans: {"),
    "13:66: warning: the web page of `plans` shows the plans of the variant, but otherwise the original paywall; expected `plans` without `webPage: true`"
  ),
  Fault(
    "a variant with a misspelt paywall",
    meant(more: "experiments: { page: { variants: { a: 1, b: { paywalls: { plans: plns } } } } }"),
    "12:66: error: there is no paywall `plns`; did you mean `plans`?"),
  Fault(
    "weights that add up to nothing",
    meant(more: "experiments: { page: { variants: { a: 0, b: 0 } } }"),
    "12:24: error: the weights add up to nothing; expected one above 0, or `traffic: 0` for no new customers"
  ),
  Fault(
    "a group with more than a hundred percent",
    meant(
      more:
        "experiments: { page: { group: g, traffic: 60, variants: { a: 1, b: { texts: { paywalls.plans.title: Bold plans } } } }, more: { group: g, traffic: 41, variants: { a: 1, b: { texts: { paywalls.plans.title: Bold plans } } } } }"
    ),
    "12:148: error: the experiments of the group `g` take more than 100 of a hundred customers"),
  Fault(
    "two experiments that change the same text",
    meant(
      more:
        "experiments: { page: { variants: { a: 1, b: { texts: { paywalls.plans.title: Bold plans } } } }, more: { variants: { a: 1, b: { texts: { paywalls.plans.title: Bold plans } } } } }"
    ),
    "12:98: error: the experiment `page` changes the text `paywalls.plans.title` too; expected both in one `group`"
  ),
  Fault(
    "a variant of a text that no paywall or nudge shows",
    meant(more: "experiments: { page: { variants: { a: 1, b: { texts: { banner: Hi } } } } }"),
    "12:64: error: no paywall or nudge shows the text `banner`, so nothing records who sees it"),
  Fault(
    "a variant with the trial as it is",
    meant(more: "experiments: { page: { variants: { a: 1, b: { trial: { lasts: P7D } } } } }"),
    "12:42: warning: customers with the variant `b` see the same as those with `a`"),
  Fault(
    "a paywall that only a variant shows",
    meant(
      paywall:
        "{ title: Plans, packages: [coach.monthly] }\n  short: { title: Go, packages: [coach.monthly] }",
      more: "experiments: { page: { variants: { a: 1, b: { paywalls: { plans: short } } } } }")),
]
