import Tollgate

/// Where the engine is known to answer otherwise than the rules, so that an exploration finds what is not known yet.
///
/// The reference answers as the engine does for each of ``pending``. Whoever mends the engine takes the case away, and the
/// exploration shows whether it is mended.
enum KnownDifference: CaseIterable {
  /// Renewal info signed before its period began, as the store does where it charges up to a day early, is passed over.
  case earlyRenewalInfo
  /// A trial that ended after everything else had ended is called `lapsed`, although nothing was bought since.
  case lapsedBeforeTrial
  /// A purchase revoked before it began counts as lapsed, although it never gave anything.
  case gaveNothing
  /// The last use of a paid trial takes away also what the product gives beyond the trial's entitlements.
  case lastUseTakesAll
  /// Uses made before a late milestone count as negative ones, and those after the last use go beyond the limit.
  case usesOutsideTrial
  /// After the last use of a family member's copy the reason is not the limit, and no start is named.
  case familyLastUse
  /// An introductory period that is signed but has not begun is not part of the trial's end yet.
  case periodNotBegun
  /// Of two subscriptions that give access the one that ends later stands for the plan, also where its level is lower or it
  /// is a family member's.
  case laterEndBeforeLevel
  /// A start is named after the last use also where an allowance or a holding is used up then and the plan lifts nothing.
  case startOfUsedAllowance
  /// Of two trials that run, production's and the sandbox's, the one that ends later is shown.
  case sandboxTrialShown
  /// Any product's free offer is the trial where neither trial nor plan names its entitlements.
  case offerOutsidePlan
  /// A subscription signed without an end lasts for its product's period, but is not shown, is not waited for, and never ends
  /// where it is introductory.
  case subscriptionWithoutEnd

  static let pending: Set<KnownDifference> = [
    .usesOutsideTrial, .periodNotBegun, .offerOutsidePlan, .subscriptionWithoutEnd,
  ]

  var isPending: Bool { Self.pending.contains(self) }
}

extension Answer {
  /// The answer without the numbers that are known to differ.
  var comparable: Answer {
    guard KnownDifference.usesOutsideTrial.isPending else { return self }
    var answer = self
    answer.trial = trial.map { $0.withUses(max(0, $0.used)) }
    answer.features = features.mapValues { feature in
      guard case .denied(let reason, let limit?, let startsAt) = feature, limit.scope == .trial
      else { return feature }
      return .denied(
        reason, Limit(limit: limit.limit, used: min(limit.used, limit.limit), scope: .trial),
        startsAt: startsAt)
    }
    return answer
  }
}

extension Answer.Trial {
  fileprivate func withUses(_ used: Int) -> Answer.Trial {
    Answer.Trial(
      purchase: purchase, isActive: isActive, activatedAt: activatedAt, endsAt: endsAt, used: used,
      limit: limit, ending: ending, day: day, days: days, daysLeft: daysLeft)
  }
}
