import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import Testing
import Tollgate
import TollgateServer
import TollgateWire

/// A response over HTTP.
struct Exchange: Sendable, CustomStringConvertible {
  let status: Int
  let headers: [String: String]
  let body: String

  /// Status, content type, the requested headers, and the body as indented JSON, without customer tokens.
  var description: String {
    var lines = [
      "\(status)" + (headers["Content-Type"].map { " \($0)" } ?? "")
    ]
    for name in ["Allow", "ETag", "Idempotency-Replayed", "Retry-After", "WWW-Authenticate"] {
      if let value = headers[name] { lines.append("\(name): \(value)") }
    }
    if !body.isEmpty { lines.append(indented) }
    return lines.joined(separator: "\n")
  }

  private var indented: String {
    guard let value = try? JSONSerialization.jsonObject(with: Data(body.utf8)),
      let data = try? JSONSerialization.data(
        withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    else { return body }
    return String(decoding: data, as: UTF8.self)
      .replacing(/"token" : "[^"]+"/, with: "\"token\" : TOKEN")
      .replacing(" : ", with: ": ")
  }
}

/// The routers of a test's server, one for each configuration: its requests share the router's queues.
final class TestRouters: Sendable {
  private let applications = Mutex<[ServerConfiguration: any ApplicationProtocol]>([:])

  func application(
    over service: TollgateService, _ configuration: ServerConfiguration
  ) -> any ApplicationProtocol {
    applications.withLock { applications in
      if let application = applications[configuration] { return application }
      let application: any ApplicationProtocol = buildServer(
        service, configuration: configuration, logger: quietLogger)
      applications[configuration] = application
      return application
    }
  }
}

extension TestServer {
  /// Sends one request through the real router, in memory.
  func exchange(
    _ method: HTTPRequest.Method, _ path: String, token: String? = nil, key: String? = nil,
    headers extra: [String: String] = [:], from address: String? = nil, body: String? = nil,
    revenueCatKeys: RevenueCatKeys = RevenueCatKeys()
  ) async throws -> Exchange {
    var headers: HTTPFields = [:]
    // Without a connection, the test itself stands for a proxy.
    if let address { headers[try #require(HTTPField.Name("X-Forwarded-For"))] = address }
    if let token { headers[.authorization] = "Bearer \(token)" }
    for (name, value) in extra { headers[try #require(HTTPField.Name(name))] = value }
    if let key { headers[try #require(HTTPField.Name("Idempotency-Key"))] = key }
    let server = routers.application(
      over: service,
      ServerConfiguration(
        bodyLimit: bodyLimit, limits: ConnectionLimits(proxies: address == nil ? [] : [""]),
        revenueCatKeys: revenueCatKeys))
    let sent = headers
    let response = try await server.test(.router) { client in
      try await client.executeRequest(
        uri: path, method: method, headers: sent, body: body.map { ByteBuffer(string: $0) })
    }
    return Exchange(
      status: response.status.code,
      headers: Dictionary(response.headers.map { ($0.name.canonicalName, $0.value) }) { $1 }
        .capitalized,
      body: String(buffer: response.body))
  }

  /// Sends one request to an endpoint.
  func exchange(
    _ endpoint: Endpoint, token: String? = nil, key: String? = nil, from address: String? = nil,
    body: String? = nil
  ) async throws -> Exchange {
    try await exchange(
      HTTPRequest.Method(endpoint.method.rawValue) ?? .get, endpoint.path(app: app), token: token,
      key: key, from: address, body: body)
  }

  /// Sends one request and decodes the response; throws the problem if there is one.
  func send<Response: Decodable>(
    _ endpoint: Endpoint, token: String? = nil, key: String? = nil,
    json: (any Encodable)? = nil
  ) async throws -> Response {
    let body = try json.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    let exchange = try await exchange(endpoint, token: token, key: key, body: body)
    let data = Data(exchange.body.utf8)
    guard exchange.status == 200 else { throw try JSONDecoder().decode(Problem.self, from: data) }
    return try JSONDecoder().decode(Response.self, from: data)
  }
}

let quietLogger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }

extension [String: String] {
  /// The names as the standards write them; HTTP header names are case-insensitive.
  fileprivate var capitalized: Self {
    let known = [
      "content-type": "Content-Type", "allow": "Allow", "etag": "ETag",
      "idempotency-replayed": "Idempotency-Replayed", "retry-after": "Retry-After",
      "www-authenticate": "WWW-Authenticate", "cache-control": "Cache-Control",
    ]
    return Dictionary(map { (known[$0.key] ?? $0.key, $0.value) }) { $1 }
  }
}
