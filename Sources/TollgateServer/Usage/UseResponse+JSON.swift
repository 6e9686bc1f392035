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
    json.write(#"{"access":{"answer":"allowed""#)
    if let limit {
      json.write(#","limit":{"#)
      if let asked = limit.asked {
        json.write(#""asked":"#)
        json.append(asked)
        json.write(",")
      }
      json.write(#""limit":"#)
      json.append(limit.limit)
      if let renewsAt = limit.renewsAt {
        json.write(#","renewsAt":"#)
        json.append(renewsAt.milliseconds)
      }
      json.write(#","scope":"#)
      json.append(limit.scope.rawValue)
      json.write(#","used":"#)
      json.append(limit.used)
      json.write("}")
    }
    json.write(#"},"facts":["#)
    for (position, fact) in facts.enumerated() {
      guard case .use(let use) = fact else { return nil }
      json.write(position == 0 ? #"{"at":"# : #",{"at":"#)
      json.append(use.at.milliseconds)
      json.write(#","feature":"#)
      json.append(use.feature.rawValue)
      if use.isUnlimited { json.write(#","isUnlimited":true"#) }
      json.write(#","key":"#)
      json.append(use.key.rawValue)
      json.write(#","kind":"use","origin":"#)
      json.append(use.origin.rawValue)
      json.write("}")
    }
    json.write(#"],"feature":"#)
    json.append(feature.rawValue)
    json.write(#","serverTime":"#)
    json.append(serverTime.milliseconds)
    json.write(#","version":"#)
    json.append(version)
    json.write("}")
    return json.isPlain ? json.bytes : nil
  }
}

/// JSON that is written without an encoder, of numbers and of texts that need no escaping.
private struct PlainJSON {
  private(set) var bytes: [UInt8] = []
  /// Whether every text so far could be written as it is.
  private(set) var isPlain = true

  init() { bytes.reserveCapacity(512) }

  /// Writes what stands between the values.
  mutating func write(_ json: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount))
  }

  mutating func append(_ number: some BinaryInteger) { bytes += String(number).utf8 }

  mutating func append(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { text in
      isPlain =
        isPlain
        && text.allSatisfy {
          (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
      bytes.append(contentsOf: text)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
