import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOHTTP1
import TollgateAppStore

/// A transport that sends forms to Sign in with Apple.
public protocol AppleSignInTransport: Sendable {
  /// Posts a form once.
  ///
  /// - Parameters:
  ///   - form: The form's fields, percent-encoded; they contain secrets and must not be logged.
  ///   - address: An `https` address.
  /// - Returns: The response, whatever its status.
  /// - Throws: Any error if there is no response.
  func post(_ form: String, to address: String) async throws -> AppleSignInResponse
}

public struct AppleSignInResponse: Sendable {
  public let status: Int
  public let body: Data

  public init(status: Int, body: Data = Data()) {
    self.status = status
    self.body = body
  }
}

/// A transport over HTTP that retries nothing.
public struct HTTPAppleSignInTransport: AppleSignInTransport {
  /// The greatest size of a response in bytes.
  public static let sizeLimit = 64 * 1024
  /// How long a request may take before it fails; a sign-in waits for it.
  public static let timeout = Duration.seconds(5)

  public init() {}

  /// Posts a form once.
  public func post(_ form: String, to address: String) async throws -> AppleSignInResponse {
    var request = HTTPClientRequest(url: address)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
    request.body = .bytes(ByteBuffer(string: form))
    let response = try await OutgoingHTTP.shared.send(
      request, within: Self.timeout, reading: Self.sizeLimit)
    return AppleSignInResponse(status: response.status, body: response.body)
  }
}
