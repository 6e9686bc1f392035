import Tollgate

/// A store account's subscription in one group, as the store knows it.
struct ModelSubscription: Sendable {
  /// What the store says of it.
  enum Condition: Hashable, Sendable {
    /// Paid until the period ends.
    case active
    /// Unpaid, with access until the first instant; the store gives up at the second.
    case grace(until: Instant, retryUntil: Instant)
    /// Unpaid, without access, until the store gives up.
    case retrying(until: Instant)
    /// Ended.
    case expired
    /// Refunded.
    case revoked
  }

  /// A paid, or free, stretch of time.
  struct Period: Sendable {
    var signed: StoreTransaction

    var start: Instant { signed.purchasedAt }
    var end: Instant { signed.expiresAt ?? signed.purchasedAt }
    var isIntroductory: Bool { signed.offer?.kind == .introductory }
  }

  let id: StoreTransaction.OriginalID
  let group: String
  var condition: Condition = .active
  var periods: [Period] = []
  var willRenew = true
  var renewsTo: Product
  /// Periods of a pay-as-you-go offer that are still to come.
  var offerPeriodsLeft = 0
  /// Where the counting of periods began, and the number of the current one.
  var anchor: Instant
  var number = 0
  var renewal: StoreRenewal

  /// The newest period.
  var current: Period? { periods.last }

  /// When something happens next by itself.
  var due: Instant? {
    switch condition {
    case .active: current?.end
    case .grace(let until, _), .retrying(let until): until
    case .expired, .revoked: nil
    }
  }

  /// Whether a purchase starts a new subscription.
  var isOver: Bool {
    switch condition {
    case .expired, .revoked: true
    case .active, .grace, .retrying: false
    }
  }

  /// Whether access continues by what the store says, whoever knows it.
  var isRunning: Bool {
    switch condition {
    case .active, .grace: true
    case .retrying, .expired, .revoked: false
    }
  }
}

extension ModelSubscription {
  /// Signs again what happens next.
  mutating func signRenewal(at now: Instant) {
    var graceEndsAt: Instant?
    var isInBillingRetry = false
    switch condition {
    case .active, .expired, .revoked: break
    case .grace(let until, _):
      graceEndsAt = until
      isInBillingRetry = true
    case .retrying: isInBillingRetry = true
    }
    renewal = StoreRenewal(
      originalID: id, renewsTo: renewsTo.id, willRenew: willRenew,
      renewsAt: willRenew ? current?.end : nil, graceEndsAt: graceEndsAt,
      isInBillingRetry: isInBillingRetry,
      signedAt: max(now, renewal.signedAt.adding(milliseconds: 1)))
  }

  /// Signs a period's transaction again, with a revocation or the mark of an upgrade.
  mutating func amend(_ index: Int, at now: Instant, revokedAt: Instant?, isUpgraded: Bool? = nil) {
    let old = periods[index].signed
    periods[index].signed = old.signedAgain(
      at: now, revokedAt: revokedAt ?? old.revokedAt, isUpgraded: isUpgraded ?? old.isUpgraded)
  }
}

extension StoreTransaction {
  /// The same transaction, signed later with a change.
  func signedAgain(at now: Instant, revokedAt: Instant?, isUpgraded: Bool) -> StoreTransaction {
    StoreTransaction(
      id: id, originalID: originalID, product: product, group: group, purchasedAt: purchasedAt,
      expiresAt: expiresAt, revokedAt: revokedAt, isUpgraded: isUpgraded, offer: offer,
      ownership: ownership, quantity: quantity, price: price, environment: environment,
      signedFor: signedFor, signedAt: max(now, signedAt.adding(milliseconds: 1)))
  }
}
