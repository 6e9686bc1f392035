/// Credits of one transaction that are no longer available when its purchase is transferred to another customer.
public struct SpentCredit: Hashable, Sendable {
  /// The wallet the transaction fills.
  public let wallet: Wallet.ID
  public let transaction: StoreTransaction.ID
  /// The number of its credits that are no longer available, and of those that later ones owe for a period that was replaced.
  public let amount: Int

  public init(wallet: Wallet.ID, transaction: StoreTransaction.ID, amount: Int) {
    self.wallet = wallet
    self.transaction = transaction
    self.amount = amount
  }
}
