import Tollgate

/// The formats of the main trial and of add-on trials.
enum TrialForms {
  /// The starts of a trial that are a single word.
  private enum Start: String, CaseIterable {
    /// Opening an account starts it.
    case signUp
    /// The first launch of the app starts it.
    case firstSeen
    /// Buying a product with an introductory offer starts it.
    case purchase
    /// The store's free trial is the trial.
    case introductoryOffer
  }

  /// What starts a trial: `signUp`, `{ milestone: first-song }`, or `{ purchaseAfter: discovery-complete }`.
  private static let start = Form<Trial.Start>.either(
    "`signUp`, `firstSeen`, `{ milestone: MILESTONE }`, `purchase`, `introductoryOffer` or `{ purchaseAfter: MILESTONE }`",
    scalar: Form<Start>.choice(
      Start.allCases, or: ["{ milestone: MILESTONE }", "{ purchaseAfter: MILESTONE }"],
      synonyms: [
        "install": .firstSeen, "launch": .firstSeen, "firstLaunch": .firstSeen,
        "download": .firstSeen, "registration": .signUp, "freeTrial": .introductoryOffer,
      ]
    ).map { start in
      switch start {
      case .signUp: .signUp
      case .firstSeen: .firstSeen
      case .purchase: .purchase(after: nil)
      case .introductoryOffer: .introductoryOffer
      }
    },
    map: namedStart)

  /// What to write in a start in place of uses and other events.
  private static let startHints: [String: String] = {
    let milestone =
      "`{ milestone: NAME }`, which the app or your backend reports, such as at the fifth use"
    return [
      "use": milestone, "uses": milestone, "count": milestone, "since": milestone,
      "event": milestone, "feature": milestone, "opened": milestone, "after": milestone,
    ]
  }()

  private static let namedStart = Form<[Trial.Start]>.object(
    "a trial's start", atLeast: 1, hints: TrialForms.startHints,
    .decisive(
      "milestone", Names.milestone.map { [Trial.Start.milestone($0)] }, to: [],
      "Reaching this milestone."),
    .decisive(
      "purchaseAfter", Names.milestone.map { [Trial.Start.purchase(after: $0)] }, to: [],
      "Buying with an introductory offer, once this milestone is reached.")
  ) { $0 + $1 }.single.map { (starts, node, reader) -> Trial.Start? in
    if starts.count > 1 {
      reader.error(
        at: node, "\(starts.count) starts", expected: "`milestone` or `purchaseAfter`")
      return nil
    }
    return starts.first
  }

  /// The uses that end a trial: `{ of: send-message, limit: 100 }`.
  private static let uses = Form<Trial.Uses>.object(
    "a number of uses", example: "`{ of: FEATURE, limit: 100 }`",
    .required("of", Names.feature, "What is counted."),
    .required("limit", .whole(1...Feature.limit), "How many uses end the trial.")
  ) { Trial.Uses(feature: $0, limit: $1) }

  private static let synonyms = [
    "length": "lasts", "days": "lasts", "duration": "lasts", "period": "lasts",
    "gives": "entitles", "entitlements": "entitles", "entitlement": "entitles",
    "unlocks": "entitles", "limit": "uses",
  ]

  /// What to write in the main trial in place of words that no key stands for.
  private static let hints: [String: String] = {
    let reminder = "a nudge with `anchor: trialEnd`, as in `{ anchor: trialEnd, before: P2D, … }`"
    let card = "`start: introductoryOffer` for the store's trial, which asks for a payment method"
    return [
      "reminder": reminder, "remind": reminder, "nudge": reminder,
      "card": card, "payment": card, "requiresPayment": card,
    ]
  }()

