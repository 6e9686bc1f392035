/// A purchase changed hands: it came to this customer, or went to another.
///
/// The change of hands that came last stands, and of its two sides the one that holds; so the fold stays a join, and a
/// customer into whom the one that holds is merged has the purchase.
public struct PurchaseTransfer: Hashable, Sendable, Codable {
  /// The purchase.
  public let purchase: PurchaseID
  /// Whether this customer has it from then on.
  public let isHeld: Bool
  /// How many times the purchase has changed hands with this, from 1; sharing it is no change of hands.
  public let number: Int
  /// Whether the purchase is shared with this customer, while its owner keeps it and its credits.
  public let isShared: Bool
  /// The credits of it that are gone when it changes hands; nil where the customer had them already and keeps them.
  public let spent: [SpentCredit]?
  /// When, by the server's clock.
  public let at: Instant

  /// Records that a purchase came or went, or is shared.
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

  /// Whether this is the later change of hands, or of its sides the one that holds.
  func outranks(_ other: PurchaseTransfer) -> Bool {
    if number != other.number { return number > other.number }
    if isHeld != other.isHeld { return isHeld }
    return isShared != other.isShared ? !isShared : precedes(other)
  }

  /// Whether this record of one side of a change stands beside another record of it.
  func precedes(_ other: PurchaseTransfer) -> Bool {
    at != other.at ? at < other.at : tieBreak.lexicographicallyPrecedes(other.tieBreak)
  }

  private var tieBreak: [String] {
    spent.map { $0.map { "\($0.wallet) \($0.transaction) \($0.amount)" } } ?? ["~"]
  }
}

extension PurchaseTransfer {
  private enum Key: String, CodingKey { case purchase, isHeld, number, isShared, spent, at }

  /// Reads a change of hands; one that does not say so is not a share.
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

  /// Writes a change of hands; what does not hold is left out.
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

extension Customer {
  /// The newest transfer of a purchase to or from this customer; nil where there was none.
  public func transfer(of purchase: PurchaseID) -> PurchaseTransfer? {
    transfers.values.filter { $0.purchase == purchase }.max { $1.outranks($0) }
  }

  /// What is known of a purchase, to be transferred with it: its transactions and the credits they give, its renewal info,
  /// the trial it started and the uses counted in that trial.
  ///
  /// - Parameter purchase: The purchase.
  /// - Returns: The facts, in a fixed order.
  public func facts(of purchase: PurchaseID) -> [Fact] {
    let trials = trials.values.filter { $0.purchase == purchase }
    let end = line(of: purchase)?.introductionEnd ?? .distantFuture
    return facts.filter { fact in
      switch fact {
      case .transaction(let transaction): transaction.purchase == purchase
      case .renewal(let renewal): renewal.purchase == purchase
      case .credit(let credit): credit.purchase == purchase
      case .trialStarted(let start): start.purchase == purchase
      case .use(let use):
        trials.contains {
          $0.terms.uses?.feature == use.feature && $0.at <= use.at && use.at < end
        }
      case .signedUp, .device, .milestone, .trialForfeited, .transfer, .spend, .item, .dismissal,
        .paywall, .nudge, .grant, .profile:
        false
      }
    }
  }
}
