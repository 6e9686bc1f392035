import Tollgate

/// A store account's subscription in one group, as the store knows it.
struct ModelSubscription: Sendable {
  /// The store's condition of a subscription, with the instants at which it ends.
  enum Condition: Hashable, Sendable {
    /// Paid until the period ends.
    case active
    /// Unpaid, with access until the first instant; the store stops retrying at the second.
    case grace(until: Instant, retryUntil: Instant)
    /// Unpaid, without access, until the store stops retrying.
    case retrying(until: Instant)
    /// Ended.
    case expired
    /// Refunded.
    case revoked
  }

  /// One period, paid or free, which is one transaction.
  struct Period: Sendable {
    /// Its transaction as last signed.
    var signed: StoreTransaction

    /// When it begins.
    var start: Instant { signed.purchasedAt }
    /// When it ends, which is not part of it.
    var end: Instant { signed.expiresAt ?? signed.purchasedAt }
    /// Whether it is a period of the introductory offer.
    var isIntroductory: Bool { signed.offer?.kind == .introductory }
  }

  /// The original transaction id, which never changes.
  let id: StoreTransaction.OriginalID
  /// The subscription group.
  let group: String
  /// The condition now.
  var condition: Condition = .active
  /// All periods, oldest first; those that were refunded or ended by an upgrade included.
  var periods: [Period] = []
  /// Whether it renews at the end of the period.
  var willRenew = true
  /// The product of the next period, which a downgrade sets in advance.
  var renewsTo: CatalogProduct
  /// The periods of a pay-as-you-go offer that are still to come.
  var offerPeriodsLeft = 0
  /// Where the counting of periods began; the end of period n is the anchor plus n + 1 lengths.
  var anchor: Instant
  /// The number of the current period since the anchor, from 0.
  var number = 0
  /// When renewal was turned off while there was access, at most once in each period.
  var cancellations: [Instant] = []
  /// The renewal info as last signed.
  var renewal: StoreRenewal

  /// The newest period.
  var current: Period? { periods.last }

  /// When something happens next by itself; nil if nothing will.
  var due: Instant? {
    switch condition {
    case .active: current?.end
    case .grace(let until, _), .retrying(let until): until
    case .expired, .revoked: nil
    }
  }

  /// Whether a purchase in the group starts a new subscription.
  var isOver: Bool {
    switch condition {
    case .expired, .revoked: true
    case .active, .grace, .retrying: false
    }
  }

  /// Whether the store says that access continues, reported or not.
  var isRunning: Bool {
    switch condition {
    case .active, .grace: true
    case .retrying, .expired, .revoked: false
    }
  }
}

extension ModelSubscription {
  /// Signs the renewal info again, later than the last one even at the same instant.
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
      renewsAt: current?.end, graceEndsAt: graceEndsAt,
      isInBillingRetry: isInBillingRetry,
      signedAt: max(now, renewal.signedAt.adding(milliseconds: 1)))
  }

  /// Notes the renewal info as last signed, if it is the first of the period that says that nothing renews.
  mutating func noteCancellation() {
    guard !willRenew, isRunning, let start = current?.start,
      cancellations.last.map({ $0 < start }) ?? true
    else { return }
    cancellations.append(renewal.signedAt)
  }

  /// Signs a period's transaction again, with a revocation or the mark of an upgrade.
  ///
  /// - Parameters:
  ///   - index: The period's position.
  ///   - now: The instant of the signature.
  ///   - revokedAt: When it was refunded; nil keeps what was signed.
  ///   - isUpgraded: Whether an upgrade ended it; nil keeps what was signed.
  mutating func amend(_ index: Int, at now: Instant, revokedAt: Instant?, isUpgraded: Bool? = nil) {
    let old = periods[index].signed
    periods[index].signed = old.signedAgain(
      at: now, revokedAt: revokedAt ?? old.revokedAt, isUpgraded: isUpgraded ?? old.isUpgraded)
  }
}

extension StoreTransaction {
  /// Returns the same transaction, signed later with a change.
  ///
  /// The signature is later than the last one even at the same instant, since the newest one wins.
  func signedAgain(at now: Instant, revokedAt: Instant?, isUpgraded: Bool) -> StoreTransaction {
    StoreTransaction(
      id: id, originalID: originalID, product: product, group: group, purchasedAt: purchasedAt,
      expiresAt: expiresAt, revokedAt: revokedAt, isUpgraded: isUpgraded, offer: offer,
      ownership: ownership, quantity: quantity, price: price, environment: environment,
      signedFor: signedFor, signedAt: max(now, signedAt.adding(milliseconds: 1)))
  }
}
