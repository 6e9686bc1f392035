/// A purchase changed hands: it came to this customer, or went to another.
///
/// The change of hands that came last stands, and of its two sides the one that holds; so the fold stays a join, and a
/// customer into whom the one that holds is merged has the purchase.
public struct PurchaseTransfer: Hashable, Sendable, Codable {
  /// The purchase, by its original transaction id.
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
  public func transfer(of purchase: PurchaseID) -> PurchaseTransfer? {
    transfers[purchase]
  }

  /// What is known of a purchase, to be handed on with it: its transactions, renewal info, and the trial it started.
  ///
  /// - Parameter purchase: The purchase, by its original transaction id.
  /// - Returns: The facts, in a fixed order.
  public func facts(of purchase: PurchaseID) -> [Fact] {
    let trial = trials.values.first { $0.purchase == purchase }
    return facts.filter { fact in
      switch fact {
      case .transaction(let transaction): transaction.purchase == purchase
      case .renewal(let renewal): renewal.purchase == purchase
      case .trialStarted(let start): start.purchase == purchase
      case .use(let use): trial.map { $0.at <= use.at } ?? false
      case .signedUp, .device, .milestone, .trialForfeited, .transfer, .item, .dismissal,
        .paywall, .nudge, .grant, .profile:
        false
      }
    }
  }

  /// The customer with purchases that went to others read as taken back when they went.
  var asHeld: Customer {
    guard transfers.values.contains(where: { !$0.isHeld }) else { return self }
    var held = self
    for (id, transaction) in transactions {
      guard let transfer = transfers[transaction.purchase], !transfer.isHeld else { continue }
      held.transactions[id] = transaction.takenBack(at: transfer.at)
    }
    return held
  }
}

extension StoreTransaction {
  fileprivate func takenBack(at instant: Instant) -> StoreTransaction {
    StoreTransaction(
      id: id, originalID: originalID, product: product, group: group, purchasedAt: purchasedAt,
      expiresAt: expiresAt, revokedAt: revokedAt.map { min($0, instant) } ?? instant,
      isUpgraded: isUpgraded, offer: offer, ownership: ownership, quantity: quantity, price: price,
      environment: environment, signedFor: signedFor, signedAt: signedAt)
  }
}
