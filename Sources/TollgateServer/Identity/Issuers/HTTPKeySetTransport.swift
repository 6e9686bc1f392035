import AsyncHTTPClient
import NIOHTTP1
import TollgateAppStore

/// A transport that fetches key sets with a `GET` request.
///
/// It retries nothing: the cache in front of it decides when an issuer is requested again.
public struct HTTPKeySetTransport: KeySetTransport {
  /// The greatest size of a key set in bytes.
  public static let sizeLimit = 256 * 1024
  /// How long a request may take before it fails.
  public static let timeout = Duration.seconds(10)

  /// Creates a transport.
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
