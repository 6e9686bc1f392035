/// Credits that a transaction gives, recorded with it and independent of later blueprints.
public struct Credit: Hashable, Sendable {
  /// The purchase the transaction belongs to.
  public let purchase: PurchaseID
  /// The transaction.
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

/// A spend of credits on one use of a feature.
public struct Spend: Hashable, Sendable {
  /// The wallet that paid.
  public let wallet: Wallet.ID
  /// The feature that was used.
  public let feature: Feature.ID
  /// The request's idempotency key.
  public let key: Idempotency.Key
  /// The customer who spent them, preserved when customers merge so that nothing is paid twice.
  public let origin: Customer.ID
  /// The number of credits.
  public let amount: Int
  /// The part of the cost that the wallet could not cover, for a use allowed offline and reported later; otherwise 0.
  public let unpaid: Int
  /// The time of the spend, by the server's clock.
  public let at: Instant

  /// Creates a record of credits that were spent.
  public init(
    wallet: Wallet.ID, feature: Feature.ID, key: Idempotency.Key, origin: Customer.ID, amount: Int,
    unpaid: Int = 0, at: Instant
  ) {
    self.wallet = wallet
    self.feature = feature
    self.key = key
    self.origin = origin
    self.amount = amount
    self.unpaid = unpaid
    self.at = at
  }

  /// Whether this record of a use wins over another one: the earlier does.
  func outranks(_ other: Spend) -> Bool {
    if at != other.at { return at < other.at }
    if amount != other.amount { return amount > other.amount }
    if unpaid != other.unpaid { return unpaid < other.unpaid }
    return wallet < other.wallet
  }
}

/// Credits of one transaction that are no longer available when its purchase is transferred to another customer.
public struct SpentCredit: Hashable, Sendable {
  /// The wallet the transaction fills.
  public let wallet: Wallet.ID
  /// The transaction.
  public let transaction: StoreTransaction.ID
  /// The number of its credits that are no longer available.
  public let amount: Int

  /// Creates a record of the credits of a transaction that are no longer available.
  public init(wallet: Wallet.ID, transaction: StoreTransaction.ID, amount: Int) {
    self.wallet = wallet
    self.transaction = transaction
    self.amount = amount
  }
}
