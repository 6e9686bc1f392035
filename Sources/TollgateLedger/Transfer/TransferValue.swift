/// A value of a row in a form that every engine can read and write.
///
/// A Boolean is the integer 0 or 1.
package enum TransferValue: Hashable, Sendable, Codable {
  case null
  case integer(Int64)
  case text(String)
  case bytes([UInt8])

  /// Appends the value in its canonical form: a byte for its kind, its length, and its bytes.
  ///
  /// - Parameter bytes: The canonical form of the values before it.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(0)
    case .integer(let integer):
      bytes.append(1)
      Self.append(UInt64(bitPattern: integer), to: &bytes)
    case .text(let text):
      bytes.append(2)
      Self.append(UInt64(text.utf8.count), to: &bytes)
      bytes.append(contentsOf: text.utf8)
    case .bytes(let value):
      bytes.append(3)
      Self.append(UInt64(value.count), to: &bytes)
      bytes.append(contentsOf: value)
    }
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}
