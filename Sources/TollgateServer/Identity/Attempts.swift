import Tollgate
import TollgateLedger
import TollgateMutex
import TollgateWire

/// Counts attempts by email address, device and network address, to limit guessing, probing and flooding.
///
/// Wrong passwords and codes are stored in the ledger, where a restart does not lose them and nobody can displace them;
/// what is here is a cache of those, and the only count of the others. Servers that share a ledger also count what the
/// others stored there.
final class Attempts: Sendable {
  /// How long a window lasts from the first attempt in it; it does not slide.
  static let window = Duration.minutes(15)
  /// How many network addresses, and how many other subjects, are counted in memory.
  static let cacheLimit = 50_000

  private struct Count: Sendable {
    var made = 0
    var endsAt: Instant
  }

  private typealias Counts = LRUCache<AttemptSubject, Count>

  private let ledger: any Ledger
  private let networks = Mutex(Counts(limit: Attempts.cacheLimit))
  private let others = Mutex(Counts(limit: Attempts.cacheLimit))

  init(ledger: any Ledger) { self.ledger = ledger }

  /// Counts an attempt for each subject, unless one of them has none left.
  ///
  /// It counts before the result is known, so that concurrent attempts allow no extra ones.
  ///
  /// - Throws: `Problem` with code `too_many_attempts` and the seconds left of the window, or if the ledger cannot be
  ///   read.
  func begin(_ subjects: [AttemptSubject], at now: Instant) async throws(Problem) {
    var begun: [AttemptSubject] = []
    do throws(Problem) {
      for subject in subjects {
        let stored = try await storedCount(of: subject, at: now)
        try change(subject) { (counts) throws(Problem) in
          let counted = Self.open(counts[subject], at: now)
          var count =
            [counted, stored].compactMap { $0 }.max { $0.made < $1.made } ?? Self.new(at: now)
          guard count.made < subject.limit else {
            throw Problem(
              .tooManyAttempts, subject.message,
              retryAfter: Int((count.endsAt.since(now) + 999) / 1000))
          }
          count.made += 1
          counts[subject] = count
        }
        begun.append(subject)
      }
    } catch {
      withdraw(begun, at: now)
      throw error
    }
  }

  /// Takes attempts back that turned out not to count.
  func withdraw(_ subjects: [AttemptSubject], at now: Instant) {
    for subject in subjects { add(-1, to: subject, at: now) }
  }

  /// Adds to the counts of attempts that turned out to cost more.
  func add(_ number: Int, to subject: AttemptSubject, at now: Instant) {
    change(subject) { counts in
      guard var count = Self.open(counts[subject], at: now) else { return }
      count.made = max(0, count.made + number)
      counts[subject] = count
    }
  }

  /// Stores attempts that failed, which have begun before.
  ///
  /// - Throws: `Problem` if the ledger cannot be written; memory counts them all the same.
  func fail(_ subjects: [AttemptSubject], at now: Instant) async throws(Problem) {
    let end = now.advanced(by: Self.window)
    var stored: [Blueprint.App.ID: [LedgerAttempts]] = [:]
    for case (let app, let name)? in subjects.map(\.stored) {
      stored[app, default: []].append(LedgerAttempts(subject: name, count: 1, endsAt: end))
    }
    for (app, attempts) in stored {
      try await Problem.catching(await ledger.add(attempts, in: app, at: now))
    }
  }

  /// Forgets the attempts of a subject that has proved not to be guessing.
  func clear(_ subject: AttemptSubject, at now: Instant) async throws(Problem) {
    let hasFailed = change(subject) { counts in
      let made = Self.open(counts[subject], at: now)?.made ?? 0
      counts[subject] = Count(endsAt: now.advanced(by: Self.window))
      // The attempt that succeeded has begun too.
      return made > 1
    }
    guard hasFailed, let (app, name) = subject.stored else { return }
    try await Problem.catching(await ledger.forgetAttempts(of: name, in: app))
  }

  /// What the ledger has counted for a subject that memory does not count, or not alone.
  private func storedCount(
    of subject: AttemptSubject, at now: Instant
  ) async throws(Problem) -> Count? {
    guard let (app, name) = subject.stored,
      ledger.isShared || change(subject, { Self.open($0[subject], at: now) }) == nil
    else { return nil }
    let stored = try await Problem.catching(await ledger.attempts(of: name, in: app, at: now))
    // A clock that was set back makes no window longer.
    return stored.map {
      Count(made: $0.count, endsAt: min($0.endsAt, now.advanced(by: Self.window)))
    }
  }

  @discardableResult
  private func change<Value: Sendable, Failure: Error>(
    _ subject: AttemptSubject, _ change: (inout Counts) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if subject.isNetwork {
      return try networks.withLock { (counts) throws(Failure) in try change(&counts) }
    }
    return try others.withLock { (counts) throws(Failure) in try change(&counts) }
  }

  private static func open(_ count: Count?, at now: Instant) -> Count? {
    count.flatMap { now < $0.endsAt ? $0 : nil }
  }

  private static func new(at now: Instant) -> Count {
    Count(endsAt: now.advanced(by: window))
  }
}

extension AttemptSubject {
  /// Why there are no more attempts.
  fileprivate var message: String {
    switch self {
    case .password, .guesses, .guessesFrom: "Too many wrong passwords: try again later."
    case .code, .invitation: "Too many codes were wrong: try again later."
    case .signUps, .signUpsFrom: "Too many accounts were requested: try again later."
    case .mail, .mails, .mailsFrom: "Too many codes were requested: try again later."
    case .customers, .customersFrom: "Too many customers were requested: try again later."
    }
  }
}
