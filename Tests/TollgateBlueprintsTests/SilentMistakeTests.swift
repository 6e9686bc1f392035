import Testing

/// A plan, and a pass that gives the same.
private let withPass =
  "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, "
  + "group: coach }, coach.day: { kind: nonRenewing, name: Day, entitlements: premium, "
  + "price: 4.99 USD, period: P1D } }"

@Suite("What is written well and means something else")
struct SilentMistakeTests {
  @Test(
    "a rule for those without an attribute also has to mean those of whom it was never set",
    arguments: [
      (
        "attribute: { name: team, is: false }", "{ type: boolean, setBy: backend }",
        [
          "coach.yml:6:71: warning: nobody for whom `team` was never set meets `is: false`; "
            + "expected `not: { attribute: { name: team, is: true } }` to include them"
        ]
      ),
      (
        "not: { attribute: { name: team, is: true } }", "{ type: boolean, setBy: backend }", []
      ),
      ("attribute: { name: team, is: true }", "{ type: boolean, setBy: backend }", []),
    ])
  func unset(condition: String, attribute: String, expected: [String]) {
    let rules =
      "[{ when: { entitled: premium }, allow: unlimited }, { when: { \(condition) }, "
      + "allow: { upTo: 9, per: day }, paywall: plans }, { otherwise: deny, paywall: plans }]"
    let lines = said(of: meant(message: rules, more: "attributes: { team: \(attribute) }"))
    #expect(lines == expected)
  }

  @Test(
    "a rule that gives those with `false` no more than everybody else leaves nobody out",
    arguments: [("{ upTo: 20, per: day }", true), ("{ upTo: 5, per: day }", false)])
  func unsetWithMore(rest: String, isGood: Bool) {
    let rules =
      "[{ when: { entitled: premium }, allow: unlimited }, "
      + "{ when: { attribute: { name: team, is: false } }, allow: { upTo: 9, per: day } }, "
      + "{ otherwise: \(rest), paywall: plans }]"
    let lines = said(
      of: meant(message: rules, more: "attributes: { team: { type: boolean, setBy: backend } }"))
    #expect(!lines.contains { $0.contains("was never set") } == isGood)
  }

  @Test(
    "a team that is named after a plan is not for the owners of a smaller one",
    arguments: [
      (
        "business: { shares: premium, seats: 50 }",
        [
          "coach.yml:13:46: warning: whoever has `premium` can invite members, even without "
            + "`business`; expected `seats: { business: 50 }`, if only owners with `business` may"
        ]
      ),
      ("business: { shares: premium, seats: { business: 50 } }", []),
      ("business: { shares: business, seats: 50 }", []),
      ("family: { shares: premium, seats: 50 }", []),
    ])
  func owners(team: String, expected: [String]) {
    let rules =
      "[{ when: { entitled: [premium, business] }, allow: unlimited }, "
      + "{ otherwise: deny, paywall: plans }]"
    let grant = "grants: { contract: { elsewhere: true, entitlement: [premium, business] } }"
    let lines = said(of: meant(message: rules, more: "\(grant)\nteams: { \(team) }"))
    #expect(lines == expected)
  }

  @Test(
    "a pass that a running subscription makes worthless is not for its subscribers",
    arguments: [
      (
        "entitled: premium",
        [
          "coach.yml:9:74: warning: subscribers to `coach.monthly` are offered `coach.day` too, "
            + "whose time passes while they subscribe; expected "
            + "`not: { product: coach.monthly }` in the condition"
        ]
      ),
      ("entitled: premium, not: { product: coach.monthly }", []),
      ("notEntitled: premium", []), ("phase: lapsed", []),
    ])
  func pass(condition: String, expected: [String]) {
    let packages =
      "[coach.monthly, { product: coach.day, when: { \(condition) } }, coach.day]"
    let lines = said(
      of: meant(products: withPass, paywall: "{ title: Plans, packages: \(packages) }"))
    #expect(lines == expected)
  }

