import Tollgate

/// The format of conditions.
enum ConditionForms {
  /// A condition on the customer; every key that is present must hold.
  ///
  /// A mistake in any key discards the whole condition: without that part it would hold for others.
  ///
  /// ```yaml
  /// when: { phase: [trial, subscribed], reached: discovery-complete }
  /// ```
  static let condition: Form<Condition> = Form(
    ConditionForms.keys.expected, ConditionForms.keys.schema
  ) { node, reader in
    if case .scalar(let word, _) = node.content,
      let meant = ConditionForms.meaning(of: word, among: reader.blueprint.conditions)
    {
      reader.unexpected(node, expected: ConditionForms.keys.expected, nearest: meant)
      return nil
    }
    guard let condition = ConditionForms.keys.read(node, reader),
      PastForms.endSeasons(in: node, reader)
    else { return nil }
    return condition
  }.named("condition")

  /// The condition that a word alone stands for: a named one, or a phase; nil for other words.
  private static func meaning(of word: String, among names: [String]) -> String? {
    if let name = nearestName(to: word, in: names) { return "{ is: \(name) }" }
    return Phase(rawValue: word).map { "{ phase: \($0.rawValue) }" }
  }

  /// A condition under `conditions`; only its name is used, because the conditions have already been written out.
  static let declared: Form<@Sendable (Identifier<Condition>) -> Identifier<Condition>> =
    condition.map { _ -> @Sendable (Identifier<Condition>) -> Identifier<Condition> in { $0 } }

  /// What conditions say in place of words that authors may look for.
  private static let hints: [String: String] = {
    let owned =
      "`entitled` for what a purchase gives, `product` for the subscription that decides the plan, or `count: { of: { bought: PRODUCT }, atLeast: 1 }`"
    let member =
      "`entitled`, since members have what their team shares, or what it `gives` to members alone"
    let members =
      "`members`, as in `members: { of: TEAM, atLeast: 5 }`, which asks the owner of a team"
    let trial = "`phase: trial`, which an introductory offer is only if it is the trial"
    let used =
      "`count: { of: { use: FEATURE }, atLeast: 8 }`, or outside rules of features `left` for what remains of a limit, as in `left: { of: FEATURE, lessThan: 20% }`"
    let balance =
      "`left` outside rules of features, as in `left: { of: { credits: WALLET }, lessThan: 10 }`; in a rule, `spend` asks for the credits itself"
    let end =
      "`ends`, as in `ends: { anchor: trialEnd, within: P2D }` for the last two days of a trial, or `until` for a date"
    let plan = "`entitled` for what the plan gives, or `phase: subscribed`"
    let lapsed = "`phase: lapsed`, or `since: { event: lapse, atLeast: P30D }`"
    let cancelled = "`willRenew: false`, while what was cancelled still gives access"
    let first = "`since: { event: firstSeen, lessThan: P3D }`, or `signUp` in place of `firstSeen`"
    let launches = "`count: { of: opened, atLeast: 3 }`, which counts once a day"
    let account = "`count: { of: signUp, atLeast: 1 }`"
    let joined =
      "`since: { event: signUp, before: 2026-03-01 }` for a date, or `count: { of: signUp, atLeast: 1 }` for whoever has an account"
    let time = "`from` and `until` for dates, or an `attribute` that the app sets"
    let variant =
      "an `attribute` that your backend sets, since variants of `experiments` change only paywalls, texts and the trial"
    let elsewhere =
      "`entitled` for an entitlement of its own that the right also gives, as in `web: { elsewhere: true, entitlement: [premium, on-web] }`"
    let held = "`held` for its items, or `count: { of: { use: FEATURE }, atLeast: 3 }` for its uses"
    let streak = "a milestone or an `attribute` that the app or your backend sets"
    let ever =
      "`count: { of: { bought: PRODUCT }, atLeast: 1 }` for those who ever bought it, with `notEntitled` beside it for those who no longer have it; or `phase: lapsed` for those whose plan has ended"
    let both =
      "nothing: all keys of a condition must hold, as in `{ phase: free, reached: MILESTONE }`"
    let nothing =
      "`left: { of: FEATURE, lessThan: 1 }`, or `left: { of: { credits: WALLET }, lessThan: 1 }`, outside rules of features"
    let failing = "`subscription: [grace, billingRetry]`"
    return [
      "had": ever, "hasHad": ever, "hadEntitled": ever, "wasEntitled": ever,
      "everEntitled": ever, "previouslyEntitled": ever, "wasSubscribed": ever, "formerly": ever,
      "everBought": ever, "everPurchased": ever, "hasPurchased": ever, "hasBought": ever,
      "all": both, "and": both,
      "limitReached": nothing, "exhausted": nothing, "usedUp": nothing, "isUsedUp": nothing,
      "noneLeft": nothing, "outOf": nothing,
      "isPremium": plan, "premium": plan, "isPro": plan, "isPaid": plan, "isSubscriber": plan,
      "isTrial": "`phase: trial`", "inTrial": "`phase: trial`", "trial": "`phase: trial`",
      "billingIssue": failing, "gracePeriod": failing, "paymentFailed": failing,
      "refunded": "`count: { of: refund, atLeast: 1 }`", "churned": lapsed,
      "day": time, "date": time, "after": time, "hour": time,
      "boughtElsewhere": elsewhere, "elsewhere": elsewhere, "web": elsewhere,
      "feature": held, "use": held, "uses": held, "streak": streak,
      "owns": owned, "bought": owned, "purchased": owned,
      "isIntroductory": trial, "introductoryOffer": trial,
      "team": member, "member": member, "owner": member,
      "teamSize": members, "seats": members, "memberCount": members,
      "used": used, "remaining": used, "balance": balance, "credits": balance,
      "before": end, "daysLeft": end, "trialDay": end, "anchor": end, "expires": end,
      "ending": end, "endsIn": end, "within": end, "trialEnd": end, "periodEnd": end,
      "plan": plan, "tier": plan, "subscribed": plan, "isSubscribed": plan, "subscriber": plan,
      "lapsed": lapsed, "expired": lapsed,
      "cancelled": cancelled, "canceled": cancelled,
      "grace": failing,
      "installed": first, "firstSeen": first, "newUser": first, "newcomer": first,
      "opened": launches, "launches": launches, "sessions": launches,
      "signUp": account, "signedIn": account, "hasAccount": account,
      "signedUp": joined, "registered": joined, "joined": joined, "createdAt": joined,
      "time": time, "weekday": time,
      "variant": variant, "experiment": variant, "percent": variant, "rollout": variant,
    ]
  }()

