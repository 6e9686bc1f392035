import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Teams and households")
struct TeamTests {
  private static let monthly = "coach.monthly"

  /// A server whose subscribers share what they have with two others, and whose renderings count for all.
  private static func server(
    _ ledger: any Ledger = SQLiteLedger.inMemory(), seats: Int = 2
  ) async throws -> TestServer {
    try await TestServer("coach-free", ledger: ledger) {
      $0.teams = [
        Team(
          id: "family", shares: ["premium"], sizes: [Team.Size(seats: seats)], pooled: ["render"])
      ]
      $0.features.append(
        Feature(
          id: "render",
          rules: [
            Feature.Rule(
              when: Condition(entitled: ["premium"]), allowance: .upTo(100, per: .month)),
            Feature.Rule(allowance: .denied),
          ]))
    }
  }

  /// A customer who has subscribed.
  private static func owner(of server: TestServer) async throws -> TestPhone {
    let phone = try await server.phone(device: "owner")
    try await phone.buy(monthly)
    return phone
  }

  private static func invite(
    _ server: TestServer, _ owner: TestPhone, key: String
  ) async throws -> InvitationResponse {
    try await server.send(
      .invite("family"), token: owner.token, key: key, json: InvitationRequest(name: key))
  }

  @discardableResult
  private static func join(
    _ server: TestServer, _ phone: TestPhone, _ code: String
  ) async throws -> SeatResponse {
    try await server.send(.join, token: phone.token, json: JoinRequest(code: code))
  }

  /// A new customer who has joined the team of an owner.
  private static func member(
    _ name: String, of owner: TestPhone, on server: TestServer
  ) async throws -> (phone: TestPhone, seat: TeamSeat.ID) {
    let invitation = try await invite(server, owner, key: name)
    let phone = try await server.phone(device: Device.ID(name))
    try await join(server, phone, invitation.code)
    return (phone, invitation.seat.id)
  }

  /// What a server says of a customer, whatever server they signed in on.
  private static func phase(_ phone: TestPhone, on server: TestServer) async throws -> Phase {
    let membership: MembershipSummary = try await server.send(.membership, token: phone.token)
    return membership.phase
  }

  private static func teams(_ phone: TestPhone, on server: TestServer) async throws -> TeamsResponse
  {
    try await server.send(.teams, token: phone.token)
  }

  /// The code of the problem that a request is refused with.
  private static func code<Value>(
    _ request: () async throws -> Value
  ) async -> ProblemCode? {
    do {
      _ = try await request()
      return nil
    } catch {
      return (error as? Problem)?.code
    }
  }

  /// Expects that a request is refused.
  private static func expect<Value>(
    _ refusal: ProblemCode, sourceLocation: SourceLocation = #_sourceLocation,
    _ request: () async throws -> Value
  ) async {
    let code = await code(request)
    #expect(code == refusal, sourceLocation: sourceLocation)
  }

  @Test("RA-15 an owner invites, and a member has what the owner has for as long as the owner")
  func joins() async throws {
    let server = try await Self.server()
    let owner = try await Self.owner(of: server)
    let invitation = try await Self.invite(server, owner, key: "Ben")
    #expect(invitation.seat.name == "Ben")
    #expect(invitation.seat.expiresAt == server.now.adding(Period(7, .day)))
    #expect(try await Self.invite(server, owner, key: "Ben") == invitation)
    let phone = try await server.phone(device: "ben")
    #expect(try await phone.phase() == .blocked)
    let seat = try await Self.join(server, phone, invitation.code.lowercased()).seat
    #expect(seat.name == nil)
    #expect(seat.rights.map(\.entitlement) == ["premium"])
    #expect(try await phone.phase() == .subscribed)
    // A repeated request has joined already.
    #expect(try await Self.join(server, phone, invitation.code).seat == seat)
    let shared = try await Self.teams(owner, on: server)
    #expect(shared.teams.map(\.seats) == [2])
    #expect(shared.teams.flatMap(\.taken).map(\.name) == ["Ben"])
    #expect(shared.held.isEmpty)
    let held = try await Self.teams(phone, on: server)
    #expect(held.teams.map(\.seats) == [0])
    #expect(held.held == [seat])
    // Neither device receives the other customer's id.
    for (own, other) in [(owner, phone), (phone, owner)] {
      let exchange = try await server.exchange(.me, token: own.token)
      #expect(!exchange.body.contains(other.id.rawValue))
    }

    server.store.cancel(owner.account)
    try await server.deliverNotifications()
    server.advance(Period(1, .month))
    #expect(try await phone.phase() == .lapsed)
  }