  @Test(
    "a pass for one country is offered to subscribers only where they see its paywall",
    arguments: [
      ("", false), ("placements: { home: { paywall: plans, gate: false } }", true),
      ("placements: { home: { paywall: plans, gate: false, when: { phase: lapsed } } }", false),
      ("placements: { home: { paywall: plans } }", false),
    ])
  func passInOneCountry(screens: String, isWarned: Bool) {
    let packages = "[coach.monthly, { product: coach.day, when: { country: US } }, coach.day]"
    let lines = said(
      of: meant(
        products: withPass, paywall: "{ title: Plans, packages: \(packages) }", more: screens))
    #expect(lines.contains { $0.contains("whose time passes") } == isWarned)
  }

  @Test(
    "a smaller plan for less is not for those who leave the larger one",
    arguments: [
      ("willRenew: false }, offer: stay", "willRenew: false", true),
      ("willRenew: false }, offer: stay", "willRenew: false, product: coach.plus", false),
      ("willRenew: false }, offer: stay", "phase: free", false),
      ("willRenew: false, product: coach.plus }, offer: stay", "willRenew: false", false),
      (
        "willRenew: false, product: [coach.plus, coach.pro] }, offer: stay", "willRenew: false",
        false
      ),
      ("phase: lapsed }, offer: stay", "phase: lapsed", false),
      ("willRenew: false }", "willRenew: false", false),
    ])
  func saveOffers(package: String, prompt: String, isWarned: Bool) {
    let products = """
      { coach.plus: { name: Plus, entitlements: premium, price: 4.99 USD, period: P1M, group: coach, level: 2, \
      offers: { stay: { kind: promotional, payment: payUpFront, period: P1M, price: 1.99 USD } } }, \
      coach.pro: { name: Pro, entitlements: [premium, pro], price: 9.99 USD, period: P1M, group: coach, level: 1 } }
      """
    let packages = "[{ product: coach.plus, when: { \(package) }, coach.plus]"
    let lines = said(
      of: meant(
        products: products, trial: nil,
        garden:
          "[{ when: { entitled: pro }, allow: unlimited }, { otherwise: deny, paywall: all }]",
        paywall:
          "{ title: Plans, packages: \(packages) }\n  all: { title: All, packages: [coach.plus, coach.pro] }",
        more:
          "prompts: { stay: { shape: card, placement: home, when: { \(prompt) }, icon: heart, text: Stay, paywall: plans } }"
      ))
    let warning =
      "whoever has cancelled `coach.pro` is offered `coach.plus` with `stay` too, which gives less; "
      + "expected `product: coach.plus` in the condition"
    #expect(lines.contains { $0.hasSuffix("warning: \(warning)") } == isWarned)
  }

  @Test("a pass with credits is worth something to subscribers")
  func passWithCredits() {
    let packages = "[coach.monthly, { product: coach.day, when: { entitled: premium } }, coach.day]"
    let lines = said(
      of: meant(
        products: withPass, garden: "[{ otherwise: { spend: coins }, paywall: plans }]",
        paywall: "{ title: Plans, packages: \(packages) }",
        more: "credits: { coins: { filledBy: { coach.day: 5 } } }"))
    #expect(lines == [])
  }

  @Test(
    "payers who have used up their limit can spend what they bought, as others can",
    arguments: [
      (
        "{ upTo: 9, per: day }",
        [
          "coach.yml:6:18: warning: whoever has used up this limit cannot spend `coins` on "
            + "`send-message`, as others can; expected `first` with the limit and then "
            + "`{ spend: coins, cost: 4 }`"
        ]
      ),
      ("{ first: [{ upTo: 9, per: day }, { spend: coins, cost: 4 }] }", []), ("unlimited", []),
      // A size is never used up.
      ("{ largest: 9 }", []),
    ])
  func spending(allowance: String, expected: [String]) {
    let products =
      "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, "
      + "group: coach }, coach.coins: { kind: consumable, name: Coins, price: 0.99 USD } }"
    let rules =
      "[{ when: { entitled: premium }, allow: \(allowance) }, "
      + "{ otherwise: { spend: coins, cost: 4 }, paywall: plans }]"
    let lines = said(
      of: meant(
        products: products, message: rules,
        paywall: "{ title: Plans, packages: [coach.monthly, coach.coins] }",
        more: "credits: { coins: { filledBy: { coach.coins: 100 } } }"))
    #expect(lines == expected)
  }

