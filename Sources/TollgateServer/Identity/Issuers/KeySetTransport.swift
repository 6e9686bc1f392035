import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOHTTP1

/// What reads an issuer's key set.
public protocol KeySetTransport: Sendable {
  /// Reads an address once.
  ///
  /// - Parameter address: An `https` address.
  /// - Returns: The answer, whatever its status is.
  /// - Throws: Any error where there is no answer.
  func read(_ address: String) async throws -> KeySetAnswer
}

/// What an issuer answered.
public struct KeySetAnswer: Hashable, Sendable {
  /// The status.
  public let status: Int
  /// The `Cache-Control` field; nil where there was none.
  public let cacheControl: String?
  /// The body.
  public let body: Data

  /// Describes an answer.
  public init(status: Int, cacheControl: String? = nil, body: Data) {
    self.status = status
    self.cacheControl = cacheControl
    self.body = body
  }

  /// How many seconds it may be kept, where it says so.
  var maximumAge: Int64? {
    let fields = (cacheControl ?? "").lowercased().split(separator: ",")
    for field in fields {
      let parts = field.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2, parts[0] == "max-age" { return Int64(parts[1]) }
    }
    return nil
  }
}

/// Reads key sets over HTTP.
public struct HTTPKeySetTransport: KeySetTransport {
  /// How many bytes a key set may have.
  public static let sizeLimit = 256 * 1024
  /// How long an answer may take, in seconds.
  public static let timeout: Int64 = 10

  /// Makes a transport over the process's shared HTTP client.
  public init() {}

  /// Reads an address once.
  public func read(_ address: String) async throws -> KeySetAnswer {
    let response = try await HTTPClient.shared.execute(
      HTTPClientRequest(url: address), timeout: .seconds(Self.timeout))
    let body = try await response.body.collect(upTo: Self.sizeLimit)
    return KeySetAnswer(
      status: Int(response.status.code),
      cacheControl: response.headers.first(name: "Cache-Control"),
      body: Data(body.readableBytesView))
  }
}
