public import Tollgate
import TollgateMutex

/// A ledger that lives as long as the process: for tests, scenarios and the playground.
///
/// It passes the same contract suite as the others, and is lost with the process. Every method is synchronous under a
/// lock; it is asynchronous only because the protocol is.
public final class MemoryLedger: Ledger {
  /// The contents by app; a write holds the lock from its check to its last change, which makes it atomic.
  let apps = Mutex<[Blueprint.App.ID: MemoryTables]>([:])
  /// The last sequence number given out, for all apps together.
  private let sequence = Mutex(0)
  /// The values of the ledger as a whole.
  let properties = Mutex<[LedgerProperty: String]>([:])
  private let leases = LocalLeases()
  /// The tables of charts by app; locked within ``apps``, so that they change in the same commit.
  let chartTables = Mutex<[Blueprint.App.ID: MemoryCharts]>([:])

  /// Whether it is used as if other processes wrote to it, as tests of several servers do.
  public let isShared: Bool

  /// Creates an empty ledger.
  public init() { isShared = false }

  package init(isShared: Bool) { self.isShared = isShared }

  /// The people who may sign in to the operators' pages, and what operators and keys did.
  public var administration: any LedgerAdministration { MemoryAdministration(ledger: self) }

  /// Returns everything recorded for a customer and for those merged into it; nil if it was never written.
  public func record(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> CustomerRecord? {
    apps.withLock { $0[app]?.record(of: customer) }
  }

  /// Appends facts and whatever goes with them, atomically.
  public func append(_ write: LedgerWrite) async throws(LedgerError) -> Int {
    try apps.withLock { (apps) throws(LedgerError) in
      // Taken out of the dictionary, so that the changes below do not copy its contents.
      var tables = apps.removeValue(forKey: write.app) ?? MemoryTables()
      defer { apps[write.app] = tables }
      try tables.check(write)
      chartTables.withLock { $0[write.app, default: MemoryCharts()].note(write) }
      return sequence.withLock { tables.apply(write, sequence: &$0) }
    }
  }

  /// Erases a customer and everyone merged into it, atomically.
  public func erase(_ erasure: LedgerErasure) async throws(LedgerError) -> Set<Customer.ID> {
    try apps.withLock { (apps) throws(LedgerError) in
      var tables = apps.removeValue(forKey: erasure.app) ?? MemoryTables()
      defer { apps[erasure.app] = tables }
      let changed = try sequence.withLock { (sequence) throws(LedgerError) in
        try tables.erase(erasure, sequence: &sequence)
      }
      chartTables.withLock {
        $0[erasure.app, default: MemoryCharts()].erase(changed, at: erasure.at)
      }
      return changed
    }
  }

  /// Stores the token to revoke when a customer is erased, in place of an earlier one.
  public func keep(
    _ token: LedgerSignInToken, of customer: Customer.ID, in app: Blueprint.App.ID,
    at instant: Instant
  ) async throws(LedgerError) {
    apps.withLock { $0[app, default: MemoryTables()].keep(token, of: customer, at: instant) }
  }

  /// Returns the revocations that are due at an instant, the longest overdue first, and takes them for a lease.
  public func revocations(
    dueAt instant: Instant, in app: Blueprint.App.ID, limit: Int, lease: LedgerLease?
  ) async throws(LedgerError) -> [LedgerRevocation] {
    let due = apps.withLock { $0[app]?.revocations(dueAt: instant) ?? [] }
    return leases.take(due, lease, at: instant, limit: limit) { .revocation(app, $0.id) }
  }

  /// Postpones a revocation, or removes it with its token; does nothing if it was settled meanwhile.
  public func settle(
    _ revocation: LedgerRevocation, in app: Blueprint.App.ID, next: Instant?
  ) async throws(LedgerError) {
    apps.withLock { $0[app]?.settle(revocation, next: next) }
    leases.end(.revocation(app, revocation.id))
  }

  /// Returns the first answer given under an idempotency key, byte for byte, or nil if there isn't one.
  public func answer(
    to key: Idempotency.Key, of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerAnswer? {
    apps.withLock { $0[app]?.answer(to: key, of: customer) }
  }

  /// Returns the owner of a claim, or nil if there isn't one.
  public func owner(
    of claim: LedgerClaim, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Customer.ID? {
    apps.withLock { $0[app]?.claims[claim] }
  }

  /// Returns the credentials for a lowercased email address; nil if there aren't any.
  public func credentials(
    of email: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerCredentials? {
    apps.withLock { $0[app]?.credentials[email] }
  }

  /// Returns a subject's failed attempts; nil without any in a window that is open.
  public func attempts(
    of subject: String, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) -> LedgerAttempts? {
    apps.withLock { $0[app]?.attempts[subject] }.flatMap { $0.endsAt > instant ? $0 : nil }
  }

  /// Counts failed attempts, in one commit.
  public func add(
    _ attempts: [LedgerAttempts], in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    apps.withLock { $0[app, default: MemoryTables()].add(attempts, at: instant) }
  }

  /// Forgets a subject's failed attempts.
  public func forgetAttempts(
    of subject: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    apps.withLock { $0[app]?.attempts[subject] = nil }
  }

  /// Stores a one-time code in place of an earlier one, and drops codes that have expired.
  public func save(
    _ code: LedgerEmailCode, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    apps.withLock { $0[app, default: MemoryTables()].save(code, at: instant) }
  }

  /// Uses a one-time code; a wrong one counts as a try.
  public func use(
    _ code: LedgerEmailCode, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) -> Bool {
    apps.withLock { $0[app]?.use(code, at: instant) ?? false }
  }

  /// Returns the app's entries after a sequence number, oldest first.
  public func entries(
    after sequence: Int, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerEntry] {
    apps.withLock { $0[app]?.entries(after: sequence, limit: limit) ?? [] }
  }

  /// Returns the lifecycle entries of a customer and of everyone merged into it up to a sequence number, oldest first.
  public func lifecycle(
    of customer: Customer.ID, in app: Blueprint.App.ID, through sequence: Int
  ) async throws(LedgerError) -> [LedgerEntry] {
    apps.withLock { $0[app]?.lifecycle(of: customer, through: sequence) ?? [] }
  }

  /// Returns what was recorded for a customer and for those merged into it, in the order in which it was recorded.
  public func history(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [RecordedFact] {
    apps.withLock { $0[app]?.history(of: customer) ?? [] }
  }

  /// The customers who were not merged into others, in no order.
  func unmerged(in app: Blueprint.App.ID) -> [Customer.ID] {
    apps.withLock { apps in
      apps[app]?.rows.filter { $0.value.mergedInto == nil }.map(\.key) ?? []
    }
  }

  /// Returns the subscriptions of one environment that are due for a check at an instant, the longest overdue first,
  /// and takes them for a lease.
  public func checks(
    dueAt instant: Instant, of environment: StoreEnvironment, in app: Blueprint.App.ID, limit: Int,
    lease: LedgerLease?
  ) async throws(LedgerError) -> [LedgerCheck] {
    let due = apps.withLock { $0[app]?.checks(dueAt: instant, of: environment) ?? [] }
    return leases.take(due, lease, at: instant, limit: limit) { .check(app, $0.purchase) }
  }

  /// Postpones a check or ends it; does nothing if the subscription has another check by now.
  public func settle(
    _ check: LedgerCheck, in app: Blueprint.App.ID, next: Instant?
  ) async throws(LedgerError) {
    apps.withLock { $0[app]?.settle(check, next: next) }
    leases.end(.check(app, check.purchase))
  }

  /// Takes a task for a lease, extends the holder's lease, or returns the task with a lease of length zero.
  public func take(
    _ task: LedgerTask, in app: Blueprint.App.ID, for lease: LedgerLease, at instant: Instant
  ) async throws(LedgerError) -> Bool {
    leases.take(.task(app, task), lease, at: instant)
  }

  /// Returns the instant stored under a name, or nil if there isn't one.
  public func instant(
    of mark: LedgerMark, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Instant? {
    apps.withLock { $0[app]?.marks[mark] }
  }

  /// Stores an instant under a name, unless a later one is stored.
  public func advance(
    _ mark: LedgerMark, in app: Blueprint.App.ID, to instant: Instant
  ) async throws(LedgerError) {
    apps.withLock { $0[app, default: MemoryTables()].advance(mark, to: instant) }
  }

  /// Keeps a refused notification, replacing an earlier refusal of the same one.
  public func refuse(
    _ refusal: LedgerRefusal, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    apps.withLock { $0[app, default: MemoryTables()].refuse(refusal) }
  }

  /// Returns the refused notifications that were not judged under a configuration revision, the oldest first.
  public func refusals(
    notJudgedUnder revision: String, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerRefusal] {
    apps.withLock { $0[app]?.refusals(notJudgedUnder: revision, limit: limit) ?? [] }
  }

  /// Removes a refused notification, for example once it is recorded; does nothing if it is not kept.
  public func forgetRefusal(
    of notification: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    apps.withLock { $0[app]?.forgetRefusal(of: notification) }
  }

  /// Records that a customer is still there.
  public func see(
    _ customer: Customer.ID, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) {
    apps.withLock { $0[app]?.see(customer, at: instant) }
  }

  /// Removes a few rows of one kind that are old enough, of all apps.
  public func prune(_ pruning: LedgerPruning) async throws(LedgerError) -> LedgerPruned {
    apps.withLock { apps in
      let last = sequence.withLock { $0 }
      var pruned = LedgerPruned()
      for app in apps.keys.sorted() {
        apps[app]?.prune(pruning, in: app, lastSequence: last, &pruned)
      }
      chartTables.withLock { charts in
        for (app, customers) in pruned.customers {
          let removed = apps[app]?.rows.keys.filter(\.isRemoved) ?? []
          charts[app, default: MemoryCharts()].erase(customers, at: pruning.before)
          charts[app, default: MemoryCharts()].note(removed, at: pruning.before)
        }
      }
      return pruned
    }
  }

  /// Stores a secret key of an app's own backend.
  public func save(
    _ key: LedgerSecretKey, in app: Blueprint.App.ID
  ) async throws(LedgerError) {
    apps.withLock { $0[app, default: MemoryTables()].save(key) }
  }

  /// Returns the secret key with an id, revoked or not; nil if there isn't one.
  public func secretKey(
    _ id: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerSecretKey? {
    apps.withLock { $0[app]?.secretKeys[id] }
  }

  /// Returns the app's secret keys, those without an end first, then the newest.
  public func secretKeys(
    in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerSecretKey] {
    let keys = apps.withLock { Array(($0[app]?.secretKeys ?? [:]).values) }
    return Array(keys.sorted { $0.isListed(before: $1) }.prefix(LedgerSecretKey.listLimit))
  }

  /// Returns a value of the ledger as a whole, or nil if there isn't one.
  public func property(_ property: LedgerProperty) async throws(LedgerError) -> String? {
    properties.withLock { $0[property] }
  }

  /// Stores a value of the ledger as a whole, in place of an earlier one.
  public func set(_ property: LedgerProperty, to value: String) async throws(LedgerError) {
    properties.withLock { $0[property] = value }
  }
  /// Stores a value of the ledger as a whole if its present value is the expected one, atomically.
  public func replace(
    _ property: LedgerProperty, _ expected: String?, with value: String
  ) async throws(LedgerError) -> Bool {
    properties.withLock { properties in
      guard properties[property] == expected else { return false }
      properties[property] = value
      return true
    }
  }
}
