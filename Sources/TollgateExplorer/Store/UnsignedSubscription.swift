import AppStoreSimulator
import Tollgate
import TollgateAppStore

/// A store account's subscription in one group: its state by the store's rules, and what was signed about it.
struct UnsignedSubscription: Sendable {
  /// One period, paid or free, which is one transaction.
  struct Period: Sendable {
    /// Its transaction as last signed.
    var signed: StoreTransaction
    /// What the store's rules say of its refunds.
    var refunds = RefundState()

    /// When it begins.
    var start: Instant { signed.purchasedAt }
    /// When it ends, which is not part of it.
    var end: Instant { signed.expiresAt ?? signed.purchasedAt }
    /// Whether it is a period of the introductory offer.
    var isIntroductory: Bool { signed.offer?.kind == .introductory }
  }

  /// The original transaction id, which never changes.
  let id: StoreTransaction.OriginalID
  let group: String
  /// What the store's rules say.
  var lifecycle: SubscriptionLifecycle
  /// All periods, oldest first; those that were refunded or ended by an upgrade included.
  var periods: [Period] = []
  /// When renewal was turned off while there was access, at most once in each period.
  private(set) var cancellations: [Instant] = []
  /// The renewal info as last signed.
  private(set) var renewal: StoreRenewal

  /// Creates a subscription that begins now, before anything is signed about it.
  init(
    _ lifecycle: SubscriptionLifecycle, id: StoreTransaction.OriginalID, group: String,
    at now: Instant
  ) {
    self.id = id
    self.group = group
    self.lifecycle = lifecycle
    renewal = StoreRenewal(
      originalID: id, renewsTo: CatalogProduct.ID(lifecycle.renewal.product.productID),
      willRenew: true,
      // Older than the renewal info that is signed now, which must replace it.
      signedAt: now.adding(milliseconds: -1))
  }

  /// The condition now.
  var condition: SubscriptionLifecycle.State { lifecycle.state }
  /// Whether it renews at the end of the period.
  var willRenew: Bool { lifecycle.renewal.isOn }
  /// The product of the next period, which a downgrade sets in advance.
  var renewsTo: CatalogProduct.ID { CatalogProduct.ID(lifecycle.renewal.product.productID) }
  /// The periods of a pay-as-you-go offer that are still to come.
  var offerPeriodsLeft: Int { lifecycle.schedule.offerPeriodsLeft }
  /// The newest period.
  var current: Period? { periods.last }
  /// When something happens next by itself; nil if nothing will.
  var due: Instant? { lifecycle.due }
  /// Whether a purchase in the group starts a new subscription.
  var isOver: Bool { lifecycle.hasEnded }
  /// Whether the store says that access continues, reported or not.
  var isRunning: Bool { lifecycle.isEntitled }
}

extension UnsignedSubscription {
  /// Signs the renewal info again, later than the last one even at the same instant.
  mutating func signRenewal(at now: Instant) {
    renewal = StoreRenewal(
      originalID: id, renewsTo: renewsTo, willRenew: willRenew,
      renewsAt: current?.end, graceEndsAt: lifecycle.gracePeriodEnd,
      isInBillingRetry: lifecycle.isInBillingRetry,
      signedAt: max(now, renewal.signedAt.adding(milliseconds: 1)))
  }

  /// Notes the renewal info as last signed, if it is the first of the period that says that nothing renews.
  mutating func noteCancellation() {
    guard !willRenew, isRunning, let start = current?.start,
      cancellations.last.map({ $0 < start }) ?? true
    else { return }
    cancellations.append(renewal.signedAt)
  }

  /// Refunds a period; an older one says nothing about the current one.
  ///
  /// - Returns: Whether the store refunds it.
  mutating func refund(_ index: Int, at now: Instant) -> Bool {
    guard periods[index].refunds.refund() else { return false }
    signPeriod(index, at: now, revokedAt: now)
    if index == periods.count - 1 {
      lifecycle.refunded(transactionID: lifecycle.period.transactionID)
    }
    signRenewal(at: now)
    return true
  }

  /// Signs the transaction of the current period again as replaced by an upgrade.
  mutating func replaceCurrent(refundedShare: Int?, at now: Instant) {
    let index = periods.count - 1
    periods[index].refunds.replace(refundedShare: refundedShare)
    signPeriod(index, at: now, revokedAt: refundedShare == nil ? nil : now)
  }

  /// Signs a period's transaction again; without an instant of revocation, it keeps what was signed.
  private mutating func signPeriod(_ index: Int, at now: Instant, revokedAt: Instant?) {
    let period = periods[index]
    periods[index].signed = period.signed.signedAgain(
      at: now, revokedAt: revokedAt ?? period.signed.revokedAt,
      isUpgraded: period.refunds.isUpgraded)
  }
}

extension StoreTransaction {
  /// Returns the same transaction, signed later with a change.
  ///
  /// The signature is later than the last one even at the same instant, since the newest one wins.
  func signedAgain(at now: Instant, revokedAt: Instant?, isUpgraded: Bool) -> StoreTransaction {
    StoreTransaction(
      id: id, originalID: originalID, product: product, group: group, purchasedAt: purchasedAt,
      expiresAt: expiresAt, revokedAt: revokedAt, isUpgraded: isUpgraded,
      isRenewal: isRenewal, offer: offer, ownership: ownership, quantity: quantity, price: price,
      environment: environment, signedFor: signedFor,
      signedAt: max(now, signedAt.adding(milliseconds: 1)))
  }
}
