public import Hummingbird
public import NIOCore

/// The context of a request: what Hummingbird needs, and the address of the peer.
public struct ServerContext: RequestContext {
  /// What Hummingbird keeps for a request.
  public var coreContext: CoreRequestContextStorage
  /// The address of the connection's peer; nil without a connection, as in tests of the router.
  public let remoteAddress: SocketAddress?

  public init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}
