import Tollgate

/// Which customers of an app may get a nudge by webhook, and when to look at each of them again.
struct NudgeSchedule: Sendable {
  /// How often one customer's membership is evaluated in a round.
  static let stepLimit = 1000

  /// The blueprint's revision that it was made under.
  let revision: String
  /// The last entry that was read.
  var cursor: Int
  /// When all histories were read.
  let scannedAt: Instant
  /// Up to when everybody's nudges were sent.
  var through: Instant
  private var wakes: [Customer.ID: Instant] = [:]

  /// Creates a schedule without customers.
  ///
  /// - Parameter cursor: The last entry that the histories include.
  init(revision: String, cursor: Int, scannedAt: Instant, through: Instant) {
    self.revision = revision
    self.cursor = cursor
    self.scannedAt = scannedAt
    self.through = through
  }

  /// When somebody may next get a nudge; nil if nobody may.
  var next: Instant? { wakes.values.min() }

  /// When to look at a customer again after an instant; nil if no nudge will be due.
  static func wakes(
    for customer: Customer, in blueprint: Blueprint, after instant: Instant
  ) -> Instant? {
    let membership = Membership(of: customer, in: blueprint, at: instant)
    return membership.wakes(
      for: membership.webhookNudges(inTimeZone: customer.value(of: .timeZone)))
  }

  /// Whether it can be used, rather than made again.
  func isCurrent(under revision: String, at now: Instant) -> Bool {
    self.revision == revision && scannedAt <= now
      && scannedAt.duration(to: now) < NudgeJob.horizon / 2
  }

  /// Notes when to look at a customer again, if that is within the horizon.
  mutating func set(_ wakesAt: Instant?, for customer: Customer.ID) {
    let horizon = scannedAt.advanced(by: NudgeJob.horizon)
    wakes[customer] = wakesAt.flatMap { $0 <= horizon ? $0 : nil }
  }

  /// Notes when to look again at a customer with a new fact; what is already due stays due.
  mutating func changed(_ customer: Customer.ID, wakesAt: Instant?, now: Instant) {
    if let due = wakes[customer], due <= now { return }
    set(wakesAt, for: customer)
  }

  /// The customers to look at now, those who have waited longest first.
  func due(at now: Instant, atMost limit: Int) -> [(customer: Customer.ID, wakesAt: Instant)] {
    wakes.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      .prefix(limit).map { (customer: $0.key, wakesAt: $0.value) }
  }

  /// The nudges of a customer that became due between two instants, and when the next one may.
  ///
  /// The membership is evaluated at each instant at which it changes, since a nudge may be planned only after another
  /// instant has passed, such as the end of a trial.
  ///
  /// - Parameters:
  ///   - start: The instant after which nudges count.
  ///   - now: The last instant at which they do.
  /// - Returns: The nudges in the order in which they became due, and when to look at the customer again.
  static func due(
    for customer: Customer, in blueprint: Blueprint, after start: Instant, until now: Instant
  ) -> (due: [PlannedNudge], next: Instant?) {
    var due: [PlannedNudge] = []
    var instant = start
    for _ in 0..<stepLimit {
      let membership = Membership(of: customer, in: blueprint, at: instant)
      let planned = membership.webhookNudges(inTimeZone: customer.value(of: .timeZone))
      guard let next = membership.wakes(for: planned) else { return (due, nil) }
      guard next <= now else { return (due, next) }
      due += planned.filter { $0.at == next && !due.contains($0) }
      instant = next
    }
    return (due, instant)
  }
}

extension Membership {
  /// When a nudge by webhook is due, or may be planned; nil if none will be.
  fileprivate func wakes(for planned: [PlannedNudge]) -> Instant? {
    [planned.map(\.at).min(), nextChange].compactMap(\.self).min()
  }
}
