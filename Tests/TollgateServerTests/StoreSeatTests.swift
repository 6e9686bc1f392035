import AppStoreSimulator
import Testing
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("Seats of the App Store whose invitations the app hosts")
struct StoreSeatTests {
  /// A server that asks its store, whose seats the app manages, and whose teams have five seats.
  static func server(
    _ management: InvitationManagement = .developer, sellsSeats: Bool = false,
    over ledger: any Ledger = SQLiteLedger.inMemory()
  ) async throws -> TestServer {
    let file = try BlueprintFile.load(path: TestServer.path(of: "coach-free.yml"))
    var definition = file.blueprint.definition
    if sellsSeats {
      let package = Paywall.Package(product: "coach.monthly", seats: 50)
      let title = definition.paywalls[0].title
      definition.paywalls.append(Paywall(id: "seats", title: title, packages: [package]))
    }
    definition.teams = [Team(id: "crew", shares: ["premium"], sizes: [Team.Size(seats: 5)])]
    definition.purchases = Blueprint.PurchaseRules(transfer: .transfer)
    let server = try await TestServer(
      try Blueprint(definition), selling: try #require(file.store),
      from: try #require(TestServer.start), asksStore: true, ledger: ledger)
    server.store.setInvitationManagement(management)
    return server
  }

  /// A customer who bought seats, and the original transaction.
  static func owner(
    of server: TestServer, seats: Int = 2, device: Device.ID = "owner", account: AccountID = "anna"
  ) async throws -> (phone: TestPhone, id: String) {
    let phone = try await server.phone(device: device, account: account)
    guard
      case .success(let bought) = server.store.purchase(
        "coach.monthly", by: phone.account, options: PurchaseOptions(quantity: seats))
    else {
      Issue.record("the seats were not sold")
      throw Problem(.internalError, "the store did not sell")
    }
    try await phone.post(bought)
    return (phone, bought.payload.originalTransactionId)
  }

  static func invite(
    _ name: String, to owner: TestPhone, of server: TestServer
  ) async throws -> InvitationResponse {
    try await server.send(
      .invite("crew"), token: owner.token, key: name, json: InvitationRequest(name: name))
  }

  /// A new customer who joins, and their seat.
  static func member(
    _ name: String, of owner: TestPhone, on server: TestServer
  ) async throws -> (phone: TestPhone, seat: TeamSeat.ID) {
    let invitation = try await invite(name, to: owner, of: server)
    let phone = try await server.phone(device: Device.ID(name))
    for _ in 1...2 {
      let _: SeatResponse = try await server.send(
        .join, token: phone.token, json: JoinRequest(code: invitation.code))
    }
    return (phone, invitation.seat.id)
  }

  /// Why somebody may not join with a code; nil if they joined.
  static func refusal(
    _ code: String, of phone: TestPhone, on server: TestServer
  ) async throws -> ProblemCode? {
    try await server.exchange(.join, token: phone.token, body: #"{"code":"\#(code)"}"#).code
  }

  static func claims(_ id: String, _ server: TestServer) throws -> [String] {
    try server.store.seats(of: id).get().assignedSeatClaimIds
  }

  @Test("EX-20 a member who joins claims a seat, and whoever leaves or is removed releases it")
  func joins() async throws {
    let server = try await Self.server()
    let (owner, id) = try await Self.owner(of: server)
    let (ben, seat) = try await Self.member("ben", of: owner, on: server)
    #expect(try await ben.phase() == .subscribed)
    #expect(try Self.claims(id, server).count == 1)
    let (cleo, other) = try await Self.member("cleo", of: owner, on: server)
    #expect(try Self.claims(id, server).count == 2)

    // The team has five seats, of which two are bought.
    let full = try await server.exchange(
      .invite("crew"), token: owner.token, key: "full", body: #"{"name":"dora"}"#)
    #expect(full.code == .limitReached)

    let _: SeatResponse = try await server.send(.endSeat(seat), token: owner.token)
    #expect(try Self.claims(id, server).count == 1)
    let (dora, _) = try await Self.member("dora", of: owner, on: server)
    #expect(try Self.claims(id, server).count == 2)
    let _: SeatResponse = try await server.send(.endSeat(other), token: cleo.token)
    #expect(try Self.claims(id, server).count == 1)
    // The device is not told what the store calls the seat.
    let claim = try #require(try Self.claims(id, server).first)
    let exchange = try await server.exchange(.me, token: dora.token)
    #expect(!exchange.body.contains(claim))
  }

  @Test("EX-20 whoever joins gets the claim of a seat that a merge of two members ended")
  func mergedMembers() async throws {
    let server = try await Self.server()
    let (owner, id) = try await Self.owner(of: server)
    var (laptop, _) = try await Self.member("laptop", of: owner, on: server)
    var (tablet, _) = try await Self.member("tablet", of: owner, on: server)
    try await laptop.signUp("ben@example.com")
    try await tablet.signIn("ben@example.com")
    let both = try Self.claims(id, server)
    #expect(both.count == 2)
    let (cleo, _) = try await Self.member("cleo", of: owner, on: server)
    #expect(try await cleo.phase() == .subscribed)
    #expect(try await tablet.phase() == .subscribed)
    let now = try Self.claims(id, server)
    #expect(now.count == 2)
    #expect(Set(now).intersection(both).count == 1)
  }

  @Test("EX-20 a code that was used releases nobody's seat")
  func usedCode() async throws {
    let server = try await Self.server()
    let (owner, id) = try await Self.owner(of: server)
    let invitation = try await Self.invite("ben", to: owner, of: server)
    let join = JoinRequest(code: invitation.code)
    let ben = try await server.phone(device: "ben")
    let _: SeatResponse = try await server.send(.join, token: ben.token, json: join)
    let eve = try await server.phone(device: "eve")
    #expect(try await Self.refusal(invitation.code, of: eve, on: server) == .invalidCode)
    // Nor does the owner, whose own invitation it is.
    let own = try await Self.invite("own", to: owner, of: server)
    #expect(try await Self.refusal(own.code, of: owner, on: server) == .alreadyMember)
    #expect(try Self.claims(id, server).count == 1)
  }

  @Test("EX-20 deleting the account of a member or of the owner releases the seats")
  func deleted() async throws {
    let server = try await Self.server()
    let (owner, id) = try await Self.owner(of: server)
    let (ben, _) = try await Self.member("ben", of: owner, on: server)
    _ = try await Self.member("cleo", of: owner, on: server)
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: ben.token)
    #expect(try Self.claims(id, server).count == 1)
    let _: DeletionResponse = try await server.send(.deleteCustomer, token: owner.token)
    #expect(try Self.claims(id, server).isEmpty)
  }

  @Test("EX-20 a seat that the App Store takes back ends the membership")
  func unclaimed() async throws {
    let server = try await Self.server()
    let (owner, id) = try await Self.owner(of: server)
    let (ben, _) = try await Self.member("ben", of: owner, on: server)
    let (cleo, _) = try await Self.member("cleo", of: owner, on: server)
    let claims = try Self.claims(id, server)
    #expect(server.store.unclaimSeat(claims[0]))
    #expect(try await server.deliverNotifications().contains(.recorded))
    #expect(try await ben.phase() != .subscribed)
    #expect(try await cleo.phase() == .subscribed)
    let before = try await server.entries().count
    try await server.deliverNotifications()
    #expect(try await server.entries().count == before)
    let teams: TeamsResponse = try await server.send(.teams, token: owner.token)
    #expect(teams.teams.flatMap(\.taken).map(\.name) == ["cleo"])
  }

  @Test(
    "EX-20 seats whose invitations the App Store hosts are not claimed, nor those of a team without any"
  )
  func others() async throws {
    let apple = try await Self.server(.apple)
    let (owner, _) = try await Self.owner(of: apple)
    let (ben, _) = try await Self.member("ben", of: owner, on: apple)
    #expect(try await ben.phase() == .subscribed)

    let server = try await Self.server()
    let anna = try await server.phone(device: "anna")
    try await anna.buy("coach.monthly")
    _ = try #require(server.storeAPI).takeAsked()
    let (cleo, _) = try await Self.member("cleo", of: anna, on: server)
    #expect(try await cleo.phase() == .subscribed)
    #expect(try #require(server.storeAPI).takeAsked().isEmpty)
  }

  @Test("EX-20 an owner whose seats the App Store assigns learns that it hosts the invitations")
  func hosted() async throws {
    let server = try await Self.server(.apple, sellsSeats: true)
    let (owner, _) = try await Self.owner(of: server)
    let refused = try await server.exchange(.invite("crew"), token: owner.token, key: "ben")
    #expect(refused.code == .nothingToShare)
    #expect(refused.body.contains("The App Store hosts the invitations"))
  }

  @Test("EX-20 seats that were added to a single one are claimed")
  func added() async throws {
    let server = try await Self.server()
    let (owner, id) = try await Self.owner(of: server, seats: 1)
    server.advance(milliseconds: 1_000)
    guard
      case .success(let added) = server.store.purchase(
        "coach.monthly", by: owner.account, options: PurchaseOptions(quantity: 2))
    else {
      Issue.record("the seat was not added")
      return
    }
    #expect(added.payload.quantity == 1)
    try await owner.post(added)
    _ = try await Self.member("ben", of: owner, on: server)
    #expect(try Self.claims(id, server).count == 1)
  }

  @Test("EX-20 a seat that was not released when a membership ended is released when one is needed")
  func releasedLate() async throws {
    let server = try await Self.server()
    let (owner, id) = try await Self.owner(of: server)
    let (ben, seat) = try await Self.member("ben", of: owner, on: server)
    let bens = Set(try Self.claims(id, server))
    _ = try await Self.member("cleo", of: owner, on: server)
    try #require(server.storeAPI).fail("seats/", with: .isSilent)
    let _: SeatResponse = try await server.send(.endSeat(seat), token: owner.token)
    #expect(try Self.claims(id, server).count == 2)
    #expect(try await ben.phase() != .subscribed)

    let (dora, _) = try await Self.member("dora", of: owner, on: server)
    #expect(try await dora.phase() == .subscribed)
    let claims = Set(try Self.claims(id, server))
    #expect(claims.count == 2)
    #expect(claims.isDisjoint(with: bens))
  }

  @Test("EX-20 a member who joins again after a ledger failure has a claimed seat")
  func repeatedAfterFailure() async throws {
    let ledger = FaultyLedger()
    let server = try await Self.server(over: ledger)
    let (owner, id) = try await Self.owner(of: server)
    let invitation = try await Self.invite("ben", to: owner, of: server)
    let ben = try await server.phone(device: "ben")
    ledger.fail(with: .conflict)
    #expect(try await Self.refusal(invitation.code, of: ben, on: server) == .busy)
    ledger.fail(with: nil)
    #expect(try Self.claims(id, server).count == 1)
    let _: SeatResponse = try await server.send(
      .join, token: ben.token, json: JoinRequest(code: invitation.code))
    #expect(try await ben.phase() == .subscribed)
    #expect(try Self.claims(id, server).count == 1)
  }

  @Test("EX-20 two customers who use one code at the same moment leave one seat claimed")
  func oneCode() async throws {
    let server = try await Self.server()
    let (owner, id) = try await Self.owner(of: server)
    let code = try await Self.invite("ben", to: owner, of: server).code
    let phones = [
      try await server.phone(device: "ben"), try await server.phone(device: "eve"),
    ]
    async let first = Self.refusal(code, of: phones[0], on: server)
    async let second = Self.refusal(code, of: phones[1], on: server)
    let refusals = [try await first, try await second]
    #expect(refusals.count { $0 == nil } == 1)
    #expect(refusals.contains(.invalidCode))
    #expect(try Self.claims(id, server).count == 1)
  }

  @Test("EX-20 nobody joins while the App Store does not answer, and the code still holds")
  func silent() async throws {
    let server = try await Self.server()
    let (owner, id) = try await Self.owner(of: server)
    let invitation = try await Self.invite("ben", to: owner, of: server)
    let ben = try await server.phone(device: "ben")
    let join = JoinRequest(code: invitation.code)
    try #require(server.storeAPI).fail("seats", with: .isSilent)
    #expect(try await Self.refusal(invitation.code, of: ben, on: server) == .busy)
    let _: SeatResponse = try await server.send(.join, token: ben.token, json: join)
    #expect(try await ben.phase() == .subscribed)
    #expect(try Self.claims(id, server).count == 1)
  }
}
