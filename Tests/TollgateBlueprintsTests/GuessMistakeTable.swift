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
      products: "coach.monthly: { name: Ever, entitlements: premium, period: lifetime }"),
    "3:63: error: found `lifetime`; expected `kind: nonConsumable` and no `period`, for what is bought once and kept"
  ),
  (
    smallBlueprint(more: "grants: { gift: { entitlement: premium, lasts: forever } }"),
    "13:48: error: found `forever`; expected nothing: without `lasts` it never ends"
  ),
  (
    smallBlueprint(more: "grants: { gift: { entitlement: premium, until: never } }"),
    "13:48: error: found `never`; expected nothing: without `until` it never ends"
  ),
  (
    smallBlueprint(
      paywall: "{ title: Hello, packages: [{ product: coach.monthly, offer: none }] }"),
    "10:70: error: `coach.monthly` has no offer `none`; expected no `offer`: the product is then sold at its price, and at its introductory offer to those who are new to its group, unless the package has `introductoryOffer: false`"
  ),
  (
    smallBlueprint(
      paywall: "{ title: Hello, packages: [{ product: coach.monthly, offer: freeTrial }] }"),
    "10:70: error: `coach.monthly` has no offer `freeTrial`; expected no `offer`: the product is then sold at its price, and at its introductory offer to those who are new to its group, unless the package has `introductoryOffer: false`"
  ),
  (
    smallBlueprint(
      products:
        "coach.monthly: { name: Monthly, entitlements: premium, period: P1M, introductoryOffer: none }"
    ),
    "3:90: error: found `none`; expected nothing: a product without `introductoryOffer` has none"
  ),
  (
    smallBlueprint(
      products:
        "coach.monthly: { name: Monthly, entitlements: premium, period: P1M, introductoryOffer: P7D }"
    ),
    "3:90: error: found `P7D`; expected an introductory offer such as `{ payment: freeTrial, period: P1W }`"
  ),
  (
    smallBlueprint(
      products:
        "coach.monthly: { name: Monthly, entitlements: premium, period: P1M, introductoryOffer: { payment: free, period: P1W } }"
    ),
    "3:101: error: found `free`; expected one of `freeTrial`, `payAsYouGo`, `payUpFront`; did you mean `freeTrial`?"
  ),
  (
    smallBlueprint(
      products:
        "coach.monthly: { name: Monthly, entitlements: premium, period: P1M, trial_days: 7 }"),
    "3:71: error: a product has no key `trial_days`; expected `introductoryOffer: { payment: freeTrial, period: P1W }`"
  ),
  (
    smallBlueprint(
      products:
        "coach.monthly: { name: Monthly, entitlements: premium, period: P1M, countries: [US] }"),
    "3:71: error: a product has no key `countries`; expected `when: { country: US }` in a package, for where the app offers it; App Store Connect decides where the store sells it"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { kind: lifetime, name: Ever, entitlements: premium }"),
    "3:26: error: found `lifetime`; expected one of `autoRenewable`, `nonRenewing`, `nonConsumable`, `consumable`; did you mean `nonConsumable`?"
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
    smallBlueprint(
      more: "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: purchase } } } }"),
    "13:67: error: found `purchase`; expected a number alone, as in `filledBy: { PRODUCT: 100 }`, for what each purchase gives"
  ),
  (
    smallBlueprint(more: "credits: { coins: { given: [{ amount: 5, each: day }], lasts: P1Y } }"),
    "13:56: error: a wallet has no key `lasts`; expected nothing for credits that were bought in packs, which never expire; those of a plan do, by `rollsOver` and `lasts` in its entry of `filledBy`, and given ones by `lasts` in `given` or in a grant"
  ),
  (
    smallBlueprint(more: "credits: { coins: { initial: 50, given: [{ amount: 5, each: day }] } }"),
    "13:21: error: a wallet has no key `initial`; expected `given`, as in `given: [{ amount: 50, on: signUp }]` or `given: [{ amount: 5, each: day }]`"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 5, per: day, cost: 10 }, paywall: plans }]"),
    "7:58: error: found the number `10`; expected `any`, with which the app says the size of each use, or for a fixed price `{ spend: coins, cost: 10 }` and a wallet with `given: [{ amount: 50, each: day }]`"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { cost: 10 }, paywall: plans }]"),
    "7:33: error: an allowance has no key `cost`; expected `cost` beside `spend`, as in `{ spend: coins, cost: 10 }`"
  ),
  (
    smallBlueprint(message: "[{ otherwise: deny, cost: 10, paywall: plans }]"),
    "7:37: error: a rule has no key `cost`; expected `allow: { spend: coins, cost: 10 }`, or `otherwise` in a last rule"
  ),
  (
    smallBlueprint(more: "teams: { crew: { shares: send-message, seats: 5 } }"),
    "13:26: error: `send-message` is a feature, and a team shares entitlements; expected one that opens it to members, or `pooled: send-message`, which counts the uses and items of all of them together"
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
    smallBlueprint(more: "purchases: { gracePeriod: P16D }"),
    "13:14: error: rules of purchases have no key `gracePeriod`; expected nothing: App Store Connect sets the grace period, which the store signs; `lateRenewal` is for renewals that the store has not reported yet"
  ),
  (
    smallBlueprint(
      more:
        "grants: { gift: { by: backend, entitlement: premium, credits: coins, amount: 5 } }\ncredits: { coins: { given: [{ amount: 5, on: signUp }] } }"
    ),
    "13:32: error: a grant with `credits` has no key `entitlement`; expected a second grant with it, since a grant gives either entitlements or credits; your backend then gives both"
  ),
  (
    smallBlueprint(more: "grants: { gift: { by: server, entitlement: premium } }"),
    "13:23: error: found `server`; expected one of `support`, `backend`; did you mean `backend`?"
  ),
  (
    smallBlueprint(more: "grants: { gift: { entitlement: premium, expires: P7D } }"),
    "13:41: error: a grant has no key `expires`; expected `lasts`, as in `lasts: P7D`, or `until` for a date"
  ),
  (
    smallBlueprint(more: "entitlements: [premium]"),
    "13:1: error: a blueprint has no key `entitlements`; expected `entitlements` in each product, as in `entitlements: premium`: what gives an entitlement declares it"
  ),
  (
    smallBlueprint(more: "coupons: { FRIENDS: premium }"),
    "13:1: error: a blueprint has no key `coupons`; expected `offers` in a product with `kind: code`, and a package with `offer: { code: NAME }`; or `grants` for codes of your own"
  ),
  (
    smallBlueprint(message: "premium"),
    "7:17: error: found `premium`; expected rules, as in `[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]`"
  ),
  (
    smallBlueprint(message: "{ entitlement: premium, paywall: plans }"),
    "7:19: error: a feature has no key `entitlement` and lacks `rules`; expected rules, as in `[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]`"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: block, paywall: plans }]"),
    "7:82: error: found `block`; expected one of `deny`, `unlimited`; did you mean `deny`?"
  ),
  (
    smallBlueprint(message: "[{ when: { entitled: premium }, allow: none }, { otherwise: deny }]"),
    "7:56: error: found `none`; expected `deny: true` in place of `allow`"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 3, every: week }, paywall: plans }]"),
    "7:42: error: an allowance has no key `every`; expected `per`, as in `{ upTo: 3, per: week }`"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { count: 3, per: day }, paywall: plans }]"),
    "7:33: error: an allowance has no key `count`; expected `upTo` for a number, as in `{ upTo: 3, per: day }`, or `counts` for a name"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { perDay: 3 }, paywall: plans }]"),
    "7:33: error: an allowance has no key `perDay`; expected `upTo` with `per`, as in `{ upTo: 3, per: day }`"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: unlimited, per: day }, paywall: plans }]"),
    "7:39: error: found `unlimited`; expected `unlimited` alone, as in `allow: unlimited`"
  ),
  (
    smallBlueprint(trial: "{ start: signUp, uses: 3, entitles: premium }"),
    "5:31: error: found the number `3`; expected a number of uses such as `{ of: FEATURE, limit: 100 }`"
  ),
  (
    smallBlueprint(more: "placements: { home: { paywall: plans, frequency: P1D } }"),
    "13:39: error: a placement has no key `frequency`; expected `when`, as in `when: { count: { of: { paywall: PAYWALL }, lessThan: 3, within: day } }`"
  ),
  (
    smallBlueprint(
      paywall: "{ title: Hello, packages: [{ product: coach.monthly, coupon: FRIENDS }] }"),
    "10:63: error: a package has no key `coupon`; expected `offer: { code: NAME }`"
  ),
  (
    smallBlueprint(paywall: "{ title: Hello, packages: [coach.monthly], background: red }"),
    "10:53: error: a paywall has no key `background`; expected `skin`, once for all paywalls"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { given: [{ amount: 5, each: day, attribute: { name: vip, is: true } }] } }"
    ),
    "13:53: error: a gift of credits has no key `attribute`; expected a listed grant with `when`, as in `grants: { welcome: { by: backend, credits: coins, amount: 5, when: { language: de } } }`, since what held at a past instant is not recorded"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { given: [{ amount: 5, on: signUp, lasts: whileEntitled }] } }"),
    "13:61: error: found `whileEntitled`; expected a period, or `whileSubscribed`, which ends them with the plan and the trial"
  ),
  (
    smallBlueprint(
      more: "placements: { home: { paywall: plans, paywallLimit: { upTo: 1, per: day } } }"),
    "13:39: error: a placement has no key `paywallLimit`; expected `paywallLimit` at the top of the file, beside `placements`, as in `paywallLimit: { upTo: 1, per: day }`"
  ),
  (
    smallBlueprint(
      message: "[{ when: subscribed, allow: unlimited }, { otherwise: deny, paywall: plans }]"),
    "7:26: error: found `subscribed`; expected a condition; did you mean `{ phase: subscribed }`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: subscribed, allow: unlimited }, { otherwise: deny, paywall: plans }]",
      more: "conditions: { subscriber: { phase: subscribed } }"),
    "7:26: error: found `subscribed`; expected a condition; did you mean `{ is: subscriber }`?"
  ),
  (
    smallBlueprint(
      paywall:
        "{ title: Hello, packages: [{ product: coach.monthly, introductoryOffer: none }] }"),
    "10:82: error: found `none`; expected `true` or `false`; did you mean `false`?"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { first: [{ spend: coins }] }, paywall: plans }]"),
    "7:33: error: the list has 1; expected it alone, as in `otherwise: { spend: coins }`, or at least 2, each `{ upTo: 3, per: day }`, `{ all: … }` or `{ spend: coins }`"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { since: { event: signUp, atLeast: P1Y } }, allow: unlimited }, { otherwise: deny, paywall: plans }]"
    ),
    "7:61: error: found `P1Y`; expected a period of whole minutes, hours, days or weeks such as `P3D`, `P2W` or `PT12H`, since months and years vary in length; did you mean `P365D`?"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { signedUp: { before: 2026-03-01 } }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `signedUp`; expected `since: { event: signUp, before: 2026-03-01 }` for a date, or `count: { of: signUp, atLeast: 1 }` for whoever has an account"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { size: 200 }, paywall: plans }]"),
    "7:33: error: an allowance has no key `size`; expected `largest`, as in `{ largest: 25 }`, for the size of each use"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { holding: unlimited }, paywall: plans }]"),
    "7:42: error: found `unlimited`; expected `unlimited` alone, as in `allow: unlimited`"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 30, per: minute }, paywall: plans }]"),
    "7:48: error: found `minute`; expected `PT1M` for uses within a minute, or `{ largest: 30 }` for how long one use may last"
  ),
  (
    smallBlueprint(more: "placements: { home: { paywall: plans, blocking: false } }"),
    "13:39: error: a placement has no key `blocking`; expected `gate`, as in `gate: false` where the app continues anyway"
  ),
  (
    smallBlueprint(
      paywall: "{ title: Hello, packages: [coach.monthly], selected: coach.monthly }"),
    "10:53: error: a paywall has no key `selected`; expected that package first in `packages`: the first one that a customer is offered is selected"
  ),
  (
    smallBlueprint(
      more: "nudges: { back: { after: { event: lapse, delay: P3D }, by: email, text: Hello } }"),
    "13:60: error: found `email`; expected `webhook`: your backend gets it at its time, and sends the message"
  ),
  (
    smallBlueprint(
      more: "nudges: { thanks: { after: { event: subscribed, delay: P3D }, text: Hello } }"),
    "13:37: error: found `subscribed`; expected one of `signUp`, `firstSeen`, `opened`, `updated`, `firstPurchase`, `purchase`, `renewal`, `cancellation`, `refund`, `lapse`, `trialStart`, `trialEnd`, `paywall`, `{ use: FEATURE }`, `{ milestone: NAME }`, `{ dismissal: PROMPT }`, `{ paywall: PAYWALL }`, `{ closed: PAYWALL }`, `{ bought: PRODUCT }`; did you mean `purchase`?"
  ),
  (
    smallBlueprint(
      products:
        "coach.monthly: { name: Monthly, entitlements: premium, period: P1M, price: { US: 9.99 USD, DE: 8.99 EUR } }"
    ),
    "3:71: error: found a map; expected one price, as in `9.99 USD`: those of each country are set in App Store Connect, and customers see theirs"
  ),
  (
    smallBlueprint(
      products:
        "coach.monthly: { name: Monthly, entitlements: premium, period: P1M, group: coach, offers: { stay: { kind: promotional, payment: payUpFront, period: P1M, discount: 50 } } }"
    ),
    "3:156: error: an offer has no key `discount`; expected `price`, as in `price: 4.99 USD`, which is what the customer pays for a period"
  ),
]
