import TollgateAppStore

extension AppStoreSimulator {
  /// The account that a transaction belongs to; nil if there is no such transaction.
  public func account(owning transactionID: String) -> AccountID? {
    read { book in book.transaction(transactionID).map { book.id(of: $0.account) } }
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
  ///
  /// - Returns: The notification.
  @discardableResult
  public func sendTestNotification() -> SignedNotification {
    write { book in
      book.notify(.test, transaction: nil)
      return book.notification(book.notifications.count)
    }
  }
}

extension StoreBook {
  fileprivate mutating func setAppAccountToken(_ token: String?, of id: String) -> Bool {
    guard let record = purchase(id), record.original == record.number else { return false }
    let token = token.map { tokens.add($0) } ?? 0
    guard let key = key(of: record) else {
      amend(record.number) { $0.appAccountToken = token }
      return true
    }
    guard var life = lives[key] else { return false }
    life.appAccountToken = token
    set(life, for: key)
    amend(life.period.transactionID) { $0.appAccountToken = token }
    signRenewalInfo(key, life)
    return true
  }
}