  /// A trial; without `lasts` and `uses`, it lasts as long as the offer that starts it.
  ///
  /// ```yaml
  /// trial:
  ///   start: { purchaseAfter: discovery-complete }
  ///   lasts: P3D
  ///   uses: { of: send-message, limit: 100 }
  ///   entitles: premium
  /// ```
  static let trial = Form<Trial>.object(
    "a trial", example: "`{ start: signUp, lasts: P7D }`", synonyms: TrialForms.synonyms,
    hints: TrialForms.hints,
    .defaulted("id", Names.trial, to: Trial.ID("trial"), "Its name."),
    .required("start", start, "What starts it."),
    .decisive(
      "when", ConditionForms.condition, to: .always,
      "What must hold at that moment, unless a purchase starts it; if it does not, the trial never starts for the customer."
    ),
    .optional(
      "lasts", .period,
      "How long it lasts; until the uses are gone, if left out. A trial that a purchase starts lasts as long as its offer."
    ),
    .optional("uses", uses, "How many uses end it."),
    .defaulted("entitles", Names.entitlements, to: [], "What it gives."),
    .defaulted(
      "earned", .list(of: earned), to: [], "The days that customers earn while it runs."),
    .defaulted(
      "oncePer", oncePer, to: .accountAndDevice,
      "How often a trial that no purchase starts is available."),
    .defaulted(
      "products", .list(of: Names.product), to: [],
      "The products whose introductory offer is the trial; those that give its entitlements, if left out."
    )
  ) {
    (
      id: Trial.ID, start: Trial.Start, when: Condition, lasts: Period?, uses: Trial.Uses?,
      entitles: [Entitlement.ID], earned: [Trial.EarnedDays], oncePer: Trial.Scope,
      products: [CatalogProduct.ID]
    ) in
    Trial(
      id: id, start: start, when: when,
      terms: Trial.Terms(lasts: lasts, uses: uses, entitlements: entitles, earned: earned),
      oncePer: oncePer, products: products)
  }.map { (trial: Trial, _: YAMLNode, reader: Reader) -> Trial? in
    reader.blueprint.trial = trial
    return trial
  }

  /// Days that are earned: `{ days: 1, on: { use: workout }, upTo: 7 }`.
  private static let earned = Form<Trial.EarnedDays>.object(
    "days such as `{ days: 1, on: { milestone: first-song } }`",
    .required(
      "days", .whole(1...TrialExtension.dayLimit), "How many days of 24 hours each time adds."),
    .required("on", CreditForms.namedEvent, "What adds them, each time that it happens."),
    .optional(
      "upTo", .whole(1...TrialExtension.dayLimit),
      "How many days it adds in all; required for uses.")
  ) { Trial.EarnedDays(days: $0, on: $1, upTo: $2) }

  /// How often a customer may have a trial.
  private static let oncePer = Form<Trial.Scope>.choice()

  /// The starts of an add-on trial that are a single word.
  private enum AddOnStart: String, CaseIterable { case signUp, firstSeen }

  /// What starts an add-on trial: `signUp`, or `{ milestone: tenth-sketch }`.
  private static let addOnStart = Form<AddOnTrial.Start>.either(
    "`signUp`, `firstSeen` or `{ milestone: MILESTONE }`",
    scalar: Form<AddOnStart>.choice(AddOnStart.allCases, or: ["{ milestone: MILESTONE }"]).map {
      start in
      switch start {
      case .signUp: .signUp
      case .firstSeen: .firstSeen
      }
    },
    map: Form<Milestone.ID>.object(
      "a trial's start", hints: TrialForms.startHints,
      key: .required("milestone", Names.milestone, "Reaching this milestone.")
    ).map { .milestone($0) })

  /// An add-on trial, whose name is its key.
  ///
  /// ```yaml
  /// pro-taste:
  ///   start: { milestone: tenth-sketch }
  ///   when: { phase: [free, lapsed] }
  ///   lasts: P3D
  ///   entitles: pro
  /// ```
  static let addOnTrial = Form<@Sendable (AddOnTrial.ID) -> AddOnTrial>.object(
    "a trial", example: "`{ start: signUp, lasts: P7D, entitles: pro }`",
    synonyms: TrialForms.synonyms,
    .required("start", addOnStart, "What starts it."),
    .decisive(
      "when", ConditionForms.condition, to: .always,
      "What must hold at that moment; if it does not, the trial never starts for the customer."),
    .required("lasts", .period, "How long it lasts."),
    .required("entitles", Names.entitlements, "What it gives, added to what the customer has."),
    .defaulted("oncePer", oncePer, to: .accountAndDevice, "How often a customer may have it.")
  ) { start, when, lasts, entitles, oncePer in
    { id in
      AddOnTrial(
        id: id, start: start, when: when, lasts: lasts, entitlements: entitles, oncePer: oncePer)
    }
  }
}
