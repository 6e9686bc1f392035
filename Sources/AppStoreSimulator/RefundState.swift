/// What was refunded of one transaction: of a period of a subscription, or of a purchase that does not renew.
///
/// A state machine without clock and signatures, beside ``SubscriptionLifecycle``. Every transaction is refunded by
/// itself, so a refund of an older period leaves the current one alone:
/// <https://developer.apple.com/documentation/storekit/handling-refund-notifications>.
package struct RefundState: Hashable, Sendable {
  private enum Amount: Hashable, Sendable {
    case nothing
    /// A share of the price, or some of the seats.
    case part
    case all
  }

  private var amount = Amount.nothing

  /// Whether an upgrade has replaced the period, and refunded what was left of it.
  package private(set) var isUpgraded = false

  package init() {}

  /// Whether anything was refunded.
  package var isRefunded: Bool { amount != .nothing }

  /// Refunds the whole price, or what is left of it.
  ///
  /// - Returns: Whether it had not been refunded in full.
  package mutating func refund() -> Bool {
    guard amount != .all else { return false }
    amount = .all
    return true
  }

  /// Refunds a share of the price, in thousandths of a percent.
  ///
  /// - Returns: Whether there is such a share, and nothing had been refunded.
  package mutating func refund(share: Int) -> Bool {
    guard amount == .nothing, (1...100_000).contains(share) else { return false }
    amount = .part
    return true
  }

  /// Refunds some seats, but not the last.
  mutating func refundSeats() { amount = .part }

  /// Takes the refund back; what an upgrade refunded stays refunded.
  ///
  /// - Returns: Whether there was a refund that can be reversed.
  package mutating func reverse() -> Bool {
    guard isRefunded, !isUpgraded else { return false }
    amount = .nothing
    return true
  }

  /// Replaces the period by an upgrade, which refunds a share of it; nil if it refunds nothing.
  package mutating func replace(refundedShare: Int?) {
    isUpgraded = true
    if refundedShare != nil { amount = .part }
  }
}
