import Tollgate
import TollgateWire

// What the document says about facts, for people; what their members are comes from their forms.
extension Facts {
  /// A sentence about a kind.
  static func text(about kind: Fact.Kind) -> String {
    switch kind {
    case .signedUp: "The customer opened an account."
    case .device: "The customer was seen on a device."
    case .milestone: "A milestone was reached."
    case .trialStarted: "A trial started."
    case .trialForfeited: "The device had the trial before."
    case .trialExtension: "A trial got more time."
    case .trialPause: "A trial was paused."
    case .transaction: "A transaction of the store."
    case .renewal: "The store's plan for a subscription's renewal."
    case .transfer: "A purchase came from another customer, or went to one."
    case .refundRequest: "A refund was requested."
    case .reservation: "A use was reserved."
    case .reservationRelease: "A reservation was released without a use."
    case .use: "A feature was used."
    case .credit: "A purchase filled a wallet."
    case .spend: "A use was paid with credits."
    case .item:
      "A feature holds an item, or released it. Without a `key`, the item's name is the key."
    case .dismissal: "A prompt was dismissed."
    case .paywall: "A paywall was shown or closed."
    case .variant: "The customer got a variant of an experiment."
    case .nudge: "A nudge was delivered."
    case .attribute: "An attribute was set, or removed if there is no `value`."
    case .grant: "An operator granted an entitlement."
    case .profile: "A row of the profile was created."
    }
  }

  /// What members say, unless their name and the kind of fact already do; those of a part come after its name.
  static let texts = [
    "day": "The day of a row that is created daily, such as `2026-03-02`.",
    "graceEndsAt": "The end of the grace period.",
    "group": "The subscription group.",
    "isCounted": "Whether the use has a limit.",
    "isHeld": "Whether the customer has it from now on.",
    "isShared": "Both customers have it.",
    "item": "The item that a feature holds.",
    "key": "The idempotency key, which makes it count once.",
    "number": "The place of the transfer among those of the purchase.",
    "occurrence": "The start of the trial or period, or the event, that it belongs to.",
    "origin": "The customer who made it, also after a merge.",
    "purchase": Shape.purchase,
    "refund": "What the store returned, if it said how much.",
    "revokedAt": "When it was refunded or revoked.",
    "signedFor": "The customer that the purchase was made for.",
    "spent": "The credits that stay behind.",
    "startsOver": "The trial starts over.",
    "timeLeft": "The milliseconds that are left of its time, if the time of its product adds up.",
    "unpaid": "The credits that the wallet could not pay.",

    "Money.currency": "The ISO 4217 code.",
    "Money.milliunits": "Thousandths of the currency's unit.",
    "RefundAnswer.code": "The store's code.",
    "RefundAnswer.consumed": "What was consumed, in thousandths of a percent.",
    "RefundAnswer.hadSample": "Whether the customer could try it before buying.",
    "TrialTerms.lasts": "Missing if only uses end it.",
    "TrialTerms.uses": "The uses that end it.",
  ]

  /// The parts of facts, by the type of their values.
  static let parts: [ObjectIdentifier: (name: String, text: String)] = [
    ObjectIdentifier(Money.self): ("Money", "An amount of money."),
    ObjectIdentifier(RefundAnswer.self): (
      "RefundAnswer", "What the server answered the store about a refund."
    ),
    ObjectIdentifier(SpentCredit.self): (
      "SpentCredit", "Credits of a transaction that were spent."
    ),
    ObjectIdentifier(StoreOffer.self): ("StoreOffer", "The offer of a transaction."),
    ObjectIdentifier(StoreTransaction.Refund.self): (
      "StoreRefund", "What the store returned of the price."
    ),
    ObjectIdentifier(Trial.Terms.self): (
      "TrialTerms", "What a trial gives, whatever a later blueprint says."
    ),
    ObjectIdentifier(Trial.Uses.self): ("TrialUses", "The uses that end a trial."),
  ]

  /// What the cases of a part say.
  static let cases = [
    "SentRefundAnswer": "The store got an answer.",
    "WithheldRefundAnswer": "The store got no answer.",
    "RefusedRefundAnswer": "The store refused the answer.",
  ]

  /// The shapes of values that have a name of their own, by their type.
  static let values: [ObjectIdentifier: Shape] = [
    ObjectIdentifier(Attribute.Setter.self): .cases(
      "AttributeSetter", Attribute.Setter.self, "Who set it."),
    ObjectIdentifier(PaywallEvent.Action.self): .cases(
      "PaywallAction", PaywallEvent.Action.self, "What it did."),
    ObjectIdentifier(Period.self): .period,
    ObjectIdentifier(PreferredRefund.self): .cases(
      "PreferredRefund", PreferredRefund.self, "The refund that the app prefers."),
    ObjectIdentifier(RefundAnswer.Withholding.self): .cases(
      "RefundWithholding", RefundAnswer.Withholding.self, "Why nothing was sent."),
    ObjectIdentifier(RefundReason.self): .cases(
      "RefundReason", RefundReason.self, "Why a refund was requested."),
    ObjectIdentifier(StoreEnvironment.self): .environment,
    ObjectIdentifier(StoreOffer.Kind.self): .cases(
      "OfferKind", StoreOffer.Kind.self, "The kind of an offer."),
    ObjectIdentifier(StoreOffer.Payment.self): .cases(
      "OfferPayment", StoreOffer.Payment.self, "How an offer is paid."),
    ObjectIdentifier(StoreTransaction.Ownership.self): .cases(
      "Ownership", StoreTransaction.Ownership.self, "Who bought it."),
    ObjectIdentifier(TrialChangeAuthor.self): .cases(
      "TrialChangeAuthor", TrialChangeAuthor.self, "Who changed the trial."),
    ObjectIdentifier(VariantAssignment.Reason.self): .cases(
      "VariantReason", VariantAssignment.Reason.self, "What it mattered for."),
    ObjectIdentifier(Wallet.Lifetime.self): .response(
      "CreditLifetime", nil, "How long credits last.",
      .required("kind", .oneOf(["rollsOver", "period", "unlimited"])),
      .optional(
        "upTo", .count,
        "The most that a new period keeps, its own included; with `rollsOver` alone.")),
  ]
}
