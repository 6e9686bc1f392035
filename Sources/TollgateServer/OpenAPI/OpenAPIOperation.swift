import Tollgate
import TollgateAppStore
import TollgateSchemas
import TollgateWire

/// One method of a path, an [operation](https://spec.openapis.org/oas/v3.1.0#operation-object) of the document.
///
/// Bodies refer to shapes by name, and every failure to one response, so that a generated client has one type for each.
struct OpenAPIOperation {
  private let route: EndpointRoute

  init(_ route: EndpointRoute) { self.route = route }

  /// The path with its placeholders.
  var path: String { route.endpoint.template() }

  /// The method's name in a path.
  var method: String { route.endpoint.method.rawValue.lowercased() }

  /// The shapes that its bodies refer to.
  var shapes: [Shape] {
    (route.body.shape.map { [$0] } ?? []) + route.answers.flatMap { $0.schema?.shapes ?? [] }
      + [.problem]
  }

  var json: JSONValue {
    var operation: [String: JSONValue] = [
      "operationId": .string(route.id), "tags": [.string(route.tag.rawValue)],
      "summary": .string(route.summary), "description": .string(route.details),
      "parameters": .array(route.parameters.map(\.json)), "responses": .object(responses),
      "security": .array(
        route.endpoint.callers.requirements.map { alternative in
          .object(alternative.mapValues { .array($0.map { .string($0) }) })
        }),
    ]
    operation["requestBody"] = route.body.shape.map { shape -> JSONValue in
      [
        "required": .bool(route.body.isRequired),
        "content": Self.content(.shape(shape), as: "application/json", example: shape.example),
      ]
    }
    return .object(operation)
  }

  /// A body in one media type, as a [media type
  /// object](https://spec.openapis.org/oas/v3.1.0#media-type-object).
  private static func content(
    _ schema: Schema, as mediaType: String, example: JSONValue?
  ) -> JSONValue {
    var content: [String: JSONValue] = ["schema": .object(schema.keywords)]
    content["example"] = example
    return .object([mediaType: .object(content)])
  }

  /// The responses by status; `default` is every failure, whose status its body repeats.
  private var responses: [String: JSONValue] {
    var responses: [String: JSONValue] = ["default": ["$ref": "#/components/responses/Problem"]]
    for answer in route.answers {
      responses["\(answer.status)"] = Self.response(answer)
    }
    return responses
  }

  static func response(_ answer: EndpointRoute.Answer) -> JSONValue {
    var response: [String: JSONValue] = ["description": .string(answer.description)]
    response["content"] = answer.schema.map {
      content($0, as: answer.mediaType, example: answer.example)
    }
    return .object(response)
  }
}

extension EndpointRoute.RequestBody {
  /// The shape; nil without a body.
  var shape: Shape? {
    switch self {
    case .required(let shape), .optional(let shape): shape
    case .none: nil
    }
  }

  fileprivate var isRequired: Bool {
    switch self {
    case .required: true
    case .optional, .none: false
    }
  }
}

extension Endpoint.Callers {
  /// A kind of token that the document describes.
  private enum Scheme: String, CaseIterable {
    case customerToken, secretKey, operatorKey

    /// Where the token comes from.
    var description: String {
      switch self {
      case .customerToken: "A customer token, which the operations that open a session return."
      case .secretKey:
        "A secret key of the app's own backend, from `tollgate keys create`."
      case .operatorKey:
        "A secret key with a scope of operators, from `tollgate keys create`."
      }
    }
  }

  /// The kinds of tokens, by the names that operations refer to.
  static let securitySchemes = Dictionary(
    uniqueKeysWithValues: Scheme.allCases.map { scheme in
      (
        scheme.rawValue,
        [
          "type": "http", "scheme": "bearer", "description": .string(scheme.description),
        ] as JSONValue
      )
    })

  /// The alternatives of tokens, as OpenAPI writes them.
  fileprivate var requirements: [[String: [String]]] {
    switch self {
    case .anyone, .appStore, .monitors: []
    case .visitors: [[:], [Scheme.customerToken.rawValue: []]]
    case .customers, .customersAndBackend: [[Scheme.customerToken.rawValue: []]]
    case .backend: [[Scheme.secretKey.rawValue: []]]
    case .operators, .operatorsWhoSeeRevenue, .owners: [[Scheme.operatorKey.rawValue: []]]
    }
  }
}
