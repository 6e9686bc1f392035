import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Charts for operators")
struct ChartRouteTests {
  /// A server, and a ledger of two customers who bought in January and February.
  private static func server(_ ledger: any Ledger = SQLiteLedger.inMemory()) async throws
    -> TestServer
  {
    let server = try await TestServer("coach-paid", ledger: ledger)
    for (name, start, end) in [
      ("ann", "2026-01-10", "2026-02-10"), ("bob", "2026-02-10", "2026-03-10"),
    ] {
      let (start, end) = (try #require(Instant(start)), try #require(Instant(end)))
      let bought = StoreTransaction(
        id: StoreTransaction.ID(name), originalID: StoreTransaction.OriginalID(name),
        product: "pro", group: "plans", purchasedAt: start, expiresAt: end,
        price: Money(milliunits: 9_990, currency: "USD"), signedAt: start)
      _ = try await ledger.append(
        LedgerWrite(
          app: server.app, customer: Customer.ID(name), expectedVersion: 0,
          facts: [.transaction(bought)], at: start))
    }
    return server
  }

  private static func expectCharts(_ owner: TestOperator) async throws {
    let chart: ChartResponse = try await owner.read(
      "/operator/charts/gross-revenue?from=2026-01-01&by=product&customers=true")
    #expect(chart.chart == "gross-revenue")
    #expect(chart.definition == Chart.grossRevenue.definition)
    #expect(chart.asOf == owner.server.now)
    #expect(chart.customers == 2)
    let series = try #require(chart.series.first)
    #expect(chart.series.count == 1)
    #expect(series.segment == "pro")
    #expect(series.currency == "USD")
    #expect(series.points.map(\.value) == [9_990, 9_990, 0])
    #expect(series.points.map(\.isComplete) == [true, true, false])
    #expect(series.points.map { $0.parts?.map(\.customer) } == [["ann"], ["bob"], []])

    let early: ChartResponse = try await owner.read(
      "/operator/charts/new-customers?asOf=2026-02-10")
    #expect(early.customers == 1)
    #expect(
      early.series.flatMap(\.points).map(\.value) == [Int64](repeating: 0, count: 10) + [1, 0])
    #expect(early.series.flatMap(\.points).allSatisfy { $0.parts == nil })

    let other: ChartResponse = try await owner.read(
      "/operator/charts/churn?from=2026-02-28&to=2026-02-28&product=pro")
    #expect(other.series.flatMap(\.points).map(\.value) == [1])
    #expect(other.series.flatMap(\.points).map(\.base) == [1])
  }

  @Test("EX-15 an owner reads a chart, as known on any day, with the customers behind it")
  func memory() async throws {
    try await Self.expectCharts(TestOperator(try await Self.server(), .owner))
  }

  @Test("EX-15 a chart is counted from the file that the server writes to")
  func file() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-charts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let ledger = try SQLiteLedger(path: folder.appendingPathComponent("ledger.sqlite").path)
    try await Self.expectCharts(TestOperator(try await Self.server(ledger), .owner))
    try await ledger.close()
  }

  @Test("EX-15 the charts are listed with their definitions")
  func list() async throws {
    let owner = try await TestOperator(try await TestServer("coach-paid"), .owner)
    let list: ChartList = try await owner.read("/operator/charts")
    #expect(list.charts.map(\.chart) == Chart.allCases.map(\.rawValue))
    #expect(list.charts.map(\.definition) == Chart.allCases.map(\.definition))
  }

  @Test(
    "EX-15 a chart that cannot be counted is refused",
    arguments: [
      ("mrr?period=year", 422, "invalid_value"), ("mrr?by=week", 422, "invalid_value"),
      ("mrr?by=product&by=country", 422, "invalid_value"),
      ("mrr?from=soon", 422, "invalid_value"), ("mrr?asOf=soon", 422, "invalid_value"),
      ("mrr?from=2027-01-01", 422, "invalid_value"),
      ("mrr?from=1900-01-01&period=day", 422, "invalid_value"),
      ("mrr?variant=headline", 422, "invalid_value"),
      ("proceeds?deductions=101", 422, "invalid_value"),
      ("mrr?customers=1", 422, "invalid_value"), ("new-customers?by=offer", 422, "invalid_value"),
      ("profit", 404, "not_found"),
    ])
  func refused(path: String, status: Int, code: String) async throws {
    let owner = try await TestOperator(try await TestServer("coach-paid"), .owner)
    let exchange = try await owner.exchange("/operator/charts/\(path)")
    #expect(exchange.status == status)
    #expect(exchange.body.contains("\"code\":\"\(code)\""))
  }

  @Test("EX-15 one chart is counted at a time, and none of too many customers")
  func limits() async throws {
    let queue = ChartQueue()
    let code = try await queue.count { () async throws(Problem) -> ProblemCode? in
      do throws(Problem) {
        return try await queue.count { () async throws(Problem) -> ProblemCode? in nil }
      } catch {
        return error.code
      }
    }
    #expect(code == .busy)
    #expect(try await queue.count { () async throws(Problem) -> Int in 1 } == 1)

    let server = try await Self.server()
    let app = try server.service.app(server.app)
    let query = ChartQuery(.mrr, over: [ChartPeriod(.month, containing: server.now)])
    let operators = server.service.operators
    _ = try await operators.count(query, knownAt: server.now, in: app, limit: 2)
    let problem = await #expect(throws: Problem.self) {
      try await operators.count(query, knownAt: server.now, in: app, limit: 1)
    }
    #expect(problem?.code == .limitReached)
  }
}
