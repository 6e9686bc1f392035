/// Finds the signing time in a payload without decoding the rest of it.
enum SigningTime {
  /// A payload's statement of when it was signed.
  enum Reading: Equatable {
    case absent
    case unreadable
    case at(Instant)
  }

  /// The number under `signedDate` in the outermost object of the JSON text or, if there isn't one, as in an app
  /// transaction, under `receiptCreationDate`.
  static func read(in json: [UInt8]) -> Reading {
    let reading = read(name, in: json)
    return reading == .absent ? read(nameInAppTransaction, in: json) : reading
  }

  private static func read(_ name: [UInt8], in json: [UInt8]) -> Reading {
    json.withUnsafeBufferPointer { text in
      var depth = 0
      var index = 0
      while index < text.count {
        switch text[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "\""):
          let start = index + 1
          index = endOfString(from: start, in: text)
          if depth == 1, text[start..<index].elementsEqual(name),
            let value = valueAfterName(endingAt: index, in: text)
          {
            return number(at: value, in: text)
          }
        default: break
        }
        index += 1
      }
      return .absent
    }
  }

  private static let name = Array("signedDate".utf8)
  private static let nameInAppTransaction = Array("receiptCreationDate".utf8)

  /// The index of the closing quote, or the end of the text.
  private static func endOfString(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var index = start
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, text.count)
  }

  /// The start of the value if the string that ends here is a name rather than a value.
  private static func valueAfterName(
    endingAt quote: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var index = quote + 1
    while index < text.count, isSpace(text[index]) { index += 1 }
    guard index < text.count, text[index] == UInt8(ascii: ":") else { return nil }
    index += 1
    while index < text.count, isSpace(text[index]) { index += 1 }
    return index
  }

  private static func number(at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Reading {
    var index = start
    while index < text.count, isPartOfNumber(text[index]) { index += 1 }
    let digits = String(decoding: text[start..<index], as: UTF8.self)
    if let whole = Int64(digits) { return .at(Instant(milliseconds: whole)) }
    guard let number = Double(digits), let instant = Instant(cutting: number) else {
      return .unreadable
    }
    return .at(instant)
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || (9...13).contains(byte)
  }
}
