import Tollgate

/// The format of features and their rules.
enum FeatureForms {
  /// A feature without its name, which is its key.
  typealias Make = @Sendable (Feature.ID) -> Feature

  /// A feature: `allow`, `deny`, a list of rules, or a map with rules and a description.
  ///
  /// ```yaml
  /// read-conversation: allow
  /// send-message:
  ///   - when: { entitled: premium }
  ///     allow: unlimited
  ///   - otherwise: { upTo: 3, per: day }
  ///     paywall: plans
  /// ```
  static let feature = Form<Make>.either(
    "`allow`, `deny`, a list of rules, or a map with `rules`",
    scalar: verdict.map { rules in { Feature(id: $0, rules: rules) } },
    list: rules.map { (rules, node, reader) -> Make? in
      let paywall = reader.paywall(nil, of: node, default: .featurePaywall)
      return { Feature(id: $0, rules: rules, paywall: paywall) }
    },
    map: described)

  /// The answer of a feature without rules, the same for everyone.
  private enum Verdict: String, CaseIterable {
    /// Access without a limit.
    case allow
    /// No access, for a feature that is switched off.
    case deny
  }

  private static let forPayers =
    "rules, as in `[{ when: { entitled: premium }, allow: unlimited }, { otherwise: deny, paywall: plans }]`"

  /// What to write in a feature in place of words that stand in its rules.
  private static let featureHints: [String: String] = {
    let limit = "rules, as in `rules: [{ otherwise: { upTo: 3, per: day }, paywall: plans }]`"
    let price = "rules, as in `rules: [{ otherwise: { spend: coins, cost: 10 } }]`"
    return [
      "entitled": forPayers, "entitlement": forPayers, "entitlements": forPayers,
      "requires": forPayers, "needs": forPayers, "when": forPayers, "allow": forPayers,
      "deny": forPayers, "otherwise": forPayers, "paid": forPayers,
      "limit": limit, "max": limit, "upTo": limit, "per": limit, "holding": limit, "free": limit,
      "cost": price, "spend": price, "credits": price,
    ]
  }()

  /// `allow` or `deny` as a single rule.
  private static let verdict = Form<Verdict>.choice(
    Verdict.allCases, synonyms: ["free": .allow, "unlimited": .allow, "off": .deny, "none": .deny]
  ).answering(words: [
    "premium": forPayers, "paid": forPayers, "pro": forPayers, "locked": forPayers,
  ])
  .map { [Feature.Rule(allowance: $0 == .allow ? .unlimited : .denied)] }

  /// The rules in their order; the first whose condition holds decides.
  private static let rules = Form<[Feature.Rule]>.list(of: rule)

  /// A feature with a pitch: what a locked card and a paywall say about it.
  private static let described = Form<Feature>.object(
    "a feature", needs: ["title": ["icon"], "icon": ["title"], "detail": ["title"]],
    synonyms: ["name": "title", "description": "detail"], hints: FeatureForms.featureHints,
    .optional("title", TextForms.place, "What a locked card or a paywall calls it."),
    .optional("detail", TextForms.place, "One sentence more."),
    .optional("icon", Names.icon, "The icon next to the title."),
    .defaulted(
      "passive", .flag, to: false,
      "Whether nothing is fetched for those it denies, who see a locked teaser instead."),
    .optional("paywall", Names.paywall, "What a denial shows where its rule names none."),
    .defaulted(
      "offline", offline, to: .refuse, "What happens to a use while the server cannot be reached."),
    .defaulted(
      "reservation", .period, to: Feature.defaultReservation,
      "How long a reserved use counts before it lapses: from one minute to one day."),
    .defaulted(
      "surplus", Form<Feature.Surplus>.choice(), to: .kept,
      "Whether held items beyond the limit can still be used, or only those that were added first."),
    .required(
      "rules",
      .either("`allow`, `deny`, or a list of rules", scalar: verdict, list: rules),
      "The rules; the first whose condition holds decides.")
  ) { title, detail, icon, isPassive, paywall, offline, reservation, surplus, rules in
    let pitch = title.map { Feature.Pitch(title: $0, detail: detail, icon: icon ?? "") }
    return Feature(
      id: "", rules: rules, paywall: paywall, pitch: pitch, isPassive: isPassive,
      offline: offline, reservation: reservation, surplus: surplus)
  }.map { (written: Feature, node: YAMLNode, reader: Reader) -> Make? in
    var paywall = written.paywall
    // A feature that is the same for everyone gets no default.
    if case .list? = node["rules"]?.content {
      paywall = reader.paywall(paywall, of: node, default: .featurePaywall)
    }
    return { [paywall] id in
      var feature = written
      (feature.id, feature.paywall) = (id, paywall)
      return feature
    }
  }

