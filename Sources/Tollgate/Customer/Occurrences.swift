/// The instants at which something happened to a customer.
struct Occurrences {
  /// The instants, each in one of several runs that are in order.
  private let runs: [ArraySlice<Instant>]

  /// It did not happen.
  static let none = Occurrences(runs: [])

  /// It happened at these instants, which are in order.
  static func instants(_ instants: [Instant]) -> Occurrences { Occurrences(runs: [instants[...]]) }

  /// It happened once, or not at all.
  static func once(_ instant: Instant?) -> Occurrences {
    instant.map { .instants([$0]) } ?? .none
  }

  /// How many there are, including those later than now.
  var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// How many are not after an instant.
  func count(notAfter instant: Instant) -> Int {
    runs.reduce(0) { $0 + $1.count(notAfter: instant) }
  }

  /// How many are before an instant.
  func count(before instant: Instant) -> Int {
    runs.reduce(0) { $0 + $1.count(before: instant) }
  }

  /// The instant of an occurrence by its position in chronological order, from 0; nil if there are fewer.
  func instant(of index: Int) -> Instant? { runs.instant(of: index) }
}

extension Occurrences {
  /// The occurrences of an event.
  ///
  /// - Parameters:
  ///   - trial: The trial that the membership shows.
  ///   - lapsedAt: When the plan ended; nil while something gives it, and if nothing ever did.
  ///   - now: The instant up to which refunds and transfers count; events may be later.
  init(
    of event: CustomerEvent, for customer: borrowing Customer, trial: TrialStatus?,
    lapsedAt: Instant?,
    at now: Instant
  ) {
    switch event {
    case .signUp: self = .once(customer.accounts.values.min())
    case .firstSeen: self = .once(customer.devices.values.min())
    case .opened: self = .instants(customer.history.openings.days)
    case .updated: self = .instants(customer.history.openings.updates)
    case .firstPurchase: self = .once(Self.purchases(by: customer, at: now).first)
    case .purchase: self = .instants(Self.purchases(by: customer, at: now))
    case .renewal: self = .instants(Self.renewals(of: customer, at: now))
    case .cancellation: self = .instants(Self.cancellations(of: customer, at: now))
    case .refund: self = .instants(Self.refunds(of: customer, at: now))
    case .milestone(let milestone): self = .once(customer.milestones[milestone])
    case .use(let feature):
      self = Occurrences(
        runs: (customer.uses[feature]?.runs ?? [])
          + (customer.unlimitedUses[feature]?.runs ?? []))
    case .dismissal(let prompt): self = .instants(customer.history.dismissals[prompt] ?? [])
    case .paywall(let paywall): self = .instants(customer.history.paywalls[paywall] ?? [])
    case .anyPaywall: self = Occurrences(runs: customer.history.paywalls.values.map { $0[...] })
    case .closed(let paywall): self = .instants(customer.history.closings[paywall] ?? [])
    case .bought(let product):
      self = .instants(Self.purchases(of: product, by: customer, at: now))
    case .lapse: self = .once(lapsedAt)
    case .trialStart: self = .once(trial?.activatedAt)
    // Dates depend on the blueprint's time zone, ends on what the customer has, and invitations expire: see `Past`.
    case .date, .season, .ending, .member: self = .none
    case .trialEnd:
      self = .once(trial.flatMap { $0.activatedAt == nil || $0.isActive ? nil : $0.endsAt })
    }
  }

  /// When the customer bought a product or changed to it, or made a purchase of any, in order: of the periods that follow
  /// each other, the first that is neither refunded nor transferred away.
  ///
  /// An upgrade revokes the period that it replaces, but the purchase is not refunded.
  private static func purchases(
    of product: CatalogProduct.ID? = nil, by customer: Customer, at now: Instant
  ) -> [Instant] {
    lines(of: customer, at: now).flatMap { line -> [Instant] in
      var bought: [Instant] = []
      var isCounted = false
      for (index, period) in line.periods.enumerated() {
        let isOther = product.map { $0 != period.transaction.product } ?? false
        if isOther || line.isReturn(at: index) { isCounted = false }
        if !isOther, !isCounted, period.isPaid(at: now) {
          bought.append(period.startsAt)
          isCounted = true
        }
      }
      return bought
    }.sorted()
  }

  /// When each renewal that is neither refunded nor transferred away began, in order.
  private static func renewals(of customer: Customer, at now: Instant) -> [Instant] {
    lines(of: customer, at: now).flatMap { line -> [Instant] in
      line.periods.indices.dropFirst().compactMap { index -> Instant? in
        let (last, period) = (line.periods[index - 1], line.periods[index])
        guard last.signedEnd <= period.startsAt, !line.isReturn(at: index), period.isPaid(at: now)
        else { return nil }
        return period.startsAt
      }
    }.sorted()
  }

  /// When the customer turned off each renewal, in order; the first time in each period counts.
  ///
  /// The store also turns off the renewal of what it refunds, which no customer did.
  private static func cancellations(of customer: Customer, at now: Instant) -> [Instant] {
    if customer.purchases.oldestRenewals.isEmpty { return [] }
    return lines(of: customer, at: now).flatMap { line in
      var cancelled: Set<Int> = []
      return customer.purchases.cancellations(of: line.id).filter { at in
        guard let position = line.periods.lastIndex(where: { $0.startsAt <= at }),
          line.periods[position].isPaid(at: at)
        else { return false }
        return cancelled.insert(position).inserted
      }
    }.sorted()
  }

  /// When each purchase and each period was refunded to the customer, in order.
  private static func refunds(of customer: Customer, at now: Instant) -> [Instant] {
    lines(of: customer, at: now).flatMap(\.periods).map(\.transaction)
      .filter { $0.ownership == .purchased && !$0.isUpgraded }
      .compactMap(\.revokedAt).sorted()
  }

  /// The purchases that are not transferred away.
  private static func lines(of customer: Customer, at now: Instant) -> [PurchaseLine] {
    customer.history.lines.filter { $0.transferredAt.map { now < $0 } ?? true }
  }
}

extension PaidPeriod {
  /// Whether the customer paid for it, and it is not refunded at an instant.
  fileprivate func isPaid(at instant: Instant) -> Bool {
    transaction.ownership == .purchased
      && (transaction.isUpgraded || transaction.revokedAt.map { instant < $0 } ?? true)
  }
}
