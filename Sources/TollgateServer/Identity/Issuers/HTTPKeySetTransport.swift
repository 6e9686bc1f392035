import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A transport that fetches key sets with a `GET` request.
///
/// It retries nothing: the cache in front of it decides when an issuer is requested again.
public struct HTTPKeySetTransport: KeySetTransport {
  /// The greatest size of a key set in bytes.
  public static let sizeLimit = 256 * 1024
  /// How long a request may take before it fails.
  public static let timeout = Duration.seconds(10)

  /// Creates a transport over the process's shared HTTP client.
  public init() {}

  /// Fetches an address once.
  ///
  /// - Parameter address: An `https` address.
  /// - Returns: The response, whatever its status.
  /// - Throws: An error of the HTTP client, or of a body larger than ``sizeLimit``.
  public func read(_ address: String) async throws -> KeySetResponse {
    let response = try await HTTPClient.shared.execute(
      HTTPClientRequest(url: address), timeout: TimeAmount(Self.timeout))
    let body = try await response.body.collect(upTo: Self.sizeLimit)
    return KeySetResponse(
      status: Int(response.status.code),
      cacheControl: response.headers.first(name: "Cache-Control"),
      body: Data(body.readableBytesView))
  }
}
