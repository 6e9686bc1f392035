public import ServiceLifecycle
import TollgateLedger
import TollgateWire

/// Ends a server whose ledger a newer version has migrated, or that was moved away.
///
/// Servers that share a ledger are upgraded one by one. As soon as the first new one has migrated the tables, the
/// ledger refuses the writes of the others, which become unready. This service notices this within ``interval`` and
/// throws, so that the process completes its requests in progress and exits with an error instead of refusing writes
/// forever. Nothing that was acknowledged is affected.
public struct SchemaWatch: Service {
  /// The time between checks; each check costs a write, like the readiness check.
  public static let interval = Duration.seconds(10)

  private let readiness: Readiness
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates the watch of a service.
  ///
  /// - Parameter sleep: Waits, and throws if the task is cancelled.
  public init(
    _ service: TollgateService,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    readiness = service.readiness
    self.sleep = sleep
  }

  /// Checks the ledger until the service group shuts down.
  ///
  /// - Throws: `LedgerError` with code `newerSchema` once a newer version has migrated the ledger, or `moved` once it was
  ///   moved.
  public func run() async throws {
    try await repeatRounds(after: Self.interval, sleep) {
      let checks = await readiness.report().checks
      for reason in [Self.outdated, Self.moved]
      where checks.contains(where: { $0.code == reason.code.rawValue }) {
        throw reason
      }
      return Self.interval
    }
  }

  private static let moved = LedgerError(
    .moved,
    """
    The ledger was moved to another place, so this server has stopped; what it acknowledged before is there. Serve that \
    ledger.
    """)

  private static let outdated = LedgerError(
    .newerSchema,
    """
    A newer version of Tollgate has migrated the ledger, so this server has stopped; what it acknowledged is kept. \
    Start the newer version here.
    """)
}
