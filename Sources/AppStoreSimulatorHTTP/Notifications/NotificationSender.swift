import AppStoreSimulator
import HeapModule
import TollgateAppStore

/// The delivery of notifications to the app's server: what is posted when, and with which result.
///
/// A state machine without networking: it receives events, and ``next(at:)`` returns what to post. Follows
/// <https://developer.apple.com/documentation/appstoreservernotifications/responding-to-app-store-server-notifications>.
struct NotificationSender: Sendable {
  /// The delays between a failed attempt and the next one in production; the sandbox makes one attempt.
  static let retries: [Duration] = [1, 12, 24, 48, 72].map { .hours($0) }

  /// How many notifications it tracks; the oldest are dropped.
  static let memoryLimit = AppStoreSimulator.defaultHistoryLimit

  enum State: Hashable, Sendable {
    /// No address was configured.
    case unaddressed

    /// It is held back to be posted in a different order.
    case gathered

    /// It will be posted at an instant; attempts are counted from 0.
    case waiting(until: Instant, attempt: Int)

    /// The server has acknowledged it.
    case delivered

    /// No attempt succeeded.
    case givenUp
  }

  struct Delivery: Hashable, Sendable {
    var state: State

    /// The attempts so far, oldest first; posts that a fault repeats are not among them.
    var attempts: [SendAttemptItem] = []
  }

  /// One post to make now.
  struct Post: Hashable, Sendable {
    /// The position of the notification among the store's.
    var sequence: Int

    /// The number of the attempt, from 0; retries come after the intervals of ``NotificationSender/retries``.
    var attempt: Int

    /// Whether it repeats a post, whose own result alone counts.
    var isDuplicate = false

    /// Whether it never reaches the server.
    var isLost = false

    /// How long to wait before it, in real time.
    var wait = Duration.zero
  }

  private(set) var lastSequence = 0

  /// The outages in which nothing is posted; nil for none.
  var outages: Chaos?

  /// Empty in the sandbox, which does not retry.
  private let retries: [Duration]
  private var faults = FaultInjection.none
  private var deliveries: [Int: Delivery] = [:]

  /// The notifications held back to be posted in a different order.
  private var gathered: [Int] = []
  private var queue = Heap<Entry>()
  private var entered = 0

  /// A post in the queue, in the order of time and then of entry.
  private struct Entry: Comparable {
    var due: Instant
    var place: Int
    var post: Post

    static func < (left: Self, right: Self) -> Bool {
      (left.due, left.place) < (right.due, right.place)
    }
  }

  /// Creates the delivery of a store that has not created any notification.
  init(environment: Environment) {
    retries = environment == .production ? Self.retries : []
  }

  /// The time of the next post, or nil if there isn't one.
  var nextDue: Instant? { queue.min?.due }

  /// The state of a notification's delivery; nil for one that was dropped.
  func delivery(of sequence: Int) -> Delivery? { deliveries[sequence] }

  /// The store has created a notification.
  mutating func enter(_ sequence: Int, at now: Instant, isAddressed: Bool) {
    lastSequence = sequence
    deliveries[sequence - Self.memoryLimit] = nil
    guard isAddressed else {
      deliveries[sequence] = Delivery(state: .unaddressed)
      return
    }
    guard faults.reorder > 1 else { return schedule(sequence, at: now) }
    deliveries[sequence] = Delivery(state: .gathered)
    gathered.append(sequence)
    if gathered.count >= faults.reorder { release(at: now) }
  }

  /// Changes the fault injection; notifications held back are posted.
  mutating func set(_ faults: FaultInjection, at now: Instant) {
    release(at: now)
    self.faults = faults
  }

  /// The next post that is due.
  mutating func next(at now: Instant) -> Post? {
    guard let first = queue.min, first.due <= now else { return nil }
    return queue.removeMin().post
  }

  /// A post was made with a result.
  mutating func answered(_ post: Post, _ result: SendAttemptResult, at now: Instant) {
    guard !post.isDuplicate, var delivery = deliveries[post.sequence] else { return }
    delivery.attempts.append(SendAttemptItem(attemptDate: now, sendAttemptResult: result))
    if result == .success {
      delivery.state = .delivered
    } else if post.attempt < retries.count {
      let due = outside(now.advanced(by: retries[post.attempt]))
      delivery.state = .waiting(until: due, attempt: post.attempt + 1)
      insert(
        Post(sequence: post.sequence, attempt: post.attempt + 1, wait: .milliseconds(faults.slow)),
        at: due)
    } else {
      delivery.state = .givenUp
    }
    deliveries[post.sequence] = delivery
  }

  /// Schedules what was held back, in the order that the faults give.
  private mutating func release(at now: Instant) {
    for sequence in faults.shuffled(gathered) { schedule(sequence, at: now) }
    gathered.removeAll()
  }

  /// Schedules the first attempt, and what the faults make of it.
  private mutating func schedule(_ sequence: Int, at now: Instant) {
    let due = outside(now.advanced(by: faults.delay(of: sequence)))
    deliveries[sequence] = Delivery(state: .waiting(until: due, attempt: 0))
    var post = Post(
      sequence: sequence, attempt: 0, isLost: faults.drops(sequence),
      wait: .milliseconds(faults.slow))
    insert(post, at: due)
    guard faults.duplicates(sequence) else { return }
    post.isDuplicate = true
    insert(post, at: due)
  }

  /// The instant itself, or the end of the outage that it falls into.
  private func outside(_ instant: Instant) -> Instant {
    outages?.outageEnd(at: instant) ?? instant
  }

  /// Adds a post to the queue; if that is full, the last to come is dropped.
  private mutating func insert(_ post: Post, at due: Instant) {
    entered += 1
    queue.insert(Entry(due: due, place: entered, post: post))
    if queue.count > Self.memoryLimit { queue.removeMax() }
  }
}
