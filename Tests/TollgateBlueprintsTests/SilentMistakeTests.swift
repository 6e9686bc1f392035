import Testing

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
    let products =
      "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, "
      + "group: coach }, coach.day: { kind: nonRenewing, name: Day, entitlements: premium, "
      + "price: 4.99 USD, period: P1D } }"
    let packages =
      "[coach.monthly, { product: coach.day, when: { \(condition) } }, coach.day]"
    let lines = said(
      of: meant(products: products, paywall: "{ title: Plans, packages: \(packages) }"))
    #expect(lines == expected)
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
}
