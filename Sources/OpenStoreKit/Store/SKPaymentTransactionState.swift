/// The state of a purchase in the original StoreKit interface, which test sessions still use.
///
/// Follows <https://developer.apple.com/documentation/storekit/skpaymenttransactionstate>.
public enum SKPaymentTransactionState: Int, Hashable, Sendable {
  /// The store is processing it.
  case purchasing = 0

  /// Bought.
  case purchased = 1

  /// Not bought.
  case failed = 2

  /// Bought earlier and restored.
  case restored = 3

  /// Waiting for another person's action outside the app.
  case deferred = 4
}
