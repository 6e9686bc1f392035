import Tollgate

/// The contents of a file, before its products are loaded and its names are resolved.
struct BlueprintDraft: Sendable {
  /// The app; nil if it could not be read, in which case the definition has an empty one.
  let app: Blueprint.App?
  /// Where the products come from; nil if the file has none, or they could not be read.
  let products: ProductSource?
  /// The definition without the products of a `.storekit` file and without inline texts.
  var definition: Blueprint.Definition
  /// The findings of `tollgate check` that are intended.
  let accepted: [AcceptedFinding]
}

/// The format of a whole blueprint.
///
/// ```yaml
/// app:
///   id: coach
///   name: Coach
///   bundleID: com.example.coach
/// features:
///   read-conversation: allow
/// ```
enum BlueprintForms {
  /// The whole file; only `app` and `features` are required.
  static let blueprint = Form<BlueprintDraft>.object(
    "a blueprint",
    synonyms: [
      "offerings": "paywalls", "offering": "paywalls", "subscriptions": "products",
      "plans": "products", "audiences": "conditions", "segments": "conditions",
      "campaigns": "placements", "triggers": "placements", "wallets": "credits",
      "currencies": "credits", "virtualCurrencies": "credits", "coins": "credits",
      "notifications": "nudges", "events": "milestones", "userAttributes": "attributes",
      "variables": "attributes", "properties": "attributes", "rewards": "grants",
      "referrals": "grants", "freeTier": "hasFreeTier", "freemium": "hasFreeTier",
    ],
    hints: [
      "frequency": BlueprintForms.cap, "frequencyCap": BlueprintForms.cap,
      "cap": BlueprintForms.cap, "capping": BlueprintForms.cap,
      "entitlements": BlueprintForms.given, "entitlement": BlueprintForms.given,
      "tiers": BlueprintForms.given,
      "gracePeriod": "nothing: App Store Connect sets the grace period, which the store signs",
      "coupons": BlueprintForms.code, "promoCodes": BlueprintForms.code,
      "offerCodes": BlueprintForms.code,
      "offers": "`offers` in a product, and `offer` in the package that sells it",
      "limits": "`features`, as in `features: { scan: [{ otherwise: { upTo: 3, per: day } }] }`",
      "quotas": "`features`, as in `features: { scan: [{ otherwise: { upTo: 3, per: day } }] }`",
      "restore": BlueprintForms.restoring,
      "languages": "`languages` in `app`", "language": "`language` in `app`",
      "bundleID": "`bundleID` in `app`", "name": "`name` in `app`",
    ], appKey, parts, defaults, legalKey, skin, products, purchasesKey, milestones,
    attributes, conditions,
    onboarding, hasFreeTier,
    plan, granted, grants, teams, trialKey, trials, credits, featuresKey,
    paywalls, placements, paywallLimit, experiments, refunds, retention, prompts, nudges,
    profileKey, routes,
    texts, neverSay, accept
  ) {
    (
      app: Blueprint.App?, _: [String], _: BlueprintDefaults, legal: Blueprint.Legal?,
      skin: Skin?,
      products: ProductSource?,
      purchases: Blueprint.PurchaseRules,
      milestones: [MilestoneForms.Declared], attributes: [Attribute],
      _: [Identifier<Condition>], onboarding: Milestone.ID?,
      hasFreeTier: Bool,
      plan: [Entitlement.ID], granted: [Entitlement.ID], grants: [GrantTerms], teams: [Team],
      trial: Trial?,
      addOnTrials: [AddOnTrial], credits: [Wallet],
      features: [Feature]?,
      paywalls: [Paywall], placements: [Placement], paywallLimits: [PastTest.Count],
      experiments: [Experiment],
      refunds: RefundPolicy?, retention: [RetentionRule],
      prompts: [Prompt], nudges: [Nudge],
      profile: [Blueprint.ProfileTable], routes: [Route], texts: [LocalizedText],
      neverSay: [String],
      accepted: [AcceptedFinding]
    ) in
    BlueprintDraft(
      app: app, products: products,
      definition: Blueprint.Definition(
        app: app ?? Blueprint.App(id: "", name: "", bundleID: ""), legal: legal,
        skin: skin, purchases: purchases,
        milestones: milestones.map(\.id),
        backendMilestones: milestones.filter { $0.setBy == .backend }.map(\.id),
        attributes: attributes, onboarding: onboarding,
        hasFreeTier: hasFreeTier, plan: plan, granted: granted, grants: grants,
        teams: teams, trial: trial, addOnTrials: addOnTrials, credits: credits,
        features: features ?? [],
        paywalls: paywalls, placements: placements, paywallLimits: paywallLimits,
        experiments: experiments, refunds: refunds,
        retention: retention,
        prompts: prompts,
        nudges: nudges,
        profile: profile, routes: routes, texts: texts, neverSay: neverSay), accepted: accepted)
  }

