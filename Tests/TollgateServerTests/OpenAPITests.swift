import Foundation
import Testing
import Tollgate
import TollgateServer
import TollgateWire

@Suite("The OpenAPI document")
struct OpenAPITests {
  /// The members of the document that the tests compare.
  struct Document: Decodable {
    struct Operation: Decodable {
      struct Parameter: Decodable {
        let name: String
        let `in`: String
        let required: Bool
      }

      let operationId: String
      let parameters: [Parameter]
      let security: [[String: [String]]]
    }

    struct Components: Decodable {
      struct Scheme: Decodable { let type: String }

      let securitySchemes: [String: Scheme]
    }

    let openapi: String
    let paths: [String: [String: Operation]]
    let components: Components

    func operation(_ endpoint: Endpoint) -> Operation? {
      paths[endpoint.template()]?[endpoint.method.rawValue.lowercased()]
    }
  }

  private static func document(_ server: TestServer) async throws -> Document {
    let exchange = try await server.exchange(.openAPI)
    #expect(exchange.status == 200)
    #expect(exchange.body == String(decoding: try OpenAPIDocument().json(), as: UTF8.self))
    return try JSONDecoder().decode(Document.self, from: Data(exchange.body.utf8))
  }

  @Test("the document has every route with its parameters, and no other")
  func routes() async throws {
    let document = try await Self.document(try await TestServer("techniq"))
    #expect(document.openapi == "3.1.0")
    let operations = document.paths.flatMap(\.value.values)
    #expect(operations.count == Endpoint.templates.count)
    #expect(Set(operations.map(\.operationId)).count == operations.count)
    for endpoint in Endpoint.templates {
      let operation = try #require(document.operation(endpoint), "\(endpoint)")
      let names = endpoint.template().matches(of: /{(\w+)}/).map { String($0.1) }
      #expect(operation.parameters.filter { $0.in == "path" }.map(\.name) == names)
      #expect(
        operation.parameters.contains { $0.name == "Idempotency-Key" && $0.required }
          == endpoint.needsIdempotencyKey)
    }
    let search = document.operation(.findCustomers)?.parameters.filter { $0.in == "query" }
    #expect(search?.map(\.name) == ["id", "user", "email", "transaction", "order", "device"])
  }

  @Test("the server asks for the authentication that the document names")
  func authentication() async throws {
    let server = try await TestServer("techniq")
    let document = try await Self.document(server)
    for endpoint in Endpoint.templates {
      let security = try #require(document.operation(endpoint), "\(endpoint)").security
      let exchange = try await server.exchange(endpoint, key: "k", body: "{}")
      let needed: ProblemCode? =
        switch security.first?.keys.first {
        case nil: nil
        case "customerToken": .missingToken
        default: .missingSecretKey
        }
      let asked = exchange.code.flatMap {
        [.missingToken, .missingSecretKey].contains($0) ? $0 : nil
      }
      #expect(asked == needed, "\(endpoint)")
      for scheme in security.flatMap(\.keys) {
        #expect(document.components.securitySchemes[scheme]?.type == "http")
      }
    }
  }
}
