import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Tollgate
import TollgateLedger
import TollgateWire

extension AdminHandler {
  /// The charts and their definitions.
  ///
  /// - Throws: `Problem` with code `insufficient_scope`.
  func charts(_ visit: AdminVisit) throws(Problem) -> Response {
    try require(\.seesRevenue, of: visit)
    return pages.response(
      "admin-charts", ChartsPage(of: visit.app.id), title: "Charts", at: .charts, for: visit)
  }

  /// A chart with its numbers, as a page or as CSV.
  ///
  /// - Parameter incoming: The request; its query is that of the chart's endpoint, whose empty fields do not count,
  ///   with `open` for the start of the period whose customers are listed, and `format` for CSV.
  /// - Returns: The page or the file.
  /// - Throws: `Problem` with code `insufficient_scope`, `not_found`, `invalid_value`, `limit_reached` or `busy`, or if
  ///   the ledger cannot be read.
  func chart(
    _ incoming: IncomingRequest, _ visit: AdminVisit
  ) async throws(Problem) -> Response {
    try require(\.seesRevenue, of: visit)
    let name: Identifier<Chart> = try incoming.name("chart")
    guard let chart = Chart(rawValue: name.rawValue) else {
      throw Problem(.notFound, "There is no such chart.")
    }
    let fields = try incoming.queryFields.filter { !$0.value.isEmpty }
    let text = { (parameter: ChartParameter) in fields[parameter.rawValue] }
    let now = service.records.clock()
    let asOf = try Instant.parameter(.asOf, text)
    var query = try ChartQuery(chart, in: visit.app, knownAt: min(asOf ?? now, now), text)
    if fields["open"] != nil { query.listsCustomers = true }
    let counted = try await service.operators.chart(query, asOf: asOf, chartQueue, in: visit.app)
    if fields["format"] == "csv" {
      let text = ByteBuffer(string: counted.book.csv + "\n")
      return pages.csv(ResponseBody(byteBuffer: text), named: chart.rawValue)
    }
    return pages.response(
      "admin-chart", ChartPage(counted, fields, for: visit), title: chart.title, at: .chart,
      for: visit)
  }

  /// The experiments of the blueprint that is served, with their variants compared.
  ///
  /// - Throws: `Problem` with code `insufficient_scope` or `busy`, or if the ledger cannot be read.
  func experiments(_ visit: AdminVisit) async throws(Problem) -> Response {
    try require(\.seesRevenue, of: visit)
    let report = try await experimentQueue.count { () async throws(Problem) in
      try await service.operators.variants(in: visit.app)
    }
    return pages.response(
      "admin-experiments", ExperimentsPage(report, for: visit), title: "Experiments",
      at: .experiments, for: visit)
  }

  /// The numbers of the first page; nil for roles that see no revenue, and before the tables are counted.
  func firstScreen(_ visit: AdminVisit) async throws(Problem) -> FirstScreen? {
    guard visit.role.seesRevenue,
      let tables = try await service.operators.chartTables(of: visit.app)
    else { return nil }
    do {
      return try await FirstScreen(
        of: tables,
        active: try await ActiveCustomers(from: service.records.ledger, of: visit.app.id),
        in: visit.app.id, at: service.records.clock())
    } catch let error as LedgerError {
      throw Problem(error)
    } catch {
      throw Problem(.internalError, "The numbers cannot be read.")
    }
  }
}
