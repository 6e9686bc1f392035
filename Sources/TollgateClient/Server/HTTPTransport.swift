public import Foundation

/// A transport that sends one request to the server and returns its response.
public protocol HTTPTransport: Sendable {
  /// Sends a request.
  ///
  /// - Returns: The complete response, whatever its status.
  /// - Throws: Any error if no complete response arrived; whether the server acted is then unknown.
  func send(_ request: TransportRequest) async throws -> TransportAnswer

  /// The server's root address, from which a web view loads the pages of paywalls. It is nil by default, and all
  /// paywalls are then native.
  var pageServer: URL? { get }
}

extension HTTPTransport {
  /// None: all paywalls are native.
  public var pageServer: URL? { nil }
}

/// A request to the server, relative to its address.
public struct TransportRequest: Hashable, Sendable {
  public let method: String
  /// The path from the server's root, percent-encoded, with a leading slash.
  public let path: String
  /// The header fields, by lowercase name.
  public let headers: [String: String]
  /// The body, or nil if there isn't one.
  public let body: Data?

  /// Describes a request.
  public init(method: String, path: String, headers: [String: String] = [:], body: Data? = nil) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }
}

/// The server's response.
public struct TransportAnswer: Hashable, Sendable {
  public let status: Int
  /// The header fields, by lowercase name.
  public let headers: [String: String]
  public let body: Data

  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
