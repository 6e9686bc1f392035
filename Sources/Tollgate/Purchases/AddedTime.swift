/// When each purchase of a product whose time adds up begins and ends to give it.
///
/// A purchase that is made while another one runs, of the same product or of one that gives the same, begins when that
/// one ends. If a refund or a transfer ends one early, the next begins then: access is not interrupted, and nothing that
/// was paid for is lost. The purchases of each store stand apart, so that one of the sandbox delays none of production's.
///
/// It follows from all purchases in the order of their dates, so it does not depend on which device reported them, in
/// which order, or to which of two customers who were merged.
struct AddedTime {
  /// The time that one purchase gives: from its start, and without its end.
  struct Span {
    let start: Instant
    let end: Instant
  }

  private var spans: [PurchaseFacts.TransactionKey: Span] = [:]
  /// When the grants that wait for purchases give their entitlements.
  private(set) var grants: [Grant.ID: GrantTime] = [:]

  /// Adds up the time that a customer has bought, and that grants give after it, at any instant.
  init(of customer: borrowing Customer, in blueprint: Blueprint) {
    if blueprint.catalog.hasAddedTime { add(customer.history.lines, of: customer, in: blueprint) }
    if customer.grants.values.contains(where: { $0.lasts != nil }) {
      grants = GrantTime.all(of: customer, self, in: blueprint)
    }
  }

  private mutating func add(
    _ lines: [PurchaseLine], of customer: Customer, in blueprint: Blueprint
  ) {
    var bought: [Part] = []
    for line in lines {
      let arrival = line.periods.count == 1 ? customer.purchases.arrival(of: line.id) : nil
      for period in line.periods where period.transaction.expiresAt == nil {
        guard let sold = blueprint.catalog.products[period.transaction.product],
          let stack = sold.addsUpAs, let length = sold.product.period
        else { continue }
        bought.append(
          Part(
            period: period, stack: stack, arrivesAt: arrival?.at ?? period.startsAt,
            length: arrival.map { .milliseconds($0.timeLeft) }
              ?? .period(length, times: max(1, period.transaction.quantity)),
            cutAt: earliest(period.transaction.revokedAt, line.transferredAt)))
      }
    }
    bought.sort { $0.precedes($1) }
    var last: (part: Part, end: Instant)?
    for part in bought {
      let end = last.flatMap { $0.part.addsUp(with: part) ? $0.end : nil }
      let span = part.span(after: end)
      spans[PurchaseFacts.TransactionKey(part.period.transaction)] = span
      last = (part, max(span.end, end ?? span.end))
    }
  }

  /// The time that a transaction gives; nil if it stands for itself.
  func span(of transaction: StoreTransaction) -> Span? {
    spans.isEmpty ? nil : spans[PurchaseFacts.TransactionKey(transaction)]
  }
}

extension AddedTime {
  /// One purchase whose time adds up with that of others.
  private struct Part {
    enum Length {
      /// The product's period, as often as it was bought at once.
      case period(Period, times: Int)
      /// What was left of it when another customer gave it up.
      case milliseconds(Int64)
    }

    let period: PaidPeriod
    /// What the products that add up with its own have in common: the first of them.
    let stack: CatalogProduct.ID
    /// When it was bought, or came from another customer.
    let arrivesAt: Instant
    let length: Length
    /// When it was refunded or went to another customer; nil if neither.
    let cutAt: Instant?

    /// Whether its time adds up with that of another one.
    func addsUp(with other: Part) -> Bool {
      stack == other.stack && period.transaction.environment == other.period.transaction.environment
    }

    /// Whether it comes first: by store and what it gives, then by its date.
    func precedes(_ other: Part) -> Bool {
      let (own, others) = (period.transaction, other.period.transaction)
      if own.environment != others.environment {
        return own.environment.rank > others.environment.rank
      }
      if stack != other.stack { return stack < other.stack }
      return arrivesAt == other.arrivesAt
        ? period.precedes(other.period) : arrivesAt < other.arrivesAt
    }

    /// The time that it gives after another one, up to a refund or a transfer; none, at that instant, if it had not
    /// begun by then.
    func span(after end: Instant?) -> Span {
      let start = max(arrivesAt, end ?? arrivesAt)
      let full: Instant =
        switch length {
        case .period(let period, let times): start.adding(period, times: times)
        case .milliseconds(let left): start.adding(milliseconds: left)
        }
      guard let cutAt, cutAt < full else { return Span(start: start, end: full) }
      let cut = max(cutAt, arrivesAt)
      return Span(start: min(start, cut), end: cut)
    }
  }
}

extension CatalogProduct {
  /// Whether its time adds up with that of a product that gives the same, such as itself.
  func addsUp(with other: CatalogProduct) -> Bool {
    guard hasTimeToAdd, other.hasTimeToAdd else { return false }
    return id == other.id
      || !entitlements.isEmpty && Set(entitlements) == Set(other.entitlements)
  }

  private var hasTimeToAdd: Bool { kind == .nonRenewing && period != nil && addsUp }
}

extension PurchaseFacts {
  /// The transfer that brought a purchase with what was left of its time; nil if the customer, or one merged into them,
  /// has had it all along.
  fileprivate func arrival(of purchase: PurchaseID) -> (at: Instant, timeLeft: Int64)? {
    guard !transfers.isEmpty else { return nil }
    let own = transfers.values.filter { $0.purchase == purchase }
    guard let last = own.max(by: { $1.outranks($0) }), last.isHeld, !last.isShared,
      let timeLeft = last.timeLeft,
      !own.contains(where: { $0.number == last.number && !$0.isHeld })
    else { return nil }
    return (last.at, timeLeft)
  }
}

extension Customer {
  /// How many milliseconds of the time of a purchase are left, to be passed on to the customer who receives it.
  ///
  /// - Parameter now: The instant of the transfer.
  /// - Returns: The time; nil unless the time of its product adds up.
  public func timeLeft(
    of purchase: PurchaseID, in blueprint: Blueprint, at now: Instant
  ) -> Int64? {
    guard let line = history.line(of: purchase), line.periods.count == 1,
      let span = AddedTime(of: self, in: blueprint).span(of: line.periods[0].transaction)
    else { return nil }
    return max(0, span.end.since(max(span.start, now)))
  }
}

extension PurchaseFacts.TransactionKey {
  init(_ transaction: StoreTransaction) {
    self.init(environment: transaction.environment, id: transaction.id)
  }
}
