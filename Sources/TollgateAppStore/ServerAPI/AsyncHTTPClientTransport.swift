public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A transport for the App Store Server API over HTTP.
public struct AsyncHTTPClientTransport: ServerAPITransport {
  /// The greatest number of bytes in a response.
  public static let answerSizeLimit = 8 * 1024 * 1024

  /// The default request timeout: 30 seconds.
  public static let defaultTimeout = Duration.seconds(30)

  private let client: HTTPClient
  private let timeout: Duration

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - client: The HTTP client to use, which its owner shuts down.
  ///   - timeout: The request timeout.
  public init(
    _ client: HTTPClient = .shared, timeout: Duration = AsyncHTTPClientTransport.defaultTimeout
  ) {
    self.client = client
    self.timeout = timeout
  }

  /// Sends one request, without retries.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response, whatever its status.
  /// - Throws: The client's error if there is no response, or one that is too large.
  public func send(_ request: ServerAPIRequest) async throws -> ServerAPIAnswer {
    var message = HTTPClientRequest(url: request.url)
    message.method = .RAW(value: request.method.rawValue)
    for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
      message.headers.add(name: name, value: value)
    }
    if let body = request.body { message.body = .bytes(ByteBuffer(bytes: body)) }
    let response = try await client.execute(message, timeout: TimeAmount(timeout))
    let body = try await response.body.collect(upTo: Self.answerSizeLimit)
    return ServerAPIAnswer(
      status: Int(response.status.code), retryAfter: response.headers.first(name: "Retry-After"),
      body: Data(body.readableBytesView))
  }

  /// Sends an OCSP request to a responder, for a ``RevocationChecker`` (RFC 6960 appendix A).
  ///
  /// - Parameters:
  ///   - question: The request in DER.
  ///   - address: The responder's address.
  /// - Returns: The response in DER.
  /// - Throws: The client's error if there is no response, or one that is too large.
  public func ask(_ question: [UInt8], at address: String) async throws -> [UInt8] {
    var message = HTTPClientRequest(url: address)
    message.method = .POST
    message.headers.add(name: "Content-Type", value: "application/ocsp-request")
    message.body = .bytes(ByteBuffer(bytes: question))
    let response = try await client.execute(message, timeout: TimeAmount(timeout))
    let body = try await response.body.collect(upTo: RevocationChecker.answerSizeLimit)
    return Array(body.readableBytesView)
  }
}
