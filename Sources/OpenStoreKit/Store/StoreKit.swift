/// The name of Apple's framework, so that code can write `StoreKit.Transaction` unambiguously.
public enum StoreKit: Sendable {
  public typealias AdvancedCommerceProduct = OpenStoreKit.AdvancedCommerceProduct

  /// The App Store's functions for an app, apart from products.
  public typealias AppStore = OpenStoreKit.AppStore

  public typealias AppStoreMerchandisingKind = OpenStoreKit.AppStoreMerchandisingKind

  /// The customer's download of the app.
  public typealias AppTransaction = OpenStoreKit.AppTransaction

  public typealias DisplayMessageAction = OpenStoreKit.DisplayMessageAction

  public typealias EntitlementTaskState = OpenStoreKit.EntitlementTaskState

  public typealias ExternalPurchase = OpenStoreKit.ExternalPurchase

  public typealias ExternalPurchaseCustomLink = OpenStoreKit.ExternalPurchaseCustomLink

  public typealias ExternalPurchaseLink = OpenStoreKit.ExternalPurchaseLink

  public typealias InvalidRequestError = OpenStoreKit.InvalidRequestError

  /// A message of the App Store.
  public typealias Message = OpenStoreKit.Message

  /// A product that the app sells.
  public typealias Product = OpenStoreKit.Product

  public typealias ProductView = OpenStoreKit.ProductView

  public typealias PurchaseAction = OpenStoreKit.PurchaseAction

  /// A customer's intent to buy, started outside the app.
  public typealias PurchaseIntent = OpenStoreKit.PurchaseIntent

  public typealias RedeemOption = OpenStoreKit.RedeemOption

  public typealias RequestReviewAction = OpenStoreKit.RequestReviewAction

  public typealias SKDownload = OpenStoreKit.SKDownload

  public typealias SKError = OpenStoreKit.SKError

  public typealias SKMutablePayment = OpenStoreKit.SKMutablePayment

  public typealias SKPayment = OpenStoreKit.SKPayment

  public typealias SKPaymentDiscount = OpenStoreKit.SKPaymentDiscount

  public typealias SKPaymentQueue = OpenStoreKit.SKPaymentQueue

  public typealias SKPaymentQueueDelegate = OpenStoreKit.SKPaymentQueueDelegate

  public typealias SKPaymentTransaction = OpenStoreKit.SKPaymentTransaction

  public typealias SKPaymentTransactionObserver = OpenStoreKit.SKPaymentTransactionObserver

  public typealias SKPaymentTransactionState = OpenStoreKit.SKPaymentTransactionState

  public typealias SKProduct = OpenStoreKit.SKProduct

  public typealias SKProductDiscount = OpenStoreKit.SKProductDiscount

  public typealias SKProductStorePromotionController = OpenStoreKit
    .SKProductStorePromotionController

  public typealias SKProductStorePromotionVisibility = OpenStoreKit
    .SKProductStorePromotionVisibility

  public typealias SKProductSubscriptionPeriod = OpenStoreKit.SKProductSubscriptionPeriod

  public typealias SKProductsRequest = OpenStoreKit.SKProductsRequest

  public typealias SKProductsRequestDelegate = OpenStoreKit.SKProductsRequestDelegate

  public typealias SKProductsResponse = OpenStoreKit.SKProductsResponse

  public typealias SKReceiptRefreshRequest = OpenStoreKit.SKReceiptRefreshRequest

  public typealias SKRequest = OpenStoreKit.SKRequest

  public typealias SKRequestDelegate = OpenStoreKit.SKRequestDelegate

  public typealias SKStoreReviewController = OpenStoreKit.SKStoreReviewController

  public typealias SKStorefront = OpenStoreKit.SKStorefront

  public typealias StoreKitError = OpenStoreKit.StoreKitError

  public typealias StoreView = OpenStoreKit.StoreView

  /// A country's App Store.
  public typealias Storefront = OpenStoreKit.Storefront

  /// The details of a subscription that renews.
  public typealias SubscriptionInfo = OpenStoreKit.SubscriptionInfo

  public typealias SubscriptionOfferView = OpenStoreKit.SubscriptionOfferView

  /// How long one payment of a subscription, or an offer, lasts.
  public typealias SubscriptionPeriod = OpenStoreKit.SubscriptionPeriod

  /// What happens at the end of a subscription's period.
  public typealias SubscriptionRenewalInfo = OpenStoreKit.SubscriptionRenewalInfo

  /// The condition of a subscription.
  public typealias SubscriptionRenewalState = OpenStoreKit.SubscriptionRenewalState

  /// The condition of a subscription, with the transaction and renewal info behind it.
  public typealias SubscriptionStatus = OpenStoreKit.SubscriptionStatus

  public typealias SubscriptionStoreView = OpenStoreKit.SubscriptionStoreView

  /// A purchase or renewal.
  public typealias Transaction = OpenStoreKit.Transaction

  /// Signed data, and whether its signature can be trusted.
  public typealias VerificationResult = OpenStoreKit.VerificationResult
}
