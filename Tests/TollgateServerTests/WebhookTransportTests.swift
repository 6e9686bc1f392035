import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing

@testable import TollgateServer

@Suite("Where webhooks go")
struct WebhookTransportTests {
  @Test(
    "EX-14 only public addresses are",
    arguments: [
      ("8.8.8.8", true), ("203.0.112.255", true), ("172.32.0.1", true), ("100.128.0.1", true),
      ("2606:4700::1111", true), ("::ffff:8.8.8.8", true),
      ("127.0.0.1", false), ("0.0.0.0", false), ("10.1.2.3", false), ("172.16.0.1", false),
      ("172.31.255.255", false), ("192.168.1.1", false), ("169.254.169.254", false),
      ("100.64.0.1", false), ("198.18.0.1", false), ("203.0.113.9", false),
      ("224.0.0.1", false), ("255.255.255.255", false), ("::1", false), ("::", false),
      ("::ffff:127.0.0.1", false), ("::ffff:169.254.169.254", false), ("::7f00:1", false),
      ("fe80::1", false), ("fc00::1", false), ("fd00:ec2::254", false), ("ff02::1", false),
      ("64:ff9b::7f00:1", false), ("2002:7f00:1::", false), ("2001::1", false),
      ("2001:db8::1", false),
    ])
  func publicAddresses(text: String, isPublic: Bool) throws {
    #expect(try #require(NetworkAddress(text)).isPublic == isPublic)
  }

  @Test("EX-14 an address must be https and public, unless the operator allows more")
  func addresses() throws {
    func problem(_ url: String, http: Bool = false, isPrivate: Bool = false) -> String? {
      do {
        _ = try HTTPWebhookTransport(url: url, allowsHTTP: http, allowsPrivate: isPrivate)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(problem("https://example.com/hooks") == nil)
    #expect(problem("http://example.com/hooks", http: true) == nil)
    #expect(problem("http://127.0.0.1:8000/", http: true, isPrivate: true) == nil)
    #expect(problem("http://example.com/hooks")?.contains("https") == true)
    for url in [
      "", "example.com", "ftp://example.com", "https://ann:secret@example.com", "https://",
    ] {
      #expect(problem(url, http: true, isPrivate: true)?.contains("https") == true, "\(url)")
    }
    for host in ["127.0.0.1", "10.0.0.1:8443", "[::1]", "[::ffff:10.0.0.1]", "169.254.169.254"] {
      #expect(problem("https://\(host)/")?.contains("private") == true, "\(host)")
    }
  }

  @Test("EX-14 a name is refused by what it resolves to, when it is connected to")
  func resolved() async throws {
    let transport = try HTTPWebhookTransport(url: "https://localhost:1/")
    await #expect(throws: HTTPWebhookTransport.PrivateAddress.self) {
      try await transport.send([], headers: [:])
    }
    let allowed = try HTTPWebhookTransport(url: "https://localhost:1/", allowsPrivate: true)
    do {
      _ = try await allowed.send([], headers: [:])
      Issue.record("nothing listens there")
    } catch {
      #expect(!(error is HTTPWebhookTransport.PrivateAddress))
    }
  }

  @Test("EX-14 the address that was checked is the one connected to, and no redirect is followed")
  func connected() async throws {
    let requests = Mutex<[String]>([])
    let router = Router()
    for path in ["hook", "elsewhere"] {
      router.post(RouterPath(path)) { request, _ in
        requests.withLock { $0.append("\(request.head.authority ?? "") \(request.uri.path)") }
        return Response(status: .temporaryRedirect, headers: [.location: "/elsewhere"])
      }
    }
    let port = try await Application(router: router).test(.live) { client in
      let port = try #require(client.port)
      // Nobody else can resolve a name that ends with `.invalid`.
      let transport = try HTTPWebhookTransport(
        url: "http://receiver.invalid:\(port)/hook", allowsHTTP: true, allowsPrivate: true
      ) { _, port in
        try SocketAddress.makeAddressResolvingHost("localhost", port: port)
      }
      #expect(try await transport.send([], headers: [:]) == false)
      return port
    }
    #expect(requests.withLock { $0 } == ["receiver.invalid:\(port) /hook"])
  }

  /// The port of the client that sends a request, which tells connections apart.
  private struct PortContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let port: Int?

    init(source: ApplicationRequestContextSource) {
      coreContext = .init(source: source)
      port = source.channel.remoteAddress?.port
    }
  }