  /// What happens to a use without a network, if it is a single word.
  private enum Waiting: String, CaseIterable {
    /// The use fails with a retryable error.
    case refuse
    /// The use waits on the device until the server decides.
    case wait
  }

  /// What happens to a use while the server cannot be reached: `refuse`, `wait`, or `{ allow: 2 }`.
  private static let offline = Form<Feature.OfflineUse>.either(
    "`refuse`, `wait` or `{ allow: 3 }`",
    scalar: Form<Waiting>.choice(Waiting.allCases, or: ["{ allow: 3 }"])
      .map { $0 == .refuse ? .refuse : .wait },
    map: Form<Int>.object(
      "offline uses",
      key: .required("allow", .whole(1...1000), "How many uses the device may allow by itself.")
    ).map { .allow($0) })

  /// The condition of a rule; only `otherwise` has none.
  private static let when = Key<Condition>.required(
    "when", ConditionForms.condition, "When the rule applies.")
  /// The paywall of a rule, which comes before the feature's own.
  private static let paywall = Key<Paywall.ID?>.optional(
    "paywall", Names.paywall,
    "What the rule's denial shows, in place of the feature's; `none` if it shows nothing.")

  /// Creates a rule from what is written; `paywall: none` hides the feature's.
  private static func made(
    when: Condition = .always, _ allowance: Feature.Allowance, _ paywall: Paywall.ID?
  ) -> Feature.Rule {
    let isHidden = paywall?.rawValue == "none"
    return Feature.Rule(
      when: when, allowance: allowance, paywall: isHidden ? nil : paywall, hidesPaywall: isHidden)
  }

  /// A rule in one of three forms: with `otherwise`, with `deny: true`, or with `allow`.
  ///
  /// The keys decide which form it is, so that a mistake is compared with the form that was meant.
  private static let rule = Form<Feature.Rule>(anyRule.expected, anyRule.schema) {
    node, reader in
    guard node["when"] != nil, let last = node.keyPosition(of: "otherwise") else {
      return anyRule.read(node, reader)
    }
    reader.report(
      .error, at: last, node.path + ["otherwise"], "a rule with `when` has no key `otherwise`",
      expected:
        "a last rule of its own, as in `- otherwise: deny`, or a second feature that the app uses when this one is denied"
    )
    return nil
  }.answering("a rule", ruleHints).named("rule")

  /// What to write in a rule in place of words that no key stands for.
  private static let ruleHints: [String: String] = {
    let condition = "a condition under `when`, as in `when: { until: 2026-12-01 }`"
    let other = "a second feature that the app uses when this one is denied"
    let text = "`title` and `detail` beside `rules`, or the texts of the paywall"
    let limit = "`allow`, as in `allow: { upTo: 3, per: day }`, or `otherwise` in a last rule"
    let price = "`allow: { spend: coins, cost: 10 }`, or `otherwise` in a last rule"
    return [
      "limit": limit, "max": limit, "upTo": limit, "per": limit, "holding": limit,
      "cost": price, "spend": price, "credits": price,
      "unlimited": "`allow: unlimited`",
      "from": condition, "until": condition, "entitled": condition, "notEntitled": condition,
      "phase": condition, "country": condition, "if": condition,
      "fallback": other, "else": other, "then": other,
      "title": text, "text": text, "message": text,
    ]
  }()

