import OpenStoreKit

/// A part of StoreKit's interface that can be made to fail.
///
/// Follows <https://developer.apple.com/documentation/storekittest/failablestorekitapi>.
public protocol FailableStoreKitAPI<Failure>: Sendable {
  /// The failures it can have.
  associatedtype Failure: SKTestFailure
}

/// The failures of a part of StoreKit's interface.
public protocol SKTestFailure: Equatable, Sendable {}

/// `Product.products(for:)`.
public struct StoreKitLoadProductsAPI: FailableStoreKitAPI {
  /// What it can fail with.
  public typealias Failure = SKTestFailures.LoadProducts

  /// Names the interface.
  public init() {}
}

/// `Product.purchase(options:)`.
public struct StoreKitPurchaseAPI: FailableStoreKitAPI {
  /// What it can fail with.
  public typealias Failure = SKTestFailures.Purchase

  /// Names the interface.
  public init() {}
}

/// The verification of everything that is signed.
public struct StoreKitVerificationAPI: FailableStoreKitAPI {
  /// What it can fail with.
  public typealias Failure = SKTestFailures.Verification

  /// Names the interface.
  public init() {}
}

/// `AppStore.sync()`.
public struct StoreKitAppStoreSyncAPI: FailableStoreKitAPI {
  /// What it can fail with.
  public typealias Failure = SKTestFailures.AppStoreSync

  /// Names the interface.
  public init() {}
}

/// `Product.SubscriptionInfo.status`.
public struct StoreKitSubscriptionStatusAPI: FailableStoreKitAPI {
  /// What it can fail with.
  public typealias Failure = SKTestFailures.SubscriptionStatus

  /// Names the interface.
  public init() {}
}

/// `AppTransaction.shared` and `AppTransaction.refresh()`.
public struct StoreKitAppTransactionAPI: FailableStoreKitAPI {
  /// What it can fail with.
  public typealias Failure = SKTestFailures.AppTransaction

  /// Names the interface.
  public init() {}
}

/// `Transaction.beginRefundRequest(in:)`.
public struct StoreKitRefundRequestAPI: FailableStoreKitAPI {
  /// What it can fail with.
  public typealias Failure = SKTestFailures.RefundRequest

  /// Names the interface.
  public init() {}
}

/// The sheet to manage subscriptions.
public struct StoreKitManageSubscriptionsAPI: FailableStoreKitAPI {
  /// What it can fail with.
  public typealias Failure = SKTestFailures.ManageSubscriptions

  /// Names the interface.
  public init() {}
}

/// The sheet to redeem an offer code.
public struct StoreKitOfferCodeRedeemAPI: FailableStoreKitAPI {
  /// What it can fail with.
  public typealias Failure = SKTestFailures.OfferCodeRedeem

  /// Names the interface.
  public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitLoadProductsAPI {
  public static var loadProducts: Self { Self() }
}

extension FailableStoreKitAPI where Self == StoreKitPurchaseAPI {
  /// `Product.purchase(options:)`.
  public static var purchase: Self { Self() }
}

extension FailableStoreKitAPI where Self == StoreKitVerificationAPI {
  /// The verification of everything that is signed.
  public static var verification: Self { Self() }
}

extension FailableStoreKitAPI where Self == StoreKitAppStoreSyncAPI {
  public static var appStoreSync: Self { Self() }
}

extension FailableStoreKitAPI where Self == StoreKitSubscriptionStatusAPI {
  /// `Product.SubscriptionInfo.status`.
  public static var subscriptionStatus: Self { Self() }
}

extension FailableStoreKitAPI where Self == StoreKitAppTransactionAPI {
  /// `AppTransaction.shared` and `AppTransaction.refresh()`.
  public static var appTransaction: Self { Self() }
}

extension FailableStoreKitAPI where Self == StoreKitRefundRequestAPI {
  /// `Transaction.beginRefundRequest(in:)`.
  public static var refundRequest: Self { Self() }
}

extension FailableStoreKitAPI where Self == StoreKitManageSubscriptionsAPI {
  /// The sheet to manage subscriptions.
  public static var manageSubscriptions: Self { Self() }
}

extension FailableStoreKitAPI where Self == StoreKitOfferCodeRedeemAPI {
  /// The sheet to redeem an offer code.
  public static var offerCodeRedeem: Self { Self() }
}
