public import Logging
public import ServiceLifecycle
import Tollgate
import TollgateLedger

/// Delivers the events of every app to one destination: at least once, and in order for each customer.
///
/// It runs alongside a server as a service of its group. The facts themselves are the outbox, so an event is in the
/// same commit as its fact. What was sent but not recorded when a server died is repeated under the same id. While the
/// events of one customer fail, those of others continue. Of the servers that share a ledger, one delivers.
///
/// A round does this for each app:
///
/// 1. It reads the next facts, unless the destination is unavailable and something waits to try it with.
/// 2. It sends what is due, of several customers at the same time, and of each one in order.
/// 3. It records what was delivered, and when the rest is retried, in one value of the ledger: each second, before the
///    events of more than ``unnotedLimit`` facts would be repeated if the server died, and at the end.
///
/// ```swift
/// let destination = try WebhookDestination(HTTPWebhookTransport(url: url), secret: secret)
/// let job = WebhookJob(service, to: destination, logger: logger, jitter: { .random(in: 0..<1) })
/// ```
public actor WebhookJob: Service {
  /// How long it waits between rounds that leave nothing to do.
  public static let interval = Duration.seconds(2)
  /// How many facts one round reads.
  public static let batch = 500
  /// How many customers' events it sends at the same time.
  public static let parallel = 8
  /// The greatest number of facts whose events are sent before the ledger records which were accepted.
  public static let unnotedLimit = 256
  /// How long events are sent before the ledger records which were accepted.
  static let unnotedLength = Duration.seconds(1)
  /// How many facts' events, of all customers together, are sent before the next ones are chosen.
  private static let wave = 32
  /// How long a round sends; less than the lease.
  public static let roundLength = Duration.minutes(5)

  private let service: TollgateService
  private let destination: WebhookDestination
  private let runner: JobRunner
  private let logger: Logger
  private let jitter: @Sendable () -> Double
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates the job of a service.
  ///
  /// - Parameters:
  ///   - service: The service; its clock is the job's clock.
  ///   - logger: Where outages are logged, without personal values.
  ///   - jitter: Random numbers from 0 to 1, which spread the tries.
  ///   - sleep: Waits, and throws if the task is cancelled.
  public init(
    _ service: TollgateService, to destination: WebhookDestination, logger: Logger,
    jitter: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.service = service
    self.destination = destination
    runner = JobRunner(
      .webhooks, of: service, logger: logger, failure: "could not deliver events")
    self.logger = logger
    self.jitter = jitter
    self.sleep = sleep
  }

  private var ledger: any Ledger { service.records.ledger }
  private var now: Instant { service.records.clock() }

  /// Runs rounds until the service group shuts down; an interrupted round starts over at the next start.
  public func run() async throws {
    try await repeatRounds(sleep) { await self.runOnce() ? .zero : Self.interval }
  }

  /// Runs one round for each app, and returns whether any of them has more to send at once.
  @discardableResult
  public func runOnce() async -> Bool {
    var isBehind = false
    for app in service.apps {
      let outcome = await runner.round(of: app.id) {
        () async throws(LedgerError) in try await round(app.id)
      }
      if case .done(true) = outcome { isBehind = true }
    }
    return isBehind
  }

  /// Reads, sends, and notes what was delivered, in that order: whatever is lost in between is repeated.
  ///
  /// - Returns: Whether there is more to send at once.
  private func round(_ app: Blueprint.App.ID) async throws(LedgerError) -> Bool {
    guard try await runner.share.take(.webhook(destination.name), in: app) else { return false }
    let text = try await ledger.property(.webhook(destination.name, of: app))
    var state = try WebhookState(text, at: now)
    var noted = Noted(state: state, text: text)
    if let pausedUntil = state.pausedUntil, now < pausedUntil { return false }
    let isProbe = state.isUnavailable
    var isBehind = false
    if !isProbe || state.queues(dueAt: now).isEmpty {
      isBehind = try await read(&state, atMost: isProbe ? 1 : Self.batch, in: app)
    }
    let end = now.advanced(by: Self.roundLength)
    var unnoted = 0
    var notedAt = now
    var goesOn = true
    var readings: [Customer.ID: WebhookEventReader.Reading] = [:]
    repeat {
      let queues = state.queues(dueAt: now).prefix(Self.parallel)
      let most = Self.wave / max(1, queues.count)
      let wave = queues.map { queue in
        Turn(
          items: Array(queue.prefix(most)), customer: queue[0].customer,
          last: queue.prefix(Self.batch).map(\.sequence).max() ?? 0,
          reading: readings[queue[0].customer])
      }
      let problem = await deliver(wave, &state, &readings, in: app, until: end)
      unnoted += wave.map(\.items.count).reduce(0, +)
      goesOn =
        !state.queues(dueAt: now).isEmpty && problem == nil && !isProbe && !state.isUnavailable
        && now < end && !Task.isCancelled
      let isLong = notedAt.advanced(by: Self.unnotedLength) <= now
      if !goesOn || isLong || unnoted + Self.wave > Self.unnotedLimit {
        guard try await note(state, over: &noted, in: app) else { return false }
        unnoted = 0
        notedAt = now
      }
      if let problem { throw problem }
    } while goesOn
    let isDue = !state.queues(dueAt: now).isEmpty
    // What would show that the destination is well again is still to be found.
    guard !state.isUnavailable else { return isBehind && state.waiting.isEmpty }
    return isBehind || isDue
  }

  /// What the ledger has stored.
  private struct Noted {
    var state: WebhookState
    /// The state as it is stored; nil if none is.
    var text: String?
  }

  /// Stores a state in the ledger, if it differs from the one that is stored.
  ///
  /// - Returns: False if another server or an operator has stored another one in the meantime.
  private func note(
    _ state: WebhookState, over noted: inout Noted, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Bool {
    guard state != noted.state || noted.text == nil else { return true }
    let text = try state.text()
    guard
      try await ledger.replace(.webhook(destination.name, of: app), noted.text, with: text)
    else { return false }
    log(state, since: noted.state, in: app)
    noted = Noted(state: state, text: text)
    return true
  }

  /// Reads the next facts of a replay and of the present, each until a number of them wait, and returns whether there
  /// may be more.
  private func read(
    _ state: inout WebhookState, atMost count: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Bool {
    let limit = Self.batch
    guard state.waiting.count + limit <= WebhookState.waitingLimit else { return false }
    if var replay = state.replays.first {
      let entries = try await ledger.entries(after: replay.position, in: app, limit: limit)
      let most = state.waiting.count + count
      var position = replay.through
      for entry in entries where state.waiting.count < most {
        position = entry.sequence
        guard entry.sequence <= replay.through, entry.mayGiveEvents, replay.includes(entry) else {
          continue
        }
        state.add(entry.sequence, of: entry.customer, at: now)
      }
      replay.position = position
      if replay.position >= replay.through {
        state.replays.removeFirst()
      } else {
        state.replays[0] = replay
      }
    }
    let entries = try await ledger.entries(after: state.cursor, in: app, limit: limit)
    let most = state.waiting.count + count
    for entry in entries where state.waiting.count < most {
      state.cursor = entry.sequence
      guard entry.at >= state.since, entry.mayGiveEvents else { continue }
      state.add(entry.sequence, of: entry.customer, at: now)
    }
    return entries.count == limit || !state.replays.isEmpty
  }

  /// What is sent of one customer in a wave.
  private struct Turn: Sendable {
    let items: [WebhookState.Waiting]
    let customer: Customer.ID
    /// The last fact for which the customer's history is read, which may wait for a later wave.
    let last: Int
    /// What the wave before has read of the customer.
    var reading: WebhookEventReader.Reading?
  }

  /// What happened to the events of one customer.
  private struct Outcome: Sendable {
    let customer: Customer.ID
    var reading: WebhookEventReader.Reading?
    var delivered: Set<Int> = []
    var hasSucceeded = false
    var failed: Int?
    var problem: LedgerError?
  }

  /// Sends what waits of several customers at the same time, each in order until one is not accepted.
  ///
  /// - Parameter readings: What was read of each customer, for the next wave.
  /// - Returns: Why the events of a customer could not be read; what others accepted is in the state all the same.
  private func deliver(
    _ wave: [Turn], _ state: inout WebhookState,
    _ readings: inout [Customer.ID: WebhookEventReader.Reading], in app: Blueprint.App.ID,
    until end: Instant
  ) async -> LedgerError? {
    let reader = WebhookEventReader(
      ledger: ledger, app: app, blueprint: service.served(app)?.blueprint)
    let outcomes = await withTaskGroup(of: Outcome.self) { group in
      for turn in wave {
        group.addTask { [destination, clock = service.records.clock] in
          await Self.send(turn, of: reader, to: destination, clock, until: end)
        }
      }
      var outcomes: [Outcome] = []
      for await outcome in group { outcomes.append(outcome) }
      return outcomes
    }
    readings = [:]
    for outcome in outcomes {
      state.remove(outcome.delivered)
      readings[outcome.customer] = outcome.reading
    }
    let isAvailable = outcomes.contains(where: \.hasSucceeded)
    if isAvailable { state.succeeded(at: now) }
    for failed in outcomes.compactMap(\.failed).sorted() {
      state.failed(failed, at: now, isAlone: isAvailable, jitter: jitter())
    }
    return outcomes.compactMap(\.problem).first
  }

  /// Sends what waits of one customer, in order, until something is not accepted, cannot be read, or the round ends.
  private static func send(
    _ turn: Turn, of reader: WebhookEventReader, to destination: WebhookDestination,
    _ clock: @Sendable () -> Instant, until end: Instant
  ) async -> Outcome {
    var outcome = Outcome(customer: turn.customer)
    var reading = turn.reading ?? WebhookEventReader.Reading.unread(of: turn.customer)
    do throws(LedgerError) {
      for item in turn.items {
        let now = clock()
        guard now < end, !Task.isCancelled else { break }
        if reading.isOutdated(at: now) || item.sequence > reading.last {
          reading = try await reader.reading(of: turn.customer, through: turn.last, at: now)
        }
        for event in try await reader.events(of: item.sequence, in: &reading) {
          guard await destination.send(event, at: clock()) else {
            outcome.failed = item.sequence
            return outcome
          }
          outcome.hasSucceeded = true
        }
        outcome.delivered.insert(item.sequence)
      }
    } catch {
      outcome.problem = error
    }
    outcome.reading = reading
    return outcome
  }

  private func log(_ state: WebhookState, since old: WebhookState, in app: Blueprint.App.ID) {
    let metadata: Logger.Metadata = [
      "app": "\(app)", "destination": "\(destination.name.rawValue)",
      "waiting": "\(state.waiting.count)",
    ]
    switch (old.isUnavailable, state.isUnavailable) {
    case (false, true): logger.warning("events are not accepted", metadata: metadata)
    case (true, false): logger.info("events are accepted again", metadata: metadata)
    case (true, true), (false, false): break
    }
    let dead = state.deadLetterCount - old.deadLetterCount
    if dead > 0 {
      logger.warning(
        "gave up events", metadata: metadata.merging(["count": "\(dead)"]) { $1 })
    }
  }
}

extension LedgerEntry {
  /// Whether its fact can cause events, which most properties of a device cannot.
  var mayGiveEvents: Bool {
    if case .attribute(let change) = fact { return WebhookEvent.kind(of: change) != nil }
    return Self.lifecycleKinds.contains(fact.kind)
  }
}
