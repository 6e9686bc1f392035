extension Customer {
  /// The next instant at which any answer differs without a new fact; nil if none ever does.
  ///
  /// Each instant at which something could change is evaluated, in order, until an answer differs. The search
  /// ends: facts are finite, a trial has an end, and a window that has ended counts nothing more. Only seasons recur; if a
  /// year of them changes nothing, none will until something else has changed.
  func nextChange(from standing: Standing, in blueprint: Blueprint, at now: Instant) -> Instant? {
    nextStanding(from: standing, in: blueprint, at: now, before: nil)?.at
  }

  /// The next instant at which any answer differs without a new fact, with what holds then; nil if none does before an
  /// end, beyond which nothing is evaluated.
  func nextStanding(
    from standing: Standing, in blueprint: Blueprint, at now: Instant, before end: Instant?
  ) -> (at: Instant, standing: Standing)? {
    let added = AddedTime(of: self, in: blueprint)
    var current = standing
    var instant = now
    var lastCandidate = now
    repeat {
      let candidate = nextCandidate(after: instant, current, added, in: blueprint)
      let season = current.past.nextSeason
        .map { self.instant(of: $0, in: blueprint) }
        .flatMap { $0 <= lastCandidate.adding(Self.seasons) ? $0 : nil }
      guard let next = earliest(candidate, season), end.map({ next < $0 }) ?? true else {
        return nil
      }
      if next == candidate { lastCandidate = next }
      current = Standing(
        of: self, in: blueprint, at: next, after: current.kept, parent: standing.parent,
        countsParents: true, adding: added)
      instant = next
    } while current.answers(like: standing, in: blueprint)
    return (instant, current)
  }

  /// The time in which every season begins and ends: a leap year, and a day for a customer who moves.
  private static let seasons = Period(367, .day)

  /// The next instant at which anything but a season could change.
  ///
  /// It may be one at which nothing does, and must never be later than one at which something does: clients sleep until
  /// the result.
  private func nextCandidate(
    after now: Instant, _ standing: Standing, _ added: AddedTime, in blueprint: Blueprint
  ) -> Instant? {
    var soonest = Soonest(after: now)
    offerPossessions(after: now, added, in: blueprint, to: &soonest)
    for at in milestones.values { soonest.offer(at) }
    soonest.offer(history.nextLapse(after: now))
    for feature in blueprint.index.heldFeatures {
      guard let released = history.items[feature]?.released, let last = released.last, now < last
      else { continue }
      soonest.offer(released[released.count(notAfter: now)])
    }
    // What members hold counts for the owner while they have something from the owner.
    for items in teamItems.values {
      for right in sharedSeat(items.seat)?.rights ?? [] {
        soonest.offer(right.startsAt)
        soonest.offer(right.endsAt)
      }
    }
    for prompt in blueprint.definition.prompts {
      if let dismissals = history.dismissals[prompt.id], let last = dismissals.last, now < last {
        soonest.offer(dismissals[dismissals.count(notAfter: now)])
      }
      if let returnsAt = history.returns(prompt, at: now), returnsAt < .distantFuture {
        soonest.offer(returnsAt)
      }
    }
    for nudge in standing.screens.nudges { soonest.offer(nudge.at) }
    for nudge in standing.screens.delayed { soonest.offer(nudge.at.adding(QuietHours.longest)) }
    for nudge in blueprint.definition.nudges {
      if case .after(let event, _) = nudge.moment {
        soonest.offer(standing.next(event, for: self, after: now))
      }
    }
    soonest.offer(standing.wallets.nextChange)
    soonest.offer(standing.past.nextChange)
    if let trial = standing.trial, trial.isActive { offer(trial, at: now, to: &soonest) }
    for trial in standing.trials.addOns where trial.isActive {
      offer(trial, at: now, to: &soonest)
    }
    for (position, (allowance, count)) in zip(blueprint.index.allowances, standing.counts)
      .enumerated() where count > 0
    {
      // Each use leaves a span of time at its own instant, which matters only where uses are counted.
      if allowance.slides, !standing.isLimited(by: position, in: blueprint) { continue }
      soonest.offer(
        renewal(
          of: allowance, period: standing.billingPeriod(of: allowance), parent: standing.parent,
          in: blueprint, at: now))
    }
    for (position, count) in standing.inAllParents.enumerated() where count > 0 {
      let allowance = blueprint.index.allowances[position]
      if allowance.slides, !standing.isLimited(by: position, in: blueprint) { continue }
      soonest.offer(
        renewalInAnyParent(
          of: allowance, period: standing.billingPeriod(of: allowance), in: blueprint, at: now))
    }
    return soonest.instant
  }

  /// The next instant at which what the customer has could change, without a new fact.
  func nextPossession(
    after now: Instant, _ possessions: Possessions, _ added: AddedTime, in blueprint: Blueprint
  ) -> Instant? {
    var soonest = Soonest(after: now)
    offerPossessions(after: now, added, in: blueprint, to: &soonest)
    soonest.offer(possessions.trial?.status.endsAt)
    for trial in possessions.addOnTrials { soonest.offer(trial.status.endsAt) }
    return soonest.instant
  }

  /// Offers every instant at which a purchase, a grant, a seat or a trial starts or ends, but for the end of a trial.
  private func offerPossessions(
    after now: Instant, _ added: AddedTime, in blueprint: Blueprint, to soonest: inout Soonest
  ) {
    for line in history.lines { offer(line, added, in: blueprint, to: &soonest) }
    for renewal in purchases.renewals.values {
      soonest.offer(renewal.graceEndsAt)
      soonest.offer(renewal.resumesAt)
    }
    for grant in grants.values {
      soonest.offer(grant.startsAt)
      soonest.offer(grant.endsAt)
      soonest.offer(grant.revokedAt)
    }
    for time in added.grants.values {
      for span in time.spans {
        soonest.offer(span.start)
        soonest.offer(span.end)
      }
    }
    for seat in seats.values where seat.side == .member {
      for right in seat.rights {
        soonest.offer(right.startsAt)
        soonest.offer(right.endsAt)
      }
    }
    for start in trials.starts.values {
      soonest.offer(start.at)
      for earned in start.terms.earned {
        let events = Occurrences(of: earned.event, for: self, trial: nil, lapsedAt: nil, at: now)
        soonest.offer(events.instant(of: events.count(notAfter: now)))
      }
    }
    for at in trials.forfeits.values { soonest.offer(at) }
    for fact in trials.extensions.values { soonest.offer(fact.at) }
    for pause in trials.pauses.values {
      soonest.offer(pause.startsAt)
      soonest.offer(pause.endsAt)
    }
  }

  /// Offers every instant at which a purchase can start, end or stop giving access.
  private func offer(
    _ line: PurchaseLine, _ added: AddedTime, in blueprint: Blueprint, to soonest: inout Soonest
  ) {
    soonest.offer(line.transferredAt)
    for index in line.periods.indices {
      let start = line.periods[index].startsAt
      soonest.offer(start)
      soonest.offer(line.periods[index].transaction.revokedAt)
      soonest.offer(line.periods[index].replacedAt)
      if let end = line.periods[index].transaction.expiresAt {
        soonest.offer(end)
        soonest.offer(end.adding(Subscription.billingRetry))
        // A blueprint may wait for a late renewal for longer than the store retries the charge.
        soonest.offer(
          blueprint.definition.purchases.lateRenewal.deadline(after: end, ofPeriodFrom: start))
      } else if let span = added.span(of: line.periods[index].transaction) {
        soonest.offer(span.start)
        soonest.offer(span.end)
      } else if let sold = blueprint.catalog.products[line.periods[index].transaction.product] {
        soonest.offer(line.periods[index].transaction.ends(as: sold.product))
      }
    }
  }

  /// Offers a trial's end, and the instants at which its day and the days left change.
  private func offer(_ trial: TrialStatus, at now: Instant, to soonest: inout Soonest) {
    soonest.offer(trial.endsAt)
    // Neither changes while the trial is paused.
    guard let clockStart = trial.clockStart, let end = trial.scheduledEnd else { return }
    let day = Instant.millisecondsPerDay
    soonest.offer(
      clockStart.adding(
        milliseconds: (now.since(clockStart) / day + 1).saturatingMultiplied(by: day)))
    soonest.offer(end.adding(milliseconds: -((end.since(now) - 1) / day) * day))
  }
}

