import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateSchemas
import TollgateWire

/// A parameter of a request: a name in the path, a field of the query, or a header.
struct EndpointParameter: Sendable {
  enum Place: String, Sendable { case path, query, header }

  let name: String
  let place: Place
  let description: String
  /// The schema of its value.
  let schema: Schema

  init(
    _ name: String, in place: Place, _ description: String, _ schema: Schema = .text
  ) {
    self.name = name
    self.place = place
    self.description = description
    self.schema = schema
  }

  /// The parameter in the document; those of the query can be missing, the others cannot.
  var json: JSONValue {
    [
      "name": .string(name), "in": .string(place.rawValue), "required": .bool(place != .query),
      "description": .string(description), "schema": .object(schema.keywords),
    ]
  }
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
          "Names the request: repeating it with the same key returns the first answer.", Self.key)
      ] : []
    return names.map(pathParameter) + query + key
  }

  /// What `IncomingRequest.key(_:)` accepts.
  private static let key = Schema.text(1...IncomingRequest.keyLimit)
    .with("pattern", "^[!-~]+$")

  /// A name in the path; one that does not exist is answered with a problem of its own.
  private func pathParameter(_ name: String) -> EndpointParameter {
    let schema = Schema.text.with("minLength", 1)
    let (description, values): (String, Schema) =
      switch name {
      case "app": ("The app, as its blueprint names it.", schema)
      case "customer" where endpoint.callers == .backend:
        (
          "The customer's id, or `user:` and the user's id at an issuer that the app trusts.",
          schema
        )
      case "customer": ("The customer's id.", schema)
      case "key": ("The idempotency key of the reservation.", schema)
      case "grant": ("The grant's id.", schema)
      case "chart": ("The chart.", .oneOf(Chart.allCases.map(\.rawValue)))
      default: ("The \(name), as the blueprint names it.", schema)
      }
    return EndpointParameter(name, in: .path, description, values)
  }
}
