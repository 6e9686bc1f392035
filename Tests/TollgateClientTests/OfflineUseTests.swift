import Testing
import Tollgate
import TollgateClient
import TollgateLedger
import TollgateSimulation
import TollgateWire

@MainActor
@Suite("Uses without a network")
struct OfflineUseTests {
  private static let allowing: KeyValuePairs = [
    "title: Custom AI Drills": "title: Custom AI Drills\n    offline: { allow: 2 }",
    "upTo: 1": "upTo: 3",
  ]

  private func count(_ world: World, _ phone: Phone) async throws -> Int {
    try await world.facts(of: phone.client.customer).facts.count { $0.kind == .use }
  }

  @Test(
    "the device allows as many uses as the blueprint permits, stores them, and reports each once")
  func allowed() async throws {
    try await World.of("techniq", changing: Self.allowing) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      for used in 1...2 {
        let answer = try await phone.client.use(
          "custom-drill", key: Idempotency.Key("drill-\(used)"))
        #expect(answer == .allowed(Limit(limit: 3, used: used, scope: .ever)))
      }
      // A repetition of the same use does not count as another.
      let again = try await phone.client.use("custom-drill", key: "drill-1")
      #expect(again.isAllowed)
      let spent = await #expect(throws: ClientError.self) {
        try await phone.client.use("custom-drill", key: "drill-3")
      }
      #expect(spent?.code == .offlineUsesSpent)
      #expect(spent?.isRetryable == true)
      phone.relaunch()
      #expect(phone.client.pendingCount == 2)
      #expect(
        phone.client.access(to: "custom-drill")
          == .allowed(Limit(limit: 3, used: 2, scope: .ever)))

      phone.network.isOnline = true
      phone.network.fail("/uses", .loseAnswer)
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      let counted = try await count(world, phone)
      #expect(counted == 2)
      let third = try await phone.client.use("custom-drill", key: "drill-3")
      #expect(third.isAllowed)
      let fourth = try await phone.client.use("custom-drill", key: "drill-4")
      #expect(fourth.isAllowed == false)
    }
  }

  @Test("several devices together never exceed the allowance by more than that number")
  func devices() async throws {
    try await World.of("techniq", changing: Self.allowing) { world in
      let phones = ["first", "second", "third"].map { Phone(world, $0) }
      try await phones[0].client.signUp(email: "ada@example.com", password: "correct horse")
      for phone in phones.dropFirst() {
        world.pass(1000)
        try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
        await phone.client.launch()
      }
      await phones[0].client.launch()
      // The second device is online; the others are not, and know nothing of its uses.
      var made = 0
      for phone in [phones[0], phones[2]] { phone.network.isOnline = false }
      for phone in [phones[1], phones[0], phones[2]] {
        for number in 1...5 {
          let key = Idempotency.Key("\(phone.name)-\(number)")
          do throws(ClientError) {
            let answer = try await phone.client.use("custom-drill", key: key)
            if answer.isAllowed { made += 1 }
          } catch {
            #expect(error.isRetryable)
          }
        }
      }
      #expect(made == 3 + 2)
      for phone in phones {
        phone.network.isOnline = true
        await phone.client.reevaluate()
        #expect(phone.client.pendingCount == 0)
        #expect(phone.client.notices.isEmpty)
      }
      let counted = try await count(world, phones[0])
      #expect(counted == 3 + 2)
      #expect(phones[0].client.access(to: "custom-drill").isAllowed == false)
    }
  }

  @Test(
    "a device that was used before the account's own does not carry its uses over by signing in")
  func earlierDevice() async throws {
    try await World.of("techniq", changing: Self.allowing) { world in
      let tablet = Phone(world, "tablet")
      await tablet.client.launch()
      world.pass(1000)
      let phone = Phone(world, "phone")
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      await phone.client.launch()
      phone.network.isOnline = false
      try await tablet.client.signIn(email: "ada@example.com", password: "correct horse")
      tablet.network.isOnline = false
      let other = Phone(world, "other")
      try await other.client.signIn(email: "ada@example.com", password: "correct horse")
      await other.client.launch()
      var made = 0
      for device in [other, phone, tablet] {
        for number in 1...5 {
          let key = Idempotency.Key("\(device.name)-\(number)")
          do throws(ClientError) {
            if try await device.client.use("custom-drill", key: key).isAllowed { made += 1 }
          } catch {
            #expect(error.isRetryable)
          }
        }
      }
      #expect(made == 3 + 2)
    }
  }

  @Test("a client that reports more than the blueprint allows is denied the rest")
  func bounded() async throws {
    try await World.of("techniq", changing: Self.allowing) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.refresh()
      let token = try #require(phone.network.token)
      var statuses: [Int] = []
      for number in 1...8 {
        let answer = try await phone.network.send(
          TransportRequest(
            method: "POST", path: Endpoint.use("custom-drill").path(app: world.app),
            headers: [
              "authorization": token, "content-type": "application/json",
              "idempotency-key": "drill-\(number)",
            ], body: .init(#"{"isReport":true}"#.utf8)))
        statuses.append(answer.status)
      }
      #expect(statuses == [200, 200, 200, 200, 200, 403, 403, 403])
      let counted = try await count(world, phone)
      #expect(counted == 5)
    }
  }

  @Test("a use is counted once wherever the app is killed")
  func killed() async throws {
    var kills = 0
    for step in 1...40 {
      try await World.of("techniq", changing: Self.allowing) { world in
        let phone = Phone(world)
        await phone.client.launch()
        phone.network.isOnline = false
        phone.relaunch(killAt: step)
        var wasAllowed = false
        do {
          wasAllowed = try await phone.client.use("custom-drill", key: "drill").isAllowed
        } catch {}
        phone.network.isOnline = true
        await phone.client.launch()
        guard !phone.life.isAlive else { return }
        kills += 1
        phone.relaunch()
        await phone.client.launch()
        let counted = try await count(world, phone)
        #expect(counted == 1 || (counted == 0 && !wasAllowed), "killed before step \(step)")
        let again = try await phone.client.use("custom-drill", key: "drill")
        #expect(again.isAllowed)
        let total = try await count(world, phone)
        #expect(total == 1)
      }
    }
    #expect(kills > 5)
  }

  /// A feature that counts uses or limits held items, by whether the customer has Pro.
  private static func lessons(free: String, pro: String) -> KeyValuePairs<String, String> {
    [
      "  view-plant: allow": """
        view-plant: allow
        lesson:
          offline: { allow: 2 }
          rules:
            - when: { entitled: pro }
              allow: \(pro)
            - otherwise: \(free)
      """
    ]
  }

  /// Grants Pro without the phone's knowledge.
  private func grantPro(_ world: World, to phone: Phone) async throws {
    let id = try #require(phone.client.customer)
    let record = try #require(try await world.ledger.record(of: id, in: world.app))
    let now = world.time.now
    _ = try await world.ledger.append(
      LedgerWrite(
        app: world.app, customer: id, expectedVersion: record.version,
        facts: [.grant(Grant(id: "g1", entitlements: ["pro"], startsAt: now, endsAt: nil))], at: now
      ))
  }

  private func held(_ world: World, _ phone: Phone) async throws -> [Item.ID] {
    try await world.facts(of: phone.client.customer)
      .heldItems(of: "lesson", at: world.time.now).sorted()
  }

  @Test("RA-7 uses that were counted offline hold nothing when they are reported after a purchase")
  func countedBefore() async throws {
    let lessons = Self.lessons(free: "{ upTo: 2, per: ever }", pro: "{ holding: 1 }")
    try await World.of("grobro", changing: lessons) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      let used = try await phone.client.use("lesson", key: "a")
      #expect(used == .allowed(Limit(limit: 2, used: 1, scope: .ever)))
      let performed = try await phone.client.perform("lesson", key: "b") { "played" }
      #expect(performed.count == .waiting)
      try await grantPro(world, to: phone)
      phone.network.isOnline = true
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      #expect(try await held(world, phone) == [])
      let third = try await phone.client.use("lesson", key: "c")
      #expect(third == .allowed(Limit(limit: 1, used: 1, scope: .held)))
      #expect(try await held(world, phone) == ["c"])
    }
  }

  @Test("RA-7 what was held offline without a name is held when it is reported under another rule")
  func heldBefore() async throws {
    let lessons = Self.lessons(free: "{ holding: 2 }", pro: "{ upTo: 5, per: ever }")
    try await World.of("grobro", changing: lessons) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      let used = try await phone.client.use("lesson", key: "a")
      #expect(used == .allowed(Limit(limit: 2, used: 1, scope: .held)))
      try await phone.client.perform("lesson", key: "b") {}
      try await grantPro(world, to: phone)
      phone.network.isOnline = true
      phone.network.fail("/uses", .loseAnswer)
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.notices.isEmpty)
      #expect(try await held(world, phone) == ["a", "b"])
    }
  }

  @Test("a waiting use is decided by the server, and every listener receives the answer")
  func waits() async throws {
    try await World.of(
      "techniq", changing: ["title: Custom AI Drills": "title: Custom AI Drills\n    offline: wait"]
    ) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      let one = try await phone.client.use("custom-drill", key: "a")
      #expect(one == .unknown)
      let another = try await phone.client.use("custom-drill", key: "b")
      #expect(another == .unknown)
      #expect(
        phone.client.access(to: "custom-drill")
          == .allowed(Limit(limit: 1, used: 0, scope: .ever)))
      phone.relaunch()
      var answers = phone.client.useChanges.makeAsyncIterator()
      phone.network.isOnline = true
      await phone.client.launch()
      let first = await answers.next()
      #expect(first?.key == "a")
      #expect(first?.answer.isAllowed == true)
      let second = await answers.next()
      #expect(second?.key == "b")
      #expect(second?.answer.isAllowed == false)
      let counted = try await count(world, phone)
      #expect(counted == 1)
      #expect(phone.client.notices.isEmpty)
    }
  }

  @Test("a use is refused if the blueprint does not mention it")
  func refused() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.use("custom-drill", key: "a")
      }
      #expect(error == .network)
      #expect(phone.client.pendingCount == 0)
    }
  }

  @Test("unlimited access needs no network")
  func unlimited() async throws {
    try await World.of("techniq", changing: Self.allowing) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("techniq.pro.monthly") == .purchased)
      phone.network.isOnline = false
      for _ in 1...5 {
        let answer = try await phone.client.use("custom-drill")
        #expect(answer == .allowed(nil))
      }
      #expect(phone.client.pendingCount == 0)
    }
  }

  /// A prompt after three drills, made with or without a limit.
  private static let counting: KeyValuePairs = [
    "title: Custom AI Drills": "title: Custom AI Drills\n    offline: { allow: 2 }",
    "features:\n": """
    prompts:
      rate:
        shape: card
        placement: training
        when: { count: { of: { use: custom-drill }, atLeast: 3 } }
        icon: star
        text: Do you like the drills?
    features:

    """,
  ]

  @Test("uses without a limit that something counts are reported later, and never refused")
  func countedWithoutLimit() async throws {
    try await World.of("techniq", changing: Self.counting) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("techniq.pro.monthly") == .purchased)
      _ = try await phone.client.perform("custom-drill") {}
      #expect(try await count(world, phone) == 1)
      phone.network.isOnline = false
      for number in 1...5 {
        let answer = try await phone.client.use(
          "custom-drill", key: Idempotency.Key("drill-\(number)"))
        #expect(answer == .allowed(nil))
      }
      let drill = try await phone.client.perform("custom-drill") { "made" }
      #expect(drill == Performed(value: "made", count: .counted(nil)))
      // As many wait as a limit would let wait; the others are made, and not counted.
      #expect(phone.client.pendingCount == 2)
      #expect(phone.client.membership?.prompts == ["rate"])
      phone.network.isOnline = true
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      #expect(try await count(world, phone) == 3)
    }
  }

  @Test(
    "a use whose person signs out while it is reported never counts for the next one",
    arguments: [0, 1])
  func customerChanged(lostBefore: Int) async throws {
    try await World.of("techniq", changing: Self.allowing) { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let client = phone.client
      phone.network.fail("/uses", .loseRequest, times: lostBefore)
      phone.network.fail("/uses", .loseAnswer)
      phone.network.after("/uses") {
        await client.signOut()
        do {
          try await client.signUp(email: "bob@example.com", password: "correct horse")
        } catch {
          Issue.record("\(error)")
        }
      }
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.use("custom-drill", key: "drill")
      }
      #expect(error?.code == .customerChanged)
      #expect(phone.client.email == "bob@example.com")
      #expect(phone.client.pendingCount == 0)
      let counted = try await count(world, phone)
      #expect(counted == 0)
    }
  }
}
