import Observation
import Synchronization
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("What views observe")
struct ObservationTests {
  /// Whether an observer of a value is notified during an action.
  private func isTold(
    reading: () -> Void, while action: () async throws -> Void
  ) async rethrows -> Bool {
    let told = Mutex(false)
    withObservationTracking {
      reading()
    } onChange: {
      told.withLock { $0 = true }
    }
    try await action()
    return told.withLock { $0 }
  }

  @Test("a purchase changes the membership, the transactions and what follows from them")
  func purchase() async throws {
    let readings: [(String, @MainActor (TollgateClient) -> Void)] = [
      ("membership", { _ = $0.membership }), ("phase", { _ = $0.phase }),
      ("access", { _ = $0.access(to: "train") }), ("entitlements", { _ = $0.entitlements }),
      ("transactions", { _ = $0.transactions }), ("isPurchasing", { _ = $0.isPurchasing }),
      ("hasJustSubscribed", { _ = $0.hasJustSubscribed }),
    ]
    for (name, read) in readings {
      try await World.of("strikelab") { world in
        let phone = Phone(world)
        await phone.client.launch()
        let isTold = await isTold(reading: { read(phone.client) }) {
          _ = await phone.client.purchase("strikelab.pro.monthly")
        }
        #expect(isTold, "\(name)")
      }
    }
  }

  @Test("a report without a network changes the number of waiting reports")
  func pendingCount() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      let isTold = await isTold(reading: { _ = phone.client.pendingCount }) {
        await phone.client.dismiss("garden-card")
      }
      #expect(isTold)
      #expect(phone.client.pendingCount == 1)
    }
  }

  @Test("signing in and out changes the current person")
  func account() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let isIn = try await isTold(reading: { _ = phone.client.account }) {
        try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      }
      #expect(isIn)
      let isOut = await isTold(reading: { _ = (phone.client.account, phone.client.email) }) {
        await phone.client.signOut()
      }
      #expect(isOut)
    }
  }

  @Test("time that changes nothing notifies no observer but those of the membership")
  func nothing() async throws {
    let readings: [(String, @MainActor (TollgateClient) -> Void)] = [
      ("blueprint", { _ = $0.blueprint }), ("presentation", { _ = $0.presentation }),
      ("isPurchasing", { _ = $0.isPurchasing }), ("account", { _ = $0.account }),
      ("transactions", { _ = $0.transactions }), ("isProvisional", { _ = $0.isProvisional }),
      ("pendingCount", { _ = $0.pendingCount }),
      ("hasSeenOnboarding", { _ = $0.hasSeenOnboarding }),
    ]
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      for (name, read) in readings {
        world.pass(World.hour)
        let isTold = await isTold(reading: { read(phone.client) }) {
          await phone.client.reevaluate()
        }
        #expect(!isTold, "\(name)")
      }
    }
  }

  @Test("a report that waits notifies no observer of the paywall, the person or the blueprint")
  func report() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      let client = phone.client
      let isTold = await isTold(
        reading: { _ = (client.presentation, client.account, client.customer, client.blueprint) }
      ) {
        await client.dismiss("garden-card")
      }
      #expect(!isTold)
    }
  }
}
