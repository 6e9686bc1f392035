import Foundation
import OpenStoreKit

extension SKTestFailure {
  fileprivate static func areSame(_ left: any Error, _ right: any Error) -> Bool {
    switch (left, right) {
    case (let left as StoreKitError, let right as StoreKitError):
      switch (left, right) {
      case (.networkError(let left), .networkError(let right)): left == right
      case (.systemError(let left), .systemError(let right)):
        (left as NSError).isEqual(right as NSError)
      default: String(describing: left) == String(describing: right)
      }
    default: (left as NSError).isEqual(right as NSError)
    }
  }
}

extension SKTestFailures.LoadProducts {
  /// Whether both stand for the same error.
  public static func == (left: Self, right: Self) -> Bool { areSame(left.error, right.error) }
}

extension SKTestFailures.Purchase {
  /// Whether both stand for the same error.
  public static func == (left: Self, right: Self) -> Bool { areSame(left.error, right.error) }
}

extension SKTestFailures.AppStoreSync {
  /// Whether both stand for the same error.
  public static func == (left: Self, right: Self) -> Bool { areSame(left.error, right.error) }
}

extension SKTestFailures.SubscriptionStatus {
  /// Whether both stand for the same error.
  public static func == (left: Self, right: Self) -> Bool { areSame(left.error, right.error) }
}

extension SKTestFailures.AppTransaction {
  /// Whether both stand for the same error.
  public static func == (left: Self, right: Self) -> Bool { areSame(left.error, right.error) }
}

extension SKTestFailures.RefundRequest {
  /// Whether both stand for the same error.
  public static func == (left: Self, right: Self) -> Bool { areSame(left.error, right.error) }
}

extension SKTestFailures.ManageSubscriptions {
  /// Whether both stand for the same error.
  public static func == (left: Self, right: Self) -> Bool { areSame(left.error, right.error) }
}

extension SKTestFailures.OfferCodeRedeem {
  /// Whether both stand for the same error.
  public static func == (left: Self, right: Self) -> Bool { areSame(left.error, right.error) }
}
