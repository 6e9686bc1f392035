import Testing

@testable import Tollgate

@Suite("Teams and households")
struct TeamDecisionTests {
  private static let start = Fixture.start

  /// One member with the plan, and two with the larger one.
  private static let blueprint = Fixture.blueprint {
    $0.hasFreeTier = true
    $0.products = [product("pro.monthly", ["pro"]), product("studio.monthly", ["pro", "studio"])]
    $0.plan = ["pro"]
    $0.teams = [
      Team(
        id: "family", shares: ["pro"],
        sizes: [Team.Size(seats: 1), Team.Size(entitlement: "studio", seats: 2)])
    ]
    $0.features = [
      Feature(
        id: "render",
        rules: [
          Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .upTo(100, per: .month)),
          Feature.Rule(allowance: .denied),
        ])
    ]
  }

  private static func product(
    _ id: CatalogProduct.ID, _ entitlements: [Entitlement.ID]
  ) -> CatalogProduct {
    CatalogProduct(
      id: id, kind: .autoRenewable, name: "Monthly", entitlements: entitlements,
      price: Money(milliunits: 9_990, currency: "USD"), period: Period(1, .month), group: "plans")
  }

  private static func bought(
    _ id: StoreTransaction.ID, _ product: CatalogProduct.ID = "pro.monthly", from day: Int,
    to end: Int, revoked: Int? = nil
  ) -> Fact {
    .transaction(
      .subscription(
        id, product: product, from: start.days(day), to: start.days(end),
        revoked: revoked.map { start.days($0) }))
  }

  /// What the backend states of the plan that is paid for elsewhere, with the seats.
  private static func right(
    _ id: Grant.ID, from day: Int, to end: Int, seats: Int?, revoked: Int? = nil
  ) -> Fact {
    .grant(
      Grant(
        id: id, entitlements: ["pro"], startsAt: start.days(day), endsAt: start.days(end),
        revokedAt: revoked.map { start.days($0) }, name: "invoice", givenAt: start.days(day),
        willRenew: true, seats: seats))
  }

  /// An owner and the members, to whom everything is recorded as a server does.
  private struct People {
    var owner = Customer()
    var members: [Customer.ID: Customer] = [:]

    init(_ facts: Fact...) { owner = Customer(facts) }

    mutating func record(_ facts: Fact..., on day: Int) {
      for fact in facts { owner.join(fact) }
      for seat in TeamDecisionTests.blueprint.changedSeats(
        of: owner, at: TeamDecisionTests.start.days(day))
      {
        owner.join(.seat(seat))
      }
      for seat in owner.sharedSeats {
        if let member = seat.member {
          members[member, default: Customer()].join(.seat(seat.forMember))
        }
      }
    }

    mutating func join(_ member: Customer.ID, on day: Int) throws(TeamRefusal) {
      let seat = TeamSeat.ID("\(member)-\(day)")
      let now = TeamDecisionTests.start.days(day)
      owner.join(
        .seat(
          try TeamDecisionTests.blueprint.invite(
            to: "family", of: owner, id: "owner", as: seat, at: now)))
      record(
        .seat(
          try TeamDecisionTests.blueprint.join(
            seat, of: owner, ["owner"], as: member, [member], at: now)),
        on: day)
    }

    /// The days on which a member has the plan.
    func days(of member: Customer.ID, _ days: Range<Int> = 0..<100) -> [Int] {
      days.filter {
        membership(of: member, on: $0).entitlement("pro").isActive
      }
    }

    func membership(of member: Customer.ID, on day: Int) -> Membership {
      Membership(
        of: members[member] ?? Customer(), in: TeamDecisionTests.blueprint,
        at: TeamDecisionTests.start.days(day))
    }
  }

  @Test("RA-15 a member has what the owner has, until it ends for the owner")
  func lapse() throws {
    var people = People(Self.bought("1", from: 0, to: 30))
    try people.join("ann", on: 2)
    #expect(people.days(of: "ann") == Array(2..<30))
    let before = people.membership(of: "ann", on: 3)
    #expect(before.phase == .subscribed)
    #expect(before.nextChange == Self.start.days(30))
    #expect(people.membership(of: "ann", on: 30).phase == .lapsed)
    #expect(people.membership(of: "ben", on: 3).phase == .free)
  }

  @Test("RA-15 a renewal of the owner's extends what the member has, and a refund ends it at once")
  func refund() throws {
    var people = People(Self.bought("1", from: 0, to: 30))
    try people.join("ann", on: 2)
    people.record(Self.bought("2", from: 30, to: 60), on: 29)
    #expect(people.days(of: "ann") == Array(2..<60))
    people.record(Self.bought("2", from: 30, to: 60, revoked: 40), on: 40)
    #expect(people.days(of: "ann") == Array(2..<40))
    #expect(people.membership(of: "ann", on: 40).phase == .lapsed)
    // Whoever owned it once owns it again, and nobody is invited a second time.
    people.record(Self.bought("9", from: 50, to: 80), on: 50)
    #expect(people.days(of: "ann", 41..<100) == Array(50..<80))
  }

  @Test("RA-15 a member's grant waits while a seat gives the same, however often the owner lapses")
  func waitingGrant() throws {
    var people = People(Self.bought("1", from: 0, to: 30))
    try people.join("ann", on: 2)
    people.members["ann"]?.join(
      .grant(
        Grant(
          id: "week", entitlements: ["pro"], startsAt: Self.start.days(5), endsAt: nil,
          lasts: Period(7, .day))))
    people.record(Self.bought("2", from: 33, to: 63), on: 33)
    #expect(people.membership(of: "ann", on: 40).waitingGrants.map(\.daysLeft) == [4])
    people.record(Self.bought("3", from: 63, to: 93), on: 63)
    #expect(people.membership(of: "ann", on: 70).waitingGrants.map(\.daysLeft) == [4])
    #expect(people.days(of: "ann") == Array(2..<97))
    people.record(Self.bought("3", from: 63, to: 93, revoked: 70), on: 70)
    people.record(Self.bought("4", from: 71, to: 98), on: 71)
    #expect(people.membership(of: "ann", on: 80).waitingGrants.map(\.daysLeft) == [3])
    let seat = try #require(people.owner.sharedSeats.first)
    #expect(seat.rights.map(\.startsAt) == [2, 33, 71].map { Self.start.days($0) })
  }

  @Test(
    "RA-15 a grant that waits for a seat is shared when its days pass, also after the seat has ended"
  )
  func sharedWaitingGrant() throws {
    let seat = TeamSeat(
      id: "seat", team: "family", side: .member, owner: nil, invitedAt: Self.start,
      expiresAt: Self.start.days(4), joinedAt: Self.start.days(3),
      rights: [
        TeamSeat.Right(
          entitlement: "pro", startsAt: Self.start.days(3), endsAt: Self.start.days(30))
      ])
    var people = People(
      .grant(
        Grant(
          id: "week", entitlements: ["pro"], startsAt: Self.start, endsAt: nil,
          lasts: Period(7, .day))))
    try people.join("ann", on: 2)
    people.record(.seat(seat), on: 3)
    #expect(people.days(of: "ann") == [2] + Array(30..<34))
    people.record(.seat(seat.ended(.removed, at: Self.start.days(10))), on: 10)
    #expect(people.days(of: "ann", 3..<100) == Array(10..<14))
  }

  @Test("RA-15 what an owner was granted for a time is shared until it ends")
  func granted() throws {
    var people = People(
      .grant(
        Grant(
          id: "week", entitlements: ["pro"], startsAt: Self.start, endsAt: Self.start.days(10))))
    try people.join("ann", on: 2)
    #expect(people.days(of: "ann") == Array(2..<10))
  }

  @Test("RA-15 if there are fewer seats than members, those who joined first keep theirs")
  func downgrade() throws {
    var people = People(Self.bought("1", "studio.monthly", from: 0, to: 30))
    try people.join("ben", on: 1)
    try people.join("ann", on: 2)
    #expect(people.days(of: "ann", 0..<30) == Array(2..<30))
    people.record(Self.bought("2", from: 30, to: 60), on: 30)
    #expect(people.days(of: "ben") == Array(1..<60))
    #expect(people.days(of: "ann") == Array(2..<30))
    let seat = try #require(people.owner.sharedSeats.first { $0.member == "ben" })
    people.record(.seat(seat.ended(.removed, at: Self.start.days(40))), on: 40)
    #expect(people.days(of: "ben") == Array(1..<40))
    #expect(people.days(of: "ann", 31..<100) == Array(40..<60))
  }

  @Test("RA-15 who leaves or is removed is out at once, and can join again")
  func removed() throws {
    var people = People(Self.bought("1", from: 0, to: 30))
    try people.join("ann", on: 2)
    for (day, ending) in [(5, TeamSeat.Ending.removed), (9, .left)] {
      let seat = try #require(people.owner.sharedSeats.first { $0.isTaken })
      people.record(.seat(seat.ended(ending, at: Self.start.days(day))), on: day)
      #expect(people.days(of: "ann", day..<30).isEmpty)
      #expect(people.membership(of: "ann", on: day).phase == .lapsed)
      try people.join("ann", on: day + 2)
      #expect(people.days(of: "ann", day..<30) == Array((day + 2)..<30))
    }
  }

  /// Why somebody is refused; nil if they are not.
  private static func refusal(
    of attempt: () throws(TeamRefusal) -> TeamSeat
  ) -> TeamRefusal? {
    do {
      _ = try attempt()
      return nil
    } catch {
      return error
    }
  }

  /// Why a customer can invite nobody on a day; nil if they can.
  private static func refusal(
    ofInvitationTo team: Team.ID = "family", by customer: Customer, on day: Int
  ) -> TeamRefusal? {
    refusal { () throws(TeamRefusal) in
      try blueprint.invite(
        to: team, of: customer, id: "owner", as: "other", at: start.days(day))
    }
  }

  /// Why a customer with some ids cannot join with the seat `s`; nil if they can.
  private static func refusal(
    of ids: Set<Customer.ID>, joining owner: Customer, on day: Int
  ) -> TeamRefusal? {
    refusal { () throws(TeamRefusal) in
      try blueprint.join(
        "s", of: owner, ["owner", "owner-2"], as: "ann", ids, at: start.days(day))
    }
  }

  @Test("RA-15 what somebody has as a member they cannot share")
  func sharedOn() throws {
    var people = People(Self.bought("1", from: 0, to: 30))
    try people.join("ann", on: 2)
    let member = try #require(people.members["ann"])
    let team = try #require(Self.blueprint.team("family"))
    #expect(Self.blueprint.seats(of: team, sharedBy: people.owner, at: Self.start.days(3)) == 1)
    #expect(Self.blueprint.seats(of: team, sharedBy: member, at: Self.start.days(3)) == 0)
    #expect(Self.refusal(ofInvitationTo: "family", by: member, on: 3) == .notOwner)
  }

  @Test("RA-16 a team that is billed elsewhere has the seats that the backend states")
  func statedSeats() throws {
    var people = People(Self.right("a", from: 0, to: 60, seats: 3))
    try people.join("ann", on: 1)
    try people.join("ben", on: 2)
    try people.join("cem", on: 3)
    #expect(Self.refusal(ofInvitationTo: "family", by: people.owner, on: 4) == .full(seats: 3))
    // Of fewer seats, those who joined first keep theirs.
    people.record(
      Self.right("a", from: 0, to: 60, seats: 3, revoked: 10),
      Self.right("b", from: 10, to: 60, seats: 1), on: 10)
    #expect(people.days(of: "ann") == Array(1..<60))
    #expect(people.days(of: "ben") == Array(2..<10))
    #expect(people.days(of: "cem") == Array(3..<10))
    people.record(
      Self.right("b", from: 10, to: 60, seats: 1, revoked: 20),
      Self.right("c", from: 20, to: 60, seats: 2), Self.right("d", from: 60, to: 90, seats: 1),
      on: 20)
    #expect(people.days(of: "ann") == Array(1..<90))
    #expect(people.days(of: "ben") == Array(2..<10) + Array(20..<60))
    #expect(people.days(of: "cem") == Array(3..<10))
  }

  @Test("RA-16 of the seats that are stated and those of the blueprint, the larger number counts")
  func statedBesideBought() throws {
    let team = try #require(Self.blueprint.team("family"))
    func seats(_ stated: Int?, on day: Int) -> Int {
      let owner = Customer([
        Self.bought("1", from: 0, to: 30), Self.right("a", from: 10, to: 60, seats: stated),
      ])
      return Self.blueprint.seats(of: team, sharedBy: owner, at: Self.start.days(day))
    }
    for (stated, expected) in [(5, [1, 5, 5, 0]), (0, [1, 1, 0, 0])] {
      #expect([5, 20, 40, 60].map { seats(stated, on: $0) } == expected)
    }
    #expect([5, 20, 40, 60].map { seats(nil, on: $0) } == [1, 1, 1, 0])
  }

  @Test("RA-15 the seat of a member who turns out to be the owner ends, and is free for another")
  func ownSeat() throws {
    var people = People(Self.bought("1", from: 0, to: 30))
    try people.join("ann", on: 2)
    let ann = try #require(people.members["ann"])
    people.owner.join(ann)
    #expect(Self.refusal(ofInvitationTo: "family", by: people.owner, on: 3) == nil)
    let ended = Self.blueprint.changedSeats(of: people.owner, at: Self.start.days(3))
    #expect(ended.map(\.ending) == [.left])
    for seat in ended {
      people.owner.join(.seat(seat))
      people.owner.join(.seat(seat.forMember))
    }
    #expect(people.owner.sharedSeats.allSatisfy { !$0.isTaken })
    #expect(people.owner.heldSeats.allSatisfy { !$0.gives(at: Self.start.days(3)) })
    #expect(Self.blueprint.changedSeats(of: people.owner, at: Self.start.days(3)).isEmpty)
    try people.join("ben", on: 4)
    #expect(people.days(of: "ben") == Array(4..<30))
  }

  @Test("RA-15 an open invitation takes a seat until it expires, and is used once")
  func refusals() throws {
    var people = People(Self.bought("1", from: 0, to: 30))
    #expect(Self.refusal(ofInvitationTo: "crew", by: people.owner, on: 0) == .notListed)
    #expect(Self.refusal(ofInvitationTo: "family", by: people.owner, on: 30) == .notOwner)
    let first = try Self.blueprint.invite(
      to: "family", of: people.owner, id: "owner", as: "s", label: "Mum", at: Self.start)
    #expect(first.name == "Mum")
    #expect(first.forMember.name == nil)
    people.owner.join(.seat(first))
    #expect(Self.refusal(ofInvitationTo: "family", by: people.owner, on: 6) == .full(seats: 1))
    #expect(Self.refusal(ofInvitationTo: "family", by: people.owner, on: 7) == nil)
    #expect(Self.refusal(of: ["ann"], joining: people.owner, on: 7) == .notOpen)
    #expect(Self.refusal(of: ["ann", "owner-2"], joining: people.owner, on: 6) == .ownTeam)
    let joined = try Self.blueprint.join(
      "s", of: people.owner, ["owner"], as: "ann", ["ann"], at: Self.start.days(6))
    people.record(.seat(joined), on: 6)
    #expect(people.days(of: "ann") == Array(6..<30))
    #expect(Self.refusal(of: ["ben"], joining: people.owner, on: 6) == .notOpen)
    #expect(Self.refusal(ofInvitationTo: "family", by: people.owner, on: 6) == .full(seats: 1))
  }

  @Test("RA-15 nobody joins a team twice, also as a customer who was merged")
  func twice() throws {
    var people = People(Self.bought("1", "studio.monthly", from: 0, to: 30))
    try people.join("ann", on: 1)
    let second = try Self.blueprint.invite(
      to: "family", of: people.owner, id: "owner", as: "s", at: Self.start.days(1))
    people.owner.join(.seat(second))
    #expect(
      Self.refusal(of: ["account", "ann"], joining: people.owner, on: 1) == .alreadyMember)
  }

  @Test("RA-15 a seat's latest version counts, in any order of arrival")
  func order() throws {
    var people = People(Self.bought("1", from: 0, to: 30))
    try people.join("ann", on: 2)
    let taken = try #require(people.owner.sharedSeats.first)
    let ended = taken.ended(.removed, at: Self.start.days(5))
    let versions = [taken, ended].map { Fact.seat($0.forMember) }
    #expect(Customer(versions) == Customer(versions.reversed()))
    #expect(Customer(versions).heldSeats.map(\.ending) == [.removed])
    var merged = Customer([versions[1]])
    merged.join(Customer([versions[0]]))
    #expect(merged == Customer(versions))
  }

  @Test(
    "RA-15 only what does not depend on a person's own windows, items or credits is counted together",
    arguments: [
      (Feature.Allowance.upTo(3, per: .month), false, nil),
      (.all([.upTo(3, per: .day), .upTo(9, per: .ever)]), false, nil),
      (.pool(5, refills: Period(3, .hour)), false, nil),
      (.upTo(3, per: .year), false, nil),
      (.rolling(3, within: Period(3, .hour)), true, nil),
      (
        .fromFirstUse(3, within: Period(3, .hour)), false,
        "a window of `render` begins with the first use of each person; expected `upTo` without `from: firstUse`"
      ),
      (
        .all([.upTo(3, per: .day), .rolling(900, within: Period(3, .hour), sized: true)]), true,
        "with `timeZone: customer` the day of `render` is another one for each person; expected a time zone of the app"
      ),
      (
        .all([.upTo(3, per: .day), .rolling(900, within: Period(3, .hour), sized: true)]), false,
        nil
      ),
      (.upTo(5000, per: .use, sized: true), true, nil),
      (.holding(3), true, nil),
      (.holding(2000, sized: true), false, nil),
      (.all([.holding(3), .upTo(3, per: .day)]), false, nil),
      (
        .upTo(3, per: .day, each: "project"), false,
        "`render` counts for each `project` by person; expected `upTo` or `holding` without `each`"
      ),
      (
        .unlimited, false,
        "`render` counts neither uses nor items; expected a feature with `upTo` or `holding`, or your backend, which uses it for the owner"
      ),
      (
        .upTo(3, per: .day, counts: "pictures"), false,
        "`render` counts `pictures` for each person; expected `upTo` without `counts`"
      ),
      (
        .upTo(3, per: .period), false,
        "the period of `render` is another one for each person; expected `day`, `week`, `month`, `year` or `ever`"
      ),
      (
        .upTo(3, per: .day), true,
        "with `timeZone: customer` the day of `render` is another one for each person; expected a time zone of the app"
      ),
    ] as [(Feature.Allowance, Bool, String?)])
  func pooled(allowance: Feature.Allowance, usesCustomerTimeZone: Bool, mistake: String?) {
    let definition = Fixture.definition {
      $0.app = Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app",
        usesCustomerTimeZone: usesCustomerTimeZone)
      $0.granted = ["pro"]
      $0.teams = [
        Team(id: "family", shares: ["pro"], sizes: [Team.Size(seats: 4)], pooled: ["render"])
      ]
      $0.features = (["render", "preview"] as [Feature.ID]).map {
        Feature(id: $0, rules: [Feature.Rule(allowance: allowance)])
      }
    }
    #expect(definition.mistakes().map(\.message) == [mistake].compactMap { $0 })
  }

  @Test("RA-15 neither a blocked surplus nor a wallet is counted for others")
  func notPooled() {
    let definition = Fixture.definition {
      $0.granted = ["pro"]
      $0.credits = [
        Wallet(id: "coins", given: [Wallet.Gift(amount: 2, .each(.month, upTo: nil))])
      ]
      $0.teams = [
        Team(
          id: "family", shares: ["pro"], sizes: [Team.Size(seats: 4)], pooled: ["desk", "draw"])
      ]
      $0.features = [
        Feature(id: "desk", rules: [Feature.Rule(allowance: .holding(3))], surplus: .blocked),
        Feature(id: "draw", rules: [Feature.Rule(allowance: .spend("coins", cost: 1))]),
      ]
    }
    #expect(
      definition.mistakes().map(\.message) == [
        "`surplus: blocked` of `desk` goes by the order of a person's own items; expected `surplus: kept`",
        "each person pays for `draw` with their own credits; expected a feature with `upTo` or `holding`, or your backend, which uses it for the owner",
      ])
  }

  @Test("RA-15 one team at most counts the items of a feature together, and several its uses")
  func pooledTwice() {
    let definition = Fixture.definition {
      $0.granted = ["pro"]
      $0.teams = (["sales", "design"] as [Team.ID]).map {
        Team(id: $0, shares: ["pro"], sizes: [Team.Size(seats: 4)], pooled: ["desk", "render"])
      }
      $0.features = [
        Feature(id: "desk", rules: [Feature.Rule(allowance: .holding(3))]),
        Feature(id: "render", rules: [Feature.Rule(allowance: .upTo(3, per: .day))]),
      ]
    }
    #expect(
      definition.mistakes().map { "\($0.path.joined(separator: ".")): \($0.message)" } == [
        "teams.design.pooled: the items of `desk` count together in `sales`, and somebody in both teams would hold them twice; expected one team that names it"
      ])
  }

  /// ``blueprint`` with projects that the team counts together.
  private static let pooling = Fixture.blueprint {
    $0 = blueprint.definition
    $0.teams = [
      Team(
        id: "family", shares: ["pro"],
        sizes: [Team.Size(seats: 1), Team.Size(entitlement: "studio", seats: 2)],
        pooled: ["project"])
    ]
    $0.features.append(
      Feature(
        id: "project",
        rules: [
          Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .holding(10)),
          Feature.Rule(allowance: .holding(2)),
        ]))
  }

  /// A project that somebody has added on a day.
  private static func project(_ item: Item.ID, of id: Customer.ID, on day: Int) -> Fact {
    .item(
      ItemChange(
        feature: "project", item: item, isHeld: true, origin: id, at: start.days(day)))
  }

  @Test("RA-15 what members hold counts for all who share it, and the names stay with each of them")
  func pooledItems() throws {
    var people = People(Self.bought("1", "studio.monthly", from: 0, to: 30))
    people.owner.join(Self.project("plan", of: "owner", on: 1))
    try people.join("ann", on: 2)
    try people.join("ben", on: 3)
    people.members["ann"]?.join(Self.project("plan", of: "ann", on: 1))
    people.members["ann"]?.join(Self.project("diary", of: "ann", on: 4))

    /// Records what a server does in each commit, and how many facts that takes.
    func count(on day: Int) throws -> Int {
      var facts: [Fact] = []
      for seat in people.owner.sharedSeats where seat.isTaken {
        let member = try #require(seat.member.flatMap { people.members[$0] })
        facts += Self.pooling.changedItems(
          in: seat, of: member, countedBy: people.owner, at: Self.start.days(day))
      }
      for fact in facts { people.owner.join(fact) }
      return facts.count
    }
    func used(by customer: Customer, on day: Int) -> Int? {
      Membership(of: customer, in: Self.pooling, at: Self.start.days(day)).access(to: "project")
        .limit?.used
    }
    /// What a server answers a member with.
    func seen(by id: Customer.ID, on day: Int) throws -> Customer {
      var member = try #require(people.members[id])
      for seat in member.heldSeats where seat.gives(at: Self.start.days(day)) {
        for fact in Self.pooling.othersItems(
          in: seat, of: people.owner, at: Self.start.days(day))
        {
          member.join(fact)
        }
      }
      return member
    }
    #expect(try count(on: 4) == 1)
    #expect(try count(on: 4) == 0)
    #expect(used(by: people.owner, on: 4) == 3)
    #expect(used(by: try seen(by: "ann", on: 4), on: 4) == 3)
    #expect(used(by: try seen(by: "ben", on: 4), on: 4) == 3)
    #expect(try seen(by: "ben", on: 4).heldItems(of: "project", at: Self.start.days(4)) == [])
    #expect(people.owner.heldItems(of: "project", at: Self.start.days(4)) == ["plan"])
    // Once the owner's plan is over, each is alone.
    let ann = try seen(by: "ann", on: 4)
    #expect(used(by: people.owner, on: 40) == 1)
    #expect(used(by: ann, on: 40) == 2)

    let seat = try #require(people.owner.sharedSeats.first { $0.member == "ann" })
    people.record(.seat(seat.ended(.removed, at: Self.start.days(10))), on: 10)
    #expect(used(by: people.owner, on: 10) == 1)
    #expect(used(by: try seen(by: "ben", on: 10), on: 10) == 1)
    #expect(used(by: try seen(by: "ann", on: 10), on: 10) == 2)
  }

  @Test("RA-15 the end of what a member has is a change for the owner, who then has more left")
  func pooledItemsEnd() throws {
    var people = People(Self.bought("1", "studio.monthly", from: 0, to: 30))
    try people.join("ann", on: 2)
    var seat = try #require(people.owner.sharedSeats.first)
    seat = seat.next {
      $0.rights = [
        TeamSeat.Right(entitlement: "pro", startsAt: Self.start.days(2), endsAt: Self.start.days(9))
      ]
    }
    people.owner.join(.seat(seat))
    people.owner.join(
      .teamItems(
        TeamItems(
          seat: seat.id, feature: "project", count: 4, size: 0, at: Self.start.days(3))))
    let membership = Membership(of: people.owner, in: Self.pooling, at: Self.start.days(3))
    #expect(membership.access(to: "project").limit?.used == 4)
    #expect(membership.nextChange == Self.start.days(9))
  }

  @Test("RA-15 the sizes of pooled uses add up, whoever made them, and a member's own count once")
  func pooledSizes() {
    func use(_ key: Idempotency.Key, by id: Customer.ID, _ amount: Int, on day: Int) -> [Fact] {
      let at = Self.start.days(day)
      return [
        .use(Use(feature: "render", key: key, origin: id, at: at)),
        .size(UseSize(feature: "render", key: key, origin: id, amount: amount, at: at)),
      ]
    }
    let annsOwn = use("b", by: "ann", 7, on: 3)
    let owner = Customer(
      use("a", by: "owner", 5, on: 2) + annsOwn + use("c", by: "ben", 9, on: 4))
    let alone = Customer(use("before", by: "ann", 11, on: 1) + annsOwn)
    var member = alone
    for _ in 1...2 { member.join(usesOf: "render", countedBy: owner, besides: ["ann"]) }
    #expect(member.history.sizes["render"]?.total == 32)
    #expect(member.history.sizes["render"]?.total(before: Self.start.days(4)) == 23)
    #expect(member.history.sizes["render"]?.total(before: Self.start.days(2)) == 11)
    var folded = alone
    folded.join(owner)
    #expect(member == folded)
  }

  @Test(
    "RA-15 a reserved item takes a place for others, who do not learn its name, until it is added")
  func pooledReservation() throws {
    let handle = try #require(Self.pooling.handle(of: "project"))
    let lapse = Self.start.days(1)
    let reservation = Fact.reservation(
      Reservation(
        feature: "project", key: "k", origin: "ann",
        terms: ReservationTerms(isCounted: false, item: "diary", at: Self.start, lapsesAt: lapse)))
    let owner = Customer([reservation.shared])
    var ben = Customer()
    ben.join(usesOf: "project", countedBy: owner, besides: ["ben"])
    for other in [owner, ben] {
      #expect(other.history.reservations.map(\.terms.item) == ["k"])
      #expect(
        Self.pooling.access(to: handle, of: other, at: Self.start).limit?.used == 1)
    }
    let added = ItemChange(
      feature: "project", item: "diary", key: "k", isHeld: true, origin: "ann", at: Self.start)
    #expect(
      owner.closingReservation(of: added, at: Self.start)
        == .reservationRelease(
          ReservationRelease(feature: "project", key: "k", origin: "ann", at: Self.start)))
    let another = ItemChange(
      feature: "project", item: "diary", key: "other", isHeld: true, origin: "ann", at: Self.start)
    #expect(owner.closingReservation(of: another, at: Self.start) == nil)
  }

  @Test("RA-15 uses that end or lengthen a person's trial are not counted for others")
  func pooledTrial() {
    let ends = Trial.Terms(
      lasts: Period(3, .day), uses: Trial.Uses(feature: "render", limit: 3), entitlements: ["pro"])
    let earns = Trial.Terms(
      lasts: Period(3, .day), entitlements: ["pro"],
      earned: [Trial.EarnedDays(days: 1, on: .use("render"), upTo: 2)])
    for terms in [ends, earns] {
      let definition = Fixture.definition {
        $0.trial = Trial(start: .signUp, terms: terms)
        $0.teams = [
          Team(id: "family", shares: ["pro"], sizes: [Team.Size(seats: 4)], pooled: ["render"])
        ]
        $0.features = [
          Feature(id: "render", rules: [Feature.Rule(allowance: .upTo(3, per: .day))])
        ]
      }
      #expect(
        definition.mistakes().map(\.message) == [
          "uses of `render` end or lengthen the trial, which each person has alone; expected another feature"
        ])
    }
  }

  @Test("RA-15 uses that give credits are not counted for others")
  func pooledGifts() {
    let definition = Fixture.definition {
      $0.granted = ["pro"]
      $0.credits = [
        Wallet(id: "coins", given: [Wallet.Gift(amount: 2, .on(.use("watch-ad"), lasts: nil))])
      ]
      $0.teams = [
        Team(id: "family", shares: ["pro"], sizes: [Team.Size(seats: 4)], pooled: ["watch-ad"])
      ]
      $0.features = [
        Feature(id: "watch-ad", rules: [Feature.Rule(allowance: .upTo(3, per: .day))]),
        Feature(id: "draw", rules: [Feature.Rule(allowance: .spend("coins", cost: 1))]),
      ]
    }
    #expect(
      definition.mistakes().map(\.message) == [
        "uses of `watch-ad` give credits, which are never pooled; expected another feature"
      ])
  }

  @Test("RA-15 credits that the owner has reserved for a pooled feature are not the member's")
  func reservedCredits() {
    func reserved(_ key: Idempotency.Key, _ terms: ReservationTerms) -> Fact {
      .reservation(Reservation(feature: "render", key: key, origin: "owner", terms: terms))
    }
    let lapse = Self.start.days(1)
    let owner = Customer([
      reserved("use", ReservationTerms(at: Self.start, lapsesAt: lapse)),
      reserved(
        "spend",
        ReservationTerms(
          isCounted: false, wallet: "gems", amount: 5, at: Self.start, lapsesAt: lapse)),
    ])
    var member = Customer()
    member.join(usesOf: "render", countedBy: owner, besides: ["member"])
    #expect(member.history.reservations.map(\.key.key) == ["use"])
  }

  @Test(
    "RA-15 a member is sold what gives more than the team shares, unless the package is for others",
    arguments: [
      (Condition(notEntitled: ["studio"]), ["studio.monthly"]),
      (
        Condition(
          notEntitled: ["studio"],
          any: [Condition(notEntitled: ["pro"]), Condition(products: ["pro.monthly"])]), []
      ),
    ] as [(Condition, [CatalogProduct.ID])])
  func sold(when: Condition, toMember: [CatalogProduct.ID]) throws {
    var people = People(Self.bought("1", "studio.monthly", from: 0, to: 30))
    try people.join("ann", on: 2)
    let member = try #require(people.members["ann"])
    let blueprint = Fixture.blueprint {
      $0 = Self.blueprint.definition
      $0.paywalls = [
        Paywall(
          id: "plans", title: "hello",
          packages: [Paywall.Package(product: "studio.monthly", when: when)])
      ]
    }
    func packages(of customer: Customer) -> [CatalogProduct.ID] {
      Membership(of: customer, in: blueprint, at: Self.start.days(3)).packages(of: "plans")
        .map(\.product)
    }
    #expect(packages(of: member) == toMember)
    #expect(packages(of: Customer()) == ["studio.monthly"])
  }

  @Test("RA-15 members have what the team gives instead, while the owner has any of what is shared")
  func gives() throws {
    let blueprint = Fixture.blueprint {
      $0 = Self.blueprint.definition
      $0.teams = [
        Team(
          id: "family", shares: ["studio", "pro"], gives: ["member", "guest"],
          sizes: [Team.Size(seats: 1)])
      ]
      $0.paywalls = [
        Paywall(
          id: "plans", title: "hello", packages: [Paywall.Package(product: "pro.monthly")])
      ]
    }
    #expect(blueprint.definition.mistakes().filter { $0.path.first == "teams" }.isEmpty)
    #expect(blueprint.definition.onlyGranted == ["member", "guest"])
    let seat = TeamSeat(
      id: "seat", team: "family", side: .owner, number: 2, owner: "owner", member: "ann",
      invitedAt: Self.start, expiresAt: Self.start.days(7), joinedAt: Self.start)
    func grant(_ entitlement: Entitlement.ID, to day: Int) -> Fact {
      .grant(
        Grant(
          id: Grant.ID(entitlement.rawValue), entitlements: [entitlement], startsAt: Self.start,
          endsAt: Self.start.days(day)))
    }
    // When the first of the two grants ends, nothing changes for the member.
    let owner = Customer([grant("studio", to: 30), grant("pro", to: 60), .seat(seat)])
    let changed = try #require(blueprint.changedSeats(of: owner, at: Self.start).first)
    #expect(changed.rights.map(\.entitlement) == ["guest", "member"])
    #expect(changed.rights.allSatisfy { $0.endsAt == Self.start.days(60) })
    let member = Membership(
      of: Customer([.seat(changed.forMember)]), in: blueprint, at: Self.start.days(3))
    #expect(member.entitlement("member").isActive)
    #expect(!member.entitlement("pro").isActive)
    #expect(member.phase == .free)
    #expect(member.packages(of: "plans").map(\.product) == ["pro.monthly"])
    #expect(member.nextChange == Self.start.days(60))
    let owning = Membership(of: owner, in: blueprint, at: Self.start.days(3))
    #expect(owning.entitlement("pro").isActive)
    #expect(!owning.entitlement("member").isActive)
  }

  @Test("RA-15 a right that a seat gives later is listed once it has begun")
  func laterRight() {
    let seat = TeamSeat(
      id: "s", team: "family", side: .member, number: 1, owner: "ann", member: "me",
      invitedAt: Self.start, expiresAt: Self.start.days(7), joinedAt: Self.start,
      rights: [TeamSeat.Right(entitlement: "pro", startsAt: Self.start.days(3), endsAt: nil)])
    func begins(on day: Int) -> Instant? {
      PurchaseOverview(
        of: Customer([.seat(seat)]), in: Self.blueprint, at: Self.start.days(day)
      ).sources["pro"]?.startedAt
    }
    #expect(begins(on: 2) == nil)
    #expect(begins(on: 3) == Self.start.days(3))
  }

  @Test("RA-15 a team shares what an owner can have, not what only members have")
  func ownable() {
    func mistakes(_ sharing: Entitlement.ID, granted: [Entitlement.ID]) -> [String] {
      let definition = Fixture.definition {
        $0.granted = ["premium"] + granted
        $0.teams = [
          Team(
            id: "crew", shares: [sharing], gives: ["member"],
            sizes: [Team.Size(entitlement: sharing, seats: 1)])
        ]
      }
      return definition.mistakes().map { $0.path.joined(separator: ".") }
    }
    #expect(mistakes("member", granted: []) == ["teams.crew.shares", "teams.crew.seats"])
    #expect(mistakes("member", granted: ["member"]) == [])
    #expect(mistakes("premium", granted: []) == [])
  }

  @Test("RA-15 a team names what exists, and its numbers are in range")
  func mistakes() {
    let definition = Fixture.definition {
      $0.granted = ["premium"]
      $0.teams = [
        Team(
          id: "family", shares: ["premum"],
          sizes: [Team.Size(entitlement: "premiun", seats: 101)], pooled: ["rendr"],
          invitation: Period(31, .day))
      ]
      $0.features = [
        Feature(id: "render", rules: [Feature.Rule(allowance: .upTo(1, per: .day))])
      ]
    }
    let mistakes = definition.mistakes()
    #expect(
      mistakes.map { $0.path.joined(separator: ".") } == [
        "teams.family.shares", "teams.family.seats", "teams.family.seats",
        "teams.family.invitation", "teams.family.pooled",
      ])
    #expect(mistakes.compactMap(\.nearest) == ["premium", "premium", "render"])
  }
}
