import Tollgate
import TollgateWire

extension UseResponse {
  /// The response as JSON, byte for byte as ``JSON/bytes(_:)`` writes it.
  ///
  /// The response to an ordinary use is written directly, which takes a tenth of the general encoder's time; every use
  /// is answered with one.
  func jsonBytes() throws(Problem) -> [UInt8] {
    guard let plain = plainJSON else { return try JSON.bytes(self) }
    return plain
  }

  /// The JSON of a response that allows access and whose facts are uses; nil for any other, or for a name that has to
  /// be escaped.
  private var plainJSON: [UInt8]? {
    guard case .allowed(let limit) = access.access else { return nil }
    var json = PlainJSON()
    json.bytes += #"{"access":{"answer":"allowed""#.utf8
    if let limit {
      json.bytes += #","limit":{"#.utf8
      if let asked = limit.asked {
        json.bytes += #""asked":"#.utf8
        json.append(asked)
        json.bytes.append(UInt8(ascii: ","))
      }
      json.bytes += #""limit":"#.utf8
      json.append(limit.limit)
      if let renewsAt = limit.renewsAt {
        json.bytes += #","renewsAt":"#.utf8
        json.append(renewsAt.milliseconds)
      }
      json.bytes += #","scope":"#.utf8
      json.append(limit.scope.rawValue)
      json.bytes += #","used":"#.utf8
      json.append(limit.used)
      json.bytes.append(UInt8(ascii: "}"))
    }
    json.bytes += #"},"facts":["#.utf8
    for (position, fact) in facts.enumerated() {
      guard case .use(let use) = fact else { return nil }
      json.bytes += (position == 0 ? #"{"at":"# : #",{"at":"#).utf8
      json.append(use.at.milliseconds)
      json.bytes += #","feature":"#.utf8
      json.append(use.feature.rawValue)
      json.bytes += #","key":"#.utf8
      json.append(use.key.rawValue)
      json.bytes += #","kind":"use","origin":"#.utf8
      json.append(use.origin.rawValue)
      json.bytes.append(UInt8(ascii: "}"))
    }
    json.bytes += #"],"feature":"#.utf8
    json.append(feature.rawValue)
    json.bytes += #","serverTime":"#.utf8
    json.append(serverTime.milliseconds)
    json.bytes += #","version":"#.utf8
    json.append(version)
    json.bytes.append(UInt8(ascii: "}"))
    return json.isPlain ? json.bytes : nil
  }
}

/// JSON that is written without an encoder, of numbers and of texts that need no escaping.
private struct PlainJSON {
  var bytes: [UInt8] = []
  /// Whether every text so far could be written as it is.
  private(set) var isPlain = true

  init() { bytes.reserveCapacity(512) }

  mutating func append(_ number: some BinaryInteger) { bytes += String(number).utf8 }

  mutating func append(_ text: String) {
    isPlain =
      isPlain
      && text.utf8.allSatisfy {
        (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
    bytes.append(UInt8(ascii: "\""))
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\""))
  }
}
