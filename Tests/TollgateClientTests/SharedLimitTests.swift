import Testing
import Tollgate
import TollgateClient
import TollgateSimulation

@MainActor
@Suite("Limits that several features share, on a device")
struct SharedLimitTests {
  private static let actions: KeyValuePairs = [
    "features:\n": """
    features:
      scan:
        offline: { allow: 3 }
        rules:
          - otherwise: { upTo: 3, per: ever, counts: actions }
      improve:
        offline: { allow: 3 }
        rules:
          - otherwise: { upTo: 3, per: ever, counts: actions }
      board:
        offline: { allow: 3 }
        rules:
          - otherwise: { all: [{ holding: 3 }, { upTo: 2, per: ever }] }

    """
  ]

  @Test("RA-7 without a network a use of one feature counts toward the limit that another shares")
  func offline() async throws {
    try await World.of("shop", changing: Self.actions) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let first = try await phone.client.use("scan", key: "a")
      #expect(first == .allowed(Limit(limit: 3, used: 1, scope: .ever)))
      phone.network.isOnline = false
      let second = try await phone.client.use("improve", key: "b")
      #expect(second.limit?.used == 2)
      let third = try await phone.client.use("scan", key: "c")
      #expect(third.limit?.used == 3)
      let fourth = try await phone.client.use("improve", key: "d")
      #expect(fourth.isDenied)
      phone.relaunch()
      #expect(phone.client.pendingCount == 2)
      #expect(phone.client.access(to: "scan").isDenied)
      #expect(phone.client.access(to: "improve").isDenied)
      phone.network.isOnline = true
      await phone.client.launch()
      await phone.client.reevaluate()
      #expect(phone.client.pendingCount == 0)
      #expect(phone.client.access(to: "improve").limit?.used == 3)
    }
  }

  @Test("RA-7 features that share a limit have one allowance of `offline` together")
  func allowance() async throws {
    let many: KeyValuePairs = [
      "features:\n": """
      features:
        scan:
          offline: { allow: 2 }
          rules:
            - otherwise: { upTo: 10, per: ever, counts: actions }
        improve:
          offline: { allow: 2 }
          rules:
            - otherwise: { upTo: 10, per: ever, counts: actions }

      """
    ]
    try await World.of("shop", changing: many) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      for (feature, key) in [("scan", "a"), ("improve", "b")] as [(Feature.ID, Idempotency.Key)] {
        let answer = try await phone.client.use(feature, key: key)
        #expect(answer.isAllowed)
      }
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.use("improve", key: "c")
      }
      #expect(error?.code == .offlineUsesSpent)
    }
  }

  @Test("RA-7 without a network an item takes its place, and counts as a use once")
  func items() async throws {
    try await World.of("shop", changing: Self.actions) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      for (item, key) in [("a", "1"), ("b", "2")] as [(String, Idempotency.Key)] {
        let added = try await phone.client.use("board", item: item, key: key)
        #expect(added.isAllowed)
      }
      let third = try await phone.client.use("board", item: "c", key: "3")
      #expect(third.limit == Limit(limit: 2, used: 2, scope: .ever))
      phone.network.isOnline = true
      await phone.client.launch()
      await phone.client.reevaluate()
      let customer = try await world.facts(of: phone.client.customer)
      #expect(customer.heldItems(of: "board", at: world.time.now) == ["a", "b"])
      #expect(phone.client.access(to: "board").isDenied)
    }
  }
}
