import Testing
import Tollgate
import TollgateClient
import TollgateLedger
import TollgateSimulation

@MainActor
@Suite("Existing items, reported in one call")
struct HeldItemsTests {
  private func plants(_ count: Int) -> [String] { (0..<count).map { "plant-\($0)" } }

  private func posts(_ phone: Phone) -> Int {
    phone.network.requests.count { $0.hasSuffix("features/add-plant/items") }
  }

  private func used(_ phone: Phone) -> Int? {
    switch phone.client.access(to: "add-plant") {
    case .allowed(let limit): limit?.used
    case .denied(let denial): denial.limit?.used
    case .unknown: nil
    }
  }

  private func held(by phone: Phone) async throws -> [String] {
    try await phone.world.facts(of: phone.client.customer)
      .heldItems(of: "add-plant", at: phone.world.time.now).map(\.rawValue)
  }

  @Test("GB-4 plants from before the limit count, are never deleted, and take one request")
  func before() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      for _ in 1...3 {
        try await phone.client.setHeld("add-plant", plants(300))
        await phone.client.reported()
      }
      #expect(posts(phone) == 1)
      #expect(try await held(by: phone) == plants(300).sorted())
      let full = Denial(
        reason: .limitReached, limit: Limit(limit: 3, used: 300, scope: .held), paywall: "upgrade")
      #expect(phone.client.access(to: "add-plant") == .denied(full))
      #expect(phone.client.access(to: "view-plant").isAllowed)
      #expect(try await phone.client.use("add-plant", item: "another") == .denied(full))
      #expect(try await phone.client.use("add-plant", item: "plant-7").isAllowed)
    }
  }

  @Test("RA-7 items beyond the limit are blocked on the device too, until one is released")
  func blocked() async throws {
    let blocking: KeyValuePairs = [
      "    icon: infinity\n":
        "    icon: infinity\n    surplus: blocked\n    offline: { allow: 1 }\n"
    ]
    try await World.of("grobro", changing: blocking) { world in
      let phone = Phone(world)
      await phone.client.launch()
      for plant in ["fern", "ivy", "fig"] {
        world.pass(1000)
        try await phone.client.use("add-plant", item: plant)
      }
      // A fourth one from before the app had limits.
      world.pass(1000)
      try await phone.client.setHeld("add-plant", ["fern", "ivy", "fig", "palm"])
      await phone.client.reported()
      #expect(phone.client.blockedItems(of: "add-plant") == ["palm"])
      #expect(phone.client.access(to: "add-plant", item: "fern") == .allowed(nil))
      #expect(phone.client.access(to: "add-plant", item: "palm").isDenied)
      #expect(try await phone.client.use("add-plant", item: "palm").isDenied)
      phone.network.isOnline = false
      #expect(try await phone.client.use("add-plant", item: "palm").isDenied)
      // The others open as often as one likes, since there is nothing to report.
      for _ in 1...2 { #expect(try await phone.client.use("add-plant", item: "fern").isAllowed) }
      let opened = try await phone.client.perform("add-plant", item: "ivy") { "opened" }
      #expect(opened.value == "opened")
      #expect(phone.client.pendingCount == 0)
      phone.network.isOnline = true
      try await phone.client.release("add-plant", item: "fern")
      await phone.client.reported()
      #expect(phone.client.blockedItems(of: "add-plant").isEmpty)
      #expect(try await phone.client.use("add-plant", item: "palm").isAllowed)
    }
  }

  @Test("RA-7 work on a blocked item is done after a purchase with room for every item")
  func opened() async throws {
    let limits: KeyValuePairs = [
      "    icon: infinity\n": "    icon: infinity\n    surplus: blocked\n",
      "        allow: unlimited\n      - otherwise: { holding: 3 }":
        "        allow: { holding: 4 }\n      - otherwise: { holding: 3 }",
    ]
    try await World.of("grobro", changing: limits) { world in
      let phone = Phone(world)
      let client = phone.client
      await client.launch()
      try await client.setHeld("add-plant", ["fern", "ivy", "fig", "palm"])
      await client.reported()
      #expect(client.blockedItems(of: "add-plant") == ["palm"])
      let work = Task { try await client.perform("add-plant", item: "palm") { "opened" } }
      while client.presentation == nil { await Task.yield() }
      #expect(await client.purchase("grobro.pro.yearly") == .purchased)
      await client.paywallClosed()
      #expect(try await work.value.value == "opened")
      #expect(client.access(to: "add-plant").isDenied)
      #expect(try await held(by: phone).count == 4)
    }
  }

  @Test("RA-7 a device that does not know that an item is blocked learns it from the first use")
  func learned() async throws {
    let blocking: KeyValuePairs = [
      "    icon: infinity\n": "    icon: infinity\n    surplus: blocked\n"
    ]
    try await World.of("grobro", changing: blocking) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.setHeld("add-plant", ["fern", "ivy", "fig"])
      await phone.client.reported()
      let id = try #require(phone.client.customer)
      let record = try #require(try await world.ledger.record(of: id, in: world.app))
      let now = world.time.now
      let aloe = ItemChange(feature: "add-plant", item: "aloe", isHeld: true, origin: id, at: now)
      _ = try await world.ledger.append(
        LedgerWrite(
          app: world.app, customer: id, expectedVersion: record.version, facts: [.item(aloe)],
          at: now))
      #expect(phone.client.access(to: "add-plant", item: "ivy").isAllowed)
      #expect(try await phone.client.use("add-plant", item: "ivy").isDenied)
      #expect(phone.client.blockedItems(of: "add-plant") == ["ivy"])
    }
  }

  /// Uses a feature with an item, and releases those that were added first until it is allowed.
  private func replaceFirst(with item: String, on phone: Phone) async throws -> Access {
    let client = phone.client
    while true {
      let access = try await client.use("add-plant", item: item)
      guard case .denied(let denial) = access, denial.limit?.scope == .held else { return access }
      try await client.refresh()
      guard let first = client.heldItems(of: "add-plant").first else { return access }
      try await client.release("add-plant", item: first)
    }
  }

  @Test("RA-7 the newest of several devices replaces the first, which learns it by refreshing")
  func newestWins() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      for device in ["tv", "mac", "phone"] {
        world.pass(1000)
        #expect(
          try await phone.client.use("add-plant", item: device, key: Idempotency.Key(device))
            .isAllowed)
      }
      #expect(phone.client.heldItems(of: "add-plant") == ["tv", "mac", "phone"])
      let tablet = Phone(world, "tablet")
      await tablet.client.launch()
      try await tablet.client.signIn(email: "ada@example.com", password: "correct horse")
      world.pass(1000)
      #expect(try await replaceFirst(with: "tablet", on: tablet).isAllowed)
      #expect(tablet.client.heldItems(of: "add-plant") == ["mac", "phone", "tablet"])
      // The phone has not refreshed since; it learns what is held before it releases the first.
      #expect(phone.client.heldItems(of: "add-plant") == ["tv", "mac", "phone"])
      world.pass(1000)
      #expect(try await replaceFirst(with: "watch", on: phone).isAllowed)
      #expect(phone.client.heldItems(of: "add-plant") == ["phone", "tablet", "watch"])
      // A repeat of a use whose item was replaced takes no place.
      #expect(try await phone.client.use("add-plant", item: "tv", key: "tv").isAllowed)
      #expect(phone.client.heldItems(of: "add-plant") == ["phone", "tablet", "watch"])
      world.pass(1000)
      #expect(try await replaceFirst(with: "vision", on: tablet).isAllowed)
      #expect(phone.client.heldItems(of: "add-plant").first == "phone")
      try await phone.client.refresh()
      #expect(phone.client.heldItems(of: "add-plant") == ["tablet", "watch", "vision"])
      #expect(try await held(by: phone) == ["tablet", "vision", "watch"])
    }
  }

  @Test("GB-10 the feature then holds exactly these, what was released before too")
  func exactly() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      for plant in ["fern", "ivy", "fig"] {
        try await phone.client.use("add-plant", item: plant)
      }
      try await phone.client.release("add-plant", item: "fig")
      await phone.client.reported()
      try await phone.client.setHeld("add-plant", ["ivy", "fig", "palm"])
      await phone.client.reported()
      #expect(try await held(by: phone) == ["fig", "ivy", "palm"])
      #expect(used(phone) == 3)
      try await phone.client.setHeld("add-plant", [String]())
      await phone.client.reported()
      #expect(try await held(by: phone).isEmpty)
    }
  }

  @Test("GB-4 an app names its items, and the keys of their uses, by strings of its own")
  func strings() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let names = ["fern", "ivy"]
      try await phone.client.setHeld("add-plant", names)
      for number in 1...2 {
        try await phone.client.perform("add-plant", item: "fig-\(number)", key: "add-\(number)") {}
        try await phone.client.release("add-plant", item: "fig-\(number)")
      }
      for name in names { try await phone.client.release("add-plant", item: name) }
      try await phone.client.use("add-plant", item: "fig-\(names.count)", key: "again")
      await phone.client.reported()
      #expect(try await held(by: phone) == ["fig-2"])
    }
  }

  @Test("without a network the last list counts at once and is sent once, also after a restart")
  func offline() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      try await phone.client.setHeld("add-plant", ["fern", "ivy"])
      await phone.client.reported()
      try await phone.client.setHeld("add-plant", ["fern", "fig", "moss"])
      await phone.client.reported()
      #expect(phone.client.pendingCount == 1)
      #expect(used(phone) == 3)
      phone.relaunch()
      #expect(phone.client.pendingCount == 1)
      #expect(used(phone) == 3)
      phone.network.isOnline = true
      phone.network.fail("/items", .loseAnswer)
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      #expect(try await held(by: phone) == ["fern", "fig", "moss"])
      #expect(used(phone) == 3)
    }
  }

  @Test("the plants of an anonymous customer and of the account they join are one list")
  func merged() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      try await phone.client.setHeld("add-plant", ["fern", "ivy"])
      await phone.client.reported()
      let tablet = Phone(world, "tablet")
      await tablet.client.launch()
      try await tablet.client.setHeld("add-plant", ["ivy", "fig"])
      await tablet.client.reported()
      try await tablet.client.signIn(email: "ada@example.com", password: "correct horse")
      #expect(try await held(by: tablet) == ["fern", "fig", "ivy"])
      try await tablet.client.setHeld("add-plant", ["fig"])
      await tablet.client.reported()
      #expect(try await held(by: tablet) == ["fig"])
    }
  }

  @Test(
    "a list that cannot be right is refused, and nothing changes",
    arguments: [
      ("add-plant", 1001, "x", ClientError.Code.invalidItems), ("add-plant", 1, "", .invalidItems),
      ("add-plant", 1, String(repeating: "x", count: 129), .invalidItems),
      ("no-such", 1, "x", .unknownName), ("analytics", 1, "x", .unknownName),
    ])
  func refused(feature: String, count: Int, name: String, code: ClientError.Code) async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let items = (0..<count).map { $0 == 0 ? name : "\(name)\($0)" }
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.setHeld(Feature.ID(feature), items)
        await phone.client.reported()
      }
      #expect(error?.code == code)
      #expect(phone.client.pendingCount == 0)
      #expect(posts(phone) == 0)
    }
  }
}
