import Testing
import Tollgate
import TollgateClient
import TollgateWire

@MainActor
@Suite("Work that is counted once it is made")
struct PerformTests {
  private struct Failed: Error {}

  private static let waiting: KeyValuePairs = [
    "title: Quick AI Drills": "title: Quick AI Drills\n    offline: wait"
  ]
  private static let allowing: KeyValuePairs = [
    "title: Quick AI Drills": "title: Quick AI Drills\n    offline: { allow: 1 }"
  ]

  private func count(_ world: World, _ phone: Phone) async throws -> Int {
    try await world.facts(of: phone.client.customer).facts.count { $0.kind == .use }
  }

  private let limit = Limit(limit: 1, used: 1, scope: .ever)

  @Test("TQ-4 a quick drill is counted only when it was really made, and then the paywall shows")
  func counted() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      let client = phone.client
      await client.launch()
      for _ in 1...2 {
        await #expect(throws: Failed.self) {
          try await client.perform("quick-drill") {
            // It counts while it is being made, and not after it failed.
            #expect(client.access(to: "quick-drill").isAllowed == false)
            throw Failed()
          }
        }
        await client.reevaluate()
        #expect(client.access(to: "quick-drill").isAllowed)
      }
      #expect(try await count(world, phone) == 0)

      let drill = try await client.perform("quick-drill") { "jab, cross" }
      #expect(drill == Performed(value: "jab, cross", count: .counted(limit)))
      #expect(try await count(world, phone) == 1)

      let denied = Task { try await client.perform("quick-drill") { "never made" } }
      while client.presentation == nil { await Task.yield() }
      #expect(client.presentation?.paywall == "pro")
      await client.paywallClosed()
      let denial = await #expect(throws: Denial.self) { try await denied.value }
      #expect(denial?.limit == limit)
      #expect(try await count(world, phone) == 1)
    }
  }

  @Test("TQ-4 work that failed can be repeated at once, without a paywall")
  func repeated() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      let client = phone.client
      await client.launch()
      for _ in 0..<3 {
        await #expect(throws: CancellationError.self) {
          try await client.perform("quick-drill") { throw CancellationError() }
        }
      }
      let drill = try await client.perform("quick-drill") { "made" }
      #expect(drill.value == "made")
      #expect(client.presentation == nil)
      #expect(try await count(world, phone) == 1)
    }
  }

  @Test("work that was denied at first is done after a purchase, and unlimited work counts nothing")
  func bought() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.perform("quick-drill") {}
      let client = phone.client
      let drill = Task { try await client.perform("quick-drill") { "made" } }
      while client.presentation == nil { await Task.yield() }
      #expect(await client.purchase("techniq.pro.monthly") == .purchased)
      await client.paywallClosed()
      #expect(try await drill.value == Performed(value: "made", count: .counted(nil)))
      #expect(try await count(world, phone) == 1)
    }
  }

  @Test("a use that was made waits for the network, through a restart, and is counted once")
  func interrupted() async throws {
    try await World.of("techniq") { world in
      for fault in [PhoneNetwork.Fault.loseRequest, .loseAnswer, .status(502)] {
        let phone = Phone(world, "\(fault)")
        await phone.client.launch()
        phone.network.fail("/uses", fault)
        let drill = try await phone.client.perform("quick-drill") { "made" }
        #expect(drill == Performed(value: "made", count: .waiting))
        phone.relaunch()
        #expect(phone.client.pendingCount == 1)
        #expect(phone.client.access(to: "quick-drill").isAllowed == false)
        world.pass(World.hour)
        await phone.client.launch()
        #expect(phone.client.pendingCount == 0)
        #expect(try await count(world, phone) == 1)
      }
    }
  }

  @Test("a lost reservation is retried, and holds its place once")
  func lostReservation() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.fail("/reservations", .loseAnswer)
      let drill = try await phone.client.perform("quick-drill") { "made" }
      #expect(drill.count == .counted(limit))
      #expect(try await count(world, phone) == 1)
    }
  }

  @Test("a release that the network lost is sent later, and frees the use on the device at once")
  func lostRelease() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      await #expect(throws: Failed.self) {
        try await phone.client.perform("quick-drill") {
          phone.network.isOnline = false
          throw Failed()
        }
      }
      #expect(phone.client.access(to: "quick-drill").isAllowed)
      phone.relaunch()
      #expect(phone.client.pendingCount == 1)
      phone.network.isOnline = true
      await phone.client.launch()
      #expect(phone.client.pendingCount == 0)
      let drill = try await phone.client.perform("quick-drill") { "made" }
      #expect(drill.count == .counted(limit))
    }
  }

  @Test("after a crash the reservation lapses, and work that comes back counts if there is room")
  func crash() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      await withUnsafeContinuation { killed in
        Task {
          try await phone.client.perform("quick-drill", key: "drill") {
            phone.relaunch()
            killed.resume()
            try await Task.sleep(for: .seconds(3600))
          }
        }
      }
      await phone.client.launch()
      #expect(phone.client.access(to: "quick-drill").isAllowed == false)
      world.pass(10 * World.hour / 60)
      await phone.client.reevaluate()
      #expect(phone.client.access(to: "quick-drill").isAllowed)
      let late = try await phone.client.use("quick-drill", key: "drill")
      #expect(late == .allowed(limit))
      #expect(try await count(world, phone) == 1)
    }
  }

  @Test("work that comes back when its allowance is used up is kept, and said to be uncounted")
  func late() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      let client = phone.client
      await client.launch()
      let drill = try await client.perform("quick-drill") {
        world.pass(World.hour)
        await client.reevaluate()
        _ = try await client.use("quick-drill", key: "meanwhile")
        return "made all the same"
      }
      #expect(drill.value == "made all the same")
      #expect(
        drill.count == .notCounted(Denial(reason: .limitReached, limit: limit, paywall: "pro")))
      #expect(client.notices.map(\.code.rawValue) == ["reservation_lapsed"])
      #expect(client.pendingCount == 0)
      #expect(try await count(world, phone) == 1)
    }
  }

  @Test("without a network the feature's setting decides: refuse, wait, or allow a number")
  func offline() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.perform("quick-drill") { Issue.record("it was refused") }
      }
      #expect(error?.code == .network)
    }
    for changes in [Self.waiting, Self.allowing] {
      try await World.of("techniq", changing: changes) { world in
        let phone = Phone(world)
        await phone.client.launch()
        phone.network.isOnline = false
        let drill = try await phone.client.perform("quick-drill") { "made" }
        #expect(drill == Performed(value: "made", count: .waiting))
        #expect(phone.client.access(to: "quick-drill").isAllowed == false)
        phone.network.isOnline = true
        await phone.client.reevaluate()
        #expect(phone.client.pendingCount == 0)
        #expect(try await count(world, phone) == 1)
      }
    }
  }

  @Test("without a network, parallel work does not exceed what the device allows")
  func parallel() async throws {
    try await World.of("techniq", changing: Self.allowing) { world in
      let phone = Phone(world)
      let client = phone.client
      await client.launch()
      phone.network.isOnline = false
      let presentations = client.presentationChanges
      let closing = Task {
        for await presentation in presentations where presentation != nil {
          await client.paywallClosed()
        }
      }
      try await client.perform("quick-drill") {
        await #expect(throws: (any Error).self) {
          try await client.perform("quick-drill") { Issue.record("it exceeds the allowance") }
        }
      }
      await #expect(throws: Denial.self) { try await client.perform("quick-drill") {} }
      closing.cancel()
    }
  }

  /// Performs a quick drill on a new phone, and restarts the app if it was killed.
  ///
  /// - Returns: How often it was made and counted, and how many requests and steps that took.
  private func walk(
    killAt: Int? = nil, failing: (Int, PhoneNetwork.Fault)? = nil
  ) async throws -> (made: Int, counted: Int, requests: Int, steps: Int, title: Comment) {
    var made = 0
    var result = (made: 0, counted: 0, requests: 0, steps: 0, title: Comment(""))
    try await World.of("techniq") { world in
      let phone = Phone(world, killAt: killAt)
      if let (number, fault) = failing { phone.network.fail(request: number, fault) }
      let first = phone.life
      await phone.client.launch()
      do {
        try await phone.client.perform("quick-drill") { made += 1 }
      } catch {
        // The work was not begun.
        #expect(made == 0)
      }
      let steps = first.steps
      phone.relaunch()
      phone.network.forget()
      await phone.client.launch()
      world.pass(World.hour)
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      let counted = try await count(world, phone)
      result = (
        made, counted, phone.network.count, steps,
        "kill \(killAt ?? 0), \(String(describing: failing))"
      )
      #expect(phone.client.access(to: "quick-drill").isAllowed == (counted == 0), result.title)
    }
    return result
  }

  @Test("the app is killed between every two steps: what was not made is never counted")
  func kills() async throws {
    let steps = try await walk().steps
    #expect(steps > 10)
    for step in 1...steps {
      let walked = try await walk(killAt: step)
      #expect(walked.counted <= walked.made, walked.title)
    }
  }

  @Test("every request fails in every way: what was made is counted once, and nothing else")
  func faults() async throws {
    let requests = try await walk().requests
    for number in 1...requests {
      for fault in [
        PhoneNetwork.Fault.timeOut, .status(500), .status(429), .loseRequest, .loseAnswer,
        .breakAnswer, .forgeAnswer,
      ] {
        let walked = try await walk(failing: (number, fault))
        #expect(walked.counted == walked.made, walked.title)
      }
    }
  }
}
