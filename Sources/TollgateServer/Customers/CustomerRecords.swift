import CoreMetrics
import Tollgate
import TollgateLedger
import TollgateWire

/// Reads what the ledger has recorded for customers, through a cache.
///
/// A record is read from the cache where that is enough; a write made from an outdated one fails with a conflict, and
/// the writer reads it again. If other servers share the ledger, each request asks it whether the cached version is the
/// latest, so no decision is older than the request it answers.
final class CustomerRecords: Sendable {
  /// How many seconds a caller waits before retrying a server whose clock is behind.
  static let clockRetrySeconds = 60

  /// The ledger that the cache is filled from.
  let ledger: any Ledger
  /// The server's clock.
  let clock: @Sendable () -> Instant
  let cache: RecordCache
  let operations: Operations

  init(
    ledger: any Ledger, clock: @escaping @Sendable () -> Instant,
    cacheBytes: Int = RecordCache.defaultBytes, operations: Operations = Operations()
  ) {
    self.ledger = ledger
    cache = RecordCache(limit: cacheBytes)
    self.clock = clock
    self.operations = operations
  }

  /// The customer's record, from the cache or the ledger; nil if it was never written.
  func record(
    of customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    if let record = cache.record(CustomerKey(app: app.id, customer: customer)) {
      operations.metrics.cacheHits.increment(by: 1)
      return try await latest(record, in: app)
    }
    operations.metrics.cacheMisses.increment(by: 1)
    return try await reload(customer, in: app)
  }

  /// The customer's record, or one of version 0 if it was never written.
  func recordOrNew(
    of customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord {
    try await record(of: customer, in: app)
      ?? CustomerRecord(id: customer, version: 0, customer: Customer())
  }

  /// The caller's own record; throws `invalid_token` for a customer whom the ledger does not have.
  func record(of caller: Caller) async throws(Problem) -> CustomerRecord {
    guard let record = try await record(of: caller.customer, in: caller.app) else {
      throw Problem.unknownCustomer
    }
    return record
  }

  /// Reads the customer's record from the ledger, past the cache.
  ///
  /// - Parameters:
  ///   - customer: The customer.
  ///   - app: The app, whose sandbox policy is applied before the record is cached.
  /// - Returns: The record; nil if the customer was never written.
  /// - Throws: `Problem` if the ledger cannot be read.
  @discardableResult
  func reload(
    _ customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    let recorded: CustomerRecord?
    do {
      recorded = try await ledger.record(of: customer, in: app.id)
    } catch {
      throw Problem(error)
    }
    return try await insert(recorded, in: app)
  }

  /// Caches what the ledger has recorded, after the app's sandbox policy.
  private func insert(
    _ recorded: CustomerRecord?, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    guard let recorded else { return nil }
    let record = try await applyingSandboxPolicy(to: recorded, in: app)
    let key = CustomerKey(app: app.id, customer: record.id)
    cache.insert(record, key)
    ConfirmedVersions.current?.insert(record.version, of: key)
    return record
  }

  /// The cached record if it is the ledger's latest version, or else the ledger's.
  ///
  /// Only a shared ledger is asked: nobody else writes to another one.
  func latest(
    _ cached: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    guard ledger.isShared else { return cached }
    let key = CustomerKey(app: app.id, customer: cached.id)
    let confirmed = ConfirmedVersions.current
    if confirmed?.contains(cached.version, of: key) == true { return cached }
    let reading: LedgerReading
    do {
      reading = try await ledger.record(of: cached.id, in: app.id, newerThan: cached.version)
    } catch {
      throw Problem(error)
    }
    switch reading {
    case .unchanged:
      confirmed?.insert(cached.version, of: key)
      return cached
    case .changed(let recorded):
      // A restored ledger may have an earlier version, which the cache would not take.
      forget(cached.id, in: app)
      return try await insert(recorded, in: app)
    }
  }

  /// Removes the customer from the cache.
  func forget(_ customer: Customer.ID, in app: ServedApp) {
    cache.remove(CustomerKey(app: app.id, customer: customer))
  }

  /// The customer that a record's customer was merged into; itself if it was not merged.
  ///
  /// - Parameters:
  ///   - record: The record to start from.
  ///   - app: The app.
  /// - Returns: The record that customer's facts now belong to, which is not merged itself.
  /// - Throws: `Problem` if the ledger cannot be read.
  func survivor(
    of record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord {
    var survivor = record
    while let owner = survivor.mergedInto, let next = try await self.record(of: owner, in: app) {
      survivor = next
    }
    return survivor
  }

  /// Returns the instant at which to decide for customers: the server's clock, but never before the instants it stamped
  /// for them.
  ///
  /// A clock that was set back therefore gives nobody a second allowance.
  ///
  /// - Parameter records: The customers.
  /// - Returns: The instant.
  /// - Throws: `Problem` with code `clock_behind` if the clock would have to be raised by over a day.
  func instant(for records: CustomerRecord?...) throws(Problem) -> Instant {
    let clock = clock()
    var now = clock
    for case let record? in records {
      guard let instant = record.customer.now(notBefore: clock) else {
        throw Problem(
          .clockBehind, "The server's clock is over a day behind what it recorded.",
          retryAfter: Self.clockRetrySeconds)
      }
      now = max(now, instant)
    }
    return now
  }
}
