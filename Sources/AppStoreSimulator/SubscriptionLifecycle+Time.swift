package import TollgateAppStore

extension SubscriptionLifecycle {
  /// Performs what happens at ``due``: a renewal, a failed one, or an end.
  ///
  /// Reasons to end are checked in a fixed order: a cancellation, a product no longer sold, a missing consent. Only
  /// then is a payment attempted. None of these ends a commitment before its last bill.
  ///
  /// - Parameters:
  ///   - isSold: Whether the next period's product is for sale.
  ///   - ids: The source of a renewal's identifier.
  package mutating func processDueEvent(
    canPay: Bool, isSold: Bool, ids: inout StoreIdentifiers
  ) -> [Action] {
    switch state {
    case .active:
      guard renews, !schedule.hasReachedLimit(of: terms.rate) else {
        return expire(.cancelled, .voluntary)
      }
      guard isSold || nextBill != nil else {
        return expire(.productUnavailable, .productNotForSale)
      }
      guard !awaitsConsent else { return expire(.priceIncreaseDeclined, .priceIncrease) }
      guard canPay else { return failToRenew() }
      continueWithNextPeriod(transactionID: ids.transaction())
      return [.charge(.renewal), .notify(.didRenew, nil)]
    case .grace(_, let retryUntil):
      guard renewal.isOn else { return expire(.cancelled, .voluntary) }
      state = .retrying(until: retryUntil)
      return [.notify(.gracePeriodExpired, nil)]
    case .retrying:
      return expire(.billingError, .billingRetry)
    case .expired, .revoked:
      return []
    }
  }

  /// Handles the recovery of the account's payments.
  ///
  /// During the grace period the renewal date does not change; after it a new run of periods starts now.
  package mutating func paymentRecovered(
    at now: Instant, ids: inout StoreIdentifiers
  ) -> [Action] {
    switch state {
    case .active, .expired, .revoked: return []
    case .grace:
      guard renewal.isOn else { return [] }
      continueWithNextPeriod(transactionID: ids.transaction())
    case .retrying:
      begin(
        nextProduct, offer: nil, transactionID: ids.transaction(), at: now,
        billNumber: nextBill ?? 1)
    }
    state = .active
    return [.charge(.renewal), .notify(.didRenew, .billingRecovery)]
  }

  /// The store renews now instead of at the period's end; an unpaid renewal is paid if it can be.
  mutating func renewNow(
    at now: Instant, canPay: Bool, isSold: Bool, ids: inout StoreIdentifiers
  ) -> [Action] {
    switch state {
    case .active:
      return endPeriod(at: now) + processDueEvent(canPay: canPay, isSold: isSold, ids: &ids)
    case .grace, .retrying:
      return canPay ? paymentRecovered(at: now, ids: &ids) : []
    case .expired, .revoked:
      return []
    }
  }

  /// The subscription ends now, as if the customer had turned renewal off.
  mutating func expireNow(at now: Instant) -> [Action] {
    switch state {
    case .active: return endPeriod(at: now) + expire(.cancelled, .voluntary)
    case .grace, .retrying: return expire(.cancelled, .voluntary)
    case .expired, .revoked: return []
    }
  }

  /// The store's rules change: the current period keeps its end, and the next is counted from there.
  package mutating func termsChanged(to terms: Terms) {
    if terms.rate != self.terms.rate { schedule.restart(at: period.end) }
    self.terms = terms
  }

  /// Ends the current period early; the next one begins there.
  private mutating func endPeriod(at now: Instant) -> [Action] {
    movePeriodEnd(to: min(period.end, max(now, period.start)))
    return [.endPeriod(transactionID: period.transactionID, at: period.end)]
  }

  /// Starts billing retry, with access during the grace period if the store has one.
  ///
  /// Both are counted from the end of the paid period, and the plan that cannot be charged decides how long the grace
  /// period is. A bill of a commitment has no grace period and is retried for half as long again. Follows
  /// <https://developer.apple.com/help/app-store-connect/manage-subscriptions/enable-billing-grace-period-for-auto-renewable-subscriptions/>.
  private mutating func failToRenew() -> [Action] {
    guard nextBill == nil else {
      state = .retrying(until: period.end.advanced(by: terms.rate.billingRetry * 3 / 2))
      return [.notify(.didFailToRenew, nil)]
    }
    let retryUntil = period.end.advanced(by: terms.rate.billingRetry)
    let grace = terms.rate.grace(terms.gracePeriod, period: nextProduct.period)
    guard grace > .zero else {
      state = .retrying(until: retryUntil)
      return [.notify(.didFailToRenew, nil)]
    }
    state = .grace(until: period.end.advanced(by: grace), retryUntil: retryUntil)
    return [.notify(.didFailToRenew, .gracePeriod)]
  }

  private mutating func expire(_ intent: ExpirationIntent, _ subtype: Subtype) -> [Action] {
    state = .expired(intent)
    renewal.isOn = false
    return [.notify(.expired, subtype)]
  }
}
