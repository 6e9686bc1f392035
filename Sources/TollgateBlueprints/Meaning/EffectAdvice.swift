import Tollgate

/// The check for settings that are valid but change nothing.
///
/// ```yaml
/// app: { id: coach, name: Coach, bundleID: com.example.coach, timeZone: customer }   # nothing counts by the day
/// products:
///   coach.icons: { kind: nonConsumable, name: Icons, entitlements: icons, level: 2 } # it does not renew
/// trials:
///   taste: { start: { milestone: tenth-sketch }, lasts: P3D, entitles: pro }
///   again: { start: { milestone: tenth-sketch }, lasts: P3D, entitles: pro }         # the same as `taste`
/// ```
///
/// These are warnings, because a blueprint may already have a setting for a feature that is yet to come.
struct EffectAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Warns about each such setting.
  func note() {
    noteTimeZone()
    notePlanMonths()
    noteMonthlyBills()
    noteUpgrades()
    noteRollovers()
    noteLevels()
    noteTwinTrials()
  }

  /// Warns about the customer's time zone where no limit of uses or paywalls is per day, week or month, no nudge has quiet
  /// hours, and no condition has a local date, counts in a window of the calendar or counts the days on which the app was
  /// opened.
  ///
  /// A limit per billing period is per month for those without a plan, and credits may be given each month.
  private func noteTimeZone() {
    guard definition.app.usesCustomerTimeZone,
      subject.isSound(
        "app", "conditions", "trial", "trials", "teams", "credits", "features", "paywalls",
        "placements", "paywallLimit", "prompts", "nudges", "routes", "grants"),
      definition.credits.isEmpty, definition.profile.isEmpty,
      definition.paywallLimits.allSatisfy({ $0.window == nil }),
      definition.grants.allSatisfy({ $0.limit == nil || $0.window == .ever }),
      definition.nudges.allSatisfy({ $0.quietHours == nil })
    else { return }
    let windows = definition.features.flatMap(\.rules).flatMap(\.allowance.windows)
    let isUsed = windows.contains {
      switch $0 {
      case .day, .week, .month, .year, .period: true
      case .trial, .planMonth, .ever, .use: false
      }
    }
    let tests = subject.conditions.flatMap(\.parts).flatMap(\.past)
    let hasDays = tests.contains {
      $0.event == .opened || $0.season != nil || $0.window != nil
        || $0.allDates.contains(where: \.isLocal)
    }
    if isUsed || hasDays { return }
    subject.warning(
      ["app", "timeZone"],
      "the customer's time zone changes nothing: no limit is per day, week or month, no condition has a date, and no nudge has quiet hours"
    )
  }

  /// Warns about months of a period that has none.
  ///
  /// A right that was bought elsewhere has months, and so have customers without a plan, from their first day.
  private func notePlanMonths() {
    guard subject.isSound("products", "features", "credits", "grants") else { return }
    let plan = subject.states.plan
    let hasMonths =
      definition.products.contains { product in
        product.kind == .autoRenewable && plan.includes(product)
          && product.period.map { Self.isLongerThanAMonth($0) } ?? false
      }
      || definition.grants.contains {
        $0.isElsewhere && !plan.granted.isDisjoint(with: $0.entitlements)
      }
    for wallet in definition.credits {
      for source in wallet.sources where source.lifetime.isMonthly {
        let period = subject.product(source.product)?.period
        if period.map({ Self.isLongerThanAMonth($0) }) ?? true { continue }
        subject.warning(
          ["credits", wallet.id.rawValue, "filledBy", source.product.rawValue, "each"],
          "a period of `\(source.product)` is no longer than a month, so `planMonth` is the same as `period`",
          expected: "`each: period`")
      }
    }
    if hasMonths { return }
    for feature in definition.features {
      for (position, rule) in feature.rules.enumerated()
      where rule.allowance.windows.contains(.planMonth) && requiresPeriod(rule.when) {
        subject.warning(
          ["features", feature.id.rawValue, "\(position)", "allow"],
          "no period of the plan is longer than a month, so `planMonth` is the same as `period`",
          expected: "`per: period`")
      }
    }
  }

  /// Warns about credits that come with each bill of a year that is paid at once or by the month.
  private func noteMonthlyBills() {
    guard subject.isSound("products", "credits") else { return }
    for wallet in definition.credits {
      for source in wallet.sources where !source.lifetime.isMonthly {
        guard subject.product(source.product)?.monthlyPrice != nil else { continue }
        subject.warning(
          ["credits", wallet.id.rawValue, "filledBy", source.product.rawValue, "each"],
          "each bill of `\(source.product)` gives \(source.amount): \(source.amount) a year if it is paid at once, and "
            + "\(source.amount * CatalogProduct.bills) in monthly bills",
          expected: "`each: planMonth` with the amount of a month")
      }
    }
  }

  /// Returns whether only customers with a subscription meet a condition.
  ///
  /// Those in a trial that a purchase starts have one; those in a trial that the app starts have none.
  private func requiresPeriod(_ condition: Condition) -> Bool {
    var phases: Set<Phase> = [.subscribed]
    if let trial = definition.trial, trial.start.event == nil { phases.insert(.trial) }
    return condition.requiresPurchase
      || !condition.phases.isEmpty && condition.phases.isSubset(of: phases)
      || !condition.any.isEmpty && condition.any.allSatisfy(requiresPeriod)
  }

  private static func isLongerThanAMonth(_ period: Period) -> Bool {
    let start = Instant(milliseconds: 0)
    return start.adding(Period(1, .month)) < start.adding(period)
  }

  /// Warns about what an upgrade leaves of the credits of a plan that no other one replaces before its period ends, and
  /// about credits that are topped up by a plan that gives none.
  ///
  /// Where a plan of the same level replaces it, `keep` is the same as `share`.
  private func noteUpgrades() {
    guard subject.isSound("products", "credits", "paywalls") else { return }
    let sold = Set(definition.paywalls.flatMap(\.packages).map(\.product))
    for wallet in definition.credits {
      for source in wallet.sources where source.onUpgrade != .share {
        guard let product = subject.product(source.product), product.kind == .autoRenewable else {
          continue
        }
        let upgrades = definition.products.filter { other in
          other.startsAtOnce(inPlaceOf: product)
            && (source.onUpgrade != .keep || (other.level ?? 1) < (product.level ?? 1))
        }
        let path = [
          "credits", wallet.id.rawValue, "filledBy", source.product.rawValue, "onUpgrade",
        ]
        if upgrades.isEmpty {
          subject.warning(
            path, "no plan is an upgrade of `\(source.product)`, so `onUpgrade` changes nothing",
            expected: "a plan of a higher level in its group")
        } else if source.onUpgrade == .topUp,
          let other = upgrades.first(where: { upgrade in
            sold.contains(upgrade.id) && !wallet.sources.contains { $0.product == upgrade.id }
          })
        {
          subject.warning(
            path,
            "an upgrade to `\(other.id)`, which does not fill `\(wallet.id)`, tops up nothing and takes what is left",
            expected: "`\(other.id)` in `filledBy`, or `onUpgrade: share`")
        }
      }
    }
  }

  /// Warns about credits that do not roll over to the next period, or month of it, because that gives as many as there
  /// may be at most.
  private func noteRollovers() {
    guard subject.isSound("products", "credits") else { return }
    for wallet in definition.credits {
      for source in wallet.sources {
        guard let rollover = source.lifetime.rollover, rollover.limit == source.amount else {
          continue
        }
        let span = rollover.isMonthly ? "month" : "period"
        subject.warning(
          ["credits", wallet.id.rawValue, "filledBy", source.product.rawValue, "upTo"],
          "nothing rolls over to the next \(span): `upTo` includes the \(source.amount) that it gives",
          expected: "more than \(source.amount)")
      }
    }
  }

  /// Warns about levels of products that do not renew.
  ///
  /// The store compares levels only when somebody changes from one subscription of a group to another.
  private func noteLevels() {
    guard subject.isSound("products") else { return }
    for product in definition.products where product.level != nil {
      switch product.kind {
      case .autoRenewable: continue
      case .nonRenewing, .nonConsumable, .consumable:
        subject.warning(
          ["products", product.id.rawValue, "level"],
          "the level of `\(product.id)` changes nothing: only auto-renewable subscriptions have levels"
        )
      }
    }
  }

  /// Warns about an add-on trial with the same start, condition, length and entitlements as an earlier one.
  private func noteTwinTrials() {
    guard subject.isSound("trials", "products", "milestones") else { return }
    for (position, trial) in definition.addOnTrials.enumerated() {
      let twin = definition.addOnTrials[..<position].first { $0.isTwin(of: trial) }
      guard let twin else { continue }
      subject.warning(
        ["trials", trial.id.rawValue],
        "the trial `\(trial.id)` has the same start, length and entitlements as `\(twin.id)`")
    }
  }
}

extension AddOnTrial {
  /// Whether two trials differ by nothing but their names.
  fileprivate func isTwin(of other: AddOnTrial) -> Bool {
    guard start == other.start, when == other.when, oncePer == other.oncePer else { return false }
    return lasts.isAsLong(as: other.lasts) && Set(entitlements) == Set(other.entitlements)
  }
}
