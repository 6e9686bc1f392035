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
  /// The same requests to two servers alike, one of which logs its requests and therefore routes all of them.
  @Test("both answer alike: a use, its repetition, a denial and each mistake")
  func alike() async throws {
    let direct = try await responses(quietLogger)
    let routed = try await responses(
      Logger(label: "tests") { _ in LogLines().handler })
    #expect(direct == routed)
    #expect(direct.filter { $0.hasPrefix("200") }.count > 1)
    #expect(direct.contains { $0.contains("denied") })
  }

  private func responses(_ logger: Logger) async throws -> [String] {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let application = buildServer(
      server.service, configuration: ServerConfiguration(port: 0), logger: logger)
    let path = Endpoint.use("custom-drill").path(app: server.app)
    let requests: [(token: String?, key: String?, body: String?)] =
      [
        (phone.token, "1", "{}"), (phone.token, "1", "{}"), (phone.token, "2", nil),
        (phone.token, nil, "{}"), (phone.token, "a b", "{}"), ("wrong", "3", "{}"),
        (nil, "3", "{}"), (phone.token, "3", "[]"), (phone.token, "3", "{"),
        (phone.token, "1", #"{"cost":3}"#), (phone.token, "1", #"{"item":"x"}"#),
      ] + (10..<20).map { (phone.token, "\($0)", "{}") }
    return try await application.test(.live) { client in
      var responses: [String] = []
      for request in requests {
        var headers: HTTPFields = [:]
        if let token = request.token { headers[.authorization] = "Bearer \(token)" }
        if let key = request.key, let name = HTTPField.Name(Header.idempotencyKey) {
          headers[name] = key
        }
        let response = try await client.executeRequest(
          uri: path, method: .post, headers: headers,
          body: request.body.map { ByteBuffer(string: $0) })
        var seen = response.headers
        let signature = HTTPField.Name(Header.signature).flatMap { seen[$0] }
        if response.status == .ok {
          #expect(
            server.service.answerKey.signed(
              response.body.readableBytesView, signature: signature, app: server.app,
              customer: phone.id))
        }
        // Only the time of the response and the signature's form may differ.
        seen[.date] = nil
        if let name = HTTPField.Name(Header.signature) { seen[name] = nil }
        let lines = seen.map { "\($0.name.canonicalName): \($0.value)" }.sorted()
        responses.append(
          "\(response.status.code) \(lines) \(String(buffer: response.body))")
      }
      return responses
    }
  }
}
