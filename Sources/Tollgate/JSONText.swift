/// JSON put together by hand, for the few values that nearly every request writes.
package struct JSONText: Sendable {
  /// What was written so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// Starts with nothing.
  package init() { bytes.reserveCapacity(512) }

  /// Writes punctuation and names as they are.
  package mutating func write(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes a number.
  package mutating func write(_ number: some BinaryInteger) {
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Writes a string in quotes, escaped as RFC 8259 asks and no further.
  package mutating func write(quoting text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): escape(byte)
      case 0x08: escape(UInt8(ascii: "b"))
      case 0x09: escape(UInt8(ascii: "t"))
      case 0x0a: escape(UInt8(ascii: "n"))
      case 0x0c: escape(UInt8(ascii: "f"))
      case 0x0d: escape(UInt8(ascii: "r"))
      case 0..<0x20:
        write(#"\u00"#)
        for digit in [byte >> 4, byte & 15] {
          bytes.append(contentsOf: String(digit, radix: 16).utf8)
        }
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(byte)
  }
}

extension Fact {
  /// Writes a use as an encoder with sorted keys does; does nothing for other facts and answers false.
  package func write(to json: inout JSONText) -> Bool {
    guard case .use(let use) = self else { return false }
    json.write(#"{"at":"#)
    json.write(use.at.milliseconds)
    json.write(#","feature":"#)
    json.write(quoting: use.feature.rawValue)
    json.write(#","key":"#)
    json.write(quoting: use.key.rawValue)
    json.write(#","kind":"use","origin":"#)
    json.write(quoting: use.origin.rawValue)
    json.write("}")
    return true
  }
}
