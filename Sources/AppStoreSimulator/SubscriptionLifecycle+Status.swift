package import TollgateAppStore

extension SubscriptionLifecycle {
  /// Whether the customer has access.
  package var isEntitled: Bool {
    switch state {
    case .active, .grace: true
    case .retrying, .expired, .revoked: false
    }
  }

  /// Whether buying a product of the group starts a run of periods, so that an introductory offer may apply.
  package var hasEnded: Bool {
    switch state {
    case .expired, .revoked: true
    case .active, .grace, .retrying: false
    }
  }

  /// Whether a promotional offer or a code can be redeemed: not while a payment is outstanding.
  var acceptsOffers: Bool {
    switch state {
    case .active, .expired, .revoked: true
    case .grace, .retrying: false
    }
  }

  /// Whether a customer who left may return with an offer: the store has stopped retrying the charge.
  ///
  /// A refund does not count as leaving, and a family member's view cannot be bought back.
  var isEligibleForWinBack: Bool {
    if case .expired = state { return !isShared }
    return false
  }

  /// The win-back offers for the last product, in the order of the configuration.
  var winBackOfferIDs: [String] {
    isEligibleForWinBack ? period.product.listing.winBack.compactMap(\.terms.id) : []
  }

  /// The condition with the number that the store's interfaces use.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/status>.
  var status: SubscriptionStatus {
    switch state {
    case .active: .active
    case .grace: .gracePeriod
    case .retrying: .billingRetry
    case .expired: .expired
    case .revoked: .revoked
    }
  }

  /// Whether the store retries a failed charge, with or without a grace period.
  package var isInBillingRetry: Bool {
    switch state {
    case .grace, .retrying: true
    case .active, .expired, .revoked: false
    }
  }

  /// Why the subscription ends or has ended; nil while it is paid, and after a refund.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/expirationintent>.
  var expirationIntent: ExpirationIntent? {
    switch state {
    case .active, .revoked: nil
    case .grace, .retrying: .billingError
    case .expired(let intent): intent
    }
  }

  /// When access ends unless the charge succeeds; nil outside a grace period.
  package var gracePeriodEnd: Instant? {
    switch state {
    case .grace(let until, _): until
    case .active, .retrying, .expired, .revoked: nil
    }
  }
}
