import NIOCore
import NIOPosix
import Synchronization
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("A customer who wants the server down")
struct FloodTests {
  /// A list of items that fills a request, with names that no other list has.
  private static func list(_ number: Int) -> HeldItemsRequest {
    HeldItemsRequest(
      items: (0..<1000).map { Item.ID("\(number)-\($0)-" + String(repeating: "x", count: 110)) })
  }

  /// Sends lists of items until one is refused, and returns how many were recorded.
  private static func flood(_ server: TestServer, as phone: TestPhone) async throws -> Int {
    for number in 0..<1000 {
      let exchange = try await server.exchange(
        .heldItems("add-plant"), token: phone.token,
        body: String(decoding: try JSON.bytes(Self.list(number)), as: UTF8.self))
      if exchange.status == 200 { continue }
      #expect(exchange.status == 409)
      #expect(exchange.body.contains(#""code":"limit_reached""#))
      return number
    }
    return 1000
  }

  @Test("what one customer reports is limited in bytes, and so is every answer about them")
  func bytes() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    #expect(try await Self.flood(server, as: phone) < 10)
    let answer = try await server.exchange(.me, token: phone.token)
    #expect(answer.status == 200)
    #expect(answer.body.utf8.count > 1024 * 1024)
    #expect(answer.body.utf8.count < RecordLimits.bytes)
    // Room is made, access is answered, and what is paid for is recorded, all the same.
    let release = try await server.exchange(
      .heldItems("add-plant"), token: phone.token, body: #"{"items":[]}"#)
    #expect(release.status == 200)
    #expect(try await server.exchange(.membership, token: phone.token).status == 200)
    try await phone.buy("grobro.pro.yearly")
    #expect(try await phone.phase() == .subscribed)
    try await phone.use("add-plant", key: "k1", item: "fern")
    #expect(try await phone.snapshot().facts.heldItems(of: "add-plant", at: server.now) == ["fern"])
  }

  @Test(
    "the names of a list count as they are written in an answer",
    arguments: ["x", "\u{1}", "\"", "\u{1F33F}"])
  func names(character: String) async throws {
    let server = try await TestServer("grobro", bodyLimit: 4 * 1024 * 1024)
    let phone = try await server.phone()
    for number in 0..<100 {
      let items = (0..<1000).map {
        Item.ID("\(number)-\($0)-" + String(repeating: character, count: 110))
      }
      let exchange = try await server.exchange(
        .heldItems("add-plant"), token: phone.token,
        body: String(decoding: try JSON.bytes(HeldItemsRequest(items: items)), as: UTF8.self))
      if exchange.status != 200 { break }
    }
    let answer = try await server.exchange(.me, token: phone.token)
    #expect(answer.body.utf8.count < RecordLimits.bytes)
  }

  @Test("a long snapshot is encoded once, however often it is read")
  func encodedOnce() async throws {
    let server = try await TestServer("grobro")
    let phone = try await server.phone()
    _ = try await Self.flood(server, as: phone)
    let first = server.now
    let before = try await server.exchange(.me, token: phone.token)
    server.advance(milliseconds: 60_000)
    let after = try await server.exchange(.me, token: phone.token)
    #expect(before.body.utf8.count == after.body.utf8.count)
    #expect(before.body != after.body, "each with its own time")
    let (record, snapshot) = try #require(
      server.service.records.cache.encoded(CustomerKey(app: server.app, customer: phone.id)))
    // One that was encoded at the second read would not hold at the first.
    let app = try server.service.app(server.app)
    #expect(snapshot?.body(at: first, email: nil, under: app.revision) != nil)
    #expect(record.customer.reportedBytes > LongWork.bytes)
  }

  @Test("long work leaves the event loop, and short work stays on it", arguments: [1, 1_000_000])
  func offTheLoop(bytes: Int) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let isOnLoop = try await Task(executorPreference: EventLoopExecutor(loop)) {
      #expect(loop.inEventLoop)
      let isOnLoop = try await LongWork.run(about: bytes) { () throws(Problem) in loop.inEventLoop }
      #expect(loop.inEventLoop, "and comes back to it")
      return isOnLoop
    }.value
    #expect(isOnLoop == (bytes == 1))
    try await group.shutdownGracefully()
  }

  @Test("a long answer counts as several requests of its customer")
  func charged() async throws {
    let table = try #require(RateTable<String>(perMinute: 60))
    let now = Instant(milliseconds: 1_772_442_000_000)
    #expect(table.admit("ada", at: now) == nil)
    table.charge("ada", 58, at: now)
    #expect(table.admit("ada", at: now) == nil)
    #expect(table.admit("ada", at: now) == 1)
    // However long it is, it takes one minute's requests.
    table.charge("ada", .max, at: now)
    #expect(table.admit("ada", at: now) == 1)
    #expect(table.admit("ada", at: now.adding(milliseconds: 1000)) == nil)
  }

  @Test("who signs in as one anonymous customer after another makes no account grow without bounds")
  func merges() async throws {
    let server = try await TestServer("grobro")
    var account = try await server.phone()
    try await account.signUp("ada@example.com")
    for _ in 0..<12 {
      let phone = try await server.phone()
      _ = try await Self.flood(server, as: phone)
      let _: SessionResponse = try await server.send(
        .signIn, token: phone.token,
        json: CredentialsRequest(email: "ada@example.com", password: "correct horse"))
    }
    #expect(try await account.snapshot().facts.reportedBytes <= RecordLimits.bytesOfPayer)
  }
}

@Suite("Responses that nobody receives")
struct UnreadResponsesTests {
  private final class Closed: Sendable {
    private let closed = Mutex<[String]>([])

    var names: [String] { closed.withLock { $0 } }

    func add(_ name: String) { closed.withLock { $0.append(name) } }
  }

  private let closed = Closed()

  private func connect(
    _ responses: UnreadResponses, _ name: String, from address: String
  ) -> UnreadResponses.ID {
    responses.begin(from: address) { [closed] in
      closed.add(name)
    }
  }

  private static let limits = ConnectionLimits(
    proxies: ["10.0.0.9"], unreadResponses: 100, unreadResponsesPerAddress: 40)

  @Test("beyond an address's share, the connection that received nothing for longest is closed")
  func address() {
    let responses = UnreadResponses(Self.limits, logger: quietLogger)
    let (first, second, third) = (
      connect(responses, "first", from: "10.0.0.1"), connect(responses, "second", from: "10.0.0.1"),
      connect(responses, "third", from: "10.0.0.1")
    )
    let other = connect(responses, "other", from: "10.0.0.2")
    responses.wrote(20, to: other)
    responses.wrote(20, to: first)
    responses.wrote(10, to: second)
    // It receives something, and is no longer the slowest.
    responses.sent(10, to: first)
    responses.wrote(30, to: third)
    #expect(closed.names == ["second"])
    #expect(responses.bytes == 60)
    responses.end(second)
    responses.end(first)
    responses.end(third)
    responses.sent(20, to: other)
    #expect(responses.bytes == 0)
  }

  @Test("all connections share one budget, a proxy's too")
  func total() {
    let responses = UnreadResponses(Self.limits, logger: quietLogger)
    let slow = connect(responses, "slow", from: "10.0.0.9")
    responses.wrote(60, to: slow)
    let next = connect(responses, "next", from: "10.0.0.9")
    responses.wrote(30, to: next)
    #expect(closed.names == [])
    responses.wrote(20, to: connect(responses, "last", from: "10.0.0.1"))
    #expect(closed.names == ["slow"])
    #expect(responses.bytes == 50)
  }
}
