import Tollgate

/// Writes a use in its stored form without a JSON encoder, which takes ten times as long; ``UseScanner`` reads it.
enum UseWriter {
  /// The number of bytes of a body, without its names and instant.
  private static let frame = 116

  /// The body of a use whose names need no escapes; nil for any other fact, which the JSON encoder writes.
  static func write(_ fact: Fact) -> String? {
    guard case .use(let use) = fact else { return nil }
    let (feature, key, origin) = (use.feature.rawValue, use.key.rawValue, use.origin.rawValue)
    guard isPlain(feature), isPlain(key), isPlain(origin) else { return nil }
    var body = ""
    body.reserveCapacity(frame + feature.utf8.count + key.utf8.count + origin.utf8.count)
    body += #"{"at":"#
    body += String(use.at.milliseconds)
    body += #","feature":""#
    body += feature
    body += use.isUnlimited ? #"","isUnlimited":true,"key":""# : #"","key":""#
    body += key
    body += #"","kind":"use","origin":""#
    body += origin
    body += #"","v":1}"#
    return body
  }

  /// Whether a name is ASCII and needs no escapes.
  private static func isPlain(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { name in
      name.allSatisfy {
        (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
    }
  }
}
