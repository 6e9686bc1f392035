/// The transfer of a purchase to this customer or to another.
///
/// The latest transfer wins, and of its two sides the one that holds the purchase. The fold therefore remains a join,
/// and a customer into whom the holder is merged has the purchase.
public struct PurchaseTransfer: Hashable, Sendable, Codable {
  /// The purchase.
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
  /// The time of the transfer, by the server's clock.
  public let at: Instant

  /// Creates a record of a purchase that was transferred or shared.
  public init(
    purchase: PurchaseID, isHeld: Bool, number: Int, isShared: Bool = false,
    spent: [SpentCredit]? = nil, at: Instant
  ) {
    self.purchase = purchase
    self.isHeld = isHeld
    self.number = number
    self.isShared = isShared
    self.spent = spent
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
    spent.map { $0.map { "\($0.wallet) \($0.transaction) \($0.amount)" } } ?? ["~"]
  }
}

extension PurchaseTransfer {
  private enum Key: String, CodingKey { case purchase, isHeld, number, isShared, spent, at }

  /// Decodes a transfer; it is not a share unless it says so.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      purchase: try container.decode(PurchaseID.self, forKey: .purchase),
      isHeld: try container.decode(Bool.self, forKey: .isHeld),
      number: try container.decode(Int.self, forKey: .number),
      isShared: try container.decodeIfPresent(Bool.self, forKey: .isShared) ?? false,
      spent: try container.decodeIfPresent([SpentCredit].self, forKey: .spent),
      at: try container.decode(Instant.self, forKey: .at))
  }

  /// Encodes a transfer, omitting members that are nil or false.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(purchase, forKey: .purchase)
    try container.encode(isHeld, forKey: .isHeld)
    try container.encode(number, forKey: .number)
    if isShared { try container.encode(true, forKey: .isShared) }
    try container.encodeIfPresent(spent, forKey: .spent)
    try container.encode(at, forKey: .at)
  }
}
