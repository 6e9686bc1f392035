import AppStoreSimulator
import Foundation
import Testing
import Tollgate

@testable import TollgateClient

@MainActor
@Suite("What a client trusts")
struct TrustTests {
  @Test(
    "a response the server did not sign is not trusted, and a retry is enough to recover",
    arguments: ["/customers", "/blueprint", "/customers/me", "/uses", "/sign-up"])
  func forgedAnswer(path: String) async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      phone.network.fail(path, .forgeAnswer)
      await phone.client.launch()
      do throws(ClientError) {
        try await phone.client.refresh()
        try await phone.client.use("custom-drill", key: "a")
        try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      } catch {
        #expect(error.code == .badSignature)
        #expect(error.isRetryable)
      }
      #expect(phone.network.injected == 1)
      await phone.client.launch()
      #expect(phone.client.phase == .free)
    }
  }

  @Test("a gap noticed while the blueprint is fetched is not forgotten")
  func gapDuringFetch() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      let client = phone.client
      phone.network.after("/blueprint") { @MainActor in client.perform([Outbox.Action.markStale]) }
      try await phone.client.refresh()
      #expect(phone.client.blueprint != nil)
      #expect(phone.client.cached.isStale)
      await phone.client.flush()
      #expect(!phone.client.cached.isStale)
    }
  }

  @Test("a client that pins another key trusts nothing")
  func anotherKey() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      for key in ["", "no key", Data(repeating: 1, count: 32).base64EncodedString()] {
        var configuration = phone.client.configuration
        configuration.serverKey = key
        let client = TollgateClient(configuration)
        await client.launch()
        #expect(client.phase == .unknown)
        #expect(client.connection == .failed(ClientError.badSignature))
      }
    }
  }

  @Test(
    "data altered on the device is not trusted, and a payer is not mistaken for another customer",
    arguments: [
      ("tollgate-customer", StorageArea.files, "strikelab.pro.monthly", "strikelab.pro.yearly"),
      ("tollgate-session", .keychain, #""email":"ada"#, #""email":"eve"#),
      ("tollgate-blueprint", .files, #""unlimited""#, #""none""#),
    ])
  func altered(name: String, area: StorageArea, text: String, other: String) async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      try phone.storage.forge(name, in: area, replacing: text, with: other)
      phone.network.isOnline = false
      phone.relaunch()
      #expect(phone.client.notices.map(\.code) == [.badSignature])
      #expect(phone.client.phase == .unknown)
      #expect(phone.client.access(to: "train") == .unknown)

      phone.network.isOnline = true
      await phone.client.launch()
      if phone.client.account == nil {
        try await phone.client.signIn(email: "ada@example.com", password: "correct horse")
      }
      #expect(phone.client.phase == .subscribed)
      phone.relaunch()
      #expect(phone.client.notices.isEmpty)
      #expect(phone.client.phase == .subscribed)
    }
  }

  @Test("another customer's cache is ignored")
  func swapped() async throws {
    try await World.of("strikelab") { world in
      let payer = Phone(world, "payer")
      await payer.client.launch()
      #expect(await payer.client.purchase("strikelab.pro.monthly") == .purchased)
      let phone = Phone(world, "other", account: "another-apple-id")
      await phone.client.launch()
      let memory = try #require(payer.storage.read("tollgate-customer", from: .files))
      phone.storage.write(memory, as: "tollgate-customer", to: .files)
      phone.network.isOnline = false
      phone.relaunch()
      #expect(phone.client.phase == .blocked)
    }
  }

  @Test("Pain 20: a clock set back on the device, or in its cache, extends no access")
  func clockSetBack() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let early = try #require(phone.storage.read("tollgate-clock", from: .files))
      world.pass(20 * World.day)
      try await phone.client.refresh()
      phone.network.isOnline = false
      // A later dismissal or refresh was signed; the clock's file is reset to the day of the purchase.
      phone.storage.write(early, as: "tollgate-clock", to: .files)
      phone.relaunch()
      let now = try #require(phone.client.now)
      #expect(now >= Instant(milliseconds: World.start + 20 * World.day))
      phone.restart(afterBeingOffFor: World.hour)
      #expect(try #require(phone.client.now) >= now)
      world.pass(12 * World.day)
      await phone.client.reevaluate()
      #expect(phone.client.phase == .lapsed)
    }
  }

  @Test("Pain 21: a gate that this version does not know opens for no one")
  func unknownGate() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world, pinsKey: false)
      await phone.client.launch()
      try phone.storage.forge(
        "tollgate-blueprint", in: .files, replacing: #""unlimited""#, with: #""sometimes""#)
      phone.network.isOnline = false
      phone.relaunch()
      #expect(phone.client.notices.map(\.code) == [.badBlueprint])
      #expect(phone.client.access(to: "train") == .unknown)
      phone.network.isOnline = true
      await phone.client.launch()
      #expect(phone.client.access(to: "train").isAllowed == false)
      #expect(phone.client.access(to: "no-such-feature").isAllowed == false)
    }
  }
}

extension ClientError {
  static let badSignature = ClientError(
    code: .badSignature, isRetryable: true,
    message: "The answer did not come from this app's server.")
}
