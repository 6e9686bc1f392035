public import struct Foundation.Data

/// A transport for requests to the App Store Server API.
public protocol ServerAPITransport: Sendable {
  /// Sends one request, without retries.
  ///
  /// - Returns: The response, whatever its status.
  /// - Throws: Any error if there is no response; it counts as ``ServerAPIError/Code/notReached``.
  func send(_ request: ServerAPIRequest) async throws -> ServerAPIAnswer
}

/// A request to the App Store Server API.
public struct ServerAPIRequest: Hashable, Sendable {
  public enum Method: String, Hashable, Sendable, CaseIterable {
    case get = "GET"

    /// Sends data to it.
    case post = "POST"

    /// Replaces it.
    case put = "PUT"

    /// Removes it.
    case delete = "DELETE"
  }

  public var method: Method

  /// The complete URL of the resource.
  public var url: String

  /// The header fields, including the authorization.
  public var headers: [String: String]

  /// The JSON sent.
  public var body: Data?
}

extension ServerAPIRequest: CustomStringConvertible {
  /// The method alone, because URLs and headers reveal customers and keys.
  public var description: String { "ServerAPIRequest(\(method.rawValue))" }
}

/// A response of the App Store Server API.
public struct ServerAPIAnswer: Hashable, Sendable {
  /// The status (RFC 9110 section 15).
  public var status: Int

  /// The value of the `Retry-After` field, if present.
  public var retryAfter: String?

  public var body: Data

  /// Creates a response.
  ///
  /// - Parameter retryAfter: The value of the `Retry-After` field.
  public init(status: Int, retryAfter: String? = nil, body: Data = Data()) {
    self.status = status
    self.retryAfter = retryAfter
    self.body = body
  }
}
