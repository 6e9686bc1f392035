import Tollgate
import TollgateLedger

/// The next step for a subscription whose check is due, from what is known about it.
enum CheckPlan: Hashable {
  /// Nothing is known about the time after the period: ask the store.
  case ask
  /// There is an update; ask again if no more has arrived by then.
  case wait(until: Instant)
  /// There is nothing more to learn.
  case end

  /// How long an update that the store is still retrying the charge is considered current.
  static let retryAge = Duration.days(1)

  /// How long after a period's end the store is asked.
  ///
  /// The store retries a charge for up to
  /// [60 days](https://developer.apple.com/documentation/storekit/reducing-involuntary-subscriber-churn); the day more
  /// is for a result that arrives late.
  static let longestCheck = Period(61, .day)

  /// Decides from the facts, before asking and after.
  ///
  /// - Parameters:
  ///   - check: The subscription and the period's end that the check was scheduled for.
  ///   - customer: The customer who has it; a later period among their facts replaces the scheduled end.
  init(_ check: LedgerCheck, _ customer: Customer, at now: Instant) {
    let latest = customer.storeTransactions.filter {
      $0.purchase == check.purchase && $0.expiresAt != nil && !$0.isUpgraded
    }.max { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
    let end = latest?.expiresAt ?? check.periodEnd
    guard end <= now else {
      self = .wait(until: end)
      return
    }
    guard now < end.adding(Self.longestCheck), latest?.revokedAt.map({ now < $0 }) ?? true else {
      self = .end
      return
    }
    guard let renewal = customer.renewal(of: check.purchase), renewal.signedAt >= end else {
      self = .ask
      return
    }
    if renewal.isInBillingRetry || renewal.graceEndsAt != nil {
      self.init(unpaidSince: renewal, at: now)
    } else {
      self = renewal.willRenew ? .ask : .end
    }
  }

  /// The store is retrying the charge: the end of the grace period is the latest time to ask, as access ends then.
  private init(unpaidSince renewal: StoreRenewal, at now: Instant) {
    let candidates = [renewal.signedAt.advanced(by: Self.retryAge), renewal.graceEndsAt]
    let next = candidates.compactMap { $0 }.filter { $0 > renewal.signedAt }.min()
    self = next.flatMap { now < $0 ? .wait(until: $0) : nil } ?? .ask
  }
}
