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
  ///
  /// - Parameter poolsPlants: Whether both have five plants together, rather than each any number.
  private func life(
    poolsPlants: Bool = false,
    _ test: @MainActor @Sendable (World, Phone, Phone) async throws -> Void
  ) async throws {
    let pooled = poolsPlants ? ", pooled: add-plant" : ""
    let free = "\n      - otherwise: { holding: 3 }"
    try await World.of(
      "grobro",
      changing: [
        "hasFreeTier: true":
          "hasFreeTier: true\n\nteams:\n  family: { shares: pro, seats: 1\(pooled) }",
        "allow: unlimited" + free: "allow: \(poolsPlants ? "{ holding: 5 }" : "unlimited")" + free,
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

  @Test("RA-15 an owner's phone knows how many members there are, also without a network")
  func members() async throws {
    let album = "  album:\n    - when: { members: { of: family, atLeast: 1 } }\n"
    try await World.of(
      "grobro",
      changing: [
        "hasFreeTier: true": "hasFreeTier: true\n\nteams:\n  family: { shares: pro, seats: 1 }",
        "\nfeatures:\n":
          "\nfeatures:\n" + album
          + "      allow: { upTo: 5, per: month }\n    - otherwise: { upTo: 2, per: month }\n",
      ]
    ) { world in
      let owner = Phone(world, "owner", account: "ada")
      await owner.client.launch()
      let bought = await owner.client.purchase(Self.monthly)
      #expect(bought == .purchased)
      #expect(owner.client.access(to: "album").limit?.limit == 2)
      let withdrawn = try await owner.client.invite(to: "family")
      #expect(owner.client.access(to: "album").limit?.limit == 5)
      try await owner.client.removeMember(withdrawn.seat.id)
      #expect(owner.client.access(to: "album").limit?.limit == 2)

      let expired = try await owner.client.invite(to: "family")
      owner.network.isOnline = false
      let remaining = expired.seat.expiresAt.milliseconds - World.start
      world.pass(remaining - 1000)
      await owner.client.reevaluate()
      #expect(owner.client.access(to: "album").limit?.limit == 5)
      world.pass(1000)
      await owner.client.reevaluate()
      #expect(owner.client.access(to: "album").limit?.limit == 2)
    }
  }

  @Test(
    "RA-15 a phone knows how many items others hold of a shared limit, also offline, and not which")
  func sharedItems() async throws {
    try await life(poolsPlants: true) { _, owner, member in
      let invitation = try await owner.client.invite(to: "family")
      let seat = try await member.client.join(code: invitation.code)
      _ = try await owner.client.use("add-plant", item: "fern")
      for item in ["ivy", "rose"] { _ = try await member.client.use("add-plant", item: item) }
      for phone in [owner, member] {
        try await phone.client.refresh()
        phone.network.isOnline = false
        phone.relaunch()
        await phone.client.launch()
        #expect(phone.client.access(to: "add-plant").limit?.used == 3)
        phone.network.isOnline = true
      }
      #expect(owner.client.heldItems(of: "add-plant") == ["fern"])
      #expect(member.client.heldItems(of: "add-plant") == ["ivy", "rose"])
      try await member.client.leave(seat.id)
      try await owner.client.refresh()
      #expect(owner.client.access(to: "add-plant").limit?.used == 1)
      #expect(member.client.access(to: "add-plant").limit?.used == 2)
    }
  }
}
