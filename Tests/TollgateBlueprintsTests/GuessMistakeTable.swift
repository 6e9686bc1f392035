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
    smallBlueprint(more: "placements: { home: { when: { left: 0 }, paywall: plans } }"),
    "13:37: error: found the number `0`; expected an amount left such as `{ of: FEATURE, lessThan: 1 }` or `{ of: { credits: WALLET }, lessThan: 1 }`, once nothing is left"
  ),
  (
    smallBlueprint(
      more: "placements: { home: { when: { left: { of: garden, lessThan: 0 } }, paywall: plans } }"),
    "13:61: error: found the number `0`; expected `lessThan: 1` once nothing is left, or `atLeast: 1` while something is"
  ),
  (
    smallBlueprint(
      more: "placements: { home: { when: { left: { of: garden, atMost: 2 } }, paywall: plans } }"),
    "13:51: error: an amount left has no key `atMost`; expected `lessThan`, as in `lessThan: 4` for at most three"
  ),
  (
    smallBlueprint(
      more: "placements: { home: { when: { count: { of: opened, moreThan: 2 } }, paywall: plans } }"
    ),
    "13:52: error: a number of times has no key `moreThan`; expected `atLeast`, as in `atLeast: 4` for more than three"
  ),
  (
    smallBlueprint(
      more: "placements: { home: { when: { count: { of: opened, lessThan: 0 } }, paywall: plans } }"
    ),
    "13:62: error: found the number `0`; expected `lessThan: 1`, which holds at none"
  ),
  (
    smallBlueprint(more: "placements: { home: { when: { count: 3 }, paywall: plans } }"),
    "13:38: error: found the number `3`; expected a number of times such as `{ of: { use: FEATURE }, atLeast: 3 }`"
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
  (
    smallBlueprint(message: "[{ when: { had: premium }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `had`; expected `count: { of: { bought: PRODUCT }, atLeast: 1 }` for those who ever bought it, with `notEntitled` beside it for those who no longer have it; or `phase: lapsed` for those whose plan has ended"
  ),
  (
    smallBlueprint(
      message: "[{ when: { wasEntitled: premium }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `wasEntitled`; expected `count: { of: { bought: PRODUCT }, atLeast: 1 }` for those who ever bought it, with `notEntitled` beside it for those who no longer have it; or `phase: lapsed` for those whose plan has ended"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { all: [{ entitled: premium }, { phase: trial }] }, allow: unlimited }, { otherwise: deny }]"
    ),
    "7:28: error: a condition has no key `all`; expected nothing: all keys of a condition must hold, as in `{ phase: free, reached: MILESTONE }`"
  ),
  (
    smallBlueprint(
      more: "placements: { home: { when: { limitReached: garden }, paywall: plans } }"),
    "13:31: error: a condition has no key `limitReached`; expected `left: { of: FEATURE, lessThan: 1 }`, or `left: { of: { credits: WALLET }, lessThan: 1 }`, outside rules of features"
  ),
  (
    smallBlueprint(message: "[{ when: { phase: active }, allow: unlimited }, { otherwise: deny }]"),
    "7:35: error: found `active`; expected one of `unknown`, `onboarding`, `blocked`, `trial`, `trialExpired`, `subscribed`, `lapsed`, `free`; did you mean `subscribed`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { subscription: cancelled }, allow: unlimited }, { otherwise: deny }]"),
    "7:42: error: found `cancelled`; expected `willRenew: false` in place of `subscription`"
  ),
  (
    smallBlueprint(trial: "{ start: signUp, uses: 3, entitles: premium }"),
    "5:31: error: found the number `3`; expected a number of uses such as `{ of: FEATURE, limit: 100 }`"
  ),
]
