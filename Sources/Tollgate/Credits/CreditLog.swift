/// The spends from one wallet: what they paid, and what they left to later credits.
struct CreditLog: Sendable {
  private var paid = AmountLog()
  private var debts = AmountLog()

  /// The instants of the spends, sorted.
  var instants: [Instant] { paid.instants }

  /// The sum of what all spends paid.
  var total: Int { paid.total }

  /// The sum of what all spends owe.
  var owed: Int { debts.total }

  /// The time of the latest spend, or nil if there isn't one.
  var last: Instant? { paid.last }

  /// The time of the first spend, or nil if there isn't one.
  var first: Instant? { paid.instants.first }

  /// The sum of what the spends before an instant paid.
  func total(before instant: Instant) -> Int { paid.total(before: instant) }

  /// The sum of what the spends before an instant owe.
  func owed(before instant: Instant) -> Int { debts.total(before: instant) }

  mutating func insert(paid amount: Int, owing debt: Int, at instant: Instant) {
    paid.insert(amount, at: instant)
    if debt > 0 { debts.insert(debt, at: instant) }
  }

  mutating func remove(paid amount: Int, owing debt: Int, at instant: Instant) {
    paid.remove(amount, at: instant)
    if debt > 0 { debts.remove(debt, at: instant) }
  }
}
