/// Words of product people, each with what to write.
let wordMistakes: [(String, String)] = [
  (
    smallBlueprint(paywall: "{ title: Hello, world, packages: [coach.monthly] }"),
    "10:26: error: a paywall has no key `world`; expected quotes around a text with a comma, as in `title: \"Hello, world\"`"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: Pro, a month, all in, entitlements: premium, period: P1M }"),
    "3:31: error: a product has no key `a month`; expected quotes around a text with a comma, as in `name: \"Pro, a month, all in\"`"
  ),
  (
    smallBlueprint(more: "placements: { home: { paywall: plans, upTo: 3 } }"),
    "13:39: error: a placement has no key `upTo`; expected `when`, as in `when: { count: { of: { paywall: PAYWALL }, lessThan: 3, within: day } }`"
  ),
  (
    smallBlueprint(
      message: "[{ when: { teamSize: { atLeast: 5 } }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `teamSize`; expected `members`, as in `members: { of: TEAM, atLeast: 5 }`, which asks the owner of a team"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, when: { phase: trial } } } } }"
    ),
    "13:75: error: an entry of `filledBy` has no key `when`; expected a grant under `grants`, as in `partner: { by: backend, credits: WALLET, amount: 1, when: { phase: trial } }`, since what is bought gives the same to everybody"
  ),
  (
    smallBlueprint(
      message: "[{ when: { members: 5 }, allow: unlimited }, { otherwise: deny }]"),
    "7:37: error: found the number `5`; expected a number of members such as `{ of: TEAM, atLeast: 1 }`"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { members: { of: crew, moreThan: 5 } }, allow: unlimited }, { otherwise: deny }]",
      more: "teams: { crew: { shares: premium, seats: 9 } }"),
    "7:49: error: a number of members has no key `moreThan`; expected `atLeast`, as in `atLeast: 4` for more than three"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { members: { of: crew } }, allow: unlimited }, { otherwise: deny }]",
      more: "teams: { crew: { shares: premium, seats: 9 } }"),
    "7:28: error: a number of members lacks `atLeast` or `lessThan`"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { members: { of: crw, atLeast: 5 } }, allow: unlimited }, { otherwise: deny }]",
      more: "teams: { crew: { shares: premium, seats: 9 } }"),
    "7:43: error: there is no team `crw`; did you mean `crew`?"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { members: { of: crew, atLeast: 5, lessThan: 5 } }, allow: unlimited }, { otherwise: deny }]",
      more: "teams: { crew: { shares: premium, seats: 9 } }"),
    "7:28: error: the condition never holds: `atLeast` must be less than `lessThan`"
  ),
  (
    smallBlueprint(
      more:
        "teams: { crew: { shares: premium, seats: 9, when: { members: { of: crew, lessThan: 9 } } } }"
    ),
    "13:45: error: members know in advance how long they have what is shared, which cannot depend on dates, events, members and what is left; expected `product`, `entitled`, `phase`, `reached` or an `attribute`"
  ),
  (
    smallBlueprint(paywall: "{ title: Hello, packages: [coach.monthly], upTo: 3 }"),
    "10:53: error: a paywall has no key `upTo`; expected `paywallLimit` beside `placements`, as in `paywallLimit: { upTo: 1, per: day }`"
  ),
  (
    smallBlueprint(more: "paywallLimit: { upTo: 1, per: day, when: { phase: free } }"),
    "13:36: error: a limit of paywalls has no key `when`; expected `when` in a placement, as in `when: { count: { of: paywall, lessThan: 1, within: day } }`, for customers, placements or paywalls of your choice"
  ),
  (
    smallBlueprint(more: "paywallLimit: { upTo: 1, per: day, denials: true }"),
    "13:36: error: a limit of paywalls has no key `denials`; expected nothing: every paywall counts, and those of denials always show, since they sell what is missing"
  ),
  (
    smallBlueprint(more: "placements: { home: { paywall: plans, until: 2026-12-01 } }"),
    "13:39: error: a placement has no key `until`; expected `when`, as in `when: { until: 2026-12-01 }`"
  ),
  (
    smallBlueprint(
      more: "grants: { startup: { by: backend, entitlement: premium, from: 2026-12-01 } }"),
    "13:57: error: a grant has no key `from`; expected `when`, as in `when: { from: 2027-01-01 }`"
  ),
  (
    smallBlueprint(
      more: "grants: { web: { elsewhere: true, when: { phase: trial }, entitlement: premium } }"),
    "13:35: error: a right bought elsewhere has no key `when`; expected nothing: your backend states it, with each right"
  ),
  (
    smallBlueprint(
      more: "grants: { friend: { by: backend, country: DE, entitlement: premium } }"),
    "13:34: error: a grant has no key `country`; expected `when`, as in `when: { phase: [free, lapsed] }`"
  ),
  (
    smallBlueprint(
      more: "grants: { streak: { entitlement: premium, on: { milestone: discovery-complete } } }"),
    "13:43: error: a grant has no key `on`; expected `trials` with `start: { milestone: NAME }`, or for credits `given` in a wallet, since a grant is given by the backend or by support"
  ),
  (
    smallBlueprint(more: "grants: { friend: { by: backend, discount: 5 } }"),
    "13:34: error: a grant has no key `discount` and lacks `entitlement`; expected an offer code or another `offer` in a package, since only the store lowers a price"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { given: [{ amount: 5, each: week, entitled: premium }] } }"),
    "13:54: error: a gift of credits has no key `entitled`; expected `when`, as in `when: { phase: subscribed }`"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { given: [{ amount: 5, each: day, lasts: P3D }] } }"),
    "13:60: error: found `P3D`; expected `whileSubscribed`, or `upTo` for how many of them there are at most"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { given: [{ amount: 5, on: signUp, lasts: whileSubscribd }] } }"),
    "13:61: error: found `whileSubscribd`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { given: [{ amount: 5, each: day, country: DE }] } }"),
    "13:53: error: a gift of credits has no key `country`; expected `{ first: [{ upTo: 5, per: day }, { spend: coins }] }` in a rule for these customers, or a listed grant with `when`, since where a device was is not recorded"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { given: [{ amount: 5, each: day, when: { country: DE } }] } }"),
    "13:53: error: credits follow from what is recorded, which does not show for every past instant whether this held; expected `phase`, `entitled`, `reached`, `from` or `until`, or `{ first: [{ upTo: 5, per: day }, { spend: WALLET }] }` in a rule for these customers, or a listed grant with this `when`, which your backend gives"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { given: [{ amount: 5, each: day, when: { phase: lapsed } }] } }"),
    "13:68: error: credits are given in the phases `trial` and `subscribed`, and `lapsed` is neither; expected one of them, or `not: { phase: [trial, subscribed] }` for all others"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: week } } } }"),
    "13:67: error: found `week`; expected one of `period`, `planMonth`, or `{ first: [{ upTo: 5, per: week }, { spend: coins }] }` in a rule for those who have the product"
  ),
  (
    smallBlueprint(trial: "{ start: { use: send-message }, lasts: P7D, entitles: premium }"),
    "5:19: error: a trial's start has no key `use`; expected `{ milestone: NAME }`, which the app or your backend reports, such as at the fifth use"
  ),
  (
    smallBlueprint(
      more: "trials: { taste: { start: { use: garden }, lasts: P3D, entitles: premium } }"),
    "13:29: error: a trial's start has no key `use`; expected `{ milestone: NAME }`, which the app or your backend reports, such as at the fifth use"
  ),
  (
    smallBlueprint(trial: "{ start: signUp, lasts: P7D, entitles: premium, reminder: P2D }"),
    "5:56: error: a trial has no key `reminder`; expected a nudge with `anchor: trialEnd`, as in `{ anchor: trialEnd, before: P2D, … }`"
  ),
  (
    smallBlueprint(
      more: "teams: { family: { shares: premium, seats: 5, joins: { country: US } } }"),
    "13:47: error: a team has no key `joins`; expected a feature that the app uses before somebody joins, with a rule for those who may not, or `{ upTo: 1, per: P365D }`"
  ),
  (
    smallBlueprint(more: "teams: { crew: { shares: premium, seats: 5, minSeats: 3 } }"),
    "13:45: error: a team has no key `minSeats`; expected nothing: teams and the App Store have no minimum of seats, but your website may have one"
  ),
  (
    smallBlueprint(more: "teams: { crew: { shares: premium, seats: 5, storage: 2000000 } }"),
    "13:45: error: a team has no key `storage`; expected `pooled` with a feature whose limits the owner and all members share"
  ),
  (
    smallBlueprint(more: "teams: { crew: { shares: premium, seats: 5, credits: 500 } }"),
    "13:45: error: a team has no key `credits`; expected the owner's own wallet: each person pays with their own credits, unless your backend uses the feature for the owner"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: Monthly, entitlements: premium, period: P1M, discount: 5 }"),
    "3:71: error: a product has no key `discount`; expected one of its `offers`, or a product of its own at the lower price, which a package sells"
  ),
  (
    smallBlueprint(paywall: "{ title: Hello, packages: [coach.monthly], cooldown: P1D }"),
    "10:53: error: a paywall has no key `cooldown`; expected a placement, which has `cooldown`, `oncePerSession` and `when`"
  ),
  (
    smallBlueprint(
      paywall: "{ title: Hello, packages: [{ product: coach.monthly, until: 2026-12-01 }] }"),
    "10:63: error: a package has no key `until`; expected `when`, as in `when: { until: 2026-12-01 }`"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { entitled: premium }, allow: unlimited, until: 2026-12-01 }, { otherwise: deny, paywall: plans }]"
    ),
    "7:67: error: a rule has no key `until`; expected a condition under `when`, as in `when: { until: 2026-12-01 }`"
  ),
  (
    smallBlueprint(
      message: "[{ when: { entitled: premium }, allow: { upTo: 5, per: day }, otherwise: garden }]"),
    "7:79: error: a rule with `when` has no key `otherwise`; expected a last rule of its own, as in `- otherwise: deny`, or a second feature that the app uses when this one is denied"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { upTo: 5, refills: PT3H, earned: 1 }, paywall: plans }]"),
    "7:57: error: an allowance has no key `earned`; expected `{ first: [{ upTo: 5, refills: PT3H }, { spend: hearts }] }`, where `given` in the wallet gives the uses that are earned"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { largest: 5 MB }, paywall: plans }]"),
    "7:42: error: found `5 MB`; expected a whole number from 1 to 1,000,000,000,000, in the unit in which the app sends sizes"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 5MB, per: day }, paywall: plans }]"),
    "7:39: error: found `5MB`; expected a whole number from 1 to 1,000,000, without a unit; sizes have `cost: any` beside it"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { holding: 2 GB }, paywall: plans }]"),
    "7:42: error: found `2 GB`; expected a whole number from 1 to 1,000,000, without a unit; sizes have `cost: any` beside it"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { held: { feature: garden, atLeast: 70% } }, allow: unlimited }, { otherwise: deny }]"
    ),
    "7:62: error: found `70%`; expected a whole number, at least 1, without a unit"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { spend: coins, cost: [30, 60] } }]",
      more: "credits: { coins: { given: [{ amount: 5, on: signUp }] } }"),
    "7:47: error: found a list; expected a whole number from 1 to 1,000,000,000,000, or `any`, with which the app says what each use costs"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { spend: coins, refills: PT3H } }]",
      more: "credits: { coins: { given: [{ amount: 5, on: signUp }] } }"),
    "7:47: error: an allowance has no key `refills`; expected `{ first: [{ upTo: 5, refills: PT3H }, { spend: coins, cost: 10 }] }`"
  ),
  (
    smallBlueprint(
      message: "[{ when: { boughtElsewhere: true }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `boughtElsewhere`; expected `entitled` for an entitlement of its own that the right also gives, as in `web: { elsewhere: true, entitlement: [premium, on-web] }`"
  ),
  (
    smallBlueprint(more: "nudges: { soon: { anchor: trialEnd, after: P1D, text: Soon } }"),
    "13:37: error: a nudge has no key `after` and lacks `before`; expected `before` for a time before an end, or `after: { event: trialEnd, delay: P1D }` without `anchor`"
  ),
  (
    smallBlueprint(
      more:
        "prompts: { rate: { shape: card, placement: home, icon: star, text: Hi, cooldown: P7D } }"),
    "13:72: error: a prompt has no key `cooldown`; expected `patience: { dismissals: 1, staysAway: P7D }`"
  ),
  (
    smallBlueprint(
      more: "prompts: { rate: { shape: modal, placement: home, icon: star, text: Hi } }"),
    "13:27: error: found `modal`; expected one of `card`, `banner`, `inline`, or a placement for a paywall over the screen"
  ),
  (
    smallBlueprint(
      more: "prompts: { rate: { shape: card, placement: home, icon: star, text: Hi, patience: 3 } }"
    ),
    "13:82: error: found the number `3`; expected a prompt's patience such as `{ dismissals: 3, staysAway: P30D }`"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { upTo: 50, per: month, each: day }, paywall: plans }]"),
    "7:61: error: for each `day`, which is a window; expected the kind of item that a limit is for each of, or `per: day`"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { holding: 5, each: month }, paywall: plans }]"),
    "7:51: error: for each `month`, which is a window; expected the kind of item that a limit is for each of"
  ),
  (
    smallBlueprint(
      message:
        "[{ otherwise: { upTo: 3, each: day, cost: any }, paywall: plans }]"
    ),
    "7:42: error: an allowance lacks `per`; expected `per: day` in place of `each: day`"
  ),
  (
    smallBlueprint(
      message:
        "[{ otherwise: { atOnce: 3 }, paywall: plans }]"
    ),
    "7:33: error: an allowance has no key `atOnce`; expected `holding`, as in `{ holding: 3 }`: the app names an item in each use, and releases it when it ends"
  ),
  (
    smallBlueprint(
      message:
        "[{ otherwise: { upTo: 3, per: day, mayOverdraw: 2 }, paywall: plans }]"
    ),
    "7:52: error: an allowance has no key `mayOverdraw`; expected `mayOverdraw` in a wallet, which a rule with `spend` asks, since a limit of uses is never exceeded"
  ),
  (
    smallBlueprint(
      message:
        "[{ otherwise: { holding: 1, swaps: { upTo: 2, per: month } }, paywall: plans }]"
    ),
    "7:45: error: an allowance has no key `swaps`; expected `{ all: [{ holding: 1 }, { upTo: 3, per: month }] }`, where `upTo` counts every new item, those that replace none included"
  ),
  (
    smallBlueprint(
      message:
        "[{ otherwise: { holding: 0 }, paywall: plans }]"
    ),
    "7:42: error: found the number `0`; expected `deny: true`, or `otherwise: deny` in a last rule, where held items stay usable unless the feature has `surplus: blocked`"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { entitled: { all: [premium, export] } }, allow: unlimited }, { otherwise: deny }]"
    ),
    "7:28: error: found a map; expected the name of an entitlement, or a list of them, of which any is enough, or `entitled: premium` beside `not: { notEntitled: export }` for both"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { since: { product: coach.monthly, atLeast: P3D } }, allow: unlimited }, { otherwise: deny }]"
    ),
    "7:37: error: a time since an event has no key `product` and lacks `event`; expected `event: { bought: PRODUCT }` for purchases of one product"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { count: { of: purchase, product: coach.monthly, atLeast: 1 } }, allow: unlimited }, { otherwise: deny }]"
    ),
    "7:51: error: a number of times has no key `product`; expected `of: { bought: PRODUCT }` for purchases of one product"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, rollsOver: 2 } } } }"
    ),
    "13:86: error: found the number `2`; expected `rollsOver: true`, with `upTo` for how many credits there are at most"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, lasts: P9D } } } }"
    ),
    "13:33: error: an entry of `filledBy` with `lasts` lacks `rollsOver`"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: monthly } } } }"
    ),
    "13:67: error: found `monthly`; expected one of `period`, `planMonth`; did you mean `planMonth`?"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, rollover: true } } } }"
    ),
    "13:75: error: an entry of `filledBy` has no key `rollover`; expected `rollsOver: true`, with `upTo` for how many there are at most or `lasts` for how long, or `rollsOver: whileSubscribed`"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, expires: P1Y } } } }"
    ),
    "13:75: error: an entry of `filledBy` has no key `expires`; expected `rollsOver: true` with `lasts: P1Y` for a plan's credits that last a year; without `rollsOver` they expire with the period, or the month of it, that gave them, and those of a pack never do"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, rollsOver: P2M } } } }"
    ),
    "13:86: error: found `P2M`; expected `rollsOver: true`, with `lasts` for how long credits last from the day they come"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, rollsOver: once } } } }"
    ),
    "13:86: error: found `once`; expected `true`, `false` or `whileSubscribed`"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, rollsOver: false, upTo: 9 } } } }"
    ),
    "13:99: error: `upTo` limits what rolls over, and nothing does; expected `rollsOver: true` or `whileSubscribed`, or no `upTo`"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, rollsOver: true, lasts: P1M } } } }"
    ),
    "13:99: error: credits last from the day they come, and `P1M` is no longer than the period that gives them; expected more than `P1M`, or no `rollsOver`"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, rollsOver: true, lasts: P200Y } } } }"
    ),
    "13:99: error: `P200Y` is too long; expected at most 100 years"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, onUpgrade: reset } } } }"
    ),
    "13:86: error: found `reset`; expected one of `share`, `topUp`, `replace`, `keep`; did you mean `replace`?"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period, upgrade: keep } } } }"
    ),
    "13:75: error: an entry of `filledBy` has no key `upgrade`; expected `onUpgrade: keep`, `topUp` or `replace`"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { given: [{ amount: 5, each: month, rollsOver: true }] } }"
    ),
    "13:55: error: a gift of credits has no key `rollsOver`; expected `upTo` for how many there are at most, such as `{ amount: 5, each: month, upTo: 15 }` for what is left of three months"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { given: [{ amount: 5, on: signUp }] } }\n"
        + "grants: { web: { elsewhere: true, entitlement: premium, credits: coins, amount: 5, rollsOver: true } }"
    ),
    "14:84: error: a right bought elsewhere has no key `rollsOver`; expected nothing: what is left of a month expires with it. For credits that last longer, a grant of credits with `lasts`, which your backend gives each month"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { given: [{ amount: 5, each: planMonth }] } }"
    ),
    "13:48: error: found `planMonth`; expected `filledBy: { PRODUCT: { amount: 5, each: planMonth } }` for what a plan gives"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { given: [{ amount: 5, on: purchase }] } }"
    ),
    "13:46: error: found `purchase`; expected `filledBy: { PRODUCT: 50 }` for what a purchase gives, or `filledBy: { PRODUCT: { amount: 50, each: period } }` for what a subscription does"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { given: [{ amount: 5, each: day }], overage: 3 } }"
    ),
    "13:56: error: a wallet has no key `overage`; expected `mayOverdraw` for a use that costs more than is left, or a consumable product that fills the wallet, since the store bills no uses"
  ),
  (
    smallBlueprint(
      more:
        "grants: { gift: { by: backend, credits: coins, amount: any } }"
    ),
    "13:56: error: found `any`; expected a whole number from 1 to 1,000,000,000,000, or a grant for each number that your backend may give"
  ),
]
