extension Customer {
  /// The uses, or the sum of the sizes, that count toward an allowance at an instant.
  ///
  /// - Parameters:
  ///   - trial: The customer's trial, running or ended; without one, an allowance per trial counts nothing.
  ///   - period: The plan's billing period, or the time in whose months it counts; nil for a month of the calendar.
  ///   - parent: The parent whose uses count, if the allowance counts for each; nil for those of all parents together.
  ///   - now: The instant; a use recorded at a later one counts too, so that a clock that went back gives none back.
  /// - Returns: The count, never negative. An ended trial keeps the count that it ended with.
  func count(
    _ allowance: IndexedAllowance, trial: TrialRun?, period: BillingPeriod?, parent: Parent.ID?,
    in blueprint: Blueprint, at now: Instant
  ) -> Int {
    let firstUse = firstUse(of: allowance, in: parent, at: now)
    func instants() -> (start: Instant, end: Instant?)? {
      switch allowance.span {
      case .window(.trial):
        // The use that ends a trial is made at the instant of its end, and counts.
        return trial.map { ($0.countsFrom, $0.status.endsAt?.adding(milliseconds: 1)) }
      case .window(.ever): return (.distantPast, nil)
      case .window(.use), .pool: return nil
      case .window(.period):
        let start =
          period?.start ?? bounds(of: .period, for: allowance, in: blueprint, at: now).start
        return (start, nil)
      case .window(.planMonth):
        let start =
          period?.month(at: now).start
          ?? bounds(of: .planMonth, for: allowance, in: blueprint, at: now).start
        return (start, nil)
      case .window(let window):
        return (bounds(of: window, for: allowance, in: blueprint, at: now).start, nil)
      case .rolling(let length): return (now.adding(milliseconds: 1 - length), nil)
      case .fromFirstUse: return firstUse.map { ($0, nil) }
      }
    }
    func counted(of feature: Feature.ID) -> Int {
      if case .pool(let pool) = allowance.span {
        return uses[feature].map { pool.level(after: $0, at: now).missing } ?? 0
      }
      if allowance.countsAllUses {
        guard let uses = uses[feature], let range = instants() else { return 0 }
        let through = range.end.map { uses.count(before: $0) } ?? uses.count
        return max(0, through - uses.count(before: range.start))
      }
      guard let log = log(of: allowance, feature, in: parent), let range = instants() else {
        return 0
      }
      if allowance.isSized {
        let through = range.end.map { log.total(before: $0) } ?? log.total
        return max(0, through - log.total(before: range.start))
      }
      let through = range.end.map { log.instants.count(before: $0) } ?? log.instants.count
      return max(0, through - log.instants.count(before: range.start))
    }
    return allowance.total(counted(of:))
  }

  /// The sizes of the uses of a feature that an allowance counts: in a parent if it counts for each, or under its name.
  ///
  /// - Parameter parent: The parent; nil for all of them.
  private func log(
    of allowance: IndexedAllowance, _ feature: Feature.ID, in parent: Parent.ID?
  ) -> AmountLog? {
    guard allowance.isOfPart, let part = allowance.apart ?? parent else {
      return history.sizes[feature]
    }
    return history.parentSizes[History.ParentKey(feature: feature, parent: part)]
  }

  /// The first use of the window that contains an instant, of any feature whose uses count; nil if the window has none, or
  /// does not begin with a use.
  private func firstUse(
    of allowance: IndexedAllowance, in parent: Parent.ID?, at now: Instant
  ) -> Instant? {
    guard case .fromFirstUse(let windows) = allowance.span else { return nil }
    let runs =
      if allowance.countsAllUses {
        allowance.runs { feature in uses[feature]?.runs ?? [] }
      } else {
        allowance.runs { feature in
          log(of: allowance, feature, in: parent).map { [$0.instants[...]] } ?? []
        }
      }
    return windows.start(at: now, runs)
  }