  @Test(
    "whoever buys for ever what the plan opens has the plan",
    arguments: [
      (
        "ever", "[premium, ever]",
        [
          "coach.yml:2:175: warning: whoever buys `coach.ever` has all that `coach.monthly` opens "
            + "and still counts as `free`, in texts, prompts and paywalls too; expected "
            + "`[ever, premium]`, so that it is the plan"
        ]
      ),
      ("[ever, premium]", "premium", []),
      // Some icons, which subscribers have too.
      ("ever", "premium", []),
    ])
  func forEver(entitlements: String, asked: String, expected: [String]) {
    let products =
      "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, "
      + "group: coach }, coach.ever: { kind: nonConsumable, name: Ever, "
      + "entitlements: \(entitlements), price: 99.99 USD } }"
    let lines = said(
      of: meant(
        products: products, trial: nil,
        message: "[{ when: { entitled: \(asked) }, allow: unlimited }, "
          + "{ otherwise: deny, paywall: plans }]",
        garden: "[{ when: { entitled: [premium, ever] }, allow: unlimited }, "
          + "{ otherwise: { holding: 3 }, paywall: plans }]",
        paywall: "{ title: Plans, packages: [coach.monthly, coach.ever] }"))
    #expect(lines == expected)
  }

  @Test(
    "a paywall that cannot be closed stops nobody who lacks nothing that it sells",
    arguments: [
      (
        "{ phase: [free, lapsed] }", "[premium, founder]", ", dismissible: false",
        [
          "coach.yml:9:66: warning: the placement `home` shows `plans` to those with `early`, who "
            + "cannot close it and lack nothing that it sells; expected `notEntitled: founder` in "
            + "the condition of the placement `home`"
        ]
      ),
      (
        "{ phase: [free, lapsed], notEntitled: founder }", "[premium, founder]",
        ", dismissible: false", []
      ),
      // They have only a part of what it sells.
      ("{ phase: [free, lapsed] }", "premium", ", dismissible: false", []),
      ("{ phase: [free, lapsed] }", "[premium, founder]", "", []),
    ])
  func stopped(condition: String, asked: String, closing: String, expected: [String]) {
    let lines = said(
      of: meant(
        trial: nil,
        message: "[{ when: { entitled: [premium, founder] }, allow: unlimited }, "
          + "{ otherwise: deny, paywall: plans }]",
        garden: "[{ when: { entitled: \(asked) }, allow: unlimited }, "
          + "{ otherwise: { holding: 3 }, paywall: plans }]",
        paywall: "{ title: Plans, packages: [coach.monthly]\(closing) }",
        more: "placements: { home: { when: \(condition), paywall: plans } }\n"
          + "grants: { early: { entitlement: founder } }"))
    #expect(lines == expected)
  }

