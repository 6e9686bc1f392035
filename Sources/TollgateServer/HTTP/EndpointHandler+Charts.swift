import Hummingbird
import Tollgate
import TollgateLedger
import TollgateWire

extension EndpointHandler {
  func listCharts(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    _ = try await authenticatedOperator(incoming, at: .charts)
    return .personal(try JSON.bytes(service.operators.charts))
  }

  func chart(_ incoming: IncomingRequest) async throws(Problem) -> Response {
    let name: Identifier<Chart> = try incoming.name("chart")
    let reader = try await authenticatedOperator(incoming, at: .chart(name.rawValue))
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
    return .personal(try JSON.bytes(ChartResponse(counted)))
  }
}
