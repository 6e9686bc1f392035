import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateSchemas
import TollgateWire

@testable import TollgateServer

@Suite("The OpenAPI document")
struct OpenAPITests {
  /// The members of the document that the tests compare.
  struct Document: Decodable {
    struct Operation: Decodable {
      struct Parameter: Decodable {
        let name: String
        let `in`: String
        let required: Bool
        let description: String
        let schema: JSONValue
        let example: JSONValue?
      }

      struct Body: Decodable {
        struct Content: Decodable {
          let schema: JSONValue
          let example: JSONValue?
        }

        let content: [String: Content]?
      }

      let operationId: String
      let summary: String
      let description: String
      let tags: [String]
      let parameters: [Parameter]
      let requestBody: Body?
      let responses: [String: Body]
      let security: [[String: [String]]]
    }

    struct Components: Decodable {
      struct Scheme: Decodable { let type: String }

      let securitySchemes: [String: Scheme]
      let schemas: [String: JSONValue]
    }

    struct Tag: Decodable { let name: String }

    let openapi: String
    let paths: [String: [String: Operation]]
    let tags: [Tag]
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
    #expect(
      search?.map(\.name) == ["id", "user", "email", "attribute", "transaction", "order", "device"])
  }

  @Test("every operation has a title, a group, and schemas of its bodies that the document has")
  func operations() async throws {
    let document = try await Self.document(try await TestServer("techniq"))
    let tags = Set(document.tags.map(\.name))
    for endpoint in Endpoint.templates {
      let operation = try #require(document.operation(endpoint), "\(endpoint)")
      #expect(operation.operationId.wholeMatch(of: /[a-z][A-Za-z]+/) != nil, "\(endpoint)")
      #expect(operation.summary.hasSuffix("."), "\(endpoint)")
      #expect(operation.tags.count == 1 && tags.isSuperset(of: operation.tags), "\(endpoint)")
      #expect(operation.parameters.allSatisfy { $0.description.hasSuffix(".") }, "\(endpoint)")
      let success = operation.responses.filter { $0.key.hasPrefix("2") }
      #expect(success.count == 1 && success.allSatisfy { $0.value.content != nil }, "\(endpoint)")
      #expect(operation.responses["default"] != nil, "\(endpoint)")
      #expect(operation.requestBody == nil || endpoint.method == .post, "\(endpoint)")
    }
    let whole = try JSONDecoder().decode(
      JSONValue.self, from: Data(try OpenAPIDocument().json()))
    let references = whole.references
    #expect(references.count > 100)
    for reference in references where reference.hasPrefix("#/components/schemas/") {
      let name = String(reference.dropFirst("#/components/schemas/".count))
      #expect(document.components.schemas[name] != nil, "\(reference)")
      #expect(SchemaSample.shapes[reference]?.name == name)
    }
    #expect(document.components.schemas.count == SchemaSample.shapes.count)
  }

  @Test("every operation has a description, and an example of its request and of each answer")
  func examples() async throws {
    let document = try await Self.document(try await TestServer("techniq"))
    for endpoint in Endpoint.templates {
      let operation = try #require(document.operation(endpoint), "\(endpoint)")
      #expect(operation.description.hasSuffix("."), "\(endpoint)")
      #expect(operation.description != operation.summary, "\(endpoint)")
      for parameter in operation.parameters where parameter.required {
        #expect(parameter.example != nil, "\(endpoint): \(parameter.name)")
      }
      let bodies = [operation.requestBody].compactMap { $0 } + operation.responses.values
      for content in bodies.flatMap({ ($0.content ?? [:]).values }) {
        let example = try #require(content.example, "\(endpoint)")
        #expect(example != .null && example != [:], "\(endpoint)")
      }
    }
  }

  @Test("no two shapes have one name")
  func names() {
    for shape in SchemaSample.shapes.values {
      for other in shape.schema.shapes {
        let known = SchemaSample.shapes[other.reference]
        #expect(known?.schema.keywords == other.schema.keywords, "\(other.name)")
      }
    }
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

extension JSONValue {
  /// The references in a document.
  fileprivate var references: Set<String> {
    switch self {
    case .object(let members):
      members.reduce(into: []) { found, member in
        if member.key == "$ref", case .string(let reference) = member.value {
          found.insert(reference)
        }
        found.formUnion(member.value.references)
      }
    case .array(let values): values.reduce(into: []) { $0.formUnion($1.references) }
    case .null, .bool, .integer, .number, .string: []
    }
  }
}
