extension Standing {
  /// Finds the nudges that are due, once everything else is known.
  ///
  /// A nudge whose time has passed is too late to schedule; the device that had it delivers it.
  ///
  /// - Parameter added: The time that the customer has bought.
  mutating func planNudges(
    for customer: Customer, in blueprint: Blueprint, at now: Instant, adding added: AddedTime
  ) {
    if blueprint.definition.nudges.contains(where: {
      if case .silence = $0.moment { true } else { false }
    }) {
      screens.activeAt = customer.lastActivity(at: now)
    }
    screens.isTrialCharged = isTrialCharged(to: customer, in: blueprint, at: now)
    for (nudge, condition) in zip(blueprint.definition.nudges, blueprint.conditions.nudges) {
      let deliveries = deliveries(
        of: nudge, if: condition, for: customer, in: blueprint, at: now, adding: added)
      for planned in deliveries {
        guard !customer.screens.hasDelivered(planned) else { continue }
        if now < planned.at {
          screens.nudges.append(planned)
        } else if nudge.quietHours != nil, now < planned.at.adding(QuietHours.longest) {
          screens.delayed.append(planned)
        }
      }
    }
  }

  private func deliveries(
    of nudge: Nudge, if condition: IndexedCondition, for customer: Customer,
    in blueprint: Blueprint, at now: Instant, adding added: AddedTime
  ) -> [PlannedNudge] {
    switch nudge.moment {
    case .before(let anchor, let period):
      guard wants(nudge, if: condition), let (end, start) = end(of: anchor, in: blueprint) else {
        return []
      }
      return [
        PlannedNudge(
          id: nudge.id, at: end.subtracting(period), occurrence: start, text: nudge.text)
      ]
    case .silence:
      guard condition.holds(self), let activeAt = screens.activeAt else { return [] }
      return nudge.deliveries(after: activeAt)
    case .after(let event, _):
      if let last = last(event, for: customer, at: now) {
        return condition.holds(self) ? nudge.deliveries(after: last) : []
      }
      guard event == .lapse || event == .trialEnd else { return [] }
      // The device may not run at the end, so a nudge after one that is certain is planned before.
      for end in certainEnds(after: now) {
        let later = Standing(
          of: customer, in: blueprint, at: end, after: kept, plans: false, adding: added)
        guard let last = later.last(event, for: customer, at: end) else { continue }
        return condition.holds(later) ? nudge.deliveries(after: last) : []
      }
      return []
    }
  }

  /// Whether a nudge's condition holds.
  ///
  /// Before the end of a trial that the store will charge for, it also holds if it would without what gives the plan
  /// already, such as a gift: the card is charged all the same.
  func wants(_ nudge: Nudge, if condition: IndexedCondition) -> Bool {
    if condition.holds(self) { return true }
    guard screens.isTrialCharged, case .before(.trialEnd, _) = nudge.moment else { return false }
    var trying = self
    trying.phase = .trial
    return condition.holds(trying)
  }

  /// Whether the store charges at the end of the running trial, although something else gives the plan.
  private func isTrialCharged(
    to customer: Customer, in blueprint: Blueprint, at now: Instant
  ) -> Bool {
    guard phase == .subscribed, let trial, trial.isActive, let purchase = trial.purchase,
      let line = customer.history.line(of: purchase),
      let subscription = Subscription(
        line, renewal: customer.purchases.renewals[purchase],
        lateRenewal: blueprint.definition.purchases.lateRenewal, at: now)
    else { return false }
    return subscription.isIntroductory && subscription.willRenew && !subscription.isFamilyShared
  }

  /// The end that a condition or a nudge is about, and the start of what ends; nil if no such end is coming, as with a
  /// trial that only uses can end.
  func end(
    of anchor: Ending.Anchor, in blueprint: Blueprint
  ) -> (end: Instant, start: Instant)? {
    switch anchor {
    case .trialEnd:
      guard let trial, trial.isActive, let end = trial.endsAt, let start = trial.activatedAt else {
        return nil
      }
      return (end, start)
    case .periodEnd:
      if let subscription, subscription.condition == .active {
        if !subscription.willRenew,
          let sold = blueprint.catalog.products[subscription.plan],
          continues(sold.entitled, at: subscription.renewsAt)
        {
          return nil
        }
        return (subscription.renewsAt, subscription.startedAt)
      }
      guard let pass, !continues(pass.entitled, at: pass.endsAt) else { return nil }
      return (pass.endsAt, pass.startsAt)
    case .introductoryOfferEnd:
      guard let subscription, subscription.condition == .active, subscription.willRenew,
        !subscription.isFamilyShared, subscription.endsIntroductoryOffer(in: blueprint)
      else { return nil }
      return (subscription.expiresAt, subscription.startedAt)
    case .grantEnd:
      guard let grantTime, !continues(grantTime.entitled, at: grantTime.endsAt) else { return nil }
      return (grantTime.endsAt, grantTime.startsAt)
    }
  }

  /// Whether grants that wait give everything from an instant on that something gave until then.
  private func continues(_ entitled: UInt64, at end: Instant) -> Bool {
    let next: UInt64 = waiting.filter { $0.nextStart == end }.reduce(0) { $0 | $1.entitled }
    return entitled != 0 && next & entitled == entitled
  }

