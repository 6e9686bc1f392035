extension Subscription {
  /// The state of one subscription, or nil before its first purchase and for products that do not expire.
  init?(_ line: PurchaseLine, renewal: StoreRenewal?, lateRenewal: LateRenewal, at now: Instant) {
    guard let position = line.deciding(at: now),
      let expiresAt = line.periods[position].transaction.expiresAt
    else { return nil }
    let latest = line.periods[position]
    let transaction = latest.transaction
    // Renewal info signed before the latest purchase describes an earlier period; the store may sign a renewal shortly
    // before its period begins.
    let since = min(transaction.purchasedAt, transaction.signedAt)
    let news = renewal.flatMap { $0.signedAt >= since ? $0 : nil }
    purchase = line.id
    product = transaction.product
    startedAt = line.periodStart(at: position)
    self.expiresAt = expiresAt
    introductoryPeriods = line.introductoryPeriods(through: position)
    isFamilyShared = transaction.ownership == .familyShared
    let lostAt = earliest(transaction.revokedAt, line.transferredAt)
    let condition = Self.condition(
      of: transaction, lostAt: lostAt, expiresAt: expiresAt, news: news, at: now)
    isRenewalLate =
      condition == .expired && line.signedAt < expiresAt
      && news?.promisesRenewal(at: expiresAt) ?? false
      && now < lateRenewal.deadline(after: expiresAt, ofPeriodFrom: startedAt)
    self.condition = isRenewalLate ? .active : condition
    graceEndsAt = condition == .grace ? news?.graceEndsAt : nil
    let paid = line.seats(ofPeriodAt: position, at: now)
    seats = paid.count
    appHostsInvitations = paid.appHostsInvitations
    let isOver = self.condition == .expired || condition == .revoked
    // What follows a commitment was chosen for all of its bills.
    let committedUntil = transaction.commitment?.endsAt
    let choice =
      news ?? renewal.flatMap { $0.follows(commitmentEndingAt: committedUntil) ? $0 : nil }
    willRenew = (choice?.continues ?? true) && !isOver
    commitment = isOver ? nil : transaction.commitment
    amountDue = commitment.flatMap { commitment in
      transaction.price?.times(commitment.billsLeft)
    }
    renewsTo = news.flatMap { $0.renewsTo == transaction.product ? nil : $0.renewsTo }
  }

  /// The store's condition: what was lost is lost, a period that runs is paid for, and of one that ended the store's
  /// latest information says why.
  ///
  /// Each end is exclusive: at the instant of `expiresAt` the period has ended, and so has the grace period at its end.
  private static func condition(
    of latest: StoreTransaction, lostAt: Instant?, expiresAt: Instant, news: StoreRenewal?,
    at now: Instant
  ) -> StoreCondition {
    if let lostAt, lostAt <= now { return .revoked }
    if now < expiresAt { return .active }
    // No period fails to renew at the instant it begins; such info describes the previous one.
    guard let news, news.signedAt > latest.purchasedAt else { return .expired }
    if let graceEndsAt = news.graceEndsAt, now < graceEndsAt { return .grace }
    let retry = latest.commitment.map { $0.billsLeft > 0 } ?? false ? billRetry : billingRetry
    if news.isInBillingRetry, now < expiresAt.adding(retry) { return .billingRetry }
    if let resumesAt = news.resumesAt, now < resumesAt { return .paused }
    return .expired
  }
}

extension PurchaseLine {
  /// The position of the period that represents the line at an instant: the latest one running, else the latest not
  /// replaced, else the latest; nil before the first.
  fileprivate func deciding(at now: Instant) -> Int? {
    var latest: Int?
    var standing: Int?
    for index in periods.indices.reversed() where periods[index].startsAt <= now {
      latest = latest ?? index
      guard periods[index].replacedAt.map({ now < $0 }) ?? true else { continue }
      standing = standing ?? index
      if now < periods[index].signedEnd,
        periods[index].transaction.revokedAt.map({ now < $0 }) ?? true
      {
        return index
      }
    }
    return standing ?? latest
  }
}