  private static let phase = Form<Phase>.choice(
    Phase.allCases,
    synonyms: [
      "expired": .lapsed, "churned": .lapsed, "active": .subscribed, "paid": .subscribed,
      "premium": .subscribed, "subscriber": .subscribed, "trialing": .trial,
    ])

  private static let storeCondition = Form<StoreCondition>.choice(
    StoreCondition.allCases,
    synonyms: [
      "gracePeriod": .grace, "billingIssue": .billingRetry, "lapsed": .expired,
      "refunded": .revoked, "subscribed": .active,
    ]
  ).answering(words: [
    "cancelled": "`willRenew: false` in place of `subscription`",
    "canceled": "`willRenew: false` in place of `subscription`",
    "trial": "`phase: trial` in place of `subscription`",
  ])

  private static let keys: Form<Condition> = .object(
    "a condition", atLeast: 1,
    synonyms: [
      "age": "ageRange", "version": "appVersion", "milestone": "reached",
      "or": "any", "condition": "is", "audience": "is", "segment": "is",
      "platform": "device", "os": "device", "locale": "language", "remaining": "left",
      "entitlement": "entitled", "entitlements": "entitled", "hasEntitlement": "entitled",
      "region": "country", "storefront": "country", "status": "phase", "state": "phase",
    ],
    hints: ConditionForms.hints,
    .decisive(
      "phase", .oneOrMore(phase).withoutRepetition, to: [], "In any of these phases."
    ),
    .decisive(
      "entitled", entitled, to: [], "With any of these entitlements."),
    .decisive(
      "notEntitled", Names.entitlements.withoutRepetition, to: [],
      "With none of these entitlements."),
    .decisive(
      "reached", Names.milestones.withoutRepetition, to: [],
      "Once all of these milestones are reached."),
    .decisive(
      "notReached", Names.milestones.withoutRepetition, to: [],
      "While none of these milestones is reached."),
    .decisive(
      "since", .oneOrMore(PastForms.since), to: [],
      "While the time since an event is within these bounds; of several, all must hold."),
    .decisive(
      "count", .oneOrMore(PastForms.count), to: [],
      "While the number of times an event happened is within these bounds; of several, all must hold."
    ),
    .decisive(
      "ends", .oneOrMore(PastForms.ending), to: [],
      "While an end is that near; all of several must be."),
    .decisive(
      "from", PastForms.conditionDate, to: nil,
      "From this date on: midnight of a day where the app's days begin, a local time such as `2026-11-27T18:00`, or an instant that ends in `Z`. With `until`, also a day of each year such as `11-20`."
    ),
    .decisive(
      "until", PastForms.conditionDate, to: nil, "Before this date, which is not included."),
    .decisive("held", held, to: nil, "While that many items are held."),
    .decisive(
      "left", .oneOrMore(LeftForms.left), to: [],
      "While what is left of a feature's limit, or of credits, is within these bounds; of several, all must hold. Rules of features and trials cannot have it."
    ),
    .decisive(
      "members", .oneOrMore(PastForms.members), to: [],
      "While the team that the customer owns has that many members, invited or joined; of several, all must hold. Everybody else, members too, has 0."
    ),
    .decisive(
      "subscription", .oneOrMore(storeCondition).withoutRepetition, to: [],
      "In any of these conditions of the subscription that decides the plan."),
    .decisive(
      "willRenew", willRenew, to: nil,
      "While that subscription gives access and will renew (`true`) or will not (`false`)."),
    .decisive(
      "product", .oneOrMore(Names.product).withoutRepetition, to: [],
      "While that subscription, or one to an add-on, gives access and is one of these products; `subscription` and `willRenew` beside it are about that one."
    ),
    .decisive(
      "country", AudienceForms.countries, to: [],
      "If the store account's country is any of these."),
    .decisive(
      "language", AudienceForms.languages, to: [], "If the device's language is any of these."),
    .decisive(
      "appVersion", AudienceForms.appVersion, to: nil,
      "If the app's version is within these bounds."),
    .decisive("device", AudienceForms.devices, to: [], "On any of these kinds of device."),
    .decisive(
      "ageRange", AudienceForms.ageRange, to: nil,
      "If the whole age range that was shared with the app is within these bounds."),
    .decisive(
      "regulatoryFeature", .oneOrMore(Form<RegulatoryFeature>.choice()).withoutRepetition, to: [],
      "If the law where the person lives requires any of these of the app, by Apple's names."),
    .decisive(
      "consent", .oneOrMore(Form<Consent>.choice()).withoutRepetition, to: [],
      "If a parent or guardian withdrew consent to the use of the app (`withdrawn`), or gave it again (`given`)."
    ),
    .decisive(
      "attribute", AudienceForms.attributes, to: [], "If attributes have these values."),
    .decisive(
      "boughtApp", AudienceForms.boughtApp, to: nil,
      "If the app itself was bought, or first downloaded, before a date or a version, by what the App Store signed."
    ),
    .decisive(
      "environment",
      .oneOrMore(Form<StoreEnvironment>.choice()).withoutRepetition, to: [],
      "If the App Store signed the customer's copy of the app for any of these: TestFlight and App Review are `sandbox`."
    ),
    .decisive(
      "is", names, to: [],
      "All of these conditions, which `conditions` defines by name."),
    .decisive("any", .list(of: inner), to: [], "At least one of these conditions."),
    .decisive("not", .oneOrMore(inner), to: [], "None of these conditions.")
  ) {
    (
      phases: [Phase], entitled: [Entitlement.ID], notEntitled: [Entitlement.ID],
      reached: [Milestone.ID], notReached: [Milestone.ID], since: [PastTest.Since],
      count: [PastTest.Count], ends: [Ending], from: PastForms.ConditionDate?,
      until: PastForms.ConditionDate?, held: Condition.Held?, left: [[Condition.Left]],
      members: [PastTest], subscription: [StoreCondition], willRenew: Bool?,
      products: [CatalogProduct.ID], countries: [String], languages: [String],
      appVersion: Audience.Versions?, devices: [DeviceKind], ageRange: AgeRangeTest?,
      regulatoryFeatures: [RegulatoryFeature], consents: [Consent], attributes: [AttributeTest],
      boughtApp: AppPurchaseTest?, environments: [StoreEnvironment], _: [Identifier<Condition>],
      any: [Condition], not: [Condition]
    ) in
    Condition(
      phases: Set(phases), entitled: Set(entitled), notEntitled: Set(notEntitled),
      reached: Set(reached), notReached: Set(notReached),
      past: past(since, count, ends, members, from: from, until: until), held: held,
      left: left.compactMap(\.first) + left.flatMap { $0.dropFirst() },
      subscription: Set(subscription), willRenew: willRenew, products: Set(products),
      audience: Audience(
        countries: Set(countries), languages: Set(languages), appVersion: appVersion,
        devices: Set(devices), ageRange: ageRange, regulatoryFeatures: Set(regulatoryFeatures),
        consents: Set(consents), attributes: attributes, boughtApp: boughtApp,
        environments: Set(environments)), any: any, not: not)
  }

