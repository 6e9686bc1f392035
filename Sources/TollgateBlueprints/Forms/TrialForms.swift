import Tollgate

/// The formats of the main trial and of add-on trials.
enum TrialForms {
  /// The starts of a trial that are a single word.
  private enum Start: String, CaseIterable {
    /// Opening an account starts it.
    case signUp
    /// Buying a product with an introductory offer starts it.
    case purchase
    /// The store's free trial is the trial.
    case introductoryOffer
  }

  /// What starts a trial: `signUp`, or `{ purchaseAfter: discovery-complete }`.
  private static let start = Form<Trial.Start>.either(
    "`signUp`, `purchase`, `introductoryOffer` or `{ purchaseAfter: MILESTONE }`",
    scalar: Form<Start>.choice().map { start in
      switch start {
      case .signUp: .signUp
      case .purchase: .purchase(after: nil)
      case .introductoryOffer: .introductoryOffer
      }
    },
    map: Form<Milestone.ID>.object(
      "a trial's start",
      key: .required(
        "purchaseAfter", Names.milestone,
        "Buying with an introductory offer, once this milestone is reached.")
    ).map { .purchase(after: $0) })

  /// The uses that end a trial: `{ of: send-message, limit: 100 }`.
  private static let uses = Form<Trial.Uses>.object(
    "a number of uses",
    .required("of", Names.feature, "What is counted."),
    .required("limit", .whole(1...Feature.limit), "How many uses end the trial.")
  ) { Trial.Uses(feature: $0, limit: $1) }

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
    "a trial",
    .defaulted("id", Names.trial, to: Trial.ID("trial"), "Its name."),
    .required("start", start, "What starts it."),
    .optional(
      "lasts", .period,
      "How long it lasts; until the uses are gone, if left out. A trial that a purchase starts lasts as long as its offer."
    ),
    .optional("uses", uses, "How many uses end it."),
    .defaulted("entitles", Names.entitlements, to: [], "What it gives."),
    .defaulted(
      "oncePer", oncePer, to: .accountAndDevice,
      "How often a trial that starts on sign-up is available."),
    .defaulted(
      "products", .list(of: Names.product), to: [],
      "The products whose introductory offer is the trial; those that give its entitlements, if left out."
    )
  ) {
    (
      id: Trial.ID, start: Trial.Start, lasts: Period?, uses: Trial.Uses?,
      entitles: [Entitlement.ID], oncePer: Trial.Scope, products: [CatalogProduct.ID]
    ) in
    Trial(
      id: id, start: start,
      terms: Trial.Terms(lasts: lasts, uses: uses, entitlements: entitles), oncePer: oncePer,
      products: products)
  }

  /// How often a customer may have a trial.
  private static let oncePer = Form<Trial.Scope>.choice()

  /// What starts an add-on trial: `signUp`, or `{ milestone: tenth-sketch }`.
  private static let addOnStart = Form<AddOnTrial.Start>.either(
    "`signUp` or `{ milestone: MILESTONE }`",
    scalar: Form<String>.word("signUp", expected: "`signUp` or `{ milestone: MILESTONE }`")
      .map { _ in .signUp },
    map: Form<Milestone.ID>.object(
      "a trial's start",
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
    "a trial",
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
