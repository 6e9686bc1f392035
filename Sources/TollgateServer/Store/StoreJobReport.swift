import Logging
import Tollgate
import TollgateAppStore

/// The result of a round of ``StoreJobs``.
public struct StoreJobReport: Hashable, Sendable {
  /// How many purchases the store was asked about.
  public internal(set) var asked = 0
  /// How many new facts its responses contained.
  public internal(set) var facts = 0
  /// How many purchases need no further checks.
  public internal(set) var ended = 0
  /// How many questions about refunds were answered, by purchase.
  public internal(set) var answered = 0
  /// How many purchases could not be checked, by the code of the reason; each is retried later.
  public internal(set) var failures: [String: Int] = [:]
  /// How many past notifications were new.
  public internal(set) var caughtUp = 0
  /// How many were already known or had nothing to record.
  public internal(set) var known = 0
  /// How many were refused; those that the store signed are kept to be tried again.
  public internal(set) var refused = 0
  /// How many previously refused notifications are recorded now.
  public internal(set) var recovered = 0
  /// Why the round stopped early; nil if it did not.
  public internal(set) var stopped: String?
  /// Whether another round has work to do immediately.
  public internal(set) var isBehind = false

  /// Why the round stopped early, or the first code by which a purchase could not be checked; nil if nothing failed.
  var failure: String? { stopped ?? failures.keys.min() }

  /// Creates the report of a round that had nothing to do.
  public init() {}

  /// Stops a round for a reason that affects the rest of it.
  mutating func stop(_ reason: String) {
    stopped = reason
    isBehind = false
  }

  mutating func add(_ counts: NotificationCounts) {
    caughtUp += counts.recorded
    known += counts.known
    refused += counts.refused
  }

  mutating func add(_ outcome: SubscriptionChecker.Outcome) {
    switch outcome {
    case .asked(let facts, let hasEnded):
      asked += 1
      self.facts += facts
      if hasEnded { ended += 1 }
    case .answered: answered += 1
    case .settled: break
    case .failed(let code): failures[code, default: 0] += 1
    }
  }

  mutating func add(_ other: StoreJobReport) {
    asked += other.asked
    facts += other.facts
    ended += other.ended
    answered += other.answered
    failures.merge(other.failures) { $0 + $1 }
    caughtUp += other.caughtUp
    known += other.known
    refused += other.refused
    recovered += other.recovered
    stopped = stopped ?? other.stopped
    isBehind = isBehind || other.isBehind
  }
}

extension StoreJobReport {
  /// Logs what a round did for an app and the store it asked, if any: counts, and the codes of failures.
  func log(of app: Blueprint.App.ID, asking store: StoreEnvironment?, to logger: Logger) {
    var metadata: Logger.Metadata = [
      "app": "\(app)", "asked": "\(asked)", "facts": "\(facts)", "ended": "\(ended)",
      "caught-up": "\(caughtUp)", "known": "\(known)", "recovered": "\(recovered)",
      "refused": "\(refused)",
    ]
    if answered > 0 { metadata["answered"] = "\(answered)" }
    if let store { metadata["store"] = "\(store.rawValue)" }
    if !failures.isEmpty {
      let counts = failures.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      metadata["failures"] = "\(counts.joined(separator: ", "))"
    }
    if let stopped { metadata["stopped"] = "\(stopped)" }
    let isHealthy = stopped == nil && failures.isEmpty && refused == 0
    logger.log(level: isHealthy ? .info : .warning, "asked the store", metadata: metadata)
  }
}

extension ServerAPIError {
  /// The failure of a request for past notifications, with Apple's number or the status if there was a response.
  var failureOfHistory: String {
    let answer = errorCode.map { " (error \($0.rawValue))" } ?? status.map { " (status \($0))" }
    return "past notifications \(code.rawValue)\(answer ?? "")"
  }
}

extension SubscriptionChecker.Outcome {
  /// The outcome in metrics, one of ``ServerMetrics/checkOutcomes``.
  var label: String {
    switch self {
    case .asked: "asked"
    case .answered: "answered"
    case .settled: "settled"
    case .failed: "failed"
    }
  }
}
