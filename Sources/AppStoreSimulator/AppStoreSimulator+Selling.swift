public import TollgateAppStore

extension AppStoreSimulator {
  /// Changes the price of a product.
  ///
  /// New customers pay it at once. Subscribers pay a lower price from their next renewal; they are notified of a higher
  /// one, and if it requires a consent that is not given, the subscription ends with its period.
  ///
  /// - Parameters:
  ///   - price: The price.
  ///   - productID: The product.
  ///   - needsConsent: Whether subscribers must agree to a higher price.
  /// - Returns: Whether the product exists.
  @discardableResult
  public func setPrice(
    _ price: Milliunits, of productID: String, needsConsent: Bool = true
  ) -> Bool {
    write { $0.setPrice(price, of: productID, needsConsent: needsConsent) }
  }

  /// Agrees to a price increase as the customer.
  ///
  /// - Parameters:
  ///   - account: The account with the subscription.
  ///   - group: The subscription group; nil for every group.
  /// - Returns: Whether a consent was missing.
  @discardableResult
  public func acceptPriceIncrease(_ account: AccountID, group: String? = nil) -> Bool {
    write { book in book.change(account, group) { life, _ in life.priceAccepted() } }
  }

  /// Removes a product from sale, so that its subscriptions end instead of renewing, or puts it back on sale.
  public func setOnSale(_ isOnSale: Bool, _ productID: String) {
    write { book in
      if isOnSale { book.unsold.remove(productID) } else { book.unsold.insert(productID) }
    }
  }

  /// Extends the renewal date of one subscription.
  ///
  /// - Parameters:
  ///   - originalTransactionID: The original transaction of the subscription.
  ///   - days: 1 to 90; an accelerated rate shortens them in proportion to a week.
  /// - Returns: The transaction of the current period with its new end, or why the date did not change.
  @discardableResult
  public func extendRenewal(
    of originalTransactionID: String, days: Int
  ) -> Result<TransactionPayload, RenewalExtensionFailure> {
    write { book in
      Result { () throws(RenewalExtensionFailure) in
        try book.extend(originalTransactionID, days: days)
      }
    }
  }

  /// Extends the renewal date of every active subscription of a product.
  ///
  /// - Parameters:
  ///   - productID: The product.
  ///   - days: 1 to 90.
  ///   - requestID: The sender's identifier of the request; repeating it extends nothing.
  ///   - storefronts: The ISO 3166-1 alpha-3 codes of the storefronts; nil for all.
  /// - Returns: How many were extended, or why none was.
  @discardableResult
  public func extendRenewals(
    of productID: String, days: Int, requestID: String, storefronts: [String]? = nil
  ) -> Result<NotificationPayload.Summary, RenewalExtensionFailure> {
    write { book in
      Result { () throws(RenewalExtensionFailure) in
        try book.extendAll(
          of: productID, days: days, requestID: requestID, storefronts: storefronts)
      }
    }
  }

  /// The result of a request to extend many renewal dates; nil if there was none.
  public func renewalExtensions(
    of productID: String, requestID: String
  ) -> NotificationPayload.Summary? {
    read { $0.massExtensions[.init(productID: productID, requestID: requestID)] }
  }
}
