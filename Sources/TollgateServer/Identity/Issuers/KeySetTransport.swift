import AsyncHTTPClient
public import Foundation
import NIOHTTP1
import TollgateAppStore

/// A transport that fetches an issuer's key set.
public protocol KeySetTransport: Sendable {
  /// Fetches an address once.
  ///
  /// - Parameter address: An `https` address.
  /// - Returns: The response, whatever its status.
  /// - Throws: Any error if there is no response.
  func read(_ address: String) async throws -> KeySetResponse
}

/// An issuer's response.
public struct KeySetResponse: Hashable, Sendable {
  /// The HTTP status; only 200 has a key set.
  public let status: Int
  /// The `Cache-Control` field, or nil if there isn't one.
  public let cacheControl: String?
  /// The body, a key set as JSON if the status is 200.
  public let body: Data

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

/// A transport that fetches key sets with a `GET` request.
///
/// It retries nothing: the cache in front of it decides when an issuer is requested again.
public struct HTTPKeySetTransport: KeySetTransport {
  /// The greatest size of a key set in bytes.
  public static let sizeLimit = 256 * 1024
  /// How long a request may take before it fails.
  public static let timeout = Duration.seconds(10)

  public init() {}

  /// Fetches an address once.
  ///
  /// - Parameter address: An `https` address, or an `http` one of this machine.
  /// - Returns: The response, whatever its status; a redirect is one, and is not followed.
  /// - Throws: An error if there is no response, or one that is larger than ``sizeLimit``.
  public func read(_ address: String) async throws -> KeySetResponse {
    let response = try await OutgoingHTTP.shared.send(
      HTTPClientRequest(url: address), within: Self.timeout, reading: Self.sizeLimit)
    return KeySetResponse(
      status: response.status, cacheControl: response.headers.first(name: "Cache-Control"),
      body: response.body)
  }
}
