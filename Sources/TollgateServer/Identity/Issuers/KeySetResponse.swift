public import Foundation

/// An issuer's response.
public struct KeySetResponse: Hashable, Sendable {
  /// The status.
  public let status: Int
  /// The `Cache-Control` field, or nil if there isn't one.
  public let cacheControl: String?
  /// The body.
  public let body: Data

  /// Creates a response.
  public init(status: Int, cacheControl: String? = nil, body: Data) {
    self.status = status
    self.cacheControl = cacheControl
    self.body = body
  }

  /// How long it may be cached, if it says so.
  var maximumAge: Duration? {
    let fields = (cacheControl ?? "").lowercased().split(separator: ",")
    for field in fields {
      let parts = field.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2, parts[0] == "max-age" { return Int64(parts[1]).map { .seconds($0) } }
    }
    return nil
  }
}