extension Customer {
  /// When the customer last did anything that is recorded: a report, a counted use or a purchase; nil if nothing is.
  ///
  /// Renewals and the delivery of a nudge are not the customer's doing.
  ///
  /// - Parameter now: The instant up to which refunds and transfers count.
  func lastActivity(at now: Instant) -> Instant? {
    var last: Instant?
    func offer(_ instants: some Sequence<Instant>) {
      for instant in instants { last = last.map { max($0, instant) } ?? instant }
    }
    offer(accounts.values)
    offer(devices.values)
    offer(milestones.values)
    offer(uses.values.compactMap(\.latest))
    offer(unlimitedUses.values.compactMap(\.latest))
    offer(spends.values.lazy.map(\.at))
    offer(sizes.values.lazy.map(\.at))
    for holdings in items.values {
      offer(holdings.values.lazy.compactMap(\.takenAt))
      offer(holdings.values.lazy.compactMap(\.releasedAt))
    }
    for dismissals in screens.dismissals.values { offer(dismissals.values) }
    offer(history.openings.days)
    offer(screens.paywalls.values.lazy.map(\.at))
    // The newest report of a time zone is among the newest changes.
    offer(
      attributes.newest.values.lazy.filter { $0.setBy == .app || $0.setBy == .device }.map(\.at))
    let purchases = Occurrences(of: .purchase, for: self, trial: nil, lapsedAt: nil, at: now)
    if let latest = purchases.instant(of: purchases.count - 1) { offer([latest]) }
    return last
  }
}

