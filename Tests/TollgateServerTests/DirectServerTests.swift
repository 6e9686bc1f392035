import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing
import Tollgate
import TollgateServer
import TollgateWire

@Suite("A use on the event loop and one by the router")
struct DirectServerTests {
  /// A server with no deadline that a busy machine could miss.
  private static let configuration: ServerConfiguration = {
    let patience = Duration.seconds(600)
    return ServerConfiguration(
      port: 0,
      limits: ConnectionLimits(head: patience, body: patience, idle: patience, response: patience))
  }()

  /// The same requests to two equal servers; one logs its requests and therefore routes all of them.
  @Test(
    "both answer alike: a use, its repetition, a denial and each mistake",
    arguments: [nil, "keep-alive", "Keep-Alive"])
  func alike(connection: String?) async throws {
    let direct = try await responses(quietLogger, connection)
    let routed = try await responses(
      Logger(label: "tests") { _ in LogLines().handler }, connection)
    #expect(direct == routed)
    #expect(direct.filter { $0.hasPrefix("200") }.count > 1)
    #expect(direct.contains { $0.contains("denied") })
  }

  private func responses(_ logger: Logger, _ connection: String?) async throws -> [String] {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let application = buildServer(
      server.service, configuration: Self.configuration, logger: logger
    ) { continuation.yield($0) }
    let running = Task {
      defer { continuation.finish() }
      try await runListening(application, Self.configuration)
    }
    defer { running.cancel() }
    let port = try #require(await ports.first { _ in true })
    let path = Endpoint.use("custom-drill").path(app: server.app)
    let requests: [(token: String?, key: String?, body: String?)] =
      [
        (phone.token, "1", "{}"), (phone.token, "1", "{}"), (phone.token, "2", nil),
        (phone.token, nil, "{}"), (phone.token, "a b", "{}"), ("wrong", "3", "{}"),
        (nil, "3", "{}"), (phone.token, "3", "[]"), (phone.token, "3", "{"),
        (phone.token, "1", #"{"cost":3}"#), (phone.token, "1", #"{"item":"x"}"#),
      ] + (10..<20).map { (phone.token, "\($0)", "{}") }
    // The client that `test(.live)` makes always sends `Connection`, and waits twenty seconds.
    return try await TestClient.withClient(
      host: "127.0.0.1", port: port, configuration: TestClient.Configuration(timeout: .seconds(600))
    ) { client in
      var responses: [String] = []
      for request in requests {
        var headers: HTTPFields = [:]
        headers[.connection] = connection
        if let token = request.token { headers[.authorization] = "Bearer \(token)" }
        if let key = request.key, let name = HTTPField.Name(Header.idempotencyKey) {
          headers[name] = key
        }
        let response = try await client.execute(
          TestClient.Request(
            path, method: .post, authority: "localhost", headers: headers,
            body: request.body.map { ByteBuffer(string: $0) }))
        let body = response.body ?? ByteBuffer()
        var seen = response.head.headerFields
        let signature = HTTPField.Name(Header.signature).flatMap { seen[$0] }
        if response.head.status == .ok {
          #expect(
            server.service.answerKey.signed(
              body.readableBytesView, signature: signature, app: server.app, customer: phone.id))
        }
        // Only the time of the response and the signature's form may differ.
        seen[.date] = nil
        if let name = HTTPField.Name(Header.signature) { seen[name] = nil }
        let lines = seen.map { "\($0.name.canonicalName): \($0.value)" }.sorted()
        responses.append("\(response.head.status.code) \(lines) \(String(buffer: body))")
      }
      return responses
    }
  }
}
