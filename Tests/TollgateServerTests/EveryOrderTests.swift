import Testing
import Tollgate
import TollgateLedger

/// Every order of a scenario's messages, through the server's router.
///
/// The server's handling of a message depends only on its ledger and on the message. Orders that have led to the same
/// ledger therefore continue together: each message is delivered to every state that any order of any of the others
/// leads to, and the orders covered are counted.
@Suite("Every order of a life's messages")
struct EveryOrderTests {
  private struct Visit {
    let writes: [LedgerWrite]
    var orders = 0
  }

  @Test(
    "EX-1 every order of up to seven messages ends in the same membership as the order they were sent in",
    arguments: StoreLifecycle.all)
  func everyOrder(life: StoreLifecycle) async throws {
    let letters = try await Correspondence(life)
    let count = letters.messages.count
    #expect(count == life.messages)
    let (orders, deliveries) = try await letters.withSender { sender in
      let expected = try await Self.inOrder(sender)
      #expect(expected.now.phase == life.phase)
      #expect(expected.now.subscription?.condition == life.condition)
      return try await Self.walk(sender, expecting: expected)
    }
    #expect(orders == (1...count).reduce(1, *))
    print(
      "EX-1 \(life.testDescription): \(orders) orders of \(count) messages, \(deliveries) deliveries"
    )
  }

  @Test(
    "EX-1 every order of up to four messages, each delivered from the beginning",
    arguments: StoreLifecycle.all.filter { $0.messages <= 4 })
  func fromTheBeginning(life: StoreLifecycle) async throws {
    let letters = try await Correspondence(life)
    let orders = permutations(letters.messages.count)
    try await letters.withSender { sender in
      let expected = try await Self.inOrder(sender)
      for order in orders {
        try await sender.rewind(to: letters.beginning)
        for number in order { try await sender.deliver(number) }
        #expect(try await sender.answer() == expected, "the order \(order)")
      }
    }
    print("EX-1 \(life.testDescription): \(orders.count) orders, each from the beginning")
  }

  private static func inOrder(_ sender: Correspondence.NotificationSender) async throws
    -> Correspondence.Answer
  {
    for number in sender.letters.messages.indices { try await sender.deliver(number) }
    return try await sender.answer()
  }

  /// Delivers every message to every state; returns how many orders were covered, and by how many deliveries.
  private static func walk(
    _ sender: Correspondence.NotificationSender, expecting expected: Correspondence.Answer
  ) async throws -> (orders: Int, deliveries: Int) {
    let letters = sender.letters
    let count = letters.messages.count
    try await sender.rewind(to: letters.beginning)
    var visits: [Int: [RewindableLedger.State: Visit]] = [
      0: [try await letters.ledger.state(): Visit(writes: letters.beginning, orders: 1)]
    ]
    var deliveries = 0
    for heard in 0..<(1 << count) - 1 {
      // A set of messages is a number with a bit for each; a larger set is a larger number.
      for visit in (visits.removeValue(forKey: heard) ?? [:]).values {
        for number in 0..<count where heard & (1 << number) == 0 {
          try await sender.rewind(to: visit.writes)
          try await sender.deliver(number)
          deliveries += 1
          let state = try await letters.ledger.state()
          visits[heard | (1 << number), default: [:]][
            state, default: Visit(writes: letters.ledger.writes)
          ].orders += visit.orders
        }
      }
    }
    let last = visits[(1 << count) - 1] ?? [:]
    for visit in last.values {
      try await sender.rewind(to: visit.writes)
      #expect(try await sender.answer() == expected)
    }
    return (last.values.reduce(0) { $0 + $1.orders }, deliveries)
  }
}

/// Every order of the numbers below a count.
private func permutations(_ count: Int) -> [[Int]] {
  guard count > 0 else { return [[]] }
  return permutations(count - 1).flatMap { shorter in
    (0...shorter.count).map { place in
      Array(shorter[..<place]) + [count - 1] + shorter[place...]
    }
  }
}
