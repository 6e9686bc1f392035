import Testing
import Tollgate
import TollgateClient
import TollgateSimulation
import TollgateWire

@MainActor
@Suite("Items released without a network")
struct ReleaseTests {
  private static let allowing: KeyValuePairs = [
    "icon: infinity": "icon: infinity\n    offline: { allow: 2 }"
  ]

  private func room(_ used: Int) -> Access {
    .allowed(Limit(limit: 3, used: used, scope: .held))
  }

  private func held(_ world: World, _ phone: Phone) async throws -> Set<Item.ID> {
    let facts = try await world.facts(of: phone.client.customer)
    return Set(
      ["fern", "ivy", "fig", "palm", "moss"].filter {
        facts.holder(
          of: $0, in: "add-plant", preferring: phone.client.customer ?? "", at: world.time.now)
          != nil
      })
  }

  /// A phone with a full garden, and without a network.
  private func full(_ world: World) async throws -> Phone {
    let phone = Phone(world)
    await phone.client.launch()
    for plant in ["fern", "ivy", "fig"] {
      try await phone.client.use("add-plant", item: plant, key: Idempotency.Key(plant))
    }
    #expect(!phone.client.access(to: "add-plant").isAllowed)
    phone.network.isOnline = false
    return phone
  }

  @Test(
    "GB-4 a plant deleted without a network makes room at once, and once the server knows for good")
  func roomAtOnce() async throws {
    try await World.of("grobro", changing: Self.allowing) { world in
      let phone = try await full(world)
      try await phone.client.release("add-plant", item: "ivy")
      await phone.client.reported()
      #expect(phone.client.access(to: "add-plant") == room(2))
      #expect(phone.client.pendingCount == 1)
      phone.relaunch()
      #expect(phone.client.access(to: "add-plant") == room(2))
      // The freed room can be used before the server knows, and only that room.
      #expect(try await phone.client.use("add-plant", item: "palm").isAllowed)
      #expect(try await phone.client.use("add-plant", item: "moss").isAllowed == false)
      phone.network.isOnline = true
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.notices.isEmpty)
      #expect(try await held(world, phone) == ["fern", "fig", "palm"])
    }
  }

  @Test("GB-10 a plant that was deleted and planted again without a network is there once")
  func again() async throws {
    try await World.of("grobro", changing: Self.allowing) { world in
      let phone = try await full(world)
      try await phone.client.release("add-plant", item: "ivy")
      await phone.client.reported()
      #expect(phone.client.access(to: "add-plant") == room(2))
      #expect(try await phone.client.use("add-plant", item: "ivy").isAllowed)
      try await phone.client.release("add-plant", item: "ivy")
      await phone.client.reported()
      #expect(phone.client.access(to: "add-plant") == room(2))
      #expect(try await phone.client.use("add-plant", item: "ivy").isAllowed)
      phone.relaunch()
      #expect(!phone.client.access(to: "add-plant").isAllowed)
      phone.network.isOnline = true
      phone.network.fail("/releases", .loseAnswer)
      for _ in 1...3 { await phone.client.reevaluate() }
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.notices.isEmpty)
      #expect(try await held(world, phone) == ["fern", "fig", "ivy"])
      #expect(!phone.client.access(to: "add-plant").isAllowed)
      #expect(try await phone.client.use("add-plant", item: "ivy").isAllowed)
      try await phone.client.release("add-plant", item: "ivy")
      await phone.client.reported()
      #expect(try await held(world, phone) == ["fern", "fig"])
    }
  }

  @Test(
    "GB-4 where uses need the network, the room of a released item shows and the next use waits for the network"
  )
  func refusing() async throws {
    try await World.of("grobro") { world in
      let phone = try await full(world)
      try await phone.client.release("add-plant", item: "ivy")
      await phone.client.reported()
      #expect(phone.client.access(to: "add-plant") == room(2))
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.use("add-plant", item: "palm")
      }
      #expect(error?.code == .network)
      // The release is delivered before the use is decided.
      phone.network.isOnline = true
      #expect(try await phone.client.use("add-plant", item: "palm").isAllowed)
      #expect(try await held(world, phone) == ["fern", "fig", "palm"])
    }
  }

  @Test(
    "a use and the release of its item reach the server in order, whichever of the two fails first",
    arguments: ["/uses", "/releases"], [PhoneNetwork.Fault.status(500), .loseRequest, .loseAnswer])
  func order(path: String, fault: PhoneNetwork.Fault) async throws {
    try await World.of("grobro", changing: Self.allowing) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      for plant in ["fern", "ivy"] {
        #expect(try await phone.client.use("add-plant", item: plant).isAllowed)
      }
      try await phone.client.release("add-plant", item: "fern")
      await phone.client.reported()
      #expect(phone.client.access(to: "add-plant") == room(1))
      phone.network.isOnline = true
      phone.network.fail(path, fault)
      for _ in 1...3 { await phone.client.reevaluate() }
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.notices.isEmpty)
      #expect(try await held(world, phone) == ["ivy"])
      #expect(phone.client.access(to: "add-plant") == room(1))
    }
  }

  @Test(
    "a release is kept for its person across a sign-out, and an unknown feature is refused at once")
  func signedOut() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      try await phone.client.use("add-plant", item: "fern")
      phone.network.isOnline = false
      try await phone.client.release("add-plant", item: "fern")
      await phone.client.reported()
      await phone.client.signOut()
      phone.network.isOnline = true
      try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.pendingCount == 0)
      #expect(try await held(world, phone) == [])
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.release("no-such-feature", item: "fern")
        await phone.client.reported()
      }
      #expect(error?.code == .unknownName)
    }
  }

  @Test(
    "the app is killed between every two steps of offline releases, and none is lost or doubled")
  func kills() async throws {
    var step = 1
    var wasKilled = true
    while wasKilled {
      try await World.of("grobro", changing: Self.allowing) { world in
        let phone = try await full(world)
        phone.relaunch(killAt: step)
        do throws(ClientError) {
          try await phone.client.release("add-plant", item: "ivy")
          await phone.client.reported()
          try await phone.client.release("add-plant", item: "fern")
          await phone.client.reported()
        } catch {
          #expect(error.code == .storageFailed)
        }
        phone.network.isOnline = true
        await phone.client.launch()
        wasKilled = !phone.life.isAlive
        phone.relaunch()
        await phone.client.launch()
        // The app deletes again what it does not know to be released.
        for plant in ["ivy", "fern"] {
          try await phone.client.release("add-plant", item: plant)
          await phone.client.reported()
        }
        #expect(phone.client.pendingCount == 0)
        #expect(try await held(world, phone) == ["fig"], "killed before step \(step)")
        #expect(phone.client.access(to: "add-plant") == room(1), "killed before step \(step)")
      }
      step += 1
    }
    #expect(step > 8)
  }
}
