import HummingbirdCore
import NIOCore

/// The limits that protect a server from connections that send slowly, send nothing, or are too many.
///
/// A connection that misses a deadline is closed without a response, because its peer has not finished the request. The
/// server's own processing time counts toward none of them.
public struct ConnectionLimits: Hashable, Sendable {
  /// How long a new connection may take to send the whole head of its first request.
  public var head: Duration
  /// How long a request may take to send its body, from the end of its head.
  public var body: Duration
  /// How long a connection may stay open between a response and the whole head of the next request.
  public var idle: Duration
  /// How long a client may take to receive a response, or each part of a streamed one.
  public var response: Duration
  /// How many connections may be open; further ones are closed immediately.
  ///
  /// Each needs an open file: ``FileLimit`` says how many the system allows.
  public var connections: Int
  /// How many of these may come from one address; further ones are closed immediately.
  ///
  /// Many phones can share the address of one mobile network.
  public var connectionsPerAddress: Int
  /// The addresses of proxies, which may use all ``connections``.
  public var proxies: Set<String>
  /// The greatest number of bytes, over all connections, in bodies that have not arrived completely; a request that
  /// would exceed it is refused as `busy`.
  public var unfinishedBodies: Int
  /// The greatest number of bytes, over all connections, in responses that their peers have not received; beyond it, the
  /// connections whose peers have received nothing for longest are closed.
  public var unreadResponses: Int
  /// How many of these bytes may wait for one address, except a proxy's; beyond it, its slowest connections are closed.
  public var unreadResponsesPerAddress: Int

  /// Creates limits; each default suits one machine behind no proxy.
  public init(
    head: Duration = .seconds(10), body: Duration = .seconds(20), idle: Duration = .seconds(75),
    response: Duration = .seconds(30), connections: Int = 8192, connectionsPerAddress: Int = 512,
    proxies: Set<String> = [], unfinishedBodies: Int = 64 * 1024 * 1024,
    unreadResponses: Int = 256 * 1024 * 1024, unreadResponsesPerAddress: Int = 64 * 1024 * 1024
  ) {
    self.head = head
    self.body = body
    self.idle = idle
    self.response = response
    self.connections = connections
    self.connectionsPerAddress = connectionsPerAddress
    self.proxies = proxies
    self.unfinishedBodies = unfinishedBodies
    self.unreadResponses = unreadResponses
    self.unreadResponsesPerAddress = unreadResponsesPerAddress
  }
}

extension ConnectionLimits {
  /// The name by which a peer's connections are counted: a proxy's as ``proxies`` writes it, whatever family its socket is
  /// of; otherwise that of an IPv4 address, or of the /64 of an IPv6 one.
  func name(of peer: SocketAddress?) -> String {
    let address = NetworkAddress(peer)
    if let proxy = proxies.first(where: { NetworkAddress($0) == address }) { return proxy }
    return address == .unknown ? "" : address.subscriberName
  }

  /// Stops accepting while the connections that are too many wait to be closed: each takes a file until then.
  var acceptance: MaximumAvailableConnections {
    MaximumAvailableConnections(connections + min(connections, FileLimit.closing))
  }
}
