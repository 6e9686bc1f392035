/// Amounts in chronological order with running totals, such as the spends from one wallet or the sizes of uses.
///
/// Amounts between two instants are only ever asked for together, so that a balance or a limit depends on their sum.
struct AmountLog: Sendable {
  /// The instants of the amounts, sorted; each has its total at the same position.
  private(set) var instants: [Instant] = []
  /// The sum of each amount and those before it.
  private var totals: [Int] = []

  /// The sum of all amounts.
  var total: Int { totals.last ?? 0 }

  /// The time of the latest amount, or nil if there isn't one.
  var last: Instant? { instants.last }

  /// The sum of the amounts before an instant.
  func total(before instant: Instant) -> Int {
    if let last, last < instant { return total }
    let count = instants.count(before: instant)
    return count == 0 ? 0 : totals[count - 1]
  }

  mutating func insert(_ amount: Int, at instant: Instant) {
    let index =
      last.map { instant < $0 } ?? false ? instants.count(before: instant) : instants.count
    instants.insert(instant, at: index)
    totals.insert(index == 0 ? 0 : totals[index - 1], at: index)
    for position in index..<totals.count { totals[position] += amount }
  }

  /// Inserts many amounts at once.
  mutating func insert(_ amounts: [(amount: Int, at: Instant)]) {
    let known = instants.indices.map { (amount: amount(at: $0), at: instants[$0]) }
    let all = (known + amounts).sorted { $0.at < $1.at }
    instants = all.map(\.at)
    totals = all.reduce(into: []) { $0.append(($0.last ?? 0) + $1.amount) }
  }

  /// Removes an amount; nothing changes if there is no such amount at the instant.
  mutating func remove(_ amount: Int, at instant: Instant) {
    var index = instants.count(before: instant)
    while index < instants.count, instants[index] == instant, self.amount(at: index) != amount {
      index += 1
    }
    guard index < instants.count, instants[index] == instant else { return }
    instants.remove(at: index)
    totals.remove(at: index)
    for position in index..<totals.count { totals[position] -= amount }
  }

  private func amount(at index: Int) -> Int {
    totals[index] - (index == 0 ? 0 : totals[index - 1])
  }
}