  @Test("RA-15 a renewal of the owner's reaches the members in the same commit")
  func renewal() async throws {
    let server = try await Self.server()
    let owner = try await Self.owner(of: server)
    let (phone, _) = try await Self.member("ben", of: owner, on: server)
    let before = try await server.entries().count
    server.advance(Period(1, .month))
    try await server.deliverNotifications()
    let entries = try await server.entries().dropFirst(before)
    let renewed = try #require(entries.first { $0.fact.kind == .transaction })
    let seats = entries.filter { $0.fact.kind == .seat && $0.at == renewed.at }
    #expect(Set(seats.map(\.customer)) == [owner.id, phone.id])
    #expect(try await phone.phase() == .subscribed)
  }

  @Test("RA-15 a member is out at once, on both servers, when the owner is refunded")
  func refund() async throws {
    for sharing in Sharing.allCases {
      try await sharing.open { ledger, other in
        let first = try await Self.server(ledger)
        let second = try await first.restarted(over: other)
        let owner = try await first.phone(device: "owner")
        let bought = try owner.purchase(Self.monthly)
        try await owner.post(bought)
        let (phone, _) = try await Self.member("ben", of: owner, on: first)
        for server in [first, second] {
          #expect(try await Self.phase(phone, on: server) == .subscribed)
        }
        first.store.refund(bought.payload.transactionId)
        try await first.deliverNotifications()
        for server in [first, second] {
          #expect(try await Self.phase(phone, on: server) == .lapsed)
        }
      }
    }
  }

  @Test("RA-15 who is removed or leaves is out at once, and their seat is free")
  func ends() async throws {
    let server = try await Self.server(seats: 1)
    let owner = try await Self.owner(of: server)
    let (phone, seat) = try await Self.member("ben", of: owner, on: server)
    await Self.expect(.limitReached) { try await Self.invite(server, owner, key: "a") }
    let stranger = try await server.phone(device: "eve")
    let refused = try await server.exchange(.endSeat(seat), token: stranger.token)
    #expect(refused.code == .unknownSeat)
    server.advance(Period(1, .day))
    let removal = server.now
    for _ in 1...2 {
      let ended: SeatResponse = try await server.send(.endSeat(seat), token: owner.token)
      #expect(ended.seat.endedAt == removal)
      #expect(try await phone.phase() == .lapsed)
    }
    let again = try await Self.invite(server, owner, key: "b")
    try await Self.join(server, phone, again.code)
    #expect(try await phone.phase() == .subscribed)
    server.advance(Period(1, .day))
    for _ in 1...2 {
      let _: SeatResponse = try await server.send(.endSeat(again.seat.id), token: phone.token)
      #expect(try await phone.phase() == .lapsed)
    }
    #expect(try await Self.teams(owner, on: server).teams.flatMap(\.taken).isEmpty)
    // An invitation that is withdrawn frees its seat, and is worth nothing.
    let withdrawn = try await Self.invite(server, owner, key: "c")
    let _: SeatResponse = try await server.send(
      .endSeat(withdrawn.seat.id), token: owner.token)
    await Self.expect(.invalidCode) { try await Self.join(server, phone, withdrawn.code) }
    _ = try await Self.invite(server, owner, key: "d")
  }

