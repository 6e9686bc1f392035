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
  /// The size from which a record's version is read before its facts: 32 KiB, about 500 uses.
  private static let largeBytes = 32 * 1024
  /// How often the version of a large record is read before its facts are.
  private static let versionReads = 3
  /// How many seconds a caller waits before retrying a server whose clock is behind.
  static let clockRetrySeconds = 60

  let ledger: any Ledger
  let clock: @Sendable () -> Instant
  let cache: RecordCache
  let observability: Observability

  init(
    ledger: any Ledger, clock: @escaping @Sendable () -> Instant,
    cacheBytes: Int = RecordCache.defaultBytes, observability: Observability = Observability()
  ) {
    self.ledger = ledger
    cache = RecordCache(limit: cacheBytes)
    self.clock = clock
    self.observability = observability
  }

  /// The customer's record, from the cache or the ledger; nil if it was never written.
  func record(
    of customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    if let record = cache.record(CustomerKey(app: app.id, customer: customer)) {
      observability.metrics.cacheHits.increment(by: 1)
      return try await latest(record, in: app)
    }
    observability.metrics.cacheMisses.increment(by: 1)
    return try await reload(customer, in: app)
  }

  /// The customer's record, or one of version 0 if it was never written.
  func recordOrNew(
    of customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord {
    try await record(of: customer, in: app)
      ?? CustomerRecord(id: customer, version: 0, customer: Customer())
  }

  /// The caller's own record; throws `invalid_token` for a customer that the ledger does not have.
  func record(of caller: Caller) async throws(Problem) -> CustomerRecord {
    guard let record = try await record(of: caller.customer, in: caller.app) else {
      throw Problem.unknownCustomer
    }
    return record
  }

  /// Reads the customer's record from the ledger, past the cache.
  ///
  /// - Parameter app: The app, whose sandbox policy is applied before the record is cached.
  /// - Returns: The record; nil if the customer was never written.
  @discardableResult
  func reload(
    _ customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    let key = CustomerKey(app: app.id, customer: customer)
    let access = cache.begin(key)
    var latest: CustomerRecord?
    defer { cache.end(access, caching: latest) }
    let recorded = try await Problem.catching(await ledger.record(of: customer, in: app.id))
    guard let recorded else { return nil }
    latest = try await applyingSandboxPolicy(to: recorded, in: app)
    ConfirmedVersions.current?.insert(recorded.version, of: key)
    return latest
  }

  /// The cached record if it is the ledger's latest version, or else the ledger's.
  ///
  /// Only a shared ledger is asked: nobody else writes to one that is not shared.
  func latest(
    _ cached: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    guard ledger.isShared else { return cached }
    let key = CustomerKey(app: app.id, customer: cached.id)
    let confirmed = ConfirmedVersions.current
    if confirmed?.contains(cached.version, of: key) == true { return cached }
    if let latest = try await confirmedIfLarge(cached, key) { return latest }
    let access = cache.begin(key)
    var latest: CustomerRecord?
    defer { cache.end(access, caching: latest) }
    let reading = try await Problem.catching(
      await ledger.record(of: cached.id, in: app.id, newerThan: cached.version))
    switch reading {
    case .unchanged:
      confirmed?.insert(cached.version, of: key)
      return cached
    case .changed(let recorded):
      // A restored ledger may have an earlier version, which the cache would not take.
      if (recorded?.version ?? 0) < cached.version { forget(cached.id, in: app) }
      guard let recorded else { return nil }
      latest = try await applyingSandboxPolicy(to: recorded, in: app)
      confirmed?.insert(recorded.version, of: key)
      return latest
    }
  }

  /// The cached record of a customer with many facts, if its version turns out to be the latest; nil otherwise.
  ///
  /// While other requests write, this server caches versions that are newer than the one a read began with. Until then
  /// only the version is read, since reading all facts for each of these writes would take longer the more there are.
  private func confirmedIfLarge(
    _ cached: CustomerRecord, _ key: CustomerKey
  ) async throws(Problem) -> CustomerRecord? {
    var cached = cached
    guard cached.customer.estimatedBytes > Self.largeBytes else { return nil }
    for _ in 0..<Self.versionReads {
      let version = try await Problem.catching(await ledger.version(of: cached.id, in: key.app))
      cached = cache.record(key) ?? cached
      if version == cached.version {
        ConfirmedVersions.current?.insert(cached.version, of: key)
        return cached
      }
    }
    return nil
  }

  /// Removes the customer from the cache.
  func forget(_ customer: Customer.ID, in app: ServedApp) {
    cache.remove(CustomerKey(app: app.id, customer: customer))
  }

  /// The customer that a record's customer was merged into; itself if it was not merged.
  ///
  /// - Returns: The record that customer's facts now belong to, which is not merged itself.
  func survivor(
    of record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord {
    var survivor = record
    while let owner = survivor.mergedInto, let next = try await self.record(of: owner, in: app) {
      survivor = next
    }
    return survivor
  }

  /// Returns the instant at which to decide for customers: the server's clock, but never before the instants that it
  /// stamped or the store signed for them.
  ///
  /// A clock that was set back therefore gives nobody a second allowance, and one that is behind the store's delays no
  /// purchase.
  ///
  /// - Throws: `Problem` with code `clock_behind` if the clock would have to be raised by over a day.
  func instant(for records: CustomerRecord?...) throws(Problem) -> Instant {
    try instant(for: records.compactMap { $0?.customer })
  }

  /// Returns the instant at which to record what the store signed: the server's clock, but never before the signatures.
  ///
  /// - Throws: `Problem` with code `clock_behind`.
  func instant(of update: StoreUpdate) throws(Problem) -> Instant {
    try instant(for: [Customer(update.facts)])
  }

  /// Returns the instant at which to decide for one customer, as for several.
  func instant(for record: CustomerRecord) throws(Problem) -> Instant {
    try instant(for: record.customer, notBefore: clock())
  }

  /// Returns the instant at which to decide for customers, as for their records.
  func instant(for customers: [Customer]) throws(Problem) -> Instant {
    let clock = clock()
    var now = clock
    for customer in customers { now = max(now, try instant(for: customer, notBefore: clock)) }
    return now
  }

  private func instant(
    for customer: Customer, notBefore clock: Instant
  ) throws(Problem) -> Instant {
    guard let instant = customer.now(notBefore: clock) else {
      throw Problem(
        .clockBehind, "The server's clock is over a day behind what it recorded.",
        retryAfter: Self.clockRetrySeconds)
    }
    return instant
  }
}

extension CustomerRecords {
  /// Appends to the ledger; the write is measured, and is a span of its own if requests are traced.
  func append(_ write: LedgerWrite) async throws(LedgerError) -> Int {
    let start = observability.metrics.isCollected ? ContinuousClock.now : nil
    defer {
      if let start {
        observability.metrics.appendDuration.recordNanoseconds(start.duration(to: .now).nanoseconds)
      }
    }
    guard let tracer = observability.tracer else { return try await ledger.append(write) }
    return try await tracer.trace(write, to: ledger).get()
  }

  /// Begins to append to the ledger; the write is measured, but not traced.
  ///
  /// The parameters and the result are those of ``Ledger/begin(_:completion:)``.
  func begin(
    _ write: LedgerWrite, completion: @escaping @Sendable (Result<Int, LedgerError>) -> Void
  ) -> Bool {
    guard observability.metrics.isCollected else {
      return ledger.begin(write, completion: completion)
    }
    let start = ContinuousClock.now
    return ledger.begin(write) { [metrics = observability.metrics] result in
      metrics.appendDuration.recordNanoseconds(start.duration(to: .now).nanoseconds)
      completion(result)
    }
  }
}
