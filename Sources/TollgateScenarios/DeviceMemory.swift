import Tollgate
import TollgateClient
import TollgateWire

/// What a device without a network goes by: what the server last said, the time since then, and what waits to be reported.
///
/// It decides as the client does: with the engine, and with the client's own clock.
struct DeviceMemory {
  /// What waits for the network.
  enum Report {
    /// Something that a person did, with the number of its step.
    case action(Action, step: Int)
    /// The release of an item, with the keys of the uses that added it as far as the device knows.
    case release(Item.ID, of: Feature.ID, addedBy: [Idempotency.Key])
    case nudge(PlannedNudge)
  }

  let blueprint: Blueprint
  /// Nil on a device that has never reached the server.
  private let customer: Customer.ID?
  /// What the server said, and what is assumed until it has the reports.
  private(set) var facts: Customer
  private(set) var reports: [Report] = []
  private var clock: TrustedClock?
  /// When the monotonic clock was zero.
  private var startedAt: Instant
  private var switchedOffAt: Instant?

  init(_ snapshot: CustomerSnapshot?, in blueprint: Blueprint, at now: Instant) {
    self.blueprint = blueprint
    customer = snapshot?.id
    facts = snapshot?.facts ?? Customer()
    clock = snapshot.map { TrustedClock(server: $0.serverTime, uptime: .zero) }
    startedAt = now
  }

  var isOff: Bool { switchedOffAt != nil }

  /// What holds on the device, as far as it knows.
  func membership(at now: Instant) -> Membership {
    time(at: now).map { Membership(of: facts, in: blueprint, at: $0) }
      ?? Membership(unknownIn: blueprint, at: now)
  }

  /// The time by the device's trusted clock; nil before the server's first answer.
  func time(at now: Instant) -> Instant? { clock?.now(uptime: uptime(at: now)) }

  /// How far the trusted clock is behind.
  func lag(at now: Instant) -> Duration { time(at: now)?.duration(to: now) ?? .zero }

  private func uptime(at now: Instant) -> Duration {
    startedAt.duration(to: switchedOffAt ?? now)
  }

  mutating func timePassed(until now: Instant) {
    let uptime = uptime(at: now)
    clock?.settle(uptime: uptime)
  }

  mutating func switchOff(at now: Instant) {
    timePassed(until: now)
    switchedOffAt = now
  }

  mutating func switchOn(at now: Instant) {
    startedAt = now
    switchedOffAt = nil
    timePassed(until: now)
  }
}

extension DeviceMemory {
  /// Keeps something that a person did until it can be reported.
  ///
  /// - Parameter facts: What the server is expected to record, by the device's time.
  mutating func keep(
    _ action: Action, step: Int, at now: Instant, assuming facts: (Instant) -> [Fact]
  ) {
    reports.append(.action(action, step: step))
    assume(at: now, facts)
  }

  /// Keeps a nudge that was shown until it can be reported.
  mutating func keep(_ nudge: PlannedNudge, at now: Instant) {
    reports.append(.nudge(nudge))
    assume(at: now) {
      [.nudge(NudgeDelivery(nudge: nudge.nudge, occurrence: nudge.occurrence, at: $0))]
    }
  }

  /// Adds facts by the device's time; none before the server's first answer.
  mutating func assume(at now: Instant, _ facts: (Instant) -> [Fact]) {
    guard let time = time(at: now) else { return }
    for fact in facts(time) { self.facts.join(fact) }
  }

  /// Keeps the release of an item until it can be reported: like the client's, it releases nothing that was added since.
  mutating func keepRelease(of item: Item.ID, in feature: Feature.ID, at now: Instant) {
    let released = time(at: now).map { releasing(item, of: feature, at: $0) } ?? []
    let keys = released.compactMap { fact -> Idempotency.Key? in
      if case .item(let change) = fact { change.key } else { nil }
    }
    reports.append(.release(item, of: feature, addedBy: keys))
    assume(at: now) { _ in released }
  }

  /// Returns what follows from the release of an item that the device knows of.
  private func releasing(_ item: Item.ID, of feature: Feature.ID, at time: Instant) -> [Fact] {
    customer.map { facts.releasing(item, of: feature, preferring: $0, at: time) } ?? []
  }

  /// Decides a use as the blueprint's `offline` says.
  ///
  /// - Throws: `Problem` with code `denied`, `network` or `offlineUsesSpent`.
  mutating func use(
    _ feature: Feature.ID, item: Item.ID?, cost: Int?, parent: Parent.ID?, key: String,
    on device: Device.ID, step: Int, at now: Instant
  ) throws(Problem) {
    guard !isOff, let customer, let time = time(at: now),
      let handle = blueprint.handle(of: feature),
      let offline = blueprint.feature(feature)?.offline
    else { throw Problem.noNetwork }
    switch offline {
    case .refuse: throw Problem.noNetwork
    case .wait:
      let use = Action.use(
        feature, times: 1, item: item, cost: cost, parent: parent, key: key, report: nil)
      reports.append(.action(use, step: step))
    case .allow(let limit):
      let assumed: [Fact]
      do throws(Denial) {
        assumed = try blueprint.use(
          handle, by: facts, id: customer, key: Idempotency.Key(key), item: item, cost: cost,
          parent: parent, at: time
        ).facts
      } catch {
        throw Problem(.denied, "The device denies the use.", denial: error)
      }
      let report: UseReport = assumed.areUnlimitedUse ? .unlimited : .limited
      let hasRoom = allowedUses(of: feature, report) < limit
      // There is nothing to count, or it names an item that is held; a use without a limit may be one too many to count.
      if assumed.isEmpty && membership(at: now).phase != .unknown
        || report == .unlimited && !hasRoom
      {
        return
      }
      guard hasRoom, report == .unlimited || facts.firstDevice(of: customer) == device else {
        throw Problem(.offlineUsesSpent, "The device allows no more uses without the server.")
      }
      let held = blueprint.unnamedItem(
        of: handle, by: facts, key: Idempotency.Key(key), at: time)
      for fact in assumed { facts.join(fact) }
      let use = Action.use(
        feature, times: 1, item: item ?? held, cost: cost, parent: parent, key: key,
        report: report)
      reports.append(.action(use, step: step))
    }
  }

  /// How many uses of a feature, and of those that share a limit with it, the device has allowed that the server does
  /// not know of: within limits, or without.
  private func allowedUses(of feature: Feature.ID, _ kind: UseReport) -> Int {
    let features = blueprint.sharers(of: feature)
    return reports.count { report in
      if case .action(.use(let used, _, _, _, _, _, let own?), _) = report {
        own == kind && features.contains(used)
      } else {
        false
      }
    }
  }
}

extension ProblemCode {
  /// The server cannot be reached, as the client calls it.
  static let network = Self(rawValue: "network")
  /// The device allows no more uses until the server can be reached, as the client calls it.
  static let offlineUsesSpent = Self(rawValue: "offlineUsesSpent")

  /// The codes of errors that only a device without a network has.
  static let withoutNetwork = [network, offlineUsesSpent]
}

extension Problem {
  static let noNetwork = Problem(.network, "The device has no network.")
}
