import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Requests that are answered on the event loop")
struct DirectHandlerTests {
  /// A connection to a server that has a customer's snapshot in its caches.
  private struct Connection {
    let server: TestServer
    let phone: TestPhone
    let channel = EmbeddedChannel()

    /// An embedded channel belongs to one thread: a test awaits nothing while it uses the connection.
    init(_ server: TestServer, _ phone: TestPhone) throws {
      self.server = server
      self.phone = phone
      let responder = DirectResponder(server.service)
      try channel.pipeline.syncOperations.addHandler(
        DirectHandler(responder, on: channel.embeddedEventLoop))
      channel.embeddedEventLoop.run()
    }

    func send(
      _ path: String? = nil, headers: [(String, String)] = [], body: String? = nil
    ) throws {
      var head = HTTPRequestHead(
        version: .http1_1, method: body == nil ? .GET : .POST,
        uri: path ?? Endpoint.me.path(app: server.app))
      head.headers.add(name: "authorization", value: "Bearer \(phone.token)")
      head.headers.add(contentsOf: headers)
      try channel.writeInbound(HTTPServerRequestPart.head(head))
      if let body {
        try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: body)))
      }
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
    }

    /// The next response that was sent; nil if there isn't one.
    func answer() throws -> (head: HTTPResponseHead, body: String)? {
      channel.embeddedEventLoop.run()
      guard case .head(let head)? = try channel.readOutbound(as: HTTPServerResponsePart.self)
      else { return nil }
      guard
        case .body(.byteBuffer(let body))? = try channel.readOutbound(
          as: HTTPServerResponsePart.self),
        case .end(nil)? = try channel.readOutbound(as: HTTPServerResponsePart.self)
      else {
        Issue.record("an incomplete response")
        return nil
      }
      return (head, String(buffer: body))
    }

    /// Whether a successful response was sent.
    func isAnswered() throws -> Bool { try answer().map { $0.head.status == .ok } ?? false }

    /// The paths of the requests that the router got, as far as it did.
    func routed() throws -> [String] {
      var paths: [String] = []
      while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
        if case .head(let head) = part { paths.append(head.uri) }
      }
      return paths
    }
  }

  /// A server that has a customer's snapshot in its caches, and the customer's phone.
  private func prepared() async throws -> (TestServer, TestPhone) {
    let server = try await TestServer("coach-paid")
    let phone = try await server.phone()
    _ = try await server.exchange(.me, token: phone.token)
    return (server, phone)
  }

  @Test("a read of a ledger that servers share is the router's, which asks for the version")
  func shared() async throws {
    let server = try await TestServer("coach-paid", ledger: SQLiteLedger.inMemory(isShared: true))
    let phone = try await server.phone()
    _ = try await server.exchange(.me, token: phone.token)
    let connection = try Connection(server, phone)
    try connection.send()
    #expect(try !connection.isAnswered())
    #expect(try connection.routed() == [Endpoint.me.path(app: server.app)])
  }

  @Test("a cached read has the router's body, time and headers")
  func read() async throws {
    let (server, phone) = try await prepared()
    server.advance(milliseconds: 1234)
    let connection = try Connection(server, phone)
    try connection.send()
    let answer = try #require(try connection.answer())
    #expect(try connection.routed().isEmpty)
    let routed = try await server.restarted().exchange(.me, token: phone.token)
    #expect(answer.body == routed.body)
    #expect(answer.head.status == .ok)
    let snapshot = try JSONDecoder().decode(CustomerSnapshot.self, from: Data(answer.body.utf8))
    #expect(snapshot.serverTime == server.now)
    for name in ["Content-Type", "Cache-Control"] {
      #expect(answer.head.headers.first(name: name) == routed.headers[name])
    }
    #expect(answer.head.headers["content-length"] == ["\(answer.body.utf8.count)"])
    #expect(answer.head.headers["server"] == ["tollgate"])
    #expect(
      server.service.answerKey.signed(
        answer.body.utf8, signature: answer.head.headers.first(name: "Tollgate-Signature"),
        app: server.app, customer: phone.id))
  }

  @Test("while a client does not read its responses, the router gets its requests")
  func unread() async throws {
    let (server, phone) = try await prepared()
    let connection = try Connection(server, phone)
    connection.channel.isWritable = false
    try connection.send()
    #expect(try connection.answer() == nil)
    #expect(try connection.routed() == [Endpoint.me.path(app: server.app)])
  }

  @Test("at shutdown the router completes a request whose body is arriving")
  func arriving() async throws {
    let (server, phone) = try await prepared()
    let connection = try Connection(server, phone)
    var head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: Endpoint.me.path(app: server.app))
    head.headers.add(name: "authorization", value: "Bearer \(phone.token)")
    try connection.channel.writeInbound(HTTPServerRequestPart.head(head))
    #expect(try connection.routed().isEmpty)
    connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    #expect(try connection.routed() == [Endpoint.me.path(app: server.app)])
  }

  @Test(
    "reads that arrive together share a signature, which is valid for each customer's own answer")
  func together() async throws {
    let server = try await TestServer("coach-paid")
    let batches = server.service.signer.batches
    let loop = EmbeddedEventLoop()
    let bodies = (0..<3).map { Array("body \($0)".utf8) }
    let signatures = Signatures()
    for (index, body) in bodies.enumerated() {
      let message = AnswerKey.message(
        body, app: server.app, customer: Customer.ID("customer-\(index)"))
      batches.sign(message, on: loop) { signatures.append($0) }
    }
    #expect(signatures.all.isEmpty, "nothing is signed before the event loop's other work")
    loop.run()
    #expect(Set(signatures.all.map(\.signature)).count == 1)
    #expect(signatures.all.map { $0.proof?.index } == [0, 1, 2])
    for (index, signature) in signatures.all.enumerated() {
      for (other, body) in bodies.enumerated() {
        let isSigned = server.service.answerKey.signed(
          body, signature: "\(signature)", app: server.app,
          customer: Customer.ID("customer-\(index)"))
        #expect(isSigned == (index == other))
      }
    }
  }

  @Test("the snapshot is decided again when the customer changes")
  func change() async throws {
    let (server, phone) = try await prepared()
    _ = try await server.exchange(.milestone("discovery-complete"), token: phone.token)
    let connection = try Connection(server, phone)
    try connection.send()
    #expect(try !connection.isAnswered())
    #expect(try connection.routed().count == 1, "what has to be decided is the router's")
  }

  @Test("a snapshot that was encoded before is valid until the membership changes")
  func encoded() async throws {
    let (server, phone) = try await prepared()
    let now = server.now
    let exchange = try await server.exchange(.me, token: phone.token)
    let change = now.adding(milliseconds: 5000)
    let text = exchange.body.replacing(
      #""membership":{"#, with: #""membership":{"nextChange":\#(change.milliseconds),"#)
    let snapshot = try JSONDecoder().decode(CustomerSnapshot.self, from: Data(text.utf8))
    let bytes = try JSON.bytes(snapshot)
    let encoded = try #require(EncodedSnapshot(bytes, of: snapshot))
    #expect(snapshot.membership.nextChange == change)
    #expect(encoded.body(at: now, email: nil, under: "r1") == bytes)
    let last = try #require(
      encoded.body(at: change.adding(milliseconds: -1), email: nil, under: "r1"))
    let later = try JSONDecoder().decode(CustomerSnapshot.self, from: Data(last))
    #expect(later.serverTime == change.adding(milliseconds: -1))
    #expect(later.membership == snapshot.membership)
    #expect(encoded.body(at: change, email: nil, under: "r1") == nil)
    #expect(encoded.body(at: now.adding(milliseconds: -1), email: nil, under: "r1") == nil)
    #expect(encoded.body(at: now, email: "ada@example.com", under: "r1") == nil)
    #expect(encoded.body(at: now, email: nil, under: "r2") == nil)
  }

  @Test("a connection to be kept is the usual one, as Apple's URL loading system says of each")
  func keepAlive() async throws {
    let (server, phone) = try await prepared()
    let connection = try Connection(server, phone)
    try connection.send(headers: [("Connection", "keep-alive")])
    #expect(try connection.isAnswered())
    #expect(try connection.routed().isEmpty)
  }

  @Test(
    "whatever is out of the ordinary is the router's",
    arguments: [
      ("connection", "close"), ("Origin", "https://example.com"), ("expect", "100-continue"),
      ("Upgrade", "h2c"), ("transfer-encoding", "chunked"), ("authorization", "Bearer other"),
    ])
  func headers(name: String, value: String) async throws {
    let (server, phone) = try await prepared()
    let connection = try Connection(server, phone)
    try connection.send(headers: [(name, value)])
    #expect(try !connection.isAnswered())
    #expect(try connection.routed() == [Endpoint.me.path(app: connection.server.app)])
  }

  @Test("a long body is passed on to the router whole")
  func longBody() async throws {
    let (server, phone) = try await prepared()
    let connection = try Connection(server, phone)
    let path = Endpoint.use("send-message").path(app: connection.server.app)
    let body = String(repeating: " ", count: DirectRequest.bodyLimit + 1)
    try connection.send(path, headers: [("idempotency-key", "k")], body: body)
    var received = ""
    while let part = try connection.channel.readInbound(as: HTTPServerRequestPart.self) {
      if case .body(let buffer) = part { received += String(buffer: buffer) }
    }
    #expect(received == body)
  }

  @Test("requests sent ahead are answered in order, also between the event loop and the router")
  func pipelined() async throws {
    let (server, phone) = try await prepared()
    let connection = try Connection(server, phone)
    try connection.send()
    try connection.send("/other")
    try connection.send()
    #expect(try connection.routed().isEmpty, "the router waits for the first response")
    #expect(try connection.isAnswered())
    #expect(try connection.routed() == ["/other", Endpoint.me.path(app: connection.server.app)])
    #expect(try !connection.isAnswered(), "the last is behind the router's")
    for _ in 0..<2 {
      try connection.channel.writeOutbound(
        HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
      try connection.channel.writeOutbound(HTTPServerResponsePart.end(nil))
      while try connection.channel.readOutbound(as: HTTPServerResponsePart.self) != nil {}
    }
    try connection.send()
    #expect(try connection.isAnswered())
  }

  @Test("a shutdown waits for the response in progress")
  func shutdown() async throws {
    let (server, phone) = try await prepared()
    let connection = try Connection(server, phone)
    let events = EventRecorder()
    try connection.channel.pipeline.syncOperations.addHandler(events)
    try connection.send()
    connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    #expect(events.count == 0)
    #expect(try connection.isAnswered())
    #expect(events.count == 1)
  }
}

private final class EventRecorder: ChannelInboundHandler {
  typealias InboundIn = Any

  private(set) var count = 0

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) { count += 1 }
}

private final class Signatures: Sendable {
  private let collected = Mutex<[AnswerSignature]>([])

  var all: [AnswerSignature] { collected.withLock { $0 } }

  func append(_ signature: AnswerSignature?) {
    guard let signature else { return }
    collected.withLock { $0.append(signature) }
  }
}
