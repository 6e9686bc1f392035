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
  /// The part of the cost that the next credits of the wallet pay for; 0 unless the wallet may be overdrawn.
  public let owed: Int
  /// The time of the spend, by the server's clock.
  public let at: Instant

  public init(
    wallet: Wallet.ID, feature: Feature.ID, key: Idempotency.Key, origin: Customer.ID, amount: Int,
    unpaid: Int = 0, owed: Int = 0, at: Instant
  ) {
    self.wallet = wallet
    self.feature = feature
    self.key = key
    self.origin = origin
    self.amount = amount
    self.unpaid = unpaid
    self.owed = owed
    self.at = at
  }

  /// Whether this record of a use wins over another one: the earlier does.
  func outranks(_ other: Spend) -> Bool {
    if at != other.at { return at < other.at }
    if amount != other.amount { return amount > other.amount }
    if unpaid != other.unpaid { return unpaid < other.unpaid }
    if owed != other.owed { return owed < other.owed }
    return wallet < other.wallet
  }
}

extension Spend: FactValue {
  package static var traits: FactTraits { [.activity, .countsOnly] }

  package var stamp: Instant? { at }
  package var reportedBytes: Int { 192 + key.rawValue.utf8.count }
}
