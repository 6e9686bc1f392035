import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// An HTTP/1.1 connection, with or without TLS, that must observe the server's limits.
struct GuardedChannel: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  let http: HTTP1Channel
  let limits: ConnectionLimits
  let register: ConnectionRegister
  /// Answers the most frequent requests; nil leaves all of them to the router.
  var direct: DirectResponder?
  /// The certificate for HTTPS; nil serves HTTP.
  var certificate: ServerCertificate?

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      guard let certificate else { return }
      // The deadline for a request's head begins before the handshake.
      try channel.pipeline.syncOperations.addHandler(
        NIOSSLServerHandler(context: certificate.context))
    }.flatMap {
      http.setup(channel: channel, logger: logger)
    }.flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      let connectionGuard = ConnectionGuard(limits, register)
      try pipeline.addHandler(connectionGuard, position: .after(decoder))
      if let direct {
        try pipeline.addHandler(
          DirectHandler(
            direct, peer: NetworkAddress(channel.remoteAddress), on: channel.eventLoop),
          position: .after(connectionGuard))
      }
      return value
    }
  }

  func handle(value: Value, logger: Logger) async {
    await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
      await http.handle(value: value, logger: logger)
    }
  }
}
