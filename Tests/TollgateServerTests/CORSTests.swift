import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import TollgateServer

@Suite("Web pages that call the server")
struct CORSTests {
  /// One exchange: the status, and the response's headers in order, without those of every response.
  private static func exchange(
    _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields,
    origins: [String] = ["https://app.example.com", "http://localhost:3000"]
  ) async throws -> String {
    let server = buildServer(
      try await TestServer("techniq").service,
      configuration: ServerConfiguration(webOrigins: Set(origins.compactMap(WebOrigin.init))),
      logger: quietLogger)
    let response = try await server.test(.router) { client in
      try await client.executeRequest(uri: path, method: method, headers: headers, body: nil)
    }
    let lines = response.headers
      .filter { ![.date, .server, .contentLength].contains($0.name) }
      .map { "\($0.name): \($0.value)" }
    return ([String(response.status.code)] + lines.sorted()).joined(separator: "\n")
  }

  private static let preflight: HTTPFields = [
    .origin: "https://app.example.com", .accessControlRequestMethod: "POST",
    .accessControlRequestHeaders: "authorization,content-type,idempotency-key",
  ]

  @Test("a preflight from an allowed origin is answered for any path")
  func preflight() async throws {
    let expected = """
      204
      Access-Control-Allow-Headers: Authorization, Content-Type, Idempotency-Key, If-None-Match
      Access-Control-Allow-Methods: DELETE, GET, POST
      Access-Control-Allow-Origin: https://app.example.com
      Access-Control-Max-Age: 600
      Vary: Origin, Access-Control-Request-Method, Access-Control-Request-Headers
      """
    for path in ["/v1/apps/techniq/customers", "/none"] {
      #expect(try await Self.exchange(.options, path, Self.preflight) == expected)
    }
  }

  @Test("an allowed origin may read the response, also that of a problem")
  func allowed() async throws {
    #expect(
      try await Self.exchange(.get, "/health", [.origin: "http://localhost:3000"]) == """
        200
        Access-Control-Allow-Origin: http://localhost:3000
        Access-Control-Expose-Headers: ETag, Idempotency-Replayed, Retry-After, Tollgate-Signature, Tollgate-Key
        Content-Type: application/json
        Vary: Origin
        """)
    #expect(
      try await Self.exchange(
        .get, "/v1/apps/techniq/customers/me", [.origin: "https://app.example.com"]) == """
          401
          Access-Control-Allow-Origin: https://app.example.com
          Access-Control-Expose-Headers: ETag, Idempotency-Replayed, Retry-After, Tollgate-Signature, Tollgate-Key
          Cache-Control: no-store
          Content-Type: application/problem+json
          Vary: Origin
          WWW-Authenticate: Bearer
          """)
  }

  @Test(
    "no other origin may, and caches learn that the response depends on it",
    arguments: [
      "https://app.example.com.evil.example", "https://app.example.com:8443",
      "http://app.example.com", "https://evil.example", "null", "*",
    ])
  func refused(origin: String) async throws {
    #expect(
      try await Self.exchange(.get, "/health", [.origin: origin]) == """
        200
        Content-Type: application/json
        Vary: Origin
        """)
    var preflight = Self.preflight
    preflight[.origin] = origin
    let answer = try await Self.exchange(.options, "/health", preflight)
    #expect(answer.hasPrefix("405\n"))
    #expect(!answer.contains("Access-Control"))
  }

  @Test("no web origin is allowed by default, and no header is added")
  func off() async throws {
    let origin: HTTPFields = [.origin: "https://app.example.com"]
    #expect(
      try await Self.exchange(.get, "/health", origin, origins: [])
        == "200\nContent-Type: application/json")
    #expect(
      try await Self.exchange(.options, "/health", Self.preflight, origins: []).hasPrefix("405\n"))
  }

  @Test("an origin is a scheme, a host and a port that is not the default")
  func origins() {
    for text in [
      "https://app.example.com", "http://localhost:3000", "http://127.0.0.1:8000", "http://[::1]",
    ] { #expect(WebOrigin(text)?.description == text) }
    #expect(WebOrigin("HTTPS://App.Example.com")?.description == "https://app.example.com")
    for text in [
      "*", "null", "", "app.example.com", "https://", "https://app.example.com/",
      "https://*.example.com", "https://app.example.com:443", "http://a:80", "http://a:0",
      "http://a:65536", "ftp://app.example.com", "https://user@app.example.com",
      "https://app.example.com\r\nX: y", "https://" + String(repeating: "a", count: 300),
    ] { #expect(WebOrigin(text) == nil, "\(text)") }
  }
}
