import Logging
import Tollgate
import TollgateLedger
import TollgateMutex

/// Logs the ledger's failures once for each code, and then their number once a minute.
///
/// A full disk fails every write, so a line for each would fill the disk further and hide everything else.
final class LedgerErrorLog: Sendable {
  /// How long repetitions of a failure are only counted.
  static let interval = Duration.seconds(60)

  fileprivate struct Repetition {
    var loggedAt: Instant
    var count = 0
  }

  private let logger: Logger
  private let clock: @Sendable () -> Instant
  /// The codes that were logged recently; there are as many as the ledger has codes.
  private let repetitions = Mutex<[LedgerError.Code: Repetition]>([:])

  init(_ logger: Logger, clock: @escaping @Sendable () -> Instant) {
    self.logger = logger
    self.clock = clock
  }

  /// Logs a failure, or counts it if the same was logged within the interval.
  func record(_ error: LedgerError) {
    let now = clock()
    let count = repetitions.withLock { repetitions -> Int? in
      guard var repetition = repetitions[error.code] else {
        repetitions[error.code] = Repetition(loggedAt: now)
        return 0
      }
      repetition.count += 1
      defer { repetitions[error.code] = repetition }
      guard repetition.isOver(at: now) else { return nil }
      defer { repetition = Repetition(loggedAt: now) }
      return repetition.count
    }
    if let count { log(error.code, repeated: count) }
  }

  /// Logs the repetitions whose interval has passed; called by a job, so that the last ones are logged too.
  func logRepetitions() {
    let now = clock()
    let over = repetitions.withLock { repetitions in
      let over = repetitions.filter { $0.value.isOver(at: now) }
      for (code, repetition) in over {
        repetitions[code] = repetition.count > 0 ? Repetition(loggedAt: now) : nil
      }
      return over
    }
    for (code, repetition) in over.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where repetition.count > 0 {
      log(code, repeated: repetition.count)
    }
  }

  private func log(_ code: LedgerError.Code, repeated count: Int) {
    var metadata: Logger.Metadata = ["code": "\(code)"]
    if count > 0 { metadata["more"] = "\(count)" }
    logger.error("the ledger fails", metadata: metadata)
  }
}

extension LedgerErrorLog.Repetition {
  /// Whether the interval has passed, or the clock was set back.
  fileprivate func isOver(at now: Instant) -> Bool {
    let elapsed = loggedAt.duration(to: now)
    return elapsed >= LedgerErrorLog.interval || elapsed < .zero
  }
}
