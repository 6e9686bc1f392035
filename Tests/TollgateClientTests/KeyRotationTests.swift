import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

@testable import TollgateClient

@MainActor
@Suite("A client that pins several keys")
struct KeyRotationTests {
  /// The world's keys with a next key for answers, and the two keys as clients pin them.
  private func next(_ world: World) throws -> (keys: ServerKeys, id: String, pins: [String]) {
    var keys = world.keys
    let next = try keys.add(.answers, at: world.time.now, identifiers: .random)
    return (keys, next.id, [world.serverKey, try #require(keys.nextAnswerKey).base64])
  }

  private func client(_ phone: Phone, pinning pins: [String]) -> TollgateClient {
    var configuration = phone.client.configuration
    configuration.serverKeys = pins
    return TollgateClient(configuration)
  }

  @Test(
    "a client that pins several keys continues when the server changes to the next key, and trusts what it stored before"
  )
  func rotation() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let (next, id, pins) = try next(world)
      var keys = next
      try keys.promote(id, at: world.time.now)
      let client = client(phone, pinning: pins)
      #expect(client.phase == .subscribed)
      try await world.served(with: keys) { rotated in
        #expect(rotated.serverKey == pins[1])
        phone.network.move(to: rotated)
        await client.launch()
        #expect(client.phase == .subscribed)
        #expect(client.notices.isEmpty)

        // The blueprint was unchanged, so part of what is stored still has the old key's signature.
        phone.network.isOnline = false
        let both = self.client(phone, pinning: pins)
        #expect(both.phase == .subscribed)
        #expect(both.notices.isEmpty)
        let reader = MembershipReader(
          app: rotated.app, serverKeys: pins, storage: phone.storage, bundledBlueprint: nil,
          uptime: phone.client.configuration.uptime())
        #expect(reader.problem == nil)
        #expect(reader.membership()?.phase == .subscribed)
      }
    }
  }

  @Test(
    "a client that pins several keys trusts nothing of a key that it no longer pins, stored or received"
  )
  func unpinned() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      let (_, _, pins) = try next(world)
      phone.network.isOnline = false
      let later = client(phone, pinning: [pins[1]])
      #expect(later.phase == .unknown)
      #expect(later.notices.map(\.code).allSatisfy { $0 == .badSignature })
      phone.network.isOnline = true
      await later.launch()
      #expect(later.connection == .failed(.badSignature))
      #expect(later.phase == .unknown)
    }
  }

  @Test(
    "a client that pins several keys trusts nothing if one of its keys is invalid, or there are none or too many"
  )
  func invalid() async throws {
    try await World.of("strikelab") { world in
      let phone = Phone(world)
      let key = world.serverKey
      for pins in [[], [key, "no key"], ["", key], Array(repeating: key, count: 9)] {
        let client = client(phone, pinning: pins)
        await client.launch()
        #expect(client.phase == .unknown)
        #expect(client.connection == .failed(.badSignature))
      }
      let full = client(phone, pinning: Array(repeating: key, count: 8))
      await full.launch()
      #expect(full.phase == .blocked)
    }
  }

  @Test("a client opens a new session once the key for its token is retired")
  func retiredTokenKey() async throws {
    try await World.of("strikelab", identifiers: .random) { world in
      let account = Phone(world, "account", account: "other-apple-id")
      try await account.client.signUp(email: "ada@example.com", password: "correct horse")
      let anonymous = Phone(world)
      await anonymous.client.launch()
      #expect(await anonymous.client.purchase("strikelab.pro.monthly") == .purchased)
      let first = anonymous.client.customer
      var keys = world.keys
      let next = try keys.add(.tokens, at: world.time.now, identifiers: .random).id
      try keys.promote(next, at: world.time.now)
      try keys.retire(world.keys.current(.tokens).id)
      try await world.served(with: keys) { retired in
        account.network.move(to: retired)
        await account.client.launch()
        #expect(account.client.account == nil)
        try await account.client.signIn(email: "ada@example.com", password: "correct horse")
        #expect(account.client.account != nil)

        anonymous.network.move(to: retired)
        await anonymous.client.launch()
        #expect(anonymous.client.customer == first, "found again by the app's download")
        #expect(anonymous.client.phase == .subscribed)
      }
    }
  }

  @Test("a client is configured with a list of keys, or with a single key")
  func configuration() throws {
    let server = try #require(URL(string: "https://tollgate.example.com"))
    var configuration = TollgateClient.Configuration(
      app: "coach-paid", server: server, serverKeys: ["a", "b"])
    #expect(configuration.serverKeys == ["a", "b"])
    #expect(configuration.serverKey == "a")
    configuration.serverKey = "c"
    #expect(configuration.serverKeys == ["c"])
    configuration.serverKey = nil
    #expect(configuration.serverKeys == nil)
  }

  @Test("a client continues with its session after a restore with the server's key file")
  func restored() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tollgate-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path: @Sendable (String) -> String = { folder.appending(path: $0).path }
    let ledger = try SQLiteLedger(path: path("live.sqlite"))
    try await World.of("strikelab", ledger: ledger) { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      await phone.client.launch()
      #expect(await phone.client.purchase("strikelab.pro.monthly") == .purchased)
      try KeyFile(path("live.keys")).create(world.keys)
      _ = try SQLiteLedger.backup(path("live.sqlite"), to: path("backup.sqlite"))

      _ = try SQLiteLedger.restore(path("backup.sqlite"), to: path("other.sqlite"))
      let restored = try SQLiteLedger(path: path("other.sqlite"))
      let (keys, _) = try await KeyFile(path("live.keys")).keys(of: restored, at: world.time.now)
      try await world.served(with: keys, over: restored) { restored in
        phone.network.move(to: restored)
        try await phone.client.refresh()
        #expect(phone.client.phase == .subscribed)
        #expect(phone.client.account != nil)
        #expect(phone.client.notices.isEmpty)
      }
      try await restored.close()
    }
    try await ledger.close()
  }
}
