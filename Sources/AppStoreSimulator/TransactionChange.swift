public import AppStore

/// A transaction in its latest version, with its place among the changes of its store.
public struct TransactionChange: Hashable, Sendable {
  /// The place of the latest change, from 1; whatever changes later, even at the same instant, has a higher one.
  public let number: Int

  /// The place of the refund or revocation among all of the store's; nil where nothing was taken back.
  public let revocation: Int?

  /// Whether a device has finished the transaction.
  public let isFinished: Bool

  /// The transaction.
  public let transaction: Signed<TransactionPayload>
}

extension AppStoreSimulator {
  /// Every transaction of an account in its latest version, the one that changed last at the end.
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
}
