import Foundation
import Tollgate

/// Reads a stored use without a JSON decoder, which takes ten times as long.
///
/// Uses are by far the most numerous facts. Only the bytes that this software itself writes are understood:
///
/// ```json
/// {"at":1767225600000,"feature":"scan","key":"k1","kind":"use","origin":"cus_1","v":1}
/// ```
struct UseScanner {
  /// The body, which outlives the scanner.
  private let bytes: UnsafeRawBufferPointer
  /// The position of the next byte to read.
  private var position = 0

  /// The use in a fact's body; nil for anything else, which the JSON decoder reads or refuses.
  static func scan(_ body: Data) -> Use? {
    body.withUnsafeBytes { bytes in
      var scanner = UseScanner(bytes: bytes)
      guard scanner.skip(#"{"at":"#), let at = scanner.integer(),
        scanner.skip(#","feature":""#), let feature = scanner.text(),
        case let isUnlimited = scanner.skip(#","isUnlimited":true"#),
        scanner.skip(#","key":""#), let key = scanner.text(),
        scanner.skip(#","kind":"use","origin":""#), let origin = scanner.text(),
        scanner.skip(#","v":1}"#), scanner.position == bytes.count
      else { return nil }
      return Use(
        feature: Feature.ID(feature), key: Idempotency.Key(key), origin: Customer.ID(origin),
        isUnlimited: isUnlimited, at: Instant(milliseconds: at))
    }
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Moves past the next bytes if they are those of a text, and returns whether they are.
  private mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
    position += count
    return true
  }

  /// Reads a number of at most 18 digits, so that it cannot overflow.
  private mutating func integer() -> Int64? {
    let isNegative = skip("-")
    let start = position
    var value: Int64 = 0
    while position < bytes.count, position - start < 18,
      case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10
    {
      value = value * 10 + Int64(digit)
      position += 1
    }
    guard position > start else { return nil }
    return isNegative ? -value : value
  }

  /// Reads the rest of a text and its quotation mark; nil if it has an escape, or is not plain ASCII.
  private mutating func text() -> String? {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        defer { position += 1 }
        return String(
          decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
      }
      guard byte != UInt8(ascii: "\\"), (0x20..<0x80).contains(byte) else { return nil }
      position += 1
    }
    return nil
  }
}
