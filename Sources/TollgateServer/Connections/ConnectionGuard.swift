import NIOCore
import NIOHTTP1

/// Enforces the server's limits on one connection.
///
/// It sits between the HTTP decoder and everything else. It also ends the connection of an HTTP/1.0 client that did not
/// ask to keep it ([RFC 9112, 9.3](https://www.rfc-editor.org/rfc/rfc9112#section-9.3)), and refuses a request that does not
/// name one host.
final class ConnectionGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let limits: ConnectionLimits
  private let register: ConnectionRegister
  private var phase = ConnectionPhase()
  private var admittedAddress: String?
  /// Whether a request was refused, after which no more are read.
  private var isRefused = false
  private var unread: UnreadResponses.ID?
  private var running: ConnectionPhase.Deadline?
  /// When the running deadline is missed.
  private var due: NIODeadline?
  private var check: Scheduled<Void>?

  init(_ limits: ConnectionLimits, _ register: ConnectionRegister) {
    self.limits = limits
    self.register = register
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    switch unwrapInboundIn(data) {
    case .head(var head):
      phase.headReceived()
      guard head.namesHost else {
        isRefused = true
        update(context)
        // As for a head that cannot be read, it is answered with 400 and the connection is closed.
        return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
      }
      if head.version == .http1_0, !head.isKeepAlive {
        head.headers.replaceOrAdd(name: "connection", value: "close")
      }
      context.fireChannelRead(wrapInboundOut(.head(head)))
    case .body:
      context.fireChannelRead(data)
    case .end:
      phase.requestReceived()
      context.fireChannelRead(data)
    }
    update(context)
  }

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      // An interim response, such as 100 Continue, is not the answer.
      if head.status.code >= 200 { phase.responseBegan() }
      update(context)
      context.write(data, promise: promise)
    case .body(let part):
      if running == .response { running = nil }
      update(context)
      let sent = promise ?? context.eventLoop.makePromise()
      if let unread {
        let bytes = part.readableBytes
        sent.futureResult.whenComplete { [responses = register.responses] _ in
          responses.sent(bytes, to: unread)
        }
        context.write(data, promise: sent)
        register.responses.wrote(bytes, to: unread)
      } else {
        context.write(data, promise: sent)
      }
    case .end:
      let sent = promise ?? context.eventLoop.makePromise()
      let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
      sent.futureResult.whenComplete { _ in
        let (handler, context) = bound.value
        handler.phase.responseSent()
        handler.update(context)
      }
      context.write(data, promise: sent)
    }
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard admittedAddress == nil else { return }
    let address = limits.name(of: context.remoteAddress)
    guard register.admit(address) else { return context.close(promise: nil) }
    admittedAddress = address
    unread = register.responses.begin(from: address) { [channel = context.channel] in
      channel.close(promise: nil)
    }
    update(context)
    scheduleCheck(context)
  }

  private func end() {
    check?.cancel()
    check = nil
    if let admittedAddress { register.leave(admittedAddress) }
    admittedAddress = nil
    if let unread { register.responses.end(unread) }
    unread = nil
  }

  /// Starts the deadline of what the connection now waits for; a running deadline is extended only by
  /// another part of a response.
  private func update(_ context: ChannelHandlerContext) {
    guard admittedAddress != nil, phase.deadline != running else { return }
    running = phase.deadline
    due = running.map { context.eventLoop.now + TimeAmount(limits.duration(of: $0)) }
  }

  /// Checks at the deadline whether it was missed.
  ///
  /// Every request has several deadlines, and almost none is ever reached: instead of a timer for each, there is one
  /// that runs again after the shortest limit at the latest, so that no new deadline is earlier.
  private func scheduleCheck(_ context: ChannelHandlerContext) {
    let latest = context.eventLoop.now + TimeAmount(limits.shortest)
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    check = context.eventLoop.scheduleTask(deadline: min(due ?? latest, latest)) {
      let (handler, context) = bound.value
      if let due = handler.due, due <= context.eventLoop.now { return context.close(promise: nil) }
      handler.scheduleCheck(context)
    }
  }
}

extension HTTPRequestHead {
  /// Whether it has as many `Host` fields as it must
  /// ([RFC 9112, 3.2](https://www.rfc-editor.org/rfc/rfc9112#section-3.2)): one, or none before HTTP/1.1.
  fileprivate var namesHost: Bool {
    let hosts = headers["host"].count
    return hosts == 1 || hosts == 0 && version == .http1_0
  }
}
