extension Customer {
  /// The next instant at which the standing differs though nothing new is learnt; nil where it never does.
  func nextChange(from standing: Standing, in blueprint: Blueprint, at now: Instant) -> Instant? {
    let held = asHeld
    var instant = now
    var current = standing
    while let candidate = held.nextCandidate(after: instant, current, in: blueprint) {
      let next = Standing(of: held, in: blueprint, at: candidate)
      if next != standing { return candidate }
      instant = candidate
      current = next
    }
    return nil
  }

  /// The next instant at which anything could change.
  private func nextCandidate(
    after now: Instant, _ standing: Standing, in blueprint: Blueprint
  ) -> Instant? {
    var soonest = Soonest(after: now)
    for transaction in transactions.values {
      soonest.offer(transaction.purchasedAt)
      soonest.offer(transaction.expiresAt)
      soonest.offer(transaction.revokedAt)
      soonest.offer(transaction.expiresAt?.adding(Subscription.billingRetry))
      if let late = blueprint.definition.purchases.lateRenewal {
        soonest.offer(transaction.expiresAt?.adding(late))
      }
      if let product = blueprint.products[transaction.product] {
        soonest.offer(transaction.ends(as: product))
      }
    }
    for renewal in renewals.values {
      soonest.offer(renewal.graceEndsAt)
      soonest.offer(renewal.resumesAt)
    }
    for grant in grants.values {
      soonest.offer(grant.startsAt)
      soonest.offer(grant.endsAt)
      soonest.offer(grant.revokedAt)
    }
    for start in trials.values { soonest.offer(start.at) }
    for at in forfeits.values { soonest.offer(at) }
    for at in milestones.values { soonest.offer(at) }
    for uses in uses.values { for at in uses.values { soonest.offer(at) } }
    for items in items.values {
      for holding in items.values {
        soonest.offer(holding.takenAt)
        soonest.offer(holding.releasedAt)
      }
    }
    for prompt in blueprint.definition.prompts {
      for at in (dismissals[prompt.id] ?? [:]).values { soonest.offer(at) }
      soonest.offer(returns(prompt, at: now))
    }
    for nudge in blueprint.definition.nudges { soonest.offer(standing.fires(nudge)) }
    if let trial = standing.trial, trial.isActive, let activatedAt = trial.activatedAt {
      soonest.offer(trial.endsAt)
      if let end = trials[trial.id]?.scheduledEnd ?? trial.endsAt, trial.days != nil {
        let day = Instant.millisecondsPerDay
        soonest.offer(
          activatedAt.adding(
            milliseconds: (now.since(activatedAt) / day + 1).saturatingMultiplied(by: day)))
        soonest.offer(end.adding(milliseconds: -((end.since(now) - 1) / day) * day))
      }
    }
    for (allowance, count) in zip(blueprint.allowances, standing.counts) where count > 0 {
      soonest.offer(blueprint.clock.window(allowance.window, at: now).end)
    }
    return soonest.instant
  }
}

extension TrialStart {
  var scheduledEnd: Instant? { terms.lasts.map { at.adding($0) } }
}

private struct Soonest {
  let after: Instant
  var instant: Instant?

  init(after: Instant) { self.after = after }

  mutating func offer(_ candidate: Instant?) {
    guard let candidate, candidate > after else { return }
    instant = instant.map { min($0, candidate) } ?? candidate
  }
}
