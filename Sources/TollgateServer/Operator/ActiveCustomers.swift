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

  /// The last count of a day.
  struct DayCount: Hashable, Sendable {
    /// The days since 1970, in UTC.
    let day: Int64
    let count: Int
  }

  /// How many customers were written to or seen in the ``days`` before.
  let count: Int
  let countedAt: Instant
  /// The last count of each day that had one, in order, from ``days`` before the latest count until its day.
  let dayCounts: [DayCount]

  private init(_ count: Int, at now: Instant, after earlier: [DayCount]) {
    let today = now.days
    self.count = count
    countedAt = now
    dayCounts =
      earlier.filter { today - Int64(Self.days) <= $0.day && $0.day < today }
      + [DayCount(day: today, count: count)]
  }

  /// Reads the number of an app; nil before the first count.
  init?(from ledger: any Ledger, of app: Blueprint.App.ID) async throws(LedgerError) {
    let parts = try await ledger.property(.activeCustomers(of: app))?.split(separator: " ") ?? []
    guard parts.count >= 2, let count = Int(parts[0]), let instant = Int64(parts[1]) else {
      return nil
    }
    let earlier = parts.dropFirst(2).compactMap { part -> DayCount? in
      let numbers = part.split(separator: ":")
      guard numbers.count == 2, let day = Int64(numbers[0]), let count = Int(numbers[1]) else {
        return nil
      }
      return DayCount(day: day, count: count)
    }
    self.init(count, at: Instant(milliseconds: instant), after: earlier)
  }

  /// The count of ``days`` ago; nil if there was none.
  func before(_ now: Instant) -> Int? {
    dayCounts.first { $0.day == now.days - Int64(Self.days) }?.count
  }

  /// Counts the customers of an app again if the number is as old as ``interval`` says.
  static func refresh(
    in ledger: any LedgerChartSource, of app: Blueprint.App.ID, at now: Instant
  ) async throws(LedgerError) {
    let last = try await ActiveCustomers(from: ledger, of: app)
    if let last,
      now < last.countedAt.advanced(by: last.count < small ? interval.small : interval.large)
    {
      return
    }
    let count = try await ledger.activity.customers(
      seenSince: now.subtracting(Period(days, .day)), in: app)
    let active = ActiveCustomers(count, at: now, after: last?.dayCounts ?? [])
    try await ledger.set(.activeCustomers(of: app), to: active.text)
  }

  private var text: String {
    (["\(count)", "\(countedAt.milliseconds)"] + dayCounts.map { "\($0.day):\($0.count)" })
      .joined(separator: " ")
  }
}

extension Instant {
  /// The days since 1970 in UTC.
  fileprivate var days: Int64 { Instant.split(milliseconds).days }
}

extension LedgerProperty {
  /// The number of active customers, and when they were counted.
  fileprivate static func activeCustomers(of app: Blueprint.App.ID) -> LedgerProperty {
    LedgerProperty("active-customers:\(app)")
  }
}
