/// Credits that a transaction gives, recorded with it and independent of later blueprints.
public struct Credit: Hashable, Sendable {
  /// The purchase the transaction belongs to.
  public let purchase: PurchaseID
  public let transaction: StoreTransaction.ID
  /// The wallet it fills.
  public let wallet: Wallet.ID
  /// The number of credits; 0 if the transaction gives none.
  public let amount: Int
  /// How long they last.
  public let lifetime: Wallet.Lifetime

  /// Records the credits that a transaction gives.
  public init(
    purchase: PurchaseID, transaction: StoreTransaction.ID, wallet: Wallet.ID, amount: Int,
    lifetime: Wallet.Lifetime
  ) {
    self.purchase = purchase
    self.transaction = transaction
    self.wallet = wallet
    self.amount = amount
    self.lifetime = lifetime
  }

  /// Whether this record wins over another one of the same credits, made with a different blueprint: the greater amount
  /// does.
  func outranks(_ other: Credit) -> Bool {
    if amount != other.amount { return amount > other.amount }
    if lifetime.rank != other.lifetime.rank { return lifetime.rank > other.lifetime.rank }
    return purchase < other.purchase
  }
}

extension Credit: FactValue {
  package static var traits: FactTraits { [] }

  package var stamp: Instant? { nil }
  package var relatedPurchase: PurchaseID? { purchase }
}
