extension Customer {
  /// The credits of a wallet that no purchase of the store gave: those that events gave, those that come in each window,
  /// those that the app's backend or support gave, and those of rights that were bought elsewhere.
  ///
  /// - Parameters:
  ///   - changes: The instants at which credits of the wallet were spent or transferred, in no particular order.
  ///   - now: The instant of the decision.
  func givenLots(
    of wallet: Wallet, changedAt changes: [Instant], in blueprint: Blueprint, at now: Instant
  ) -> [CreditLot] {
    let log = history.spends[wallet.id]
    // Most wallets need neither.
    lazy var subscribed = GiftTime.subscribed(of: self, in: blueprint, at: now)
    lazy var time = GiftTime(of: self, in: blueprint, at: now)
    var lots: [CreditLot] = []
    for gift in wallet.given {
      // The credits of each of these spans of time expire with it.
      let lives = gift.whileSubscribed ? subscribed : [AddedTime.Span.always]
      var spans = lives
      for when in gift.conditions {
        spans = spans.overlap(with: time.spans(of: when, for: self, in: blueprint))
      }
      switch gift.rhythm {
      case .on(let event, let lasts):
        let events = Occurrences(of: event, for: self, trial: nil, lapsedAt: nil, at: now)
        for position in 0..<events.count {
          guard let at = events.instant(of: position), spans.contains(where: { $0.contains(at) }),
            let life = lives.first(where: { $0.contains(at) })
          else { continue }
          lots.append(
            CreditLot(
              given: gift.amount, to: wallet, at: at, until: lasts.map { at.adding($0) },
              endsWithSubscription: gift.whileSubscribed, subscribedUntil: life.end,
              number: lots.count))
        }
      case .each(let window, let limit):
        guard gift.amount > 0 else { continue }
        let cap = max(gift.amount, limit ?? gift.amount)
        guard let first = firstKnownAt else {
          // Of a customer of whom nothing is recorded, the first credits wait: spending them is the first record.
          guard let span = spans.first(where: { now < $0.end }) else { continue }
          lots.append(
            CreditLot(
              given: gift.amount, to: wallet, at: max(now, span.start), subscribedUntil: span.end,
              number: lots.count, refill: CreditLot.Refill(cap: cap, instants: [])))
          continue
        }
        for life in lives {
          let spans = spans.overlap(with: [life])
          func start(after instant: Instant) -> Instant? {
            self.start(of: window, after: instant, during: spans, since: first, in: blueprint)
          }
          guard
            let arrival = spans.contains(where: { $0.contains(first) })
              ? first : start(after: first)
          else { continue }
          let refill = CreditLot.Refill(
            cap: cap,
            instants: starts(
              refilling: cap, by: gift.amount, since: arrival, after: changes, owing: log, at: now,
              startAfter: start(after:)))
          lots.append(
            CreditLot(
              given: gift.amount, to: wallet, at: arrival,
              endsWithSubscription: gift.whileSubscribed, subscribedUntil: life.end,
              number: lots.count, refill: refill))
        }
      }
    }
    for grant in grants.values.sorted(by: { $0.id < $1.id }) {
      guard grant.willRenew == nil, let credits = grant.credits, credits.wallet == wallet.id,
        credits.amount > 0
      else { continue }
      lots.append(
        CreditLot(
          given: credits.amount, to: wallet, at: grant.startsAt, until: grant.endsAt,
          revokedAt: grant.revokedAt, number: lots.count))
    }
    for right in RightTime.all(of: self) { lots += monthlyLots(of: right, in: wallet, at: now) }
    return lots
  }

  /// The credits of each month of a right that was bought elsewhere, up to the next month: those that its statement at the
  /// beginning of the month gives.
  private func monthlyLots(
    of right: RightTime, in wallet: Wallet, at now: Instant
  ) -> [CreditLot] {
    guard right.fills(wallet.id) else { return [] }
    let period = BillingPeriod(right)
    let next = period.month(at: now).end
    return period.months(before: min(period.end, next.adding(milliseconds: 1))).compactMap {
      guard let credits = right.grant(at: $0.start)?.credits, credits.wallet == wallet.id,
        credits.amount > 0
      else { return nil }
      return CreditLot(boughtElsewhere: credits.amount, from: $0.start, to: $0.end)
    }
  }

