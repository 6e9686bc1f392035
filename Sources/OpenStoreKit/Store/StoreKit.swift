/// The name of Apple's framework, so that code can write `StoreKit.Transaction` unambiguously.
public enum StoreKit: Sendable {
  /// The App Store's functions for an app, apart from products.
  public typealias AppStore = OpenStoreKit.AppStore

  /// The customer's download of the app.
  public typealias AppTransaction = OpenStoreKit.AppTransaction

  /// A message of the App Store.
  public typealias Message = OpenStoreKit.Message

  /// A product that the app sells.
  public typealias Product = OpenStoreKit.Product

  /// A customer's intent to buy, started outside the app.
  public typealias PurchaseIntent = OpenStoreKit.PurchaseIntent

  public typealias SKPayment = OpenStoreKit.SKPayment

  public typealias SKPaymentQueue = OpenStoreKit.SKPaymentQueue

  public typealias SKPaymentTransaction = OpenStoreKit.SKPaymentTransaction

  public typealias SKProduct = OpenStoreKit.SKProduct

  public typealias StoreKitError = OpenStoreKit.StoreKitError

  /// A country's App Store.
  public typealias Storefront = OpenStoreKit.Storefront

  /// The details of a subscription that renews.
  public typealias SubscriptionInfo = OpenStoreKit.SubscriptionInfo

  /// How long one payment of a subscription, or an offer, lasts.
  public typealias SubscriptionPeriod = OpenStoreKit.SubscriptionPeriod

  /// What happens at the end of a subscription's period.
  public typealias SubscriptionRenewalInfo = OpenStoreKit.SubscriptionRenewalInfo

  /// The condition of a subscription.
  public typealias SubscriptionRenewalState = OpenStoreKit.SubscriptionRenewalState

  /// The condition of a subscription, with the transaction and renewal info behind it.
  public typealias SubscriptionStatus = OpenStoreKit.SubscriptionStatus

  /// A purchase or renewal.
  public typealias Transaction = OpenStoreKit.Transaction

  /// Signed data, and whether its signature can be trusted.
  public typealias VerificationResult = OpenStoreKit.VerificationResult
}
