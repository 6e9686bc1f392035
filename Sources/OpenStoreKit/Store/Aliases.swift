/// What only subscriptions that renew have.
public typealias SubscriptionInfo = Product.SubscriptionInfo

/// How long one payment of a subscription, or an offer, lasts.
public typealias SubscriptionPeriod = Product.SubscriptionPeriod

/// What happens at the end of a subscription's period, as the App Store signs it.
public typealias SubscriptionRenewalInfo = Product.SubscriptionInfo.RenewalInfo

/// The condition of a subscription.
public typealias SubscriptionRenewalState = Product.SubscriptionInfo.RenewalState

/// The condition of a subscription, with the transaction and renewal info that say it.
public typealias SubscriptionStatus = Product.SubscriptionInfo.Status
