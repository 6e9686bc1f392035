import AppStoreSimulatorHTTP
import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing

@testable import TollgateAppStore
@testable import TollgateServer

@Suite("What the server sends")
struct OutgoingTests {
  /// What goes out, each by its own transport, to a path of a host; the status that comes back.
  static let transports: [(String, @Sendable (String) async throws -> Int)] = [
    ("a key set", { try await HTTPKeySetTransport().read($0).status }),
    ("a mail", { try await HTTPMailTransport().post([1], headers: [:], to: $0) }),
    ("a sign-in", { try await HTTPAppleSignInTransport().post("a=b", to: $0).status }),
    (
      "a question to the store",
      { url in
        try await HTTPServerAPITransport().send(
          ServerAPIRequest(method: .get, url: url, headers: [:], body: nil)
        ).status
      }
    ),
  ]

  /// What the simulated store sends, which may go by HTTP to another machine.
  static let simulated: [(String, @Sendable (String) async throws -> Int)] = [
    (
      "a notification",
      { await NotificationPoster.http().post([1], $0) == .unsuccessfulHTTPResponseCode ? 307 : 0 }
    ),
    (
      "a request for a retention message",
      { url in
        let exchange = await RetentionRequester.http().post([1], url, .seconds(30))
        guard case .answered(let status, _) = exchange.outcome else { return 0 }
        return status
      }
    ),
  ]

  @Test("what the server sends follows no redirect", arguments: transports + simulated)
  func redirects(name: String, send: @escaping @Sendable (String) async throws -> Int) async throws
  {
    let requests = Mutex<[String]>([])
    let router = Router()
    for method in [HTTPRequest.Method.get, .post] {
      for path in ["here", "elsewhere"] {
        router.on(RouterPath(path), method: method) { request, _ in
          requests.withLock { $0.append(request.uri.path) }
          return Response(status: .temporaryRedirect, headers: [.location: "/elsewhere"])
        }
      }
    }
    try await Application(router: router).test(.live) { client in
      let port = try #require(client.port)
      #expect(try await send("http://localhost:\(port)/here") == 307)
    }
    #expect(requests.withLock { $0 } == ["/here"], "\(name)")
  }

  @Test(
    "what the server sends goes by HTTPS, or by HTTP to this machine alone", arguments: transports)
  func encrypted(name: String, send: @escaping @Sendable (String) async throws -> Int) async throws
  {
    for host in ["example.invalid", "127.0.0.1.example.invalid", "192.0.2.1", "[2001:db8::1]"] {
      await #expect(throws: OutgoingHTTP.Failure.notHTTPS, "\(name) to \(host)") {
        try await send("http://\(host)/here")
      }
    }
  }

  @Test(
    "what the server sends goes to absolute addresses without a user or password",
    arguments: [
      ("https://example.com/hook", true), ("HTTPS://example.com", true),
      ("http://localhost:1/", true), ("http://127.0.0.9/", true), ("http://[::1]:80/", true),
      ("http://localhost.example.com/", false), ("http://127.1.example.com/", false),
      ("http://10.0.0.1/", false), ("https://ann:secret@example.com/", false), ("https://", false),
      ("ftp://localhost/", false), ("file:///etc/passwd", false), ("example.com", false),
      ("", false),
    ])
  func addresses(address: String, isAllowed: Bool) {
    #expect(OutgoingHTTP.allows(address) == isAllowed)
    #expect(OutgoingHTTP.allows("http://10.0.0.1/", byHTTP: true))
  }

  @Test(
    "what the server sends gives up on a response that never ends, and on one that is too long",
    .timeLimit(.minutes(1)))
  func endless() async throws {
    let router = Router()
    router.get("slow") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          while !Task.isCancelled {
            try await writer.write(ByteBuffer(string: "."))
            try await Task.sleep(for: .milliseconds(20))
          }
          try await writer.finish(nil)
        })
    }
    router.get("long") { _, _ in String(repeating: ".", count: 1001) }
    try await Application(router: router).test(.live) { client in
      let address = "http://localhost:\(try #require(client.port))"
      await #expect(throws: OutgoingHTTP.Failure.timedOut) {
        try await OutgoingHTTP.shared.send(
          HTTPClientRequest(url: "\(address)/slow"), within: .milliseconds(300), reading: 1_000_000)
      }
      await #expect(throws: (any Error).self) {
        try await OutgoingHTTP.shared.send(
          HTTPClientRequest(url: "\(address)/long"), within: .seconds(30), reading: 1000)
      }
    }
  }

  @Test(
    "what the server sends is known to have failed at once while nobody listens",
    .timeLimit(.minutes(1)))
  func refused() async throws {
    // With an hour to answer, only a request that gives up at the refusal ends within the limit of this test.
    await #expect(throws: (any Error).self) {
      try await HTTPServerAPITransport(timeout: .seconds(3600)).send(
        ServerAPIRequest(method: .get, url: "http://127.0.0.1:1/", headers: [:], body: nil))
    }
  }
}
