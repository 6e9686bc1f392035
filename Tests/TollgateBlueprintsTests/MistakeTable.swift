private let conditionKeys =
  "`phase`, `entitled`, `notEntitled`, `reached`, `notReached`, `since`, `count`, `ends`, `from`, "
  + "`until`, `held`, `left`, `members`, `subscription`, `willRenew`, `product`, `country`, `language`, `appVersion`, "
  + "`device`, `ageRange`, `regulatoryFeature`, `consent`, `attribute`, `boughtApp`, `environment`, `is`, "
  + "`any`, `not`"

private let limitAndCredits =
  "`{ first: [{ upTo: 3, per: day }, { spend: coins }] }` for credits once the limit is used up, "
  + "or `{ all: [{ upTo: 3, per: day }, { spend: coins }] }` for a limit of what costs credits"

private let creditsAndLimit =
  "`{ all: [{ upTo: 3, per: day }, { spend: coins }] }` for both at once, "
  + "`{ first: [{ upTo: 3, per: day }, { spend: coins }] }` for uses before credits pay, "
  + "or `spending: { upTo: 40, per: day }` in the wallet"

private let paidOnce =
  "a `key` in the app's use, such as the name of an item, under which credits are paid once"

/// A text and its diagnostics.
let mistakeTable: [(String, String)] = [
  (
    smallBlueprint().replacing("id: coach,", with: "id: my app,"),
    "1:12: error: found `my app`; expected the name of the app: up to 100 letters, digits, "
      + "`.`, `_` and `-`, the first a letter or digit"
  ),
  (
    smallBlueprint(message: "alow"),
    "7:17: error: found `alow`; expected one of `allow`, `deny`; did you mean `allow`?"
  ),
  (
    smallBlueprint(message: "[{ when: { entitled: premium }, allow: 3 }, { otherwise: deny }]"),
    "7:56: error: found the number `3`; expected `unlimited`, `{ upTo: 100, per: trial }`, `{ holding: 3 }` or "
      + "`{ spend: coins }`; did you mean `{ upTo: 3, per: month }`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: 3 per day }]"),
    "7:82: error: found `3 per day`; expected `deny`, `unlimited`, `{ upTo: 100, per: trial }`, "
      + "`{ holding: 3 }` or `{ spend: coins }`; did you mean `{ upTo: 3, per: day }`?"
  ),
  (
    smallBlueprint(message: "[{ when: { phase: trail }, allow: unlimited }]"),
    "7:35: error: found `trail`; expected one of `unknown`, `onboarding`, `blocked`, `trial`, "
      + "`trialExpired`, `subscribed`, `lapsed`, `free`; did you mean `trial`?"
  ),
  (
    smallBlueprint(message: "[{ wen: { phase: trial }, allow: unlimited }]"),
    "7:20: error: a rule has no key `wen`; expected one of `when`, `allow`, `paywall`; "
      + "did you mean `when`?"
  ),
  (
    smallBlueprint(message: "[{ when: { entitled: premum }, allow: unlimited }]"),
    "7:38: error: there is no entitlement `premum`; did you mean `premium`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { entitled: web-pro }, allow: unlimited }, { otherwise: deny }]"),
    "7:38: error: there is no entitlement `web-pro`; "
      + "expected one that a product, a trial, a team, `granted` or `grants` gives: `premium`"
  ),
  (
    smallBlueprint(more: "plan: gold"),
    "13:7: error: there is no entitlement `gold`; "
      + "expected one that a product, a trial, a team, `granted` or `grants` gives: `premium`"
  ),
  (
    smallBlueprint(message: "[{ when: { notEntitled: [premium, premum] }, allow: unlimited }]"),
    "7:51: error: there is no entitlement `premum`; did you mean `premium`?"
  ),
  (
    smallBlueprint(message: "[{ when: { reached: discovery }, allow: unlimited }]"),
    "7:37: error: there is no milestone `discovery`"
  ),
  (
    smallBlueprint(
      message: "[{ when: { held: { feature: gardn, atLeast: 3 } }, allow: unlimited }]"),
    "7:45: error: there is no feature `gardn`; did you mean `garden`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { held: { feature: send-message, atLeast: 3 } }, allow: unlimited }]"),
    "7:45: error: `send-message` does not hold items; expected a feature with `holding` in a rule"
  ),
  // The condition means something else without a key that cannot be read, so nothing is concluded from the rest of it.
  (
    smallBlueprint(
      message: "[{ when: { entitld: premium }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `entitld`; expected one of \(conditionKeys); "
      + "did you mean `entitled`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { tariff: premium }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `tariff`; expected one of \(conditionKeys)"
  ),
  (
    smallBlueprint(
      message: "[{ when: { owns: coach.monthly }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `owns`; expected `entitled` for what a purchase gives, "
      + "`product` for the subscription that decides the plan, or "
      + "`count: { of: { bought: PRODUCT }, atLeast: 1 }`"
  ),
  (
    smallBlueprint(
      message: "[{ when: { isIntroductory: true }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `isIntroductory`; expected `phase: trial`, which an "
      + "introductory offer is only if it is the trial"
  ),
  (
    smallBlueprint(message: "[{ when: { owner: true }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `owner`; expected `entitled`, since members have what "
      + "their team shares, or what it `gives` to members alone"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: Monthly, entitlements: premium, period: P1M, seats: 5 }"),
    "3:71: error: a product has no key `seats`; expected `seats` in a package, or `teams` for members with accounts of their own"
  ),
  (
    smallBlueprint(
      products:
        "coach.monthly: { name: Monthly, entitlements: premium, period: P1M, gracePeriod: P7D }"),
    "3:71: error: a product has no key `gracePeriod`; expected the grace period set in App Store Connect, which the store signs"
  ),
  (
    smallBlueprint(more: "placements: { home: { paywall: plans, oncePerDay: true } }"),
    "13:39: error: a placement has no key `oncePerDay`; expected `cooldown: P1D` for the time "
      + "until it shows again on a device"
  ),
  (
    smallBlueprint(message: "[{ when: { tier: premium }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `tier`; expected `entitled` for what the plan gives, or "
      + "`phase: subscribed`"
  ),
  (
    smallBlueprint(message: "[{ when: { expired: true }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `expired`; expected `phase: lapsed`, or "
      + "`since: { event: lapse, atLeast: P30D }`"
  ),
  (
    smallBlueprint(
      message: "[{ when: { platform: iPad }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `platform`; expected one of \(conditionKeys); "
      + "did you mean `device`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { used: { feature: message } }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `used`; expected `count: { of: { use: FEATURE }, atLeast: 8 }`, "
      + "or outside rules of features `left` for what remains of a limit, as in "
      + "`left: { of: FEATURE, lessThan: 20% }`"
  ),
  (
    smallBlueprint(
      message: "[{ when: { balance: { atLeast: 5 } }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `balance`; expected `left` outside rules of features, as in "
      + "`left: { of: { credits: WALLET }, lessThan: 10 }`; in a rule, `spend` asks for the credits "
      + "itself"
  ),
  (
    smallBlueprint(
      message: "[{ when: { left: { feature: garden } }, allow: unlimited }, { otherwise: deny }]"),
    "7:36: error: an amount left has no key `feature`; expected one of `of`, `atLeast`, `lessThan`; "
      + "did you mean `of`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { before: { event: trialEnd } }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `before`; expected `ends`, as in "
      + "`ends: { anchor: trialEnd, within: P2D }` for the last two days of a trial, or `until` for a date"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { ends: { of: trialEnd, within: P2D } }, allow: unlimited }, { otherwise: deny }]"
    ),
    "7:36: error: an end that is near has no key `of`; expected one of `anchor`, `within`; did you "
      + "mean `anchor`?"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { ends: { anchor: trialEnd, before: P2D } }, allow: unlimited }, { otherwise: deny }]"
    ),
    "7:54: error: an end that is near has no key `before`; expected one of `anchor`, `within`; did "
      + "you mean `within`?"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { ends: { anchor: trial, within: P2D } }, allow: unlimited }, { otherwise: deny }]"
    ),
    "7:44: error: found `trial`; expected one of `trialEnd`, `periodEnd`, `introductoryOfferEnd`, "
      + "`grantEnd`; did you mean `trialEnd`?"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { ends: { anchor: trialEnd, within: 2 days } }, allow: unlimited }, { otherwise: deny }]"
    ),
    "7:62: error: found `2 days`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; did you "
      + "mean `P2D`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { trialEnd: P2D }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `trialEnd`; expected `ends`, as in "
      + "`ends: { anchor: trialEnd, within: P2D }` for the last two days of a trial, or `until` for a date"
  ),
  (
    smallBlueprint(message: "[{ when: { variant: b }, allow: unlimited }, { otherwise: deny }]"),
    "7:28: error: a condition has no key `variant`; expected an `attribute` that your backend "
      + "sets, since variants of `experiments` change only paywalls, texts and the trial"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { count: { of: { denied: message }, atLeast: 3 } }, allow: unlimited }]"),
    "7:43: error: an event has no key `denied`; expected `{ paywall: PAYWALL }` for the paywall "
      + "that the denial shows, or `{ use: FEATURE }` of a feature that the app uses at each "
      + "attempt"
  ),
  (
    smallBlueprint(message: "[{ when: { country: UK }, allow: unlimited }]"),
    "7:37: error: found `UK`; expected a country's two-letter code such as `DE`; "
      + "did you mean `GB`?"
  ),
  (
    smallBlueprint(message: "[{ when: {}, allow: unlimited }]"),
    "7:20: error: a condition is empty; expected one of \(conditionKeys)"
  ),
  (
    smallBlueprint(
      message: "[{ when: { since: { event: signup, atLeast: P3D } }, allow: unlimited }]"),
    "7:44: error: found `signup`; expected one of `signUp`, `firstSeen`, `opened`, `updated`, "
      + "`firstPurchase`, `purchase`, `renewal`, `cancellation`, `refund`, `lapse`, `trialStart`, `trialEnd`, `paywall`"
      + ", `{ use: FEATURE }`, `{ milestone: NAME }`, `{ dismissal: PROMPT }`, `{ paywall: PAYWALL }`, `{ closed: PAYWALL }`, `{ bought: PRODUCT }`; did you mean `signUp`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { since: { event: signUp } }, allow: unlimited }]"),
    "7:28: error: a time since an event lacks `atLeast`, `lessThan`, `from` or `before`"
  ),
  (
    smallBlueprint(
      message: "[{ when: { since: { event: signUp, after: 2026-03-01 } }, allow: unlimited }]"),
    "7:52: error: a time since an event has no key `after`; expected one of `event`, `atLeast`, "
      + "`lessThan`, `first`, `from`, `before`; did you mean `from`?"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { count: { of: purchase, atLeast: 1, befor: 2026-03-01 } }, allow: unlimited }]"),
    "7:63: error: a number of times has no key `befor`; expected one of `of`, `atLeast`, "
      + "`lessThan`, `within`, `every`, `from`, `before`; did you mean `before`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { since: { event: signUp, before: 2026-3-1 } }, allow: unlimited }]"),
    "7:60: error: found `2026-3-1`; expected a date such as `2026-11-27`, `2026-11-27T18:00` or "
      + "`2026-11-27T18:00:00Z`"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { since: { event: signUp, from: 2026-03-01, before: 2026-03-01 } }, allow: unlimited }]"
    ),
    "7:78: error: no date matches: `before` must be later than `from`, which is 2026-03-01"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { since: { event: signUp, first: true, lessThan: P7D } }, allow: unlimited }]"),
    "7:59: error: the event happens only once; expected no `first`"
  ),
  (
    smallBlueprint(
      message: "[{ when: { since: { event: signUp, atLeast: P1M } }, allow: unlimited }]"),
    "7:61: error: found `P1M`; expected a period of whole minutes, hours, days or weeks such as `P3D`, "
      + "`P2W` or `PT12H`, since months and years vary in length; did you mean `P30D`?"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { since: { event: signUp, atLeast: P7D, lessThan: P3D } }, allow: unlimited }]"),
    "7:28: error: the condition never holds: `atLeast` must be shorter than `lessThan`"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { since: [{ event: { milestone: discovery-complet }, atLeast: P7D }] }, allow: unlimited }]"
    ),
    "7:58: error: there is no milestone `discovery-complet`; did you mean "
      + "`discovery-complete`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { count: { of: { use: send-mesage }, atLeast: 2 } }, allow: unlimited }]"),
    "7:48: error: there is no feature `send-mesage`; did you mean `send-message`?"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { count: { of: { use: send-message }, atLeast: 2 } }, deny: true }, { otherwise: { spend: coins } }]",
      more: "credits: { coins: { given: [{ amount: 1, each: day }] } }"),
    "7:48: error: uses of `send-message` are not counted; "
      + "expected `{ all: [{ upTo: 100, per: day }, { spend: coins }] }` in place of `{ spend: coins }`"
  ),
  (
    smallBlueprint(
      message: "[{ when: { count: { of: { dismissal: bannr }, atLeast: 2 } }, allow: unlimited }]"),
    "7:54: error: there is no prompt `bannr`"
  ),
  (
    smallBlueprint(
      message: "[{ when: { count: { of: { paywall: plns }, lessThan: 3 } }, allow: unlimited }]"),
    "7:52: error: there is no paywall `plns`; did you mean `plans`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { count: { of: { closed: plns }, lessThan: 3 } }, allow: unlimited }]"),
    "7:51: error: there is no paywall `plns`; did you mean `plans`?"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { count: { of: { bought: coach.month }, lessThan: 3 } }, allow: unlimited }]"),
    "7:51: error: there is no product `coach.month`; did you mean `coach.monthly`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { count: { of: purchase, atLeast: 0 } }, allow: unlimited }]"),
    "7:60: error: found the number `0`; expected a whole number, at least 1"
  ),
  (
    smallBlueprint(
      message: "[{ when: { count: { of: purchase, atLeast: -1 } }, allow: unlimited }]"),
    "7:60: error: found the number `-1`; expected a whole number, at least 1"
  ),
  (
    smallBlueprint(
      message: "[{ when: { count: { of: purchase, within: P7D } }, allow: unlimited }]"),
    "7:28: error: no number of times; expected `atLeast`, `lessThan` or both"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { count: { of: purchase, atLeast: 1, within: days } }, allow: unlimited }]"),
    "7:71: error: found `days`; expected one of `day`, `week`, `month`, `year`, or a period of whole "
      + "minutes, hours, days or weeks such as `P3D`, `P2W` or `PT12H`; did you mean `day`?"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { count: { of: purchase, atLeast: 1, within: 1 month } }, allow: unlimited }]"),
    "7:71: error: found `1 month`; expected one of `day`, `week`, `month`, `year`, or a period of whole "
      + "minutes, hours, days or weeks such as `P3D`, `P2W` or `PT12H`; did you mean `month`?"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { count: { of: purchase, atLeast: 1, within: P1M } }, allow: unlimited }]"),
    "7:71: error: found `P1M`; expected one of `day`, `week`, `month`, `year`, or a period of whole "
      + "minutes, hours, days or weeks such as `P3D`, `P2W` or `PT12H`, since months and years vary in length; did you mean `P30D`?"
  ),
  (
    smallBlueprint(
      message: "[{ when: { count: { of: signUp, atLeast: 2 } }, allow: unlimited }]"),
    "7:58: error: 2 times, but the event happens only once; expected 1"
  ),
  (
    smallBlueprint(message: "[{ otherwise: deny, paywall: plns }]"),
    "7:46: error: there is no paywall `plns`; did you mean `plans`?"
  ),
  (
    smallBlueprint(message: "[{ otherwise: deny }, { otherwise: unlimited }]"),
    "7:39: error: this rule is never reached: the one before it always holds"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 0, per: day } }]"),
    "7:39: error: found the number `0`; expected `deny: true` in place of `allow`, or `otherwise: deny` in a last rule"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 99999999, per: day } }]"),
    "7:39: error: found the number `99999999`; expected a whole number from 1 to 1,000,000"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { holding: 99999999999999999999 } }]"),
    "7:42: error: found the number `99999999999999999999`; expected a whole number from 1 to "
      + "1,000,000"
  ),
  (
    smallBlueprint(message: "[{ otherwis: deny }]"),
    "7:20: error: a last rule has no key `otherwis`; expected one of `otherwise`, `paywall`; "
      + "did you mean `otherwise`?"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 5, per: hour } }]"),
    "7:47: error: found `hour`; expected one of `trial`, `day`, `week`, `month`, `year`, "
      + "`period`, `planMonth`, `ever`, or a period of whole minutes, hours, days or weeks such as `PT3H`; "
      + "did you mean `PT1H`?"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 5, per: lifetime } }]"),
    "7:47: error: found `lifetime`; expected one of `trial`, `day`, `week`, `month`, `year`, "
      + "`period`, `planMonth`, `ever`, or a period of whole minutes, hours, days or weeks such as `PT3H`; "
      + "did you mean `ever`?"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { all: [{ upTo: 3, per: day }, { upTo: 5, per: day }] } }]"),
    "7:62: error: two limits `per: day`, of which the lower decides; expected one for each window"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 5, per: years } }]"),
    "7:47: error: found `years`; expected one of `trial`, `day`, `week`, `month`, `year`, "
      + "`period`, `planMonth`, `ever`, or a period of whole minutes, hours, days or weeks such as `PT3H`; "
      + "did you mean `year`?"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 5, per: 3 hours } }]"),
    "7:47: error: found `3 hours`; expected one of `trial`, `day`, `week`, `month`, `year`, "
      + "`period`, `planMonth`, `ever`, or a period of whole minutes, hours, days or weeks such as `PT3H`; "
      + "did you mean `PT3H`?"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 5, per: P1M } }]"),
    "7:47: error: found `P1M`; expected one of `trial`, `day`, `week`, `month`, `year`, "
      + "`period`, `planMonth`, `ever`, or a period of whole minutes, hours, days or weeks such as `PT3H`, since months and years vary in length; did you mean `P30D`?"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { all: [{ upTo: 3, per: PT3H }, { upTo: 5, per: PT3H }] } }]"),
    "7:63: error: two limits `per: PT3H`, of which the lower decides; expected one for each window"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { all: [{ upTo: 3, per: day }] } }]"),
    "7:33: error: the list has 1; expected it alone, as in `otherwise: { spend: coins }`, or at least 2, each `{ upTo: 3, per: day }`, `{ holding: 3 }` or `{ spend: coins }`"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 5, refils: PT3H } }]"),
    "7:42: error: an allowance has no key `refils`; expected one of `upTo`, `refills`, `per`; "
      + "did you mean `refills`?"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 5, refills: P1M } }]"),
    "7:51: error: found `P1M`; expected a period of whole minutes, hours, days or weeks, "
      + "such as `PT30M`, `PT3H` or `P1D`, since months and years vary in length; did you mean `P30D`?"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 5, refills: PT30S } }]"),
    "7:51: error: found `PT30S`; expected a period of whole minutes, hours, days or weeks, "
      + "such as `PT30M`, `PT3H` or `P1D`; did you mean `PT1M`?"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 5, per: PT90S } }]"),
    "7:47: error: found `PT90S`; expected one of `trial`, `day`, `week`, `month`, `year`, "
      + "`period`, `planMonth`, `ever`, or a period of whole minutes, hours, days or weeks such as `PT3H`; "
      + "did you mean `PT2M`?"
  ),
  (
    smallBlueprint(message: "{ rules: allow, reservation: 90 seconds }"),
    "7:46: error: found `90 seconds`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; "
      + "did you mean `PT2M`?"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 5, pr: day } }]"),
    "7:42: error: an allowance has no key `pr`; expected one of `upTo`, `per`, `each`, `counts`, `from`, `cost`, "
      + "`refills`, `holding`, `spend`, `all`, `first`; did you mean `per`?"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { all: [{ upTo: 3, per: day }, { spend: coins, per: day }] } }]",
      more: monthlyCoins),
    "7:78: error: an allowance has no key `per`; expected \(creditsAndLimit)"
  ),
  (
    smallBlueprint(
      message:
        "[{ otherwise: { all: [{ upTo: 3, per: day }, { spend: coins }, { spend: coins }] } }]",
      more: monthlyCoins),
    "7:80: error: a second wallet, where each use would be paid for twice; expected one, or one `spend` with a list of wallets, which share the cost"
  ),
  (
    smallBlueprint(
      message:
        "[{ otherwise: { first: [{ all: [{ upTo: 3, per: day }, { spend: coins }] }, { spend: coins }] } }]",
      more: monthlyCoins),
    "7:74: error: a limit in `all` before wallets has no key `spend`; expected one of `upTo`, `per`, `each`, `counts`, `from`, `cost`, `refills`"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { spend: coins, each: match } }]", more: monthlyCoins),
    "7:47: error: an allowance has no key `each`; expected \(paidOnce)"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { spend: coins, holding: 5 } }]", more: monthlyCoins),
    "7:47: error: an allowance has no key `holding`; expected \(paidOnce)"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { spend: coins, per: day } }]", more: monthlyCoins),
    "7:47: error: an allowance has no key `per`; expected \(creditsAndLimit)"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { all: [{ upTo: 3, per: day }, { holding: 3, per: day }] } }]"),
    "7:76: error: a limit in `all` has no key `per`; expected one of `holding`, `each`, `cost`"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { all: [{ holding: 3 }, { holding: 5 }] } }]"),
    "7:55: error: two limits of the same held items, of which the lower decides; expected one"
  ),
  (
    smallBlueprint(
      message:
        "[{ otherwise: { first: [{ all: [{ upTo: 3, per: day }, { holding: 3 }] }, { spend: coins, cost: 2 }] } }]"
    ),
    "7:74: error: a limit in `all` before wallets has no key `holding`; expected one of `upTo`, `per`, `each`, `counts`, `from`, `cost`, `refills`"
  ),
  (
    smallBlueprint(
      message:
        "[{ otherwise: { all: [{ upTo: 3, per: day }, { first: [{ upTo: 9, per: week }] }] } }]"),
    "7:64: error: a limit in `all` has no key `first`; expected \(limitAndCredits)"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { first: [{ upTo: 3, per: day }, { holding: 3 }] } }]"),
    "7:66: error: a choice in `first` has no key `holding`; expected one of `upTo`, `per`, `each`, `counts`, `from`, `cost`, `refills`, `spend`, `all`"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { limit: 3, per: day } }]"),
    "7:33: error: an allowance has no key `limit`; expected `upTo` with `per`, as in `{ upTo: 3, per: day }`"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { all: [{ upTo: 5, refills: PT3H }, { upTo: 9, refills: P1D }] } }]"),
    "7:67: error: two pools of the same uses; expected one"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { al: [{ upTo: 3, per: day }, { upTo: 5, per: month }] } }]"),
    "7:33: error: an allowance has no key `al`; expected one of `all`; did you mean `all`?"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { all: [{ upTo: 3, per: day }, { upTo: 5, per: hour }] } }]"),
    "7:78: error: found `hour`; expected one of `trial`, `day`, `week`, `month`, `year`, "
      + "`period`, `planMonth`, `ever`, or a period of whole minutes, hours, days or weeks such as `PT3H`; "
      + "did you mean `PT1H`?"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { first: [{ upTo: 3, per: day }, { upTo: 5, per: month }] } }]"),
    "7:64: error: a second limit counts the uses that the first one gives; "
      + "expected `all` for limits that hold at once"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { first: [{ spend: coins }, { upTo: 3, per: day }] } }]",
      more: monthlyCoins),
    "7:59: error: a limit after a wallet; expected the limit first"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { first: [{ upTo: 3, per: day }, { spend: coin }] } }]",
      more: monthlyCoins),
    "7:73: error: there is no wallet `coin`; did you mean `coins`?"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { spend: [coins, coin] } }]", more: monthlyCoins),
    "7:48: error: there is no wallet `coin`; did you mean `coins`?"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { spend: [coins, coins] } }]", more: monthlyCoins),
    "7:48: error: the wallet `coins` pays twice for one price; expected each wallet once"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { spend: [] } }]", more: monthlyCoins),
    "7:33: error: the list is empty; expected the name of a wallet"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { spend: daily + bonus } }]", more: monthlyCoins),
    "7:40: error: found `daily + bonus`; expected `spend: [daily, bonus]`, with which each wallet pays what those before it lack"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { spend: { daily: 5, bonus: 5 } } }]", more: monthlyCoins),
    "7:33: error: found a map; expected `spend: [daily, bonus]`, with which each wallet pays what those before it lack"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { spend: coins, then: gems } }]", more: monthlyCoins),
    "7:47: error: an allowance has no key `then`; expected `{ spend: [daily, bonus], cost: 10 }` for a price that wallets share, `{ first: [{ upTo: 3, per: day }, { spend: coins }] }` for credits after it, or a second feature that the app uses when this one is denied"
  ),
  (
    smallBlueprint(
      more:
        "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: planMonth, rollsOver: true, upTo: 4 } } } }"
    ),
    "13:101: error: rolls over up to 4, but each month gives 5; expected more than 5"
  ),
  (
    smallBlueprint(message: "{ rules: allow, title: Write }"),
    "7:3: error: a feature with `title` lacks `icon`"
  ),
  (
    smallBlueprint(message: "{ passive: true }"),
    "7:3: error: a feature lacks `rules`; expected `allow`, `deny`, or a list of rules"
  ),
  (
    smallBlueprint(message: "{ rules: allow, offline: wat }"),
    "7:42: error: found `wat`; expected one of `refuse`, `wait`, `{ allow: 3 }`; did you mean `wait`?"
  ),
  (
    smallBlueprint(message: "{ rules: allow, reservation: ten }"),
    "7:46: error: found `ten`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`"
  ),
  (
    smallBlueprint(message: "{ rules: allow, reservation: 14 days }"),
    "7:46: error: found `14 days`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; "
      + "did you mean `P14D`?"
  ),
  (
    smallBlueprint(message: "{ rules: allow, reservation: Two weeks }"),
    "7:46: error: found `Two weeks`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; "
      + "did you mean `P2W`?"
  ),
  (
    smallBlueprint(message: "{ rules: allow, reservation: 12h }"),
    "7:46: error: found `12h`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; "
      + "did you mean `PT12H`?"
  ),
  (
    smallBlueprint(message: "{ rules: allow, reservation: 3m }"),
    "7:46: error: found `3m`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`"
  ),
  (
    smallBlueprint(message: "[{ otherwise: { upTo: 5, refills: a month } }]"),
    "7:51: error: found `a month`; expected a period of whole minutes, hours, days or weeks, "
      + "such as `PT30M`, `PT3H` or `P1D`"
  ),
  (
    smallBlueprint(message: "{ rules: allow, reservation: P2D }"),
    "7:46: error: P2D; expected from 1 minute to 1 day"
  ),
  (
    smallBlueprint(message: "{ rules: allow, offline: { allow: '3' } }"),
    "7:51: error: found the text `3`; expected a whole number from 1 to 1,000"
  ),
  (
    smallBlueprint(message: "{ rules: allow, offline: { allow: 0 } }"),
    "7:51: error: found the number `0`; expected a whole number from 1 to 1,000"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: Monthly, entitlements: premium, period: P30 }"),
    "3:66: error: found `P30`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`"
  ),
  (
    smallBlueprint(products: "coach.monthly: { name: Monthly, entitlements: premium }"),
    "3:3: error: a product that renews lacks `period`; expected a period such as `P3D`, `P1W`, "
      + "`P1M` or `PT12H`"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: M, entitlements: premium, period: P1M, price: 9.99 }"),
    "3:72: error: found the number `9.99`; expected an amount and a currency such as `9.99 USD`"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: M, entitlements: premium, period: P1M, price: 9.999 USD }"),
    "3:72: error: found `9.999 USD`, but USD has 2 decimals; expected an amount such as `9.99 USD`"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: M, entitlements: premium, period: P1M, price: 9.5 JPY }"),
    "3:72: error: found `9.5 JPY`, but JPY has no decimals; expected an amount such as `9 JPY`"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: M, entitlements: premium, perio: P1M }"),
    "3:52: error: a product has no key `perio`; expected one of `kind`, `name`, `entitlements`, "
      + "`needs`, `price`, `monthlyPrice`, `seatPrices`, `period`, `addsUp`, `group`, `level`, `introductoryOffer`, `offers`, "
      + "`familyShareable`; did you mean `period`?"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: M, entitlements: premium, period: P1M, addsUp: false }"),
    "3:73: error: only the time of a non-renewing product adds up; expected `kind: nonRenewing`"
  ),
  (
    smallBlueprint(products: "coach.monthly: { name: 3, entitlements: premium, period: P1M }"),
    "3:26: error: found the number `3`; expected a line of text; put it in quotes"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: M, entitlements: premium, period: P1M }\n"
        + "  coach.monthly: { name: N, entitlements: premium, period: P1Y }"),
    "4:3: error: `coach.monthly` is defined twice; the first is on line 3"
  ),
  (
    smallBlueprint(products: "coach.monthly: { name: Monthly, period: P1M }"),
    "3:3: error: a product lacks `entitlements`; expected the name of an entitlement, or a list of them"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: M, entitlements: premium, period: P1M, level: 1 }"),
    "3:3: error: a product with `level` lacks `group`"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: M, entitlements: premium, period: P1M }\n"
        + "  coins: { kind: consumable, name: Coins, entitlements: premium }"),
    "4:57: error: a consumable is used up, so it cannot give the entitlement `premium`; expected "
      + "credits or an allowance that it fills, or another kind of product"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: M, entitlements: premium, period: P1M }\n"
        + "  coins: { kind: consumable, name: Coins, period: P1M }"),
    "4:43: error: a consumable has no key `period`; expected `kind: nonRenewing` for what lasts "
      + "for a time; credits that were bought never expire"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { kind: consumabel, name: M, entitlements: premium, period: P1M }"),
    "3:26: error: found `consumabel`; expected one of `autoRenewable`, `nonRenewing`, "
      + "`nonConsumable`, `consumable`; did you mean `consumable`?"
  ),
  (
    smallBlueprint(trial: "P7D"),
    "5:8: error: found `P7D`; expected a trial such as `{ start: signUp, lasts: P7D }`"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: M, entitlements: premium, period: P1M, trial: P7D }"),
    "3:65: error: a product has no key `trial`; expected one of `kind`, `name`, `entitlements`, "
      + "`needs`, `price`, `monthlyPrice`, `seatPrices`, `period`, `addsUp`, `group`, `level`, "
      + "`introductoryOffer`, `offers`, `familyShareable`; did you mean `introductoryOffer`?"
  ),
  (
    smallBlueprint(trial: "{ start: signUp }"),
    "5:1: error: the trial never ends; expected `lasts`, `uses` or both"
  ),
  (
    smallBlueprint(trial: "{ start: { purchaseAfter: discovery }, lasts: P3D }"),
    "5:34: error: there is no milestone `discovery`"
  ),
  (
    smallBlueprint(trial: "{ start: { milestone: discovery-complet }, lasts: P3D }"),
    "5:30: error: there is no milestone `discovery-complet`; did you mean `discovery-complete`?"
  ),
  (
    smallBlueprint(
      trial:
        "{ start: signUp, when: { phase: [blocked, trialExpired] }, lasts: P3D, entitles: premium }"
    ),
    "5:33: error: the trial starts at most once, and before it nobody is in the phase `trialExpired`; expected other phases, or no condition"
  ),
  (
    smallBlueprint(
      trial:
        "{ start: signUp, when: { count: { of: trialStart, lessThan: 1 } }, lasts: P3D, entitles: premium }"
    ),
    "5:25: error: the trial starts at most once, and before it has neither started nor ended; expected no condition on it, or another event"
  ),
  (
    smallBlueprint(
      products:
        "coach.monthly: { name: Monthly, entitlements: premium, period: P1M, introductoryOffer: { payment: freeTrial, period: P1W } }",
      trial: "{ start: purchase, when: { country: DE } }"),
    "5:27: error: the store decides who gets the offer that starts the trial; expected `when` in the packages of the paywalls that sell it, or a `start` without a purchase"
  ),
  (
    smallBlueprint(
      trial:
        "{ start: firstSeen, when: { environment: sandbox }, lasts: P3D, entitles: premium }"),
    "5:28: error: the device sends what the store signed about the app only after its first launch; expected `start: signUp` or `start: { milestone: NAME }`"
  ),
  (
    smallBlueprint(
      trial:
        "{ start: signUp, when: { reached: discovery-complet }, lasts: P3D, entitles: premium }"),
    "5:42: error: there is no milestone `discovery-complet`; did you mean `discovery-complete`?"
  ),
  (
    smallBlueprint(
      more:
        "grants: { friend: { by: backend, when: { reached: discovery-complet }, entitlement: premium } }"
    ),
    "13:51: error: there is no milestone `discovery-complet`; did you mean `discovery-complete`?"
  ),
  (
    smallBlueprint(
      more:
        "teams: { family: { when: { until: 2027-01-01 }, shares: premium, seats: 4 } }"),
    "13:20: error: members know in advance how long they have what is shared, which cannot depend on dates, events, members and what is left; expected `product`, `entitled`, `phase`, `reached` or an `attribute`"
  ),
  (
    smallBlueprint(trial: "{ start: firstseen, lasts: P3D }"),
    "5:17: error: found `firstseen`; expected one of `signUp`, `firstSeen`, `purchase`, "
      + "`introductoryOffer`, `{ milestone: MILESTONE }`, `{ purchaseAfter: MILESTONE }`; did you mean `firstSeen`?"
  ),
  (
    smallBlueprint(
      trial:
        "{ start: signUp, lasts: P7D, earned: [{ days: 1, on: { milestone: discovery-complet } }] }"
    ),
    "5:74: error: there is no milestone `discovery-complet`; did you mean `discovery-complete`?"
  ),
  (
    smallBlueprint(trial: "{ start: signUp, uses: { of: send-mesage, limit: 3 } }"),
    "5:37: error: there is no feature `send-mesage`; did you mean `send-message`?"
  ),
  (
    smallBlueprint(
      more:
        "trials: { taste: { start: { milestone: discovery-complet }, lasts: P3D, entitles: premium } }"
    ),
    "13:40: error: there is no milestone `discovery-complet`; did you mean `discovery-complete`?"
  ),
  (
    smallBlueprint(more: "trials: { taste: { start: purchase, lasts: P3D, entitles: premium } }"),
    "13:27: error: found `purchase`; expected one of `signUp`, `firstSeen`, `{ milestone: MILESTONE }`"
  ),
  (
    smallBlueprint(more: "trials: { trial: { start: signUp, lasts: P3D, entitles: premium } }"),
    "13:11: error: `trial` has the name `trial` too; expected another name"
  ),
  (
    smallBlueprint(trial: "{ start: introductoryOffer }"),
    "5:17: error: no product has a free introductory offer for the trial to be"
  ),
  (
    smallBlueprint(paywall: "{ titel: Hello, packages: [coach.monthly] }"),
    "10:12: error: a paywall has no key `titel`; expected one of `title`, `subtitle`, "
      + "`benefits`, `packages`, `button`, `dismissible`, `welcome`, `cases`, `icon`, `image`, "
      + "`timeline`, `proof`, `questions`, `closeAfter`, `tabs`, `webPage`, `pages`, `exitOffer`; "
      + "did you mean `title`?"
  ),
  (
    smallBlueprint(
      paywall:
        "{ title: Hello, packages: [coach.monthly], cases: [{ wenn: { phase: lapsed }, title: Hi }] }"
    ),
    "10:63: error: a case of a paywall has no key `wenn`; expected one of `when`, `title`, `subtitle`, `button`, `welcome`; did you mean `when`?"
  ),
  (
    smallBlueprint(
      paywall:
        "{ title: Hello, packages: [coach.monthly], cases: [{ when: { phase: lapsed } }] }"
    ),
    "10:61: error: no text for these customers; expected `title`, `subtitle`, `button` or `welcome`"
  ),
  (
    smallBlueprint(
      paywall:
        "{ title: Hello, packages: [coach.monthly], cases: [{ when: { entitled: premum }, title: Hi }] }"
    ),
    "10:81: error: there is no entitlement `premum`; did you mean `premium`?"
  ),
  (
    smallBlueprint(
      paywall:
        "{ title: Plans, packages: [coach.monthly], tabs: [{ entitlement: premum, title: Plus }] }"
    ),
    "10:75: error: there is no entitlement `premum`; did you mean `premium`?"
  ),
  (
    smallBlueprint(paywall: "{ title: { text: baner }, packages: [coach.monthly] }"),
    "10:27: error: there is no text `baner`; did you mean `banner`?"
  ),
  (
    smallBlueprint(paywall: "{ title: Hello, packages: [coach.montly] }"),
    "10:37: error: there is no product `coach.montly`; did you mean `coach.monthly`?"
  ),
  (
    smallBlueprint(paywall: "{ title: Hello, packages: [] }"),
    "10:26: error: the list is empty; expected the name of a product, or a map with `product`"
  ),
  (
    smallBlueprint(
      paywall: "{ title: Hello, packages: [coach.monthly], benefits: [{ feature: garden }] }"),
    "10:75: error: the feature `garden` has no title to show; "
      + "expected a feature with `title` and `icon`"
  ),
  (
    smallBlueprint(paywall: "{ title: \"{trial.dayLeft} days\", packages: [coach.monthly] }"),
    "10:19: error: there is no value `{trial.dayLeft}`; did you mean `trial.daysLeft`?"
  ),
  (
    smallBlueprint(paywall: "{ title: \"{features.gardn.left} left\", packages: [coach.monthly] }"),
    "10:19: error: there is no feature `gardn`; did you mean `garden`?"
  ),
  (
    smallBlueprint(paywall: "{ title: \"{features.garden.lft} left\", packages: [coach.monthly] }"),
    "10:19: error: there is no value `{features.garden.lft}`; did you mean `features.garden.left`?"
  ),
  (
    smallBlueprint(paywall: "{ title: \"{offer.renewsAt}\", packages: [coach.monthly] }"),
    "10:19: error: there is no value `{offer.renewsAt}`; expected one of `{offer.price}`, "
      + "`{offer.length}`, `{offer.lengthAdjective}`"
  ),
  (
    smallBlueprint(
      paywall:
        "{ title: { count: trial.daysLeft, one: One day, other: Days }, packages: [coach.monthly] }"
    ),
    "10:12: error: plural forms without a language; expected them under one: `{ en: { count: … } }`"
  ),
  (
    smallBlueprint(
      more: "  left: { count: trial.daysLeft, one: One day, other: Days }"),
    "13:3: error: plural forms without a language; expected them under one: `{ en: { count: … } }`"
  ),
  (
    smallBlueprint(paywall: "{ title: \"{trial.days left\", packages: [coach.monthly] }"),
    "10:19: error: a brace is not closed; expected a value such as `{product.price}`"
  ),
  (
    smallBlueprint(more: "  bye: { de: Auf Wiedersehen }"),
    "13:3: error: nothing in the app's own language, `en`"
  ),
  (
    smallBlueprint(more: "  left: { en: { count: trial.daysLeft, one: One day } }"),
    "13:11: error: a text with plural forms lacks `other`; expected a line of text"
  ),
  (
    smallBlueprint(more: "  left: { English: Hello }"),
    "13:11: error: found `English`; expected a language such as `en` or `pt-BR`"
  ),
  (
    smallBlueprint(more: "  no way: Hello"),
    "13:3: error: found `no way`; expected a name of letters, digits, `.`, `_` and `-`"
  ),
  (
    smallBlueprint(more: "neverSay: welcom"),
    "13:11: error: found `welcom`; expected a list, each a line of text"
  ),
  (
    smallBlueprint(more: "accept: [{ finding: free rides, at: features.a, because: Yes. }]"),
    "13:21: error: found `free rides`; expected one of `payer locked out`, `free ride`, `trial again`, "
      + "`trial cut short`, `kept after refund`, `limit overspent`, `sold twice`, `plan traded away`, `buys nothing`, `dead end`, "
      + "`never reached`, `untrue line`, `nudge after the fact`; did you mean `free ride`?"
  ),
  (
    smallBlueprint(more: "accept: [{ finding: dead end, at: features.a }]"),
    "13:10: error: an accepted finding lacks `because`; expected a line of text"
  ),
  (
    smallBlueprint(
      more:
        "accept: [{ finding: dead end, at: trial, because: Yes. }, { finding: dead end, at: trial, because: No. }]"
    ),
    "13:59: error: the finding `dead end` at `trial` is accepted twice"
  ),
  (
    smallBlueprint(
      more: "accept: [{ finding: dead end, at: features.send-mesage, because: Yes. }]"),
    "13:35: error: nothing is called `features.send-mesage`; expected what `tollgate check` names with the finding, such as `features.NAME`; did you mean `features.send-message`?"
  ),
  (
    smallBlueprint(more: "accept: [{ finding: dead end, at: x, because: Yes. }]"),
    "13:35: error: nothing is called `x`; expected what `tollgate check` names with the finding, such as `features.NAME`"
  ),
  (
    smallBlueprint().replacing(
      "entitlements: premium", with: "entitlements: premium, needs: premum"),
    "3:65: error: there is no entitlement `premum`; did you mean `premium`?"
  ),
  (
    smallBlueprint(more: "grants: { referral: { entitlement: premum } }"),
    "13:36: error: there is no entitlement `premum`; did you mean `premium`?"
  ),
  (
    smallBlueprint(more: "grants: { referral: { entitlement: [premium, premum] } }"),
    "13:46: error: there is no entitlement `premum`; did you mean `premium`?"
  ),
  (
    smallBlueprint(more: "grants: { referral: { by: backnd, entitlement: premium } }"),
    "13:27: error: found `backnd`; expected one of `support`, `backend`; did you mean `backend`?"
  ),
  (
    smallBlueprint(
      more: "grants: { referral: { entitlement: premium, upTo: 1, per: 365 days } }"),
    "13:59: error: found `365 days`; expected one of `day`, `week`, `month`, `year`, `ever`, or a period of whole minutes, hours, days or weeks such as `P3D`, `P2W` or `PT12H`; did you mean `P365D`?"
  ),
  (
    smallBlueprint(more: "grants: { referral: { entitlement: premium, per: month } }"),
    "13:11: error: a grant with `per` lacks `upTo`"
  ),
  (
    smallBlueprint(more: "grants: { referral: { entitlement: premium, waitsFor: purchases } }"),
    "13:11: error: a grant with `waitsFor` lacks `lasts`"
  ),
  (
    smallBlueprint(
      more:
        "grants: { founder: { entitlement: premium, lasts: P7D, until: 2027-01-01, waitsFor: grants } }"
    ),
    "13:85: error: what ends on a date loses the time for which it waits; expected `waitsFor: nothing`, or no `until`"
  ),
  (
    smallBlueprint(
      more:
        "grants: { gift: { when: { from: 2027-06-01 }, entitlement: premium, until: 2027-01-01 } }"
    ),
    "13:76: error: the grant is never given: `when` allows it from 2027-06-01 on, and by then it has ended; expected a later date"
  ),
  (
    smallBlueprint(
      more:
        "grants: { gift: { when: { any: [{ from: 2027-06-01 }, { from: 2027-01-01 }] }, entitlement: premium, until: 2027-01-01 } }"
    ),
    "13:109: error: the grant is never given: `when` allows it from 2027-06-01 on, and by then it has ended; expected a later date"
  ),
  (
    smallBlueprint(more: "grants: { referral: { entitlement: premium, last: P7D } }"),
    "13:45: error: a grant has no key `last`; expected one of `by`, `when`, `entitlement`, `lasts`, `until`, "
      + "`waitsFor`, `upTo`, `per`; did you mean `lasts`?"
  ),
  (
    smallBlueprint(more: "grants: { web: { elsewhere: true, entitlement: premum } }"),
    "13:48: error: there is no entitlement `premum`; did you mean `premium`?"
  ),
  (
    smallBlueprint(more: "grants: { web: { elsewhere: true, entitlement: premium, lasts: P1M } }"),
    "13:57: error: a right bought elsewhere has no key `lasts`; expected nothing: your backend "
      + "states it, with each right"
  ),
  (
    smallBlueprint(more: "grants: { web: { elsewhere: true, entitlement: premium, amount: 5 } }"),
    "13:11: error: a right bought elsewhere with `amount` lacks `credits`"
  ),
  (
    smallBlueprint(
      more: "grants: { web: { elsewhere: true, entitlement: premium, credits: coins } }"),
    "13:11: error: a right bought elsewhere with `credits` lacks `amount`"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { given: [{ amount: 5, on: signUp }] } }\n"
        + "grants: { web: { elsewhere: true, entitlement: premium, credits: coin, amount: 5 } }"),
    "14:66: error: there is no wallet `coin`; did you mean `coins`?"
  ),
  (
    smallBlueprint(
      more: "grants: { web: { elsewhere: true, credits: coins, amount: 5 } }"),
    "13:11: error: a right bought elsewhere lacks `entitlement`; expected the name of an entitlement, or a list of them"
  ),
  (
    smallBlueprint(more: "teams: { family: { shares: premum, seats: 4 } }"),
    "13:28: error: there is no entitlement `premum`; did you mean `premium`?"
  ),
  (
    smallBlueprint(more: "teams: { family: { shares: premium, gives: premum, seats: 4 } }"),
    "13:44: error: there is no entitlement `premum`; did you mean `premium`?"
  ),
  (
    smallBlueprint(more: "teams: { crew: { shares: member, gives: member, seats: 4 } }"),
    "13:26: error: only members have `member`; expected what an owner has by their own means, "
      + "such as a purchase"
  ),
  (
    smallBlueprint(
      more: "teams: { crew: { shares: premium, gives: member, seats: { member: 4 } } }"),
    "13:59: error: only members have `member`; expected what an owner has by their own means, "
      + "such as a purchase"
  ),
  (
    smallBlueprint(more: "teams: { family: { shares: premium, seats: 400 } }"),
    "13:44: error: found the number `400`; expected a whole number from 1 to 100, or a grant that your backend gives to each member"
  ),
  (
    smallBlueprint(
      more: "teams: { family: { shares: premium, seats: { attribute: seats } } }"),
    "13:57: error: found `seats`; expected a whole number from 1 to 100, for owners with the "
      + "entitlement `attribute`"
  ),
  (
    smallBlueprint(more: "teams: { family: { shares: premium, seat: 4 } }"),
    "13:37: error: a team has no key `seat`; expected one of `when`, `shares`, `gives`, `seats`, `pooled`, "
      + "`invitation`; did you mean `seats`?"
  ),
  (
    smallBlueprint(more: "nudge: {}"),
    "13:1: error: a blueprint has no key `nudge`; expected one of `app`, `parts`, `defaults`, `legal`, "
      + "`skin`, `products`, `purchases`, `milestones`, `attributes`, `conditions`, `onboarding`, `hasFreeTier`, `plan`, `granted`, `grants`, "
      + "`teams`, `trial`, `trials`, `credits`, `features`, `paywalls`, `placements`, `paywallLimit`, `experiments`, `refunds`, `retention`, `prompts`, `nudges`, `profile`, "
      + "`routes`, `texts`, `neverSay`, `accept`; did you mean `nudges`?"
  ),
  (
    smallBlueprint(more: "nudges: { soon: { anchor: trialEnds, before: P1D, text: Soon } }"),
    "13:27: error: found `trialEnds`; expected one of `trialEnd`, `periodEnd`, "
      + "`introductoryOfferEnd`, `grantEnd`; "
      + "did you mean `trialEnd`?"
  ),
  (
    smallBlueprint(
      more: "nudges: { soon: { after: { event: laps, delay: P3D }, text: Soon } }"),
    "13:35: error: found `laps`; expected one of `signUp`, `firstSeen`, `opened`, `updated`, `firstPurchase`, `purchase`, "
      + "`renewal`, `cancellation`, `refund`, `lapse`, `trialStart`, `trialEnd`, `paywall`"
      + ", `{ use: FEATURE }`, `{ milestone: NAME }`, `{ dismissal: PROMPT }`, `{ paywall: PAYWALL }`, `{ closed: PAYWALL }`, `{ bought: PRODUCT }`; did you mean `lapse`?"
  ),
  (
    smallBlueprint(
      more:
        "nudges: { soon: { after: { event: { milestone: discovery-complet }, delay: P3D }, text: Soon } }"
    ),
    "13:48: error: there is no milestone `discovery-complet`; did you mean `discovery-complete`?"
  ),
  (
    smallBlueprint(
      more: "nudges: { soon: { aftr: { event: lapse, delay: P3D }, text: Soon } }"),
    "13:19: error: a nudge has no key `aftr`; expected one of `after`, `repeat`, `quietHours`, "
      + "`by`, `when`, `text`, `paywall`, `anchor`, `before`; did you mean `after`?"
  ),
  (
    smallBlueprint(more: "nudges: { soon: { on: lapse, text: Soon } }"),
    "13:19: error: a nudge has no key `on` and lacks `after`; expected "
      + "`after: { event: lapse, delay: P3D }`"
  ),
  (
    smallBlueprint(
      more: "nudges: { soon: { after: { silence: P7D }, text: Soon, paywall: plan } }"),
    "13:65: error: there is no paywall `plan`; did you mean `plans`?"
  ),
  (
    smallBlueprint(
      more: "nudges: { soon: { after: { event: lapse, delay: P1M }, text: Soon } }"),
    "13:49: error: found `P1M`; expected a period of whole minutes, hours, days or weeks such as `P3D`, `P2W` or `PT12H`, since months and years vary in length; did you mean `P30D`?"
  ),
  (
    smallBlueprint(
      more:
        "nudges: { soon: { after: { silence: P7D }, repeat: { every: P7D, atMost: 11 }, text: Soon } }"
    ),
    "13:74: error: found the number `11`; expected a whole number from 2 to 10"
  ),
  (
    smallBlueprint(
      more:
        "nudges: { soon: { after: { silence: P7D }, quietHours: { from: \"24:00\", to: \"08:00\" }, text: Soon } }"
    ),
    "13:64: error: found `24:00`; expected a time of day such as `21:00`"
  ),
  (
    smallBlueprint(
      more:
        "nudges: { soon: { after: { silence: P7D }, quietHours: { from: \"21:00\", to: \"21:00\" }, text: Soon } }"
    ),
    "13:44: error: quiet hours from 21:00 to 21:00 never end"
  ),
  (
    smallBlueprint(more: "purchases: { lateRenewal: 1 day }"),
    "13:27: error: found `1 day`; expected a period such as `PT12H`, or `none`; did you mean `P1D`?"
  ),
  (
    smallBlueprint(more: "purchases: { refund: keep }"),
    "13:14: error: rules of purchases have no key `refund`; expected one of `transfer`, `lateRenewal`"
  ),
  (
    smallBlueprint(more: "purchases: { transfer: keepWithOwnr }"),
    "13:24: error: found `keepWithOwnr`; expected one of `keepWithOwner`, `transfer`, "
      + "`transferIfInactive`, `share`; did you mean `keepWithOwner`?"
  ),
  (
    smallBlueprint(more: "profile: { users: [user, other, user] }"),
    "13:33: error: the row `user` is defined twice; expected one of each name"
  ),
  (
    smallBlueprint(more: "profile: { users: { rows: [user], dayly: true } }"),
    "13:35: error: a table has no key `dayly`; expected one of `rows`, "
      + "`values`, `daily`; "
      + "did you mean `daily`?"
  ),
  (
    smallBlueprint(more: "profile: { users: { rows: [user], values: { level: 1.5 } } }"),
    "13:52: error: found the number `1.5`; expected text, a whole number, `true` or `false`"
  ),
  (
    smallBlueprint(more: "profile: { users: { rows: { user: { stance: } } } }"),
    "13:45: error: found nothing; expected text, a whole number, `true` or `false`"
  ),
  (
    smallBlueprint(more: "legal: { terms: \"http://example.com/terms\", privacy: \"https://a\" }"),
    "13:17: error: found `http://example.com/terms`; "
      + "expected a web address such as `https://example.com/terms`"
  ),
  (
    smallBlueprint(more: "legal: { terms: \"https://example.com/terms\" }"),
    "13:1: error: a map of legal links lacks `privacy`; "
      + "expected a web address such as `https://example.com/terms`"
  ),
  (
    smallBlueprint(more: "routes: [{ location: { nt: login }, stay: true }]"),
    "13:24: error: a location has no key `nt`; expected one of `not`; did you mean `not`?"
  ),
  (
    smallBlueprint(more: "routes: [{ stay: true, screen: app }]"),
    "13:24: error: a route that stays has no key `screen`; expected one of `session`, "
      + "`hasSeenOnboarding`, `hasJustSubscribed`, `when`, `location`, `stay`"
  ),
  (
    smallBlueprint(more: "routes: [{ session: none }]"),
    "13:10: error: a route lacks `screen`; expected the name of a screen"
  ),
  (
    smallBlueprint(more: "routes: [{ screen: app, paywall: plan }]"),
    "13:34: error: there is no paywall `plan`; did you mean `plans`?"
  ),
  (
    smallBlueprint(more: "onboarding: discovery-complet"),
    "13:13: error: there is no milestone `discovery-complet`; "
      + "did you mean `discovery-complete`?"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { spend: coin } }]",
      more: "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period } } } }"),
    "7:40: error: there is no wallet `coin`; did you mean `coins`?"
  ),
  (
    smallBlueprint(
      message: "[{ otherwise: { spend: coins, cost: 0 } }]",
      more: "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period } } } }"),
    "7:53: error: found the number `0`; expected a whole number from 1 to 1,000,000,000,000, or `any`"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { entitled: premium }, allow: { holding: 9, cost: any } }, { otherwise: { spend: coins, cost: any } }]",
      more: monthlyCoins),
    "7:107: error: credits beside `holding` with `cost: any`, whose items grow without a payment; "
      + "expected two features"
  ),
  (
    smallBlueprint(
      message:
        "[{ when: { entitled: premium }, allow: { upTo: 60, per: day, cost: any } }, { otherwise: { holding: 9, cost: any } }]"
    ),
    "7:84: error: sizes of uses beside `holding` with `cost: any`, whose items grow without a "
      + "use; expected `largest`, or two features"
  ),
  (
    smallBlueprint().replacing(
      "milestones: [discovery-complete]", with: "milestones: { course: { setBy: backnd } }"),
    "4:32: error: found `backnd`; expected one of `app`, `backend`; did you mean `backend`?"
  ),
  (
    smallBlueprint(more: "credits: { coins: { given: [{ amount: 5, eech: day }] } }"),
    "13:42: error: a gift of credits has no key `eech`; expected one of `amount`, `each`, `upTo`, `lasts`, `when`; "
      + "did you mean `each`?"
  ),
  (
    smallBlueprint(more: "credits: { coins: { given: [{ amount: 5, each: months }] } }"),
    "13:48: error: found `months`; expected one of `day`, `week`, `month`; did you mean `month`?"
  ),
  (
    smallBlueprint(more: "credits: { coins: { given: [{ amount: 5, each: day, upTo: 4 }] } }"),
    "13:59: error: up to 4, but each day gives 5; expected at least 5"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { given: [{ amount: 5, on: { milestone: discovery-complet } }] } }"),
    "13:59: error: there is no milestone `discovery-complet`; did you mean `discovery-complete`?"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { given: [{ amount: 5, on: signUp }] } }\n"
        + "grants: { apology: { credits: coin, amount: 10 } }"),
    "14:31: error: there is no wallet `coin`; did you mean `coins`?"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { given: [{ amount: 5, on: signUp }] } }\n"
        + "grants: { apology: { credits: coins } }"),
    "14:11: error: a grant with `credits` lacks `amount`; expected a whole number from 1 to 1,000,000,000,000"
  ),
  (
    smallBlueprint(more: "credits: { coins: { filledBy: { coach.monthly: 5 } } }"),
    "13:48: error: `coach.monthly` renews; expected `{ amount: 5, each: period }`"
  ),
  (
    smallBlueprint(more: "credits: { coins: { filledBy: { coach.mnthly: 5 } } }"),
    "13:33: error: there is no product `coach.mnthly`; did you mean `coach.monthly`?"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { filledBy: { web: 5 } } }\n"
        + "grants: { web: { elsewhere: true, entitlement: premium } }"),
    "13:33: error: `web` is a grant, and `filledBy` lists products; expected `credits: coins` and an "
      + "`amount` in the grant, which fill it in each of its months"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { filledBy: { gift: 5 } } }\n"
        + "grants: { gift: { entitlement: premium, lasts: P7D } }"),
    "13:33: error: `gift` is a grant, and `filledBy` lists products; expected a grant with "
      + "`credits: coins` and an `amount`, which the backend or support gives"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { filledBy: { coach.monthly: { amount: 5, eech: period } } } }"),
    "13:61: error: an entry of `filledBy` has no key `eech`; expected one of `amount`, `each`, "
      + "`rollsOver`, `upTo`, `lasts`, `inTrial`, `onUpgrade`; did you mean `each`?"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { filledBy: { coach.monthly: { amount: 600, lasts: P1Y } } } }"),
    "13:33: error: an entry of `filledBy` lacks `each`; expected `600` for a product that does not "
      + "renew, whose credits never expire, or "
      + "`{ amount: 600, each: period, rollsOver: true, lasts: P1Y }`"
  ),
  (
    smallBlueprint(more: "credits: { coins: { filledBy: { coach.monthly: { amount: 600 } } } }"),
    "13:33: error: an entry of `filledBy` lacks `each`; expected `600` for a product that does not "
      + "renew, whose credits never expire, or `{ amount: 600, each: period }`"
  ),
  (
    smallBlueprint(
      more: "credits: { coins: { filledBy: { coach.monthly: "
        + "{ amount: 5, each: period, rollsOver: true, upTo: 4 } } } }"),
    "13:98: error: rolls over up to 4, but each period gives 5; expected more than 5"
  ),
  (
    smallBlueprint(
      more: "attributes: { share: { type: boolean } }\n"
        + "refunds: { consent: shar }"
    ),
    "14:21: error: there is no attribute `shar`; did you mean `share`?"
  ),
  (
    smallBlueprint(
      more: "attributes: { goal: { type: text } }\n"
        + "refunds: { consent: goal }"
    ),
    "14:21: error: the attribute `goal` cannot be a consent; expected one with `type: boolean`"
  ),
  (
    smallBlueprint(
      more: "attributes: { share: { type: boolean } }\n"
        + "refunds: { consent: share, ruls: [] }"
    ),
    "14:28: error: a policy of refunds has no key `ruls`; expected one of `consent`, `sample`, "
      + "`rules`; did you mean `rules`?"
  ),
  (
    smallBlueprint(
      more: "attributes: { share: { type: boolean } }\n"
        + "refunds: { consent: share, rules: [{ prefer: declin }] }"
    ),
    "14:46: error: found `declin`; expected one of `decline`, `grantFull`, `grantProrated`, "
      + "`nothing`; did you mean `decline`?"
  ),
  (
    smallBlueprint(
      more: "attributes: { share: { type: boolean } }\n"
        + "refunds: { consent: share, rules: [{ reason: unsatisfyed, prefer: decline }] }"
    ),
    "14:46: error: found `unsatisfyed`; expected one of `unintendedPurchase`, `fulfillmentIssue`, "
      + "`unsatisfied`, `legal`, `other`; did you mean `unsatisfied`?"
  ),
  (
    smallBlueprint(
      more: "attributes: { share: { type: boolean } }\n"
        + "refunds: { consent: share, rules: [{ used: { feature: send-mesage, atLeast: 3 }, prefer: decline }] }"
    ),
    "14:55: error: there is no feature `send-mesage`; did you mean `send-message`?"
  ),
  (
    smallBlueprint(
      more: "attributes: { share: { type: boolean } }\n"
        + "refunds: { consent: share, rules: [{ product: coach.montly, prefer: decline }] }"
    ),
    "14:47: error: there is no product `coach.montly`; did you mean `coach.monthly`?"
  ),
  (
    smallBlueprint(
      more: "attributes: { share: { type: boolean } }\n"
        + "refunds: { consent: share, rules: [{ consumed: 50, prefer: decline }] }"
    ),
    "14:48: error: nothing counts how much was used; expected a product other than a "
      + "subscription that fills a wallet"
  ),
  (
    smallBlueprint(
      more: "attributes: { share: { type: boolean } }\n"
        + "refunds: { consent: share, rules: [{ prefer: decline }, { prefer: grantFull }] }"
    ),
    "14:57: error: this rule is never reached: the one before it always holds"
  ),
  (
    smallBlueprint(
      more: "retention: [{ message: 9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b, instead: coach.yearly }]"
    ),
    "13:71: error: there is no subscription `coach.yearly`"
  ),
  (
    smallBlueprint(
      more: "retention: [{ message: 9e4b6c2a }]"
    ),
    "13:24: error: found `9e4b6c2a`; expected the UUID of a message"
  ),
  (
    smallBlueprint(
      more: "retention: [{ message: { de: 9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b } }]"
    ),
    "13:15: error: no message in the app's own language; expected one for `en`"
  ),
  (
    smallBlueprint(
      more: "retention: [{ message: 9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b, offer: stay }]"
    ),
    "13:69: error: there is no promotional offer `stay`"
  ),
  (
    smallBlueprint(
      more: "retention: [{ message: 9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b, instead: coach.monthly }]"
    ),
    "13:71: error: the rule never holds: `coach.monthly` is the only one of its group"
  ),
  (
    smallBlueprint(
      more:
        "retention: [{ message: 9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b, offer: stay, instead: coach.monthly }]"
    ),
    "13:69: error: a message shows one thing; expected `instead` or `offer`"
  ),
  (
    smallBlueprint(
      more:
        "retention: [{ message: 9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b, used: { feature: send-mesage, atLeast: 3 } }]"
    ),
    "13:79: error: there is no feature `send-mesage`; did you mean `send-message`?"
  ),
  (
    smallBlueprint(
      more:
        "retention: [{ message: 9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b }, { message: 9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b }]"
    ),
    "13:64: error: this rule is never reached: the one before it always holds"
  ),
]

/// Coins that a plan gives.
private let monthlyCoins =
  "credits: { coins: { filledBy: { coach.monthly: { amount: 5, each: period } } } }"

/// A small blueprint whose one line the tables below replace.
func smallBlueprint(
  products: String = "coach.monthly: { name: Monthly, entitlements: premium, period: P1M }",
  trial: String = "{ start: signUp, lasts: P7D, entitles: premium }",
  message: String =
    "[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]",
  paywall: String = "{ title: Hello, packages: [coach.monthly] }",
  more: String = ""
) -> String {
  """
  app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
  products:
    \(products)
  milestones: [discovery-complete]
  trial: \(trial)
  features:
    send-message: \(message)
    garden: [{ otherwise: { holding: 3 } }]
  paywalls:
    plans: \(paywall)
  texts:
    banner: Welcome
  \(more)
  \(more.hasPrefix("legal") ? "" : legal)
  """
}

private let legal =
  "legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }"
