/// The instants at which something happened to a customer, in order.
enum Occurrences {
  /// It happened at these instants.
  case instants([Instant])
  /// It happened with each use of a feature.
  case uses(UseLog<Customer.ID>)

  /// It did not happen.
  static let none = Occurrences.instants([])

  /// It happened once, or not at all.
  static func once(_ instant: Instant?) -> Occurrences {
    .instants(instant.map { [$0] } ?? [])
  }

  /// How many there are, including those later than now.
  var count: Int {
    switch self {
    case .instants(let instants): instants.count
    case .uses(let log): log.count
    }
  }

  /// How many are not after an instant.
  func count(notAfter instant: Instant) -> Int {
    switch self {
    case .instants(let instants): instants.count(notAfter: instant)
    case .uses(let log): log.count(notAfter: instant)
    }
  }

  /// The instant of one of them, the first being 0; nil if there are not so many.
  func instant(of index: Int) -> Instant? {
    switch self {
    case .instants(let instants): instants.indices.contains(index) ? instants[index] : nil
    case .uses(let log): index == log.count - 1 ? log.latest : log.instant(of: index)
    }
  }
}

extension Customer {
  /// When an event happened, as far as it does not depend on a blueprint.
  ///
  /// - Parameters:
  ///   - event: The event; the plan's and the trial's are part of the standing, and not found here.
  ///   - now: The instant, by which a purchase may have been refunded or transferred.
  /// - Returns: The instants, which may be later than now.
  func occurrences(of event: CustomerEvent, at now: Instant) -> Occurrences {
    switch event {
    case .signUp: .once(accounts.values.min())
    case .firstSeen: .once(devices.values.min())
    case .firstPurchase: .once(purchaseInstants(at: now).first)
    case .purchase: .instants(purchaseInstants(at: now))
    case .milestone(let milestone): .once(milestones[milestone])
    case .use(let feature): uses[feature].map { .uses($0) } ?? .none
    case .dismissal(let prompt): .instants(history.dismissals[prompt] ?? [])
    case .lapse, .trialStart, .trialEnd: .none
    }
  }

  /// The milestones reached by an instant, as bits of ``BlueprintIndex/milestones``.
  func milestoneBits(in blueprint: Blueprint, at now: Instant) -> UInt64 {
    var bits: UInt64 = 0
    for (milestone, at) in milestones where at <= now {
      if let position = blueprint.index.milestones[milestone] { bits |= 1 << UInt64(position) }
    }
    return bits
  }

  /// When the customer made each purchase that is neither refunded nor transferred away by now, in order.
  private func purchaseInstants(at now: Instant) -> [Instant] {
    history.lines.compactMap { line in
      if let transferredAt = line.transferredAt, transferredAt <= now { return nil }
      return line.periods.first { period in
        period.transaction.ownership == .purchased
          && period.transaction.revokedAt.map { now < $0 } ?? true
      }?.startsAt
    }.sorted()
  }
}
