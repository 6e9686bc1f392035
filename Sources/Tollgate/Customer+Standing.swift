extension Customer {
  /// The subscription that decides the plan: one to a product of the blueprint, then the one in the best condition, then
  /// the one that lasts longest.
  func subscription(in blueprint: Blueprint, at now: Instant) -> Subscription? {
    func rank(_ subscription: Subscription) -> (Int, Int, Instant, PurchaseID) {
      (
        blueprint.products[subscription.product] == nil ? 0 : 1, subscription.condition.rank,
        subscription.expiresAt, subscription.purchase
      )
    }
    return Set(transactions.values.lazy.filter { $0.expiresAt != nil }.map(\.purchase))
      .compactMap { subscription($0, in: blueprint, at: now) }
      .max { rank($0) < rank($1) }
  }

  func subscription(
    _ id: PurchaseID, in blueprint: Blueprint, at now: Instant
  ) -> Subscription? {
    Subscription(
      transactions.values.filter { $0.purchase == id }, renewal: renewals[id],
      lateRenewal: blueprint.definition.purchases.lateRenewal, at: now)
  }

  /// Whether a transaction is the trial itself rather than a purchase beyond it.
  func isTrial(_ transaction: StoreTransaction, in blueprint: Blueprint) -> Bool {
    guard let trial = blueprint.definition.trial, let offer = transaction.offer,
      offer.kind == .introductory
    else { return false }
    switch trial.start {
    case .signUp: return false
    case .purchase:
      guard let start = trials[trial.id], start.purchase == transaction.purchase else {
        return false
      }
      // A later period of the offer, or the offer had again, is a purchase beyond the trial.
      return transaction.purchasedAt <= start.at
        || !transactions.values.contains {
          $0.purchase == transaction.purchase && $0.offer?.kind == .introductory
            && $0.purchasedAt < transaction.purchasedAt
        }
    case .introductoryOffer: return offer.payment == .freeTrial
    }
  }

  /// The start of a trial that runs; nil for one that is the store's own or has ended.
  func start(of status: TrialStatus) -> TrialStart? {
    guard status.isActive, let start = trials[status.id], start.at == status.activatedAt else {
      return nil
    }
    return start
  }

  /// How the blueprint's trial stands, or another that still runs by the terms it started with.
  func trialStatus(in blueprint: Blueprint, at now: Instant) -> TrialStatus? {
    let own = blueprint.definition.trial.flatMap { status(of: $0, in: blueprint, at: now) }
    if own?.isActive ?? false { return own }
    let running = trials.values.filter { $0.at <= now }.map { status(of: $0, at: now) }
      .filter(\.isActive)
    return running.max {
      ($0.endsAt ?? .distantFuture, $0.id) < ($1.endsAt ?? .distantFuture, $1.id)
    } ?? own
  }

  private func status(
    of trial: Trial, in blueprint: Blueprint, at now: Instant
  ) -> TrialStatus? {
    switch trial.start {
    case .signUp, .purchase:
      if let start = trials[trial.id], start.at <= now { return status(of: start, at: now) }
      let forfeited = forfeits.filter { $0.key.trial == trial.id && $0.value <= now }.values.min()
      return forfeited.map { .forfeited(trial.id, since: $0) }
    case .introductoryOffer:
      return transactions.values
        .filter {
          $0.purchasedAt <= now && isTrial($0, in: blueprint)
            && blueprint.products[$0.product]?.entitlements.isEmpty == false
        }
        .sorted { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
        .map { offered in
          TrialStatus(
            id: trial.id, activatedAt: offered.purchasedAt,
            endsAt: [offered.expiresAt, offered.revokedAt, replacement(of: offered)]
              .compactMap { $0 }.min(),
            scheduledEnd: offered.expiresAt, used: 0, limit: nil, at: now)
        }
        .reduce(nil) { best, next in best?.isActive ?? false && !next.isActive ? best : next }
    }
  }

  /// When a purchase of a higher level replaced a transaction; its own start where that purchase is not known.
  private func replacement(of transaction: StoreTransaction) -> Instant? {
    guard transaction.isUpgraded else { return nil }
    return transactions.values.lazy
      .filter {
        $0.purchase == transaction.purchase && transaction.purchasedAt < $0.purchasedAt
      }
      .map(\.purchasedAt).min() ?? transaction.purchasedAt
  }

  private func status(of start: TrialStart, at now: Instant) -> TrialStatus {
    let scheduled = start.terms.lasts.map { start.at.adding($0) }
    var used = 0
    var lastUse: Instant?
    if let uses = start.terms.uses {
      let counted = (self.uses[uses.feature] ?? [:]).values
        .filter { $0 >= start.at && $0 < scheduled ?? .distantFuture }
        .sorted()
      used = min(counted.count, uses.limit)
      if counted.count >= uses.limit { lastUse = counted[uses.limit - 1] }
    }
    var status = TrialStatus(
      id: start.trial, activatedAt: start.at,
      endsAt: [scheduled, lastUse, loss(of: start)].compactMap { $0 }.min(),
      scheduledEnd: scheduled, used: used, limit: start.terms.uses?.limit, at: now)
    status.purchase = start.purchase
    return status
  }

  /// When a trial lost the purchase that started it: at its refund, or from the start where it had ended before.
  private func loss(of start: TrialStart) -> Instant? {
    guard let purchase = start.purchase else { return nil }
    let bought = transactions.values.filter { $0.purchase == purchase }
    let refund = bought.filter { $0.offer?.kind == .introductory }.compactMap(\.revokedAt).min()
    let begun = bought.filter { $0.purchasedAt <= start.at }
    let hasEnded =
      !begun.isEmpty && begun.allSatisfy { $0.expiresAt.map { $0 <= start.at } ?? false }
    return hasEnded ? start.at : refund.map { max($0, start.at) }
  }

  func count(
    _ allowance: IndexedAllowance, trial: TrialStatus?, clock: BlueprintClock, at now: Instant
  ) -> Int {
    guard let uses = uses[allowance.feature] else { return 0 }
    switch allowance.window {
    case .trial:
      guard let trial, let from = trial.activatedAt else { return 0 }
      return uses.values.count { $0 >= from && $0 <= trial.endsAt ?? .distantFuture }
    case .ever, .day, .week, .month:
      let (start, _) = clock.window(allowance.window, at: now)
      return uses.values.count { $0 >= start }
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
