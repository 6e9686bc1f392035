import Hummingbird
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateSchemas
import TollgateWire

extension EndpointRoute {
  static let charts: [EndpointRoute] = [
    EndpointRoute(
      .charts, "listCharts", .operators, "Lists the charts.",
      "Each has its name in paths and its definition.",
      answers: [.shape(.chartList)], by: .operators(EndpointHandler.listCharts)),
    EndpointRoute(
      .chart("{chart}"), "getChart", .operators, "Counts a chart over every customer.",
      "Days are those of UTC, and each currency's amounts are listed separately.",
      path: [.named("chart", "The chart.", .oneOf(Chart.allCases.map(\.rawValue)))],
      query: ChartParameter.allCases.map(\.parameter), answers: [.shape(.chartResponse)],
      by: .operators(EndpointHandler.chart)),
  ]
}

extension ChartParameter {
  /// The parameter in the document.
  fileprivate var parameter: EndpointParameter {
    let (description, schema, example): (String, Schema, JSONValue) =
      switch self {
      case .period:
        (
          "The length of a period; a month without it.",
          .oneOf(ChartPeriod.Length.allCases.map(\.rawValue)), "week"
        )
      case .from: ("A day or an instant in the first period.", .dayOrInstant, "2026-03-02")
      case .to: ("A day or an instant in the last period.", .dayOrInstant, "2026-04-01")
      case .asOf:
        ("What was recorded at this instant or later does not count.", .dayOrInstant, "2026-04-01")
      case .by:
        (
          "What to divide the chart by, such as `product` or `variant:headline`.",
          .text.with(
            "pattern", "^(product|country|offer|placement|paywall|feature|variant:.+)$"),
          "product"
        )
      case .product, .country, .offer, .placement, .paywall, .feature:
        (
          "Counts purchases of this \(rawValue) alone.", .text,
          self == .country ? "DE" : Shape.examples[rawValue] ?? .string(rawValue)
        )
      case .variant:
        (
          "Counts customers of this variant alone: `EXPERIMENT:VARIANT`.",
          .text.with("pattern", "^[^:]+:[^:]+$"), "headline:short"
        )
      case .deductions:
        ("The percentage that the store and taxes deduct.", .integer(0...100), 15)
      case .customers: ("Whether to list the customers behind each number.", .boolean, true)
      }
    return EndpointParameter(rawValue, in: .query, description, schema, example: example)
  }
}

extension EndpointHandler {
  func listCharts(
    _ incoming: IncomingRequest, by reader: Operator
  ) async throws(Problem) -> Response {
    try .personal(encoding: service.operators.charts)
  }

  func chart(_ incoming: IncomingRequest, by reader: Operator) async throws(Problem) -> Response {
    let name: Identifier<Chart> = try incoming.name("chart")
    guard let chart = Chart(rawValue: name.rawValue) else {
      throw Problem(.notFound, "There is no such chart.")
    }
    try incoming.requireOnce(ChartParameter.allCases.map(\.rawValue))
    let text = { (parameter: ChartParameter) in incoming.query(parameter.rawValue) }
    let now = service.records.clock()
    let asOf = try Instant.parameter(.asOf, text)
    let query = try ChartQuery(chart, in: reader.app, knownAt: min(asOf ?? now, now), text)
    let counted = try await service.operators.chart(
      query, asOf: asOf, chartQueue, in: reader.app)
    return try .personal(encoding: ChartResponse(counted))
  }
}
