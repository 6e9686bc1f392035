import Testing

@testable import Tollgate

@Suite("The condition of a team")
struct TeamConditionTests {
  private static let start = Fixture.start
  private static let yearly = Condition(products: ["pro.yearly"])

  private static func app(when: Condition) throws -> Blueprint {
    try Blueprint(
      Fixture.definition {
        $0.hasFreeTier = true
        $0.products = [product("pro.monthly", .month), product("pro.yearly", .year)]
        $0.attributes = [Attribute(id: "verified", kind: .boolean, setBy: .backend)]
        $0.teams = [
          Team(id: "family", when: when, shares: ["pro"], sizes: [Team.Size(seats: 2)])
        ]
      })
  }

  private static func product(_ id: CatalogProduct.ID, _ unit: Period.Unit) -> CatalogProduct {
    CatalogProduct(
      id: id, kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
      price: Money(milliunits: 9_990, currency: "USD"), period: Period(1, unit), group: "plans")
  }

  private static func bought(
    _ id: StoreTransaction.ID, _ product: CatalogProduct.ID, from day: Int, to end: Int
  ) -> Fact {
    .transaction(
      .subscription(id, product: product, from: start.days(day), to: start.days(end)))
  }

  /// Lets a member join on a day.
  private static func joined(_ owner: inout Customer, on day: Int, _ app: Blueprint) throws {
    let now = start.days(day)
    let invited = try app.invite(to: "family", of: owner, id: "owner", as: "seat", at: now)
    owner.join(.seat(invited))
    let seat = try app.join("seat", of: owner, ["owner"], as: "ann", ["ann"], at: now)
    owner.join(.seat(seat))
    update(&owner, on: day, app)
  }

  private static func update(_ owner: inout Customer, on day: Int, _ app: Blueprint) {
    for seat in app.changedSeats(of: owner, at: start.days(day)) { owner.join(.seat(seat)) }
  }

  /// The first and last days of what the member has.
  private static func rights(_ owner: Customer) -> [[Instant?]] {
    (owner.sharedSeat("seat")?.rights ?? []).map { [$0.startsAt, $0.endsAt] }
  }

  @Test("RA-15 only who meets a team's condition shares, and who no longer does shares no more")
  func products() throws {
    let app = try Self.app(when: Self.yearly)
    let team = try #require(app.team("family"))
    let monthly = Customer([Self.bought("1", "pro.monthly", from: 0, to: 30)])
    #expect(app.seats(of: team, sharedBy: monthly, at: Self.start.days(1)) == 0)
    #expect(throws: TeamRefusal.unmet([Self.yearly])) {
      try app.invite(to: "family", of: monthly, id: "owner", as: "seat", at: Self.start.days(1))
    }
    #expect(throws: TeamRefusal.notOwner) {
      try app.invite(to: "family", of: Customer(), id: "owner", as: "seat", at: Self.start)
    }
    var owner = Customer([Self.bought("1", "pro.yearly", from: 0, to: 365)])
    #expect(app.seats(of: team, sharedBy: owner, at: Self.start.days(1)) == 2)
    try Self.joined(&owner, on: 1, app)
    #expect(Self.rights(owner) == [[Self.start.days(1), Self.start.days(365)]])
    // The owner changes to the monthly plan, and back.
    owner.join(Self.bought("2", "pro.monthly", from: 100, to: 130))
    Self.update(&owner, on: 100, app)
    #expect(Self.rights(owner) == [[Self.start.days(1), Self.start.days(100)]])
    owner.join(Self.bought("3", "pro.yearly", from: 120, to: 485))
    Self.update(&owner, on: 120, app)
    #expect(
      Self.rights(owner) == [
        [Self.start.days(1), Self.start.days(100)], [Self.start.days(120), Self.start.days(485)],
      ])
  }

  @Test("RA-15 what the backend sets for the owner decides at once what members have")
  func attribute() throws {
    let verified = Condition(
      audience: Audience(attributes: [AttributeTest(attribute: "verified", values: [true])]))
    let app = try Self.app(when: verified)
    var owner = Customer([Self.bought("1", "pro.monthly", from: 0, to: 30)])
    for fact in app.set(["verified": true], by: .backend, for: owner, at: Self.start).facts {
      owner.join(fact)
    }
    try Self.joined(&owner, on: 1, app)
    #expect(Self.rights(owner) == [[Self.start.days(1), Self.start.days(30)]])
    let now = Self.start.days(3)
    for fact in app.set(["verified": nil], by: .backend, for: owner, at: now).facts {
      owner.join(fact)
    }
    Self.update(&owner, on: 3, app)
    #expect(Self.rights(owner) == [[Self.start.days(1), now]])
  }

  @Test("RA-15 a team's condition on dates, events or what is left is a mistake")
  func mistakes() {
    func mistake(_ when: Condition) -> String {
      do {
        _ = try Self.app(when: when)
        return "none"
      } catch { return "\(error)" }
    }
    #expect(mistake(Condition(phases: [.subscribed])) == "none")
    let bought = PastTest.since(PastTest.Since(.purchase, atLeast: Period(30, .day)))
    for when in [Condition(past: [bought]), Condition(any: [Condition(past: [bought])])] {
      #expect(
        mistake(when)
          == "teams.family.when: members know in advance how long they have what is shared, which cannot depend on dates, events, members and what is left; expected `product`, `entitled`, `phase`, `reached` or an `attribute`"
      )
    }
    #expect(
      mistake(Condition(products: ["pro.year"]))
        == "teams.family.when.product: there is no product `pro.year`; did you mean `pro.yearly`?")
  }
}