  private static let anyRule = Form<Feature.Rule>.with(
    key: "otherwise", orNear: true,
    .object(
      "a last rule",
      .required("otherwise", otherwise, "What holds where no rule before applies."), paywall
    ) { made($0, $1) },
    else: .with(
      key: "deny",
      .object(
        "a rule that denies", when, .required("deny", Form<Bool>.onlyTrue, "Gives nothing."),
        paywall
      ) { when, _, paywall in made(when: when, .denied, paywall) },
      else: .object(
        "a rule", when, .required("allow", allowance, "What the rule gives."), paywall
      ) { made(when: $0, $1, $2) },
      "a rule with `when` and `allow` or `deny`"),
    "a rule with `when` and `allow` or `deny`, or with `otherwise`"
  )

  /// An allowance with a limit, or with several.
  private static let limited = Form<Feature.Allowance>.with(
    key: "all", orNear: true, all,
    else: .with(
      key: "first", orNear: true, first,
      else: .with(key: "spend", CreditForms.spend, else: counted, limits), limits), limits)

  private static let limits = "`{ upTo: 100, per: trial }`, `{ holding: 3 }` or `{ spend: coins }`"

  /// Limits at once: `{ all: [{ upTo: 3, per: day }, { upTo: 10, per: month }] }`, or a limit and a wallet.
  private static let all: Form<Feature.Allowance> = Form<[Feature.Allowance]>.object(
    "an allowance",
    key: .required(
      "all",
      several(limitInAll()),
      "Limits that hold at once; a use counts toward each of them. One can be a wallet, which pays for each use."
    )
  ).map { .all($0) }

  /// A limit or a wallet in `all`, in whose place authors may write a choice.
  private static func limitInAll() -> Form<Feature.Allowance> {
    let expected = "`{ upTo: 3, per: day }`, `{ holding: 3 }` or `{ spend: coins }`"
    let limit = Form<Feature.Allowance>.with(
      key: "spend", CreditForms.spend,
      else: .with(
        key: "holding", holding("a limit in `all`"),
        else: uses("a limit in `all`", others: ["holding", "spend"]), expected), expected)
    return Form<Feature.Allowance>(limit.expected, limit.schema) { node, reader in
      guard node["first"] != nil else { return limit.read(node, reader) }
      reader.report(
        .error, at: node.keyPosition(of: "first") ?? node.position, node.path + ["first"],
        "a limit in `all` has no key `first`",
        expected:
          "`{ first: [{ upTo: 3, per: day }, { spend: coins }] }` for credits once the limit is used up, or `{ all: [{ upTo: 3, per: day }, { spend: coins }] }` for a limit of what costs credits"
      )
      return nil
    }
  }

  /// The same before wallets, where no items are held.
  private static let allBeforeWallets: Form<Feature.Allowance> = Form<[Feature.Allowance]>.object(
    "an allowance",
    key: .required(
      "all", several(uses("a limit in `all` before wallets", others: [])),
      "Limits that hold at once; a use counts toward each of them.")
  ).map { .all($0) }

  /// One after the other: `{ first: [{ upTo: 3, per: day }, { spend: coins }] }`.
  private static let first: Form<Feature.Allowance> = Form<[Feature.Allowance]>.object(
    "an allowance",
    key: .required(
      "first", several(choice),
      "A limit, or limits at once, and then wallets: the first that allows a use is charged.")
  ).map { .first($0) }

  /// What may be charged after something else, or before.
  private static let choice = Form<Feature.Allowance>.with(
    key: "spend", CreditForms.spend,
    else: .with(
      key: "all", orNear: true, allBeforeWallets,
      else: uses("a choice in `first`", others: ["spend", "all"]), choices),
    choices)

