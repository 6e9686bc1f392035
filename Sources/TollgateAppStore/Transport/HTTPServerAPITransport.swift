import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A transport for the App Store Server API over HTTPS.
public struct HTTPServerAPITransport: ServerAPITransport {
  /// The greatest number of bytes in a response.
  public static let answerSizeLimit = 8 * 1024 * 1024

  /// The default request timeout: 30 seconds.
  public static let defaultTimeout = Duration.seconds(30)

  private let timeout: Duration
  private let allowsHTTP: Bool

  /// Creates a transport.
  ///
  /// - Parameter allowsHTTP: Whether requests, which carry a token of the key, may go by HTTP to another machine, where
  ///   a simulated store runs.
  public init(
    timeout: Duration = HTTPServerAPITransport.defaultTimeout, allowsHTTP: Bool = false
  ) {
    self.timeout = timeout
    self.allowsHTTP = allowsHTTP
  }

  /// Sends one request, without retries.
  ///
  /// - Returns: The response, whatever its status; a redirect is one, and is not followed.
  /// - Throws: An error if there is no response, or one that is too large.
  public func send(_ request: ServerAPIRequest) async throws -> ServerAPIAnswer {
    var message = HTTPClientRequest(url: request.url)
    message.method = .RAW(value: request.method.rawValue)
    for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
      message.headers.add(name: name, value: value)
    }
    if let body = request.body { message.body = .bytes(ByteBuffer(bytes: body)) }
    let response = try await OutgoingHTTP.shared.send(
      message, byHTTP: allowsHTTP, within: timeout, reading: Self.answerSizeLimit)
    return ServerAPIAnswer(
      status: response.status, retryAfter: response.headers.first(name: "Retry-After"),
      body: response.body)
  }

  /// Sends an OCSP request to a responder, for a ``RevocationChecker`` (RFC 6960 appendix A).
  ///
  /// Certificates name responders by HTTP, and their responses are signed.
  ///
  /// - Parameter question: The request in DER.
  /// - Returns: The response in DER.
  /// - Throws: An error if there is no response, or one that is too large.
  public func ask(_ question: [UInt8], at address: String) async throws -> [UInt8] {
    var message = HTTPClientRequest(url: address)
    message.method = .POST
    message.headers.add(name: "Content-Type", value: "application/ocsp-request")
    message.body = .bytes(ByteBuffer(bytes: question))
    let response = try await OutgoingHTTP.shared.send(
      message, byHTTP: true, within: timeout, reading: RevocationChecker.answerSizeLimit)
    return Array(response.body)
  }
}
