import Testing

/// A plan, and two consumables.
private let coins =
  "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach }, coach.coins: { kind: consumable, name: Coins, price: 0.99 USD }, coach.gems: { kind: consumable, name: Gems, price: 1.99 USD } }"

/// A rule that spends coins.
private let spending =
  "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: { spend: coins }, paywall: plans }]"

/// What takes money for nothing, each followed by designs that look like it and are sound.
private let table: [Fault] = [
  Fault(
    "credits on sale that no rule spends",
    meant(
      products: coins, paywall: "{ title: Plans, packages: [coach.monthly, coach.coins] }",
      more: "credits: { coins: { filledBy: { coach.coins: 100 } } }"),
    "12:12: warning: no rule spends `coins`, so who buys `coach.coins` cannot use its credits; expected a rule with `spend: coins`"
  ),
  Fault(
    "credits on sale that a rule spends",
    meant(
      products: coins, message: spending,
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins] }",
      more: "credits: { coins: { filledBy: { coach.coins: 100 } } }")),
  Fault(
    "a consumable that fills no wallet, beside one that does",
    meant(
      products: coins, message: spending,
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins, coach.gems] }",
      more: "credits: { coins: { filledBy: { coach.coins: 100 } } }"),
    "2:179: warning: `coach.gems` fills no wallet, so who buys it gets nothing by this blueprint; expected its credits under `filledBy`"
  ),
  Fault(
    "a consumable that fills no wallet, and whose buyers are thanked",
    meant(
      products: coins, message: spending,
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins, coach.gems] }",
      more:
        "credits: { coins: { filledBy: { coach.coins: 100 } } }\nprompts: { thanks: { shape: card, placement: home, when: { count: { of: { bought: coach.gems }, atLeast: 1 } }, icon: leaf, text: { text: banner } } }"
    )),
  Fault(
    "consumables of an app that keeps its own count of them",
    meant(
      products: coins,
      paywall: "{ title: Plans, packages: [coach.monthly, coach.coins, coach.gems] }")),
]

@Suite("Money for nothing")
struct MoneyForNothingTests {
  @Test("a check points out what customers pay for and do not get", arguments: table)
  func one(fault: Fault) {
    #expect(said(of: fault.yaml) == fault.said.map { "coach.yml:\($0)" })
  }
}
