/// A transaction of a simulated store, counted from 1 in the order in which identifiers were assigned.
struct TransactionNumber: Hashable, Comparable, Sendable {
  var value: UInt32

  static func < (left: Self, right: Self) -> Bool {
    left.value < right.value
  }
}
