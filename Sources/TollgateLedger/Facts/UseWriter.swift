import Tollgate

/// Writes a use in its stored form without a JSON encoder, which takes ten times as long; ``UseScanner`` reads it.
enum UseWriter {
  /// The number of bytes of a body, without its names and instant.
  private static let frame = 96

  /// The body of a use whose names need no escapes; nil for any other fact, which the JSON encoder writes.
  static func write(_ fact: Fact) -> String? {
    guard case .use(let use) = fact else { return nil }
    let names = [use.feature.rawValue, use.key.rawValue, use.origin.rawValue]
    guard names.allSatisfy(isPlain) else { return nil }
    var body = #"{"at":"#
    body.reserveCapacity(frame + names.reduce(0) { $0 + $1.utf8.count })
    body += String(use.at.milliseconds)
    for (label, name) in zip(
      [#","feature":""#, #"","key":""#, #"","kind":"use","origin":""#], names)
    {
      body += label
      body += name
    }
    body += #"","v":1}"#
    return body
  }

  /// Whether a name is ASCII and needs no escapes.
  private static func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy {
      (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
  }
}
