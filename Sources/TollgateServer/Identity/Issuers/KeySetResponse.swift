public import Foundation

/// An issuer's response.
public struct KeySetResponse: Hashable, Sendable {
  /// The HTTP status; only 200 has a key set.
  public let status: Int
  /// The `Cache-Control` field, or nil if there isn't one.
  public let cacheControl: String?
  /// The body, a key set as JSON if the status is 200.
  public let body: Data

  /// Creates a response.
  public init(status: Int, cacheControl: String? = nil, body: Data) {
    self.status = status
    self.cacheControl = cacheControl
    self.body = body
  }

  /// How long it may be cached: the `max-age` of RFC 9111 (5.2.2.1) in seconds; nil if it does not say.
  var maximumAge: Duration? {
    let fields = (cacheControl ?? "").lowercased().split(separator: ",")
    for field in fields {
      let parts = field.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2, parts[0] == "max-age" { return Int64(parts[1]).map { .seconds($0) } }
    }
    return nil
  }
}