  /// When an event last happened; nil if it has not.
  private func last(_ event: CustomerEvent, for customer: Customer, at now: Instant) -> Instant? {
    let occurrences = occurrences(of: event, for: customer, at: now)
    return occurrences.instant(of: occurrences.count(notAfter: now) - 1)
  }

  /// When an event next happens by facts that are known already; nil if it does not.
  func next(_ event: CustomerEvent, for customer: Customer, after now: Instant) -> Instant? {
    let occurrences = occurrences(of: event, for: customer, at: now)
    return occurrences.instant(of: occurrences.count(notAfter: now))
  }

  private func occurrences(
    of event: CustomerEvent, for customer: Customer, at now: Instant
  ) -> Occurrences {
    Occurrences(of: event, for: customer, trial: trial, lapsedAt: past.lapsedAt, at: now)
  }

  /// The ends of the trial, of a subscription that will not renew and of what does not renew, in order.
  private func certainEnds(after now: Instant) -> [Instant] {
    var ends: [Instant] = []
    if let trial, trial.isActive, let end = trial.endsAt { ends.append(end) }
    if let subscription, subscription.isActive, !subscription.willRenew,
      !subscription.hasBillsLeft
    {
      ends.append(subscription.expiresAt)
    }
    if let pass { ends.append(pass.endsAt) }
    return ends.filter { now < $0 }.sorted()
  }
}

extension Subscription {
  /// Whether the running period is the last one that an introductory offer covers.
  ///
  /// Only an offer that is paid as one goes has several periods, as many as the blueprint says, unless the customer changes
  /// to another product before.
  fileprivate func endsIntroductoryOffer(in blueprint: Blueprint) -> Bool {
    guard isIntroductory else { return false }
    guard renewsTo == nil,
      let offer = blueprint.catalog.products[product]?.product.introductoryOffer,
      offer.payment == .payAsYouGo
    else { return true }
    return introductoryPeriods >= offer.periods
  }
}

extension Membership {
  /// When something ends, as conditions and nudges see it; nil if no such end is coming.
  package func end(of anchor: Ending.Anchor) -> Instant? {
    standing.end(of: anchor, in: blueprint)?.end
  }

  /// The nudges to schedule on a device, moved to the end of its quiet hours; none before the end of what it
  /// announces.
  ///
  /// - Parameters:
  ///   - zone: The device's time zone, by its IANA name; an unknown one counts as the blueprint's.
  ///   - openedAt: When the app was last opened on the device, which is an activity of the customer; nil if that is not
  ///     known.
  /// - Returns: The nudges, all of them later than ``instant``, in the blueprint's order.
  public func nudges(inTimeZone zone: String, openedAt: Instant? = nil) -> [PlannedNudge] {
    nudges(by: .notification, inTimeZone: zone, openedAt: openedAt)
  }

  /// The nudges that the app's own backend delivers, moved to the end of their quiet hours; none before the end of what
  /// it announces.
  ///
  /// - Parameter zone: The customer's time zone, by its IANA name; nil or an unknown one counts as the blueprint's.
  /// - Returns: The nudges, all of them later than ``instant``, in the blueprint's order.
  package func webhookNudges(inTimeZone zone: String? = nil) -> [PlannedNudge] {
    nudges(by: .webhook, inTimeZone: zone, openedAt: nil)
  }

  /// Whether a planned nudge still fits what holds: its condition holds, and what it announces is to come.
  package func stillWants(_ planned: PlannedNudge) -> Bool {
    guard phase != .unknown else { return false }
    for (nudge, condition) in zip(blueprint.definition.nudges, blueprint.conditions.nudges)
    where nudge.id == planned.nudge {
      if case .before(let anchor, let period) = nudge.moment {
        if planned.at.adding(period) <= instant { return false }
        // A grant may have come to continue what ends, or the customer may have cancelled before the price rises.
        if anchor != .trialEnd, standing.end(of: anchor, in: blueprint) == nil { return false }
      }
      return standing.wants(nudge, if: condition)
    }
    return false
  }

  private func nudges(
    by delivery: Nudge.Delivery, inTimeZone zone: String?, openedAt: Instant?
  ) -> [PlannedNudge] {
    guard phase != .unknown else { return [] }
    let nudges = blueprint.definition.nudges
    let isQuiet = nudges.contains { $0.quietHours != nil }
    let clock = isQuiet ? zone.flatMap(BlueprintClock.init) ?? blueprint.clock : blueprint.clock
    let screens = standing.screens
    var scheduled: [PlannedNudge] = []
    for (nudge, condition) in zip(nudges, blueprint.conditions.nudges)
    where nudge.delivery == delivery {
      var planned = (screens.delayed + screens.nudges).filter { $0.nudge == nudge.id }
      if case .silence = nudge.moment, let openedAt, condition.holds(standing),
        screens.activeAt.map({ $0 < openedAt }) ?? true
      {
        planned = nudge.deliveries(after: openedAt)
      }
      for planned in planned {
        let at = nudge.quietHours.map { clock.end(of: $0, containing: planned.at) } ?? planned.at
        if case .before(_, let period) = nudge.moment, planned.at.adding(period) <= at { continue }
        if instant < at { scheduled.append(at == planned.at ? planned : planned.moved(to: at)) }
      }
    }
    guard let expected else { return scheduled }
    let later = expected.nudges(by: delivery, inTimeZone: zone, openedAt: openedAt)
    return scheduled.filter(later.contains)
  }
}
