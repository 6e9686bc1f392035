import Tollgate
import TollgateLedger

/// How many customers used the app recently, as a job counted them.
///
/// Counting reads a row of every customer, so the number is kept in the ledger for all servers, with its instant.
struct ActiveCustomers: Hashable, Sendable {
  /// How many days count.
  static let days = 28
  /// How long a large number is shown before customers are counted again, and how long a small one.
  static let interval = (large: Duration.minutes(10), small: Duration.seconds(10))
  /// The bound of a small number: an app with few customers is counted in no time.
  static let small = 10_000

  /// How many customers were written to or seen in the ``days`` before.
  let count: Int
  /// When they were counted.
  let countedAt: Instant

  /// Reads the number of an app; nil before the first count.
  init?(from ledger: any Ledger, of app: Blueprint.App.ID) async throws(LedgerError) {
    let parts = try await ledger.property(.activeCustomers(of: app))?.split(separator: " ") ?? []
    guard parts.count == 2, let count = Int(parts[0]), let instant = Int64(parts[1]) else {
      return nil
    }
    self.count = count
    countedAt = Instant(milliseconds: instant)
  }

  /// Counts the customers of an app again if the number is as old as ``interval`` says.
  static func refresh(
    in ledger: any LedgerChartSource, of app: Blueprint.App.ID, at now: Instant
  ) async throws(LedgerError) {
    if let last = try await ActiveCustomers(from: ledger, of: app),
      now < last.countedAt.advanced(by: last.count < small ? interval.small : interval.large)
    {
      return
    }
    let count = try await ledger.activity.customers(
      seenSince: now.subtracting(Period(days, .day)), in: app)
    try await ledger.set(.activeCustomers(of: app), to: "\(count) \(now.milliseconds)")
  }
}

extension LedgerProperty {
  /// The number of active customers, and when they were counted.
  fileprivate static func activeCustomers(of app: Blueprint.App.ID) -> LedgerProperty {
    LedgerProperty("active-customers:\(app)")
  }
}
