/// The name that Apple's framework has, for code that says `StoreKit.Transaction` to mean no other.
public enum StoreKit: Sendable {
  /// What an app and the App Store have to do with each other beyond products.
  public typealias AppStore = OpenStoreKit.AppStore

  /// The customer's download of the app.
  public typealias AppTransaction = OpenStoreKit.AppTransaction

  /// Something that the app sells.
  public typealias Product = OpenStoreKit.Product

  /// A customer's wish to buy, made outside of the app.
  public typealias PurchaseIntent = OpenStoreKit.PurchaseIntent

  /// Why StoreKit could not do what was asked.
  public typealias StoreKitError = OpenStoreKit.StoreKitError

  /// A country's App Store.
  public typealias Storefront = OpenStoreKit.Storefront

  /// What only subscriptions that renew have.
  public typealias SubscriptionInfo = OpenStoreKit.SubscriptionInfo

  /// How long one payment of a subscription, or an offer, lasts.
  public typealias SubscriptionPeriod = OpenStoreKit.SubscriptionPeriod

  /// What happens at the end of a subscription's period.
  public typealias SubscriptionRenewalInfo = OpenStoreKit.SubscriptionRenewalInfo

  /// The condition of a subscription.
  public typealias SubscriptionRenewalState = OpenStoreKit.SubscriptionRenewalState

  /// The condition of a subscription, with the transaction and renewal info that say it.
  public typealias SubscriptionStatus = OpenStoreKit.SubscriptionStatus

  /// A purchase or renewal.
  public typealias Transaction = OpenStoreKit.Transaction

  /// Signed data, and whether its signature can be trusted.
  public typealias VerificationResult = OpenStoreKit.VerificationResult
}