  private static let given =
    "`entitlements` in each product, as in `entitlements: premium`: what gives an entitlement declares it"
  private static let code =
    "`offers` in a product with `kind: code`, and a package with `offer: { code: NAME }`; or `grants` for codes of your own"
  private static let cap = "`paywallLimit`, as in `paywallLimit: { upTo: 1, per: day }`"

  // In reading order: the app's language comes before texts, the trial before features, features before paywalls.
  private static let appKey = Key<Blueprint.App?>.needed("app", app, "The app.")
  private static let parts = Key<[String]>.defaulted(
    "parts", PartName.form, to: [],
    "Other files of the blueprint, as paths relative to its folder.")
  private static let defaults = Key<BlueprintDefaults>.defaulted(
    "defaults", DefaultsForms.defaults, to: BlueprintDefaults(),
    "Values for all features, packages, prompts and nudges that do not set their own.")
  private static let legalKey = Key<Blueprint.Legal?>.optional(
    "legal", LegalForms.legal, "The pages that every paywall links to.")
  private static let skin = Key<Skin?>.optional(
    "skin", SkinForms.skin, "The look of every paywall.")
  private static let products = Key<ProductSource?>.optional(
    "products", ProductForms.products, "What the store sells.")
  private static let purchasesKey = Key<Blueprint.PurchaseRules>.defaulted(
    "purchases", purchases, to: Blueprint.PurchaseRules(),
    "Whose purchases are, and how long a renewal may be late.")
  private static let milestones = Key<[MilestoneForms.Declared]>.defaulted(
    "milestones", MilestoneForms.milestones, to: [],
    "Points in the customer's life that the app or its backend reports.")
  private static let attributes = Key<[Attribute]>.defaulted(
    "attributes", AttributeForms.attributes, to: [],
    "Values that the app or its backend sets for a customer.")
  private static let conditions = Key<[Identifier<Condition>]>.defaulted(
    "conditions", .entries("a condition", of: ConditionForms.declared), to: [],
    "Named conditions, which other conditions refer to with `is`.")
  private static let onboarding = Key<Milestone.ID?>.optional(
    "onboarding", Names.milestone, "The milestone that ends onboarding.")
  private static let hasFreeTier = Key<Bool>.defaulted(
    "hasFreeTier", .flag, to: false,
    "Whether those without a plan have a free tier, or are asked to buy.")
  private static let plan = Key<[Entitlement.ID]>.defaulted(
    "plan", Names.entitlements, to: [],
    "The entitlements of the plan, which decides the phase; needed only where `check` asks for it.")
  private static let granted = Key<[Entitlement.ID]>.defaulted(
    "granted", Names.entitlements.withoutRepetition, to: [],
    "The entitlements that only support grants, such as `beta`; nothing sells them.")
  private static let grants = Key<[GrantTerms]>.defaulted(
    "grants", .entries("a grant", of: GrantForms.grant), to: [],
    "What the app's backend or support may give, such as a week for a referral.")
  private static let teams = Key<[Team]>.defaulted(
    "teams", .entries("a team", of: TeamForms.team), to: [],
    "Teams and households: who shares what with how many members.")
  private static let trialKey = Key<Trial?>.optional(
    "trial", TrialForms.trial,
    "A time, or a number of uses, in which a customer has what the app sells.")
  private static let trials = Key<[AddOnTrial]>.defaulted(
    "trials", .entries("a trial", of: TrialForms.addOnTrial), to: [],
    "Add-on trials, which give entitlements and do not change the phase.")
  private static let credits = Key<[Wallet]>.defaulted(
    "credits", .entries("a wallet", of: CreditForms.wallet), to: [],
    "The wallets of credits that purchases and gifts fill and features spend.")
  private static let featuresKey = Key<[Feature]?>.needed(
    "features", features, "What the app lets a customer do.")
  private static let paywalls = Key<[Paywall]>.defaulted(
    "paywalls", .entries("a paywall", of: PaywallForms.paywall), to: [], "The pages that sell.")
  private static let placements = Key<[Placement]>.defaulted(
    "placements", .entries("a placement", of: PaywallForms.placement), to: [],
    "The places where paywalls show by themselves.")
  private static let paywallLimit = Key<[PastTest.Count]>.defaulted(
    "paywallLimit", .oneOrMore(PaywallForms.limit), to: [],
    "How many paywalls customers are shown before placements show none; of several limits, all must hold."
  )
  private static let experiments = Key<[Experiment]>.defaulted(
    "experiments", .entries("an experiment", of: ExperimentForms.experiment), to: [],
    "Comparisons of variants of paywalls, their texts and the trial.")
  private static let refunds = Key<RefundPolicy?>.optional(
    "refunds", RefundForms.policy, "How the store's questions about refunds are answered.")
  private static let retention = Key<[RetentionRule]>.defaulted(
    "retention", .list(of: RetentionForms.rule), to: [],
    "What the store shows those who are about to cancel; the first rule that matches decides.")
  private static let prompts = Key<[Prompt]>.defaulted(
    "prompts", .entries("a prompt", of: PromptForms.prompt), to: [],
    "Suggestions that never block.")
  private static let nudges = Key<[Nudge]>.defaulted(
    "nudges", .entries("a nudge", of: NudgeForms.nudge), to: [], "Local notifications.")
  private static let profileKey = Key<[Blueprint.ProfileTable]>.defaulted(
    "profile", ProfileForms.profile, to: [],
    "The rows that a new account gets, with their first values.")
  private static let routes = Key<[Route]>.defaulted(
    "routes", .list(of: RouteForms.route), to: [],
    "Where the app goes from where it is; the first match wins.")
  private static let texts = Key<[LocalizedText]>.defaulted(
    "texts", .entries("a text", of: TextForms.shared).map(TextForms.addingToInline), to: [],
    "Texts that the app asks for.")
  private static let neverSay = Key<[String]>.defaulted(
    "neverSay", .list(of: .line()), to: [], "What no text may ever say.")
  private static let accept = Key<[AcceptedFinding]>.defaulted(
    "accept", AcceptForms.accepted, to: [],
    "Findings of `tollgate check` that are intended, with the reason.")

