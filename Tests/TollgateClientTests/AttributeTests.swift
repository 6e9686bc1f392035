import Foundation
import Testing
import Tollgate
import TollgateClient
import TollgateLedger

@MainActor
@Suite("Attributes that the app sets")
struct AttributeTests {
  /// The garden's blueprint with attributes, and a prompt for those with a goal.
  private static let changes: KeyValuePairs<String, String> = [
    "prompts:\n": """
    attributes:
      goal: { type: text, values: [strength, endurance] }
      coach: { type: boolean, setBy: backend }

    prompts:
      lift:
        shape: card
        placement: club
        when: { attribute: { name: goal, is: strength } }
        icon: bell
        text: Lift with us.

    """
  ]

  private static func prompts(_ phone: Phone) -> [Prompt.ID] {
    phone.client.prompts(at: "club").map(\.id)
  }

  @Test("a value takes effect at once without a network, and only the last of several is sent")
  func offline() async throws {
    try await World.of("grobro", changing: Self.changes) { world in
      let phone = Phone(world)
      await phone.client.launch()
      #expect(Self.prompts(phone) == [])
      phone.network.isOnline = false
      try await phone.client.setAttribute("goal", to: "strength")
      await phone.client.reported()
      #expect(Self.prompts(phone) == ["lift"])
      try await phone.client.setAttribute("goal", to: "endurance")
      await phone.client.reported()
      #expect(Self.prompts(phone) == [])
      try await phone.client.setAttribute("goal", to: "strength")
      await phone.client.reported()
      #expect(phone.client.pendingCount == 1)
      phone.relaunch()
      #expect(Self.prompts(phone) == ["lift"])
      phone.network.isOnline = true
      await phone.client.launch()
      #expect(phone.client.pendingCount == 0)
      #expect(Self.prompts(phone) == ["lift"])
      let entries = try await world.ledger.entries(after: 0, in: world.app, limit: 99)
      #expect(entries.count { $0.fact.kind == .attribute } == 1)
      // What the server knows is not sent again.
      phone.network.isOnline = false
      try await phone.client.setAttribute("goal", to: "strength")
      await phone.client.reported()
      #expect(phone.client.pendingCount == 0)
      try await phone.client.setAttribute("goal", to: nil)
      await phone.client.reported()
      #expect(phone.client.pendingCount == 1)
      #expect(Self.prompts(phone) == [])
    }
  }

  @Test("the device's time zone is reported where days turn in it", arguments: [true, false])
  func timeZone(isUsed: Bool) async throws {
    let changes: KeyValuePairs<String, String> =
      isUsed ? ["app:\n": "app:\n  timeZone: customer\n"] : [:]
    try await World.of("grobro", changing: changes) { world in
      let phone = Phone(world)
      await phone.client.launch()
      func zones() async throws -> [String?] {
        try await world.ledger.entries(after: 0, in: world.app, limit: 99).compactMap { entry in
          guard case .attribute(let change) = entry.fact, change.attribute == "timeZone" else {
            return nil
          }
          return change.value?.string
        }
      }
      // Nothing waits for the report.
      var rounds = isUsed ? 100_000 : 100
      while rounds > 0, try await zones().isEmpty {
        rounds -= 1
        await Task.yield()
      }
      #expect(try await zones() == (isUsed ? ["GMT"] : []))
    }
  }

  @Test(
    "what the blueprint does not let the app set is refused, and nothing is stored",
    arguments: [
      ("gaol", "strength", ClientError.Code.unknownName), ("coach", true, .unknownName),
      ("goal", "speed", .invalidValue), ("goal", 3, .invalidValue),
    ] as [(Attribute.ID, Attribute.Value, ClientError.Code)])
  func refused(name: Attribute.ID, value: Attribute.Value, code: ClientError.Code) async throws {
    try await World.of("grobro", changing: Self.changes) { world in
      let phone = Phone(world)
      await phone.client.launch()
      let error = await #expect(throws: ClientError.self) {
        try await phone.client.setAttribute(name, to: value)
        await phone.client.reported()
      }
      #expect(error?.code == code)
      #expect(phone.client.pendingCount == 0)
    }
  }
}
