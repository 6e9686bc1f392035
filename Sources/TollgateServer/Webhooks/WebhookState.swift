import Tollgate
import TollgateLedger

/// How far the events of an app have reached one destination, as the ledger stores it.
///
/// The facts are the outbox: ``cursor`` is the last one that was read, and only those that wait for another try are
/// listed. Nothing in it is about a person but the customer's id.
///
/// | what happens | what changes |
/// |---|---|
/// | a fact is read | it waits, behind earlier ones of its customer |
/// | its events are accepted, or it gives none | it is removed |
/// | one is not accepted | it is tried again later; others of its customer wait behind it |
/// | that continues for ``patience`` | it becomes a dead letter, and the next one of its customer is tried |
/// | nothing is accepted ``failureLimit`` times in a row | the destination is unavailable, and tried once a ``pause`` |
/// | an unavailable destination accepts something | everything that waits is due |
struct WebhookState: Hashable, Sendable, Codable {
  /// An event, or the few of one fact, that was read and has not been delivered.
  struct Waiting: Hashable, Sendable, Codable {
    let sequence: Int
    let customer: Customer.ID
    /// When it was first tried; nil while it waits for earlier ones of its customer.
    var triedAt: Instant?
    var tries = 0
    var nextAt: Instant
  }

  struct DeadLetter: Hashable, Sendable, Codable {
    let sequence: Int
    let customer: Customer.ID
    let at: Instant
  }

  /// A part of the history that an operator wants repeated.
  struct Replay: Hashable, Sendable, Codable {
    /// The last fact that was read.
    var position = 0
    /// The last fact to read.
    let through: Int
    let from: Instant?
    let until: Instant?
    /// The customers; nil means all.
    let customers: Set<Customer.ID>?

    /// Whether an entry was recorded in the time, for one of the customers.
    func includes(_ entry: LedgerEntry) -> Bool {
      from.map { $0 <= entry.at } ?? true && until.map { entry.at < $0 } ?? true
        && customers?.contains(entry.customer) ?? true
    }
  }

  /// How many facts may wait for another try; beyond it no further ones are read.
  static let waitingLimit = 10_000
  /// How many of the events that were given up are listed.
  static let deadLetterLimit = 1000
  /// How many replays may wait.
  static let replayLimit = 100
  /// How long after its first try an event is given up.
  static let patience = Duration.days(3)
  /// How many tries in a row fail before the destination counts as unavailable.
  static let failureLimit = 5
  /// How long an unavailable destination is left alone between two tries.
  static let pause = Duration.minutes(1)
  /// The waits after an event's first, second and later tries.
  static let waits: [Duration] = [
    .seconds(5), .seconds(30), .minutes(2), .minutes(10), .minutes(30), .hours(1), .hours(3),
    .hours(6),
  ]

  /// Facts recorded before it are only sent by a replay.
  let since: Instant
  /// The sequence number of the last fact that was read.
  var cursor = 0
  /// What waits, in the order in which it was read.
  private(set) var waiting: [Waiting] = []
  private(set) var deadLetters: [DeadLetter] = []
  /// How many events were given up in all.
  private(set) var deadLetterCount = 0
  var replays: [Replay] = []
  /// How many tries have failed since the last success.
  private(set) var failures = 0
  /// Until when an unavailable destination is left alone.
  private(set) var pausedUntil: Instant?

  /// The state of a destination from which nothing was read yet.
  init(since: Instant) { self.since = since }

  /// Whether the destination counts as unavailable.
  var isUnavailable: Bool { failures >= Self.failureLimit }

  /// Adds a fact unless it waits already.
  mutating func add(_ sequence: Int, of customer: Customer.ID, at now: Instant) {
    guard !waiting.contains(where: { $0.sequence == sequence }) else { return }
    waiting.append(Waiting(sequence: sequence, customer: customer, nextAt: now))
  }

  var withoutWaiting: WebhookState {
    var state = self
    state.waiting = []
    return state
  }

  /// What waits of each customer whose first is due, in order; the customer who waits longest comes first.
  func queues(dueAt now: Instant) -> [[Waiting]] {
    var order: [Customer.ID] = []
    var queues: [Customer.ID: [Waiting]] = [:]
    for item in waiting {
      if queues[item.customer] == nil { order.append(item.customer) }
      queues[item.customer, default: []].append(item)
    }
    return order.compactMap { queues[$0] }.filter { $0[0].nextAt <= now }
      .sorted { $0[0].nextAt < $1[0].nextAt }
  }

  /// Removes facts that were delivered, or that gave no events, also from the dead letters.
  mutating func remove(_ sequences: Set<Int>) {
    waiting.removeAll { sequences.contains($0.sequence) }
    deadLetters.removeAll { sequences.contains($0.sequence) }
  }

  /// Notes that the destination accepted something; after an outage, everything that waits is due.
  mutating func succeeded(at now: Instant) {
    if isUnavailable {
      for index in waiting.indices {
        waiting[index].nextAt = min(waiting[index].nextAt, now)
        waiting[index].tries = 0
      }
    }
    failures = 0
    pausedUntil = nil
  }

  /// Notes a failed try.
  ///
  /// - Parameters:
  ///   - sequence: The fact whose event was not accepted.
  ///   - isAlone: Whether another customer's event was accepted at the same time: the destination is then available.
  ///   - jitter: A random number from 0 to 1, which spreads the next tries.
  mutating func failed(_ sequence: Int, at now: Instant, isAlone: Bool, jitter: Double) {
    if !isAlone { failures += 1 }
    if isUnavailable { pausedUntil = now.advanced(by: Self.pause * (0.5 + jitter / 2)) }
    guard let index = waiting.firstIndex(where: { $0.sequence == sequence }) else { return }
    var item = waiting[index]
    let first = item.triedAt ?? now
    guard first.duration(to: now) < Self.patience else {
      waiting.remove(at: index)
      deadLetterCount += 1
      deadLetters.append(DeadLetter(sequence: sequence, customer: item.customer, at: now))
      deadLetters.removeFirst(max(0, deadLetters.count - Self.deadLetterLimit))
      return
    }
    let wait = Self.waits[min(item.tries, Self.waits.count - 1)]
    item.triedAt = first
    item.tries += 1
    item.nextAt = min(
      now.advanced(by: wait * (0.5 + jitter / 2)), first.advanced(by: Self.patience))
    waiting[index] = item
  }
}
