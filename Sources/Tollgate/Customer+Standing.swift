extension Customer {
  /// The subscription that decides the plan: the one in the best condition, then the one that lasts longest.
  func subscription(at now: Instant) -> Subscription? {
    Set(transactions.values.lazy.filter { $0.expiresAt != nil }.map(\.originalID))
      .compactMap { subscription($0, at: now) }
      .max {
        ($0.condition.rank, $0.expiresAt, $0.originalID)
          < ($1.condition.rank, $1.expiresAt, $1.originalID)
      }
  }

  func subscription(_ id: StoreTransaction.OriginalID, at now: Instant) -> Subscription? {
    Subscription(
      transactions.values.filter { $0.originalID == id }, renewal: renewals[id], at: now)
  }

  /// Whether a transaction is the trial itself rather than a purchase beyond it.
  func isTrial(_ transaction: StoreTransaction, in blueprint: Blueprint) -> Bool {
    guard let trial = blueprint.definition.trial, let offer = transaction.offer,
      offer.kind == .introductory
    else { return false }
    switch trial.start {
    case .signUp: return false
    case .purchase: return trials[trial.id]?.purchase == transaction.originalID
    case .introductoryOffer: return offer.payment == .freeTrial
    }
  }

  func trialStatus(in blueprint: Blueprint, at now: Instant) -> TrialStatus? {
    guard let trial = blueprint.definition.trial else { return nil }
    switch trial.start {
    case .signUp, .purchase:
      if let start = trials[trial.id], start.at <= now { return status(of: start, at: now) }
      let forfeited = forfeits.filter { $0.key.trial == trial.id && $0.value <= now }.values.min()
      return forfeited.map { .forfeited(trial.id, since: $0) }
    case .introductoryOffer:
      let offered = transactions.values.filter {
        $0.purchasedAt <= now && isTrial($0, in: blueprint)
      }
      guard let latest = offered.max(by: { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) })
      else { return nil }
      let ends = [latest.expiresAt, latest.revokedAt].compactMap { $0 }.min()
      return TrialStatus(
        id: trial.id, activatedAt: latest.purchasedAt, endsAt: ends,
        scheduledEnd: latest.expiresAt, used: 0, limit: nil, at: now)
    }
  }

  private func status(of start: TrialStart, at now: Instant) -> TrialStatus {
    let scheduled = start.terms.lasts.map { start.at.adding($0) }
    var used = 0
    var lastUse: Instant?
    if let uses = start.terms.uses {
      let counted = (self.uses[uses.feature] ?? [:]).values
        .filter { $0 >= start.at && $0 <= now && $0 < scheduled ?? .distantFuture }
        .sorted()
      used = min(counted.count, uses.limit)
      if counted.count >= uses.limit { lastUse = counted[uses.limit - 1] }
    }
    let refund = start.purchase.flatMap { purchase in
      transactions.values.lazy
        .filter { $0.originalID == purchase && $0.offer?.kind == .introductory }
        .compactMap(\.revokedAt).min()
    }
    return TrialStatus(
      id: start.trial, activatedAt: start.at,
      endsAt: [scheduled, lastUse, refund.map { max($0, start.at) }].compactMap { $0 }.min(),
      scheduledEnd: scheduled, used: used, limit: start.terms.uses?.limit, at: now)
  }

  func count(
    _ allowance: IndexedAllowance, trial: TrialStatus?, clock: BlueprintClock, at now: Instant
  ) -> Int {
    guard let uses = uses[allowance.feature] else { return 0 }
    switch allowance.window {
    case .trial:
      guard let trial, let from = trial.activatedAt else { return 0 }
      return uses.values.count { $0 >= from && $0 <= now && $0 <= trial.endsAt ?? .distantFuture }
    case .ever, .day, .week, .month:
      let (start, _) = clock.window(allowance.window, at: now)
      return uses.values.count { $0 >= start && $0 <= now }
    }
  }

  /// When a prompt that was sent away may return; nil where it was not.
  func returns(_ prompt: Prompt, at now: Instant) -> Instant? {
    guard let patience = prompt.patience, let dismissals = dismissals[prompt.id] else { return nil }
    var count = 0
    var returnsAt: Instant?
    for at in dismissals.values.sorted() where at <= now {
      if let returnsAt, at < returnsAt { continue }
      count += 1
      if count == patience.dismissals {
        returnsAt = at.adding(patience.staysAway)
        count = 0
      }
    }
    return returnsAt
  }
}
