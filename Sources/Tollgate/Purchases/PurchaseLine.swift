/// Everything the store signed for one purchase, in order: a subscription's periods, or one purchase that never renews.
///
/// Periods are sorted by start, so that what is derived from them does not depend on the order in which they arrived.
struct PurchaseLine: Hashable, Sendable {
  let id: PurchaseID
  /// Its transactions, by start and then by end.
  private(set) var periods: [PaidPeriod] = []
  /// When it was transferred to another customer, who has it now.
  private(set) var transferredAt: Instant?
  /// When the store signed the latest version of any of them.
  private(set) var signedAt: Instant = .distantPast
  /// The periods of the introductory offer the line began with.
  private(set) var introduction: Range<Int> = 0..<0

  /// When the introductory offer ends, as far as the store has signed it; nil if there was none.
  var introductionEnd: Instant? { periods[introduction].last?.signedEnd }

  init(_ id: PurchaseID) { self.id = id }

  init(_ id: PurchaseID, _ transactions: some Sequence<StoreTransaction>) {
    self.id = id
    for transaction in transactions { insert(transaction) }
  }

  /// Records a transaction, replacing its older version.
  mutating func record(_ transaction: StoreTransaction) {
    if let index = periods.firstIndex(where: { $0.transaction.id == transaction.id }) {
      periods.remove(at: index)
    }
    insert(transaction)
  }

  /// Removes a transaction whose newer version belongs to another line.
  mutating func remove(_ transaction: StoreTransaction.ID) {
    periods.removeAll { $0.transaction.id == transaction }
    // What the store signed of another line says nothing about this one.
    signedAt = periods.map(\.transaction.signedAt).max() ?? .distantPast
    settle()
  }

  /// Records the latest transfer of the purchase; one that brings it back undoes an earlier loss.
  mutating func record(_ transfer: PurchaseTransfer) {
    transferredAt = transfer.isHeld ? nil : transfer.at
  }

  /// Inserts a transaction at its place, which is almost always the last.
  private mutating func insert(_ transaction: StoreTransaction) {
    let period = PaidPeriod(transaction: transaction)
    var index = periods.count
    while index > 0, period.precedes(periods[index - 1]) { index -= 1 }
    periods.insert(period, at: index)
    signedAt = max(signedAt, transaction.signedAt)
    settle()
  }

  /// When the billing period of a transaction began: with the transaction, or with the one that it adds seats to.
  func periodStart(at index: Int) -> Instant {
    periods[periods[index].addsTo ?? index].startsAt
  }

  /// Whether the customer bought a period after the one before it had ended, by its time or with a refund, and the store
  /// did not renew it.
  ///
  /// Where the store does not say which of the two it was, a gap between the periods decides.
  func isReturn(at index: Int) -> Bool {
    guard index > 0, periods[index].addsTo == nil else { return false }
    let opening = periods[index - 1].addsTo ?? index - 1
    let (last, start) = (periods[opening], periods[index].startsAt)
    switch periods[index].transaction.isRenewal {
    case true?: return false
    case false?:
      let refundedAt = last.transaction.isUpgraded ? nil : revocation(ofPeriodAt: opening)
      return min(last.signedEnd, refundedAt ?? .distantFuture) <= start
    case nil: return last.signedEnd < start
    }
  }

  /// When the store took back a whole billing period that a transaction began: once all seats of it were refunded, with
  /// the last of them; nil while some are left.
  func revocation(ofPeriodAt index: Int) -> Instant? {
    guard var last = periods[index].transaction.revokedAt else { return nil }
    for later in periods[(index + 1)...] {
      guard later.startsAt < periods[index].signedEnd else { break }
      guard later.addsTo == index else { continue }
      guard let at = later.transaction.revokedAt else { return nil }
      last = max(last, at)
    }
    return last
  }

  /// How many seats the transactions of a billing period pay for together at an instant, at least 1, and whether the app
  /// hosts the invitations to them.
  func seats(
    ofPeriodAt index: Int, at now: Instant
  ) -> (count: Int, appHostsInvitations: Bool) {
    let opening = periods[index].addsTo ?? index
    var (count, appHostsInvitations) = (0, false)
    for position in opening..<periods.count {
      guard periods[position].startsAt < periods[opening].signedEnd else { break }
      guard position == opening || periods[position].addsTo == opening,
        periods[position].startsAt <= now,
        periods[position].transaction.revokedAt.map({ now < $0 }) ?? true
      else { continue }
      count &+=
        periods[position].transaction.quantity &- periods[position].transaction.revokedSeats
      if periods[position].transaction.appHostsInvitations { appHostsInvitations = true }
    }
    return (max(1, count), appHostsInvitations)
  }

  /// Derives the replaced, the introductory and the added periods.
  private mutating func settle() {
    for index in periods.indices { periods[index].replacedAt = replacement(ofPeriodAt: index) }
    for index in periods.indices { periods[index].addsTo = opening(ofPeriodAt: index) }
    introduction = introductoryPeriods
  }

  /// The position of the transaction that a later one adds seats to; nil if it begins a period itself.
  private func opening(ofPeriodAt index: Int) -> Int? {
    let period = periods[index]
    for position in periods[..<index].indices.reversed()
    where periods[position].transaction.product == period.transaction.product {
      // The periods before one that has ended are over as well.
      if periods[position].signedEnd <= period.startsAt { return nil }
      if periods[position].addsTo == nil, period.addsSeats(to: periods[position]) {
        return position
      }
    }
    return nil
  }

  /// When a period is replaced; nil if it is not.
  ///
  /// A later purchase of another product within the period ends the older one for good, even if the later one is
  /// refunded.
  private func replacement(ofPeriodAt index: Int) -> Instant? {
    let period = periods[index]
    guard let end = period.transaction.expiresAt else { return nil }
    for later in periods[(index + 1)...] {
      guard later.startsAt < end else { return nil }
      if later.transaction.product != period.transaction.product,
        later.transaction.expiresAt != nil
      {
        return later.startsAt
      }
    }
    return nil
  }

  /// How many periods an introductory offer has covered up to and including the one at a position; 0 if it does not cover
  /// that one.
  func introductoryPeriods(through position: Int) -> Int {
    guard periods[position].isIntroductory else { return 0 }
    guard introduction.contains(position) else { return 1 }
    return max(1, (introduction.lowerBound...position).count { periods[$0].addsTo == nil })
  }

  /// The positions of all periods of the introductory offer; a gap longer than the store's billing retry ends the run.
  private var introductoryPeriods: Range<Int> {
    guard let first = periods.firstIndex(where: \.isIntroductory) else { return 0..<0 }
    let product = periods[first].transaction.product
    var end = first + 1
    while end < periods.count, periods[end].isIntroductory,
      periods[end].transaction.product == product,
      periods[end].startsAt <= periods[end - 1].signedEnd.adding(Subscription.billingRetry)
    {
      end += 1
    }
    return first..<end
  }
}
