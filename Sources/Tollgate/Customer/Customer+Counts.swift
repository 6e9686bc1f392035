extension Customer {
  /// The uses that count toward an allowance at an instant.
  ///
  /// - Parameters:
  ///   - allowance: The feature and its window.
  ///   - trial: The customer's trial, running or ended; without one, an allowance per trial counts nothing.
  ///   - period: When the plan's billing period began; nil if none is running, and a calendar month stands in for it.
  ///   - blueprint: The blueprint.
  ///   - now: The instant; a use recorded at a later one counts too, so that a clock that went back gives none back.
  /// - Returns: The count, never negative. An ended trial keeps the count that it ended with.
  func count(
    _ allowance: IndexedAllowance, trial: TrialRun?, period: Instant?,
    in blueprint: Blueprint, at now: Instant
  ) -> Int {
    guard let uses = uses[allowance.feature] else { return 0 }
    let start: Instant
    switch allowance.window {
    case .trial:
      guard let trial else { return 0 }
      // The use that ends a trial is made at the instant of its end, and counts.
      let counted =
        uses.count(notAfter: trial.status.endsAt ?? .distantFuture)
        - uses.count(before: trial.countsFrom)
      return max(0, counted)
    case .ever: return uses.count
    case .period: start = period ?? window(of: allowance, in: blueprint, at: now).start
    case .day, .week, .month: start = window(of: allowance, in: blueprint, at: now).start
    }
    return uses.count - uses.count(before: start)
  }

  /// The window of an allowance that contains an instant: in the app's time zone, or in the customer's if the blueprint
  /// says so; a month if it is a billing period.
  func window(
    of allowance: IndexedAllowance, in blueprint: Blueprint, at now: Instant
  ) -> (start: Instant, end: Instant?) {
    guard blueprint.app.usesCustomerTimeZone, attributes.zones.count > 0,
      let first = uses[allowance.feature]?.earliest
    else { return blueprint.clock.window(allowance.window, at: now) }
    return attributes.zones.window(
      allowance.window, since: first, before: blueprint.clock, at: now)
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
    bytes += trials.starts.count * 448 + trials.forfeits.count * 224
    bytes += trials.extensions.count * 448 + trials.pauses.count * 480
    bytes += purchases.transactions.count * 1088
    bytes += (purchases.renewals.count + purchases.cancellations.count) * 352
    bytes += purchases.transfers.count * 384
    bytes += purchases.refundRequests.count * 640
    bytes += credits.count * 400 + spends.count * 640
    bytes += uses.values.reduce(0) { $0 + 192 + $1.estimatedBytes }
    bytes += reservations.count * 704
    bytes += items.values.reduce(0) { $0 + 192 + $1.count * 384 }
    bytes += dismissalCount * 208 + screens.nudges.count * 112
    // Paywalls that an experiment changes are recorded with its variant.
    bytes += screens.paywalls.count * (screens.variants.isEmpty ? 464 : 848)
    bytes += screens.variants.count * 320
    bytes += attributes.count * 480
    bytes += grants.values.reduce(0) { $0 + 384 + $1.notes.count * 768 } + profile.count * 640
    return bytes
  }

  /// How many devices were seen, those of merged customers included.
  package var deviceCount: Int { devices.count }

  /// Whether a device was seen.
  package func knows(_ device: Device.ID, by origin: Customer.ID?) -> Bool {
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
