import TollgateAppStore

extension SubscriptionLifecycle {
  /// What happens at ``due``: a renewal, a failed one, or an end.
  ///
  /// - Parameters:
  ///   - canPay: Whether the account's payments succeed.
  ///   - isSold: Whether the next period's product is for sale.
  ///   - ids: The source of a renewal's identifier.
  /// - Returns: The store's actions.
  mutating func timePassed(
    canPay: Bool, isSold: Bool, ids: inout StoreIdentifiers
  ) -> [Action] {
    switch state {
    case .active:
      guard willRenew, !hasRenewedEnough else { return expire(.cancelled, .voluntary) }
      guard isSold else { return expire(.productUnavailable, .productNotForSale) }
      guard !awaitsConsent else { return expire(.priceIncreaseDeclined, .priceIncrease) }
      guard canPay else { return failToRenew() }
      continueWithNextPeriod(transactionID: ids.transaction())
      return [.charge(.renewal), .notify(.didRenew, nil)]
    case .grace(_, let retryUntil):
      guard willRenew else { return expire(.cancelled, .voluntary) }
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
  mutating func paymentRecovered(
    at now: Instant, ids: inout StoreIdentifiers
  ) -> [Action] {
    switch state {
    case .active, .expired, .revoked: return []
    case .grace:
      guard willRenew else { return [] }
      continueWithNextPeriod(transactionID: ids.transaction())
    case .retrying:
      begin(nextProduct, discount: nil, transactionID: ids.transaction(), at: now)
    }
    state = .active
    return [.charge(.renewal), .notify(.didRenew, .billingRecovery)]
  }

  /// The store renews now instead of at the period's end.
  mutating func renewNow(
    at now: Instant, canPay: Bool, isSold: Bool, ids: inout StoreIdentifiers
  ) -> [Action] {
    switch state {
    case .active:
      return endPeriod(at: now) + timePassed(canPay: canPay, isSold: isSold, ids: &ids)
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
  mutating func termsChanged(to terms: Terms) {
    if terms.rate != self.terms.rate { (anchor, number) = (period.end, -1) }
    self.terms = terms
  }

  private mutating func endPeriod(at now: Instant) -> [Action] {
    period.end = min(period.end, max(now, period.start))
    countPeriodsAnew()
    return [.endPeriod(transactionID: period.transactionID, at: period.end)]
  }

  private mutating func failToRenew() -> [Action] {
    let retryUntil = period.end.advanced(by: terms.rate.billingRetry)
    let grace = terms.rate.grace(terms.gracePeriod, period: period.product.period)
    guard grace > .zero else {
      state = .retrying(until: retryUntil)
      return [.notify(.didFailToRenew, nil)]
    }
    state = .grace(until: period.end.advanced(by: grace), retryUntil: retryUntil)
    return [.notify(.didFailToRenew, .gracePeriod)]
  }

  private mutating func expire(_ intent: ExpirationIntent, _ subtype: Subtype) -> [Action] {
    state = .expired(intent)
    willRenew = false
    return [.notify(.expired, subtype)]
  }
}
