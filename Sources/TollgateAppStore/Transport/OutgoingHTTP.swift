package import AsyncHTTPClient
package import Foundation
import NIOCore
package import NIOHTTP1

/// Sends everything that goes out: a server's requests to the App Store, Sign in with Apple, token issuers, certificate
/// responders, receivers of webhooks and the hook for mail; the simulated store's notifications and questions to the
/// app's server; what the command-line tool asks a server.
///
/// One policy holds for all of them:
/// - Requests use HTTPS; HTTP is used only to this machine, or where the caller allows it.
/// - No redirect is followed: its answer may name any address, and send what is secret there, or keys from there here.
/// - A time limit counts to the last byte, and a response is limited in bytes.
/// - Nothing is retried: the caller decides when to send again.
package struct OutgoingHTTP: Sendable {
  /// A response, whatever its status.
  package struct Response: Sendable {
    package let status: Int
    package let headers: HTTPHeaders
    /// The body; empty if it is discarded.
    package let body: Data
  }

  /// The reason that nothing was sent, or that there is no response.
  package enum Failure: Error, Hashable, CustomStringConvertible {
    /// The address must be HTTPS.
    case notHTTPS
    /// There was no whole response in time.
    case timedOut

    package var description: String {
      switch self {
      case .notHTTPS: "the address is not HTTPS"
      case .timedOut: "there was no whole response in time"
      }
    }
  }

  /// How many bytes of a response whose body does not matter are read, to keep its connection.
  private static let discarded = 4096

  /// An HTTP client, whose connections are kept open and shared.
  package static let shared = OutgoingHTTP()

  private let client: HTTPClient

  /// Creates a client, which must be shut down.
  ///
  /// - Parameters:
  ///   - addresses: The addresses of names that are not to be resolved.
  ///   - idleTime: How long a connection is kept open without a request.
  package init(
    resolving addresses: [String: String] = [:], keepingIdleFor idleTime: Duration = .seconds(60)
  ) {
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.dnsOverride = addresses
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.idleTimeout = TimeAmount(idleTime)
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// Whether a request may go to an address: an absolute one without a user or password, by a protocol that is allowed.
  package static func allows(_ address: String, byHTTP allowsHTTP: Bool = false) -> Bool {
    guard let url = URL(string: address), let host = url.host(percentEncoded: false), !host.isEmpty,
      url.user() == nil, url.password() == nil
    else { return false }
    switch url.scheme?.lowercased() {
    case "https": return true
    case "http": return allowsHTTP || isThisMachine(host)
    default: return false
    }
  }

  /// Whether a host is this machine, which no network is needed to reach.
  private static func isThisMachine(_ host: String) -> Bool {
    if host.lowercased() == "localhost" { return true }
    let literal = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    switch try? SocketAddress(ipAddress: literal, port: 0) {
    case .v4: return literal.hasPrefix("127.")
    case .v6: return literal == "::1"
    case .unixDomainSocket, nil: return false
    }
  }

  /// Sends a request once.
  ///
  /// - Parameters:
  ///   - allowsHTTP: Whether it may go by HTTP to another machine.
  ///   - timeout: The time for all of it; a body that is discarded has as long again.
  ///   - sizeLimit: The greatest number of bytes in the response; nil discards it, and its status alone counts.
  /// - Throws: ``Failure``, an error of the client, or one for a response that is too large.
  package func send(
    _ request: HTTPClientRequest, byHTTP allowsHTTP: Bool = false, within timeout: Duration,
    reading sizeLimit: Int?
  ) async throws -> Response {
    guard Self.allows(request.url, byHTTP: allowsHTTP) else { throw Failure.notHTTPS }
    guard let sizeLimit else {
      let response = try await Self.within(timeout) {
        try await client.execute(request, timeout: TimeAmount(timeout))
      }
      // A response that is not read to its end closes its connection, which the next request could use.
      _ = try? await Self.within(timeout) {
        try await response.body.collect(upTo: Self.discarded)
      }
      return Response(
        status: Int(response.status.code), headers: response.headers, body: Data())
    }
    return try await Self.within(timeout) {
      let response = try await client.execute(request, timeout: TimeAmount(timeout))
      let body = try await response.body.collect(upTo: sizeLimit)
      return Response(
        status: Int(response.status.code), headers: response.headers,
        body: Data(body.readableBytesView))
    }
  }

  /// Does some work, unless it takes too long.
  private static func within<Value: Sendable>(
    _ timeout: Duration, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await Task.sleep(for: timeout)
        throw Failure.timedOut
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw Failure.timedOut }
      return value
    }
  }

  /// Closes the connections.
  package func shutdown() async throws { try await client.shutdown() }
}
