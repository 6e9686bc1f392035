import Foundation
import Tollgate
import TollgateLedger

/// What a use and a cold read cost with 100,000 earlier uses, compared with 100.
enum HistoryBenchmark {
  private static let start = Instant(milliseconds: 1_772_000_000_000)
  private static let origin: Customer.ID = "cus_1"
  private static let app: Blueprint.App.ID = "coach"

  static func run() async throws {
    let few = measureUse(after: 100)
    let many = measureUse(after: 100_000)
    report(
      "a use after 100,000 : after 100 uses",
      "\(decimal(many.nanosecondsPerRound / few.nanosecondsPerRound)) "
        + "(\(decimal(many.nanosecondsPerRound / 1000)) µs)",
      goal: "about 1")
    let short = try await measureRead(of: 100)
    let long = try await measureRead(of: 100_000)
    report(
      "a cold read of 100,000 : of 100 uses",
      "\(decimal(long / short)) (\(decimal(long * 1000)) ms)", goal: "under 5 ms")
  }

  private static func fact(_ number: Int) -> Fact {
    .use(
      Use(
        feature: "scan", key: Idempotency.Key(UUID().uuidString), origin: origin,
        at: Instant(milliseconds: start.milliseconds + Int64(number) * 1000)))
  }

  /// A use by a customer while the cache has another copy of them, as in the server.
  private static func measureUse(after count: Int) -> Measurement {
    let rounds = 10_000
    let customer = Customer((0..<count).map(fact))
    let facts = (0..<rounds).map { fact(count + $0) }
    return Measurement(rounds: rounds) {
      var current = customer
      for fact in facts {
        let cached = current
        current.join(fact)
        use(cached)
      }
    }
  }

  /// The seconds that a ledger file takes to return a customer, the best of several reads.
  private static func measureRead(of count: Int) async throws -> Double {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let ledger = try SQLiteLedger(path: folder.appendingPathComponent("ledger.sqlite").path)
    for batch in stride(from: 0, to: count, by: 100) {
      _ = try await ledger.append(
        LedgerWrite(
          app: app, customer: origin, expectedVersion: batch / 100,
          facts: (batch..<(batch + 100)).map(fact), at: start))
    }
    // The first read archives what the writes have left.
    _ = try await ledger.record(of: origin, in: app)
    let clock = ContinuousClock()
    var best = Double.infinity
    for _ in 0..<20 {
      let time = try await clock.measure { use(try await ledger.record(of: origin, in: app)) }
      best = min(
        best, Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18)
    }
    try await ledger.close()
    return best
  }
}
