public import struct Foundation.Data

/// What carries requests to the App Store Server API and brings the answers back.
public protocol ServerAPITransport: Sendable {
  /// Sends one request, once.
  ///
  /// - Parameter request: The request, with everything that it needs.
  /// - Returns: The answer, whatever its status is.
  /// - Throws: Any error when there is no answer; it counts as ``ServerAPIError/Code/notReached``.
  func send(_ request: ServerAPIRequest) async throws -> ServerAPIAnswer
}

/// A request to the App Store Server API.
public struct ServerAPIRequest: Hashable, Sendable {
  /// What is done to the resource.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// Reads it.
    case get = "GET"

    /// Sends something to it.
    case post = "POST"

    /// Puts something in its place.
    case put = "PUT"
  }

  /// What is done to the resource.
  public var method: Method

  /// The whole address of the resource.
  public var url: String

  /// The header fields, one of them the authorization.
  public var headers: [String: String]

  /// The JSON sent.
  public var body: Data?
}

extension ServerAPIRequest: CustomStringConvertible {
  /// The method alone, because addresses and fields tell of customers and keys.
  public var description: String { "ServerAPIRequest(\(method.rawValue))" }
}

/// An answer of the App Store Server API.
public struct ServerAPIAnswer: Hashable, Sendable {
  /// The status (RFC 9110 section 15).
  public var status: Int

  /// The field that says when to ask again, if it was there.
  public var retryAfter: String?

  /// The bytes of the answer.
  public var body: Data

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - retryAfter: The value of the `Retry-After` field.
  ///   - body: The bytes of the answer.
  public init(status: Int, retryAfter: String? = nil, body: Data = Data()) {
    self.status = status
    self.retryAfter = retryAfter
    self.body = body
  }
}
