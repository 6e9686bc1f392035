import NIOCore
import NIOHTTP1

/// Answers the most frequent requests of a connection on its event loop, and passes all others on to the router.
///
/// Responses keep the order of the requests: a request is answered here only if the router owes none, and what arrives
/// while it is answered waits for it.
final class DirectHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// How many parts and events may wait until the connection is not read any further.
  static let waitingLimit = 16

  /// What arrived while a request was being answered.
  private enum Waiting {
    case part(HTTPServerRequestPart)
    case event(Any)
    case error(any Error)
  }

  private let responder: DirectResponder
  private let peer: NetworkAddress
  private let executor: EventLoopExecutor
  /// The request whose body is being read, if it may be answered here.
  private var request: DirectRequest?
  private var isAnswering = false
  /// How many requests the router has not answered.
  private var routed = 0
  private var waiting: [Waiting] = []
  /// Whether a read was put off because too much is waiting.
  private var mustRead = false

  init(
    _ responder: DirectResponder, peer: NetworkAddress = .unknown, on loop: any EventLoop
  ) {
    self.responder = responder
    self.peer = peer
    executor = EventLoopExecutor(loop)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    receive(unwrapInboundIn(data), context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if !isAnswering { context.fireChannelReadComplete() }
  }

  func read(context: ChannelHandlerContext) {
    mustRead = waiting.count >= Self.waitingLimit
    if !mustRead { context.read() }
  }

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    if case .end = unwrapOutboundIn(data) { routed = max(0, routed - 1) }
    context.write(data, promise: promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // At shutdown, or when the peer has sent everything, the router would close the connection.
    guard !isAnswering else { return waiting.append(.event(event)) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !isAnswering else { return waiting.append(.error(error)) }
    context.fireErrorCaught(error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    waiting = []
    context.fireChannelInactive()
  }

  private func receive(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
    guard !isAnswering else { return waiting.append(.part(part)) }
    switch part {
    case .head(let head):
      request = routed == 0 ? DirectRequest(head, responder.routes) : nil
      guard request == nil else { return }
      routed += 1
    case .body(var bytes):
      guard request?.body.writeBuffer(&bytes) != nil else { break }
      if let length = request?.body.readableBytes, length > DirectRequest.bodyLimit {
        pass(context)
      }
      return
    case .end(let trailers):
      if let request, trailers == nil { return answer(request, context) }
      pass(context)
    }
    context.fireChannelRead(wrapInboundOut(part))
  }

  /// Passes on what was kept of a request.
  private func pass(_ context: ChannelHandlerContext) {
    guard let request else { return }
    self.request = nil
    routed += 1
    context.fireChannelRead(wrapInboundOut(.head(request.head)))
    if request.body.readableBytes > 0 {
      context.fireChannelRead(wrapInboundOut(.body(request.body)))
    }
  }

  private func answer(_ request: DirectRequest, _ context: ChannelHandlerContext) {
    isAnswering = true
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let willAnswer = responder.respond(
      to: request, from: peer, on: context.eventLoop, executor
    ) { response in
      let (handler, context) = bound.value
      handler.send(response, context)
    }
    guard !willAnswer else { return }
    isAnswering = false
    pass(context)
    context.fireChannelRead(wrapInboundOut(.end(nil)))
  }

  private func send(_ response: DirectResponse?, _ context: ChannelHandlerContext) {
    request = nil
    isAnswering = false
    if let response {
      context.write(wrapOutboundOut(.head(response.head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    } else {
      context.close(promise: nil)
    }
    if !waiting.isEmpty || mustRead { resume(context) }
  }

  /// Handles what arrived in the meantime, up to the next request that is answered here.
  private func resume(_ context: ChannelHandlerContext) {
    let arrived = waiting
    waiting = []
    for next in arrived {
      switch next {
      case .part(let part): receive(part, context)
      case .event(let event): userInboundEventTriggered(context: context, event: event)
      case .error(let error): errorCaught(context: context, error: error)
      }
    }
    guard !isAnswering else { return }
    context.fireChannelReadComplete()
    guard mustRead else { return }
    mustRead = false
    context.read()
  }
}
