import Tollgate

/// The format of experiments.
enum ExperimentForms {
  /// An experiment without its name.
  ///
  /// ```yaml
  /// headline:
  ///   traffic: 50
  ///   variants:
  ///     control: 1
  ///     promise:
  ///       weight: 1
  ///       paywalls: { plans: plans-promise }
  ///       texts: { paywalls.plans.title: Get there twice as fast }
  ///       trial: { lasts: P14D }
  /// ```
  static let experiment = Form<@Sendable (Experiment.ID) -> Experiment>.object(
    "an experiment",
    .optional(
      "group", Form<Experiment.Group.ID>.name("a group"),
      "The experiments of a group exclude each other: a customer takes part in at most one."),
    .defaulted(
      "traffic", .whole(0...100), to: 100,
      "What percentage of customers take part; 0 adds nobody, and all others get the blueprint as it is written."
    ),
    .required(
      "variants", .entries("a variant", of: variant),
      "What is compared; `control: 1` is the blueprint as it is written.")
  ) { group, traffic, variants in
    { Experiment(id: $0, group: group, traffic: traffic, variants: variants) }
  }

  private typealias Make = @Sendable (Experiment.Variant.ID) -> Experiment.Variant

  /// A variant without its name: its weight, or a map with what it changes.
  private static let variant = Form<Make>.either(
    "a weight, or a map with what the variant changes",
    scalar: weight.map { weight in { Experiment.Variant(id: $0, weight: weight) } },
    map: .object(
      "a variant",
      .defaulted(
        "weight", weight, to: 1, "Its share among the variants; no new customer gets one with 0."),
      .defaulted(
        "paywalls", paywalls, to: [:],
        "By the name of a paywall, the one whose contents it has here."),
      .defaulted(
        "texts", texts, to: [:], "By the name or path of a text on a paywall, what it says here."),
      .optional("trial", trial, "How the trial differs.")
    ) { weight, paywalls, texts, lasts in
      {
        Experiment.Variant(
          id: $0, weight: weight, paywalls: paywalls, texts: texts, trialLasts: lasts)
      }
    })

  private static let weight = Form<Int>.whole(0...Experiment.Variant.greatestWeight)

  private static let paywalls = Form<[(Paywall.ID, Paywall.ID)]>.entries(
    "a paywall",
    of: Names.paywall.map { other -> @Sendable (Paywall.ID) -> (Paywall.ID, Paywall.ID) in
      { ($0, other) }
    }
  ).map { Dictionary($0) { first, _ in first } }

  private static let texts = Form<[(LocalizedText.ID, LocalizedText.ID)]>.entries(
    "a text",
    of: TextForms.place.map {
      other -> @Sendable (LocalizedText.ID) -> (LocalizedText.ID, LocalizedText.ID) in
      { ($0, other) }
    }
  ).map { Dictionary($0) { first, _ in first } }

  private static let trial = Form<Period>.object(
    "the trial of a variant",
    key: .required("lasts", .period, "How long a trial that no purchase starts lasts."))
}
