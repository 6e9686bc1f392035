import Tollgate

/// The format of answers to the store's questions about refunds.
///
/// | key | what it decides |
/// |---|---|
/// | `consent` | whether there is an answer |
/// | `sample` | whether customers could try before they bought |
/// | `rules` | which outcome the app prefers |
enum RefundForms {
  /// The policy.
  ///
  /// ```yaml
  /// consent: share-usage
  /// rules:
  ///   - { reason: fulfillmentIssue, prefer: grantFull }
  ///   - { used: { feature: send-message, atLeast: 20 }, prefer: decline }
  ///   - { prefer: grantProrated }
  /// ```
  static let policy = Form<RefundPolicy>.object(
    "a policy of refunds",
    .required(
      "consent", Form<Attribute.ID>.name("an attribute"),
      "The attribute that is true for customers who consented; without it, nothing is sent."
    ),
    .optional(
      "sample", .flag,
      "Whether customers can try before they buy; if left out, whether there is a trial."),
    .defaulted(
      "rules", .list(of: rule), to: [], "What the app prefers; the first rule that matches decides."
    )
  ) { RefundPolicy(consent: $0, hasSample: $1, rules: $2) }

  private static let rule = Form<RefundPolicy.Rule>.object(
    "a rule of refunds",
    .decisive(
      "product", .oneOrMore(Names.product).withoutRepetition, to: [],
      "If any of these products was bought."),
    .decisive(
      "reason", .oneOrMore(Form<RefundReason>.choice()).withoutRepetition, to: [],
      "If the customer told the store any of these reasons."),
    .decisive("used", used, to: nil, "If a feature was used that often in the paid time."),
    .decisive(
      "consumed", Form<Int>.whole(1...100).map { .some($0) }, to: nil,
      "If at least this percentage of the purchase's credits was spent."),
    .required(
      "prefer", Form<PreferredRefund>.choice(),
      "The outcome that the app prefers; the store decides.")
  ) {
    (
      products: [CatalogProduct.ID], reasons: [RefundReason], used: RefundPolicy.Uses?,
      consumed: Int?, prefer: PreferredRefund
    ) in
    RefundPolicy.Rule(
      products: products, reasons: reasons, used: used, consumed: consumed, prefer: prefer)
  }

  /// A number of counted uses: `{ feature: send-message, atLeast: 20 }`.
  private static let used = Form<RefundPolicy.Uses?>.object(
    "a number of uses",
    .required("feature", Names.feature, "The feature whose uses are counted."),
    .required("atLeast", .whole(1...Int.max), "How many at least.")
  ) { RefundPolicy.Uses(of: $0, atLeast: $1) }
}
