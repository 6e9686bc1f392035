import Synchronization
import Testing
import Tollgate
import TollgateLedger

@testable import TollgateServer

@Suite("Webhooks that are repeated after a crash")
struct WebhookRepeatTests {
  /// A receiver got the events of 500 facts up to one of them, when the sender died with what it had not noted.
  ///
  /// - Returns: How many events were repeated by the next sender, after which none may be missing or out of order.
  private static func repeats(customers: Int, dyingAfter answers: Int) async throws -> Int {
    let ledger = FaultyLedger()
    let server = try await TestServer.market(ledger: ledger)
    let receiver = TestReceiver()
    await server.deliver(try server.webhooks(to: receiver))
    var expected: [String: [String]] = [:]
    for number in 0..<500 {
      let customer = "c\(number % customers)"
      try await server.record("m\(number)", of: Customer.ID(customer))
      expected[customer, default: []].append("m\(number)")
    }
    let count = Mutex(0)
    receiver.cut(after: answers)
    receiver.answer { _ in
      let isLast = count.withLock { count in
        count += 1
        return count == answers
      }
      if isLast { ledger.fail(with: .full) }
      return .accepted
    }
    _ = await (try server.webhooks(to: receiver)).runOnce()
    #expect(receiver.events.count == answers)
    ledger.fail(with: nil)
    receiver.cut(after: .max)
    receiver.answer { _ in .accepted }
    await server.deliver(try server.webhooks(to: receiver))
    for (customer, milestones) in expected {
      let received = receiver.distinct.filter { $0.customer == customer }
        .map { $0.body.firstMatch(of: /"milestone":"([^"]*)"/).map { String($0.1) } }
      #expect(received == milestones.map(Optional.some), "\(customer)")
    }
    #expect(Set(receiver.events).count == receiver.distinct.count)
    return receiver.events.count - receiver.distinct.count
  }

  @Test(
    "EX-14 a sender that dies repeats what it sent since it last noted what was accepted, every 256 facts",
    arguments: [(1, 1), (255, 255), (256, 256), (257, 1), (499, 243), (500, 244)])
  func oneCustomer(answers: Int, repeats: Int) async throws {
    #expect(try await Self.repeats(customers: 1, dyingAfter: answers) == repeats)
    #expect(WebhookJob.unnotedLimit == 256)
  }

  @Test(
    "EX-14 a sender that dies repeats at most 256 events, of whatever number of customers",
    arguments: [2, 7, 8, 9, 33, 500], [1, 8, 256, 300, 499])
  func manyCustomers(customers: Int, answers: Int) async throws {
    let repeats = try await Self.repeats(customers: customers, dyingAfter: answers)
    #expect((1...WebhookJob.unnotedLimit).contains(repeats))
  }
}
