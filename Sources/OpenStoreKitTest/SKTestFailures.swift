public import OpenStoreKit

/// The failures that the parts of StoreKit's interface can be made to have.
///
/// Follows <https://developer.apple.com/documentation/storekittest/sktestfailures>.
public enum SKTestFailures: Sendable {
  /// The failures of `Product.products(for:)`.
  public enum LoadProducts: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)
  }

  /// The failures of `Product.purchase(options:)`.
  public enum Purchase: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)

    /// An error that only purchases have.
    case purchase(Product.PurchaseError)
  }

  /// The failures of verification.
  public enum Verification: SKTestFailure {
    /// Why signed data is not verified.
    case verification(VerificationResult<Any>.VerificationError)
  }

  /// The failures of `AppStore.sync()`.
  public enum AppStoreSync: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)
  }

  /// The failures of `Product.SubscriptionInfo.status`.
  public enum SubscriptionStatus: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)
  }

  /// The failures of `AppTransaction.shared`.
  public enum AppTransaction: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)
  }

  /// The failures of `Transaction.beginRefundRequest(in:)`.
  public enum RefundRequest: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)

    /// An error that only refund requests have.
    case refundRequest(Transaction.RefundRequestError)
  }

  /// The failures of the sheet to manage subscriptions.
  public enum ManageSubscriptions: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)
  }

  /// The failures of the sheet to redeem an offer code.
  public enum OfferCodeRedeem: SKTestFailure {
    /// An error that every part can have.
    case generic(StoreKitError)
  }
}