  /// What a condition requires of the past, the ends, members and dates last.
  private static func past(
    _ since: [PastTest.Since], _ count: [PastTest.Count], _ ends: [Ending],
    _ members: [PastTest],
    from: PastForms.ConditionDate?, until: PastForms.ConditionDate?
  ) -> [PastTest] {
    var tests = since.map { PastTest.since($0) } + count.map { PastTest.count($0) }
    tests += ends.map { PastTest.ends($0) }
    tests += members
    if case .once(let date)? = from { tests.append(.from(date)) }
    if case .once(let date)? = until { tests.append(.until(date)) }
    if case .yearly(let start)? = from, case .yearly(let end)? = until,
      let season = Season(from: start, until: end)
    {
      tests.append(.during(season))
    }
    return tests
  }

  /// The names of conditions.
  ///
  /// One that is still there when forms read could not be written out, which ``NamedConditions`` recorded as a mistake.
  private static let names = Form<[Identifier<Condition>]>.oneOrMore(Names.condition)
    .map { (_: [Identifier<Condition>], _: YAMLNode, _: Reader) -> [Identifier<Condition>]? in nil }

  /// Entitlements of which any is enough; a map was probably meant for all of them.
  private static let entitled: Form<[Entitlement.ID]> = {
    let names = Names.entitlements.withoutRepetition
    return Form(names.expected, names.schema) { node, reader in
      guard case .map = node.content else { return names.read(node, reader) }
      reader.unexpected(
        node,
        expected:
          "\(names.expected), of which any is enough, or `entitled: premium` beside `not: { notEntitled: export }` for both"
      )
      return nil
    }
  }()

