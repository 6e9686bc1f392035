/// What one wallet pays of a price.
public struct CreditPayment: Hashable, Comparable, Sendable {
  public let wallet: Wallet.ID
  /// The number of credits.
  public package(set) var amount: Int
  /// The part that the wallet's next credits pay for; 0 unless the wallet may be overdrawn.
  public package(set) var owed: Int

  public init(wallet: Wallet.ID, amount: Int, owed: Int = 0) {
    self.wallet = wallet
    self.amount = amount
    self.owed = owed
  }

  /// Sorts by wallet, and then by what it pays.
  public static func < (left: Self, right: Self) -> Bool {
    (left.wallet, left.amount, left.owed) < (right.wallet, right.amount, right.owed)
  }
}
