public import Logging
public import ServiceLifecycle
package import Tollgate
import TollgateLedger
import TollgateWire

/// Hands the nudges with `by: webhook` to the app's own backend: each is recorded when it is due, and the webhook of
/// that fact asks the backend to deliver it.
///
/// It runs alongside a server as a service of its group, and keeps in memory which customers may get a nudge within
/// ``horizon``. It finds them by reading all histories once for each half of that time, and by following what is
/// recorded. A nudge is evaluated with everything that is known when it is due, and is recorded once for each
/// occurrence. One that was missed because no server was running is sent up to ``patience`` later, if its condition
/// still holds. Of the servers that share a ledger, one sends.
public actor NudgeJob: Service {
  /// How long it waits between rounds that leave nothing to do.
  public static let interval = Duration.seconds(10)
  /// How many facts one round reads for an app, and for how many customers it sends.
  public static let batch = 500
  /// How far ahead it remembers who may get a nudge.
  public static let horizon = Duration.hours(24)
  /// How late a nudge may be.
  public static let patience = Duration.hours(24)

  /// The result of a round.
  package struct Report: Sendable {
    /// The nudges that were recorded, each with the customer.
    package var sent: [(customer: Customer.ID, nudge: PlannedNudge)] = []
    /// Whether there is more to do at once.
    package var isBehind = false
  }

  private let service: TollgateService
  private let runner: JobRunner
  private let sleep: @Sendable (Duration) async throws -> Void
  private var schedules: [Blueprint.App.ID: NudgeSchedule] = [:]

  /// Creates the job of a service.
  ///
  /// - Parameters:
  ///   - service: The service; its clock is the job's clock.
  ///   - logger: Where failures are logged, without personal values.
  ///   - sleep: Waits, and throws if the task is cancelled.
  public init(
    _ service: TollgateService, logger: Logger,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.service = service
    runner = JobRunner(.nudges, of: service, logger: logger, failure: "could not send nudges")
    self.sleep = sleep
  }

  /// Creates a job that logs nothing, for a service that is simulated.
  package init(quietly service: TollgateService) {
    self.init(service, logger: Logger(label: "tollgate.nudges") { _ in SwiftLogNoOpLogHandler() })
  }

  private var ledger: any Ledger { service.records.ledger }

  /// Runs rounds until the service group shuts down.
  public func run() async throws {
    try await repeatRounds(sleep) { await self.runOnce().isBehind ? .zero : Self.interval }
  }

  /// Runs one round for each app that has such nudges, and returns what was sent.
  @discardableResult
  package func runOnce() async -> Report {
    var report = Report()
    for app in service.apps where app.blueprint.definition.nudges.contains(where: \.isByWebhook) {
      let outcome = await runner.round(of: app.id, task: .nudges) {
        () async throws(Problem) in try await round(app, &report)
      }
      if case .elsewhere = outcome { schedules[app.id] = nil }
    }
    return report
  }

  /// When a customer of an app may next get a nudge, as far as ``horizon`` reaches; nil if nobody may.
  package func nextDue(in app: Blueprint.App.ID) -> Instant? { schedules[app]?.next }

  /// Sends what is due.
  private func round(_ app: ServedApp, _ report: inout Report) async throws(Problem) {
    let now = service.records.clock()
    var schedule: NudgeSchedule
    if let known = schedules[app.id], known.isCurrent(under: app.revision, at: now) {
      schedule = known
    } else {
      schedule = try await scan(app, since: schedules[app.id]?.through, at: now)
    }
    if try await follow(&schedule, in: app, at: now) { report.isBehind = true }
    let due = schedule.due(at: now, atMost: Self.batch)
    if due.count == Self.batch { report.isBehind = true }
    for (customer, wakesAt) in due {
      let next = try await wake(customer, at: wakesAt, in: app, until: now, &report)
      schedule.set(next, for: customer)
    }
    if !report.isBehind { schedule.through = now }
    schedules[app.id] = schedule
  }

  /// Reads all histories for customers who may get a nudge within the horizon.
  private func scan(
    _ app: ServedApp, since through: Instant?, at now: Instant
  ) async throws(Problem) -> NudgeSchedule {
    let since = max(
      through ?? now.advanced(by: .zero - Self.patience), now.advanced(by: .zero - Self.patience))
    do throws(LedgerError) {
      var schedule = NudgeSchedule(
        revision: app.revision, cursor: try await lastSequence(in: app.id), scannedAt: now,
        through: since)
      let histories = try await ledger.histories()
      do throws(LedgerError) {
        try await Self.read(histories, of: app, into: &schedule)
      } catch {
        await histories.close()
        throw error
      }
      await histories.close()
      return schedule
    } catch {
      throw Problem(error)
    }
  }

  private static func read(
    _ histories: any LedgerHistories, of app: ServedApp, into schedule: inout NudgeSchedule
  ) async throws(LedgerError) {
    var last: Customer.ID?
    while true {
      let batch = try await histories.histories(after: last, in: app.id, limit: Self.batch)
      for history in batch {
        let customer = Customer(try history.facts().map(\.fact))
        let wakesAt = NudgeSchedule.wakes(
          for: customer, in: app.blueprint, after: schedule.through)
        schedule.set(wakesAt, for: history.customer)
      }
      guard batch.count == Self.batch, let next = batch.last?.customer else { return }
      last = next
    }
  }

  /// The last sequence number of an app, found by doubling and halving.
  private func lastSequence(in app: Blueprint.App.ID) async throws(LedgerError) -> Int {
    func isBeforeLast(_ sequence: Int) async throws(LedgerError) -> Bool {
      try await !ledger.entries(after: sequence, in: app, limit: 1).isEmpty
    }
    var (before, notBefore) = (-1, 0)
    while try await isBeforeLast(notBefore) {
      before = notBefore
      notBefore = max(1, notBefore * 2)
    }
    while notBefore - before > 1 {
      let middle = before + (notBefore - before) / 2
      if try await isBeforeLast(middle) { before = middle } else { notBefore = middle }
    }
    return notBefore
  }

  /// Reads what was recorded since the last round, and returns whether there may be more.
  private func follow(
    _ schedule: inout NudgeSchedule, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> Bool {
    let entries: [LedgerEntry]
    do {
      entries = try await ledger.entries(after: schedule.cursor, in: app.id, limit: Self.batch)
    } catch {
      throw Problem(error)
    }
    for customer in Set(entries.map(\.customer)) {
      guard let record = try await record(of: customer, in: app) else { continue }
      let wakesAt = NudgeSchedule.wakes(for: record.customer, in: app.blueprint, after: now)
      schedule.changed(record.id, wakesAt: wakesAt, now: now)
    }
    schedule.cursor = entries.last?.sequence ?? schedule.cursor
    return entries.count == Self.batch
  }

  /// The record of a customer, or of the one it was merged into; nil if they were erased.
  private func record(
    of customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    let record = try await service.records.record(of: customer, in: app)
    guard let target = record?.mergedInto else { return record?.isErased == true ? nil : record }
    return try await service.records.record(of: target, in: app)
  }

  /// Sends a customer's nudges that have become due, and returns when to look at the customer again.
  private func wake(
    _ customer: Customer.ID, at wakesAt: Instant, in app: ServedApp, until now: Instant,
    _ report: inout Report
  ) async throws(Problem) -> Instant? {
    guard let record = try await record(of: customer, in: app), record.id == customer else {
      return nil
    }
    let (due, next) = NudgeSchedule.due(
      for: record.customer, in: app.blueprint, after: wakesAt.adding(milliseconds: -1), until: now)
    let current = Membership(of: record.customer, in: app.blueprint, at: now)
    for nudge in due
    where nudge.at.duration(to: now) <= Self.patience && current.stillWants(nudge) {
      if try await send(nudge, to: customer, in: app) { report.sent.append((customer, nudge)) }
    }
    return next
  }

  /// Records a nudge, from which the webhook is made, unless it was already delivered.
  ///
  /// - Returns: Whether it was recorded.
  private func send(
    _ nudge: PlannedNudge, to customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> Bool {
    let writer = service.reports.writer
    let result = try await writer.write(to: customer, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      let delivery = NudgeDelivery(
        nudge: nudge.nudge, occurrence: nudge.occurrence, by: .webhook, at: now)
      guard record.mergedInto == nil, !record.customer.hasDelivered(nudge),
        !RecordLimits.excludes(.nudge(delivery), for: record.customer, at: now)
      else { return .nothing }
      return .appending(
        try await writer.change(
          seeing: nil, on: record,
          adding: app.blueprint.record(delivery, for: record.customer).facts, in: app, at: now))
    }
    return !result.facts.isEmpty
  }
}

extension Nudge {
  /// Whether the app's own backend delivers it.
  var isByWebhook: Bool { delivery == .webhook }
}

extension LedgerTask {
  /// Sending the nudges that are due.
  fileprivate static let nudges = LedgerTask("nudges")
}
