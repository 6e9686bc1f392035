import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Tollgate
import TollgateServer
import TollgateWire

/// A chart over HTTP from the tables that the server keeps, against the same chart counted from facts.
enum ChartBenchmark {
  /// As many as a server counts from facts.
  private static let customers = 20_000
  private static let factsOfEach = 10
  private static let now = Instant(milliseconds: 1_772_000_000_000)

  static func run() async throws {
    let filled = try await MilestoneLedger(at: now)
    defer { filled.remove() }
    try await filled.append(factsOfEach, by: customers)
    let service = filled.service
    let key = try await service.secretKeys.create(named: "bench", scope: .owner, in: "bench").text
    let logger = MilestoneLedger.logger
    let job = ChartJob(service, logger: logger)
    let clock = ContinuousClock()
    let counting = await clock.measure { while await job.runOnce() {} }
    let server = buildServer(service, logger: logger)
    let (kept, counted) = try await server.test(.router) { client in
      (
        try await best(of: 50, client, key, "?period=day"),
        try await best(of: 3, client, key, "?period=day&asOf=2026-02-25")
      )
    }
    report(
      "a chart of 20,000 customers, from facts : from tables",
      "\(grouped(counted / kept)) (\(decimal(counted)) ms : \(decimal(kept)) ms)",
      goal: "under 50 ms")
    report(
      "  customers counted for the tables",
      "\(grouped(Double(customers) / (counting / .seconds(1))))/s", goal: "over 10,000/s")
    try await filled.ledger.close()
  }

  /// The milliseconds of the fastest of some requests for a chart.
  private static func best(
    of count: Int, _ client: any TestClientProtocol, _ key: String, _ query: String
  ) async throws -> Double {
    let clock = ContinuousClock()
    var best = Double.infinity
    for _ in 0..<count {
      let time = try await clock.measure {
        let status = try await client.execute(
          uri: "\(Endpoint.chart("new-customers").path(app: "bench"))\(query)", method: .get,
          headers: [.authorization: "Bearer \(key)"]
        ).status
        guard status == .ok else { throw BenchmarkError(message: "A chart failed: \(status).") }
      }
      best = min(best, time / .milliseconds(1))
    }
    return best
  }
}
