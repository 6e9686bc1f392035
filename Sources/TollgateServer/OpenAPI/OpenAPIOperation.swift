import Tollgate
import TollgateAppStore
import TollgateSchemas
import TollgateWire

/// One method of a path, an [operation](https://spec.openapis.org/oas/v3.1.0#operation-object) of the document.
///
/// Bodies refer to shapes by name, and every failure to one response, so that a generated client has one type for each.
struct OpenAPIOperation {
  private let endpoint: Endpoint

  /// Creates the operation of an endpoint, whose names are placeholders.
  init(_ endpoint: Endpoint) { self.endpoint = endpoint }

  /// The path with its placeholders.
  var path: String { endpoint.template() }

  /// The method's name in a path.
  var method: String { endpoint.method.rawValue.lowercased() }

  /// The shapes that its bodies refer to.
  var shapes: [Shape] {
    let request: [Shape] =
      switch endpoint.requestBody {
      case .required(let shape), .optional(let shape): [shape]
      case .none: []
      }
    return request + endpoint.answers.flatMap { $0.schema?.shapes ?? [] } + [.problem]
  }

  /// The operation in the document.
  var json: JSONValue {
    let title = endpoint.title
    var operation: [String: JSONValue] = [
      "operationId": .string(title.id), "tags": [.string(title.tag.rawValue)],
      "summary": .string(title.summary),
      "parameters": .array(endpoint.parameters.map(\.json)), "responses": .object(responses),
      "security": .array(
        endpoint.authentication.requirements.map { alternative in
          .object(alternative.mapValues { .array($0.map { .string($0) }) })
        }),
    ]
    switch endpoint.requestBody {
    case .required(let shape): operation["requestBody"] = Self.body(shape, isRequired: true)
    case .optional(let shape): operation["requestBody"] = Self.body(shape, isRequired: false)
    case .none: break
    }
    return .object(operation)
  }

  /// A body of a request, with its example if it has one.
  private static func body(_ shape: Shape, isRequired: Bool) -> JSONValue {
    [
      "required": .bool(isRequired),
      "content": content(.shape(shape), as: "application/json", example: shape.example),
    ]
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
    for answer in endpoint.answers {
      responses["\(answer.status)"] = Self.response(answer)
    }
    return responses
  }

  /// A response in the document.
  static func response(_ answer: Endpoint.Answer) -> JSONValue {
    var response: [String: JSONValue] = ["description": .string(answer.description)]
    response["content"] = answer.schema.map {
      content($0, as: answer.mediaType, example: answer.example)
    }
    return .object(response)
  }
}