  @Test(
    "EX-14 events that follow each other share a connection, whatever is in the responses",
    arguments: [0, 2])
  func shared(parts: Int) async throws {
    let ports = Mutex<[Int?]>([])
    let router = Router(context: PortContext.self)
    router.post("hook") { _, context in
      ports.withLock { $0.append(context.port) }
      // Each part leaves in a packet of its own, after the status.
      return Response(
        status: .ok,
        body: ResponseBody { writer in
          for _ in 0..<parts { try await writer.write(ByteBuffer(string: "thank you")) }
          try await writer.finish(nil)
        })
    }
    try await Application(router: router).test(.live) { client in
      let transport = try HTTPWebhookTransport(
        url: "http://127.0.0.1:\(try #require(client.port))/hook", allowsHTTP: true,
        allowsPrivate: true, keepingIdleFor: .seconds(600))
      for _ in 0..<3 {
        let isAccepted = try await transport.send([], headers: [:])
        #expect(isAccepted)
      }
    }
    let all = ports.withLock { $0 }
    #expect(all.count == 3)
    #expect(Set(all).count == 1)
  }

  @Test("EX-14 events at the same time share no client, and the next to an address gets the last")
  func clients() {
    let clients = WebhookClients(host: "receiver.invalid")
    let first = clients.take(at: "192.0.2.1")
    #expect(clients.take(at: "192.0.2.1") !== first)
    clients.giveBack(first)
    #expect(clients.take(at: "192.0.2.2") !== first)
    #expect(clients.take(at: "192.0.2.1") === first)
    clients.giveBack(first)
    for number in 1..<WebhookClients.limit {
      clients.giveBack(clients.take(at: "198.51.100.\(number)"))
    }
    #expect(clients.take(at: "192.0.2.1") === first)
    clients.giveBack(first)
    for number in 1...WebhookClients.limit {
      clients.giveBack(clients.take(at: "203.0.113.\(number)"))
    }
    #expect(clients.take(at: "192.0.2.1") !== first)
  }

  @Test("EX-14 a receiver that never answers fails once the time is over", .timeLimit(.minutes(1)))
  func silent() async throws {
    let (held, release) = AsyncStream.makeStream(of: Void.self)
    let router = Router()
    router.post("hook") { _, _ in
      for await _ in held {}
      return Response(status: .ok)
    }
    try await Application(router: router).test(.live) { client in
      defer { release.finish() }
      let transport = try HTTPWebhookTransport(
        url: "http://localhost:\(try #require(client.port))/hook", allowsHTTP: true,
        allowsPrivate: true, timeout: .milliseconds(100))
      await #expect(throws: (any Error).self) { try await transport.send([], headers: [:]) }
    }
  }

  @Test("EX-14 a file gets a line for each event, after one that a crash cut off")
  func file() async throws {
    let path = NSTemporaryDirectory() + "events-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    for body in [#"{"id":"evt_1"}"#, #"{"id":"evt_2"}"#] {
      #expect(
        try await FileWebhookTransport(path: path).send(Array(body.utf8), headers: [:]))
    }
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(#"{"id":"ev"#.utf8))
    try handle.close()
    #expect(
      try await FileWebhookTransport(path: path).send(Array(#"{"id":"evt_3"}"#.utf8), headers: [:]))
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == """
        {"id":"evt_1"}
        {"id":"evt_2"}
        {"id":"ev
        {"id":"evt_3"}

        """)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(throws: ConfigurationError.self) {
      try FileWebhookTransport(path: "/nowhere/events.jsonl")
    }
  }
}
