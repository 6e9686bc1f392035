public import Foundation

extension Product.PurchaseOption {
  /// How a subscription that a test buys as of an earlier time has behaved since.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/purchaseoption/subscriptionrenewalbehavior>.
  public enum SubscriptionRenewalBehavior: Hashable, Sendable {
    /// It has renewed until now.
    case renewUntilNow

    /// It was cancelled at once and ended with its first period.
    case cancelImmediately
  }

  /// Dates a purchase back to an earlier time, in tests.
  ///
  /// - Parameters:
  ///   - date: When it was made; a date in the future counts as now.
  ///   - renewalBehavior: How a subscription has behaved since.
  public static func purchaseDate(
    _ date: Date, renewalBehavior: SubscriptionRenewalBehavior = .renewUntilNow
  ) -> Self {
    Self(.purchaseDate(date, renewalBehavior))
  }
}
