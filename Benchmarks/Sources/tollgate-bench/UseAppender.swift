import Foundation
import Tollgate
import TollgateLedger

/// Appends uses to a ledger, as the server does: a fact and an answer, under the customer's current version.
actor UseAppender {
  private static let app: Blueprint.App.ID = "bench"
  /// A text as long as the answer to a use.
  private static let body = [UInt8](repeating: UInt8(ascii: "x"), count: 291)

  private let ledger: any Ledger
  /// The customers of each caller, who writes to them in turn, with their versions.
  private var customers: [[(id: Customer.ID, version: Int)]]

  /// Creates customers who are not in the ledger yet.
  ///
  /// - Parameters:
  ///   - ledger: The ledger.
  ///   - count: How many customers there are.
  ///   - callers: How many callers write to them at the same time.
  init(_ ledger: any Ledger, customers count: Int, callers: Int) {
    self.ledger = ledger
    customers = (0..<callers).map { caller in
      stride(from: caller, to: count, by: callers).map { _ in
        let id = UUID().uuidString.lowercased().filter { $0 != "-" }
        return (Customer.ID("cus_" + id), 0)
      }
    }
  }

  /// Appends uses for a time.
  ///
  /// - Parameter time: How long.
  /// - Returns: The number of uses appended per second.
  /// - Throws: `LedgerError`.
  func run(for time: Duration) async throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    let end = start + time
    let ledger = ledger
    let parts = try await withThrowingTaskGroup(
      of: (Int, [(id: Customer.ID, version: Int)], Int).self
    ) { group in
      for (caller, customers) in customers.enumerated() {
        group.addTask {
          var customers = customers
          var count = 0
          while clock.now < end {
            let index = count % customers.count
            let (id, version) = customers[index]
            customers[index].version = try await ledger.append(Self.use(by: id, after: version))
            count += 1
          }
          return (caller, customers, count)
        }
      }
      var parts: [(Int, [(id: Customer.ID, version: Int)], Int)] = []
      for try await part in group { parts.append(part) }
      return parts
    }
    for (caller, customers, _) in parts { self.customers[caller] = customers }
    let spent = start.duration(to: clock.now).components
    let seconds = Double(spent.seconds) + Double(spent.attoseconds) / 1e18
    return Double(parts.reduce(0) { $0 + $1.2 }) / seconds
  }

  private static func use(by customer: Customer.ID, after version: Int) -> LedgerWrite {
    let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    let key = Idempotency.Key(UUID().uuidString)
    return LedgerWrite(
      app: app, customer: customer, expectedVersion: version,
      facts: [.use(Use(feature: "scan", key: key, origin: customer, at: now))], at: now,
      answer: LedgerAnswer(key: key, purpose: "use scan", status: 200, body: body))
  }
}
