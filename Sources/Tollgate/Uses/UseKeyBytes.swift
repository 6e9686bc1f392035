/// The bytes that stand for an idempotency key in a ``UseChunk``.
///
/// A UUID, which most keys are, takes 17 bytes: a tag that no ASCII text starts with, and its 16 bytes. Any other ASCII
/// key is its own text.
package enum UseKeyBytes {
  private static let lowercaseUUID: UInt8 = 0x80
  private static let uppercaseUUID: UInt8 = 0x81
  /// How long a UUID's text is, and where its hyphens are.
  private static let uuidLength = 36
  private static let hyphens = [8, 13, 18, 23]

  /// A key's bytes; nil for a key that is not ASCII, because Swift considers several such texts equal.
  package static func encode(_ key: Idempotency.Key) -> [UInt8]? {
    var bytes: [UInt8] = []
    return append(key, to: &bytes) ? bytes : nil
  }

  /// Appends a key's bytes, and returns false, without appending any, for a key that is not ASCII.
  static func append(_ key: Idempotency.Key, to bytes: inout [UInt8]) -> Bool {
    var text = key.rawValue
    return text.withUTF8 { text in
      guard text.allSatisfy({ $0 < 0x80 }) else { return false }
      if !appendUUID(text, lowercaseUUID, letters: UInt8(ascii: "a"), to: &bytes),
        !appendUUID(text, uppercaseUUID, letters: UInt8(ascii: "A"), to: &bytes)
      {
        bytes.append(contentsOf: text)
      }
      return true
    }
  }

  /// The key that ``encode(_:)`` returned the bytes of; nil if it never returns them.
  package static func decode(_ bytes: some Collection<UInt8>) -> Idempotency.Key? {
    guard let tag = bytes.first, tag >= 0x80 else {
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return Idempotency.Key(String(decoding: bytes, as: UTF8.self))
    }
    guard bytes.count == 17, tag <= uppercaseUUID else { return nil }
    let letters = UInt8(ascii: tag == lowercaseUUID ? "a" : "A")
    var text: [UInt8] = []
    text.reserveCapacity(uuidLength)
    for byte in bytes.dropFirst() {
      if hyphens.contains(text.count) { text.append(UInt8(ascii: "-")) }
      for digit in [byte >> 4, byte & 15] {
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : letters + digit - 10)
      }
    }
    return Idempotency.Key(String(decoding: text, as: UTF8.self))
  }

  /// Appends the 17 bytes of a UUID whose letters are all of one case, and returns false, without appending any, for
  /// any other text.
  private static func appendUUID(
    _ text: UnsafeBufferPointer<UInt8>, _ tag: UInt8, letters: UInt8, to bytes: inout [UInt8]
  ) -> Bool {
    guard text.count == uuidLength, hyphens.allSatisfy({ text[$0] == UInt8(ascii: "-") }) else {
      return false
    }
    let start = bytes.count
    bytes.append(tag)
    var high: UInt8?
    for (index, character) in text.enumerated() where !hyphens.contains(index) {
      let digit: UInt8
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
      case letters...(letters + 5): digit = character - letters + 10
      default:
        bytes.removeLast(bytes.count - start)
        return false
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return true
  }
}
