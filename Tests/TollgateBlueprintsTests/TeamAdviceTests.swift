import Testing

/// Two plans of one group.
private func plans(_ pro: String, _ max: String) -> String {
  "{ coach.pro: { name: Pro, entitlements: \(pro), price: 9.99 USD, period: P1M, group: coach, "
    + "level: 2 }, coach.max: { name: Max, entitlements: \(max), price: 19.99 USD, period: P1M, "
    + "group: coach, level: 1 } }"
}

/// Two plans, and a team that shares one of them; only the larger plan opens the garden.
private func shared(
  _ team: String, products: String = plans("premium", "[premium, max]"), more: String = ""
) -> String {
  meant(
    products: products, trial: nil,
    message: "[{ when: { entitled: [premium, max] }, allow: unlimited }, "
      + "{ otherwise: deny, paywall: plans }]",
    garden: "[{ when: { entitled: max }, allow: unlimited }, "
      + "{ otherwise: { holding: 3 }, paywall: plans }]",
    paywall: "{ title: Plans, packages: [coach.pro, coach.max] }",
    more: "teams: { crew: { \(team) } }\n\(more)")
}

private let oneAtATime =
  "since the store sells a customer one subscription of a group at a time"

@Suite("What is written well for a team and gives nothing, or too much")
struct TeamAdviceTests {
  @Test(
    "seats are for somebody who can share the team",
    arguments: [
      (
        "when: { product: coach.pro }, shares: premium, seats: { max: 5 }",
        [
          "coach.yml:12:65: warning: nobody who shares the team has `max`, \(oneAtATime); "
            + "expected a condition that subscribers to `coach.max` meet"
        ]
      ),
      ("when: { product: coach.max }, shares: premium, seats: { max: 5 }", []),
      ("when: { product: [coach.pro, coach.max] }, shares: premium, seats: { max: 5 }", []),
      ("shares: premium, seats: { premium: 1, max: 5 }", []),
    ])
  func seats(team: String, expected: [String]) {
    #expect(said(of: shared(team)) == expected)
  }

  @Test(
    "what a team shares, its condition and its seats do not ask for two plans of one group",
    arguments: [
      (
        "shares: premium, seats: { max: 5 }", "",
        [
          "coach.yml:12:35: warning: nobody who shares the team has `max`, \(oneAtATime); "
            + "expected an entitlement that `coach.max` gives in `shares`"
        ]
      ),
      (
        "when: { product: coach.pro }, shares: max, seats: 5", "",
        [
          "coach.yml:12:18: warning: nobody shares the team: who meets the condition does not have "
            + "`max`, \(oneAtATime)"
        ]
      ),
      // A grant gives it beside any plan.
      (
        "shares: premium, seats: { max: 5 }",
        "grants: { gift: { entitlement: max, lasts: P7D } }", []
      ),
    ])
  func twoPlans(team: String, more: String, expected: [String]) {
    #expect(said(of: shared(team, products: plans("premium", "max"), more: more)) == expected)
  }

  @Test("plans of two groups can be bought together")
  func twoGroups() {
    let products = plans("premium", "max").replacing(
      "group: coach, level: 1", with: "group: other, level: 1")
    let lines = said(
      of: shared("shares: premium, seats: { max: 5 }", products: products, more: "plan: premium"))
    #expect(!lines.contains { $0.contains("teams") || $0.contains("the team") })
  }

  @Test(
    "members have no more of what is sold than their owner bought",
    arguments: [
      (
        "shares: premium, gives: [premium, max], seats: 4", "[premium, max]",
        [
          "coach.yml:12:35: warning: members have `max`, and more of `garden` than an owner with "
            + "`coach.pro`; expected what every owner has, and a team of its own for each larger plan"
        ]
      ),
      // An entitlement of their own tells members apart.
      ("shares: premium, gives: [premium, member], seats: 4", "[premium, max]", []),
      // Only owners of the larger plan have seats.
      ("shares: premium, gives: [premium, max], seats: { max: 4 }", "[premium, max]", []),
      (
        "when: { entitled: max }, shares: premium, gives: [premium, max], seats: 4",
        "[premium, max]", []
      ),
      // Members have what another plan gives, which opens less than the owner has.
      ("shares: max, gives: premium, seats: 4", "max", []),
    ])
  func members(team: String, max: String, expected: [String]) {
    #expect(said(of: shared(team, products: plans("premium", max))) == expected)
  }

  @Test(
    "what a team counts together is limited for the team",
    arguments: [
      (
        "{ largest: 50 }", "{ largest: 5 }",
        [
          "coach.yml:12:53: warning: nothing of `send-message` counts together: `largest` limits "
            + "each use alone; expected `holding`, or `upTo` in a window, in the rule for the team"
        ]
      ),
      (
        "unlimited", "{ upTo: 5, per: day }",
        [
          "coach.yml:12:53: warning: nothing of `send-message` counts together: the team has no "
            + "limit of it; expected `holding`, or `upTo` in a window, in the rule for the team"
        ]
      ),
      (
        "{ all: [{ largest: 50 }, { upTo: 600, per: month, cost: any }] }",
        "{ largest: 5 }", []
      ),
    ])
  func pooled(allowance: String, rest: String, expected: [String]) {
    #expect(said(of: pool(allowance, rest: rest)) == expected)
  }

  @Test("uses without a limit count together for a condition that counts them")
  func pooledForACondition() {
    let prompt =
      "prompts: { card: { shape: card, placement: chat, "
      + "when: { count: { of: { use: send-message }, atLeast: 5 } }, icon: leaf, "
      + "text: { text: banner } } }"
    #expect(said(of: pool("unlimited", rest: "{ upTo: 5, per: day }", more: prompt)) == [])
  }

  /// A team that counts messages together.
  private func pool(_ allowance: String, rest: String, more: String = "") -> String {
    meant(
      trial: nil,
      message: "[{ when: { entitled: premium }, allow: \(allowance) }, "
        + "{ otherwise: \(rest), paywall: plans }]",
      more: "teams: { crew: { shares: premium, seats: 4, pooled: send-message } }\n\(more)")
  }
}
