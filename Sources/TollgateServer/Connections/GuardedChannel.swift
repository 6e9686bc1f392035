import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// An HTTP/1.1 connection that must observe the server's limits.
struct GuardedChannel: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  let http: HTTP1Channel
  let limits: ConnectionLimits
  let register: ConnectionRegister

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    http.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(ConnectionGuard(limits, register), position: .after(decoder))
      return value
    }
  }

  func handle(value: Value, logger: Logger) async {
    await http.handle(value: value, logger: logger)
  }
}
