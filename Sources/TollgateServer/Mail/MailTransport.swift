import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import TollgateAppStore

/// A transport that posts signed messages to the operator's mail hook.
public protocol MailTransport: Sendable {
  /// Posts a message once.
  ///
  /// - Parameters:
  ///   - body: The message as JSON; it contains secrets and must not be logged.
  ///   - headers: The headers of [Standard Webhooks](https://www.standardwebhooks.com), by their lower-case names.
  /// - Returns: The HTTP status of the response.
  /// - Throws: Any error if there is no response.
  func post(_ body: [UInt8], headers: [String: String], to url: String) async throws -> Int
}

/// A transport over HTTPS, or HTTP to this machine, that follows no redirect and retries nothing.
public struct HTTPMailTransport: MailTransport {
  /// How long a request may take before it fails.
  public static let timeout = Duration.seconds(10)

  public init() {}

  /// Posts a message once.
  public func post(_ body: [UInt8], headers: [String: String], to url: String) async throws -> Int {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    request.body = .bytes(ByteBuffer(bytes: body))
    return try await OutgoingHTTP.shared.send(request, within: Self.timeout, reading: nil).status
  }
}
