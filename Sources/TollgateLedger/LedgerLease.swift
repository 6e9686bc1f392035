import Tollgate
import TollgateMutex

/// The server that takes due work, and the time for which no other server can take it.
///
/// Several servers that share a ledger also share its background work: each takes a part for a limited time. If a server
/// stops before it is done, its part becomes free again when the lease ends. The holder itself can take its work again at
/// any time, which extends the lease.
///
/// A lease only saves work; correctness does not depend on it. If one ends too early, the same work is done twice, and
/// every write is compared with what is stored.
///
/// ```swift
/// let lease = LedgerLease(holder: server, length: .minutes(10))
/// let checks = try await ledger.checks(
///   dueAt: now, of: .production, in: app, limit: 100, lease: lease)
/// ```
public struct LedgerLease: Hashable, Sendable {
  /// The unique name of the server, such as a UUID.
  public let holder: String
  /// How long the holder has the work; zero returns it.
  public let length: Duration

  public init(holder: String, length: Duration) {
    self.holder = holder
    self.length = length
  }
}

/// A job that one server does at a time, such as the recovery of missed notifications.
///
/// Names are arbitrary, so that a new job needs no migration.
public struct LedgerTask: Hashable, Sendable {
  public let name: String

  public init(_ name: String) { self.name = name }
}

/// The leases of a ledger that one process has open: they are kept in memory, and end with the process.
///
/// PostgreSQL's ledger keeps them in rows instead, with the database's clock.
final class LocalLeases: Sendable {
  enum Work: Hashable, Sendable {
    case check(Blueprint.App.ID, PurchaseID)
    case revocation(Blueprint.App.ID, Int)
    case task(Blueprint.App.ID, LedgerTask)
  }

  private struct Lease: Sendable {
    let holder: String
    let end: Instant
  }

  private let leases = Mutex<[Work: Lease]>([:])

  /// How many rows to read so that enough of them are free.
  func rows(for limit: Int) -> Int {
    let (rows, isTooMany) = max(0, limit).addingReportingOverflow(leases.withLock { $0.count })
    return isTooMany ? .max : rows
  }

  /// Takes the first rows of some work that no other holder has, for a lease that begins at an instant.
  ///
  /// - Parameters:
  ///   - rows: The work, in order.
  ///   - lease: The lease; nil takes nothing, and returns the first rows, even if another holder has them.
  ///   - work: What is leased of a row.
  /// - Returns: The rows that were taken, in the same order.
  func take<Row>(
    _ rows: [Row], _ lease: LedgerLease?, at instant: Instant, limit: Int,
    _ work: (Row) -> Work
  ) -> [Row] {
    guard let lease else { return Array(rows.prefix(max(0, limit))) }
    var taken: [Row] = []
    for row in rows where taken.count < limit {
      if take(work(row), lease, at: instant) { taken.append(row) }
    }
    return taken
  }

  /// Takes some work unless another holder has it, and removes leases that have ended.
  func take(_ work: Work, _ lease: LedgerLease, at instant: Instant) -> Bool {
    leases.withLock { leases in
      leases = leases.filter { instant < $0.value.end }
      guard leases[work].map({ $0.holder == lease.holder }) ?? true else { return false }
      leases[work] = Lease(holder: lease.holder, end: instant.advanced(by: lease.length))
      return true
    }
  }

  /// Ends the lease of work that is settled.
  func end(_ work: Work) { leases.withLock { $0[work] = nil } }
}
