import Tollgate

/// The state of a subscription line at an instant.
struct LineState {
  let purchase: PurchaseID
  /// The paid period that is running, or the last one that began.
  let current: PaidTime
  let condition: StoreCondition
  /// What gives access now; nil if nothing does.
  let gives: CatalogProduct?
  /// The instant until which it gives access.
  let accessEndsAt: Instant?
  /// Whether a paid period is running, rather than a grace period or a late renewal.
  let isPaid: Bool
}

extension ReferenceDecider {
  /// The state of a line; nil before its first purchase.
  func state(of line: PurchaseID, at now: Instant) -> LineState? {
    let begun = paidTimes(of: line).filter { $0.start <= now }
    guard let last = begun.last else { return nil }
    func state(
      _ current: PaidTime, _ condition: StoreCondition, gives: CatalogProduct? = nil,
      until end: Instant? = nil, isPaid: Bool = false
    ) -> LineState {
      LineState(
        purchase: line, current: current, condition: condition, gives: gives, accessEndsAt: end,
        isPaid: isPaid)
    }
    if let running = begun.last(where: { $0.isActive(at: now) }) {
      return state(running, .active, gives: running.product, until: running.end, isPaid: true)
    }
    if last.cut != nil { return state(last, .revoked) }
    if let end = graceEnd(after: last), now < end {
      return state(last, .grace, gives: last.product, until: end)
    }
    if let end = lateEnd(of: line, after: last), now < end {
      return state(last, .active, gives: renewed(after: last), until: end)
    }
    if isTakenBack(last, by: now) { return state(last, .revoked) }
    guard let renewal = failure(after: last) else { return state(last, .expired) }
    if let resumesAt = renewal.resumesAt, now < resumesAt { return state(last, .paused) }
    // The store retries a payment for up to 60 days.
    let isRetried = renewal.isInBillingRetry && now.since(last.signedEnd) < 60 * .day
    return state(last, isRetried ? .billingRetry : .expired)
  }

  /// A late renewal gives what the subscription was due to renew to.
  private func renewed(after last: PaidTime) -> CatalogProduct {
    spoken(of: last).flatMap { product($0.renewsTo) } ?? last.product
  }

  /// The renewal info of a line, unless it was signed before the period was: then it says nothing about what follows
  /// the period.
  func spoken(of time: PaidTime) -> StoreRenewal? {
    guard let renewal = renewal(of: time.transaction.purchase) else { return nil }
    return renewal.signedAt >= min(time.start, time.transaction.signedAt) ? renewal : nil
  }

  /// What the store signed about a failing payment or a pause, which it does only after the period has begun.
  private func failure(after time: PaidTime) -> StoreRenewal? {
    spoken(of: time).flatMap { $0.signedAt > time.start ? $0 : nil }
  }

  /// Whether a period was refunded, or transferred to another customer, after it had ended.
  private func isTakenBack(_ time: PaidTime, by now: Instant) -> Bool {
    guard let end = takenBackAt(time) else { return false }
    return end <= now
  }

  private func takenBackAt(_ time: PaidTime) -> Instant? {
    [time.transaction.revokedAt, wentAt(time.transaction.purchase)].compactMap { $0 }.min()
  }

  /// While payment fails, access continues to the end of the grace period that the store signed; it is transferred with
  /// the purchase.
  private func graceEnd(after last: PaidTime) -> Instant? {
    guard let graceEndsAt = failure(after: last)?.graceEndsAt else { return nil }
    return min(graceEndsAt, takenBackAt(last) ?? graceEndsAt)
  }

  /// A late renewal gives access for one day, or for the ended period's length if that is shorter; only if the store
  /// had signed that it would renew, and only until the store signs anything at or after the end.
  private func lateEnd(of line: PurchaseID, after last: PaidTime) -> Instant? {
    let end = last.signedEnd
    guard let renewal = spoken(of: last), renewal.willRenew, !renewal.isInBillingRetry,
      renewal.resumesAt == nil, renewal.signedAt < end
    else { return nil }
    let isNews = transactions.contains { $0.purchase == line && $0.signedAt >= end }
    if isNews { return nil }
    let lateEnd: Instant
    switch blueprint.purchases.lateRenewal {
    case .notAllowed: return nil
    case .upTo(let period): lateEnd = end.adding(period)
    case .standard: lateEnd = end.adding(milliseconds: min(86_400_000, end.since(last.start)))
    }
    return min(lateEnd, takenBackAt(last) ?? lateEnd)
  }
}
