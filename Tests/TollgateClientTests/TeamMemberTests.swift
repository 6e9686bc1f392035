import AppStoreSimulator
import Testing
import Tollgate
import TollgateClient
import TollgateWire

@MainActor
@Suite("Teams on a phone")
struct TeamMemberTests {
  private static let monthly: CatalogProduct.ID = "grobro.pro.monthly"

  /// A subscriber with one seat to share, and somebody else.
  private func life(
    _ test: @MainActor @Sendable (World, Phone, Phone) async throws -> Void
  ) async throws {
    try await World.of(
      "grobro",
      changing: [
        "hasFreeTier: true": "hasFreeTier: true\n\nteams:\n  family: { shares: pro, seats: 1 }"
      ]
    ) { world in
      let owner = Phone(world, "owner", account: "ada")
      await owner.client.launch()
      let bought = await owner.client.purchase(Self.monthly)
      #expect(bought == .purchased)
      let member = Phone(world, "member", account: "ben")
      await member.client.launch()
      try await test(world, owner, member)
    }
  }

  /// The code of the error that a call throws; nil if it throws none.
  private func code<Value>(_ call: @MainActor () async throws -> Value) async -> String? {
    do {
      _ = try await call()
      return nil
    } catch {
      return (error as? ClientError)?.code.rawValue
    }
  }

  @Test("RA-15 a phone invites, joins with the code as it is typed, and leaves")
  func joins() async throws {
    try await life { world, owner, member in
      let invitation = try await owner.client.invite(to: "family", name: "Ben")
      let wrong = await code { try await member.client.join(code: "AAAA-AAAA-AAAA") }
      #expect(wrong == "invalid_code")
      #expect(member.client.phase == .free)
      let typed = invitation.code.lowercased().replacing("-", with: " ")
      let seat = try await member.client.join(code: typed)
      #expect(seat.id == invitation.seat.id)
      #expect(member.client.phase == .subscribed)
      #expect(member.client.heldSeats.map(\.id) == [seat.id])
      #expect(member.client.heldSeats.map(\.owner) == [nil])
      #expect(member.client.refundablePurchase == nil)
      #expect(owner.client.refundablePurchase?.product == Self.monthly)

      let full = await code { try await owner.client.invite(to: "family") }
      #expect(full == "limit_reached")
      let shared = try await owner.client.teams()
      #expect(shared.teams.flatMap(\.taken).map(\.name) == ["Ben"])
      world.pass(World.day)
      try await member.client.leave(seat.id)
      #expect(member.client.phase == .lapsed)
      #expect(member.client.heldSeats.isEmpty)
      let left = try await owner.client.teams()
      #expect(left.teams.flatMap(\.taken).isEmpty)
    }
  }

  @Test("RA-15 an invitation whose answer was lost is not made twice under its key")
  func lostAnswer() async throws {
    try await life { _, owner, member in
      owner.network.fail("/invitations", .loseAnswer)
      let lost = await code { try await owner.client.invite(to: "family", key: "ben") }
      #expect(lost == "network")
      let invitation = try await owner.client.invite(to: "family", key: "ben")
      _ = try await member.client.join(code: invitation.code)
      #expect(member.client.phase == .subscribed)
    }
  }

  @Test("RA-15 a removed member is out when the phone next asks")
  func removed() async throws {
    try await life { world, owner, member in
      let invitation = try await owner.client.invite(to: "family")
      _ = try await member.client.join(code: invitation.code)
      world.pass(World.day)
      try await owner.client.removeMember(invitation.seat.id)
      try await member.client.refresh()
      #expect(member.client.phase == .lapsed)
      #expect(member.client.heldSeats.isEmpty)
    }
  }

  @Test("RA-15 without a network a member has what the owner paid for, and nothing beyond it")
  func offline() async throws {
    try await life { world, owner, member in
      let invitation = try await owner.client.invite(to: "family")
      _ = try await member.client.join(code: invitation.code)
      let end = try #require(member.client.heldSeats.first?.rights.first?.endsAt)
      member.network.isOnline = false
      world.pass(end.milliseconds - World.start - 1000)
      member.relaunch()
      await member.client.launch()
      #expect(member.client.phase == .subscribed)
      world.pass(1000)
      await member.client.reevaluate()
      #expect(member.client.phase == .lapsed)
    }
  }
}
