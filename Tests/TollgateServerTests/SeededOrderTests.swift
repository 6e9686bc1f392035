import TestSupport
import Testing
import Tollgate
import TollgateLedger
import TollgateServer

/// Messages duplicated, delayed for up to 157 hours, or lost in an outage and recovered, on a virtual clock.
///
/// After part of a run it continues in several ways, so that many runs share their beginnings. A failure names its
/// seed.
@Suite("A life's messages, late, twice or not at all")
struct SeededOrderTests {
  static let seeds: UInt64 = 13
  /// How many ways a run continues in after each of its parts but the last.
  static let ways = 4
  /// How many deliveries are left at that point.
  static let parts = [4, 1]

  @Test(
    "EX-1 messages that are late, duplicated or lost and recovered end in the same membership",
    arguments: StoreLifecycle.all)
  func everySeed(life: StoreLifecycle) async throws {
    let letters = try await Correspondence(life, asksStore: true)
    let runs = try await letters.withSender { sender in
      for number in letters.messages.indices { try await sender.deliver(number) }
      letters.server.set(letters.end)
      let expected = try await sender.answer()
      var count = Count()
      for seed in 0..<Self.seeds {
        try await sender.rewind(to: letters.beginning)
        var run = Run(letters, of: life, seed: seed)
        count = try await Self.go(on: &run, sender, expected, count, part: 0)
      }
      return count
    }
    print("EX-1 \(life.testDescription): \(runs)")
  }

  struct Count: CustomStringConvertible, Sendable {
    var runs = 0
    var deliveries = 0
    var repeats = 0
    var caughtUp = 0

    var description: String {
      "\(runs) runs, \(deliveries) deliveries, \(repeats) of them repeated, \(caughtUp) notifications caught up"
    }
  }

  /// Delivers until the run splits, then continues in each way; compares at the end of every one.
  private static func go(
    on run: inout Run, _ sender: Correspondence.NotificationSender,
    _ expected: Correspondence.Answer,
    _ count: Count, part: Int
  ) async throws -> Count {
    var count = count
    let left = part < parts.count ? parts[part] : 0
    while run.left > left, let delivery = run.next() {
      sender.letters.server.set(delivery.at)
      if delivery.isEndOfOutage {
        count.caughtUp += try await sender.catchUp(from: run.outage.lowerBound)
      } else {
        try await sender.deliver(delivery.number)
        count.deliveries += 1
        if delivery.isRepeated { count.repeats += 1 }
      }
    }
    guard part < parts.count, run.left > 0 else {
      sender.letters.server.set(sender.letters.end)
      let answer = try await sender.answer()
      #expect(answer == expected, "seed \(run.seed): \(run.log.joined(separator: ", "))")
      count.runs += 1
      return count
    }
    let writes = sender.letters.ledger.writes
    for way in 0..<ways {
      try await sender.rewind(to: writes)
      var next = run
      next.redraw(way)
      count = try await go(on: &next, sender, expected, count, part: part + 1)
    }
    return count
  }
}

extension Correspondence.NotificationSender {
  /// Restarts the server after an outage; returns how many notifications it recovered.
  fileprivate func catchUp(from start: Instant) async throws -> Int {
    try await letters.ledger.advance(
      .notifications(of: .sandbox), in: letters.server.app, to: start)
    let report = await StoreJobs(letters.server.service, logger: quietLogger).runOnce()
    try #require(report.stopped == nil && report.failures.isEmpty, "\(report)")
    return report.caughtUp
  }
}

/// The delivery schedule for a seed.
private struct Run {
  /// The longest a message takes, in hours: the store's last attempt is 157 hours after its first.
  static let longestDelay: Int64 = 157
  /// How long an outage lasts, in hours.
  static let outageLength: Int64 = 10
  private static let hour: Int64 = 3_600_000

  struct Delivery {
    let number: Int
    var at: Instant
    var isRepeated = false
    var isEndOfOutage = false
  }

  let seed: UInt64
  /// While it lasts nothing from the store arrives, not even later.
  let outage: Range<Instant>
  private(set) var log: [String] = []
  private let messages: [Correspondence.Message]
  private var random: Seeded
  private var clock: Instant
  private var waiting: [Delivery] = []

  /// How many deliveries are left.
  var left: Int { waiting.count }

  init(_ letters: Correspondence, of life: StoreLifecycle, seed: UInt64) {
    self.seed = seed
    messages = letters.messages
    // The same seed gives a different run for each scenario.
    random = Seeded(state: life.testDescription.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
    clock = letters.messages.map(\.sentAt).min() ?? letters.end
    // A sandbox store keeps notifications for 30 days, and has run the whole scenario.
    let recent = letters.messages.filter {
      !$0.isOfPhone && $0.sentAt.since(letters.lived) > -29 * 24 * Self.hour
    }
    let lost = recent.randomElement(using: &random)?.sentAt ?? clock
    let start = lost.adding(milliseconds: -Self.hour)
    // Every other run has an outage.
    outage = start..<start.adding(milliseconds: Int64(seed % 2) * Self.outageLength * Self.hour)
    for (number, message) in messages.enumerated() {
      let isLost = !message.isOfPhone && outage.contains(message.sentAt)
      let times = isLost ? 0 : Int.random(in: 1...3, using: &random) == 1 ? 2 : 1
      for time in 0..<times {
        waiting.append(Delivery(number: number, at: arrival(of: number), isRepeated: time > 0))
      }
    }
    if !outage.isEmpty {
      waiting.append(Delivery(number: -1, at: outage.upperBound, isEndOfOutage: true))
    }
    waiting.sort { $0.at < $1.at }
  }

  /// Redraws the arrival times of everything that has not arrived.
  mutating func redraw(_ way: Int) {
    random.state = random.state &* 31 &+ UInt64(way)
    log.append("way \(way)")
    for index in waiting.indices where !waiting[index].isEndOfOutage {
      waiting[index].at = arrival(of: waiting[index].number)
    }
    waiting.sort { $0.at < $1.at }
  }

  mutating func next() -> Delivery? {
    guard !waiting.isEmpty else { return nil }
    let delivery = waiting.removeFirst()
    clock = max(clock, delivery.at)
    log.append(delivery.isEndOfOutage ? "caught up" : "\(delivery.number) at \(clock)")
    return Delivery(
      number: delivery.number, at: clock, isRepeated: delivery.isRepeated,
      isEndOfOutage: delivery.isEndOfOutage)
  }

  private mutating func arrival(of number: Int) -> Instant {
    let delay = Int64.random(in: 0...Self.longestDelay * Self.hour, using: &random)
    return max(clock, messages[number].sentAt.adding(milliseconds: delay))
  }
}
