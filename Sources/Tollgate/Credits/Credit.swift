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
  /// What happens to them when another plan replaces their billing period.
  public let onUpgrade: Wallet.Upgrade

  /// Records the credits that a transaction gives.
  public init(
    purchase: PurchaseID, transaction: StoreTransaction.ID, wallet: Wallet.ID, amount: Int,
    lifetime: Wallet.Lifetime, onUpgrade: Wallet.Upgrade = .share
  ) {
    self.purchase = purchase
    self.transaction = transaction
    self.wallet = wallet
    self.amount = amount
    self.lifetime = lifetime
    self.onUpgrade = onUpgrade
  }

  /// Whether this record wins over another one of the same credits, made with a different blueprint: the greater amount
  /// does.
  func outranks(_ other: Credit) -> Bool {
    if amount != other.amount { return amount > other.amount }
    if lifetime != other.lifetime {
      return other.lifetime.rank.lexicographicallyPrecedes(lifetime.rank)
    }
    if onUpgrade != other.onUpgrade { return onUpgrade.outranks(other.onUpgrade) }
    return purchase < other.purchase
  }
}

extension Wallet.Upgrade {
  /// Whether it is listed later, as one that leaves more.
  fileprivate func outranks(_ other: Self) -> Bool {
    Self.allCases.firstIndex(of: other) ?? 0 < Self.allCases.firstIndex(of: self) ?? 0
  }
}

extension Credit: FactValue {
  package static var traits: FactTraits { [] }

  package var stamp: Instant? { nil }
  package var relatedPurchase: PurchaseID? { purchase }
}