  /// Two or more allowances; a list with a mistake in one of them is left out, since it would mean something else.
  private static func several(
    _ part: Form<Feature.Allowance>
  ) -> Form<[Feature.Allowance]> {
    let list = Form<[Feature.Allowance]>.list(of: part, atLeast: 2)
    return Form(list.expected, list.schema) { node, reader in
      guard case .list(let nodes) = node.content else { return list.read(node, reader) }
      if nodes.count == 1 {
        reader.error(
          at: node, "the list has 1",
          expected:
            "it alone, as in `otherwise: { spend: coins }`, or at least 2, each \(part.expected)")
        return nil
      }
      let parts = list.read(node, reader)
      return parts?.count == nodes.count ? parts : nil
    }
  }

  private static let choices = "`{ upTo: 3, per: day }`, `{ all: … }` or `{ spend: coins }`"

  /// An allowance that counts: uses in a window, or items held at the same time.
  private static let counted = Form<Feature.Allowance>.with(
    key: "holding", holding("an allowance"),
    else: uses("an allowance", others: ["holding", "spend", "all", "first"]),
    "`{ upTo: 100, per: trial }` or `{ holding: 3 }`")

  /// A number of items, or with `cost: any` the sum of their sizes.
  ///
  /// - Parameter what: What messages call it.
  private static func holding(_ what: String) -> Form<Feature.Allowance> {
    Form<Feature.Allowance>.with(
      key: "cost", orNear: true,
      .object(
        what,
        .required("holding", size, "The sum of the sizes that the held items may have."), sized,
        parentKind
      ) { count, _, kind in .holding(count, sized: true, each: kind) },
      else: .object(
        what, others: ["cost"],
        .required(
          "holding", places, "How many items may be held at once."),
        parentKind
      ) { .holding($0, each: $1) }, what)
  }

  /// What a number of uses or items has in place of a unit.
  private static let unit = "without a unit; sizes have `cost: any` beside it"
  /// A number of items.
  private static let places = Form<Int>.whole(1...Feature.limit, withUnit: unit).answering(
    words: [
      "unlimited": "`unlimited` alone, as in `allow: unlimited`",
      "0":
        "`deny: true`, or `otherwise: deny` in a last rule, where held items stay usable unless the feature has `surplus: blocked`",
    ])
  /// A sum of sizes, such as bytes or minutes.
  private static let size = Form<Int>.whole(
    1...Feature.sizeLimit, tooLarge: "a larger unit, such as kilobytes in place of bytes",
    withUnit: "in the unit in which the app sends sizes")
  /// What makes a limit count for each parent.
  private static let parentKind = Key<Parent.Kind?>.optional(
    "each", Names.parentKind,
    "Counts for each parent alone, which the use names: `project` for three goals in each project.")
  /// The name that makes a limit count the uses of several features, or only those that it allows.
  private static let counts = Key<CountedUses.ID?>.optional(
    "counts", Names.countedUses,
    "Counts the uses that limits with this name allow, in any feature: `actions` for three actions a day in all, `free-scans` to count separately from other rules."
  )
  /// What makes a limit count sizes.
  private static let sized = Key<String>.required(
    "cost", anySize, "Counts the size that each use says, in place of uses or items.")
  /// The cost in a limit, in place of which authors may write what a use costs in credits.
  private static let anySize: Form<String> = {
    let word = Form<String>.word("any")
    return Form(word.expected, word.schema) { node, reader in
      guard case .scalar(let text, .integer) = node.content else { return word.read(node, reader) }
      reader.unexpected(
        node,
        expected:
          "`any`, with which the app says the size of each use, or for a fixed price `{ spend: coins, cost: \(text) }` and a wallet with `given: [{ amount: 50, each: day }]`"
      )
      return nil
    }
  }()