  /// The value of `timeZone` for the zone of the customer's device.
  private static let customerZone = "customer"

  /// The app, whose language the texts that follow are read in.
  private static let app = Form<(app: Blueprint.App, languages: [String]?)>.object(
    "an app",
    .required("id", Names.app, "The app's name on the wire."),
    .required("name", .line(), "The name people see."),
    .required("bundleID", bundleID, "The bundle identifier in the store."),
    .optional(
      "appleID", .whole(1...Int.max),
      "The app's number in the App Store; asked of production notifications."),
    .defaulted(
      "timeZone", .line("a time zone such as `Europe/Berlin`, or `customer`"), to: "UTC",
      "The time zone in which a day begins; `customer` is that of the customer's device."),
    .optional(
      "fallbackTimeZone", .line("a time zone such as `Europe/Berlin`"),
      "With `timeZone: customer`, the time zone until a device has reported one; UTC without it."),
    .defaulted(
      "language", language, to: "en",
      "The language texts fall back to, and of texts written as one line."),
    .optional(
      "languages", .oneOrMore(language),
      "The languages that every text must be written in, including the app's own.")
  ) { id, name, bundleID, appleID, timeZone, fallback, language, languages in
    let app = Blueprint.App(
      id: id, name: name, bundleID: bundleID, appAppleID: appleID.map(Int64.init),
      timeZone: timeZone == customerZone ? fallback ?? "UTC" : timeZone,
      usesCustomerTimeZone: timeZone == customerZone, language: language)
    return (app, languages)
  }.map { (read, node, reader) -> Blueprint.App? in
    reader.blueprint.language = read.app.language
    if let fallback = node["fallbackTimeZone"], !read.app.usesCustomerTimeZone {
      reader.error(at: fallback, "`fallbackTimeZone` has no effect without `timeZone: customer`")
    }
    if let list = node["languages"], read.languages != nil { note(list, read.app.language, reader) }
    return read.app
  }