extension Standing {
  /// Whether two standings answer every question alike, regardless of the counts behind the answers.
  ///
  /// Counts that differ change an answer only if a rule or a condition depends on them, so these are evaluated as well.
  func answers(like other: Standing, in blueprint: Blueprint) -> Bool {
    guard
      phase == other.phase, entitled == other.entitled, past.reached == other.past.reached,
      trial == other.trial, trials.addOns == other.trials.addOns,
      subscription == other.subscription, managesSubscription == other.managesSubscription,
      offers.introductory == other.offers.introductory,
      blueprint.catalog.shows(offers.shown, like: other.offers.shown),
      wallets.balances == other.wallets.balances,
      wallets.spendable == other.wallets.spendable, wallets.reach == other.wallets.reach,
      wallets.owed == other.wallets.owed, elsewhere == other.elsewhere, waiting == other.waiting,
      screens == other.screens
    else { return false }
    if held == other.held, heldSizes == other.heldSizes, inParent == other.inParent,
      counts == other.counts, inAllParents == other.inAllParents,
      renewals == other.renewals,
      reserved == other.reserved,
      past.bits == other.past.bits, past.bitsWithPlan == other.past.bitsWithPlan,
      trials.uses.allowance == other.trials.uses.allowance,
      trials.uses.limit == other.trials.uses.limit,
      pending == other.pending, plan.addOns == other.plan.addOns,
      offers.selling == other.offers.selling
    {
      return true
    }
    return blueprint.definition.features.indices.allSatisfy {
      let handle = FeatureHandle(position: $0)
      let feature = blueprint.features[$0]
      return blueprint.access(to: handle, for: self) == blueprint.access(to: handle, for: other)
        && roomForSizes(of: feature) == other.roomForSizes(of: feature)
        && usesInParents(of: feature) == other.usesInParents(of: feature)
    }
      && blueprint.definition.placements.allSatisfy {
        answer(at: $0, in: blueprint) == other.answer(at: $0, in: blueprint)
      } && blueprint.conditions.routes.allSatisfy { $0.holds(self) == $0.holds(other) }
      && blueprint.conditions.cases.keys.allSatisfy {
        blueprint.caseOfPaywall($0, for: self) == blueprint.caseOfPaywall($0, for: other)
      }
  }
}

/// The earliest of the instants offered to it that are later than another.
private struct Soonest {
  let after: Instant
  var instant: Instant?

  init(after: Instant) { self.after = after }

  mutating func offer(_ candidate: Instant?) {
    guard let candidate, candidate > after else { return }
    instant = instant.map { min($0, candidate) } ?? candidate
  }
}
