/// Mistakes in teams: names that do not exist, terms that cannot be kept, and limits that cannot be counted together.
extension MistakeSearch {
  mutating func checkTeams() {
    unique(definition.teams.map(\.id.rawValue), .team, in: "teams")
    for team in definition.teams {
      let path = ["teams", team.id.rawValue]
      check(team.when, at: path + ["when"])
      checkTime(in: team.when, at: path + ["when"])
      if team.shares.isEmpty { add(path + ["shares"], "the team shares nothing") }
      for name in team.shares { checkShared(name, at: path + ["shares"]) }
      checkDeclared(team.gives, at: path + ["gives"])
      for size in team.sizes {
        if let name = size.entitlement { checkOwned(name, at: path + ["seats"]) }
        if !(1...Team.largestSize).contains(size.seats) {
          add(
            path + ["seats"],
            "`\(size.seats)` is out of range; expected 1 to \(Team.largestSize)")
        }
      }
      let start = Instant(milliseconds: 0)
      if start.adding(Team.longestInvitation) < start.adding(team.invitation) {
        add(path + ["invitation"], "`\(team.invitation)` is too long; expected at most 30 days")
      }
      for name in team.pooled { checkPooled(name, in: team, at: path + ["pooled"]) }
    }
  }

  /// Checks that the condition of a team tests nothing that time alone changes.
  private mutating func checkTime(in condition: Condition, at path: [String]) {
    if condition.parts.allSatisfy({ $0.past.isEmpty && $0.left.isEmpty }) { return }
    add(
      path,
      "members know in advance how long they have what is shared, which cannot depend on dates, events, members and what is left; expected `product`, `entitled`, `phase`, `reached` or an `attribute`"
    )
  }

  /// Checks that what a team shares is an entitlement that an owner can have.
  private mutating func checkShared(_ name: Entitlement.ID, at path: [String]) {
    guard featureNames.contains(name.rawValue), !entitlements.contains(name.rawValue) else {
      return checkOwned(name, at: path)
    }
    add(
      path,
      "`\(name)` is a feature, and a team shares entitlements; expected one that opens it to members, or `pooled: \(name)`, which counts the uses and items of all of them together",
      about: BlueprintError.Subject(.entitlement, name.rawValue))
  }

  /// Checks that an owner can have an entitlement: what only teams give belongs to members, who cannot share it.
  private mutating func checkOwned(_ name: Entitlement.ID, at path: [String]) {
    require(name, in: entitlements, .entitlement, at: path)
    let owned =
      definition.givenEntitlements + definition.granted + definition.grants.flatMap(\.entitlements)
    guard definition.teams.contains(where: { $0.gives.contains(name) }), !owned.contains(name)
    else { return }
    add(
      path,
      "only members have `\(name)`; expected what an owner has by their own means, such as a purchase",
      about: BlueprintError.Subject(.entitlement, name.rawValue))
  }

  /// Checks that the uses and held items of a feature can be counted together: in windows that begin for all at the same
  /// instant.
  private mutating func checkPooled(_ name: Feature.ID, in team: Team, at path: [String]) {
    guard let feature = definition.features.first(where: { $0.id == name }) else {
      if definition.credits.contains(where: { $0.id.rawValue == name.rawValue }) {
        add(
          path,
          "`\(name)` is a wallet, which is one person's; expected a feature with `upTo` or `holding`, or your backend, which uses the feature for the owner, whose wallet then pays",
          about: BlueprintError.Subject(.feature, name.rawValue))
      } else {
        require(name, in: featureNames, .feature, at: path)
      }
      return
    }
    let allowances = feature.rules.map(\.allowance)
    guard !allowances.flatMap(\.quotas).isEmpty else {
      let reason =
        allowances.contains { !$0.prices.isEmpty }
        ? "each person pays for `\(name)` with their own credits"
        : "`\(name)` counts neither uses nor items"
      add(
        path,
        "\(reason); expected a feature with `upTo` or `holding`, or your backend, which uses it for the owner",
        about: BlueprintError.Subject(.feature, name.rawValue))
      return
    }
    if feature.surplus == .blocked {
      add(
        path,
        "`surplus: blocked` of `\(name)` goes by the order of a person's own items; expected `surplus: kept`",
        about: BlueprintError.Subject(.feature, name.rawValue))
      return
    }
    if let first = definition.teams.first(where: { $0.pooled.contains(name) }), first.id != team.id,
      feature.holdsItems
    {
      add(
        path,
        "the items of `\(name)` count together in `\(first.id)`, and somebody in both teams would hold them twice; expected one team that names it",
        about: BlueprintError.Subject(.feature, name.rawValue))
      return
    }
    if let parent = allowances.flatMap(\.parentKinds).first {
      add(
        path,
        "`\(name)` counts for each `\(parent)` by person; expected `upTo` or `holding` without `each`",
        about: BlueprintError.Subject(.feature, name.rawValue))
      return
    }
    if let shared = allowances.flatMap(\.countedUses).first {
      add(
        path,
        "`\(name)` counts `\(shared)` for each person; expected `upTo` without `counts`",
        about: BlueprintError.Subject(.feature, name.rawValue))
      return
    }
    if allowances.flatMap(\.quotas).contains(where: { $0.span.scope == .fromFirstUse }) {
      add(
        path,
        "a window of `\(name)` begins with the first use of each person; expected `upTo` without `from: firstUse`",
        about: BlueprintError.Subject(.feature, name.rawValue))
      return
    }
    if let terms = definition.trial?.terms,
      terms.uses?.feature == name || terms.earned.contains(where: { $0.event == .use(name) })
    {
      add(
        path,
        "uses of `\(name)` end or lengthen the trial, which each person has alone; expected another feature",
        about: BlueprintError.Subject(.feature, name.rawValue))
      return
    }
    let gifts = definition.credits.flatMap(\.given)
    if gifts.contains(where: { $0.comesWith(useOf: name) }) {
      add(
        path,
        "uses of `\(name)` give credits, which are never pooled; expected another feature",
        about: BlueprintError.Subject(.feature, name.rawValue))
      return
    }
    let windows = allowances.flatMap(\.windows)
    if let window = windows.first(where: { !Team.pooledWindows.contains($0) }) {
      add(
        path,
        "the \(window.rawValue) of `\(name)` is another one for each person; expected `day`, `week`, `month`, `year` or `ever`",
        about: BlueprintError.Subject(.feature, name.rawValue))
    } else if definition.app.usesCustomerTimeZone,
      windows.contains(where: { $0 != .ever && $0 != .use })
    {
      add(
        path,
        "with `timeZone: customer` the day of `\(name)` is another one for each person; expected a time zone of the app",
        about: BlueprintError.Subject(.feature, name.rawValue))
    }
  }
}

extension Wallet.Gift {
  /// Whether its credits come each time that a feature is used.
  fileprivate func comesWith(useOf feature: Feature.ID) -> Bool {
    switch rhythm {
    case .on(let event, lasts: _): event == .use(feature)
    case .each: false
    }
  }
}
