import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import TollgateServer

@Suite("The limits of connections")
struct ConnectionGuardTests {
  static let limits = ConnectionLimits(
    head: .seconds(10), body: .seconds(20), idle: .seconds(75), response: .seconds(30),
    connections: 3, connectionsPerAddress: 2, proxies: ["10.0.0.9"])

  /// What a peer and the server do on a connection.
  enum Step {
    case wait(Int64)
    case head(Int)
    case body, end, answerBegins, answerContinues, answerEnds
  }

  @Test(
    "a connection is closed when its peer misses a deadline, and not while the server is at work",
    arguments: [
      ("a half-sent head", [.wait(10)], 9, 10),
      ("a half-sent body", [.wait(9), .head(0), .wait(20)], 28, 29),
      ("a trickled body gains no time", [.head(0), .wait(10), .body, .wait(10)], 19, 20),
      ("the server's own time", [.head(0), .end, .wait(3600)], 3600, nil),
      (
        "silence after a response",
        [.head(0), .end, .answerBegins, .answerEnds, .wait(75)], 74, 75
      ),
      (
        "a half-sent second head",
        [.head(0), .end, .answerBegins, .answerEnds, .wait(60), .wait(15)], 74, 75
      ),
      ("silence after an answer to no request", [.answerBegins, .answerEnds, .wait(75)], 74, 75),
      ("a response that is not received", [.head(0), .end, .answerBegins, .wait(30)], 29, 30),
      (
        "a response that is made as it is sent",
        [.head(0), .end, .answerBegins, .wait(20), .answerContinues, .wait(30)], 49, 50
      ),
      (
        "a second request while the first is answered",
        [.head(0), .end, .head(0), .end, .answerBegins, .answerEnds, .wait(3600)], 3600, nil
      ),
      (
        "a second body while the first is answered",
        [.head(0), .end, .head(0), .wait(20)], 19, 20
      ),
    ] as [(String, [Step], Int64, Int64?)])
  func deadlines(name: String, steps: [Step], open: Int64, closed: Int64?) async throws {
    for limit in [open, closed].compactMap(\.self) {
      let channel = try Self.channel(ConnectionRegister(Self.limits, logger: quietLogger))
      var left = limit
      for step in steps {
        guard channel.isActive else { break }
        switch step {
        case .wait(let seconds):
          let time = min(seconds, left)
          channel.embeddedEventLoop.advanceTime(by: .seconds(time))
          left -= time
        case .head: try channel.writeInbound(Self.head(.http1_1))
        case .body: try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "x")))
        case .end: try channel.writeInbound(HTTPServerRequestPart.end(nil))
        case .answerBegins:
          try channel.writeOutbound(
            HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        case .answerContinues:
          try channel.writeOutbound(
            HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: "x"))))
        case .answerEnds: try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        }
      }
      #expect(channel.isActive == (limit == open), "\(name), after \(limit) s")
      _ = try? channel.finish(acceptAlreadyClosed: true)
    }
  }

  @Test("connections are limited in all and by address, and a closed one makes room")
  func counts() throws {
    let register = ConnectionRegister(Self.limits, logger: quietLogger)
    let first = try Self.channel(register, from: "10.0.0.1")
    let second = try Self.channel(register, from: "10.0.0.1")
    #expect(first.isActive && second.isActive)
    #expect(try !Self.channel(register, from: "10.0.0.1").isActive, "a third of one address")
    let other = try Self.channel(register, from: "10.0.0.2")
    #expect(other.isActive)
    #expect(try !Self.channel(register, from: "10.0.0.3").isActive, "a fourth in all")
    _ = try first.finish()
    #expect(try Self.channel(register, from: "10.0.0.1").isActive, "room again")
  }

  @Test("a proxy is held to the limit of all connections alone")
  func proxy() throws {
    let register = ConnectionRegister(Self.limits, logger: quietLogger)
    let channels = try (0..<4).map { _ in try Self.channel(register, from: "10.0.0.9") }
    #expect(channels.map(\.isActive) == [true, true, true, false])
  }

  @Test("the /64 of an IPv6 address is one, and a proxy is known in either family of sockets")
  func networks() throws {
    let register = ConnectionRegister(Self.limits, logger: quietLogger)
    let neighbors = try ["2001:db8::1", "2001:db8::2", "2001:db8::3"].map {
      try Self.channel(register, from: $0)
    }
    #expect(neighbors.map(\.isActive) == [true, true, false])
    #expect(try Self.channel(register, from: "2001:db8:0:1::1").isActive)
    let others = ConnectionRegister(Self.limits, logger: quietLogger)
    let proxied = try (0..<3).map { _ in try Self.channel(others, from: "::ffff:10.0.0.9") }
    #expect(proxied.map(\.isActive) == [true, true, true])
  }

  @Test("a flood is logged once, and its size when it is over")
  func log() throws {
    let lines = LogLines()
    let register = ConnectionRegister(
      Self.limits, logger: Logger(label: "tests") { _ in lines.handler })
    let open = try (0..<2).map { _ in try Self.channel(register) }
    for _ in 0..<5 { _ = try Self.channel(register) }
    _ = try open[0].finish()
    _ = try Self.channel(register)
    #expect(
      lines.all == [
        "warning connections are refused: too many are open ",
        "warning connections are admitted again refused=5",
      ])
  }

  @Test(
    "HTTP/1.0 ends its connection unless the client asks to keep it",
    arguments: [
      (.http1_0, nil, "close"), (.http1_0, "keep-alive", "keep-alive"), (.http1_1, nil, nil),
      (.http1_1, "close", "close"),
    ] as [(HTTPVersion, String?, String?)])
  func version(version: HTTPVersion, sent: String?, seen: String?) throws {
    let channel = try Self.channel(ConnectionRegister(Self.limits, logger: quietLogger))
    try channel.writeInbound(Self.head(version, connection: sent))
    guard case .head(let head) = try channel.readInbound(as: HTTPServerRequestPart.self) else {
      Issue.record("no head")
      return
    }
    #expect(head.headers.first(name: "connection") == seen)
    _ = try channel.finish()
  }

  @Test(
    "a request names one host, and none before HTTP/1.1 at the least",
    arguments: [
      (.http1_1, ["a"], true), (.http1_1, [], false), (.http1_1, ["a", "a"], false),
      (.http1_1, [""], true), (.http1_0, [], true), (.http1_0, ["a"], true),
      (.http1_0, ["a", "b"], false),
    ] as [(HTTPVersion, [String], Bool)])
  func host(version: HTTPVersion, hosts: [String], isTaken: Bool) throws {
    let channel = try Self.channel(ConnectionRegister(Self.limits, logger: quietLogger))
    let head = HTTPRequestHead(
      version: version, method: .GET, uri: "/", headers: HTTPHeaders(hosts.map { ("Host", $0) }))
    do {
      try channel.writeInbound(HTTPServerRequestPart.head(head))
      #expect(isTaken)
    } catch {
      #expect(!isTaken && error as? HTTPParserError == .invalidHeaderToken)
      // Nothing that follows on the connection is read.
      try channel.writeInbound(Self.head(.http1_1))
    }
    #expect((try channel.readInbound(as: HTTPServerRequestPart.self) != nil) == isTaken)
    _ = try? channel.finish()
  }

  @Test("unfinished bodies share a budget, and a finished one gives its bytes back")
  func budget() {
    let budget = BodyBudget(10)
    #expect(budget.take(6))
    #expect(!budget.take(5))
    #expect(budget.take(4))
    budget.release(6)
    #expect(budget.take(5))
  }

  @Test("a response counts as unread until the peer has it, or the connection is closed")
  func unread() throws {
    let register = ConnectionRegister(Self.limits, logger: quietLogger)
    let channel = try Self.channel(register)
    let body = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: "12345")))
    channel.write(body, promise: nil)
    #expect(register.responses.bytes == 5)
    channel.flush()
    #expect(register.responses.bytes == 0)
    channel.write(body, promise: nil)
    _ = try channel.finish(acceptAlreadyClosed: true)
    #expect(register.responses.bytes == 0)
  }

  private static func channel(
    _ register: ConnectionRegister, from address: String = "10.0.0.1"
  ) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandler(ConnectionGuard(limits, register))
    try channel.connect(to: try SocketAddress(ipAddress: address, port: 80)).wait()
    channel.embeddedEventLoop.run()
    return channel
  }

  private static func head(
    _ version: HTTPVersion, connection: String? = nil
  ) -> HTTPServerRequestPart {
    var headers = HTTPHeaders([("host", "localhost")])
    if let connection { headers.add(name: "connection", value: connection) }
    return .head(HTTPRequestHead(version: version, method: .POST, uri: "/", headers: headers))
  }
}
