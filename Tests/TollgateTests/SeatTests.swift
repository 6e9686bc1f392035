import Testing
import Tollgate

@Suite("Seats of a subscription")
struct SeatTests {
  private static let start = Fixture.start

  private static func payment(
    _ id: StoreTransaction.ID, from day: Int = 0, seats: Int, refunded: Int = 0,
    revoked: Int? = nil,
    ownership: StoreTransaction.Ownership = .purchased, isHosted: Bool = false, signed: Int = 0
  ) -> Fact {
    .transaction(
      StoreTransaction(
        id: id, originalID: "1", product: "pro.monthly", group: "plans",
        purchasedAt: start.days(day), expiresAt: start.days(30),
        revokedAt: revoked.map { start.days($0) }, ownership: ownership, quantity: seats,
        revokedSeats: refunded, appHostsInvitations: isHosted,
        signedAt: start.days(max(day, signed))))
  }

  /// An app with a team of four, whose plan a paywall sells with seats or without.
  ///
  /// - Parameter needs: The entitlement without which an owner has no team.
  private static func blueprint(
    soldWith seats: Int?, needs entitlement: Entitlement.ID? = nil
  ) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = [
        CatalogProduct(
          id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
          period: Period(1, .month), group: "plans"),
        CatalogProduct(
          id: "pro.forever", kind: .nonConsumable, name: "Forever", entitlements: ["pro"]),
        CatalogProduct(id: "max", kind: .nonConsumable, name: "Max", entitlements: ["max"]),
      ]
      $0.paywalls = [
        Paywall(
          id: "plans", title: "hello",
          packages: [
            Paywall.Package(product: "pro.monthly", seats: seats),
            Paywall.Package(product: "pro.forever"),
          ])
      ]
      $0.teams = [
        Team(
          id: "crew", shares: ["pro"], sizes: [Team.Size(entitlement: entitlement, seats: 4)])
      ]
    }
  }

  /// How many members the owner of the team may have on the tenth day.
  private static func members(_ facts: [Fact], soldWith seats: Int?) throws -> Int {
    let blueprint = blueprint(soldWith: seats)
    let team = try #require(blueprint.team("crew"))
    return blueprint.seats(of: team, sharedBy: Customer(facts), at: start.days(10))
  }

  @Test(
    "EX-20 a team has as many members as its owner bought seats whose invitations the app hosts")
  func teamSeats() throws {
    for soldWith in [nil, 50] {
      func members(_ facts: Fact...) throws -> Int { try Self.members(facts, soldWith: soldWith) }
      let two = Self.payment("1", seats: 2, isHosted: true)
      #expect(try members(two) == 2)
      #expect(try members(two, Self.payment("2", from: 5, seats: 1, isHosted: true)) == 3)
      #expect(
        try members(
          Self.payment("1", seats: 1), Self.payment("2", from: 5, seats: 2, isHosted: true))
          == 3)
      #expect(try members(Self.payment("1", seats: 3, refunded: 2, isHosted: true)) == 1)
      // The blueprint's number is still the largest.
      #expect(try members(Self.payment("1", seats: 9, isHosted: true)) == 4)
      // Each of two subscriptions is paid for, as after a merge of two owners.
      func other(_ seats: Int) -> Fact {
        .transaction(
          StoreTransaction(
            id: "5", originalID: "5", product: "pro.monthly", group: "plans",
            purchasedAt: Self.start, expiresAt: Self.start.days(30), quantity: seats,
            appHostsInvitations: true, signedAt: Self.start))
      }
      #expect(try members(two, other(1)) == 3)
      #expect(try members(two, other(7)) == 4)
      let lifetime = StoreTransaction(
        id: "9", originalID: "9", product: "pro.forever", purchasedAt: Self.start,
        signedAt: Self.start)
      #expect(try members(two, .transaction(lifetime)) == 4)
      let elsewhere = Grant(
        id: "invoice", entitlements: ["pro"], startsAt: Self.start, endsAt: Self.start.days(30),
        name: "invoice", givenAt: Self.start, willRenew: true, seats: 12)
      #expect(try members(two, .grant(elsewhere)) == 12)
    }
  }

  @Test("EX-20 a single seat of a product that is sold with seats is its purchaser's own")
  func oneSeat() throws {
    let one = Self.payment("1", seats: 1)
    #expect(try Self.members([one], soldWith: 50) == 0)
    #expect(try Self.members([one], soldWith: nil) == 4)
    // The App Store assigns these seats.
    let three = Self.payment("1", seats: 3)
    #expect(try Self.members([three], soldWith: 50) == 0)
    #expect(try Self.members([three], soldWith: nil) == 4)
  }

  @Test("EX-20 an invitation that is refused says whether the App Store hosts it")
  func refusals() {
    func refusal(_ facts: Fact..., needs: Entitlement.ID? = nil) -> TeamRefusal? {
      do throws(TeamRefusal) {
        _ = try Self.blueprint(soldWith: 50, needs: needs).invite(
          to: "crew", of: Customer(facts), id: "owner", as: "s", at: Self.start.days(10))
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal() == .notOwner)
    #expect(refusal(Self.payment("1", seats: 1)) == .singleSeat)
    #expect(refusal(Self.payment("1", seats: 3)) == .hostedByStore)
    #expect(refusal(Self.payment("1", seats: 3, revoked: 5)) == .notOwner)
    #expect(refusal(Self.payment("1", seats: 3, isHosted: true)) == nil)
    #expect(refusal(Self.payment("1", seats: 3, isHosted: true), needs: "max") == .notOwner)
  }

  @Test(
    "EX-20 each of several entitlements is shared with as many members as seats of it were bought")
  func seatsByEntitlement() throws {
    func product(_ id: CatalogProduct.ID, _ entitlement: Entitlement.ID) -> CatalogProduct {
      CatalogProduct(
        id: id, kind: .autoRenewable, name: "Plan", entitlements: [entitlement],
        period: Period(1, .month), group: "plans")
    }
    func bought(_ id: StoreTransaction.ID, _ product: CatalogProduct.ID, seats: Int) -> Fact {
      .transaction(
        StoreTransaction(
          id: id, originalID: StoreTransaction.OriginalID(id.rawValue), product: product,
          group: "plans", purchasedAt: Self.start, expiresAt: Self.start.days(30), quantity: seats,
          appHostsInvitations: true, signedAt: Self.start))
    }
    func seat(_ id: TeamSeat.ID, of member: Customer.ID, from day: Int) -> Fact {
      .seat(
        TeamSeat(
          id: id, team: "crew", side: .owner, number: 2, owner: "owner", member: member,
          invitedAt: Self.start, expiresAt: Self.start.days(7), joinedAt: Self.start.days(day)))
    }
    let blueprint = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = [product("write.monthly", "write"), product("draw.monthly", "draw")]
      $0.teams = [Team(id: "crew", shares: ["write", "draw"], sizes: [Team.Size(seats: 4)])]
    }
    let owner = Customer([
      bought("1", "write.monthly", seats: 2), bought("2", "draw.monthly", seats: 1),
      seat("a", of: "ann", from: 1), seat("b", of: "ben", from: 2),
    ])
    let team = try #require(blueprint.team("crew"))
    #expect(blueprint.seats(of: team, sharedBy: owner, at: Self.start.days(3)) == 2)
    let changed = blueprint.changedSeats(of: owner, at: Self.start.days(3))
    #expect(changed.map { $0.rights.map(\.entitlement) } == [["draw", "write"], ["write"]])
  }

  @Test("EX-20 a trial that its last use ended shares none of the seats that were bought with it")
  func spentTrial() throws {
    let blueprint = Fixture.blueprint {
      $0 = Fixture.coachPaid.definition
      $0.teams = [Team(id: "crew", shares: ["premium"], sizes: [Team.Size(seats: 4)])]
    }
    let team = try #require(blueprint.team("crew"))
    let bought: [Fact] = [
      .milestone(MilestoneReached(milestone: "discovery-complete", at: Self.start)),
      .transaction(
        StoreTransaction(
          id: "1", originalID: "1", product: "coach.monthly", group: "plans",
          purchasedAt: Self.start, expiresAt: Self.start.days(3),
          offer: StoreOffer(kind: .introductory, payment: .payAsYouGo), quantity: 2,
          appHostsInvitations: true, signedAt: Self.start)),
    ]
    let uses = (1...100).map { number -> Fact in
      .use(
        Use(
          feature: "send-message", key: Idempotency.Key("\(number)"), origin: "me",
          at: Self.start.adding(milliseconds: Int64(number))))
    }
    func seats(_ facts: [Fact]) -> Int {
      blueprint.seats(of: team, sharedBy: Customer(facts), at: Self.start.days(1))
    }
    #expect(seats(bought) == 2)
    #expect(seats(bought + uses) == 0)
  }

  private static func seats(_ facts: [Fact], day: Int) -> Int? {
    Customer(facts).membership(Fixture.garden, start.days(day)).subscription?.seats
  }

  @Test("EX-20 a period has the seats of all its transactions, less those that were refunded")
  func sum() {
    let first = Self.payment("1", seats: 3)
    let added = Self.payment("2", from: 10, seats: 2)
    #expect(Self.seats([first], day: 5) == 3)
    #expect(Self.seats([first, added], day: 5) == 3)
    #expect(Self.seats([first, added], day: 12) == 5)
    #expect(Self.seats([added, first], day: 12) == 5)
    #expect(Self.seats([Self.payment("1", seats: 3, refunded: 1), added], day: 12) == 4)
    let refunded = Self.payment("2", from: 10, seats: 2, refunded: 2, revoked: 15, signed: 15)
    #expect(Self.seats([first, added, refunded], day: 20) == 3)
  }

  @Test(
    "EX-20 a package with seats is sold to the running plan that it names, and a plain one is not")
  func packages() {
    func sold(_ package: Paywall.Package) -> Int {
      let blueprint = Fixture.blueprint {
        $0.hasFreeTier = true
        $0.products = [
          CatalogProduct(
            id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
            period: Period(1, .month), group: "plans")
        ]
        $0.paywalls = [Paywall(id: "plans", title: "hello", packages: [package])]
      }
      return Customer([Self.payment("1", seats: 3)]).membership(blueprint, Self.start.days(5))
        .packages(of: "plans").count
    }
    let own = Condition(products: ["pro.monthly"])
    #expect(sold(Paywall.Package(product: "pro.monthly", seats: 10, when: own)) == 1)
    #expect(sold(Paywall.Package(product: "pro.monthly", when: own)) == 0)
    #expect(sold(Paywall.Package(product: "pro.monthly", seats: 10)) == 0)
  }

  @Test("EX-20 a subscription without seats, and a seat that was assigned, is for one")
  func single() {
    #expect(Self.seats([Self.payment("1", seats: 1)], day: 5) == 1)
    #expect(Self.seats([Self.payment("1", seats: 1, ownership: .familyShared)], day: 5) == 1)
    #expect(Self.seats([], day: 5) == nil)
  }

  @Test("EX-20 the purchases of seats are the own subscriptions that were bought for several")
  func purchases() {
    func purchases(_ facts: Fact...) -> [PurchaseID] { Customer(facts).purchasesOfSeats }
    #expect(purchases(Self.payment("1", seats: 2)) == ["1"])
    #expect(purchases(Self.payment("1", seats: 1), Self.payment("2", from: 5, seats: 1)) == ["1"])
    #expect(purchases(Self.payment("1", seats: 1)) == [])
    #expect(purchases(Self.payment("1", seats: 2, ownership: .familyShared)) == [])
    let packs = StoreTransaction(
      id: "7", originalID: "7", product: "coins", purchasedAt: Self.start, quantity: 5,
      signedAt: Self.start)
    #expect(purchases(.transaction(packs)) == [])
  }
}
