import Tollgate
import TollgateWire

/// A member that facts have, with the same meaning in all kinds that have it.
enum FactMember: String {
  case account, action, amount, answer, askedAt, at, attribute, author, by, day, days, device
  case endsAt, entitlement, environment, experiment, expiresAt, feature, graceEndsAt, group, id
  case isCounted, isHeld, isInBillingRetry, isUpgraded, item, key, lapsesAt, lifetime, milestone
  case nudge, number, occurrence, offer, origin, originalID, ownership, paywall, placement, price
  case product, prompt, purchase, purchasedAt, quantity, refund, renewsAt, renewsTo, resumesAt
  case revokedAt, row, setBy, signedAt, signedFor, spent, startsAt, table, terms, timeLeft
  case transaction, trial, unpaid, value, values, variant, variants, wallet, willRenew
  case text = "reason"

  /// The member of a shape that always has it.
  var required: Shape.Member { .required(rawValue, schema, description) }

  /// The member of a shape that can lack it.
  var optional: Shape.Member { .optional(rawValue, schema, description) }

  private var schema: Schema {
    switch self {
    case .askedAt, .at, .endsAt, .expiresAt, .graceEndsAt, .lapsesAt, .occurrence, .purchasedAt,
      .renewsAt, .resumesAt, .revokedAt, .signedAt, .startsAt:
      .instant
    case .account, .attribute, .day, .device, .entitlement, .experiment, .feature, .group, .id,
      .item, .key, .milestone, .nudge, .origin, .originalID, .paywall, .placement, .product,
      .prompt, .purchase, .renewsTo, .row, .signedFor, .table, .text, .transaction, .trial,
      .variant, .wallet:
      .text
    case .isCounted, .isHeld, .isInBillingRetry, .isUpgraded, .willRenew: .boolean
    case .amount, .days, .number, .quantity, .timeLeft, .unpaid: .count
    case .value: .value
    case .values: .map(.value)
    case .variants: .map(.text)
    case .action: .shape(.cases("PaywallAction", PaywallEvent.Action.self, "What it did."))
    case .author:
      .shape(.cases("TrialChangeAuthor", TrialChangeAuthor.self, "Who changed the trial."))
    case .by: .constant(Nudge.Delivery.webhook.rawValue)
    case .environment: .shape(.environment)
    case .ownership:
      .shape(.cases("Ownership", StoreTransaction.Ownership.self, "Who bought it."))
    case .setBy: .shape(.cases("AttributeSetter", Attribute.Setter.self, "Who set it."))
    case .answer: .shape(Self.refundAnswer)
    case .lifetime: .shape(Self.creditLifetime)
    case .offer: .shape(Self.storeOffer)
    case .price: .shape(Self.money)
    case .refund: .shape(Self.storeRefund)
    case .spent: .list(.shape(Self.spentCredit))
    case .terms: .shape(Self.trialTerms)
    }
  }

  private var description: String? { Self.descriptions[self] }

  /// What members say, unless their name and the kind of fact already do.
  private static let descriptions: [FactMember: String] = [
    .day: "The day of a row that is created daily, such as `2026-03-02`.",
    .graceEndsAt: "The end of the grace period.",
    .group: "The subscription group.",
    .isCounted: "Whether the use has a limit.",
    .isHeld: "Whether the customer has it from now on.",
    .item: "The item that a feature holds.",
    .key: "The idempotency key, which makes it count once.",
    .number: "The place of the transfer among those of the purchase.",
    .occurrence: "The start of the trial or period, or the event, that it belongs to.",
    .origin: "The customer who made it, also after a merge.",
    .purchase: Shape.purchase,
    .refund: "What the store returned, if it said how much.",
    .revokedAt: "When it was refunded or revoked.",
    .signedFor: "The customer that the purchase was made for.",
    .spent: "The credits that stay behind.",
    .timeLeft: "The milliseconds that are left of its time, if the time of its product adds up.",
    .unpaid: "The credits that the wallet could not pay.",
  ]

  private static let refundAnswer = Shape(
    "RefundAnswer", nil,
    .either(
      [("sent", sentAnswer), ("withheld", withheldAnswer), ("refused", refusedAnswer)],
      by: "outcome"
    ).described("What the server answered the store about a refund."))

  private static let sentAnswer = Shape.response(
    "SentRefundAnswer", nil, "The store got an answer.",
    .required("outcome", .constant("sent")), .required("at", .instant),
    .required(
      "prefer",
      .shape(.cases("PreferredRefund", PreferredRefund.self, "The refund that the app prefers."))
    ),
    .required("hadSample", .boolean, "Whether the customer could try it before buying."),
    .optional("consumed", .count, "What was consumed, in thousandths of a percent."))

  private static let withheldAnswer = Shape.response(
    "WithheldRefundAnswer", nil, "The store got no answer.",
    .required("outcome", .constant("withheld")), .required("at", .instant),
    .required(
      "reason",
      .shape(
        .cases("RefundWithholding", RefundAnswer.Withholding.self, "Why nothing was sent."))))

  private static let refusedAnswer = Shape.response(
    "RefusedRefundAnswer", nil, "The store refused the answer.",
    .required("outcome", .constant("refused")), .required("at", .instant),
    .required("code", .text, "The store's code."))

  private static let creditLifetime = Shape.response(
    "CreditLifetime", nil, "How long credits last.",
    .required("kind", .oneOf(["rollsOver", "period", "unlimited"])),
    .optional(
      "upTo", .count,
      "The most that a new period keeps, its own included; with `rollsOver` alone."))

  private static let storeOffer = Shape.response(
    "StoreOffer", nil, "The offer of a transaction.",
    .required(
      "kind", .shape(.cases("OfferKind", StoreOffer.Kind.self, "The kind of an offer."))),
    .optional(
      "payment",
      .shape(.cases("OfferPayment", StoreOffer.Payment.self, "How an offer is paid."))))

  private static let money = Shape.response(
    "Money", nil, "An amount of money.",
    .required("milliunits", .integer, "Thousandths of the currency's unit."),
    .required("currency", .text, "The ISO 4217 code."))

  private static let storeRefund = Shape.response(
    "StoreRefund", nil, "What the store returned of the price.",
    .required("amount", .shape(money)), .required("at", .instant))

  private static let spentCredit = Shape.response(
    "SpentCredit", nil, "Credits of a transaction that were spent.",
    .required("wallet", .text), .required("transaction", .text), .required("amount", .count))

  private static let trialTerms = Shape.response(
    "TrialTerms", nil, "What a trial gives, whatever a later blueprint says.",
    .optional("lasts", .period, "Missing if only uses end it."),
    .optional(
      "uses",
      .object([.required("feature", .text), .required("limit", .count)])
        .described("The uses that end it.")),
    .required("entitlements", .list(.text)))
}
