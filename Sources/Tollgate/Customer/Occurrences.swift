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

  /// The instant of an occurrence, counted from 0; nil if there are fewer.
  func instant(of index: Int) -> Instant? {
    switch self {
    case .instants(let instants): instants.indices.contains(index) ? instants[index] : nil
    case .uses(let log): index == log.count - 1 ? log.latest : log.instant(of: index)
    }
  }
}

extension Occurrences {
  /// The occurrences of an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - customer: The customer.
  ///   - trial: The trial that the membership shows.
  ///   - lapsedAt: When the plan ended; nil while something gives it, and if nothing ever did.
  ///   - now: The instant up to which refunds and transfers count; events may be later.
  init(
    of event: CustomerEvent, for customer: Customer, trial: TrialStatus?, lapsedAt: Instant?,
    at now: Instant
  ) {
    switch event {
    case .signUp: self = .once(customer.accounts.values.min())
    case .firstSeen: self = .once(customer.devices.values.min())
    case .firstPurchase: self = .once(Self.purchases(of: customer, at: now).first)
    case .purchase: self = .instants(Self.purchases(of: customer, at: now))
    case .milestone(let milestone): self = .once(customer.milestones[milestone])
    case .use(let feature): self = customer.uses[feature].map { .uses($0) } ?? .none
    case .dismissal(let prompt): self = .instants(customer.history.dismissals[prompt] ?? [])
    case .lapse: self = .once(lapsedAt)
    case .trialStart: self = .once(trial?.activatedAt)
    case .trialEnd:
      self = .once(trial.flatMap { $0.activatedAt == nil || $0.isActive ? nil : $0.endsAt })
    }
  }

  /// When a customer made each purchase that is neither refunded nor transferred away by now, in order.
  ///
  /// An upgrade revokes the period that it replaces, but the purchase is not refunded.
  private static func purchases(of customer: Customer, at now: Instant) -> [Instant] {
    customer.history.lines.compactMap { line in
      if let transferredAt = line.transferredAt, transferredAt <= now { return nil }
      return line.periods.first { period in
        period.transaction.ownership == .purchased
          && (period.transaction.isUpgraded
            || period.transaction.revokedAt.map { now < $0 } ?? true)
      }?.startsAt
    }.sorted()
  }
}
