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
      await phone.client.timePassed()
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.credits(in: "coins") == 0)
      let recorded = try await spends(world, phone)
      #expect(recorded.map(\.amount).sorted() == [3, 3, 4])
      #expect(recorded.allSatisfy { $0.unpaid == 0 })
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
      await phones[0].client.timePassed()
      #expect(phones[0].client.pendingCount == 0)
      #expect(phones[0].client.credits(in: "coins") == 0)
      let recorded = try await spends(world, phones[0])
      #expect(recorded.reduce(0) { $0 + $1.amount } == 10)
      #expect(recorded.reduce(0) { $0 + $1.unpaid } == 4)
    }
  }
}
