/// A transaction of a simulated store, counted from 1 in the order in which identifiers were assigned.
package struct TransactionNumber: Hashable, Comparable, Sendable {
  package var value: UInt32

  package static func < (left: Self, right: Self) -> Bool {
    left.value < right.value
  }
}
