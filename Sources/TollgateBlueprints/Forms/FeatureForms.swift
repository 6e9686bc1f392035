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

  /// `allow` or `deny` as a single rule.
  private static let verdict = Form<Verdict>.choice()
    .map { [Feature.Rule(allowance: $0 == .allow ? .unlimited : .denied)] }

  /// The rules in their order; the first whose condition holds decides.
  private static let rules = Form<[Feature.Rule]>.list(of: rule)

  /// A feature with a pitch: what a locked card and a paywall say about it.
  private static let described = Form<Feature>.object(
    "a feature", needs: ["title": ["icon"], "icon": ["title"], "detail": ["title"]],
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
    .required(
      "rules",
      .either("`allow`, `deny`, or a list of rules", scalar: verdict, list: rules),
      "The rules; the first whose condition holds decides.")
  ) { title, detail, icon, isPassive, paywall, offline, reservation, rules in
    let pitch = title.map { Feature.Pitch(title: $0, detail: detail, icon: icon ?? "") }
    return Feature(
      id: "", rules: rules, paywall: paywall, pitch: pitch, isPassive: isPassive,
      offline: offline, reservation: reservation)
  }.map { (feature: Feature, node: YAMLNode, reader: Reader) -> Make? in
    var paywall = feature.paywall
    // A feature that is the same for everyone gets no default.
    if case .list? = node["rules"]?.content {
      paywall = reader.paywall(paywall, of: node, default: .featurePaywall)
    }
    return { [paywall] id in
      Feature(
        id: id, rules: feature.rules, paywall: paywall, pitch: feature.pitch,
        isPassive: feature.isPassive, offline: feature.offline, reservation: feature.reservation)
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
    scalar: Form<Waiting>.choice().map { $0 == .refuse ? .refuse : .wait },
    map: Form<Int>.object(
      "offline uses",
      key: .required("allow", .whole(1...1000), "How many uses the device may allow by itself.")
    ).map { .allow($0) })

  /// The condition of a rule; only `otherwise` has none.
  private static let when = Key<Condition>.required(
    "when", ConditionForms.condition, "When the rule applies.")
  /// The paywall of a rule, which comes before the feature's own.
  private static let paywall = Key<Paywall.ID?>.optional(
    "paywall", Names.paywall, "What the rule's denial shows.")

  /// A rule in one of three forms: with `otherwise`, with `deny: true`, or with `allow`.
  ///
  /// The keys decide which form it is, so that a mistake is compared with the form that was meant.
  private static let rule = Form<Feature.Rule>.with(
    key: "otherwise", orNear: true,
    .object(
      "a last rule",
      .required("otherwise", otherwise, "What holds where no rule before applies."), paywall
    ) { Feature.Rule(allowance: $0, paywall: $1) },
    else: .with(
      key: "deny",
      .object(
        "a rule that denies", when, .required("deny", Form<Bool>.onlyTrue, "Gives nothing."),
        paywall
      ) { when, _, paywall in Feature.Rule(when: when, allowance: .denied, paywall: paywall) },
      else: .object(
        "a rule", when, .required("allow", allowance, "What the rule gives."), paywall
      ) { Feature.Rule(when: $0, allowance: $1, paywall: $2) },
      "a rule with `when` and `allow` or `deny`"),
    "a rule with `when` and `allow` or `deny`, or with `otherwise`"
  ).named("rule")

  /// An allowance with a limit.
  private static let limited = Form<Feature.Allowance>.with(
    key: "spend", CreditForms.spend, else: counted,
    "`{ upTo: 100, per: trial }`, `{ holding: 3 }` or `{ spend: coins }`")

  /// An allowance that counts: uses in a window, or items held at the same time.
  private static let counted = Form<Feature.Allowance>.with(
    key: "holding",
    Form<Int>.object(
      "an allowance",
      key: .required("holding", .whole(1...Feature.limit), "How many items may be held at once.")
    ).map { .holding($0) },
    else: .object(
      "an allowance",
      .required("upTo", .whole(1...Feature.limit), "How many uses there are in each window."),
      .required("per", Form<Feature.Window>.choice(), "The window in which uses count together.")
    ) { .upTo($0, per: $1) },
    "`{ upTo: 100, per: trial }` or `{ holding: 3 }`")

  /// What a rule gives; it cannot be `deny`, which is a key of its own.
  private static let allowance = Form<Feature.Allowance>.either(
    "`unlimited`, `{ upTo: 100, per: trial }`, `{ holding: 3 }` or `{ spend: coins }`",
    scalar: Form<String>.word("unlimited").map { _ in .unlimited }, map: limited)

  /// The answers of a last rule that are a single word.
  private enum Otherwise: String, CaseIterable {
    case deny
    /// Access without a limit for all other customers.
    case unlimited
  }

  /// What a last rule gives, `deny` included.
  private static let otherwise = Form<Feature.Allowance>.either(
    "`deny`, `unlimited`, `{ upTo: 100, per: trial }`, `{ holding: 3 }` or `{ spend: coins }`",
    scalar: Form<Otherwise>.choice().map { $0 == .deny ? .denied : .unlimited }, map: limited)
}
