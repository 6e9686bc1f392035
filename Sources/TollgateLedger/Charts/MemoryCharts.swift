import Tollgate
import TollgateMutex

/// The tables of charts of one app in memory.
struct MemoryCharts {
  /// A customer who has changed since it was counted.
  struct Change {
    /// How often it has changed since then.
    var revision: Int
    /// The first of these changes.
    let since: Instant
  }

  /// How far the tables were counted.
  private(set) var state: LedgerChartState?
  /// The customers who have changed.
  private(set) var changes: [Customer.ID: Change] = [:]
  /// What each customer adds.
  private(set) var parts: [Customer.ID: String] = [:]
  /// What all of them add up to.
  private(set) var sums: [ChartPart.Key: ChartAmount] = [:]
  /// How many customers were erased.
  private var erased = 0

  /// Notes that customers have changed.
  mutating func note(_ customers: some Sequence<Customer.ID>, at instant: Instant) {
    for customer in customers {
      changes[customer, default: Change(revision: 0, since: instant)].revision += 1
    }
  }

  /// Notes whom a write changes.
  mutating func note(_ write: LedgerWrite) {
    note(write.facts, of: write.customer, at: write.at)
    if let other = write.releases { note(other.facts, of: other.customer, at: write.at) }
    if let other = write.absorbs { note([write.customer, other.customer], at: write.at) }
  }

  /// Notes a customer for whom facts are recorded, if charts are made of them or they may be the first.
  private mutating func note(_ facts: [Fact], of customer: Customer.ID, at instant: Instant) {
    guard !facts.isEmpty, parts[customer] == nil || facts.contains(where: \.mayChangeCharts) else {
      return
    }
    note([customer], at: instant)
  }

  /// Removes the names of erased customers from their parts, which are subtracted once they are counted.
  mutating func erase(_ customers: Set<Customer.ID>, at instant: Instant) {
    state?.number += 1
    for customer in customers {
      guard let part = parts.removeValue(forKey: customer) else { continue }
      erased += 1
      let name = Customer.ID("\(Customer.ID.erased.rawValue)\(erased)")
      parts[name] = part
      note([name], at: instant)
    }
    note(customers, at: instant)
  }

  /// Applies an update, and returns false if the state has changed since it was read.
  mutating func apply(_ update: LedgerChartUpdate) -> Bool {
    guard state?.number ?? 0 == update.state.number else { return false }
    state = update.state
    state?.number += 1
    for change in update.settled where changes[change.customer]?.revision == change.revision {
      changes[change.customer] = nil
    }
    for (customer, part) in update.parts { parts[customer] = part }
    for (key, amount) in update.additions {
      let sum = sums[key, default: ChartAmount()] + amount
      sums[key] = sum == ChartAmount() ? nil : sum
    }
    return true
  }

  /// Replaces the sums of hours before a day by those of days, and returns how many were replaced.
  mutating func addUpHours(before day: Int64) -> Int {
    let hours = sums.filter { 0..<day * 24 ~= $0.key.hour && $0.key.hour % 24 != 0 }
    for (key, amount) in hours {
      sums[key] = nil
      let day = ChartPart.Key(
        key.measure, key.division, key.name, currency: key.currency,
        hour: key.hour - key.hour % 24)
      let sum = sums[day, default: ChartAmount()] + amount
      sums[day] = sum == ChartAmount() ? nil : sum
    }
    return hours.count
  }
}

/// The tables of charts of a ledger in memory.
struct MemoryChartTables: LedgerChartTables {
  let ledger: MemoryLedger

  /// Returns how far the tables were counted.
  func state(in app: Blueprint.App.ID) async throws(LedgerError) -> LedgerChartState? {
    ledger.chartTables.withLock { $0[app]?.state }
  }

  /// Counts the changes, and the customers after the last one that a count of all has reached.
  func backlog(in app: Blueprint.App.ID) async throws(LedgerError) -> LedgerChartBacklog {
    let charts = ledger.chartTables.withLock { $0[app] }
    guard let cursor = charts?.state?.cursor else {
      return LedgerChartBacklog(
        customers: charts?.changes.count ?? 0, since: charts?.changes.values.map(\.since).min())
    }
    let left = ledger.unmerged(in: app).filter { cursor < $0.rawValue }
    return LedgerChartBacklog(customers: left.count + (charts?.changes.count ?? 0), since: nil)
  }

  /// Returns changes in the order of the customers' names.
  func changes(
    in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerChartChange] {
    let changes = ledger.chartTables.withLock { $0[app]?.changes ?? [:] }
    return changes.sorted { $0.key < $1.key }.prefix(max(0, limit))
      .map { LedgerChartChange($0.key, revision: $0.value.revision) }
  }

  /// Returns the customers' parts.
  func parts(
    of customers: [Customer.ID], in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID: String] {
    let customers = Set(customers)
    return ledger.chartTables.withLock {
      ($0[app]?.parts ?? [:]).filter { customers.contains($0.key) }
    }
  }

  /// Applies an update under the lock of the tables.
  func apply(
    _ update: LedgerChartUpdate, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Bool {
    ledger.chartTables.withLock { $0[app, default: MemoryCharts()].apply(update) }
  }

  /// Adds up the hours of each day.
  func sums(
    of measures: [ChartMeasure], by division: ChartDivision, from day: Int64, until hour: Int64,
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [ChartSum] {
    let sums = ledger.chartTables.withLock { $0[app]?.sums ?? [:] }
    return sums.compactMap { key, amount in
      guard measures.contains(key.measure), key.division == division, key.hour < hour else {
        return nil
      }
      let start = day * 24
      return ChartSum(
        key.measure, name: key.name, currency: key.currency,
        day: key.hour < start ? day - 1 : day + (key.hour - start) / 24, amount)
    }
  }

  /// Replaces sums under the lock of the tables.
  func addUpHours(
    before day: Int64, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Int {
    ledger.chartTables.withLock { $0[app]?.addUpHours(before: day) ?? 0 }
  }
}

extension MemoryLedger: LedgerChartSource {
  package var charts: any LedgerChartTables { MemoryChartTables(ledger: self) }
  package var activity: any LedgerActivity { MemoryActivity(ledger: self) }
}

extension Fact {
  /// Whether tables of charts are made of it.
  fileprivate var mayChangeCharts: Bool {
    switch self {
    case .transaction, .renewal, .transfer, .refundRequest: true
    case .attribute(let change): change.attribute == "country"
    default: false
    }
  }
}
