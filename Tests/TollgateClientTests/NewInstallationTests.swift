import AppStoreSimulator
import Testing
import Tollgate
import TollgateClient
import TollgateServer
import TollgateSimulation
import TollgateWire

@MainActor
@Suite("A new installation while the server is down")
struct NewInstallationTests {
  private let pro = CatalogProduct.ID("strikelab.pro.monthly")

  /// A phone that knows the app's rules and has no customer, because the server opens no session.
  private func phone(
    _ world: World, sleep: (@Sendable (Duration) async throws -> Void)? = nil
  ) async -> Phone {
    let phone = Phone(world, usesStoreKit: true, sleep: sleep)
    phone.network.fail("/customers", .status(503), times: 10_000)
    await phone.client.launch()
    #expect(phone.client.blueprint != nil)
    #expect(phone.client.customer == nil)
    return phone
  }

  @Test(
    "SL-5 a new installation buys while the server is down, has access by the signed transaction, and its customer gets the purchase"
  )
  func buys() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = await phone(world, sleep: Waiting.short(world))
      #expect(await phone.client.purchase(pro) == .purchased)
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.access(to: "train") == .allowed(nil))
      #expect(phone.client.isProvisional)
      #expect(world.store.unfinishedTransactions(of: "apple-id").count == 1)
      phone.relaunch()
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.isProvisional)

      phone.network.forget()
      let store = world.store
      phone.network.after("/transactions") {
        #expect(store.unfinishedTransactions(of: "apple-id").count == 1)
      }
      await phone.client.launch()
      #expect(phone.client.phase == .subscribed)
      #expect(!phone.client.isProvisional)
      #expect(phone.client.pendingCount == 0)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
      let recorded = try await world.facts(of: phone.client.customer).storeTransactions
      #expect(recorded.map(\.signedFor) == [nil])
    }
  }

  @Test(
    "SL-5 a new installation has no access longer than the store signed, by the store's own time")
  func bounded() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = await phone(world, sleep: Waiting.short(world))
      #expect(await phone.client.purchase(pro) == .purchased)
      let end = try #require(phone.client.membership?.subscription?.expiresAt)
      #expect(phone.client.membership?.nextChange == end)
      world.time.now = end.adding(milliseconds: -60_000)
      await phone.client.reevaluate()
      #expect(phone.client.phase == .subscribed)
      world.time.now = end
      await phone.client.reevaluate()
      #expect(phone.client.phase == .unknown, "the server may know of another purchase")
    }
  }

  @Test("SL-5 without the app's rules and without a network the purchase waits, and ends in access")
  func nothingKnown() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = Phone(world, usesStoreKit: true)
      phone.network.isOnline = false
      await phone.client.launch()
      #expect(await phone.client.purchase(pro) == .pending(.notConfirmed))
      #expect(phone.client.phase == .unknown)
      phone.relaunch()
      #expect(phone.client.pendingCount == 1)
      phone.network.isOnline = true
      await phone.client.launch()
      #expect(phone.client.phase == .subscribed)
      #expect(!phone.client.isProvisional)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }

  @Test("SL-5 a person who then signs in to an account has the purchase there")
  func signsIn() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let phone = await phone(world)
      #expect(await phone.client.purchase(pro) == .pending(.notConfirmed))
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(phone.client.phase == .subscribed)
      #expect(phone.client.account != nil)
      #expect(phone.client.pendingCount == 0)
      #expect(world.store.unfinishedTransactions(of: "apple-id").isEmpty)
    }
  }

  @Test("a server that cannot be trusted, or does not serve the app, sells nothing")
  func refused() async throws {
    for fault in [PhoneNetwork.Fault.forgeAnswer, .problem(.unknownApp)] {
      try await World.of("strikelab", identifiers: .random) { world in
        let phone = Phone(world, usesStoreKit: true)
        phone.network.fail("/customers", fault, times: 100)
        await phone.client.launch()
        #expect(await phone.client.purchase(pro) == .failed(.network))
        #expect(world.store.transactions(of: "apple-id").isEmpty)
      }
    }
  }
}
