import Tollgate
import TollgateAppStore
import TollgateSchemas
import TollgateWire

/// A parameter of a request: a name in the path, a field of the query, or a header.
struct EndpointParameter: Sendable {
  enum Place: String, Sendable { case path, query, header }

  let name: String
  let place: Place
  let description: String
  let schema: Schema

  let example: JSONValue?

  init(
    _ name: String, in place: Place, _ description: String, _ schema: Schema = .text,
    example: JSONValue? = nil
  ) {
    self.name = name
    self.place = place
    self.description = description
    self.schema = schema
    self.example = example ?? Shape.examples[name]
  }

  static func named(
    _ name: String, _ description: String, _ schema: Schema = .text.with("minLength", 1),
    example: JSONValue? = nil
  ) -> EndpointParameter {
    EndpointParameter(name, in: .path, description, schema, example: example)
  }

  /// The parameter in the document; those of the query can be missing, the others cannot.
  var json: JSONValue {
    var parameter: [String: JSONValue] = [
      "name": .string(name), "in": .string(place.rawValue), "required": .bool(place != .query),
      "description": .string(description), "schema": .object(schema.keywords),
    ]
    parameter["example"] = example
    return .object(parameter)
  }
}

extension Schema {
  /// A day or an instant in a query, as `Instant` parses it.
  static let dayOrInstant = text.with("pattern", .string("^\(instantPattern)$"))
  /// A day or an instant in a query, also in milliseconds since 1970.
  static let dayInstantOrMilliseconds = text.with(
    "pattern", .string("^(-?[0-9]{1,18}|\(instantPattern))$"))

  private static let instantPattern =
    "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{3})?)?Z)?"
}

extension EndpointRoute {
  /// The parameters of its requests: names in the path in their order, fields of the query, and the idempotency key.
  var parameters: [EndpointParameter] {
    let names = endpoint.template().split(separator: "/").filter { $0.hasPrefix("{") }
      .map { String($0.dropFirst().dropLast()) }
    let key =
      endpoint.needsIdempotencyKey
      ? [
        EndpointParameter(
          Header.idempotencyKey, in: .header,
          "Names the request: repeating it with the same key returns the first answer.", Self.key,
          example: "k1")
      ] : []
    return names.map(pathParameter) + query + key
  }

  /// What `IncomingRequest.key(_:)` accepts.
  private static let key = Schema.text(1...IncomingRequest.keyLimit)
    .with("pattern", "^[!-~]+$")

  /// A name in the path; one that does not exist is answered with a problem of its own.
  private func pathParameter(_ name: String) -> EndpointParameter {
    if let own = path.first(where: { $0.name == name }) { return own }
    return switch name {
    case "app": .named(name, "The app, as its blueprint names it.")
    case "customer" where endpoint.callers == .backend:
      .named(
        name, "The customer's id, or `user:` and the user's id at an issuer that the app trusts.")
    case "customer": .named(name, "The customer's id.")
    case "grant": .named(name, "The grant's id.")
    default: .named(name, "The \(name), as the blueprint names it.")
    }
  }
}
