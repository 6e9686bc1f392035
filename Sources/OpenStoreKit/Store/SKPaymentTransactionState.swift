/// The state of a purchase in the older interface, which test sessions still name.
///
/// Follows <https://developer.apple.com/documentation/storekit/skpaymenttransactionstate>.
public enum SKPaymentTransactionState: Int, Hashable, Sendable {
  /// The store is at work.
  case purchasing = 0

  /// Bought.
  case purchased = 1

  /// Not bought.
  case failed = 2

  /// Bought earlier, and given again.
  case restored = 3

  /// Waiting for someone outside the app.
  case deferred = 4
}
