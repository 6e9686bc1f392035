/// The transfer of a purchase to this customer or to another.
///
/// The latest transfer wins, and of its two sides the one that holds the purchase. The fold therefore remains a join,
/// and a customer that the holder is merged into has the purchase.
public struct PurchaseTransfer: Hashable, Sendable {
  public let purchase: PurchaseID
  /// Whether this customer has it from then on.
  public let isHeld: Bool
  /// How many times the purchase has been transferred, this time included, from 1; sharing is not a transfer.
  public let number: Int
  /// Whether the purchase is shared with this customer, while its owner keeps it and its credits.
  public let isShared: Bool
  /// The credits of it that are no longer available when it is transferred; nil if the customer had them already and
  /// keeps them.
  public let spent: [SpentCredit]?
  /// How many milliseconds of its time are left when it is transferred, if the time of its product adds up; nil if it
  /// does not, or if the customer had the purchase already and keeps it.
  public let timeLeft: Int64?
  /// The time of the transfer, by the server's clock.
  public let at: Instant

  public init(
    purchase: PurchaseID, isHeld: Bool, number: Int, isShared: Bool = false,
    spent: [SpentCredit]? = nil, timeLeft: Int64? = nil, at: Instant
  ) {
    self.purchase = purchase
    self.isHeld = isHeld
    self.number = number
    self.isShared = isShared
    self.spent = spent
    self.timeLeft = timeLeft
    self.at = at
  }

  /// Whether this is the later transfer, or of its two sides the one that holds the purchase.
  func outranks(_ other: PurchaseTransfer) -> Bool {
    if number != other.number { return number > other.number }
    if isHeld != other.isHeld { return isHeld }
    return isShared != other.isShared ? !isShared : precedes(other)
  }

  /// Whether this record of one side of a transfer wins over another record of it.
  func precedes(_ other: PurchaseTransfer) -> Bool {
    at != other.at ? at < other.at : tieBreak.lexicographicallyPrecedes(other.tieBreak)
  }

  private var tieBreak: [String] {
    (spent.map { $0.map { "\($0.wallet) \($0.transaction) \($0.amount)" } } ?? ["~"])
      + ["\(timeLeft ?? -1)"]
  }
}

extension PurchaseTransfer: FactValue {
  package static var traits: FactTraits { [.lifecycle, .ofStore] }

  package var stamp: Instant? { at }
  package var relatedPurchase: PurchaseID? { purchase }
}
