/// The details of a subscription that renews.
public typealias SubscriptionInfo = Product.SubscriptionInfo

/// How long one payment of a subscription, or an offer, lasts.
public typealias SubscriptionPeriod = Product.SubscriptionPeriod

/// What happens at the end of a subscription's period, as signed by the App Store.
public typealias SubscriptionRenewalInfo = Product.SubscriptionInfo.RenewalInfo

/// The condition of a subscription.
public typealias SubscriptionRenewalState = Product.SubscriptionInfo.RenewalState

/// The condition of a subscription, with the transaction and renewal info behind it.
public typealias SubscriptionStatus = Product.SubscriptionInfo.Status