  @Test("RA-15 an app's own backend invites, lists and removes, and only a customer joins")
  func backend() async throws {
    let server = try await Self.server()
    let owner = try await Self.owner(of: server)
    let backend = try await TestBackend(server)
    let invitation: InvitationResponse = try await backend.send(
      .invite("family"), for: owner.id, idempotencyKey: "ben@example.com")
    let phone = try await server.phone(device: "ben")
    try await Self.join(server, phone, invitation.code)
    let teams: TeamsResponse = try await backend.send(.teams, for: owner.id)
    #expect(teams.teams.flatMap(\.taken).map(\.id) == [invitation.seat.id])
    server.advance(Period(1, .day))
    let _: SeatResponse = try await backend.send(.endSeat(invitation.seat.id), for: owner.id)
    #expect(try await phone.phase() == .lapsed)
    let refused = try await server.exchange(
      .join, token: backend.key, body: #"{"code":"x"}"#)
    #expect(refused.code == .secretKeyNotAllowed)
  }

  @Test("RA-16 the backend states the seats of a team that is billed elsewhere, and changes them")
  func statedSeats() async throws {
    let server = try await TestServer("coach-free") {
      $0.teams = [Team(id: "family", shares: ["premium"], sizes: [Team.Size(seats: 1)])]
      $0.grants = [
        GrantTerms(
          id: "invoice", giver: .backend, entitlements: ["premium"], waitsFor: .nothing,
          isElsewhere: true),
        GrantTerms(id: "quest", giver: .backend, entitlements: ["premium"], lasts: Period(1, .day)),
      ]
    }
    let owner = try await server.phone(device: "owner")
    let backend = try await TestBackend(server)
    let end = server.now.adding(Period(30, .day))
    func state(
      _ name: GrantTerms.ID = "invoice", seats: Int?, key: String
    ) async throws -> GrantResponse {
      try await server.send(
        .giveGrant(owner.id), token: backend.key, key: key,
        json: ListedGrantRequest(name: name, until: end, seats: seats))
    }
    #expect(try await state(seats: 2, key: "a").seats == 2)
    #expect(try await Self.teams(owner, on: server).teams.map(\.seats) == [2])
    let (ann, _) = try await Self.member("ann", of: owner, on: server)
    server.advance(Period(1, .hour))
    let (ben, _) = try await Self.member("ben", of: owner, on: server)
    await Self.expect(.limitReached) { try await Self.invite(server, owner, key: "cem") }

    server.advance(Period(1, .day))
    _ = try await state(seats: 1, key: "b")
    #expect(try await Self.phase(ann, on: server) == .subscribed)
    #expect(try await Self.phase(ben, on: server) == .lapsed)
    #expect(try await server.entries().count { $0.fact.kind == .grant } == 3)
    server.advance(Period(1, .day))
    _ = try await state(seats: 2, key: "c")
    #expect(try await Self.phase(ben, on: server) == .subscribed)
    // Without a statement, the blueprint says how many there are.
    server.advance(Period(1, .day))
    #expect(try await state(seats: nil, key: "d").seats == nil)
    #expect(try await Self.phase(ben, on: server) == .lapsed)

    await Self.expect(.idempotencyKeyReused) { try await state(seats: 3, key: "d") }
    await Self.expect(.invalidValue) { try await state(seats: 101, key: "e") }
    await Self.expect(.invalidValue) { try await state("quest", seats: 2, key: "f") }
  }

  @Test(
    "RA-15 a grant that waits for a seat is shared in the member's own team only while it runs, from the same commit on"
  )
  func sharedGrant() async throws {
    let server = try await TestServer("coach-free") {
      $0.teams = [Team(id: "family", shares: ["premium"], sizes: [Team.Size(seats: 1)])]
      $0.grants = [
        GrantTerms(
          id: "week", giver: .backend, entitlements: ["premium"], lasts: Period(7, .day),
          waitsFor: .purchases)
      ]
    }
    let middle = try await server.phone(device: "middle")
    let backend = try await TestBackend(server)
    let _: GrantResponse = try await server.send(
      .giveGrant(middle.id), token: backend.key, key: "a", json: ListedGrantRequest(name: "week"))
    let (leaf, _) = try await Self.member("leaf", of: middle, on: server)
    #expect(try await leaf.phase() == .subscribed)

    server.advance(Period(1, .day))
    let owner = try await Self.owner(of: server)
    let invitation = try await Self.invite(server, owner, key: "middle")
    try await Self.join(server, middle, invitation.code)
    #expect(try await middle.phase() == .subscribed)
    #expect(try await leaf.phase() == .lapsed)

    server.advance(Period(9, .day))
    let _: SeatResponse = try await server.send(.endSeat(invitation.seat.id), token: owner.token)
    #expect(try await middle.phase() == .subscribed)
    #expect(try await leaf.phase() == .subscribed)
    server.advance(Period(6, .day))
    #expect(try await middle.phase() == .lapsed)
    #expect(try await leaf.phase() == .lapsed)
  }

  @Test("RA-15 wrong codes are limited, and a code works once")
  func codes() async throws {
    let server = try await Self.server()
    let owner = try await Self.owner(of: server)
    let invitation = try await Self.invite(server, owner, key: "ben")
    await Self.expect(.alreadyMember) { try await Self.join(server, owner, invitation.code) }
    let (ben, eve) = (
      try await server.phone(device: "ben"), try await server.phone(device: "eve")
    )
    try await Self.join(server, ben, invitation.code)
    await Self.expect(.invalidCode) { try await Self.join(server, eve, invitation.code) }
    for _ in 1...10 {
      await Self.expect(.invalidCode) { try await Self.join(server, eve, "AAAA-AAAA-AAAA") }
    }
    let next = try await Self.invite(server, owner, key: "eve")
    await Self.expect(.tooManyAttempts) { try await Self.join(server, eve, next.code) }
    server.advance(Period(15, .minute))
    try await Self.join(server, eve, next.code)
    #expect(try await eve.phase() == .subscribed)
  }

  @Test("RA-15 invitations expire, need something to share, and name a team that exists")
  func refusals() async throws {
    let server = try await Self.server(seats: 1)
    let owner = try await Self.owner(of: server)
    let invitation = try await Self.invite(server, owner, key: "ben")
    server.advance(Period(7, .day))
    let phone = try await server.phone(device: "ben")
    await Self.expect(.invalidCode) { try await Self.join(server, phone, invitation.code) }
    let again = try await Self.invite(server, owner, key: "again")
    try await Self.join(server, phone, again.code)
    // A member has nothing of their own to share.
    await Self.expect(.nothingToShare) { try await Self.invite(server, phone, key: "x") }
    let unknown = try await server.exchange(.invite("crew"), token: owner.token, key: "y")
    #expect(unknown.code == .unknownTeam)
    let unnamed = try await server.exchange(
      .invite("family"), token: owner.token, key: "z", body: #"{"name":" "}"#)
    #expect(unnamed.code == .invalidValue)
  }

  @Test("RA-15 an anonymous member who signs in takes the seat along, and so does an owner")
  func merges() async throws {
    let server = try await Self.server()
    var owner = try await Self.owner(of: server)
    let (member, seat) = try await Self.member("ben", of: owner, on: server)
    var phone = member
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ben@example.com")
    server.advance(Period(8, .day))
    #expect(try await account.phase() == .trialExpired)
    try await phone.signIn("ben@example.com")
    #expect(try await account.phase() == .subscribed)
    var home = try await server.phone(device: "home")
    try await home.signUp("ada@example.com")
    try await owner.signIn("ada@example.com")
    #expect(try await account.phase() == .subscribed)
    #expect(try await Self.teams(home, on: server).teams.flatMap(\.taken).map(\.id) == [seat])
    let _: SeatResponse = try await server.send(.endSeat(seat), token: home.token)
    #expect(try await account.phase() != .subscribed)
  }

  @Test("RA-15 two members who turn out to be one person have one seat, and the other is free")
  func mergedMembers() async throws {
    let server = try await Self.server()
    let owner = try await Self.owner(of: server)
    let (ben, seat) = try await Self.member("ben", of: owner, on: server)
    server.advance(Period(1, .hour))
    let (other, _) = try await Self.member("tablet", of: owner, on: server)
    var (laptop, tablet) = (ben, other)
    try await laptop.signUp("ben@example.com")
    server.advance(Period(8, .day))
    try await tablet.signIn("ben@example.com")
    for phone in [laptop, tablet] { #expect(try await phone.phase() == .subscribed) }
    #expect(try await Self.teams(owner, on: server).teams.flatMap(\.taken).map(\.id) == [seat])
    #expect(try await Self.teams(tablet, on: server).held.map(\.id) == [seat])
    let (cleo, _) = try await Self.member("cleo", of: owner, on: server)
    #expect(try await cleo.phase() == .subscribed)
    let _: SeatResponse = try await server.send(.endSeat(seat), token: tablet.token)
    #expect(try await laptop.phase() != .subscribed)
  }

  @Test("RA-15 a member of two owners' teams has one seat if the owners turn out to be one")
  func mergedOwners() async throws {
    let server = try await Self.server()
    var owner = try await Self.owner(of: server)
    let (ben, seat) = try await Self.member("ben", of: owner, on: server)
    server.advance(Period(1, .hour))
    var tablet = try await server.phone(device: "tablet")
    try await tablet.buy(Self.monthly)
    let invitation = try await Self.invite(server, tablet, key: "ben")
    try await Self.join(server, ben, invitation.code)
    #expect(try await Self.teams(ben, on: server).held.count == 2)
    try await owner.signUp("ada@example.com")
    try await tablet.signIn("ada@example.com")
    try await ben.use("render", key: "1")
    #expect(try await Self.teams(ben, on: server).held.map(\.id) == [seat])
    #expect(try await Self.teams(tablet, on: server).teams.flatMap(\.taken).map(\.id) == [seat])
    #expect(try await ben.phase() == .subscribed)
  }

  @Test("RA-15 when the owner is erased, the members are out in the same commit")
  func erasedOwner() async throws {
    for sharing in Sharing.allCases {
      try await sharing.open { ledger, other in
        let server = try await Self.server(ledger)
        let second = try await server.restarted(over: other)
        let owner = try await Self.owner(of: server)
        let (ben, _) = try await Self.member("ben", of: owner, on: server)
        let (cleo, _) = try await Self.member("cleo", of: owner, on: server)
        #expect(try await Self.phase(ben, on: second) == .subscribed)
        server.advance(Period(1, .day))
        let _: DeletionResponse = try await server.send(.deleteCustomer, token: owner.token)
        for phone in [ben, cleo] {
          #expect(try await Self.phase(phone, on: second) == .lapsed)
          #expect(try await Self.phase(phone, on: server) == .lapsed)
          #expect(try await Self.teams(phone, on: server).held.isEmpty)
        }
      }
    }
  }

  @Test("RA-15 when a member is erased, their seat is free, and the others keep theirs")
  func erasedMember() async throws {
    let server = try await Self.server()
    let owner = try await Self.owner(of: server)
    let (ben, _) = try await Self.member("ben", of: owner, on: server)
    let (cleo, _) = try await Self.member("cleo", of: owner, on: server)
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: ben.token)
    #expect(try await Self.teams(owner, on: server).teams.flatMap(\.taken).map(\.name) == ["cleo"])
    #expect(try await cleo.phase() == .subscribed)
    let (dan, _) = try await Self.member("dan", of: owner, on: server)
    #expect(try await dan.phase() == .subscribed)
  }

  @Test("RA-15 what a member bought stays the member's after the team has ended")
  func ownPurchase() async throws {
    let server = try await Self.server()
    let owner = try await Self.owner(of: server)
    let (phone, seat) = try await Self.member("ben", of: owner, on: server)
    try await phone.buy(Self.monthly)
    let _: SeatResponse = try await server.send(.endSeat(seat), token: owner.token)
    #expect(try await phone.phase() == .subscribed)
    #expect(try await Self.teams(phone, on: server).teams.map(\.seats) == [2])
  }

  @Test("RA-15 the last seat goes to one of many who join at the same moment")
  func race() async throws {
    let server = try await Self.server(seats: 1)
    let owner = try await Self.owner(of: server)
    let invitation = try await Self.invite(server, owner, key: "ben")
    var phones: [TestPhone] = []
    for number in 1...8 { phones.append(try await server.phone(device: Device.ID("p\(number)"))) }
    let joined = await withTaskGroup(of: Bool.self) { group in
      for phone in phones {
        group.addTask {
          await Self.code { try await Self.join(server, phone, invitation.code) } == nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(joined == 1)
    var subscribed = 0
    for phone in phones {
      if try await phone.phase() == .subscribed { subscribed += 1 }
    }
    #expect(subscribed == 1)
  }

  @Test("RA-15 100 uses among five people on two servers under load are exactly 100")
  func pool() async throws {
    for sharing in Sharing.allCases {
      try await sharing.open { ledger, other in
        let first = try await Self.server(ledger, seats: 4)
        let second = try await first.restarted(over: other)
        let owner = try await Self.owner(of: first)
        var phones = [owner]
        for name in ["ben", "cleo", "dan", "eve"] {
          phones.append(try await Self.member(name, of: owner, on: first).phone)
        }
        let allowed = await withTaskGroup(of: Int.self) { group in
          for (number, phone) in phones.enumerated() {
            for server in [first, second] {
              group.addTask {
                var allowed = 0
                for use in 1...15 {
                  let key = "\(number)-\(server === first)-\(use)"
                  if await Self.uses("render", key: key, token: phone.token, on: server) {
                    allowed += 1
                  }
                }
                return allowed
              }
            }
          }
          return await group.reduce(0, +)
        }
        #expect(allowed == 100)
        for (phone, server) in zip(phones, [first, second, first, second, first]) {
          let access: AccessResponse = try await server.send(
            .access("render"), token: phone.token)
          #expect(access.access.answer == .denied)
          #expect(access.access.limit?.used == 100)
        }
      }
    }
  }

  /// Uses a feature as a client does, which repeats what can be repeated; false if it is denied.
  private static func uses(
    _ feature: Feature.ID, key: String, token: String, on server: TestServer
  ) async -> Bool {
    for _ in 0..<200 {
      do {
        let _: UseResponse = try await server.send(
          .use(feature), token: token, key: key, json: UseRequest())
        return true
      } catch {
        guard let problem = error as? Problem, problem.isRetryable else {
          #expect((error as? Problem)?.code == .denied)
          return false
        }
      }
    }
    Issue.record("nothing came of 200 attempts")
    return false
  }

  @Test("RA-15 uses of a pool stay counted for the member who leaves, and for those who stay")
  func leavesPool() async throws {
    let server = try await Self.server()
    let owner = try await Self.owner(of: server)
    let (phone, seat) = try await Self.member("ben", of: owner, on: server)
    for number in 1...3 { try await phone.use("render", key: "\(number)") }
    try await owner.use("render", key: "1")
    func used(by phone: TestPhone) async throws -> Int? {
      try await phone.membership().features["render"]?.limit?.used
    }
    #expect(try await used(by: owner) == 4)
    #expect(try await used(by: phone) == 4)
    let _: SeatResponse = try await server.send(.endSeat(seat), token: phone.token)
    #expect(try await used(by: owner) == 4)
    try await phone.buy(Self.monthly)
    #expect(try await used(by: phone) == 3)
    try await owner.use("render", key: "2")
    #expect(try await used(by: phone) == 3)
  }

  @Test("RA-15 conditions of the owner count what members use without a limit, and no limit does")
  func unlimitedInPool() async throws {
    let server = try await TestServer("coach-free") {
      $0.teams = [
        Team(id: "family", shares: ["premium"], sizes: [Team.Size(seats: 2)], pooled: ["sketch"])
      ]
      $0.features.append(
        Feature(
          id: "sketch",
          rules: [
            Feature.Rule(when: Condition(entitled: ["premium"]), allowance: .unlimited),
            Feature.Rule(allowance: .upTo(3, per: .month)),
          ]))
      let text = $0.texts[0].id
      $0.prompts = [
        Prompt(
          id: "rate", shape: .card, placement: "home",
          when: Condition(past: [.count(PastTest.Count(of: .use("sketch"), atLeast: 3))]),
          icon: "star", text: text)
      ]
    }
    let owner = try await Self.owner(of: server)
    let (ben, seat) = try await Self.member("ben", of: owner, on: server)
    for key in ["1", "2", "2"] { try await ben.use("sketch", key: key) }
    #expect(try await owner.membership().prompts == [])
    try await owner.use("sketch", key: "1")
    #expect(try await owner.membership().prompts == ["rate"])
    #expect(try await ben.membership().prompts == [])
    let _: SeatResponse = try await server.send(.endSeat(seat), token: ben.token)
    #expect(try await Self.used("sketch", by: ben, on: server) == 0)
  }

  // MARK: - Held items

  /// A server whose subscribers share ten projects and a storage of 1,000 with others.
  private static func sharing(
    _ ledger: any Ledger = SQLiteLedger.inMemory(), seats: Int = 2
  ) async throws -> TestServer {
    try await TestServer("coach-free", ledger: ledger) {
      $0.teams = [
        Team(
          id: "family", shares: ["premium"], sizes: [Team.Size(seats: seats)],
          pooled: ["project", "store", "transcribe"])
      ]
      $0.features += [
        Feature(
          id: "project",
          rules: [
            Feature.Rule(when: Condition(entitled: ["premium"]), allowance: .holding(10)),
            Feature.Rule(allowance: .holding(2)),
          ]),
        Feature(id: "store", rules: [Feature.Rule(allowance: .holding(1000, sized: true))]),
        Feature(
          id: "transcribe",
          rules: [Feature.Rule(allowance: .upTo(600, per: .month, sized: true))]),
      ]
    }
  }

  /// How much of a feature's limit is used, as a server answers a customer.
  private static func used(
    _ feature: Feature.ID, by phone: TestPhone, on server: TestServer
  ) async throws -> Int? {
    let access: AccessResponse = try await server.send(.access(feature), token: phone.token)
    return access.access.limit?.used
  }

  private static func add(
    _ item: Item.ID, of size: Int? = nil, to feature: Feature.ID, by phone: TestPhone,
    on server: TestServer
  ) async throws {
    let _: UseResponse = try await server.send(
      .use(feature), token: phone.token,
      key: "\(feature)-\(item)-\(size ?? 0)",
      json: UseRequest(item: item, cost: size))
  }

  @Test("RA-15 ten projects among five people on two servers under load are exactly ten")
  func tenProjects() async throws {
    for sharing in Sharing.allCases {
      try await sharing.open { ledger, other in
        let first = try await Self.sharing(ledger, seats: 4)
        let second = try await first.restarted(over: other)
        let owner = try await Self.owner(of: first)
        var phones = [owner]
        for name in ["ben", "cleo", "dan", "eve"] {
          phones.append(try await Self.member(name, of: owner, on: first).phone)
        }
        let allowed = await withTaskGroup(of: Int.self) { group in
          for (number, phone) in phones.enumerated() {
            for server in [first, second] {
              group.addTask {
                var allowed = 0
                for use in 1...3 {
                  let key = "\(number)-\(server === first)-\(use)"
                  if await Self.uses("project", key: key, token: phone.token, on: server) {
                    allowed += 1
                  }
                }
                return allowed
              }
            }
          }
          return await group.reduce(0, +)
        }
        #expect(allowed == 10)
        for (phone, server) in zip(phones, [first, second, first, second, first]) {
          #expect(try await Self.used("project", by: phone, on: server) == 10)
        }
      }
    }
  }

  @Test(
    "RA-15 what a member held before joining counts for the team, and no more once they are out")
  func heldBefore() async throws {
    let server = try await Self.sharing()
    let ben = try await server.phone(device: "ben")
    try await ben.use("project", key: "1", item: "diary")
    let owner = try await Self.owner(of: server)
    try await owner.use("project", key: "2", item: "diary")
    let invitation = try await Self.invite(server, owner, key: "Ben")
    try await Self.join(server, ben, invitation.code)
    for phone in [owner, ben] {
      #expect(try await Self.used("project", by: phone, on: server) == 2)
    }
    let added = try await ben.use("project", key: "3", item: "novel")
    #expect(added.access.limit?.used == 3)
    #expect(try await Self.used("project", by: owner, on: server) == 3)
    // The name is not in what the owner receives.
    let received = try await server.exchange(.me, token: owner.token).body
    #expect(!received.contains("novel"))
    let own = try await ben.snapshot().facts
    #expect(own.heldItems(of: "project", at: server.now) == ["diary", "novel"])

    server.advance(Period(1, .day))
    let released = try await ben.release("diary", of: "project")
    #expect(released.access.limit?.used == 2)
    #expect(try await Self.used("project", by: owner, on: server) == 2)
    #expect(try await owner.snapshot().facts.heldItems(of: "project", at: server.now) == ["diary"])
    let _: UseResponse = try await server.send(
      .heldItems("project"), token: ben.token, json: HeldItemsRequest(items: ["a", "b", "novel"]))
    #expect(try await Self.used("project", by: owner, on: server) == 4)

    let _: SeatResponse = try await server.send(.endSeat(invitation.seat.id), token: owner.token)
    #expect(try await Self.used("project", by: owner, on: server) == 1)
    #expect(try await Self.used("project", by: ben, on: server) == 3)
  }

  @Test(
    "RA-15 sizes of items and of uses add up for the whole team, and a file grows only into what is left"
  )
  func sharedSizes() async throws {
    let server = try await Self.sharing()
    let owner = try await Self.owner(of: server)
    let (ben, seat) = try await Self.member("ben", of: owner, on: server)
    try await Self.add("film", of: 600, to: "store", by: ben, on: server)
    await Self.expect(.denied) {
      try await Self.add("photos", of: 500, to: "store", by: owner, on: server)
    }
    try await Self.add("photos", of: 300, to: "store", by: owner, on: server)
    await Self.expect(.denied) {
      try await Self.add("film", of: 701, to: "store", by: ben, on: server)
    }
    server.advance(Period(1, .minute))
    try await Self.add("film", of: 700, to: "store", by: ben, on: server)
    for phone in [owner, ben] {
      #expect(try await Self.used("store", by: phone, on: server) == 1000)
    }
    try await Self.add("talk", of: 400, to: "transcribe", by: owner, on: server)
    await Self.expect(.denied) {
      try await Self.add("song", of: 201, to: "transcribe", by: ben, on: server)
    }
    try await Self.add("song", of: 150, to: "transcribe", by: ben, on: server)
    for phone in [owner, ben] {
      #expect(try await Self.used("transcribe", by: phone, on: server) == 550)
    }
    let _: SeatResponse = try await server.send(.endSeat(seat), token: owner.token)
    #expect(try await Self.used("store", by: owner, on: server) == 300)
    #expect(try await Self.used("store", by: ben, on: server) == 700)
    #expect(try await Self.used("transcribe", by: owner, on: server) == 550)
    #expect(try await Self.used("transcribe", by: ben, on: server) == 150)
  }

  @Test("RA-15 a reserved item takes a place for the whole team, until it is added or given back")
  func reservedItem() async throws {
    let server = try await Self.sharing()
    let owner = try await Self.owner(of: server)
    let (ben, _) = try await Self.member("ben", of: owner, on: server)
    for key in ["made", "given-back"] {
      let _: ReservationResponse = try await server.send(
        .reserve("project"), token: ben.token, key: key, json: UseRequest(item: "secret-\(key)"))
    }
    #expect(try await Self.used("project", by: owner, on: server) == 2)
    let received = try await server.exchange(.me, token: owner.token).body
    #expect(!received.contains("secret"))
    try await ben.use("project", key: "made", item: "secret-made")
    let _: ReservationResponse = try await server.send(
      .releaseReservation("project", "given-back"), token: ben.token)
    for phone in [owner, ben] {
      #expect(try await Self.used("project", by: phone, on: server) == 1)
    }
  }

  @Test(
    "RA-15 while the owner's plan is over each is alone, and then the team counts what there is")
  func heldThroughLapse() async throws {
    let server = try await Self.sharing()
    let owner = try await Self.owner(of: server)
    let (ben, _) = try await Self.member("ben", of: owner, on: server)
    for key in ["1", "2", "3"] { try await ben.use("project", key: key) }
    try await owner.use("project", key: "1")
    server.store.cancel(owner.account)
    try await server.deliverNotifications()
    server.advance(Period(2, .month))
    for phone in [owner, ben] { try await phone.renew() }
    #expect(try await Self.used("project", by: owner, on: server) == 1)
    #expect(try await Self.used("project", by: ben, on: server) == 3)
    try await ben.release("3", of: "project")
    try await owner.buy(Self.monthly)
    for phone in [owner, ben] {
      #expect(try await Self.used("project", by: phone, on: server) == 3)
    }
  }

  @Test("EX-13 what a member adds for the team does not say that the owner was seen")
  func ownerUnseen() async throws {
    let server = try await Self.sharing()
    let owner = try await Self.owner(of: server)
    let (ben, _) = try await Self.member("ben", of: owner, on: server)
    let ada = try await AdminBrowser(server, .owner)
    func lastSeen() async throws -> String {
      let page = try await ada.get("/customers/\(owner.id)").text
      let name = try #require(page.firstRange(of: "Last seen (UTC) "))
      return String(page[name.upperBound...].prefix(16))
    }
    let seen = try await lastSeen()
    server.advance(Period(1, .hour))
    try await ben.use("project", key: "1")
    #expect(try await Self.used("project", by: owner, on: server) == 1)
    #expect(try await lastSeen() == seen)
    try await owner.use("project", key: "2")
    #expect(try await lastSeen() != seen)
  }

  @Test(
    "RA-15 what two customers hold counts for the team once they are one, and none of who is erased"
  )
  func heldThroughMerges() async throws {
    let server = try await Self.sharing()
    let owner = try await Self.owner(of: server)
    var account = try await server.phone(device: "laptop")
    try await account.signUp("ben@example.com")
    try await account.use("project", key: "laptop", item: "thesis")
    let (member, _) = try await Self.member("ben", of: owner, on: server)
    try await member.use("project", key: "phone", item: "diary")
    #expect(try await Self.used("project", by: owner, on: server) == 1)
    var phone = member
    server.advance(Period(1, .day))
    try await phone.signIn("ben@example.com")
    for phone in [owner, account] {
      #expect(try await Self.used("project", by: phone, on: server) == 2)
    }
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: account.token)
    #expect(try await Self.used("project", by: owner, on: server) == 0)
  }
}
