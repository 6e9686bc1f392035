package import Tollgate
import TollgateWire

/// The shapes of facts, whose `kind` tells them apart.
package enum Facts {
  /// A fact of any kind.
  package static let fact = Shape(
    "Fact", nil,
    .either(kinds, by: "kind").described("Something that happened to a customer."))

  /// What a customer's list of facts has: facts, and runs of facts that differ only in name and instant.
  package static let entry = Shape(
    "FactEntry", nil,
    .either(kinds + runs, by: "kind").described("A fact, or a run of facts that are alike."))

  /// A fact that changes a trial's time.
  package static let changeOfTrial = Shape(
    "TrialChange", nil,
    .either(
      [Fact.Kind.trialExtension, .trialPause].map { ($0.rawValue, shape(of: $0)) }, by: "kind"
    ).described("An extension or a pause of a trial."))

  private static let kinds = Fact.Kind.allCases.map { ($0.rawValue, shape(of: $0)) }

  /// Each kind of run with its name and its members, to which `names` and `at` are added.
  private static let runs: [(String, Shape)] = [
    run("uses", of: "A use's keys", [.feature, .origin]),
    run("spends", of: "A spend's keys", [.wallet, .feature, .origin, .amount, .unpaid]),
    run(
      "items", of: "The items", [.feature, .isHeld, .origin],
      .optional("keys", .list(.text), "The key of each, if any differs from its item.")),
    run("dismissals", of: "The keys", [.prompt]),
  ]

  private static func run(
    _ kind: String, of names: String, _ members: [FactMember], _ more: Shape.Member...
  ) -> (String, Shape) {
    let columns: [Shape.Member] =
      [
        .required("names", .list(.text), "\(names), as many as there are instants."),
        .required("at", .list(.instant), "The instant of each."),
      ] + more
    return make(kind, "A run of facts that are alike.", members.map(\.required) + columns)
  }

  private static func make(
    _ kind: String, _ description: String, _ members: [Shape.Member]
  ) -> (String, Shape) {
    let name = kind.prefix(1).uppercased() + kind.dropFirst() + "Fact"
    let marked: [Shape.Member] = [.required("kind", .constant(kind))] + members
    return (kind, Shape(name, nil, .object(marked).described(description)))
  }

  /// The shape of the facts of a kind.
  package static func shape(of kind: Fact.Kind) -> Shape {
    func fact(
      _ description: String, _ required: [FactMember], optional: [FactMember] = [],
      and others: [Shape.Member] = []
    ) -> Shape {
      make(
        kind.rawValue, description,
        required.map(\.required) + optional.map(\.optional) + others
      ).1
    }
    return switch kind {
    case .signedUp: fact("The customer opened an account.", [.account, .at])
    case .device:
      fact("The customer was seen on a device.", [.device, .at], optional: [.origin])
    case .milestone: fact("A milestone was reached.", [.milestone, .at])
    case .trialStarted:
      fact(
        "A trial started.", [.trial, .at, .terms], optional: [.purchase],
        and: [.optional("isAddOn", .constant(true))])
    case .trialForfeited:
      fact("The device had the trial before.", [.trial, .device, .at])
    case .trialExtension:
      fact(
        "A trial got more time.", [.id, .trial, .days, .author, .text, .at],
        and: [.optional("startsOver", .constant(true), "The trial starts over.")])
    case .trialPause:
      fact(
        "A trial was paused.", [.id, .trial, .author, .text, .startsAt], optional: [.endsAt])
    case .transaction:
      fact(
        "A transaction of the store.",
        [
          .id, .originalID, .product, .purchasedAt, .isUpgraded, .ownership, .quantity,
          .environment, .signedAt,
        ],
        optional: [.group, .expiresAt, .revokedAt, .refund, .offer, .price, .signedFor])
    case .renewal:
      fact(
        "The store's plan for a subscription's renewal.",
        [.originalID, .environment, .renewsTo, .willRenew, .isInBillingRetry, .signedAt],
        optional: [.renewsAt, .graceEndsAt, .resumesAt])
    case .transfer:
      fact(
        "A purchase came from another customer, or went to one.",
        [.purchase, .isHeld, .number, .at], optional: [.spent, .timeLeft],
        and: [.optional("isShared", .constant(true), "Both customers have it.")])
    case .refundRequest:
      fact(
        "A refund was requested.", [.id, .purchase, .transaction, .askedAt], optional: [.answer],
        and: [
          .required(
            "reason",
            .shape(.cases("RefundReason", RefundReason.self, "Why a refund was requested.")))
        ])
    case .reservation:
      fact(
        "A use was reserved.", [.feature, .key, .origin, .isCounted, .at, .lapsesAt],
        optional: [.item, .wallet, .amount])
    case .reservationRelease:
      fact("A reserved use was not made.", [.feature, .key, .origin, .at])
    case .use: fact("A feature was used.", [.feature, .key, .origin, .at])
    case .credit:
      fact(
        "A purchase filled a wallet.", [.purchase, .transaction, .wallet, .amount, .lifetime])
    case .spend:
      fact(
        "A use was paid with credits.",
        [.wallet, .feature, .key, .origin, .amount, .unpaid, .at])
    case .item:
      fact(
        "A feature holds an item, or released it. Without a `key`, the item's name is the key.",
        [.feature, .item, .isHeld, .origin, .at], optional: [.key])
    case .dismissal: fact("A prompt was dismissed.", [.prompt, .key, .at])
    case .paywall:
      fact(
        "A paywall was shown or closed.", [.paywall, .action, .key, .at],
        optional: [.feature, .placement, .variants])
    case .variant:
      fact(
        "The customer got a variant of an experiment.", [.experiment, .variant, .at],
        and: [
          .required(
            "reason",
            .shape(
              .cases("VariantReason", VariantAssignment.Reason.self, "What it mattered for.")))
        ])
    case .nudge:
      fact("A nudge was delivered.", [.nudge, .occurrence, .at], optional: [.by])
    case .attribute:
      fact(
        "An attribute was set, or removed if there is no `value`.", [.attribute, .setBy, .at],
        optional: [.value])
    case .grant:
      fact(
        "An operator granted an entitlement.", [.id, .entitlement, .startsAt],
        optional: [.endsAt, .revokedAt])
    case .profile:
      fact("A row of the profile was created.", [.table, .row, .values, .at], optional: [.day])
    }
  }
}
