public import TollgateAppStore

extension AppStoreSimulator {
  /// Every transaction of an account in its latest version, in the order of purchase.
  public func transactions(of account: AccountID) -> [Signed<TransactionPayload>] {
    signed(account) { $0.transactions(of: $1) }
  }

  /// One transaction in its latest version.
  public func transaction(_ id: String) -> Signed<TransactionPayload>? {
    read { book in book.transaction(id).map { book.signed($0) } }
  }

  /// The account that a transaction belongs to; nil if there is no such transaction.
  public func account(owning transactionID: String) -> AccountID? {
    read { book in book.transaction(transactionID).map { book.accounts[$0.account].id } }
  }

  /// The latest version of every transaction of an account, with the last to change at the end.
  public func changes(of account: AccountID) -> [TransactionChange] {
    read { book in
      guard let number = book.accounts[account] else { return [] }
      return book.transactions(of: number).sorted { $0.change < $1.change }.map { record in
        TransactionChange(
          number: Int(record.change),
          revocation: record.revocation == 0 ? nil : Int(record.revocation),
          isFinished: record.isFinished, transaction: book.signed(record))
      }
    }
  }

  /// The transactions that give access now: running subscriptions, including grace periods, and permanent purchases,
  /// but nothing refunded or consumed.
  public func currentEntitlements(of account: AccountID) -> [Signed<TransactionPayload>] {
    signed(account) { $0.currentEntitlements(of: $1) }
  }

  /// The condition of the account's subscription in each group that it ever bought from, by group.
  public func conditions(of account: AccountID) -> [SubscriptionCondition] {
    read { book in book.accounts[account].map { book.conditions(of: $0) } ?? [] }
  }

  /// The transactions that no device has finished, in the order of purchase.
  public func unfinishedTransactions(of account: AccountID) -> [Signed<TransactionPayload>] {
    signed(account) { book, number in book.transactions(of: number).filter { !$0.isFinished } }
  }

  /// Records that a device has delivered what a transaction bought.
  public func finish(_ transactionID: String) {
    write { book in
      guard let record = book.transaction(transactionID) else { return }
      book.transactions[record.number]?.isFinished = true
    }
  }

  /// New and changed transactions of an account, oldest first.
  ///
  /// - Parameter sequence: The last known update; 0 for none.
  /// - Returns: The later ones among the store's last ``historyLimit`` updates.
  public func updates(of account: AccountID, after sequence: Int = 0) -> [TransactionUpdate] {
    read { book in
      guard let number = book.accounts[account],
        let sequences = book.journal.updates.numbers(after: sequence)
      else { return [] }
      return sequences.filter { book.journal.updates[$0].transaction.account == number }
        .map { book.update($0) }
    }
  }

  /// The notifications that the store posts to the app's server, oldest first.
  ///
  /// - Parameters:
  ///   - sequence: The last known notification; 0 for none.
  ///   - limit: The greatest number to return; nil for all.
  /// - Returns: The oldest of the later ones among the last ``historyLimit``.
  public func notifications(after sequence: Int = 0, limit: Int? = nil) -> [SignedNotification] {
    read { book in
      guard let sequences = book.journal.notifications.numbers(after: sequence) else { return [] }
      return sequences.prefix(max(0, limit ?? sequences.count)).map { book.notification($0) }
    }
  }

  private func signed(
    _ account: AccountID,
    _ records: (borrowing StoreBook, AccountNumber) -> [TransactionRecord]
  ) -> [Signed<TransactionPayload>] {
    read { book in
      guard let number = book.accounts[account] else { return [] }
      return records(book, number).map { book.signed($0) }
    }
  }
}
