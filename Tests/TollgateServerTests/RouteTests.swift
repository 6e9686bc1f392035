import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateServer
import TollgateWire

@Suite("Paths and methods")
struct RouteTests {
  @Test("the server reports that it is up, and which apps it serves")
  func health() async throws {
    let server = try await TestServer("techniq")
    #expect(
      "\(try await server.exchange(.health))" == """
        200 application/json
        {
          "apps": [
            "techniq"
          ],
          "status": "ok"
        }
        """)
  }

  @Test("the blueprint is sent once and then identified by its tag")
  func blueprint() async throws {
    let server = try await TestServer("techniq")
    let exchange = try await server.exchange(.blueprint)
    #expect(exchange.status == 200)
    #expect(exchange.headers["ETag"] == "\"r1\"")
    let response: BlueprintResponse = try await server.send(.blueprint)
    #expect(response == BlueprintResponse(revision: "r1", definition: server.blueprint.definition))
    let again = try await server.exchange(
      .get, Endpoint.blueprint.path(app: server.app), headers: ["If-None-Match": "\"r0\", \"r1\""])
    #expect("\(again)" == "304\nETag: \"r1\"")
  }

  @Test("an unknown path, and an unsupported method")
  func missing() async throws {
    let server = try await TestServer("techniq")
    #expect(
      "\(try await server.exchange(.get, "/v1/apps/techniq/nothing"))" == """
        404 application/problem+json
        {
          "code": "not_found",
          "detail": "No endpoint has this path.",
          "isRetryable": false,
          "status": 404,
          "title": "No such path",
          "type": "urn:tollgate:problem:not_found"
        }
        """)
    #expect(
      "\(try await server.exchange(.post, "/v1/apps/techniq/customers/me"))" == """
        405 application/problem+json
        Allow: DELETE, GET
        {
          "code": "method_not_allowed",
          "detail": "This path does not support this method.",
          "isRetryable": false,
          "status": 405,
          "title": "Method not allowed",
          "type": "urn:tollgate:problem:method_not_allowed"
        }
        """)
  }

  @Test(
    "a path that is too long is compared with no endpoint", arguments: [(20, 405), (3_000, 404)])
  func long(length: Int, status: Int) async throws {
    let server = try await TestServer("techniq")
    let feature = Feature.ID(String(repeating: "a", count: length))
    let path = Endpoint.use(feature).path(app: server.app)
    #expect(try await server.exchange(.delete, path).status == status)
  }

  @Test(
    "HEAD is answered without a body, whatever the path",
    arguments: ["/health", "/v1/apps/techniq/nothing", "/v1/apps/techniq/customers"])
  func head(path: String) async throws {
    let server = try await TestServer("techniq")
    let exchange = try await server.exchange(.head, path)
    #expect(exchange.body.isEmpty)
    #expect(exchange.headers["Content-Type"] != nil)
  }

  @Test("every endpoint is served, at the path the client builds", arguments: Endpoint.templates)
  func served(endpoint: Endpoint) async throws {
    let server = try await TestServer("techniq")
    let exchange = try await server.exchange(endpoint, key: "key", body: "{}")
    #expect(exchange.status != 405)
    #expect(!exchange.body.contains("No endpoint has this path."))
  }

  @Test(
    "names in a path that need encoding arrive as they are",
    arguments: ["a b", "ä/ö", "100%", "a?b#c"])
  func encoded(name: String) async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let exchange = try await server.exchange(
      .use(Feature.ID(name)), token: phone.token, key: "key")
    #expect(exchange.status == 404)
    #expect(exchange.body.contains(#""code":"unknown_feature""#))
    let problem = try JSONDecoder().decode(Problem.self, from: Data(exchange.body.utf8))
    #expect(problem.message == "The blueprint has no feature `\(name)`.")
    #expect(Endpoint.use(Feature.ID(name)).path(app: "x").allSatisfy { $0.isASCII })
  }

  @Test("a long name that is unknown is shortened in the message")
  func longName() async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let exchange = try await server.exchange(
      .use(Feature.ID(String(repeating: "a", count: 61))), token: phone.token, key: "key")
    let shown = String(repeating: "a", count: 60)
    #expect(exchange.body.contains("The blueprint has no feature `\(shown)…`."))
  }

  /// Requests with several mistakes at once, and the code that is reported.
  struct Precedence: Sendable, CustomStringConvertible {
    let path: String
    var token = true
    var key: String? = "key"
    var body = "{}"
    let code: ProblemCode

    var description: String { "\(path): \(code.rawValue)" }
  }

  static let precedences: [Precedence] = {
    let app = "/v1/apps/techniq"
    let use = "\(app)/customers/me/features"
    return [
      Precedence(
        path: "/v1/apps/none/customers/me/features/none/uses", token: false, key: nil, body: "{",
        code: .unknownApp),
      Precedence(
        path: "\(use)/none/uses", token: false, key: nil, body: "{", code: .missingToken),
      Precedence(path: "\(use)/none/uses", key: nil, body: "{", code: .missingIdempotencyKey),
      Precedence(path: "\(use)/none/uses", key: "a b", body: "{", code: .invalidIdempotencyKey),
      Precedence(path: "\(use)/none/uses", body: "{", code: .invalidJSON),
      Precedence(path: "\(use)/none/uses", body: #"{"item":""}"#, code: .invalidValue),
      Precedence(path: "\(use)/none/uses", code: .unknownFeature),
      Precedence(path: "\(use)/video-picks/uses", code: .denied),
      Precedence(
        path: "\(use)/custom-drill/releases", body: #"{"item":"x"}"#, code: .featureHoldsNothing),
      Precedence(path: "\(app)/customers/me/milestones/none", code: .unknownMilestone),
      Precedence(path: "\(app)/customers/me/prompts/none/dismissals", code: .unknownPrompt),
      Precedence(path: "\(app)/customers/me/paywalls/none/shown", code: .unknownPaywall),
      Precedence(path: "\(app)/customers/me/paywalls/none/closed", code: .unknownPaywall),
      Precedence(
        path: "\(app)/customers/me/paywalls/pro/shown", key: nil, code: .missingIdempotencyKey),
      Precedence(
        path: "\(app)/customers/me/paywalls/none/shown", body: #"{"feature":"none"}"#,
        code: .unknownFeature),
      Precedence(
        path: "\(app)/customers/me/paywalls/pro/shown", body: #"{"placement":"none"}"#,
        code: .unknownPlacement),
      Precedence(
        path: "\(app)/customers/me/nudges/none/delivered", body: #"{"occurrence":0}"#,
        code: .unknownNudge),
      Precedence(path: "\(app)/customers/me/device", body: #"{"device":""}"#, code: .invalidValue),
    ]
  }()

  @Test(
    "the first of several mistakes in a request is reported, in order of precedence",
    arguments: precedences)
  func precedence(case request: Precedence) async throws {
    let server = try await TestServer("techniq")
    let phone = try await server.phone()
    let exchange = try await server.exchange(
      .post, request.path, token: request.token ? phone.token : nil, key: request.key,
      body: request.body)
    #expect(exchange.status == request.code.status)
    #expect(exchange.body.contains("\"code\":\"\(request.code.rawValue)\""))
  }
}