  /// When the customer was first known: by a device, an account, a milestone, a use, a spend or a listed grant; nil if by
  /// none.
  ///
  /// Purchases do not count: they may be years older than the app's credits.
  private var firstKnownAt: Instant? {
    let recorded = [
      devices.values.min(), accounts.values.min(), milestones.values.min(),
      uses.values.compactMap(\.earliest).min(), unlimitedUses.values.compactMap(\.earliest).min(),
      history.spends.values.compactMap(\.first).min(),
      grants.values.compactMap(\.givenAt).min(),
    ]
    return recorded.compactMap { $0 }.min()
  }

  /// The first start of a window after an instant at which the condition of a gift holds; nil if none is known.
  ///
  /// - Parameters:
  ///   - spans: When the condition holds, in order.
  ///   - first: When windows begin to count.
  private func start(
    of window: Feature.Window, after instant: Instant, during spans: [AddedTime.Span],
    since first: Instant, in blueprint: Blueprint
  ) -> Instant? {
    var last = instant
    for span in spans where last < span.end {
      // What begins before it is passed over.
      last = max(last, span.start.adding(milliseconds: -1))
      guard let next = self.window(window, since: first, in: blueprint, at: last).end else {
        return nil
      }
      if next < span.end { return next }
    }
    return nil
  }

  /// The starts of the first windows that bring credits after each change of a wallet, up to the first that is later than
  /// now.
  ///
  /// A gift that is not spent is full after so many windows, so later ones need not be known: a customer who is away for
  /// years costs no more than one who is away for days.
  ///
  /// - Parameters:
  ///   - cap: The most that there are after a refill.
  ///   - amount: The number of credits that come in a window.
  ///   - first: When the first credits came.
  ///   - changes: The instants at which credits were spent or transferred.
  ///   - log: What was spent and owed.
  ///   - startAfter: The first start of a window that brings credits after an instant.
  private func starts(
    refilling cap: Int, by amount: Int, since first: Instant, after changes: [Instant],
    owing log: CreditLog?, at now: Instant,
    startAfter: (Instant) -> Instant?
  ) -> [Instant] {
    var starts: [Instant] = []
    // The most that can be owed at an instant: each window since a debt has paid as much of it as it gives.
    var owed: Int64 = 0
    var (recorded, passed) = (0, 0)
    for instant in ([first] + changes).sorted() {
      let past = starts.count(notAfter: instant)
      let debts = log?.owed(before: instant.adding(milliseconds: 1)) ?? 0
      owed = max(0, owed - Int64(past - passed) * Int64(amount)) + Int64(debts - recorded)
      (recorded, passed) = (debts, past)
      // What is owed is paid before anything is left to fill up. Windows that are known follow each other without a gap.
      let wanted = Int64(cap) + owed + Int64(amount) - 1
      var missing = wanted / Int64(amount) - Int64(starts.count - past)
      var last = max(first, instant, starts.last ?? first)
      while missing > 0, last <= now, let next = startAfter(last) {
        starts.append(next)
        last = next
        missing -= 1
      }
    }
    return starts
  }
}

extension Standing {
  /// Leaves, of what can be spent, what each wallet lets the customer spend in its window.
  ///
  /// What open reservations set aside counts as spent; a spend recorded at a later instant counts too, so that a clock
  /// that went back allows no more.
  mutating func limitSpending(of customer: Customer, in blueprint: Blueprint, at now: Instant) {
    let open = customer.history.openReservations(at: now)
    for (position, wallet) in blueprint.definition.credits.enumerated() {
      guard let spending = wallet.spending else { continue }
      let log = customer.history.spends[wallet.id]
      let window = customer.window(
        spending.window, since: log?.first, in: blueprint, at: now)
      let spent =
        log.map { log in
          log.total - log.total(before: window.start) + log.owed - log.owed(before: window.start)
        } ?? 0
      let reserved = open.reduce(0) { $0 + $1.terms.credits(of: wallet.id) }
      let left = max(0, spending.limit - spent - reserved)
      wallets.spendable[position] = min(wallets.spendable[position], left)
      wallets.reach[position] = min(wallets.reach[position], left)
      if !wallets.room.isEmpty {
        wallets.room[position] = min(wallets.room[position], left - wallets.spendable[position])
      }
      if spent > 0 {
        wallets.nextChange = [wallets.nextChange, window.end].compactMap { $0 }.min()
      }
    }
  }
}
