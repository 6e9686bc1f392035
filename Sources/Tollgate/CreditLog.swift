/// What was spent of one wallet, in order of time, with running totals.
///
/// Spends between two changes of the wallet draw on the same credits, so their sum is all that a balance needs to know.
struct CreditLog: Sendable {
  private var instants: [Instant] = []
  /// The sum of each spend and those before it.
  private var totals: [Int] = []

  /// Everything that was spent.
  var total: Int { totals.last ?? 0 }

  /// When the latest was spent; nil where nothing was.
  var last: Instant? { instants.last }

  /// What was spent before an instant.
  func total(before instant: Instant) -> Int {
    if let last, last < instant { return total }
    let count = instants.count(before: instant)
    return count == 0 ? 0 : totals[count - 1]
  }

  /// Takes in a spend, in place of another record of it.
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
  /// The amount within its limits, whatever a decoded fact says.
  fileprivate var size: Int { min(max(0, amount), Wallet.limit) }
}
