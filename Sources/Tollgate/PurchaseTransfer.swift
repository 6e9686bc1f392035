/// A purchase changed hands: it came to this customer, or went to another.
///
/// The change of hands that came last stands, and of its two sides the one that holds; so the fold stays a join, and a
/// customer into whom the one that holds is merged has the purchase.
public struct PurchaseTransfer: Hashable, Sendable, Codable {
  /// The purchase.
  public let purchase: PurchaseID
  /// Whether this customer has it from then on.
  public let isHeld: Bool
  /// How many times the purchase has changed hands with this, from 1.
  public let number: Int
  /// When, by the server's clock.
  public let at: Instant

  /// Records that a purchase came or went.
  public init(
    purchase: PurchaseID, isHeld: Bool, number: Int, at: Instant
  ) {
    self.purchase = purchase
    self.isHeld = isHeld
    self.number = number
    self.at = at
  }

  func outranks(_ other: PurchaseTransfer) -> Bool {
    if number != other.number { return number > other.number }
    return isHeld != other.isHeld ? isHeld : at < other.at
  }
}

extension Customer {
  /// The newest transfer of a purchase to or from this customer; nil where there was none.
  public func transfer(of purchase: PurchaseID) -> PurchaseTransfer? { transfers[purchase] }

  /// What is known of a purchase, to be transferred with it: its transactions, its renewal info, the trial it started and
  /// the uses counted in that trial.
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
      case .trialStarted(let start): start.purchase == purchase
      case .use(let use):
        trials.contains {
          $0.terms.uses?.feature == use.feature && $0.at <= use.at && use.at < end
        }
      case .signedUp, .device, .milestone, .trialForfeited, .transfer, .item, .dismissal,
        .paywall, .nudge, .grant, .profile:
        false
      }
    }
  }
}
