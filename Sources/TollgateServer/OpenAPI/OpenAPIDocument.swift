import TollgateAppStore
import TollgateSchemas
public import TollgateWire

/// The [OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.0) document of the HTTP API, made from the table of endpoints.
///
/// Every operation is a row of `EndpointRoute`, with the shapes of its bodies that `TollgateSchemas` describes. Tests hold each
/// shape against the type that the server reads or writes, and what a running server answers against the document.
public struct OpenAPIDocument: Encodable, Sendable {
  private let document: JSONValue

  /// Creates the document of this version.
  public init() {
    let operations = EndpointRoute.all.map(OpenAPIOperation.init)
    var paths: [String: JSONValue] = [:]
    for operation in operations {
      var path: [String: JSONValue] = [:]
      if case .object(let methods) = paths[operation.path] { path = methods }
      path[operation.method] = operation.json
      paths[operation.path] = .object(path)
    }
    document = [
      "openapi": "3.1.0", "info": Self.info,
      "jsonSchemaDialect": "https://spec.openapis.org/oas/3.1/dialect/base",
      "tags": .array(
        EndpointRoute.Tag.allCases.map {
          ["name": .string($0.rawValue), "description": .string($0.description)]
        }),
      "paths": .object(paths),
      "components": [
        "schemas": .object(Self.schemas(operations.flatMap(\.shapes))),
        "responses": ["Problem": OpenAPIOperation.response(.problem)],
        "securitySchemes": .object(Endpoint.Callers.securitySchemes),
      ],
    ]
  }

  public func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }

  /// Returns the document as JSON, in the same bytes each time.
  ///
  /// - Throws: `Problem` with code `internal_error`.
  public func json() throws(Problem) -> [UInt8] { try Self.written.get() }

  /// The bytes, made once: anyone may request them, and there are many.
  static let written = Result<[UInt8], Problem> { () throws(Problem) in
    try JSON.bytes(OpenAPIDocument())
  }

  /// What the document is about, and what a client must tolerate.
  ///
  /// The version is that of the paths: it changes only if a client of the version before no longer works.
  private static let info: JSONValue = [
    "title": "Tollgate", "version": .string(Endpoint.version),
    "description":
      "Decides who may do what in an app that sells subscriptions. The server ignores members of a request that it does not know; ignore members of a response that you do not know.",
  ]

  /// The schemas of shapes and of all that they refer to, by name.
  private static func schemas(_ shapes: [Shape]) -> [String: JSONValue] {
    var schemas: [String: JSONValue] = [:]
    var rest = shapes
    while let shape = rest.popLast() {
      guard schemas[shape.name] == nil else { continue }
      schemas[shape.name] = .object(shape.schema.keywords)
      rest += shape.schema.shapes
    }
    return schemas
  }
}
