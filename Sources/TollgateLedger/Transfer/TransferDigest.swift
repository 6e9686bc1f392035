import Crypto

/// The number of a table's rows and a hash over all of them, which does not depend on their order.
///
/// The hash is the sum, modulo 2²⁵⁶, of the SHA-256 of each row's canonical form. It detects accidental
/// loss, duplication and changes; it does not protect against somebody who chooses rows whose sums agree.
package struct TransferDigest: Hashable, Sendable {
  /// How many rows were added.
  package private(set) var count = 0
  /// The sum, the least significant word first.
  private var words: [UInt64] = [0, 0, 0, 0]

  package init() {}

  /// Adds a row; its values are in the order of the columns' names.
  package mutating func add(_ row: [TransferValue]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    for value in row { value.append(to: &bytes) }
    count += 1
    var carry = false
    SHA256.hash(data: bytes).withUnsafeBytes { hash in
      for index in words.indices {
        let word = UInt64(
          littleEndian: hash.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        let (sum, first) = words[index].addingReportingOverflow(word)
        let (total, second) = sum.addingReportingOverflow(carry ? 1 : 0)
        words[index] = total
        carry = first || second
      }
    }
  }
}
