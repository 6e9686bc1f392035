import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateServer
import TollgateWire

@Suite("Strange lives of the App Store's seats whose invitations the app hosts")
struct StoreSeatLifeTests {
  private typealias Seats = StoreSeatTests

  /// The store's signature of an account's download of the app.
  private static func download(of phone: TestPhone, _ server: TestServer) throws -> String {
    try server.store.chain.sign(
      server.store.appTransaction(of: phone.account, version: "1", downloaded: server.now))
  }

  private static func taken(_ owner: TestPhone, _ server: TestServer) async throws -> [String?] {
    let teams: TeamsResponse = try await server.send(.teams, token: owner.token)
    return teams.teams.flatMap(\.taken).map(\.name)
  }

  /// Why the owner may not invite another member; nil if they may.
  private static func refusal(
    of owner: TestPhone, _ server: TestServer
  ) async throws -> ProblemCode? {
    try await server.exchange(.invite("crew"), token: owner.token, key: "more", body: "{}").code
  }

  @Test("EX-20 a claim whose answer was lost is released when its seat is needed")
  func lostClaim() async throws {
    let server = try await Seats.server()
    let (owner, id) = try await Seats.owner(of: server)
    let invitation = try await Seats.invite("ben", to: owner, of: server)
    let ben = try await server.phone(device: "ben")
    try #require(server.storeAPI).fail("seats {", with: .isLost)
    #expect(try await Seats.refusal(invitation.code, of: ben, on: server) == .busy)
    let lost = try Seats.claims(id, server)
    #expect(lost.count == 1)
    let _: SeatResponse = try await server.send(
      .endSeat(invitation.seat.id), token: owner.token)
    for name in ["cleo", "dora"] {
      let (phone, _) = try await Seats.member(name, of: owner, on: server)
      #expect(try await phone.phase() == .subscribed)
    }
    let claims = try Seats.claims(id, server)
    #expect(claims.count == 2)
    #expect(Set(claims).isDisjoint(with: lost))
  }

  @Test(
    "EX-20 a purchase of seats that moves to another customer takes them from the former owner's members",
    arguments: [0, 2])
  func moved(failures: Int) async throws {
    let server = try await Seats.server()
    let (phone, id) = try await Seats.owner(of: server)
    var anna = phone
    try await anna.signUp("anna@example.com")
    _ = try await Seats.member("ben", of: anna, on: server)
    _ = try await Seats.member("cleo", of: anna, on: server)
    let former = Set(try Seats.claims(id, server))
    #expect(former.count == 2)
    var bob = try await server.phone(device: "bob", account: anna.account)
    try await bob.signUp("bob@example.com")
    try #require(server.storeAPI).fail("seats/", with: .isSilent, times: failures)
    try await bob.restore()
    #expect(try Seats.claims(id, server).count == failures)
    for name in ["dora", "emil"] {
      let (member, _) = try await Seats.member(name, of: bob, on: server)
      #expect(try await member.phase() == .subscribed)
    }
    let claims = Set(try Seats.claims(id, server))
    #expect(claims.count == 2)
    #expect(claims.isDisjoint(with: former))
  }

