import Tollgate
import TollgateWire

// What the document says about facts, for people; what their members are comes from their forms.
extension Facts {
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
    case .size: "A use, or the item that a use added, has a size from now on."
    case .item:
      "A feature holds an item, or released it. Without a `key`, the item's name is the key."
    case .dismissal: "A prompt was dismissed."
    case .paywall: "A paywall was shown or closed."
    case .variant: "The customer got a variant of an experiment."
    case .nudge: "A nudge was delivered."
    case .attribute: "An attribute was set, or removed if there is no `value`."
    case .download: "The store signed the customer's first download of the app."
    case .opening: "The app was opened, on a day and in a version."
    case .grant: "Support or the app's own backend granted entitlements or credits."
    case .seat: "A seat of a team was offered, taken, changed or ended."
    case .teamItems:
      "The member of a seat holds another number of items that the team counts together; in the member's record, the owner and the other members do."
    case .profile: "A row of the profile was created."
    }
  }

  /// What members say, unless their name and the kind of fact already do; those of a part come after its name.
  static let texts = [
    "appHostsInvitations":
      "The app hosts the invitations to its seats, so that members have no transactions.",
    "appVersion":
      "The version that was opened, or downloaded first: of a download the build, except on macOS.",
    "count": "How many items they hold.",
    "commitment": "The commitment that is paid in monthly bills.",
    "day":
      "The day of a row that is created daily, or on which the app was opened, such as `2026-03-02`.",
    "givenAt": "When it was given, if the blueprint lists it.",
    "graceEndsAt": "The end of the grace period.",
    "group": "The subscription group.",
    "isCounted": "Whether the use has a limit.",
    "isHeld": "Whether the customer has it from now on.",
    "invitedAt": "When the owner or the app's backend made the invitation.",
    "isRenewal":
      "True if the store renewed the subscription, false if the customer bought it; missing if the store does not say.",
    "isShared": "Both customers have it.",
    "isUnlimited": "Whether the use counts, but toward no limit.",
    "item": "The item that a feature holds.",
    "joinedAt": "When somebody took the seat.",
    "key": "The idempotency key, which makes it count once.",
    "name": "The name under which the blueprint lists it, or that an owner gave a seat.",
    "number":
      "The place of the transfer among those of the purchase, or the version of the seat.",
    "occurrence": "The start of the trial or period, or the event, that it belongs to.",
    "onUpgrade": "What happens to them when another plan replaces the period; `share` without it.",
    "origin": "The customer who made it, also after a merge.",
    "owed": "The credits that the wallet's next ones pay for.",
    "parent": "What the use or item belongs to.",
    "purchase": Shape.purchase,
    "refund": "What the store returned, if it said how much.",
    "rest": "What other wallets pay of the same price.",
    "revokedAt": "When it was refunded or revoked.",
    "revokedSeats": "How many of the seats were refunded.",
    "rights": "What the member has from the owner.",
    "row": "The row's name.",
    "seats": "How many members a team may have by a right that was bought elsewhere.",
    "side": "Whether it is the owner's record or the member's.",
    "signedFor": "The customer that the purchase was made for.",
    "spent": "The credits that stay behind.",
    "startsOver": "The trial starts over.",
    "timeLeft": "The milliseconds that are left of its time, if the time of its product adds up.",
    "unpaid": "The credits that no wallet could pay.",
    "values": "The initial values by column.",

    "EarnedDays.days": "How many days each time adds.",
    "EarnedDays.limit": "How many it adds in all; missing for a milestone, which is reached once.",
    "EarnedDays.name": "The milestone or feature of the event.",
    "Money.currency": "The ISO 4217 code.",
    "Money.milliunits": "Thousandths of the currency's unit.",
    "RefundAnswer.code": "The store's code.",
    "RefundAnswer.consumed": "What was consumed, in thousandths of a percent.",
    "RefundAnswer.hadSample": "Whether the customer could try it before buying.",
    "TeamRight.endsAt":
      "When it ends, unless the owner's record changes; never without it.",
    "TrialTerms.earned": "The days that the customer can earn while it runs.",
    "TrialTerms.lasts": "Missing if only uses end it.",
    "TrialTerms.uses": "The uses that end it.",
  ]

  /// The parts of facts, by the type of their values.
  static let parts: [ObjectIdentifier: (name: String, text: String)] = [
    ObjectIdentifier(Commitment.self): (
      "Commitment", "The commitment that a transaction is a bill of."
    ),
    ObjectIdentifier(CreditPayment.self): (
      "CreditPayment", "What one of several wallets pays of a price."
    ),
    ObjectIdentifier(Money.self): ("Money", "An amount of money."),
    ObjectIdentifier(RefundAnswer.self): (
      "RefundAnswer", "What the server answered the store about a refund."
    ),
    ObjectIdentifier(SpentCredit.self): (
      "SpentCredit", "Credits of a transaction that were spent, or that later ones owe."
    ),
    ObjectIdentifier(StoreOffer.self): ("StoreOffer", "The offer of a transaction."),
    ObjectIdentifier(StoreRenewal.Commitment.self): (
      "RenewalCommitment", "What follows the last bill of a commitment."
    ),
    ObjectIdentifier(StoreTransaction.Refund.self): (
      "StoreRefund", "What the store returned of the price."
    ),
    ObjectIdentifier(TeamSeat.Right.self): (
      "TeamRight", "An entitlement that a member has from the owner of the team."
    ),
    ObjectIdentifier(Trial.EarnedDays.self): (
      "EarnedDays", "Days that something adds to a trial while it runs."
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
}
