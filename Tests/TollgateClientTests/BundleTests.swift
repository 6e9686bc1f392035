import Foundation
import Testing
import Tollgate
import TollgateClient
import TollgateServer
import TollgateSimulation
import TollgateWire

@MainActor
@Suite("A blueprint that ships in the app")
struct BundleTests {
  /// A client whose app ships a blueprint, on a new phone without a network.
  private func shipping(
    _ world: World, _ phone: Phone, revision: String = "bundle", at now: Instant? = nil,
    key: String? = nil
  ) async throws -> TollgateClient {
    let (bundle, answerKey) = try BlueprintBundle.signed(
      world.blueprint, revision: revision, at: now ?? world.time.now, by: world.keys)
    #expect(answerKey.base64 == world.serverKey)
    let file = FileManager.default.temporaryDirectory.appending(path: "tollgate-\(UUID()).json")
    try bundle.file().write(to: file)
    var configuration = phone.client.configuration
    configuration.bundledBlueprint = file
    configuration.serverKey = key ?? world.serverKey
    defer { try? FileManager.default.removeItem(at: file) }
    return TollgateClient(configuration)
  }

  @Test("EX-18 the first launch with no network shows the paywall with the store's prices")
  func firstLaunch() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      phone.network.isOnline = false
      let client = try await shipping(world, phone)
      await client.launch()
      // A payer who has reinstalled the app keeps their access, and nothing shows by itself.
      #expect(client.phase == .unknown)
      #expect(client.customer == nil)
      #expect(client.presentation == nil)
      #expect(client.access(to: "train") == .unknown)
      var ran = false
      await client.gate("train") { ran = true }
      #expect(ran)

      #expect(await client.showPaywall("subscribe") == .shown("subscribe"))
      let model = PaywallModel(client)
      #expect(model.state == .selling)
      #expect(model.page?.offers.isEmpty == false)
      #expect(client.presentation?.content.offers.allSatisfy { $0.priceLine != nil } == true)
      await client.paywallClosed()
      #expect(await client.showPaywall(for: "train") == .shown("subscribe"))
      await client.paywallClosed()

      phone.network.isOnline = true
      await client.launch()
      #expect(client.phase == .blocked)
      #expect(client.pendingCount == 0)
    }
  }

  @Test("EX-18 a placement that asks for a new customer's paywall shows it, once")
  func placement() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      phone.network.isOnline = false
      let client = try await shipping(world, phone)
      await client.launch()
      #expect(await client.showPaywall(at: "after-login") == .shown("subscribe"))
      await client.paywallClosed()
      #expect(await client.showPaywall(at: "after-login") == .skipped(.alreadyShown))
    }
  }

  @Test("EX-18 the upgrade screen sells on a new customer's first launch with no network")
  func upgrade() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      phone.network.isOnline = false
      let client = try await shipping(world, phone)
      await client.launch()
      let model = UpgradeModel(client)
      await model.load()
      #expect(model.state == .selling)
      #expect(model.page?.offers.isEmpty == false)
      await model.purchase()
      phone.network.isOnline = true
      await client.launch()
      #expect(client.phase == .subscribed)

      let reinstalled = Phone(world, "other")
      reinstalled.network.isOnline = false
      let payer = try await shipping(world, reinstalled)
      await payer.launch()
      let closed = UpgradeModel(payer)
      await closed.load()
      guard case .offline = closed.state else {
        Issue.record("\(closed.state)")
        return
      }
    }
  }

  @Test("EX-18 a device whose store account has bought something is not taken for a new customer's")
  func payer() async throws {
    try await World.of("strikelab") { world in
      let old = Phone(world, "old")
      await old.client.launch()
      #expect(await old.client.purchase("strikelab.pro.monthly") == .purchased)
      let phone = Phone(world)
      phone.network.isOnline = false
      let client = try await shipping(world, phone)
      await client.launch()
      #expect(await client.showPaywall(at: "after-login") == .skipped(.unknown))
      var ran = false
      await client.register("after-login") { ran = true }
      #expect(ran)
      #expect(client.presentation == nil)
    }
  }

  @Test("EX-18 with rules from the server, nobody is taken for a new customer, as after a sign-out")
  func signedOut() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      await phone.client.signOut()
      #expect(await phone.client.showPaywall(at: "after-login") == .skipped(.unknown))
      #expect(await phone.client.showPaywall("subscribe") == .skipped(.unknown))
    }
  }

  @Test("EX-18 while the store does not answer, nobody is taken for a new customer")
  func noStore() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      phone.network.isOnline = false
      phone.store.isReachable = false
      let client = try await shipping(world, phone)
      #expect(await client.showPaywall("subscribe") == .skipped(.unknown))
    }
  }

  @Test("what the server sends replaces it, unless the app is newer than all that it sent")
  func server() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      let early = world.time.now
      var client = try await shipping(world, phone, at: early)
      world.pass(World.hour)
      await client.launch()
      try await client.refresh()
      phone.network.isOnline = false
      let served = try #require(client.blueprint)

      // The device has heard from the server since the bundle was signed.
      client = try await shipping(world, phone, revision: "older", at: early)
      #expect(client.phase == .blocked)
      #expect(client.blueprint?.definition == served.definition)
      #expect(phone.storage.names(in: .files).contains("tollgate-blueprint"))

      // A newer version of the app.
      let later = world.time.now.adding(milliseconds: World.day)
      client = try await shipping(world, phone, revision: "newer", at: later)
      #expect(client.phase == .blocked)
      #expect(client.customer != nil)
      let requests = phone.network.count
      phone.network.isOnline = true
      await client.launch()
      #expect(phone.network.count > requests)
      #expect(client.phase == .blocked)
    }
  }

  @Test("one that another key signed is not used, with a notice")
  func forged() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      phone.network.isOnline = false
      let other = Data(repeating: 1, count: 32).base64EncodedString()
      let client = try await shipping(world, phone, key: other)
      #expect(client.blueprint == nil)
      #expect(client.notices.map(\.code) == [.badSignature])
      #expect(await client.showPaywall("subscribe") == .skipped(.unknown))

      var configuration = phone.client.configuration
      configuration.bundledBlueprint = FileManager.default.temporaryDirectory
        .appending(path: "no-such-file")
      #expect(TollgateClient(configuration).notices.map(\.code) == [.badBlueprint])
    }
  }
}