  /// When the uses that count toward an allowance at an instant no longer all do, without a new fact; nil if that never
  /// happens, or nothing says when.
  ///
  /// - Parameters:
  ///   - period: The plan's billing period, or the time in whose months it counts; nil for a month of the calendar.
  ///   - parent: The parent whose uses count, if the allowance counts for each; nil for those of all parents together.
  func renewal(
    of allowance: IndexedAllowance, period: BillingPeriod?, parent: Parent.ID?,
    in blueprint: Blueprint, at now: Instant
  ) -> Instant? {
    let end: Instant?
    switch (allowance.span, period) {
    case (.pool(let pool), _):
      end = uses[allowance.feature].flatMap { pool.level(after: $0, at: now).next }
    case (.rolling(let length), _):
      let past = now.adding(milliseconds: -length)
      let first = allowance.earliest { feature in
        if allowance.countsAllUses {
          return uses[feature].flatMap { $0.instant(of: $0.count(notAfter: past)) }
        }
        return log(of: allowance, feature, in: parent).flatMap {
          $0.instants.dropFirst($0.instants.count(notAfter: past)).first
        }
      }
      end = first?.adding(milliseconds: length)
    case (.fromFirstUse(let windows), _):
      end = firstUse(of: allowance, in: parent, at: now)?.adding(milliseconds: windows.length)
    case (.window(.period), let period?): end = period.next
    case (.window(.planMonth), let period?):
      let month = period.month(at: now)
      // After the last period there is no plan to have more of.
      end = month.end == period.end ? period.next : month.end
    case (.window(let window), _):
      end = bounds(of: window, for: allowance, in: blueprint, at: now).end
    }
    // In a grace period and until a late renewal is confirmed, the store has not said when the next one begins.
    return end.flatMap { now < $0 ? $0 : nil }
  }

  /// The window that contains an instant: in the app's time zone, or in the customer's if the blueprint says so; a month
  /// if it is a billing period or a month of it.
  private func bounds(
    of window: Feature.Window, for allowance: IndexedAllowance, in blueprint: Blueprint,
    at now: Instant
  ) -> (start: Instant, end: Instant?) {
    self.window(
      window, since: allowance.earliest { uses[$0]?.earliest }, in: blueprint, at: now)
  }

  /// The window that contains an instant: in the app's time zone, or in the customer's if the blueprint says so.
  ///
  /// - Parameter first: When what is counted happened first; nil if it did not. It is found only if it matters.
  func window(
    _ window: Feature.Window, since first: @autoclosure () -> Instant?, in blueprint: Blueprint,
    at now: Instant
  ) -> (start: Instant, end: Instant?) {
    guard blueprint.definition.app.usesCustomerTimeZone, attributes.zones.count > 0,
      let first = first()
    else { return blueprint.clock.window(window, at: now) }
    return attributes.zones.window(window, since: first, before: blueprint.clock, at: now)
  }

  /// The local day that contains an instant: in the app's time zone, or where the customer is if the blueprint says so.
  func day(at instant: Instant, in blueprint: Blueprint) -> CivilDate {
    let own = blueprint.app.usesCustomerTimeZone ? attributes.zones.clock(at: instant) : nil
    return CivilDate(daysSince1970: (own ?? blueprint.clock).dayNumber(at: instant))
  }

  /// When a date comes: in the app's time zone, or in the customer's if the blueprint says so.
  package func instant(of date: EventDate, in blueprint: Blueprint) -> Instant {
    guard blueprint.app.usesCustomerTimeZone, date.isLocal else {
      return blueprint.clock.instant(of: date)
    }
    return attributes.zones.first(date.time, before: blueprint.clock)
  }

  /// Whether a season is on, and the date on which it next begins or ends.
  func turn(
    of season: Season, in blueprint: Blueprint, at now: Instant
  ) -> (isOn: Bool, next: EventDate?) {
    let year = CivilDate(daysSince1970: Instant.split(now.milliseconds).days).year
    for year in (year - 1)...(year + 1) {
      let dates = season.dates(from: year)
      if !hasCome(dates.from, in: blueprint, at: now) { return (false, dates.from) }
      if !hasCome(dates.until, in: blueprint, at: now) { return (true, dates.until) }
    }
    return (false, nil)
  }

  /// Whether a date has come; the clock is asked only on the days around it, since none is a day ahead of UTC or behind it.
  private func hasCome(_ date: EventDate, in blueprint: Blueprint, at now: Instant) -> Bool {
    let day = Instant.millisecondsPerDay
    if now.adding(milliseconds: day) < date.time { return false }
    return date.time.adding(milliseconds: day) <= now || instant(of: date, in: blueprint) <= now
  }

