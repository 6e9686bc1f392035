import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateClient
import TollgateLedger
import TollgateServer

@MainActor
@Suite("The age range that the app passes in, and a parent's consent")
struct AgeRangeTests {
  /// The garden's blueprint with a prompt for those under 18.
  private static let changes: KeyValuePairs<String, String> = [
    "prompts:\n": """
    prompts:
      teens:
        shape: card
        placement: club
        when: { ageRange: { lessThan: 18 } }
        icon: bell
        text: Ask at home first.
      closed:
        shape: card
        placement: gate
        when: { consent: withdrawn }
        icon: bell
        text: A parent closed this.

    """
  ]

  private static func teenager() throws -> AgeRange {
    try #require(AgeRange(lowerBound: 13, upperBound: 15, declaration: .guardianDeclared))
  }

  /// The properties and attributes that the server has recorded, in order.
  private static func recorded(_ world: World) async throws -> [String] {
    try await world.ledger.entries(after: 0, in: world.app, limit: 99).compactMap { entry in
      guard case .attribute(let change) = entry.fact else { return nil }
      return change.value.map { "\(change.attribute) \($0)" }
    }
  }

  /// Waits until the server has recorded a number of values; nothing else waits for the report.
  private static func waits(_ world: World, for count: Int) async throws -> [String] {
    for _ in 0..<10_000 {
      let values = try await recorded(world)
      if values.count == count { return values }
      await Task.yield()
    }
    return try await recorded(world)
  }

  private static func prompts(_ phone: Phone) -> [Prompt.ID] {
    phone.client.prompts(at: "club").map(\.id)
  }

  @Test(
    "RA-19 it decides on the device and is sent once, also if the app passes it in at each launch")
  func once() async throws {
    try await World.of("grobro", changing: Self.changes) { world in
      let phone = Phone(world)
      phone.client.setAgeRange(try Self.teenager())
      await phone.client.launch()
      #expect(try await Self.waits(world, for: 1) == ["ageRange 13-15 guardianDeclared"])
      #expect(Self.prompts(phone) == ["teens"])
      phone.relaunch()
      #expect(Self.prompts(phone) == ["teens"])
      await phone.client.launch()
      phone.client.setAgeRange(try Self.teenager(), regulatoryFeatures: [.declaredAgeRangeRequired])
      for _ in 0..<1000 { await Task.yield() }
      #expect(try await Self.recorded(world).count == 1)
      phone.client.setAgeRange(nil)
      let values = ["ageRange 13-15 guardianDeclared", "ageRange declined"]
      #expect(try await Self.waits(world, for: 2) == values)
      #expect(Self.prompts(phone) == [])
    }
  }

  @Test("RA-19 it takes effect without a network, and is sent later")
  func offline() async throws {
    try await World.of("grobro", changing: Self.changes) { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.network.isOnline = false
      phone.client.setAgeRange(try Self.teenager())
      for _ in 0..<10_000 where Self.prompts(phone).isEmpty { await Task.yield() }
      #expect(Self.prompts(phone) == ["teens"])
      #expect(try await Self.recorded(world) == [])
      for _ in 0..<1000 { await Task.yield() }
      phone.relaunch()
      #expect(Self.prompts(phone) == ["teens"])
      phone.network.isOnline = true
      await phone.client.launch()
      #expect(try await Self.waits(world, for: 1) == ["ageRange 13-15 guardianDeclared"])
    }
  }

  @Test(
    "RA-19 a phone knows of a withdrawn consent once it confirms its state, and keeps it offline")
  func withdrawn() async throws {
    try await World.of("grobro", changing: Self.changes, identifiers: .random) { world in
      let phone = Phone(world, usesStoreKit: true, signsDownload: true)
      await phone.client.launch()
      #expect(phone.client.prompts(at: "gate") == [])
      world.store.rescindConsent(of: "apple-id")
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(phone.client.prompts(at: "gate").map(\.id) == ["closed"])
      phone.relaunch()
      phone.network.isOnline = false
      #expect(phone.client.prompts(at: "gate").map(\.id) == ["closed"])
    }
  }

  @Test("RA-19 it never leaves the device if no condition tests it")
  func untested() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      await phone.client.launch()
      phone.client.setAgeRange(try Self.teenager())
      for _ in 0..<1000 { await Task.yield() }
      #expect(!phone.network.requests.contains { $0.contains("attributes") })
      #expect(try await Self.recorded(world) == [])
    }
  }
}
