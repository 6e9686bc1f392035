public import OpenStoreKit

/// What the parts of StoreKit's interface can be made to fail with.
///
/// Follows <https://developer.apple.com/documentation/storekittest/sktestfailures>.
public enum SKTestFailures: Sendable {
  /// What `Product.products(for:)` can fail with.
  public enum LoadProducts: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)
  }

  /// What `Product.purchase(options:)` can fail with.
  public enum Purchase: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)

    /// An error that only purchases have.
    case purchase(Product.PurchaseError)
  }

  /// What verification can fail with.
  public enum Verification: SKTestFailure {
    /// Why signed data is not verified.
    case verification(VerificationResult<Any>.VerificationError)
  }

  /// What `AppStore.sync()` can fail with.
  public enum AppStoreSync: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)
  }

  /// What `Product.SubscriptionInfo.status` can fail with.
  public enum SubscriptionStatus: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)
  }

  /// What `AppTransaction.shared` can fail with.
  public enum AppTransaction: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)
  }

  /// What `Transaction.beginRefundRequest(in:)` can fail with.
  public enum RefundRequest: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)

    /// An error that only refund requests have.
    case refundRequest(Transaction.RefundRequestError)
  }

  /// What the sheet to manage subscriptions can fail with.
  public enum ManageSubscriptions: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)
  }

  /// What the sheet to redeem an offer code can fail with.
  public enum OfferCodeRedeem: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)
  }
}
