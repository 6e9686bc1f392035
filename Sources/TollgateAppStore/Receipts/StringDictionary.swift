/// A property list in the oldest format, containing only strings: `{ "name" = "value"; }`.
struct StringDictionary {
  private var values: [String: String] = [:]

  init(_ bytes: [UInt8]) throws(ReceiptError) {
    var rest = bytes[...]
    try Self.expect("{", &rest)
    while Self.next(&rest) == UInt8(ascii: "\"") {
      let name = try Self.string(&rest)
      try Self.expect("=", &rest)
      values[name] = try Self.string(&rest)
      try Self.expect(";", &rest)
    }
    try Self.expect("}", &rest)
    guard Self.next(&rest) == nil else { throw Self.malformed }
  }

  subscript(name: String) -> String? { values[name] }

  private static let malformed = ReceiptError(
    .malformed, "The receipt is not of the form of a transaction receipt.")

  /// The next byte that is not white space, without consuming it.
  private static func next(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    rest = rest.drop { $0 == 32 || (9...13).contains($0) }
    return rest.first
  }

  private static func expect(
    _ mark: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>
  ) throws(ReceiptError) {
    guard next(&rest) == UInt8(ascii: mark) else { throw malformed }
    rest.removeFirst()
  }

  /// A string in quotes; a backslash escapes the character after it.
  private static func string(_ rest: inout ArraySlice<UInt8>) throws(ReceiptError) -> String {
    try expect("\"", &rest)
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
        text.append(escaped)
      } else {
        text.append(byte)
      }
    }
    throw malformed
  }
}
