import AppStoreSimulator
import OpenStoreKit
import TollgateAppStore

extension SKTestSession {
  /// Ends a subscription now.
  ///
  /// - Parameter productIdentifier: The product of its current period.
  /// - Throws: ``SKTestError``: `invalidProductIdentifier`, `invalidProductType`, `noSubscriptionFound`.
  public func expireSubscription(productIdentifier: String) throws {
    let group = try group(ofRunning: productIdentifier)
    store.perform(.expire(.group(group)))
  }

  /// Ends the current period of a subscription now, and renews it as at the period's end.
  ///
  /// - Parameter productIdentifier: The product of its current period.
  /// - Throws: ``SKTestError``: `invalidProductIdentifier`, `invalidProductType`, `noSubscriptionFound`.
  public func forceRenewalOfSubscription(productIdentifier: String) throws {
    let group = try group(ofRunning: productIdentifier)
    store.perform(.renew(.group(group)))
  }

  /// Turns off a subscription's renewal, as the customer does.
  ///
  /// - Throws: ``SKTestError``: `noTransactionFound`, `invalidProductType`.
  public func disableAutoRenewForTransaction(identifier: some BinaryInteger) throws {
    let group = try group(of: identifier)
    store.perform(.cancel(.group(group)))
  }

  /// Turns a subscription's renewal back on, as the customer does during the period.
  ///
  /// - Throws: ``SKTestError``: `noTransactionFound`, `invalidProductType`.
  public func enableAutoRenewForTransaction(identifier: some BinaryInteger) throws {
    let group = try group(of: identifier)
    store.perform(.resume(.group(group)))
  }

  /// Asks the customer for consent to a price increase; the price itself does not change.
  ///
  /// Without a response the subscription ends with its period.
  ///
  /// - Throws: ``SKTestError``: `noTransactionFound`, `invalidProductType`, or `invalidAction` if the subscription does
  ///   not renew or the customer was already asked.
  public func requestPriceIncreaseConsentForTransaction(identifier: some BinaryInteger) throws {
    let group = try group(of: identifier)
    guard store.perform(.requestPriceConsent(.group(group))).isDone else {
      throw SKTestError(.invalidAction, "the customer cannot be asked for a consent now")
    }
  }

  /// Lets the customer agree to a price increase.
  ///
  /// - Throws: ``SKTestError``: `noTransactionFound`, `invalidProductType`, or `invalidAction` if the customer was not
  ///   asked.
  public func consentToPriceIncreaseForTransaction(identifier: some BinaryInteger) throws {
    let group = try group(of: identifier)
    guard store.perform(.acceptPrice(.group(group))).isDone else {
      throw SKTestError(.invalidAction, "the customer was not asked for a consent")
    }
  }

  /// Lets the customer decline a price increase by turning renewal off.
  ///
  /// - Throws: ``SKTestError``: `noTransactionFound`, `invalidProductType`, or `invalidAction` if the customer was not
  ///   asked.
  public func declinePriceIncreaseForTransaction(identifier: some BinaryInteger) throws {
    let group = try group(of: identifier)
    let condition = condition(ofGroup: group)
    guard condition?.renewalInfo.payload.priceIncreaseStatus == .pending else {
      throw SKTestError(.invalidAction, "the customer was not asked for a consent")
    }
    store.perform(.cancel(.group(group)))
  }

  /// The subscription group of a transaction.
  private func group(of identifier: some BinaryInteger) throws(SKTestError) -> String {
    let id = try transactionID(identifier)
    guard let group = store.simulator.transaction(id)?.payload.subscriptionGroupIdentifier else {
      throw SKTestError(.invalidProductType, "transaction \(id) is of no subscription that renews")
    }
    return group
  }

  /// The subscription group in which the customer currently has this product.
  private func group(ofRunning productID: String) throws(SKTestError) -> String {
    guard let subscription = store.configuration.subscription(productID) else {
      guard store.configuration.product(productID) != nil else {
        throw SKTestError(.invalidProductIdentifier, "there is no product \(productID)")
      }
      throw SKTestError(.invalidProductType, "\(productID) is not a subscription that renews")
    }
    let condition = condition(ofGroup: subscription.groupID)
    guard let condition, condition.transaction.payload.productId == productID,
      [.active, .gracePeriod, .billingRetry].contains(condition.status)
    else {
      throw SKTestError(.noSubscriptionFound, "the customer does not subscribe to \(productID)")
    }
    return subscription.groupID
  }

  private func condition(ofGroup group: String) -> SubscriptionCondition? {
    store.conditions().first {
      $0.groupID == group && $0.transaction.payload.inAppOwnershipType == .purchased
    }
  }
}
