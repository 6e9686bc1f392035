import CoreMetrics
public import Logging
public import Tollgate
public import TollgateLedger
public import Tracing

/// What the operator of a server observes, and what its readiness checks ask of the machine.
///
/// A ledger is opened with ``ledgerObserver``, so that its commits and failures are measured and logged:
///
/// ```swift
/// var observability = Observability(metrics: ServerMetrics(registry), logger: logger) { .now }
/// let ledger = try SQLiteLedger(path: path, observer: observability.ledgerObserver)
/// observability.waitingWrites = { ledger.waitingWrites }
/// ```
public struct Observability: Sendable {
  /// What is counted and measured.
  public let metrics: ServerMetrics
  /// Where failures of the ledger and changes of readiness are logged, without personal values.
  public let logger: Logger
  /// Makes a span of every request, with the trace of its `traceparent`, and of every commit in it; nil makes none.
  public var tracer: (any Tracer)?
  /// The number of writes that wait for a commit of the ledger.
  public var waitingWrites: @Sendable () -> Int = { 0 }
  /// The free space on the disk of the ledger, in bytes; nil if it is unknown.
  public var freeSpace: @Sendable () -> Int64? = { nil }
  /// Whether the system allows fewer connections than the operator asked for; nil if it does not matter.
  public var hasFewFiles: Bool?
  /// Whether a server for production trusts another store instead of Apple's; nil if it does not matter.
  public var replacesApple: Bool?
  /// The time since an arbitrary moment, which nobody can set, to notice a clock that jumps; nil checks no jumps.
  public var uptime: (@Sendable () -> Duration)?
  /// How long a key may sign before the readiness check `keys` warns; nil never warns.
  ///
  /// By default two years, as long as [NIST SP 800-57](https://doi.org/10.6028/NIST.SP.800-57pt1r5) recommends at most
  /// for a key that authenticates messages.
  public var keyAgeWarning: Duration? = .days(730)
  /// The number of log lines that were dropped.
  public var droppedLogLines: @Sendable () -> Int = { 0 }
  /// The version of the server, for the metric `tollgate_build_info`.
  public var version = "unknown"

  let ledgerErrors: LedgerErrorLog
  /// The products that were bought and are in no blueprint.
  let unknownProducts = UnknownProducts()
  /// When the background jobs ran.
  let jobs = JobLog()

  /// Creates the observability of one server.
  ///
  /// - Parameters:
  ///   - metrics: What is counted and measured; by default nothing.
  ///   - logger: Where failures of the ledger and changes of readiness are logged; by default nowhere.
  public init(
    metrics: ServerMetrics = ServerMetrics(),
    logger: Logger = Logger(label: "tollgate") { _ in SwiftLogNoOpLogHandler() },
    clock: @escaping @Sendable () -> Instant = { Instant(milliseconds: 0) }
  ) {
    self.metrics = metrics
    self.logger = logger
    ledgerErrors = LedgerErrorLog(logger, clock: clock)
  }

  /// Measures a ledger's commits, and counts and logs its failures.
  public var ledgerObserver: LedgerObserver {
    LedgerObserver(
      committed: { [metrics] writes, duration in
        metrics.commitWrites.record(Int64(writes))
        metrics.commitDuration.recordNanoseconds(duration.nanoseconds)
      },
      failed: { [metrics, ledgerErrors] error in
        metrics.count(ledgerError: error.code.rawValue)
        ledgerErrors.record(error)
      })
  }
}
