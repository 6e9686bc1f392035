import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateSchemas
import TollgateWire

/// A parameter of a request: a name in the path, a field of the query, or a header.
struct EndpointParameter {
  /// The parameter's name.
  let name: String
  /// Where it is: `path`, `query` or `header`.
  let place: String
  /// Whether a request must have it.
  let required: Bool
  /// What it says.
  let description: String
  /// The schema of its value.
  let schema: Schema

  /// The parameter in the document.
  var json: JSONValue {
    [
      "name": .string(name), "in": .string(place), "required": .bool(required),
      "description": .string(description), "schema": .object(schema.keywords),
    ]
  }

  /// Creates a parameter; those of the query can be missing, the others cannot.
  fileprivate init(
    _ name: String, in place: String, _ description: String, _ schema: Schema = .text
  ) {
    self.name = name
    self.place = place
    self.description = description
    self.schema = schema
    required = place != "query"
  }
}

extension Endpoint {
  /// The parameters of its requests: names in the path in their order, fields of the query, and the idempotency key.
  var parameters: [EndpointParameter] {
    let names = template().split(separator: "/").filter { $0.hasPrefix("{") }
      .map { String($0.dropFirst().dropLast()) }
    var parameters = names.map {
      EndpointParameter($0, in: "path", pathDescription(of: $0), Self.pathSchema(of: $0))
    }
    parameters += queryParameters
    if needsIdempotencyKey {
      parameters.append(
        EndpointParameter(
          Header.idempotencyKey, in: "header",
          "Names the request: repeating it with the same key returns the first answer.", Self.key))
    }
    return parameters
  }

  /// What `IncomingRequest.key(_:)` accepts.
  private static let key = Schema.text(1...IncomingRequest.keyLimit)
    .with("pattern", "^[!-~]+$")

  /// The schema of a name in the path; a name that does not exist is answered with a problem of its own.
  private static func pathSchema(of name: String) -> Schema {
    switch name {
    case "chart": .oneOf(Chart.allCases.map(\.rawValue))
    default: .text.with("minLength", 1)
    }
  }

  /// What a name in the path names.
  private func pathDescription(of name: String) -> String {
    switch (self, name) {
    case (.forCustomer, "customer"):
      "The customer's id, or `user:` and the user's id at an issuer that the app trusts."
    case (_, "customer"): "The customer's id."
    case (_, "app"): "The app, as its blueprint names it."
    case (_, "key"): "The idempotency key of the reservation."
    case (_, "grant"): "The grant's id."
    case (_, "chart"): "The chart."
    default: "The \(name), as the blueprint names it."
    }
  }

  /// The fields that its query may have, all of them optional.
  private var queryParameters: [EndpointParameter] {
    switch self {
    case .findCustomers:
      CustomerSearch.names.map {
        EndpointParameter($0, in: "query", "What to search by; a search has one field alone.")
      }
    case .life, .reason:
      [
        EndpointParameter(
          "at", in: "query",
          "The instant to look at, such as `2026-03-02T09:00:00Z` or in milliseconds since 1970; now without it."
        )
      ]
    case .chart: ChartParameter.allCases.map(\.parameter)
    case .paywallPage:
      [
        EndpointParameter("language", in: "query", "The language as a BCP 47 tag."),
        EndpointParameter(
          "eligible", in: "query", "Whether the customer may have introductory offers.",
          .oneOf(["true", "false"])),
        EndpointParameter("feature", in: "query", "The feature that leads to the paywall."),
      ]
    default: []
    }
  }
}

extension ChartParameter {
  /// The parameter in the document.
  fileprivate var parameter: EndpointParameter {
    let (description, schema): (String, Schema) =
      switch self {
      case .period:
        ("The length of a period.", .oneOf(ChartPeriod.Length.allCases.map(\.rawValue)))
      case .from: ("The start of the first period: a day such as `2026-03-02`.", .text)
      case .to: ("The end of the last period: a day such as `2026-04-01`.", .text)
      case .asOf: ("What was recorded at this instant or later does not count.", .text)
      case .by: ("What to divide the chart by, such as `product` or `variant:headline`.", .text)
      case .product, .country, .offer, .placement, .paywall, .feature:
        ("Counts purchases of this \(rawValue) alone.", .text)
      case .variant: ("Counts customers of this variant alone: `EXPERIMENT:VARIANT`.", .text)
      case .deductions:
        ("The percentage that the store and taxes deduct.", .integer(0...100))
      case .customers: ("Whether to list the customers behind each number.", .boolean)
      }
    return EndpointParameter(rawValue, in: "query", description, schema)
  }
}
