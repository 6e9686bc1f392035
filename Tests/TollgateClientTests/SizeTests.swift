import Testing
import Tollgate
import TollgateClient
import TollgateSimulation

@MainActor
@Suite("Sizes on a device")
struct SizeTests {
  private static let storage: KeyValuePairs = [
    "features:\n": """
    features:
      store:
        offline: { allow: 2 }
        rules:
          - otherwise: { holding: 100, cost: any }
      record:
        offline: { allow: 2 }
        rules:
          - otherwise: { upTo: 60, per: ever, cost: any }
      send:
        offline: { allow: 2 }
        rules:
          - otherwise: { largest: 100 }
      goal:
        offline: { allow: 2 }
        rules:
          - otherwise: { holding: 1, each: project }

    """
  ]

  private func held(_ world: World, _ phone: Phone) async throws -> Int {
    try await world.facts(of: phone.client.customer).heldSize(of: "store", at: world.time.now)
  }

  @Test("RA-6 without a network an item takes its size, grows, and is refused if it does not fit")
  func offline() async throws {
    try await World.of("shop", changing: Self.storage) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let first = try await phone.client.use("store", item: "beach", cost: 60, key: "a")
      #expect(first == .allowed(Limit(limit: 100, used: 60, scope: .held, asked: 1)))
      #expect(phone.client.access(to: "store", asking: 40).isAllowed)
      #expect(phone.client.access(to: "store", asking: 41).isDenied)

      phone.network.isOnline = false
      let tooLarge = try await phone.client.use("store", item: "party", cost: 50, key: "b")
      guard case .denied(let denial) = tooLarge else {
        Issue.record("50 of 40 were allowed")
        return
      }
      #expect(denial.limit == Limit(limit: 100, used: 60, scope: .held, asked: 50))
      #expect(denial.message != nil)
      let party = try await phone.client.use("store", item: "party", cost: 30, key: "c")
      #expect(party.limit?.used == 90)
      let grown = try await phone.client.use("store", item: "beach", cost: 70, key: "d")
      #expect(grown.limit?.used == 100)
      phone.relaunch()
      #expect(phone.client.pendingCount == 2)
      #expect(phone.client.access(to: "store").isDenied)

      phone.network.isOnline = true
      phone.network.fail("/uses", .loseAnswer)
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      #expect(try await held(world, phone) == 100)

      world.pass(World.day)
      try await phone.client.release("store", item: "beach")
      await phone.client.reported()
      #expect(try await held(world, phone) == 30)
    }
  }

  @Test("RA-6 without a network a single use is refused if it is too large, and nothing adds up")
  func singleUse() async throws {
    try await World.of("shop", changing: Self.storage) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      let sent = try await phone.client.use("send", cost: 100, key: "a")
      #expect(sent.isAllowed)
      #expect(phone.client.access(to: "send", asking: 100).isAllowed)
      let tooLarge = try await phone.client.use("send", cost: 101, key: "b")
      guard case .denied(let denial) = tooLarge else {
        Issue.record("101 of 100 were allowed")
        return
      }
      #expect(denial.limit == Limit(limit: 100, used: 0, scope: .use, asked: 101))

      phone.network.isOnline = true
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      let online = try await phone.client.use("send", cost: 101, key: "c")
      #expect(online.isDenied)
    }
  }

  @Test("RA-6 a clock that is set back gives no size back")
  func clock() async throws {
    try await World.of("shop", changing: Self.storage) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let early = try #require(phone.storage.read("tollgate-clock", from: .files))
      world.pass(World.hour)
      try await phone.client.refresh()
      phone.network.isOnline = false
      let first = try await phone.client.use("record", cost: 45, key: "a")
      #expect(first.limit?.used == 45)
      phone.storage.write(early, as: "tollgate-clock", to: .files)
      phone.relaunch()
      let second = try await phone.client.use("record", cost: 16, key: "b")
      #expect(second.isDenied)
      phone.network.isOnline = true
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.access(to: "record").limit?.used == 45)
    }
  }

  @Test("RA-6 work on an item that grows is counted once it is done, and not if it fails")
  func perform() async throws {
    struct Failure: Error {}
    try await World.of("shop", changing: Self.storage) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.perform("store", item: "beach", cost: 40) {}
      #expect(try await held(world, phone) == 40)
      await #expect(throws: Failure.self) {
        try await phone.client.perform("store", item: "beach", cost: 70) { () throws -> Void in
          throw Failure()
        }
      }
      #expect(try await held(world, phone) == 40)
      try await phone.client.perform("store", item: "beach", cost: 70) {}
      #expect(try await held(world, phone) == 70)
      await #expect(throws: Denial.self) {
        try await phone.client.perform("store", item: "beach", cost: 101) {}
      }
      #expect(try await held(world, phone) == 70)
    }
  }

  @Test("RA-6 without a network each parent has its own limit, and reports name it")
  func parents() async throws {
    try await World.of("shop", changing: Self.storage) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let first = try await phone.client.use("goal", item: "a", parent: "p", key: "a")
      #expect(first.limit?.used == 1)
      phone.network.isOnline = false
      let full = try await phone.client.use("goal", item: "b", parent: "p", key: "b")
      #expect(full.isDenied)
      let other = try await phone.client.use("goal", item: "c", parent: "q", key: "c")
      #expect(other.isAllowed)
      #expect(phone.client.access(to: "goal", in: "q").isDenied)
      #expect(phone.client.access(to: "goal", in: "r").isAllowed)
      #expect(phone.client.access(to: "goal").isAllowed)
      phone.network.isOnline = true
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.access(to: "goal", in: "q").isDenied)
      await #expect(throws: Denial.self) {
        try await phone.client.perform("goal", item: "d", parent: "q") {}
      }
      try await phone.client.perform("goal", item: "d", parent: "r") {}
      #expect(phone.client.access(to: "goal", in: "r").isDenied)
    }
  }

  @Test("RA-6 a list of what exists sends the sizes to the server")
  func listed() async throws {
    try await World.of("shop", changing: Self.storage) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.setHeld("store", ["beach", "party"], sizes: ["beach": 70])
      await phone.client.reported()
      #expect(phone.client.access(to: "store").limit?.used == 71)
      #expect(try await held(world, phone) == 71)
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.setHeld("store", ["beach"], sizes: ["party": 1])
      }
      #expect(error?.code == .invalidItems)
    }
  }
}
