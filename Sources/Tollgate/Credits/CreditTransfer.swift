/// The transfer of a purchase, seen from its credits.
struct CreditTransfer {
  let purchase: PurchaseID
  let at: Instant
  /// Whether the credits arrive from another customer rather than leave; nothing changes if they are here already, as
  /// with an owner who shares the purchase and with customers who were merged.
  let isHeld: Bool
  /// The credits that are no longer available; nil if the customer had them already and keeps them.
  let spent: [SpentCredit]?
  /// Whether the credits belonged to another customer before.
  let wasAway: Bool

  /// Describes one transfer from what is known: this customer's side of it, or both sides.
  init(_ sides: [PurchaseTransfer], of purchase: PurchaseID, isFirst: Bool) {
    let held = sides.first { $0.isHeld && !$0.isShared }
    let leaves = sides.first { !$0.isHeld }
    self.purchase = purchase
    at = sides.map(\.at).min() ?? .distantPast
    isHeld = held != nil
    spent = (held ?? leaves)?.spent
    wasAway = isFirst && leaves == nil && (held == nil || held?.spent != nil)
  }
}
