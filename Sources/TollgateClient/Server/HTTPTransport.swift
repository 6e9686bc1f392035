public import Foundation

/// Carries one request to the server and brings its answer back.
public protocol HTTPTransport: Sendable {
  /// Sends a request.
  ///
  /// - Parameter request: What to send.
  /// - Returns: The whole answer, whatever its status.
  /// - Throws: Any error where no whole answer came; whether the server acted is then not known.
  func send(_ request: TransportRequest) async throws -> TransportAnswer
}

/// A request to the server, relative to its address.
public struct TransportRequest: Hashable, Sendable {
  /// The HTTP method, in capitals.
  public let method: String
  /// The path from the server's root, percent-encoded, with a leading slash.
  public let path: String
  /// The header fields, by lowercase name.
  public let headers: [String: String]
  /// The body, or nil for none.
  public let body: Data?

  /// Describes a request.
  public init(method: String, path: String, headers: [String: String] = [:], body: Data? = nil) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }
}

/// The server's answer.
public struct TransportAnswer: Hashable, Sendable {
  /// The HTTP status.
  public let status: Int
  /// The header fields, by lowercase name.
  public let headers: [String: String]
  /// The body.
  public let body: Data

  /// Describes an answer.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
