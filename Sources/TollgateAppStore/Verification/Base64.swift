/// Strict Base64 in both alphabets of RFC 4648.
package enum Base64 {
  /// The characters for 62 and 63, and whether padding is written.
  package enum Alphabet {
    /// RFC 4648 section 4, padded.
    case standard

    /// RFC 4648 section 5, without padding, as in JSON Web Signatures.
    case url
  }

  /// Decodes `text`; nil for any other character, for wrong padding and for spare bits that are set.
  package static func decode(_ text: ArraySlice<UInt8>, as alphabet: Alphabet) -> [UInt8]? {
    var digits = text
    if alphabet == .standard {
      guard text.count.isMultiple(of: 4) else { return nil }
      digits = text.dropLast(text.suffix(2).count { $0 == UInt8(ascii: "=") })
    }
    let spare = digits.count % 4
    guard spare != 1 else { return nil }
    let table = alphabet == .url ? urlTable : standardTable
    let size = digits.count / 4 * 3 + (spare == 0 ? 0 : spare - 1)
    let decoded = [UInt8](unsafeUninitializedCapacity: size) { output, count in
      let valid = digits.withUnsafeBufferPointer { input in
        table.withUnsafeBufferPointer { decode(input, with: $0, into: output) }
      }
      count = valid ? size : 0
    }
    return decoded.count == size ? decoded : nil
  }

  /// The Base64 text of the bytes.
  package static func encode(_ bytes: some Sequence<UInt8>, as alphabet: Alphabet) -> String {
    let digits = alphabet == .url ? urlDigits : standardDigits
    var text: [UInt8] = []
    var pending: UInt32 = 0
    var bits = 0
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(digits[Int(pending >> bits & 63)])
      }
    }
    if bits > 0 { text.append(digits[Int(pending << (6 - bits) & 63)]) }
    while alphabet == .standard, !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func decode(
    _ input: UnsafeBufferPointer<UInt8>, with table: UnsafeBufferPointer<UInt8>,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    var seen: UInt8 = 0
    var read = 0
    var written = 0
    while read + 4 <= input.count {
      let (first, second) = (table[Int(input[read])], table[Int(input[read + 1])])
      let (third, fourth) = (table[Int(input[read + 2])], table[Int(input[read + 3])])
      seen |= first | second | third | fourth
      output[written] = first << 2 | second >> 4
      output[written + 1] = second << 4 | third >> 2
      output[written + 2] = third << 6 | fourth
      read += 4
      written += 3
    }
    guard read < input.count else { return seen < 64 }
    let (first, second) = (table[Int(input[read])], table[Int(input[read + 1])])
    output[written] = first << 2 | second >> 4
    seen |= first | second
    guard read + 2 < input.count else { return seen < 64 && second & 15 == 0 }
    let third = table[Int(input[read + 2])]
    output[written + 1] = second << 4 | third >> 2
    return seen | third < 64 && third & 3 == 0
  }

  private static let standardDigits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let urlDigits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let standardTable = table(of: standardDigits)
  private static let urlTable = table(of: urlDigits)

  /// The value of each byte, 255 for a byte that is not a digit.
  private static func table(of digits: [UInt8]) -> [UInt8] {
    var table = [UInt8](repeating: 255, count: 256)
    for (value, digit) in digits.enumerated() { table[Int(digit)] = UInt8(value) }
    return table
  }
}
