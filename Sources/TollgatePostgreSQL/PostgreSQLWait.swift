public import TollgateLedger

/// How long a ledger that is opened waits for a database that does not answer yet, as when both start at the same time.
///
/// It waits while nothing answers, and while the database starts, stops, has no connection to spare or has no primary. A
/// database that refuses the connection, does not prove its name or cannot be used is not waited for.
public struct PostgreSQLWait: Sendable {
  /// How long to wait between two attempts.
  private static let pause = Duration.seconds(1)
  /// How often it is reported that it waits.
  private static let interval = Duration.seconds(5)

  private let limit: Duration
  private let report: @Sendable (_ reason: LedgerError, _ waited: Duration) -> Void
  private let uptime: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Waits for a database that does not answer yet.
  ///
  /// - Parameters:
  ///   - limit: How long attempts are repeated; the last one may end after it.
  ///   - report: Called when it begins to wait, and every few seconds afterwards.
  ///   - uptime: The time since any one instant.
  ///   - sleep: Waits, and throws if the task is cancelled.
  public init(
    atMost limit: Duration,
    report: @escaping @Sendable (_ reason: LedgerError, _ waited: Duration) -> Void,
    uptime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.limit = limit
    self.report = report
    self.uptime = uptime
    self.sleep = sleep
  }

  /// Repeats what fails because the database does not answer.
  ///
  /// - Throws: The last failure, or another error at once.
  func opening<Value>(_ attempt: () async throws -> Value) async throws -> Value {
    let start = uptime()
    var nextReport = Duration.zero
    while true {
      do {
        return try await attempt()
      } catch let failure as PostgreSQLFailure where failure.isPassing {
        let waited = uptime() - start
        guard waited + Self.pause <= limit else { throw failure }
        if waited >= nextReport {
          report(LedgerError(failure), waited)
          nextReport = waited + Self.interval
        }
        try await sleep(Self.pause)
      }
    }
  }
}
