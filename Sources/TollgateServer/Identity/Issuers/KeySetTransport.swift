import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOHTTP1

/// A transport that fetches an issuer's key set.
public protocol KeySetTransport: Sendable {
  /// Fetches an address once.
  ///
  /// - Parameter address: An `https` address.
  /// - Returns: The response, whatever its status.
  /// - Throws: Any error if there is no response.
  func read(_ address: String) async throws -> KeySetAnswer
}

/// An issuer's response.
public struct KeySetAnswer: Hashable, Sendable {
  /// The status.
  public let status: Int
  /// The `Cache-Control` field, or nil if there isn't one.
  public let cacheControl: String?
  /// The body.
  public let body: Data

  /// Creates a response.
  public init(status: Int, cacheControl: String? = nil, body: Data) {
    self.status = status
    self.cacheControl = cacheControl
    self.body = body
  }

  /// How long it may be cached, if it says so.
  var maximumAge: Duration? {
    let fields = (cacheControl ?? "").lowercased().split(separator: ",")
    for field in fields {
      let parts = field.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2, parts[0] == "max-age" { return Int64(parts[1]).map { .seconds($0) } }
    }
    return nil
  }
}

/// A transport that fetches key sets over HTTP.
public struct HTTPKeySetTransport: KeySetTransport {
  /// The greatest size of a key set in bytes.
  public static let sizeLimit = 256 * 1024
  /// The request timeout: ten seconds.
  public static let timeout = Duration.seconds(10)

  /// Creates a transport over the process's shared HTTP client.
  public init() {}

  /// Fetches an address once.
  public func read(_ address: String) async throws -> KeySetAnswer {
    let response = try await HTTPClient.shared.execute(
      HTTPClientRequest(url: address), timeout: TimeAmount(Self.timeout))
    let body = try await response.body.collect(upTo: Self.sizeLimit)
    return KeySetAnswer(
      status: Int(response.status.code),
      cacheControl: response.headers.first(name: "Cache-Control"),
      body: Data(body.readableBytesView))
  }
}
