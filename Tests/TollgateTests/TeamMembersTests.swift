import Testing

@testable import Tollgate

@Suite("Conditions on the members of a team")
struct TeamMembersTests {
  private static let start = Fixture.start
  /// What each feature asks for.
  private static let tests: [(Feature.ID, PastTest)] = [
    ("alone", .members(of: "family", lessThan: 1)),
    ("shared", .members(of: "family", atLeast: 1)),
    ("full", .members(of: "family", atLeast: 2)),
    ("some", .members(of: "family", atLeast: 1, lessThan: 2)),
    ("other", .members(of: "crew", atLeast: 1)),
  ]

  private static let app = Fixture.blueprint {
    $0.hasFreeTier = true
    $0.products = [
      CatalogProduct(
        id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
        price: Money(milliunits: 9_990, currency: "USD"), period: Period(1, .month), group: "plans")
    ]
    $0.teams = ["family", "crew"].map {
      Team(id: $0, shares: ["pro"], sizes: [Team.Size(seats: 2)], invitation: Period(3, .day))
    }
    $0.features = tests.map { name, test in
      Feature(
        id: name,
        rules: [
          Feature.Rule(when: Condition(past: [test]), allowance: .unlimited),
          Feature.Rule(allowance: .denied),
        ])
    }
  }

  private static let bought = Fact.transaction(
    .subscription("1", product: "pro.monthly", from: start, to: start.days(30)))

  /// The features that a customer may use on a day.
  private static func allowed(_ customer: Customer, on day: Int) -> [Feature.ID] {
    let membership = customer.membership(app, start.days(day))
    return tests.map(\.0).filter { membership.access(to: $0).isAllowed }
  }

  private static func invite(
    _ seat: TeamSeat.ID, to team: Team.ID = "family", of owner: inout Customer, on day: Int
  ) throws {
    owner.join(
      .seat(try app.invite(to: team, of: owner, id: "owner", as: seat, at: start.days(day))))
  }

  /// Lets somebody join with a seat of their name, and returns their record.
  private static func join(
    _ member: String, _ owner: inout Customer, on day: Int
  ) throws -> Customer {
    let seat = try app.join(
      TeamSeat.ID(member), of: owner, ["owner"], as: Customer.ID(member), [Customer.ID(member)],
      at: start.days(day))
    owner.join(.seat(seat))
    for changed in app.changedSeats(of: owner, at: start.days(day)) { owner.join(.seat(changed)) }
    return Customer([.seat(try #require(owner.sharedSeat(seat.id)).forMember)])
  }

  @Test("RA-15 a condition on members counts those who joined and open invitations, as seats do")
  func counted() throws {
    var owner = Customer([Self.bought])
    #expect(Self.allowed(owner, on: 1) == ["alone"])
    try Self.invite("ann", of: &owner, on: 1)
    #expect(Self.allowed(owner, on: 1) == ["shared", "some"])
    _ = try Self.join("ann", &owner, on: 2)
    #expect(Self.allowed(owner, on: 2) == ["shared", "some"])
    try Self.invite("ben", of: &owner, on: 3)
    #expect(Self.allowed(owner, on: 3) == ["shared", "full"])
    #expect(throws: TeamRefusal.full(seats: 2)) { try Self.invite("eve", of: &owner, on: 3) }
    let left = try #require(owner.sharedSeat("ann")).ended(.left, at: Self.start.days(4))
    owner.join(.seat(left))
    #expect(Self.allowed(owner, on: 4) == ["shared", "some"])
    let withdrawn = try #require(owner.sharedSeat("ben")).ended(.withdrawn, at: Self.start.days(5))
    owner.join(.seat(withdrawn))
    #expect(Self.allowed(owner, on: 5) == ["alone"])
  }

  @Test("RA-15 a condition on members changes at the instant at which an invitation expires")
  func expiry() throws {
    var owner = Customer()
    owner.join(
      .seat(
        TeamSeat(
          id: "ann", team: "family", side: .owner, owner: "owner", invitedAt: Self.start.days(1),
          expiresAt: Self.start.days(4))))
    let membership = owner.membership(Self.app, Self.start.days(1))
    #expect(membership.nextChange == Self.start.days(4))
    #expect(Self.allowed(owner, on: 3) == ["shared", "some"])
    #expect(Self.allowed(owner, on: 4) == ["alone"])
    #expect(owner.membership(Self.app, Self.start.days(4)).nextChange == nil)
  }

  @Test("RA-15 a member has no members, nor has the owner in another team")
  func others() throws {
    var owner = Customer([Self.bought])
    try Self.invite("ann", of: &owner, on: 1)
    let ann = try Self.join("ann", &owner, on: 1)
    #expect(ann.membership(Self.app, Self.start.days(2)).entitlement("pro").isActive)
    #expect(Self.allowed(ann, on: 2) == ["alone"])
    try Self.invite("ben", to: "crew", of: &owner, on: 2)
    #expect(Self.allowed(owner, on: 2) == ["shared", "some", "other"])
  }

  @Test("RA-15 members whom nobody removed still count when the owner's plan has ended")
  func ended() throws {
    var owner = Customer([Self.bought])
    try Self.invite("ann", of: &owner, on: 1)
    let ann = try Self.join("ann", &owner, on: 1)
    #expect(!ann.membership(Self.app, Self.start.days(40)).entitlement("pro").isActive)
    #expect(Self.allowed(owner, on: 40) == ["shared", "some"])
  }

  @Test("RA-15 a member who turns out to be the owner does not count")
  func merged() throws {
    var owner = Customer([Self.bought])
    try Self.invite("ann", of: &owner, on: 1)
    let ann = try Self.join("ann", &owner, on: 1)
    #expect(Self.allowed(owner, on: 1) == ["shared", "some"])
    owner.join(ann)
    #expect(Self.allowed(owner, on: 1) == ["alone"])
  }
}
