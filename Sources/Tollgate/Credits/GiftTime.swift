/// The time in which conditions on credits that nobody buys hold.
///
/// Such a condition is tested at instants that may be long past, each time that a wallet is computed. So it asks only for
/// what the record shows for every instant: the plan and the trial, entitlements, milestones and dates. What is known of
/// now alone, such as a country or whether a subscription renews, would take back credits when it changes.
///
/// The wait for a late renewal does not count, since nothing is known of it once the store has renewed or ended the
/// subscription. A renewal that follows begins where the last period ended, and brings what was due in between.
struct GiftTime {
  private var given: GivenTime

  /// - Parameter waitsForRenewals: Whether the wait for a late renewal counts after all.
  init(
    of customer: Customer, in blueprint: Blueprint, at now: Instant, waitsForRenewals: Bool = false
  ) {
    let added = AddedTime(of: customer, in: blueprint)
    given = GivenTime(of: customer, added, in: blueprint, waitsForRenewals: waitsForRenewals)
    given.addTrials(of: customer, in: blueprint, at: now)
    for grant in customer.grants.values {
      guard let time = added.grants[grant.id] else { continue }
      let entitled = blueprint.index.bits(grant.entitlements)
      given.add(entitled, during: time.spans, as: blueprint.phase(granting: entitled))
    }
  }

  /// The spans of time in which a customer has the plan or the trial, in order and apart from each other: what expires with
  /// them stays while a renewal is late, and when the trial becomes a subscription.
  static func subscribed(
    of customer: Customer, in blueprint: Blueprint, at now: Instant
  ) -> [AddedTime.Span] {
    let given = GiftTime(of: customer, in: blueprint, at: now, waitsForRenewals: true).given
    return (given.spans(in: .subscribed) + given.spans(in: .trial)).merged()
  }

  /// The spans of time in which a condition holds, in order and apart from each other.
  mutating func spans(
    of condition: Condition, for customer: Customer, in blueprint: Blueprint
  ) -> [AddedTime.Span] {
    var spans = [AddedTime.Span.always]
    func require(_ others: [AddedTime.Span]) { spans = spans.overlap(with: others) }
    if !condition.phases.isEmpty {
      require(condition.phases.flatMap { self.spans(in: $0) }.merged())
    }
    if !condition.entitled.isEmpty {
      var entitled: [AddedTime.Span] = []
      for name in condition.entitled { entitled += given.spans(giving: blueprint.index.bit(name)) }
      require(entitled.merged())
    }
    for name in condition.notEntitled {
      require(given.spans(giving: blueprint.index.bit(name)).rest)
    }
    for name in condition.reached {
      guard let at = customer.milestones[name] else { return [] }
      require([AddedTime.Span(start: at, end: .distantFuture)])
    }
    for name in condition.notReached {
      guard let at = customer.milestones[name] else { continue }
      require([AddedTime.Span(start: .distantPast, end: at)])
    }
    for (date, isStart) in condition.past.compactMap(\.date) {
      let at = customer.instant(of: date, in: blueprint)
      require([
        isStart
          ? AddedTime.Span(start: at, end: .distantFuture)
          : AddedTime.Span(start: .distantPast, end: at)
      ])
    }
    if !condition.any.isEmpty {
      var some: [AddedTime.Span] = []
      for part in condition.any { some += self.spans(of: part, for: customer, in: blueprint) }
      require(some.merged())
    }
    for part in condition.not {
      require(self.spans(of: part, for: customer, in: blueprint).rest)
    }
    return spans
  }

  /// The spans of time in a phase: of those that conditions on gifts name, the plan outranks the trial.
  private func spans(in phase: Phase) -> [AddedTime.Span] {
    let own = given.spans(in: phase)
    return phase == .trial ? own.overlap(with: given.spans(in: .subscribed).rest) : own
  }
}

extension Wallet.Gift {
  /// What must hold when they come; none for a gift for everybody.
  var conditions: [Condition] {
    let all = [when, whileSubscribed ? Condition(phases: [.trial, .subscribed]) : .always]
    return all.filter { $0 != .always }
  }
}

extension AddedTime.Span {
  /// All time.
  static let always = AddedTime.Span(start: .distantPast, end: .distantFuture)

  func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }
}

extension [AddedTime.Span] {
  /// The time that merged spans leave free.
  fileprivate var rest: Self { Array(gaps(from: .distantPast)) }
}
