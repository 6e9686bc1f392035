package import Tollgate

/// The tables of charts: what each customer adds to them, what all add up to, and who has changed since.
///
/// A commit that may change what a customer adds leaves the customer among the ``changes(after:in:limit:)``, so that no
/// change is lost however late it is counted. The code that counts reads the changes, the customers' facts and their
/// earlier parts, and applies the difference in one commit. Tables can always be computed from the facts: they are not
/// moved.
package protocol LedgerChartTables: Sendable {
  /// Returns how far the tables were counted; nil if they never were.
  func state(in app: Blueprint.App.ID) async throws(LedgerError) -> LedgerChartState?

  /// Returns how many customers are still to be counted.
  func backlog(in app: Blueprint.App.ID) async throws(LedgerError) -> LedgerChartBacklog

  /// Returns the customers after one who have changed, ordered by id.
  ///
  /// - Parameter customer: The customer after whom they begin; nil for the first ones.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  func changes(
    after customer: Customer.ID?, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerChartChange]

  /// Returns what customers add to the tables, as it was stored.
  func parts(
    of customers: [Customer.ID], in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID: String]

  /// Applies an update, atomically.
  ///
  /// - Returns: Whether it was applied; false if the tables have changed since the state was read.
  func apply(
    _ update: LedgerChartUpdate, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Bool

  /// Returns the sums of measures from each of some days to the next.
  ///
  /// - Parameters:
  ///   - days: The first days of the sums, in days since 1970, at least one, ascending; everything before them counts as
  ///     of the day before the first.
  ///   - hour: The hour from which on nothing counts, in hours since 1970.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  func sums(
    of measures: [ChartMeasure], by division: ChartDivision, from days: [Int64], until hour: Int64,
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [ChartSum]

  /// Replaces the sums of a day's hours by one, at the day's first hour.
  ///
  /// No number changes: ``sums(of:by:from:until:in:)`` tells hours apart only on its last day.
  ///
  /// - Parameter day: The first day that is left as it is, in days since 1970; a day that is not over must not be added
  ///   up.
  /// - Returns: How many sums were replaced.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  @discardableResult
  func addUpHours(before day: Int64, in app: Blueprint.App.ID) async throws(LedgerError) -> Int
}

/// The limits of what is done with tables of charts at once.
package enum LedgerChartLimits {
  /// The greatest number of days whose hours one statement adds up.
  package static let days: Int64 = 31
}

/// A ledger that has tables of charts, and knows its recent activity.
package protocol LedgerChartSource: Ledger {
  var charts: any LedgerChartTables { get }
  /// The recent activity.
  var activity: any LedgerActivity { get }
}

/// How far the tables of charts were counted.
package struct LedgerChartState: Hashable, Sendable {
  /// The number of changes of the tables, which the next one expects.
  package var number: Int
  /// The rules by which customers were counted.
  package var rules: String
  /// The last customer, in the order of their ids, of a count of all that is in progress, empty before the first; nil if
  /// all were counted.
  package var cursor: String?

  package init(number: Int, rules: String, cursor: String?) {
    self.number = number
    self.rules = rules
    self.cursor = cursor
  }
}

/// How many customers are still to be counted.
package struct LedgerChartBacklog: Hashable, Sendable {
  /// How many have changed, and how many a count of all has not reached.
  package let customers: Int
  /// When the first of those who have changed did so; nil if nobody waits, or while all are counted.
  ///
  /// Everything that was recorded earlier is counted.
  package let since: Instant?

  package init(customers: Int, since: Instant?) {
    self.customers = customers
    self.since = since
  }
}

/// A customer who has changed since it was counted.
package struct LedgerChartChange: Hashable, Sendable {
  package let customer: Customer.ID
  /// How often it has changed since then.
  package let revision: Int

  package init(_ customer: Customer.ID, revision: Int) {
    self.customer = customer
    self.revision = revision
  }
}

/// A sum of some days.
package struct ChartSum: Hashable, Sendable {
  package let measure: ChartMeasure
  /// The value of the division; empty without one.
  package let name: String
  /// The currency; empty without one.
  package let currency: String
  /// The first day, in days since 1970.
  package let day: Int64
  package let amount: ChartAmount

  package init(
    _ measure: ChartMeasure, name: String, currency: String, day: Int64, _ amount: ChartAmount
  ) {
    self.measure = measure
    self.name = name
    self.currency = currency
    self.day = day
    self.amount = amount
  }
}

/// A change of the tables of charts: one commit.
package struct LedgerChartUpdate: Hashable, Sendable {
  /// The state afterwards, whose number is that which was read.
  package let state: LedgerChartState
  /// The changes that it counts; one that has another revision by then remains.
  package let settled: [LedgerChartChange]
  /// The parts to store; nil removes one.
  package private(set) var parts: [Customer.ID: String?] = [:]
  private var sums: [ChartPart.Key: ChartAmount] = [:]

  /// What to add to the sums, in no order that matters.
  package var additions: [(key: ChartPart.Key, amount: ChartAmount)] {
    sums.filter { $0.value != ChartAmount() }.map { ($0.key, $0.value) }
  }

  /// Creates an update that counts nobody yet.
  package init(_ state: LedgerChartState, settled: [LedgerChartChange]) {
    self.state = state
    self.settled = settled
  }

  /// Counts a customer in place of what they added before.
  ///
  /// - Parameters:
  ///   - part: What they add now; nil for nothing.
  ///   - stored: What they added before, as it is stored; nil for nothing.
  /// - Throws: ``LedgerError`` with code `corrupt`.
  package mutating func count(
    _ customer: Customer.ID, _ part: ChartPart?, before stored: String?
  ) throws(LedgerError) {
    var text: String?
    if let part { text = try part.text() }
    guard text != stored else { return }
    if let stored { try ChartPart(stored).add(to: &sums, times: -1) }
    part?.add(to: &sums)
    parts[customer] = .some(text)
  }
}