  @Test("a prompt, too, shows a paywall that cannot be closed")
  func stoppedByPrompt() {
    let lines = said(
      of: meant(
        trial: nil,
        message: "[{ when: { boughtApp: { before: 2026-03-01T00:00:00Z } }, allow: unlimited }, "
          + "{ when: { entitled: premium }, allow: unlimited }, "
          + "{ otherwise: deny, paywall: plans }]",
        garden: "[{ otherwise: { holding: 3 } }]",
        paywall: "{ title: Plans, packages: [coach.monthly], dismissible: false }",
        more: "prompts: { more: { shape: card, placement: home, icon: leaf, "
          + "when: { phase: free }, text: { text: banner }, paywall: plans } }"))
    #expect(
      lines == [
        "coach.yml:9:66: warning: the prompt `more` shows `plans` to those who bought the app early, "
          + "who cannot close it and lack nothing that it sells; expected `not: { boughtApp: … }` "
          + "in the condition of the prompt `more`"
      ])
  }

  @Test(
    "only a plan that fills the wallet tops credits up",
    arguments: [
      (
        "topUp", "",
        [
          "coach.yml:12:84: warning: an upgrade to `coach.max`, which does not fill `coins`, tops up "
            + "nothing and takes what is left; expected `coach.max` in `filledBy`, or "
            + "`onUpgrade: share`"
        ]
      ),
      ("topUp", ", coach.max: { amount: 300, each: period }", []),
      ("replace", "", []), ("keep", "", []),
    ])
  func toppedUp(rule: String, larger: String, expected: [String]) {
    let products =
      "{ coach.pro: { name: Pro, entitlements: premium, price: 9.99 USD, period: P1M, "
      + "group: coach, level: 2 }, coach.max: { name: Max, entitlements: [premium, max], "
      + "price: 19.99 USD, period: P1M, group: coach, level: 1 } }"
    let lines = said(
      of: meant(
        products: products, trial: nil,
        message: "[{ when: { entitled: max }, allow: unlimited }, { when: { entitled: premium }, "
          + "allow: { spend: coins }, paywall: plans }, { otherwise: deny, paywall: plans }]",
        paywall: "{ title: Plans, packages: [coach.pro, coach.max] }",
        more: "credits: { coins: { filledBy: { coach.pro: { amount: 100, each: period, "
          + "onUpgrade: \(rule) }\(larger) } } }"))
    #expect(lines == expected)
  }

  @Test(
    "credits roll over only if there may be more than a period gives",
    arguments: [
      (
        "each: period, rollsOver: whileSubscribed, upTo: 100",
        [
          "coach.yml:12:111: warning: nothing rolls over to the next period: `upTo` includes the "
            + "100 that it gives; expected more than 100"
        ]
      ),
      ("each: period, rollsOver: whileSubscribed, upTo: 101", []),
      ("each: period, rollsOver: whileSubscribed", []), ("each: period", []),
    ])
  func rolledOver(terms: String, expected: [String]) {
    // What comes each day does not add up by default, so its `upTo` promises nothing.
    let lines = said(
      of: meant(
        trial: nil,
        message: "[{ when: { entitled: premium }, allow: { spend: coins }, paywall: plans }, "
          + "{ otherwise: deny, paywall: plans }]",
        more: "credits: { coins: { filledBy: { coach.monthly: { amount: 100, \(terms) } }, "
          + "given: [{ amount: 5, each: day, upTo: 5 }] } }"))
    #expect(lines == expected)
  }

  @Test(
    "a package whose condition is about something else trades nobody's plan away",
    arguments: [
      ("country: US", 1, "premium", true), ("entitled: premium", 1, "premium", true),
      // It is meant for them.
      ("product: coach.pro", 1, "premium", false),
      ("phase: [free, lapsed]", 1, "premium", false),
      // It waits for the end of the period.
      ("country: US", 3, "premium", false),
      // Nothing is lost.
      ("country: US", 1, "[premium, max]", false),
    ])
  func traded(condition: String, level: Int, asked: String, isWarned: Bool) {
    let products =
      "{ coach.pro: { name: Pro, entitlements: premium, price: 9.99 USD, period: P1M, "
      + "group: coach, level: 2 }, coach.max: { name: Max, entitlements: max, "
      + "price: 19.99 USD, period: P1M, group: coach, level: \(level) } }"
    let lines = said(
      of: meant(
        products: products, trial: nil,
        message: "[{ when: { entitled: max }, allow: unlimited }, { when: { entitled: premium }, "
          + "allow: { upTo: 5, per: day }, paywall: plans }, { otherwise: deny, paywall: plans }]",
        garden: "[{ when: { entitled: \(asked) }, allow: unlimited }, "
          + "{ otherwise: { holding: 3 }, paywall: plans }]",
        paywall: "{ title: Plans, packages: [coach.pro, "
          + "{ product: coach.max, when: { \(condition) } }] }"))
    let warning =
      "coach.yml:9:70: warning: `coach.max` ends `coach.pro` at once, whose subscribers are offered "
      + "it too and then have less of `garden`; expected `not: { product: coach.pro }` in the "
      + "condition, or `product: coach.pro` if it is meant for them"
    #expect(lines == (isWarned ? [warning] : []))
  }

  @Test("a package on a paywall that subscribers never see trades nobody's plan away")
  func tradedOutOfSight() {
    let products =
      "{ coach.pro: { name: Pro, entitlements: premium, price: 9.99 USD, period: P1M, "
      + "group: coach, level: 2 }, coach.max: { name: Max, entitlements: max, "
      + "price: 19.99 USD, period: P1M, group: coach, level: 1 } }"
    let lines = said(
      of: meant(
        products: products, trial: nil,
        garden: "[{ when: { entitled: [premium, max] }, allow: unlimited }, "
          + "{ otherwise: { holding: 3 }, paywall: plans }]",
        paywall: "{ title: Plans, packages: [coach.pro, "
          + "{ product: coach.max, when: { country: US } }] }"))
    #expect(!lines.contains { $0.contains("at once") })
  }
}
