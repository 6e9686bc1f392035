/// The spends from one wallet in chronological order, with running totals.
///
/// Spends between two changes of the wallet draw on the same credits, so a balance depends only on their sum.
struct CreditLog: Sendable {
  /// The instants of the spends, sorted; each has its total at the same position.
  private var instants: [Instant] = []
  /// The sum of each spend and those before it.
  private var totals: [Int] = []

  /// The sum of all spends.
  var total: Int { totals.last ?? 0 }

  /// The time of the latest spend, or nil if there isn't one.
  var last: Instant? { instants.last }

  /// The sum of the spends before an instant.
  func total(before instant: Instant) -> Int {
    if let last, last < instant { return total }
    let count = instants.count(before: instant)
    return count == 0 ? 0 : totals[count - 1]
  }

  /// Records a spend, replacing another record of it.
  mutating func replace(_ old: Spend?, with new: Spend?) {
    if let old { remove(old) }
    if let new { insert(new) }
  }

  private mutating func insert(_ spend: Spend) {
    let index =
      last.map { spend.at < $0 } ?? false ? instants.count(before: spend.at) : instants.count
    instants.insert(spend.at, at: index)
    totals.insert(index == 0 ? 0 : totals[index - 1], at: index)
    for position in index..<totals.count { totals[position] += spend.size }
  }

  private mutating func remove(_ spend: Spend) {
    var index = instants.count(before: spend.at)
    while index < instants.count, instants[index] == spend.at, amount(at: index) != spend.size {
      index += 1
    }
    guard index < instants.count, instants[index] == spend.at else { return }
    instants.remove(at: index)
    totals.remove(at: index)
    for position in index..<totals.count { totals[position] -= spend.size }
  }

  private func amount(at index: Int) -> Int {
    totals[index] - (index == 0 ? 0 : totals[index - 1])
  }
}

extension Spend {
  /// The amount, clamped to the valid range in case the decoded fact is out of it.
  fileprivate var size: Int { min(max(0, amount), Wallet.limit) }
}