  /// A number of uses in a window, within a span of time, from the first use or in a pool; with `cost: any`, the sum of their
  /// sizes in any of these but a pool; or the size of a single use.
  ///
  /// - Parameters:
  ///   - what: What messages call it.
  ///   - others: The keys of other allowances that may stand in its place.
  private static func uses(_ what: String, others: [String]) -> Form<Feature.Allowance> {
    let pool: Form<Quota> = .object(
      what, others: ["per"],
      .required("upTo", .whole(1...Feature.limit), "How many uses the pool holds."), refills
    ) { Quota($0, $1) }
    let sizes: Form<Quota> = .with(
      key: "from", orNear: true,
      .object(what, others: ["refills"], sum, length, firstUse, sized, parentKind, counts) {
        Quota($0, $1, sized: true, each: $4, counts: $5)
      },
      else: .object(what, others: ["from", "refills"], sum, per, sized, parentKind, counts) {
        Quota($0, $1, sized: true, each: $3, counts: $4)
      },
      what)
    let written: Form<Quota> = .with(
      key: "from", orNear: true,
      .object(what, others: ["cost", "refills"], number, length, firstUse, parentKind, counts) {
        Quota($0, $1, each: $3, counts: $4)
      },
      else: .object(
        what, others: ["from", "cost", "refills"] + others,
        hints: ["cost": "`cost` beside `spend`, as in `{ spend: coins, cost: 10 }`"],
        number, per, parentKind, counts
      ) { Quota($0, $1, each: $2, counts: $3) },
      what)
    let ofTrial = trialUses(what)
    let numbers = Form<Quota>(
      what, Schema(anyOf: [written.schema, ofTrial.schema])
    ) { node, reader in
      var isAlone = false
      if case .map(let entries) = node.content, entries.count == 1,
        case .scalar("trial", .text)? = node["per"]?.content
      {
        isAlone = true
      }
      return (isAlone ? ofTrial : written).read(node, reader)
    }
    let single = Form<Int>.object(
      what, key: .required("largest", size, "The largest size of a single use.")
    ).map { Quota($0, .window(.use), sized: true) }
    let quota: Form<Quota> = .with(
      key: "refills", orNear: true, pool,
      else: .with(
        key: "cost", orNear: true, beside: ["upTo", "per"], sizes,
        else: .with(key: "largest", orNear: true, single, else: numbers, what), what),
      what)
    return Form<Feature.Allowance>(quota.expected, quota.schema) { node, reader in
      guard node["upTo"] != nil, node["per"] == nil, node["refills"] == nil,
        case .scalar(let text, .text)? = node["each"]?.content,
        let window = Feature.Window(rawValue: text), let position = node.keyPosition(of: "each")
      else { return quota.read(node, reader).map { .limited($0) } }
      reader.report(
        .error, at: position, node.path + ["each"], "\(what) lacks `per`",
        expected: "`per: \(window.rawValue)` in place of `each: \(window.rawValue)`")
      return nil
    }
  }

  /// `{ per: trial }` alone: as many uses as `trial.uses` says, so that the number is written only once.
  private static func trialUses(_ what: String) -> Form<Quota> {
    Form<String>.object(
      what,
      key: .required(
        "per", .word("trial"),
        "Alone, without `upTo`: the number of uses in `trial.uses`, which must count this feature.")
    ).map { _, node, reader -> Quota? in
      reader.blueprint.trialRules.append(node)
      // If the trial has no number, the file has a mistake, and this value is never used.
      return Quota(reader.blueprint.trial?.terms.uses?.limit ?? 1, .window(.trial))
    }
  }

  /// Checks that the trial counts each feature that has a rule with `per: trial` alone.
  ///
  /// A trial that is missing or has mistakes is reported elsewhere.
  ///
  /// - Parameter features: The map of the features.
  static func checkTrialRules(in features: YAMLNode, _ reader: Reader) {
    let mistaken =
      reader.diagnostics.filter { $0.severity == .error }.map(\.path) + reader.misspelled
    guard let trial = reader.blueprint.trial,
      !mistaken.contains(where: { $0 == "trial" || $0.hasPrefix("trial.") })
    else { return }
    for node in reader.blueprint.trialRules {
      let feature = node.path[1]
      guard let uses = trial.terms.uses else {
        reader.error(
          at: node, "`per: trial` without `upTo`, but the trial has no `uses`",
          expected: "`upTo`, or `uses: { of: \(feature), limit: 100 }` in the trial")
        continue
      }
      // An unknown feature is the trial's mistake, which the engine reports.
      if uses.feature.rawValue == feature || features[uses.feature.rawValue] == nil { continue }
      reader.error(
        at: node, "`per: trial` without `upTo`, but `trial.uses` counts `\(uses.feature)`",
        expected: "`upTo` beside it")
    }
  }

