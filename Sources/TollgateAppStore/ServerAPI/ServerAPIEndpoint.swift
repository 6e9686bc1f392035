import Foundation

/// One resource of the App Store Server API, with the method used on it.
struct ServerAPIEndpoint {
  var method: ServerAPIRequest.Method
  var path: [String]

  /// The first part of the path.
  var root = "inApps"
  var query: [(name: String, value: String)] = []
  var body: Data?

  /// Whether the request is idempotent, so that it is retried even if Apple does not say that it did nothing.
  var isRepeatable = true

  init(_ method: ServerAPIRequest.Method, _ path: String...) {
    self.method = method
    self.path = path
  }

  /// An endpoint for groups and seats, whose paths have a different root.
  static func groups(
    _ method: ServerAPIRequest.Method, _ path: String...
  ) -> Self {
    var endpoint = Self(method)
    endpoint.root = "groups"
    endpoint.path = ["v1"] + path
    return endpoint
  }

  func sending(_ body: some Encodable) throws(ServerAPIError) -> Self {
    var endpoint = self
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      endpoint.body = try encoder.encode(body)
    } catch {
      throw ServerAPIError(.invalidRequest, "The request cannot be written as JSON.")
    }
    return endpoint
  }

  func asking(_ query: [(name: String, value: String)]) -> Self {
    var endpoint = self
    endpoint.query += query
    return endpoint
  }

  /// The URL below a base, with everything escaped except RFC 3986's unreserved characters.
  func url(below base: String) throws(ServerAPIError) -> String {
    for part in path where part.allSatisfy({ $0 == "." }) {
      throw ServerAPIError(.invalidRequest, "An identifier in the address is empty.")
    }
    let query = query.map { "\(Self.escape($0.name))=\(Self.escape($0.value))" }
    return (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/\(root)/"
      + path.map(Self.escape).joined(separator: "/")
      + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  private static func escape(_ text: String) -> String {
    var escaped = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        escaped += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return escaped
  }
}
