/// Words that authors who know other products may guess, each with what to write.
let guessMistakes: [(String, String)] = [
  (
    smallBlueprint(trial: "{ start: signUp, lasts: P24H, entitles: premium }"),
    "5:32: error: found `P24H`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; did you mean `PT24H`?"
  ),
  (
    smallBlueprint(trial: "{ start: signUp, lasts: PT7D, entitles: premium }"),
    "5:32: error: found `PT7D`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; did you mean `P7D`?"
  ),
  (
    smallBlueprint(trial: "{ start: signUp, lasts: P90S, entitles: premium }"),
    "5:32: error: found `P90S`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; did you mean `PT2M`?"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: Monthly, entitlements: premium, period: monthly }"),
    "3:66: error: found `monthly`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; did you mean `P1M`?"
  ),
  (
    smallBlueprint(
      more:
        "placements: { home: { when: { left: { of: coins, lessThan: 1 } }, paywall: plans } }\ncredits: { coins: { given: [{ amount: 5, on: signUp }] } }"
    ),
    "13:43: error: `coins` is a wallet, not a feature; expected `of: { credits: coins }`"
  ),
  (
    smallBlueprint(more: "teams: { crew: { shares: send-message, seats: 5 } }"),
    "13:26: error: `send-message` is a feature, not an entitlement; expected one that a product, a trial, a team, `granted` or `grants` gives: `premium`"
  ),
  (
    smallBlueprint(more: "teams: { crew: { shares: coach.monthly, seats: 5 } }"),
    "13:26: error: `coach.monthly` is a product, not an entitlement; expected one that a product, a trial, a team, `granted` or `grants` gives: `premium`"
  ),
  (
    smallBlueprint(more: "teams: { crew: { shares: premium, seats: 5, pooled: premium } }"),
    "13:53: error: `premium` is an entitlement, not a feature; expected one of `send-message`, `garden`"
  ),
  (
    smallBlueprint(
      more:
        "teams: { crew: { shares: premium, seats: 5, pooled: coins } }\ncredits: { coins: { given: [{ amount: 5, on: signUp }] } }"
    ),
    "13:53: error: `coins` is a wallet, which is one person's; expected a feature with `upTo` or `holding`, or your backend, which uses the feature for the owner, whose wallet then pays"
  ),
  (
    smallBlueprint(
      more:
        "teams: { crew: { shares: premium, seats: 5, pooled: { credits: coins } } }\ncredits: { coins: { given: [{ amount: 5, on: signUp }] } }"
    ),
    "13:55: error: `pooled` has no key `credits`; expected the owner's own wallet: each person pays with their own credits, unless your backend uses the feature for the owner"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { spend: premium }, paywall: plans }]",
      more: "credits: { coins: { given: [{ amount: 5, on: signUp }] } }"),
    "7:40: error: `premium` is an entitlement, not a wallet; expected `coins`"
  ),
]
