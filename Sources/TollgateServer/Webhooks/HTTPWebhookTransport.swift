import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import TollgateAppStore

/// A transport that posts events to an address.
///
/// The address is resolved for each request, and what it resolves to is checked and then connected to, so that a name
/// cannot change in between; requests that follow each other within a second share a connection. Redirects are not
/// followed, and the body of a response is not read.
public struct HTTPWebhookTransport: WebhookTransport {
  /// How long a request may take before it fails.
  public static let timeout = Duration.seconds(15)

  /// An address that may not be connected to.
  struct PrivateAddress: Error {}

  private let url: String
  private let host: String
  private let port: Int
  private let allowsHTTP: Bool
  private let allowsPrivate: Bool
  private let timeout: Duration
  private let resolve: Resolver
  private let clients: WebhookClients

  /// Finds the address of a host and port; it blocks its thread.
  typealias Resolver = @Sendable (String, Int) throws -> SocketAddress

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - url: The address, without a user or password.
  ///   - allowsHTTP: Whether it may be `http`.
  ///   - allowsPrivate: Whether it may be on this machine or in a private network.
  /// - Throws: ``ConfigurationError`` with code `webhook`.
  public init(
    url: String, allowsHTTP: Bool = false, allowsPrivate: Bool = false
  ) throws(ConfigurationError) {
    try self.init(
      url: url, allowsHTTP: allowsHTTP, allowsPrivate: allowsPrivate, timeout: Self.timeout)
  }

  /// Creates a transport with limits of its own, or that resolves names with a function.
  init(
    url: String, allowsHTTP: Bool, allowsPrivate: Bool, timeout: Duration = Self.timeout,
    keepingIdleFor idleTime: Duration = WebhookClients.idleTime,
    resolve: @escaping Resolver = { try SocketAddress.makeAddressResolvingHost($0, port: $1) }
  ) throws(ConfigurationError) {
    guard OutgoingHTTP.allows(url, byHTTP: true), let parsed = URL(string: url),
      let host = parsed.host(percentEncoded: false)
    else {
      throw ConfigurationError(
        .webhook, "The webhook must be an `https` address without a user or password.")
    }
    guard allowsHTTP || parsed.scheme == "https" else {
      throw ConfigurationError(
        .webhook,
        "The webhook must be an `https` address; `--webhook-allow-http` allows `http`.")
    }
    self.url = url
    self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    port = parsed.port ?? (parsed.scheme == "https" ? 443 : 80)
    self.allowsHTTP = allowsHTTP
    self.allowsPrivate = allowsPrivate
    self.timeout = timeout
    self.resolve = resolve
    clients = WebhookClients(host: self.host, keepingIdleFor: idleTime)
    if let literal = NetworkAddress(self.host), !allowsPrivate, !literal.isPublic {
      throw ConfigurationError(
        .webhook, "The webhook's address is private; private addresses must be allowed.")
    }
  }

  /// Posts an event once; any status from 200 to 299 accepts it.
  ///
  /// - Parameters:
  ///   - body: The event as JSON.
  ///   - headers: The headers, by their lower-case names.
  /// - Returns: Whether it was accepted.
  /// - Throws: An error if the name cannot be resolved, its address is private, or there is no response in
  ///   ``timeout``.
  public func send(_ body: [UInt8], headers: [String: String]) async throws -> Bool {
    let address = try await NIOThreadPool.singleton.runIfActive { [resolve, host, port] in
      try resolve(host, port)
    }
    guard allowsPrivate || NetworkAddress(address).isPublic, let resolved = address.ipAddress
    else { throw PrivateAddress() }
    let client = clients.take(at: resolved)
    defer { clients.giveBack(client) }
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    request.headers.add(name: "user-agent", value: "tollgate")
    request.body = .bytes(ByteBuffer(bytes: body))
    let response = try await client.http.send(
      request, byHTTP: allowsHTTP, within: timeout, reading: nil)
    return (200..<300).contains(response.status)
  }
}
