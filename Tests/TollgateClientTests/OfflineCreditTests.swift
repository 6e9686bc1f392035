import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("Credits spent without a network")
struct OfflineCreditTests {
  private static let spending: KeyValuePairs = [
    "features:\n": """
    credits:
      coins: { filledBy: { shop.coins: 10 } }
    features:
      draw:
        offline: { allow: 2 }
        rules:
          - otherwise: { spend: coins, cost: 3 }
      print:
        offline: { allow: 2 }
        rules:
          - otherwise: { spend: coins, cost: any }

    """
  ]

  private func spends(_ world: World, _ phone: Phone) async throws -> [Spend] {
    try await world.facts(of: phone.client.customer).facts.compactMap {
      if case .spend(let spend) = $0 { spend } else { nil }
    }
  }

  @Test("EX-11 the device spends the credits it knows about, and reports each use once")
  func spent() async throws {
    try await World.of("shop", changing: Self.spending) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("shop.coins") == .purchased)
      #expect(phone.client.credits(in: "coins") == 10)
      phone.network.isOnline = false
      for number in 1...2 {
        let answer = try await phone.client.use("draw", key: Idempotency.Key("draw-\(number)"))
        #expect(answer == .allowed(Limit(limit: 10 - 3 * number, used: 0, scope: .credits)))
      }
      // A repetition of the same use does not count as another.
      let again = try await phone.client.use("draw", key: "draw-1")
      #expect(again.isAllowed)
      let tooMany = await #expect(throws: ClientError.self) {
        try await phone.client.use("draw", key: "draw-3")
      }
      #expect(tooMany?.code == .offlineUsesSpent)
      let dear = try await phone.client.use("print", cost: 5, key: "print-1")
      #expect(!dear.isAllowed)
      let cheap = try await phone.client.use("print", cost: 4, key: "print-2")
      #expect(cheap.isAllowed)
      phone.relaunch()
      #expect(phone.client.pendingCount == 3)
      #expect(phone.client.credits(in: "coins") == 0)

      phone.network.isOnline = true
      phone.network.fail("/uses", .loseAnswer)
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.credits(in: "coins") == 0)
      let recorded = try await spends(world, phone)
      #expect(recorded.map(\.amount).sorted() == [3, 3, 4])
      #expect(recorded.allSatisfy { $0.unpaid == 0 })
    }
  }

  @Test("RA-7 without a network a use takes of a limit and of credits, and is reported once")
  func besideLimit() async throws {
    let limited: KeyValuePairs = [
      "features:\n": """
      credits:
        coins: { filledBy: { shop.coins: 10 } }
      features:
        draw:
          offline: { allow: 2 }
          rules:
            - otherwise: { all: [{ upTo: 1, per: day }, { spend: coins, cost: 3 }] }

      """
    ]
    try await World.of("shop", changing: limited) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("shop.coins") == .purchased)
      phone.network.isOnline = false
      let first = try await phone.client.use("draw", key: "draw-1")
      #expect(first.isAllowed)
      #expect(first.limit?.scope == .day)
      let second = try await phone.client.use("draw", key: "draw-2")
      #expect(second.isDenied)
      #expect(phone.client.credits(in: "coins") == 7)
      phone.relaunch()

      phone.network.isOnline = true
      phone.network.fail("/uses", .loseAnswer)
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.credits(in: "coins") == 7)
      let recorded = try await spends(world, phone)
      #expect(recorded.map(\.amount) == [3])
      let facts = try await world.facts(of: phone.client.customer).facts
      #expect(facts.count { if case .use = $0 { true } else { false } } == 1)
    }
  }

  @Test("EX-11 without a network a wallet is overdrawn as far as it may be, and the report says so")
  func overdrawn() async throws {
    let overdrawing: KeyValuePairs = [
      "features:\n": """
      credits:
        coins: { filledBy: { shop.coins: 10 }, mayOverdraw: 5 }
      features:
        print:
          offline: { allow: 2 }
          rules:
            - otherwise: { spend: coins, cost: any }

      """
    ]
    try await World.of("shop", changing: overdrawing) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let ending = await phone.client.purchase("shop.coins")
      #expect(ending == .purchased)
      phone.network.isOnline = false
      let tooDear = try await phone.client.use("print", cost: 16, key: "print-1")
      #expect(!tooDear.isAllowed)
      let allowed = try await phone.client.use("print", cost: 14, key: "print-2")
      #expect(allowed.isAllowed)
      let owing = try await phone.client.use("print", cost: 1, key: "print-3")
      #expect(!owing.isAllowed)
      #expect(phone.client.credits(in: "coins") == 0)
      phone.network.isOnline = true
      await phone.client.reevaluate()
      let recorded = try await spends(world, phone)
      #expect(recorded.map(\.amount) == [10])
      #expect(recorded.map(\.owed) == [4])
      #expect(recorded.map(\.unpaid) == [0])
      let another = await phone.client.purchase("shop.coins")
      #expect(another == .purchased)
      #expect(phone.client.credits(in: "coins") == 6)
    }
  }

  @Test("RA-7 without a network a free use comes before credits, and once, whatever the clock says")
  func freeUse() async throws {
    let freeFirst: KeyValuePairs = [
      "features:\n": """
      credits:
        coins: { filledBy: { shop.coins: 10 } }
      features:
        draw:
          offline: { allow: 3 }
          rules:
            - otherwise: { first: [{ upTo: 1, per: day }, { spend: coins, cost: 3 }] }

      """
    ]
    try await World.of("shop", changing: freeFirst) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("shop.coins") == .purchased)
      let early = try #require(phone.storage.read("tollgate-clock", from: .files))
      world.pass(World.hour)
      try await phone.client.refresh()
      phone.network.isOnline = false
      let free = try await phone.client.use("draw", key: "draw-1")
      #expect(free == .allowed(Limit(limit: 10, used: 0, scope: .credits)))
      #expect(phone.client.credits(in: "coins") == 10)

      phone.storage.write(early, as: "tollgate-clock", to: .files)
      phone.relaunch()
      let paid = try await phone.client.use("draw", key: "draw-2")
      #expect(paid == .allowed(Limit(limit: 7, used: 0, scope: .credits)))
      #expect(phone.client.pendingCount == 2)

      phone.network.isOnline = true
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.credits(in: "coins") == 7)
      #expect(try await spends(world, phone).map(\.amount) == [3])
    }
  }

  @Test(
    "RA-8 without a network a pool refills by the trusted clock, and not by one that is set back")
  func pool() async throws {
    let hearts: KeyValuePairs = [
      "features:\n": """
      features:
        play:
          offline: { allow: 3 }
          rules:
            - otherwise: { upTo: 2, refills: PT3H }

      """
    ]
    try await World.of("shop", changing: hearts) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let early = try #require(phone.storage.read("tollgate-clock", from: .files))
      phone.network.isOnline = false
      for key in ["play-1", "play-2"] as [Idempotency.Key] {
        _ = try await phone.client.use("play", key: key)
      }
      #expect(phone.client.access(to: "play").isDenied)
      phone.storage.write(early, as: "tollgate-clock", to: .files)
      phone.relaunch()
      #expect(phone.client.access(to: "play").isDenied)
      world.pass(3 * World.hour)
      await phone.client.reevaluate()
      #expect(phone.client.access(to: "play").isAllowed)

      phone.network.isOnline = true
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
    }
  }

  @Test("RA-3 a device without a network has a day's credits once, also with its clock set back")
  func daily() async throws {
    let daily: KeyValuePairs = [
      "features:\n": """
      credits:
        coins: { filledBy: { shop.coins: 10 }, given: [{ amount: 5, each: day }] }
      features:
        print:
          offline: { allow: 2 }
          rules:
            - otherwise: { spend: coins, cost: any }

      """
    ]
    try await World.of("shop", changing: daily) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(phone.client.credits(in: "coins") == 5)
      let early = try #require(phone.storage.read("tollgate-clock", from: .files))
      phone.network.isOnline = false
      let today = try await phone.client.use("print", cost: 5, key: "today")
      #expect(today.isAllowed)
      #expect(phone.client.credits(in: "coins") == 0)
      world.pass(World.day)
      await phone.client.reevaluate()
      #expect(phone.client.credits(in: "coins") == 5)
      let tomorrow = try await phone.client.use("print", cost: 5, key: "tomorrow")
      #expect(tomorrow.isAllowed)
      phone.storage.write(early, as: "tollgate-clock", to: .files)
      phone.relaunch()
      #expect(phone.client.credits(in: "coins") == 0)

      phone.network.isOnline = true
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.credits(in: "coins") == 0)
    }
  }

  @Test("RA-3 a device without a network gives a day's credits only while their condition holds")
  func untilADate() async throws {
    let daily: KeyValuePairs = [
      "features:\n": """
      credits:
        coins:
          filledBy: { shop.coins: 10 }
          given: [{ amount: 5, each: day, upTo: 50, when: { until: 2026-03-03 } }]
      features:
        print:
          offline: { allow: 2 }
          rules:
            - otherwise: { spend: coins, cost: any }

      """
    ]
    try await World.of("shop", changing: daily) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(phone.client.credits(in: "coins") == 5)
      phone.network.isOnline = false
      world.pass(World.day)
      await phone.client.reevaluate()
      #expect(phone.client.credits(in: "coins") == 10)
      let spent = try await phone.client.use("print", cost: 7, key: "today")
      #expect(spent.isAllowed)
      world.pass(World.day)
      await phone.client.reevaluate()
      #expect(phone.client.credits(in: "coins") == 3)

      phone.network.isOnline = true
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.credits(in: "coins") == 3)
    }
  }

  @Test("EX-11 credits that another device has spent are not spent twice")
  func devices() async throws {
    try await World.of("shop", changing: Self.spending) { world in
      let phones = ["first", "second"].map { Phone(world, $0) }
      try await phones[0].client.signUp(email: "ada@example.com", password: "correct horse")
      await phones[0].client.launch()
      #expect(await phones[0].client.purchase("shop.coins") == .purchased)
      world.pass(1000)
      try await phones[1].client.signIn(email: "ada@example.com", password: "correct horse")
      await phones[1].client.launch()
      phones[0].network.isOnline = false
      for number in 1...2 {
        let answer = try await phones[0].client.use("draw", key: Idempotency.Key("draw-\(number)"))
        #expect(answer.isAllowed)
      }
      let poster = try await phones[1].client.use("print", cost: 8, key: "print-1")
      #expect(poster.isAllowed)

      phones[0].network.isOnline = true
      await phones[0].client.reevaluate()
      #expect(phones[0].client.pendingCount == 0)
      #expect(phones[0].client.credits(in: "coins") == 0)
      let recorded = try await spends(world, phones[0])
      #expect(recorded.reduce(0) { $0 + $1.amount } == 10)
      #expect(recorded.reduce(0) { $0 + $1.unpaid } == 4)
    }
  }
}
