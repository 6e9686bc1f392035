public import TollgateAppStore

extension AppStoreSimulator {
  /// The app's Apple ID, which production notifications carry.
  public var appAppleID: Int64? { read { $0.settings.appAppleID } }

  /// The current price of a product; nil if it is not for sale.
  public func price(of productID: String) -> Milliunits? {
    read { book in
      book.priceList.subscription(productID)?.price
        ?? book.priceList.product(productID)?.product.price
    }
  }

  /// Changes the price of a product.
  ///
  /// New customers pay it at once. Subscribers pay a lower price from their next renewal; they are notified of a higher
  /// one, and if it requires a consent that is not given, the subscription ends with its period.
  ///
  /// - Parameter needsConsent: Whether subscribers must agree to a higher price.
  /// - Returns: Whether the product exists.
  @discardableResult
  public func setPrice(
    _ price: Milliunits, of productID: String, needsConsent: Bool = true
  ) -> Bool {
    write { $0.setPrice(price, of: productID, needsConsent: needsConsent) }
  }

  /// Removes a product from sale, so that its subscriptions end instead of renewing, or puts it back on sale.
  public func setOnSale(_ isOnSale: Bool, _ productID: String) {
    write { $0.priceList.setOnSale(isOnSale, productID) }
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

  /// Sets the UUID that the app associates with a purchase; the store includes it in later signed data.
  ///
  /// Follows <https://developer.apple.com/documentation/appstoreserverapi/set-app-account-token>.
  ///
  /// - Parameters:
  ///   - token: The UUID; nil for none.
  ///   - originalTransactionID: The purchase, or the original transaction of a subscription.
  /// - Returns: Whether such a purchase exists; family-shared ones do not count.
  @discardableResult
  public func setAppAccountToken(
    _ token: String?, of originalTransactionID: String
  ) -> Bool {
    write { $0.setAppAccountToken(token, of: originalTransactionID) }
  }

  /// Posts a notification that only tests the connection.
  @discardableResult
  public func sendTestNotification() -> SignedNotification {
    write { book in
      book.notify(.test, transaction: nil)
      return book.notification(book.journal.notifications.count)
    }
  }
}
