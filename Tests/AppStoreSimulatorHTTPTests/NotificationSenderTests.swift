import Testing
import TollgateAppStore

@testable import AppStoreSimulatorHTTP

@Suite("When notifications are posted")
struct NotificationSenderTests {
  private static let start = Market.start

  /// Posts everything that is due until an instant, each answered the same, and says when, in hours.
  private static func run(
    _ sender: inout NotificationSender, answering result: SendAttemptResult, hours: Int64 = 400
  ) -> [Int64] {
    var posted: [Int64] = []
    while let due = sender.nextDue, due <= start.adding(milliseconds: hours * Market.hour) {
      while let post = sender.next(at: due) {
        posted.append((due.milliseconds - start.milliseconds) / Market.hour)
        sender.answered(post, result, at: due)
      }
    }
    return posted
  }

  @Test("production tries again after 1, 12, 24, 48 and 72 hours, each after the attempt before")
  func production() {
    var sender = NotificationSender(environment: .production)
    sender.enter(1, at: Self.start, isAddressed: true)
    #expect(Self.run(&sender, answering: .timedOut) == [0, 1, 13, 37, 85, 157])
    let delivery = sender.delivery(of: 1)
    #expect(delivery?.state == .givenUp)
    #expect(delivery?.attempts.count == 6)
    #expect(delivery?.attempts.allSatisfy { $0.sendAttemptResult == .timedOut } == true)
  }

  @Test("the sandbox tries once")
  func sandbox() {
    var sender = NotificationSender(environment: .sandbox)
    sender.enter(1, at: Self.start, isAddressed: true)
    #expect(Self.run(&sender, answering: .socketIssue) == [0])
    #expect(sender.delivery(of: 1)?.state == .givenUp)
  }

  @Test("a success ends the attempts")
  func success() {
    var sender = NotificationSender(environment: .production)
    sender.enter(1, at: Self.start, isAddressed: true)
    #expect(Self.run(&sender, answering: .noResponse, hours: 13) == [0, 1, 13])
    #expect(
      sender.delivery(of: 1)?.state
        == .waiting(until: Self.start.adding(milliseconds: 37 * Market.hour), attempt: 3))
    #expect(Self.run(&sender, answering: .success) == [37])
    #expect(sender.delivery(of: 1)?.state == .delivered)
  }

  @Test("without an address nothing is posted")
  func unaddressed() {
    var sender = NotificationSender(environment: .production)
    sender.enter(1, at: Self.start, isAddressed: false)
    #expect(sender.nextDue == nil)
    #expect(sender.delivery(of: 1) == .init(state: .unaddressed))
  }

  @Test("a duplicate is posted and not recorded as an attempt")
  func duplicates() {
    var sender = NotificationSender(environment: .sandbox)
    sender.set(FaultInjection(duplicate: 100), at: Self.start)
    sender.enter(1, at: Self.start, isAddressed: true)
    #expect(Self.run(&sender, answering: .success) == [0, 0])
    #expect(sender.delivery(of: 1)?.attempts.count == 1)
  }

  @Test("a dropped attempt is lost, and production tries again")
  func drops() throws {
    var sender = NotificationSender(environment: .production)
    sender.set(FaultInjection(drop: 100), at: Self.start)
    sender.enter(1, at: Self.start, isAddressed: true)
    let next = sender.next(at: Self.start)
    let first = try #require(next)
    #expect(first.isLost)
    sender.answered(first, .noResponse, at: Self.start)
    let second = sender.next(at: Self.start.adding(milliseconds: Market.hour))
    #expect(second?.isLost == false)
  }

  @Test("a delay is no longer than asked for")
  func delays() {
    var sender = NotificationSender(environment: .sandbox)
    sender.set(FaultInjection(delay: 100, delayUpTo: 10 * Market.hour), at: Self.start)
    for sequence in 1...50 { sender.enter(sequence, at: Self.start, isAddressed: true) }
    let posted = Self.run(&sender, answering: .success)
    #expect(posted.count == 50 && posted == posted.sorted())
    #expect(posted.allSatisfy { $0 <= 10 } && Set(posted).count > 5)
  }

  @Test("notifications are gathered and posted in another order, the same for the same seed")
  func reorders() {
    func order(_ seed: UInt64) -> [Int] {
      var sender = NotificationSender(environment: .sandbox)
      sender.set(FaultInjection(seed: seed, reorder: 5), at: Self.start)
      var order: [Int] = []
      for sequence in 1...12 {
        sender.enter(sequence, at: Self.start, isAddressed: true)
        while let post = sender.next(at: Self.start) { order.append(post.sequence) }
      }
      sender.set(.none, at: Self.start)
      while let post = sender.next(at: Self.start) { order.append(post.sequence) }
      return order
    }
    #expect(order(1) == order(1))
    #expect(order(1) != order(2))
    #expect(order(1) != Array(1...12))
    #expect(order(1).sorted() == Array(1...12))
    #expect(order(1).prefix(5).sorted() == Array(1...5))
  }

  @Test("percentages hit about as many as they say, each by itself")
  func percentages() {
    let faults = FaultInjection(seed: 7, duplicate: 30, drop: 10, delay: 50)
    let sequences = 1...10_000
    let duplicated = sequences.filter(faults.duplicates)
    #expect((2_800...3_200).contains(duplicated.count))
    #expect((900...1_100).contains(sequences.filter(faults.drops).count))
    #expect((4_700...5_300).contains(sequences.filter { faults.delay(of: $0) > .zero }.count))
    #expect((200...400).contains(duplicated.filter(faults.drops).count))
  }

  @Test("the oldest deliveries are forgotten")
  func memory() {
    var sender = NotificationSender(environment: .sandbox)
    for sequence in 1...NotificationSender.memoryLimit + 1 {
      sender.enter(sequence, at: Self.start, isAddressed: false)
    }
    #expect(sender.delivery(of: 1) == nil)
    #expect(sender.delivery(of: 2) != nil)
  }
}
