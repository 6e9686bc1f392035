import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Webhooks are delivered")
struct WebhookJobTests {
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test(
    "EX-14 a receiver that fails, hangs or is away for two days gets every event in order, whatever is killed"
  )
  func everyEvent() async throws {
    let ledger = SQLiteLedger.inMemory()
    let server = try await TestServer.market(ledger: ledger)
    let receiver = TestReceiver()
    var random = Seeded(state: 14)
    await server.deliver(try server.webhooks(to: receiver))
    let start = server.now
    var expected: [String: [String]] = [:]
    for step in 0..<160 {
      let isAway = (60..<100).contains(step)
      server.advance(milliseconds: isAway ? 72 * 60_000 : 20_000)
      for number in 0..<Int.random(in: 0...3, using: &random) {
        let customer = "c\(Int.random(in: 0..<12, using: &random))"
        try await server.record("m\(step)-\(number)", of: Customer.ID(customer))
        expected[customer, default: []].append("m\(step)-\(number)")
      }
      let answer = TestReceiver.Answer.allCases.randomElement(using: &random) ?? .accepted
      receiver.answer { _ in isAway ? .away : answer }
      // Every third round is killed after some of its deliveries, before it notes them.
      let property = LedgerProperty.webhook(.url, of: server.app)
      let noted = try #require(try await ledger.property(property))
      if step % 3 == 0 { receiver.cut(after: step / 3 % 8) }
      _ = await (try server.webhooks(to: receiver)).runOnce()
      if step % 3 == 0 {
        try await ledger.set(property, to: noted)
        receiver.cut(after: .max)
      }
    }
    #expect(start.duration(to: server.now) > .days(2))
    receiver.answer { _ in .accepted }
    let job = try server.webhooks(to: receiver)
    for _ in 0..<12 {
      server.advance(milliseconds: 1_800_000)
      await server.deliver(job)
    }
    let state = try await server.webhookState()
    #expect(state.waiting.isEmpty)
    #expect(state.deadLetterCount == 0)
    let distinct = receiver.distinct
    for (customer, milestones) in expected {
      let received = distinct.filter { $0.customer == customer }
      #expect(
        received.map { $0.body.firstMatch(of: /"milestone":"([^"]*)"/).map { String($0.1) } }
          == milestones.map(Optional.some), "\(customer)")
    }
    let losses = expected.values.joined().count - distinct.count
    #expect(losses == 0)
    // A repeat has the same bytes.
    #expect(Set(receiver.events).count == distinct.count)
    print(
      """
      EX-14: \(receiver.events.count) deliveries, \(receiver.events.count - distinct.count) repeats, \
      \(losses) losses
      """)
  }

  @Test(
    """
    EX-14 while a customer's event is refused, others continue; after three days it is a dead letter, and a replay sends \
    it again
    """)
  func refused() async throws {
    let server = try await TestServer.market()
    let receiver = TestReceiver()
    let job = try server.webhooks(to: receiver)
    await server.deliver(job)
    receiver.answer { $0.body.contains("poison") ? .status500 : .accepted }
    for customer in ["ann", "ben", "cleo"] as [Customer.ID] {
      try await server.record(customer == "ben" ? "poison" : "first", of: customer)
      try await server.record("second", of: customer)
    }
    await server.deliver(job)
    #expect(
      receiver.events.filter { $0.customer != "ben" }.map(\.customer).sorted()
        == ["ann", "ann", "cleo", "cleo"])
    #expect(receiver.events.count { $0.customer == "ben" } == 1)
    // The waits after the tries, with three quarters of each.
    for (seconds, tries) in [(3, 1), (1, 2), (22, 2), (1, 3)] {
      server.advance(milliseconds: Int64(seconds) * 1000)
      await server.deliver(job)
      #expect(receiver.events.count { $0.customer == "ben" } == tries)
    }
    for _ in 0..<70 {
      server.advance(milliseconds: 3_600_000)
      await server.deliver(job)
    }
    #expect(try await server.webhookState().deadLetterCount == 0)
    #expect(receiver.distinct.count { $0.customer == "ben" } == 1)
    for wait in [2 * 3_600_000, 60_000] as [Int64] {
      server.advance(milliseconds: wait)
      await server.deliver(job)
    }
    let state = try await server.webhookState()
    #expect(state.deadLetters.map(\.customer) == ["ben"])
    #expect(state.waiting.isEmpty)
    #expect(receiver.distinct.count { $0.customer == "ben" } == 2)

    receiver.answer { _ in .accepted }
    let before = receiver.events.count
    let deliveries = WebhookDeliveries(server.ledger, of: server.app)
    try await deliveries.replay(
      to: .url, from: nil, until: nil, of: "ben", by: "ada", at: server.now)
    #expect(try await deliveries.status().map(\.replays) == [1])
    await server.deliver(job)
    #expect(receiver.events.dropFirst(before).map(\.customer) == ["ben", "ben"])
    #expect(receiver.events.dropFirst(before).first?.body.contains("poison") == true)
    #expect(try await deliveries.status().map(\.replays) == [0])
    await #expect(throws: Problem.self) {
      try await deliveries.replay(
        to: .file, from: nil, until: nil, of: nil, by: "ada", at: server.now)
    }
  }

  @Test(
    "EX-14 a replay by time sends what was recorded in it, and what came before the first start")
  func replayByTime() async throws {
    let server = try await TestServer.market()
    let receiver = TestReceiver()
    try await server.record("early", of: "ann")
    server.advance(milliseconds: 60_000)
    let started = server.now
    let job = try server.webhooks(to: receiver)
    await server.deliver(job)
    for name in ["one", "two", "three"] {
      try await server.record(name, of: "ann")
      server.advance(milliseconds: 60_000)
    }
    await server.deliver(job)
    #expect(receiver.events.count == 3)
    let deliveries = WebhookDeliveries(server.ledger, of: server.app)
    for (from, until, count) in [
      (nil, started, 1), (started.adding(milliseconds: 60_000), nil, 2), (nil, nil, 4),
      (started.adding(milliseconds: 1), started.adding(milliseconds: 60_000), 0),
    ] as [(Instant?, Instant?, Int)] {
      let before = receiver.events.count
      try await deliveries.replay(
        to: .url, from: from, until: until, of: nil, by: "ada", at: server.now)
      await server.deliver(job)
      #expect(receiver.events.count - before == count)
    }
    #expect(receiver.distinct.count == 4)
  }

  @Test("EX-14 the waiting events of an erased customer are never sent, and delay nobody")
  func erased() async throws {
    let server = try await TestServer("strikelab")
    let receiver = TestReceiver()
    let job = try server.webhooks(to: receiver)
    await server.deliver(job)
    receiver.answer { _ in .away }
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("ada@example.com")
    try await server.record("other", of: "other")
    await server.deliver(job)
    #expect(try await !server.webhookState().waiting.isEmpty)
    let deletion = try await server.exchange(.deleteCustomer, token: phone.token)
    #expect(deletion.status == 200)
    receiver.answer { _ in .accepted }
    server.advance(milliseconds: 600_000)
    await server.deliver(job)
    #expect(receiver.events.map(\.customer) == ["other"])
    #expect(try await server.webhookState().waiting.isEmpty)
  }

  @Test("EX-14 one of two servers on a ledger delivers, and a late one loses nothing and no order")
  func twoServers() async throws {
    let first = try await TestServer.market(ledger: SQLiteLedger.inMemory(isShared: true))
    let second = try await first.restarted()
    let receiver = TestReceiver()
    let jobs = try [first, second].map { try $0.webhooks(to: receiver) }
    _ = await jobs[0].runOnce()
    for name in ["one", "two"] { try await first.record(name, of: "ann") }
    await second.deliver(jobs[1])
    #expect(receiver.events.isEmpty)
    await first.deliver(jobs[0])
    #expect(receiver.events.count == 2)
    try await first.record("three", of: "ann")
    first.advance(milliseconds: WorkShare.length.milliseconds)
    await second.deliver(jobs[1])
    #expect(receiver.events.count == 3)
    #expect(receiver.distinct.count == 3)
  }

  @Test("a ledger that cannot note what was delivered makes it a repeat, and no loss")
  func ledgerFails() async throws {
    let ledger = FaultyLedger()
    let server = try await TestServer.market(ledger: ledger)
    let receiver = TestReceiver()
    let job = try server.webhooks(to: receiver)
    await server.deliver(job)
    try await server.record("one", of: "ann")
    receiver.answer { _ in
      ledger.fail(with: .full)
      return .accepted
    }
    _ = await job.runOnce()
    ledger.fail(with: nil)
    receiver.answer { _ in .accepted }
    await server.deliver(job)
    #expect(receiver.distinct.count == 1)
    #expect(try await server.webhookState().waiting.isEmpty)
  }
}
