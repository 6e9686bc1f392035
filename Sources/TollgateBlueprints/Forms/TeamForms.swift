import Tollgate

/// The format of teams and households, whose owners share entitlements.
enum TeamForms {
  private typealias MakeSize = @Sendable (Entitlement.ID) -> Team.Size

  /// A team, whose name is its key.
  ///
  /// ```yaml
  /// family:
  ///   shares: premium
  ///   seats: 4
  /// studio:
  ///   shares: [pro, export]
  ///   seats: { small-studio: 5, large-studio: 25 }
  ///   pooled: render
  ///   invitation: P14D
  /// company:
  ///   shares: business
  ///   gives: employee
  ///   seats: 20
  /// household:
  ///   when: { product: coach.yearly }
  ///   shares: premium
  ///   seats: 4
  /// ```
  static let team = Form<@Sendable (Team.ID) -> Team>.object(
    "a team",
    synonyms: [
      "members": "seats", "people": "seats", "size": "seats", "max": "seats", "pool": "pooled",
      "entitles": "shares", "entitlements": "shares", "features": "pooled",
    ],
    hints: TeamForms.hints,
    .decisive(
      "when", ConditionForms.condition, to: .always,
      "What must hold for the owner; while it does not, nothing is shared."),
    .required(
      "shares", Names.entitlements,
      "What members have while the owner has it by their own means, such as a purchase."),
    .defaulted(
      "gives", Names.entitlements.withoutRepetition, to: [],
      "What members have instead, while the owner has any of what is shared."),
    .required(
      "seats", sizes,
      "How many members there may be, without the owner; by entitlement, if that decides."),
    .defaulted(
      "pooled", .oneOrMore(Names.feature).answering("`pooled`", TeamForms.hints), to: [],
      "The features whose uses and held items, of the owner and all members, count together; by person, if left out."
    ),
    .defaulted(
      "invitation", .period, to: Team.defaultInvitation,
      "How long an invitation is open.")
  ) { when, shares, gives, sizes, pooled, invitation in
    { name in
      Team(
        id: name, when: when, shares: shares, gives: gives, sizes: sizes, pooled: pooled,
        invitation: invitation)
    }
  }

  /// What to write in a team in place of words that no key stands for.
  private static let hints: [String: String] = {
    let joining =
      "a feature that the app uses before somebody joins, with a rule for those who may not, or `{ upTo: 1, per: P365D }`"
    let smallest =
      "nothing: teams and the App Store have no minimum of seats, but your website may have one"
    let pooled = "`pooled` with a feature whose limits the owner and all members share"
    let owned =
      "the owner's own wallet: each person pays with their own credits, unless your backend uses the feature for the owner"
    return [
      "product": "`when: { product: PRODUCT }`, beside `shares` for what the product gives",
      "for": joining, "country": joining, "joins": joining, "rejoin": joining,
      "cooldown": joining,
      "minimum": smallest, "minSeats": smallest, "atLeast": smallest,
      "holding": pooled, "upTo": pooled, "storage": pooled, "limits": pooled,
      "credits": owned, "wallet": owned, "wallets": owned,
    ]
  }()

  private static let number = Form<Int>.whole(
    1...Team.largestSize, tooLarge: "a grant that your backend gives to each member")

  /// A number of seats, or one for each entitlement that the owner may have.
  private static let sizes = Form<[Team.Size]>.either(
    "a number of seats, or a map from an entitlement of the owner to a number",
    scalar: number.map { [Team.Size(seats: $0)] },
    map: Form<[Team.Size]>.entries("an entitlement", of: size))

  /// The number for an entitlement, whose name is its key.
  private static let size = Form<Int>(number.expected, number.schema) { node, reader in
    if case .scalar(_, .integer) = node.content { return number.read(node, reader) }
    let entitlement = node.path.last ?? ""
    reader.unexpected(
      node, expected: "\(number.expected), for owners with the entitlement `\(entitlement)`")
    return nil
  }.map { seats -> MakeSize in { Team.Size(entitlement: $0, seats: seats) } }
}
