import AppStoreSimulator
import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateAppStore
import TollgateClient
import TollgateServer

@MainActor
@Suite("Those who bought the app before it became free")
struct EarlyBuyerTests {
  /// Everything that is sold is also open to those who bought the app before build 238.
  private static let changes: KeyValuePairs<String, String> = [
    "when: { entitled: pro }":
      #"when: { any: [{ entitled: pro }, { boughtApp: { before: { iOS: "238" } } }] }"#
  ]

  private static func world(_ life: @MainActor @Sendable (World) async throws -> Void) async throws
  {
    try await World.of(
      "techniq", changing: changes, identifiers: .random, isProduction: true, life)
  }

  private static func buyApp(
    in world: World, _ version: String = "237", by account: AccountID = "apple-id"
  ) throws {
    let date = try #require(Instant("2024-05-01T00:00:00Z"))
    world.store.setAppPurchase(
      AppPurchase(version: version, date: date, environment: .production), for: account)
  }

  private static func phone(
    _ world: World, _ name: String = "phone", account: AccountID = "apple-id"
  ) -> Phone {
    Phone(world, name, account: account, usesStoreKit: true, signsDownload: true)
  }

  /// Waits until the app answers a feature that is sold; nothing else waits for the report.
  private static func waits(
    _ phone: Phone, for isWanted: (Access) -> Bool = { $0.isAllowed }
  ) async -> Bool {
    for _ in 0..<100_000 {
      if isWanted(phone.client.access(to: "video-picks")) { return true }
      await Task.yield()
    }
    return false
  }

  @Test("RA-4 a new installation of an early buyer has it all at once, without an account")
  func installation() async throws {
    try await Self.world { world in
      try Self.buyApp(in: world)
      try Self.buyApp(in: world, "238", by: "late")
      for name in ["phone", "tablet"] {
        let phone = Self.phone(world, name)
        await phone.client.launch()
        #expect(phone.client.access(to: "video-picks").isAllowed)
        #expect(
          try await world.facts(of: phone.client.customer).appDownloads.map(\.version) == ["237"])
      }
      let late = Self.phone(world, "late", account: "late")
      await late.client.launch()
      #expect(late.client.access(to: "video-picks").isDenied)
    }
  }

  @Test(
    "RA-4 an account has it on each of its devices, once one of them was signed in to the store")
  func account() async throws {
    try await Self.world { world in
      try Self.buyApp(in: world)
      let first = Self.phone(world, "work", account: "work")
      await first.client.launch()
      try await first.client.signUp(email: "ada@example.com", password: "correct horse")
      #expect(first.client.access(to: "video-picks").isDenied)
      let second = Self.phone(world, "home")
      second.network.isOnline = false
      await second.client.launch()
      second.network.isOnline = true
      try await second.client.signIn(email: "ada@example.com", password: "correct horse")
      try await second.client.refresh()
      #expect(await Self.waits(second))
      try await first.client.refresh()
      #expect(first.client.access(to: "video-picks").isAllowed)
    }
  }

  @Test(
    "RA-4 a customer from before sends the download at the next launch, and again if the server was away"
  )
  func existing() async throws {
    try await Self.world { world in
      try Self.buyApp(in: world)
      let phone = Self.phone(world)
      try await phone.session.setSimulatedError(.generic(.unknown), forAPI: .appTransaction)
      await phone.client.launch()
      #expect(phone.client.access(to: "video-picks").isDenied)
      try await phone.session.setSimulatedError(nil, forAPI: .appTransaction)
      phone.relaunch()
      phone.network.fail("attributes", .loseRequest)
      await phone.client.launch()
      // What the store signed is neither denied nor given before the server has seen it.
      #expect(await Self.waits(phone) { $0 == .unknown })
      phone.relaunch()
      #expect(phone.client.access(to: "video-picks") == .unknown)
      await phone.client.launch()
      #expect(await Self.waits(phone))
      let count = phone.network.count
      phone.relaunch()
      phone.network.isOnline = false
      #expect(phone.client.access(to: "video-picks").isAllowed)
      phone.network.isOnline = true
      await phone.client.launch()
      for _ in 0..<1000 { await Task.yield() }
      #expect(!phone.network.requests.dropFirst(count).contains { $0.contains("attributes") })
    }
  }

  @Test("RA-4 nothing is sent where no condition tests it")
  func unused() async throws {
    try await World.of("techniq", identifiers: .random, isProduction: true) { world in
      try Self.buyApp(in: world)
      let phone = Self.phone(world)
      await phone.client.launch()
      for _ in 0..<1000 { await Task.yield() }
      #expect(!phone.network.requests.contains { $0.contains("attributes") })
      #expect(try await world.facts(of: phone.client.customer).appDownloads == [])
    }
  }
}
