public import Tollgate

/// The background work that a ledger keeps, shared by all servers that have it open.
///
/// Due work is taken for a ``LedgerLease``, so that no two servers do the same, and settled when it is done.
public protocol LedgerWork: Sendable {
  /// Returns the revocations that are due at an instant, the longest overdue first, and takes them for a lease.
  ///
  /// - Parameter lease: The lease to take them for; those that another holder has are left out. Nil only reads,
  ///   including those.
  /// - Throws: ``LedgerError`` if the storage cannot be read, or written for a lease.
  func revocations(
    dueAt instant: Instant, in app: Blueprint.App.ID, limit: Int, lease: LedgerLease?
  ) async throws(LedgerError) -> [LedgerRevocation]

  /// Postpones a revocation, or removes it with its token; does nothing if it was settled in the meantime.
  ///
  /// - Parameters:
  ///   - revocation: The revocation, as it was read.
  ///   - next: When to try again; nil removes it.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  func settle(_ revocation: LedgerRevocation, in app: Blueprint.App.ID, next: Instant?)
    async throws(LedgerError)

  /// Returns the subscriptions of one environment that are due for a check at an instant, the longest overdue first,
  /// and takes them for a lease.
  ///
  /// - Parameter lease: The lease to take them for; those that another holder has are left out. Nil only reads,
  ///   including those.
  /// - Throws: ``LedgerError`` if the storage cannot be read, or written for a lease.
  func checks(
    dueAt instant: Instant, of environment: StoreEnvironment, in app: Blueprint.App.ID, limit: Int,
    lease: LedgerLease?
  ) async throws(LedgerError) -> [LedgerCheck]

  /// Postpones a check or ends it; does nothing if the subscription has another check in the meantime.
  ///
  /// - Parameters:
  ///   - check: The check, as it was read.
  ///   - next: When to ask again; nil ends the check until a later period is recorded.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  func settle(_ check: LedgerCheck, in app: Blueprint.App.ID, next: Instant?)
    async throws(LedgerError)

  /// Takes a task for a lease, extends the holder's lease, or returns the task with a lease of length zero.
  ///
  /// - Parameters:
  ///   - lease: The holder, and for how long.
  ///   - instant: The server's clock; a ledger that servers share uses its own instead.
  /// - Returns: Whether the holder has it now; false while another holder does.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  func take(
    _ task: LedgerTask, in app: Blueprint.App.ID, for lease: LedgerLease, at instant: Instant
  ) async throws(LedgerError) -> Bool
}

extension LedgerWork {
  /// Returns the revocations that are due at an instant, the longest overdue first, including leased ones.
  public func revocations(
    dueAt instant: Instant, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerRevocation] {
    try await revocations(dueAt: instant, in: app, limit: limit, lease: nil)
  }

  /// Returns the checks of one environment that are due at an instant, the longest overdue first, including leased
  /// ones.
  public func checks(
    dueAt instant: Instant, of environment: StoreEnvironment, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerCheck] {
    try await checks(dueAt: instant, of: environment, in: app, limit: limit, lease: nil)
  }
}
