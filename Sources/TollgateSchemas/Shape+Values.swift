import Tollgate
import TollgateAppStore
import TollgateWire

// Values with a name of their own other than objects.
extension Shape {
  package static let instant = Shape(
    "Instant", Instant.self,
    .integer.with("format", "int64").with("minimum", .integer(.min)).with(
      "maximum", .integer(.max)
    ).described(
      "An instant, in whole milliseconds since 1970-01-01T00:00:00Z."),
    example: 1_772_442_000_000)

  package static let period = Shape(
    "Period", Period.self,
    .text.with("pattern", "^P(T[1-9][0-9]{0,5}[MH]|[1-9][0-9]{0,5}[DWMY])$")
      .described("A period of a single unit in ISO 8601, such as `P3D`."),
    example: "P3D")

  /// All of them, by their type.
  static let values = Dictionary(
    ([instant, period] + enums).compactMap { shape in
      shape.type.map { (ObjectIdentifier($0), shape) }
    }
  ) { first, _ in first }

  private static let enums: [Shape] = [
    .cases(
      "AppPlatform", AppDownload.Platform.self, "A platform that the App Store sells apps for."),
    .cases("AttributeSetter", Attribute.Setter.self, "Who set it."),
    .cases("Consent", Consent.self, "What a parent or guardian said last."),
    .cases("DenialReason", Denial.Reason.self, "Why it is denied."),
    .cases("GrantAction", GrantNote.Action.self, "What an operator did with a grant."),
    .cases("LimitScope", Limit.Scope.self, "What is counted together."),
    .cases(
      "NotificationOutcome", NotificationResponse.Outcome.self, "The outcome of a notification."),
    .cases("OfferKind", StoreOffer.Kind.self, "The kind of an offer."),
    .cases("OfferPayment", StoreOffer.Payment.self, "How an offer is paid."),
    .cases("Ownership", StoreTransaction.Ownership.self, "Who bought it."),
    .cases("PaywallAction", PaywallEvent.Action.self, "What it did."),
    .cases("Phase", Phase.self, "Where the customer stands with the app's plan."),
    .cases("PreferredRefund", PreferredRefund.self, "The refund that the app prefers."),
    .cases("ReadinessResult", ReadinessResponse.Result.self, "The result of a check."),
    .cases("RefundReason", RefundReason.self, "Why a refund was requested."),
    .cases("RefundWithholding", RefundAnswer.Withholding.self, "Why nothing was sent."),
    .cases("RestoreOutcome", RestorePreview.Outcome.self, "What a restore would do."),
    .cases("StoreCondition", StoreCondition.self, "The store's condition of a subscription."),
    .cases(
      "StoreEnvironment", StoreEnvironment.self,
      "The store that signed a transaction; real money is paid in production alone."),
    .cases("TrialAction", TrialChangeRequest.Action.self, "What to do with a trial."),
    .cases("TrialChangeAuthor", TrialChangeAuthor.self, "Who changed the trial."),
    .cases("TrialEnding", TrialEnding.self, "What ended a trial."),
    .cases("VariantReason", VariantAssignment.Reason.self, "What it mattered for."),
  ]
}

extension Schema {
  /// An instant, in milliseconds since 1970.
  package static let instant = shape(.instant)
  /// A period, in ISO 8601.
  package static let period = shape(.period)
}
