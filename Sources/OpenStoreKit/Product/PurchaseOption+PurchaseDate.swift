public import Foundation

extension Product.PurchaseOption {
  /// What becomes of a subscription that a test buys as of a time that has passed.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/purchaseoption/subscriptionrenewalbehavior>.
  public enum SubscriptionRenewalBehavior: Hashable, Sendable {
    /// It has renewed ever since.
    case renewUntilNow

    /// It was cancelled at once and ended with its first period.
    case cancelImmediately
  }

  /// Makes a purchase of a time that has passed, in tests.
  ///
  /// - Parameters:
  ///   - date: When it was made; the present when it lies ahead.
  ///   - renewalBehavior: What has become of a subscription since.
  /// - Returns: The option.
  public static func purchaseDate(
    _ date: Date, renewalBehavior: SubscriptionRenewalBehavior = .renewUntilNow
  ) -> Self {
    Self(.purchaseDate(date, renewalBehavior))
  }
}