  private static let number = Key<Int>.required(
    "upTo",
    .whole(1...Feature.limit, withUnit: unit).answering(words: [
      "0": "`deny: true` in place of `allow`, or `otherwise: deny` in a last rule",
      "unlimited": "`unlimited` alone, as in `allow: unlimited`",
    ]), "How many uses there are in each window.")
  private static let sum = Key<Int>.required(
    "upTo", size, "The sum of the sizes of the uses in each window.")
  private static let refills = Key<Quota.Span>.required(
    "refills",
    PastForms.period(
      expected: "a period of whole minutes, hours, days or weeks, such as `PT30M`, `PT3H` or `P1D`"
    ).map { .pool(refills: $0) },
    "How long until one comes back, while some are missing: at least a minute.")
  private static let per = Key<Quota.Span>.required(
    "per", window,
    "The window in which uses count together, or a period: how long each use counts.")
  private static let length = Key<Quota.Span>.required(
    "per",
    PastForms.period(
      expected:
        "a period of whole minutes, hours, days or weeks such as `PT3H` beside `from: firstUse`"
    )
    .map { .fromFirstUse($0) },
    "How long a window lasts.")
  /// What makes a period a window that begins with its first use.
  private static let firstUse = Key<String>.required(
    "from", .word("firstUse"),
    "Makes the period a window that begins with its first use; all uses come back at its end.")

  /// A single use has a key of its own, `largest`.
  private static let windows = Form<Feature.Window>.choice(
    Feature.Window.allCases.filter { $0 != .use })
  private static let counting =
    "\(windows.expected), or a period of whole minutes, hours, days or weeks such as `PT3H`"
  private static let span = PastForms.period(expected: counting)

  /// The window without an end, for words that mean it and are not near its name.
  private static func endless(_ word: String) -> String? {
    ["lifetime", "forever", "always", "total"].contains(word.lowercased())
      ? Feature.Window.ever.rawValue : nil
  }

  /// A window, or the length of a span of time.
  private static let window = Form<Quota.Span>(
    counting, Schema(anyOf: [windows.schema, span.schema])
  ) { node, reader in
    guard case .scalar(let text, .text) = node.content else {
      reader.unexpected(node, expected: counting)
      return nil
    }
    if let window = Feature.Window(rawValue: text) { return .window(window) }
    if text.hasPrefix("P") { return span.read(node, reader).map { .rolling($0) } }
    let names = Feature.Window.allCases.filter { $0 != .use }.map(\.rawValue)
    let period = Period(words: text).flatMap { $0.duration == nil ? nil : $0.description }
    let nearest = period ?? endless(text) ?? nearestName(to: text, in: names)
    reader.unexpected(node, expected: counting, nearest: nearest)
    return nil
  }.answering(words: windowHints)

  /// What to write in place of a window of a single use, and of a minute, by which the length of a use may be meant.
  private static let windowHints: [String: String] = {
    let single = "`{ largest: 5 }` alone for the size of a single use"
    return [
      Feature.Window.use.rawValue: single, "uses": single,
      "minute":
        "`PT1M` for uses within a minute, or `{ largest: 30 }` for how long one use may last",
    ]
  }()

  /// What a rule gives; it cannot be `deny`, which is a key of its own.
  private static let allowance = orLimit(
    Form<String>.word("unlimited").answering(words: [
      "deny": "`deny: true` in place of `allow`", "none": "`deny: true` in place of `allow`",
      "never": "`deny: true` in place of `allow`", "false": "`deny: true` in place of `allow`",
    ]).map { _ in .unlimited },
    "`unlimited`, `{ upTo: 100, per: trial }`, `{ holding: 3 }` or `{ spend: coins }`")

  /// The answers of a last rule that are a single word.
  private enum Otherwise: String, CaseIterable {
    case deny
    /// Access without a limit for all other customers.
    case unlimited
  }

