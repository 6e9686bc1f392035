import CoreMetrics
import Logging
import Tollgate
import TollgateLedger
import TollgateWire

/// Checks whether the server can do its work, however often it is asked, at most once in an interval.
///
/// The ledger's check is a write of one row, because a full disk, a read-only file or a lost one fails nothing else. A
/// ledger that does not answer at all is reported after a deadline.
actor Readiness {
  /// How long a result is valid.
  static let interval = Duration.seconds(5)
  /// How long the ledger may take to write.
  static let deadline = Duration.seconds(5)
  /// The free space below which the server is not ready: the write-ahead log alone may need half of it.
  static let leastFreeSpace: Int64 = 64 * 1024 * 1024
  /// The free space below which the check warns.
  static let lowFreeSpace: Int64 = 1024 * 1024 * 1024
  /// How far the clock may be from what was recorded, as in every decision.
  static let clockTolerance = Duration.hours(24)
  /// How long a check with the store may be due before the check warns.
  static let longestOverdue = Duration.hours(1)
  /// How many writes may wait for a commit.
  static let waitingWrites = SQLiteLedger.maximumWaiting * 9 / 10
  /// The mark that is written, which is the newest instant at which the server was ready.
  static let mark = LedgerMark("readiness")

  private let ledger: any Ledger
  private let app: Blueprint.App.ID
  private let clock: @Sendable () -> Instant
  /// The time since an arbitrary moment, which nobody sets.
  private let uptime: @Sendable () -> Duration
  private let observability: Observability
  private let passwords: PasswordHasher
  /// The keys that sign, one for each use.
  let keys: [ServerKey]

  private var latest: (response: ReadinessResponse, at: Duration)?
  /// When the write began that has not ended.
  private var writingSince: Duration?
  /// Clock and uptime when the server started.
  private let start: (clock: Instant, uptime: Duration)
  /// How long the oldest check with the store was due when a round last looked.
  private var storeOverdue = Duration.zero
  /// Whether a blueprint that is served has mistakes by this version.
  private var hasMistakes = false

  init(
    ledger: any Ledger, app: Blueprint.App.ID, clock: @escaping @Sendable () -> Instant,
    observability: Observability, passwords: PasswordHasher, keys: ServerKeys
  ) {
    self.ledger = ledger
    self.app = app
    self.clock = clock
    self.observability = observability
    self.passwords = passwords
    self.keys = ServerKey.Use.allCases.map(keys.current)
    let first = clock()
    uptime = observability.uptime ?? { first.duration(to: clock()) }
    start = (first, uptime())
  }

  /// Notes how long the oldest check with the store is due.
  func note(storeOverdue: Duration) {
    self.storeOverdue = storeOverdue
    observability.metrics.storeChecksOverdue.set(Double(storeOverdue.nanoseconds) / 1e9)
  }

  /// Notes whether a blueprint that is served has mistakes by this version.
  func note(hasMistakes: Bool) { self.hasMistakes = hasMistakes }

  /// Checks everything, or returns the latest result while it is valid.
  func report() async -> ReadinessResponse {
    let now = uptime()
    if let since = writingSince {
      // Only the one who began the write waits for it.
      guard now - since >= Self.deadline else { return latest?.response ?? Self.starting }
      return conclude(.fail, code: "no_answer", clock: checkClock(newest: nil))
    }
    if let latest, now - latest.at < Self.interval { return latest.response }
    writingSince = now
    defer { writingSince = nil }
    do throws(LedgerError) {
      let newest = try await ledger.instant(of: Self.mark, in: app)
      let clock = checkClock(newest: newest)
      // A mark of a clock that is ahead would make the right clock look behind.
      let time = clock.result == .pass ? self.clock() : newest ?? start.clock
      try await ledger.advance(Self.mark, in: app, to: time)
      return conclude(.pass, clock: clock)
    } catch {
      return conclude(.fail, code: error.code.rawValue, clock: checkClock(newest: nil))
    }
  }

  private static let starting = ReadinessResponse(
    [.init("ledger", .fail, code: "starting")], keys: [])

  /// Compares the clock with the newest recorded instant, and with the time that has passed since the start.
  private func checkClock(newest: Instant?) -> ReadinessResponse.Check {
    let now = clock()
    if let newest, now.duration(to: newest) > Self.clockTolerance {
      return .init("clock", .fail, code: "behind")
    }
    let drift = start.clock.duration(to: now) - (uptime() - start.uptime)
    if drift > Self.clockTolerance { return .init("clock", .fail, code: "ahead") }
    if drift < .zero - Self.clockTolerance { return .init("clock", .fail, code: "behind") }
    return .init("clock", .pass)
  }

  private func conclude(
    _ ledger: ReadinessResponse.Result, code: String? = nil, clock: ReadinessResponse.Check
  ) -> ReadinessResponse {
    var checks = [ReadinessResponse.Check("ledger", ledger, code: code), clock]
    let isFull = observability.waitingWrites() >= Self.waitingWrites
    checks.append(.init("writes", isFull ? .fail : .pass, code: isFull ? "queue_full" : nil))
    if let free = observability.freeSpace() { checks.append(Self.check(freeSpace: free)) }
    if let isOther = observability.replacesApple {
      checks.append(.init("root", isOther ? .warn : .pass, code: isOther ? "not_apple" : nil))
    }
    if let isFew = observability.hasFewFiles {
      checks.append(.init("files", isFew ? .warn : .pass, code: isFew ? "few" : nil))
    }
    // Warnings only: password guessing, a failing store or an old key must not take the server out of service for
    // everybody.
    let isBusy = passwords.waitingCount >= PasswordHasher.waitingLimit
    checks.append(.init("passwords", isBusy ? .warn : .pass, code: isBusy ? "queue_full" : nil))
    let isLate = storeOverdue > Self.longestOverdue
    checks.append(.init("store", isLate ? .warn : .pass, code: isLate ? "overdue" : nil))
    checks.append(
      .init("blueprint", hasMistakes ? .warn : .pass, code: hasMistakes ? "mistakes" : nil))
    let (now, oldest) = (self.clock(), observability.keyAgeWarning)
    let isOld = oldest.map { oldest in keys.contains { $0.age(at: now) >= oldest } } ?? false
    checks.append(.init("keys", isOld ? .warn : .pass, code: isOld ? "old" : nil))
    let response = ReadinessResponse(checks, keys: keys.map(ReadinessResponse.Key.init))
    logChange(to: response)
    latest = (response, uptime())
    return response
  }

  private static func check(freeSpace: Int64) -> ReadinessResponse.Check {
    if freeSpace < leastFreeSpace { return .init("disk", .fail, code: "full") }
    return freeSpace < lowFreeSpace
      ? .init("disk", .warn, code: "low") : .init("disk", .pass)
  }

  private func logChange(to response: ReadinessResponse) {
    guard response.isReady != (latest?.response.isReady ?? true) else { return }
    guard !response.isReady else { return observability.logger.notice("ready again") }
    let failing = response.checks.filter { $0.result == .fail }
      .map { "\($0.name) \($0.code ?? "")" }.joined(separator: ", ")
    observability.logger.error("not ready", metadata: ["checks": "\(failing)"])
  }
}

extension ReadinessResponse.Key {
  fileprivate init(_ key: ServerKey) {
    self.init(
      key.id, use: key.use.rawValue, createdAt: key.createdAt, currentSince: key.currentSince)
  }
}
