public import AppStore

extension AppStoreSimulator {
  /// Every transaction of an account in its latest version, in the order of purchase.
  public func transactions(of account: AccountID) -> [Signed<TransactionPayload>] {
    read { book in book.account(account).transactionIDs.compactMap { book.transactions[$0] } }
  }

  /// One transaction in its latest version.
  public func transaction(_ id: String) -> Signed<TransactionPayload>? {
    read { $0.transactions[id] }
  }

  /// The transactions that give access now: running subscriptions, grace periods included, and what is
  /// owned without end; nothing refunded, nothing consumed.
  public func currentEntitlements(of account: AccountID) -> [Signed<TransactionPayload>] {
    read { $0.currentEntitlements(of: account) }
  }

  /// The condition of the account's subscription in each group that it ever bought from, by group.
  public func conditions(of account: AccountID) -> [SubscriptionCondition] {
    read { $0.conditions(of: account) }
  }

  /// The transactions that no device has finished, in the order of purchase.
  public func unfinishedTransactions(of account: AccountID) -> [Signed<TransactionPayload>] {
    read { book in
      let account = book.account(account)
      return account.transactionIDs.filter(account.unfinished.contains)
        .compactMap { book.transactions[$0] }
    }
  }

  /// Notes that a device has delivered what a transaction bought.
  public func finish(_ transactionID: String) {
    write { book in
      guard let owner = book.owners[transactionID] else { return }
      book.change(owner) { _ = $0.unfinished.remove(transactionID) }
    }
  }

  /// New and changed transactions of an account, oldest first.
  ///
  /// - Parameters:
  ///   - account: Whose transactions.
  ///   - sequence: The last update that is known already; 0 for none.
  /// - Returns: At most the last 10,000.
  public func updates(of account: AccountID, after sequence: Int = 0) -> [TransactionUpdate] {
    read { book in
      book.updates.suffix(StoreBook.historyLimit)
        .filter { $0.account == account && $0.sequence > sequence }
    }
  }

  /// The notifications that the store posts to the app's server, oldest first.
  ///
  /// - Parameter sequence: The last notification that is known already; 0 for none.
  /// - Returns: At most the last 10,000.
  public func notifications(after sequence: Int = 0) -> [SignedNotification] {
    read { book in
      book.notifications.suffix(StoreBook.historyLimit).filter { $0.sequence > sequence }
    }
  }
}