  /// The interval that a range of dates covers.
  func span(of dates: DateRange, in blueprint: Blueprint) -> DateSpan {
    DateSpan(
      from: dates.from.map { instant(of: $0, in: blueprint) },
      before: dates.before.map { instant(of: $0, in: blueprint) })
  }
}

extension Customer {
  /// About how much memory the customer takes, in bytes.
  ///
  /// It is computed from the number of facts of each kind, and the bytes of long names, without reading any of them. For
  /// names as long as the client's, it is at least what the allocator provides, and for many facts at most twice that, as `EstimatedBytesTests`
  /// measures: a table that has just grown is half empty.
  package var estimatedBytes: Int {
    var bytes = 2048 + history.longNameBytes
    bytes += accounts.count * 176 + devices.count * 224 + milestones.count * 160
    bytes += trials.starts.values.reduce(0) { $0 + 480 + $1.terms.earned.count * 96 }
    bytes += trials.forfeits.count * 224
    bytes += trials.extensions.count * 448 + trials.pauses.count * 480
    bytes += purchases.transactions.count * 1248
    bytes += purchases.renewals.count * 416
    bytes += purchases.oldestRenewals.count * 432
    bytes += purchases.transfers.count * 384
    bytes += purchases.refundRequests.count * 640
    bytes += credits.count * 400 + (spends.count + sizes.count) * 640
    bytes += history.laterPayments * 160
    bytes += (history.parentSizes.count + history.parentItems.count) * 384
    for uses in [uses, unlimitedUses] {
      bytes += uses.values.reduce(0) { $0 + 192 + $1.estimatedBytes }
    }
    bytes += reservations.count * 800
    bytes += items.values.reduce(0) { $0 + 192 + $1.count * 384 }
    bytes += dismissalCount * 208 + screens.nudges.count * 112
    // Paywalls that an experiment changes are recorded with its variant.
    bytes += screens.paywalls.count * (screens.variants.isEmpty ? 464 : 848)
    bytes += screens.variants.count * 320
    bytes += attributes.count * 480 + downloads.count * 224 + openings.count * 256
    bytes += grants.values.reduce(0) {
      $0 + 560 + $1.entitlements.count * 64 + $1.notes.count * 768
    }
    bytes += profile.count * 640
    bytes += seats.values.reduce(0) { $0 + 1024 + $1.rights.count * 128 }
    bytes += teamItems.count * 320
    return bytes
  }

  /// When the customer was first seen, by a device or an account; nil if by neither.
  ///
  /// Whatever is recorded later, and a merge, can only make it earlier.
  var firstDay: Instant? { earliest(devices.values.min(), accounts.values.min()) }

  /// How many devices were seen, those of merged customers included.
  package var deviceCount: Int { devices.count }

  /// Whether a device was seen.
  package func knows(_ device: Device.ID, by origin: Customer.ID) -> Bool {
    devices[DeviceKey(device: device, origin: origin)] != nil
  }

  /// How many dismissals of prompts were reported.
  package var dismissalCount: Int { screens.dismissals.values.reduce(0) { $0 + $1.count } }

  /// How many times a paywall was reported as shown or closed.
  package var paywallEventCount: Int { screens.paywalls.count }

  /// How many times a trial was extended or paused.
  package var trialChangeCount: Int { trials.extensions.count + trials.pauses.count }

  /// Whether anybody has delivered a nudge.
  package func hasDelivered(_ nudge: PlannedNudge) -> Bool { screens.hasDelivered(nudge) }

  /// How many days on which the app was opened were reported, those in several versions as often.
  package var openingCount: Int { openings.count }

  /// How many deliveries of nudges were reported.
  package var nudgeCount: Int { screens.nudges.count }

  /// How many entitlements were granted.
  package var grantCount: Int { grants.count }

  /// Every grant, revoked or not, by id.
  package var allGrants: [Grant] { grants.values.sorted { $0.id < $1.id } }

  /// Returns a grant, revoked or not; nil if there isn't one with the id.
  public func grant(_ id: Grant.ID) -> Grant? { grants[id] }

  /// How many reservations are open at an instant.
  package func openReservationCount(at now: Instant) -> Int {
    history.openReservations(at: now).count
  }
}