  /// What a last rule gives, `deny` included.
  private static let otherwise = orLimit(
    Form<Otherwise>.choice(
      Otherwise.allCases,
      synonyms: [
        "none": .deny, "never": .deny, "block": .deny, "blocked": .deny, "locked": .deny,
        "paywall": .deny, "allow": .unlimited, "free": .unlimited, "always": .unlimited,
      ]
    ).map { $0 == .deny ? .denied : .unlimited },
    "`deny`, `unlimited`, `{ upTo: 100, per: trial }`, `{ holding: 3 }` or `{ spend: coins }`")

  /// What to write in a limit in place of words that no key stands for.
  private static let limitHints: [String: String] = {
    let back =
      "`{ first: [{ upTo: 5, refills: PT3H }, { spend: hearts }] }`, where `given` in the wallet gives the uses that are earned"
    let kept = "`rollsOver` in a wallet that a product fills, and a rule that spends it"
    let later =
      "`{ first: [{ upTo: 3, per: day }, { spend: coins }] }` for credits after it, or a second feature that the app uses when this one is denied"
    let shown =
      "a prompt with `when: { left: { of: FEATURE, lessThan: 20% } }`, since a limit shows nothing"
    let open =
      "`holding`, as in `{ holding: 3 }`: the app names an item in each use, and releases it when it ends"
    let beyond =
      "`mayOverdraw` in a wallet, which a rule with `spend` asks, since a limit of uses is never exceeded"
    let number = "`upTo` with `per`, as in `{ upTo: 3, per: day }`"
    let window = "`per`, as in `{ upTo: 3, per: week }`"
    let credits = "`spend`, as in `{ spend: coins, cost: 10 }`"
    let single = "`largest`, as in `{ largest: 25 }`, for the size of each use"
    return [
      "size": single, "maxSize": single, "sizeUpTo": single, "length": single, "perUse": single,
      "count": "`upTo` for a number, as in `{ upTo: 3, per: day }`, or `counts` for a name",
      "limit": number, "max": number, "maximum": number, "atMost": number, "uses": number,
      "quota": number, "free": number, "perDay": number, "perWeek": number, "perMonth": number,
      "every": window, "reset": window, "resets": window, "within": window, "period": window,
      "in": window, "window": window, "interval": window, "frequency": window,
      "credits": credits, "wallet": credits, "price": credits,
      "unlimited": "`unlimited` alone, as in `allow: unlimited`",
      "deny": "`deny: true` in place of `allow`, or `otherwise: deny` in a last rule",
      "atOnce": open, "concurrent": open, "simultaneous": open,
      "mayOverdraw": beyond, "overage": beyond,
      "swaps":
        "`{ all: [{ holding: 1 }, { upTo: 3, per: month }] }`, where `upTo` counts every new item, those that replace none included",
      "given": back, "earned": back, "on": back,
      "rollover": kept, "rollOver": kept, "rollsOver": kept, "carryOver": kept,
      "then": "`{ spend: [daily, bonus], cost: 10 }` for a price that wallets share, \(later)",
      "else": later, "fallback": later, "otherwise": later,
      "warnAt": shown, "message": shown, "paywall": "`paywall` beside `allow` or `otherwise`",
    ]
  }()

  /// A word or a limit; a number alone, such as `3` or `3 per day`, was meant as a limit.
  private static func orLimit(
    _ word: Form<Feature.Allowance>, _ expected: String
  ) -> Form<Feature.Allowance> {
    let scalar = Form<Feature.Allowance>(word.expected, word.schema) { node, reader in
      guard case .scalar(let text, _) = node.content,
        let count = Int(text.prefix { $0.isASCII && $0.isNumber }), count > 0
      else { return word.read(node, reader) }
      let window = text.split(separator: " ").last.flatMap { Feature.Window(rawValue: "\($0)") }
      reader.unexpected(
        node, expected: expected,
        nearest: "{ upTo: \(count), per: \((window ?? .month).rawValue) }")
      return nil
    }
    return .either(
      expected, scalar: scalar, map: limited.answering("an allowance", limitHints))
  }
}