  private static let willRenew: Form<Bool?> = Form<Bool>.flag.map { .some($0) }

  /// A condition within `any` or `not`, which the schema refers to by name.
  ///
  /// One that is nested too deep is not read, which would need a stack as deep as the file is.
  private static let inner: Form<Condition> = Form(
    "a condition", Schema([JSON.Member("$ref", .string("#/$defs/condition"))])
  ) { node, reader in
    guard ConditionForms.level(of: node) <= Condition.levelLimit else {
      reader.error(at: node, "more than \(Condition.levelLimit) levels of `any` and `not`")
      return nil
    }
    return ConditionForms.condition.read(node, reader)
  }

  /// The number of `any` and `not` that directly lead to a condition, with or without positions between them.
  private static func level(of node: YAMLNode) -> Int {
    node.path.reversed().prefix { $0 == "any" || $0 == "not" || Int($0) != nil }
      .count { Int($0) == nil }
  }

  /// A number of held items: `{ feature: keep-note, atLeast: 3 }`.
  private static let held = Form<Condition.Held?>.object(
    "a number of held items", example: "`{ feature: keep-note, atLeast: 3 }`",
    .required("feature", Names.feature, "The feature that holds them."),
    .required("atLeast", .whole(1...Int.max), "How many at least.")
  ) { Condition.Held(feature: $0, atLeast: $1) }
}