  @Test("EX-20 a seat that the App Store takes back before its member is recorded is claimed again")
  func unclaimedFirst() async throws {
    let server = try await Seats.server()
    let (owner, id) = try await Seats.owner(of: server)
    let invitation = try await Seats.invite("ben", to: owner, of: server)
    let ben = try await server.phone(device: "ben")
    try #require(server.storeAPI).interrupt("seats {") {
      for claim in try Seats.claims(id, server) { _ = server.store.unclaimSeat(claim) }
      try await server.deliverNotifications()
    }
    let _: SeatResponse = try await server.send(
      .join, token: ben.token, json: JoinRequest(code: invitation.code))
    // The repeated notification concerns the first claim alone.
    try await server.deliverNotifications()
    #expect(try await ben.phase() == .subscribed)
    #expect(try Seats.claims(id, server).count == 1)
  }

  @Test("EX-20 a notification of released seats that names no app ends the memberships")
  func unclaimedWithoutApp() async throws {
    let server = try await Seats.server()
    let (owner, id) = try await Seats.owner(of: server)
    let (ben, _) = try await Seats.member("ben", of: owner, on: server)
    var notification = NotificationPayload(
      notificationType: .unclaimSeats, notificationUUID: "uuid", version: "2.0",
      signedDate: server.now)
    notification.unclaimInfo = NotificationPayload.UnclaimInfo(
      unclaimSeatIds: try Seats.claims(id, server))
    let jws = try server.store.chain.sign(notification)
    #expect(try await server.deliver(jws) == .recorded)
    #expect(try await ben.phase() != .subscribed)
    #expect(try await server.deliver(jws) == .nothingToRecord)
  }

  @Test("EX-20 of two members who claim the last seat at the same moment, one gets it")
  func lastSeat() async throws {
    let server = try await Seats.server()
    let (owner, id) = try await Seats.owner(of: server, seats: 3)
    _ = try await Seats.member("ben", of: owner, on: server)
    let codes = [
      try await Seats.invite("cleo", to: owner, of: server).code,
      try await Seats.invite("dora", to: owner, of: server).code,
    ]
    let cleo = try await server.phone(device: "cleo")
    let dora = try await server.phone(device: "dora")
    // The server does not know yet that one of the three seats was refunded.
    #expect(server.store.refundSeats(id, count: 1))
    try #require(server.storeAPI).interrupt("seats {") {
      let refused = try await Seats.refusal(codes[1], of: dora, on: server)
      #expect(refused == nil)
    }
    #expect(try await Seats.refusal(codes[0], of: cleo, on: server) == .limitReached)
    #expect(try await dora.phase() == .subscribed)
    #expect(try await cleo.phase() != .subscribed)
    #expect(try Seats.claims(id, server).count == 2)
  }

  @Test("EX-20 once every seat is claimed, whoever else has a right to one joins without a claim")
  func besideStore() async throws {
    let server = try await Seats.server()
    let (phone, id) = try await Seats.owner(of: server)
    var owner = phone
    // The owner's trial has places for five.
    try await owner.signUp("anna@example.com")
    var members: [TestPhone] = []
    for name in ["ben", "cleo", "dora"] {
      server.advance(milliseconds: 1_000)
      members.append(try await Seats.member(name, of: owner, on: server).phone)
    }
    for member in members { #expect(try await member.phase() == .subscribed) }
    #expect(try Seats.claims(id, server).count == 2)
    server.advance(Period(10, .day))
    for member in members.prefix(2) { #expect(try await member.phase() == .subscribed) }
    #expect(try await members[2].phase() != .subscribed)
  }

  @Test("EX-20 a customer who is deleted while a seat is claimed for them keeps none")
  func deletedWhileClaiming() async throws {
    let server = try await Seats.server()
    let (owner, id) = try await Seats.owner(of: server)
    let invitation = try await Seats.invite("ben", to: owner, of: server)
    let ben = try await server.phone(device: "ben")
    try #require(server.storeAPI).interrupt("seats {") {
      let _: DeletionResponse = try await server.send(.deleteCustomer, token: ben.token)
    }
    #expect(
      try await Seats.refusal(invitation.code, of: ben, on: server) == .customerDeleted)
    let _: SeatResponse = try await server.send(
      .endSeat(invitation.seat.id), token: owner.token)
    for name in ["cleo", "dora"] {
      let (phone, _) = try await Seats.member(name, of: owner, on: server)
      #expect(try await phone.phase() == .subscribed)
    }
    #expect(try Seats.claims(id, server).count == 2)
  }

  @Test("EX-20 an owner who lapses has no members, and invites again after returning")
  func returns() async throws {
    let server = try await Seats.server()
    let (owner, id) = try await Seats.owner(of: server)
    let (ben, _) = try await Seats.member("ben", of: owner, on: server)
    server.advance(milliseconds: 1_000)
    #expect(server.store.expireNow(owner.account))
    try await server.deliverNotifications()
    #expect(try await ben.phase() != .subscribed)
    #expect(try await Self.taken(owner, server).isEmpty)
    server.advance(milliseconds: 1_000)
    guard
      case .success(let bought) = server.store.purchase(
        "coach.monthly", by: owner.account, options: PurchaseOptions(quantity: 2))
    else {
      Issue.record("the seats were not sold again")
      return
    }
    try await owner.post(bought)
    #expect(try await ben.phase() != .subscribed)
    let (cleo, _) = try await Seats.member("cleo", of: owner, on: server)
    #expect(try await cleo.phase() == .subscribed)
    #expect(try Seats.claims(id, server).count == 1)
  }

  @Test("EX-20 a refund of one of two seats ends the membership of whoever joined last")
  func refunded() async throws {
    let server = try await Seats.server()
    let (owner, id) = try await Seats.owner(of: server)
    let (ben, _) = try await Seats.member("ben", of: owner, on: server)
    server.advance(milliseconds: 1_000)
    let (cleo, _) = try await Seats.member("cleo", of: owner, on: server)
    server.advance(milliseconds: 1_000)
    #expect(server.store.refundSeats(id, count: 1))
    try await server.deliverNotifications()
    #expect(try await ben.phase() == .subscribed)
    #expect(try await cleo.phase() != .subscribed)
    #expect(try await Self.taken(owner, server) == ["ben"])
    #expect(try await Self.refusal(of: owner, server) == .limitReached)
  }

  @Test(
    "EX-20 if a renewal pays for fewer seats than are claimed, those who joined first keep theirs")
  func fewerSeats() async throws {
    let server = try await Seats.server()
    let (owner, id) = try await Seats.owner(of: server, seats: 3)
    var members: [(phone: TestPhone, seat: TeamSeat.ID)] = []
    for name in ["ben", "cleo", "dora"] {
      server.advance(milliseconds: 1_000)
      members.append(try await Seats.member(name, of: owner, on: server))
    }
    server.store.purchase(
      "coach.monthly", by: owner.account, options: PurchaseOptions(quantity: 2))
    server.advance(Period(1, .month))
    try await server.deliverNotifications()
    try await owner.renew()
    for member in members.prefix(2) {
      #expect(try await member.phone.phase() == .subscribed)
    }
    #expect(try await members[2].phone.phase() != .subscribed)
    #expect(try Seats.claims(id, server).count == 3)
    let _: SeatResponse = try await server.send(
      .endSeat(members[0].seat), token: owner.token)
    #expect(try await members[2].phone.phase() == .subscribed)
    #expect(try Seats.claims(id, server).count == 2)
    #expect(try await Self.refusal(of: owner, server) == .limitReached)
  }

  @Test("EX-20 a member of two teams takes a seat of each, and leaves one at a time")
  func twoTeams() async throws {
    let server = try await Seats.server()
    let (anna, annas) = try await Seats.owner(of: server)
    let (bert, berts) = try await Seats.owner(of: server, device: "bert", account: "bert")
    let (ben, seat) = try await Seats.member("ben", of: anna, on: server)
    let invitation = try await Seats.invite("ben", to: bert, of: server)
    let _: SeatResponse = try await server.send(
      .join, token: ben.token, json: JoinRequest(code: invitation.code))
    #expect(try Seats.claims(annas, server).count == 1)
    #expect(try Seats.claims(berts, server).count == 1)
    let _: SeatResponse = try await server.send(.endSeat(seat), token: ben.token)
    #expect(try Seats.claims(annas, server).isEmpty)
    #expect(try Seats.claims(berts, server).count == 1)
    #expect(try await ben.phase() == .subscribed)
  }

  @Test("EX-20 the seat of an owner who turns out to be a member is free for another one")
  func mergedOwner() async throws {
    let server = try await Seats.server()
    let (phone, id) = try await Seats.owner(of: server)
    var owner = phone
    var (ben, _) = try await Seats.member("ben", of: owner, on: server)
    try await ben.signUp("ben@example.com")
    try await owner.signIn("ben@example.com")
    #expect(try await Self.taken(owner, server).isEmpty)
    for name in ["cleo", "dora"] {
      let (member, _) = try await Seats.member(name, of: owner, on: server)
      #expect(try await member.phase() == .subscribed)
    }
    #expect(try Seats.claims(id, server).count == 2)
  }

  @Test("EX-20 the members of two owners who are merged keep the seats that both bought")
  func mergedOwners() async throws {
    let server = try await Seats.server()
    var (anna, _) = try await Seats.owner(of: server)
    var (bert, _) = try await Seats.owner(of: server, device: "bert", account: "bert")
    var members: [TestPhone] = []
    for (name, owner) in [("ben", anna), ("cleo", anna), ("dora", bert), ("emil", bert)] {
      server.advance(milliseconds: 1_000)
      members.append(try await Seats.member(name, of: owner, on: server).phone)
    }
    try await anna.signUp("anna@example.com")
    try await bert.signIn("anna@example.com")
    // The owner's trial, which has places for five, is over.
    server.advance(Period(10, .day))
    for member in members { #expect(try await member.phase() == .subscribed) }
  }

  @Test("EX-20 a period that ends while a seat is looked for releases nobody's seat")
  func endedMeanwhile() async throws {
    let server = try await Seats.server()
    let api = try #require(server.storeAPI)
    let (owner, id) = try await Seats.owner(of: server, seats: 3)
    let invitation = try await Seats.invite("eve", to: owner, of: server)
    let eve = try await server.phone(device: "eve")
    api.fail("seats {", with: .isLost)
    #expect(try await Seats.refusal(invitation.code, of: eve, on: server) == .busy)
    let lost = Set(try Seats.claims(id, server))
    let _: SeatResponse = try await server.send(
      .endSeat(invitation.seat.id), token: owner.token)
    for name in ["ben", "cleo"] { _ = try await Seats.member(name, of: owner, on: server) }
    let claims = Set(try Seats.claims(id, server)).subtracting(lost)
    #expect(claims.count == 2)
    let code = try await Seats.invite("dora", to: owner, of: server).code
    let dora = try await server.phone(device: "dora")
    // The store has renewed the subscription, which the server does not know yet.
    api.interrupt("seats {") { server.set(server.now.adding(Period(40, .day))) }
    _ = try await Seats.refusal(code, of: dora, on: server)
    #expect(Set(try Seats.claims(id, server)).isSuperset(of: claims))
  }

  @Test("EX-20 the App Store learns who has a seat, with the claim or once the download is known")
  func associated() async throws {
    let server = try await Seats.server()
    let api = try #require(server.storeAPI)
    let (owner, _) = try await Seats.owner(of: server)
    let group = try #require(server.store.groups(of: owner.account).first).groupId
    let ben = try await server.phone(device: "ben")
    let code = try await Seats.invite("ben", to: owner, of: server).code
    let join = JoinRequest(code: code, signedAppTransaction: try Self.download(of: ben, server))
    let _: SeatResponse = try await server.send(.join, token: ben.token, json: join)
    #expect(server.store.members(ofGroup: group) == [owner.account, ben.account])
    #expect(!api.takeAsked().contains { $0.contains("associate") })

    let (cleo, _) = try await Seats.member("cleo", of: owner, on: server)
    #expect(server.store.members(ofGroup: group) == [owner.account, ben.account])
    let report = AttributesRequest(
      [:], signedAppTransaction: try Self.download(of: cleo, server))
    api.fail("associate", with: .isSilent)
    for expected in [1, 1, 0] {
      _ = api.takeAsked()
      let _: ChangeResponse = try await server.send(
        .setAttributes, token: cleo.token, json: report)
      #expect(api.takeAsked().count { $0.contains("associate") } == expected)
    }
    #expect(server.store.members(ofGroup: group) == [owner.account, ben.account, cleo.account])
  }
}