  /// Remembers the declared languages; one that is listed twice is a mistake, as is a list without the app's own.
  private static func note(_ list: YAMLNode, _ own: String, _ reader: Reader) {
    let nodes: [YAMLNode] = if case .list(let items) = list.content { items } else { [list] }
    for node in nodes {
      guard case .scalar(let code, .text) = node.content, NameRule.languages.isValid(code) else {
        continue
      }
      if reader.blueprint.languages.contains(where: { $0.key == code }) {
        reader.error(at: node, "the language `\(code)` is listed twice")
      } else {
        reader.blueprint.languages.append(
          YAMLNode.Entry(key: code, position: node.position, value: node))
      }
    }
    if !reader.blueprint.languages.contains(where: { $0.key == own }) {
      reader.error(at: list, "the app's own language, `\(own)`, is not among its languages")
    }
  }

  /// The bundle identifier of the app in App Store Connect.
  private static let bundleID = Form<String>.pattern(
    "a bundle identifier such as `com.example.app`", NameRule.names.pattern,
    NameRule.names.isValid)
  /// A BCP 47 code.
  private static let language = Form<String>.pattern(
    NameRule.languages.expected, NameRule.languages.pattern, NameRule.languages.isValid)

  /// The features, which are remembered for paywalls whose benefits repeat one.
  private static let features = Form<[Feature]>.entries("a feature", of: FeatureForms.feature)
    .map { (features: [Feature], node: YAMLNode, reader: Reader) -> [Feature]? in
      reader.blueprint.features = Dictionary(features.map { ($0.id, $0) }) { first, _ in first }
      FeatureForms.checkTrialRules(in: node, reader)
      return features
    }

  /// The rules of purchases; at least one must be written: `{ transfer: share, lateRenewal: PT12H }`.
  private static let purchases = Form<Blueprint.PurchaseRules>.object(
    "rules of purchases", atLeast: 1,
    hints: [
      "gracePeriod": BlueprintForms.grace, "grace": BlueprintForms.grace,
      "billingRetry": BlueprintForms.grace, "restore": BlueprintForms.restoring,
      "restores": BlueprintForms.restoring,
    ],
    .defaulted(
      "transfer", Form<TransferPolicy>.choice(), to: .keepWithOwner,
      "What happens to an account's purchase when another customer presents it."),
    .defaulted(
      "lateRenewal", lateRenewal, to: .standard,
      "How long a subscription that was to renew gives access while the store has not said whether it did; `none` is not at all. A day, or the period's own length where that is shorter, if left out."
    )
  ) { transfer, lateRenewal in
    Blueprint.PurchaseRules(transfer: transfer, lateRenewal: lateRenewal)
  }

  private static let grace =
    "nothing: App Store Connect sets the grace period, which the store signs; `lateRenewal` is for renewals that the store has not reported yet"
  private static let restoring =
    "nothing: every paywall has a button that restores purchases; `transfer` says whose they are"

  /// How long a renewal may be late: a period, or `none`.
  private static let lateRenewal = Form<String>.pattern(
    "a period such as `PT12H`, or `none`",
    "^(none|P(0*[1-9][0-9]{0,5}[DWMY]|T0*[1-9][0-9]{0,5}[HM]))$",
    meaning: { Period(words: $0)?.description }
  ) { $0 == "none" || Period($0) != nil && $0.utf8.count <= 9 }
  .map { (text: String, node: YAMLNode, reader: Reader) -> LateRenewal? in
    text == "none" ? LateRenewal.notAllowed : Period(text).map(LateRenewal.upTo)
  }
}
