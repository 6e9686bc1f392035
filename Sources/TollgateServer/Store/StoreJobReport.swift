import Logging
import Tollgate

/// What a round of ``StoreJobs`` did.
public struct StoreJobReport: Hashable, Sendable {
  /// How many purchases the store was asked about.
  public internal(set) var asked = 0
  /// How many facts its answers told that were not known.
  public internal(set) var facts = 0
  /// How many purchases need no more asking.
  public internal(set) var ended = 0
  /// How many purchases could not be asked about, by the code of the reason; each is tried again later by itself.
  public internal(set) var failures: [String: Int] = [:]
  /// How many notifications of the past were new.
  public internal(set) var caughtUp = 0
  /// How many were known, or had nothing to record.
  public internal(set) var known = 0
  /// How many were refused, and are kept to be judged again where the store signed them.
  public internal(set) var refused = 0
  /// How many notifications that were refused before are recorded now.
  public internal(set) var recovered = 0
  /// Why the round stopped before its end; nil where it did not.
  public internal(set) var stopped: String?
  /// Whether another round has something to do at once.
  public internal(set) var isBehind = false

  /// Describes a round that had nothing to do.
  public init() {}

  /// Ends a round for a reason that concerns the rest of it.
  mutating func stop(_ reason: String) {
    stopped = reason
    isBehind = false
  }

  mutating func add(_ count: HistoryCount) {
    caughtUp += count.recorded
    known += count.known
    refused += count.refused
  }

  mutating func add(_ other: StoreJobReport) {
    asked += other.asked
    facts += other.facts
    ended += other.ended
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
  /// Writes what a round did for an app: counts, and the codes of what failed.
  func log(of app: String, to logger: Logger) {
    var metadata: Logger.Metadata = [
      "app": "\(app)", "asked": "\(asked)", "facts": "\(facts)", "ended": "\(ended)",
      "caught-up": "\(caughtUp)", "known": "\(known)", "recovered": "\(recovered)",
      "refused": "\(refused)",
    ]
    if !failures.isEmpty {
      let counts = failures.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      metadata["failures"] = "\(counts.joined(separator: ", "))"
    }
    if let stopped { metadata["stopped"] = "\(stopped)" }
    let isWell = stopped == nil && failures.isEmpty && refused == 0
    logger.log(level: isWell ? .info : .warning, "asked the store", metadata: metadata)
  }
}
