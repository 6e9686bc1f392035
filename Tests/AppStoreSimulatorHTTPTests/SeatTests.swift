import AppStoreSimulator
import AppStoreSimulatorHTTP
import Testing
import TollgateAppStore

@Suite("Groups and seats")
struct SeatTests {
  /// A store in which Anna has bought seats whose invitations the developer hosts, and the original transaction.
  static func market(seats: Int = 2, notifying address: String? = nil) throws -> (Market, String) {
    let market = try Market(notifying: address)
    market.simulator.setInvitationManagement(.developer)
    return (market, market.buy("silver", PurchaseOptions(quantity: seats)))
  }

  @Test("EX-20 a developer claims a seat, associates it with a member, and releases it")
  func claims() async throws {
    let (market, id) = try Self.market()
    let api = try market.api()
    market.buy("coins", by: "ben")
    let ben = market.simulator.appTransactionID(of: "ben")
    let claim = try await api.claimSeat(of: id, ClaimSeatRequest(requestIdentifier: "r1"))
    #expect(try await api.claimSeat(of: id, ClaimSeatRequest(requestIdentifier: "r1")) == claim)
    #expect(
      try await api.seats(of: id)
        == GetSeatInfoResponse(
          totalSeatCount: 2, availableSeatCount: 1, assignedSeatClaimIds: [claim]))
    try await api.associateSeat(claim, of: id, with: ben)
    let groups = try await api.groups(of: ben)
    #expect(groups.map(\.groupType) == [.consumer])
    #expect(try await api.groups(of: id) == groups)
    try await api.unclaimSeat(claim, of: id)
    #expect(try await api.groups(of: ben).isEmpty)
    #expect(try await api.seats(of: id).availableSeatCount == 2)
    let known = try await api.claimSeat(
      of: id, ClaimSeatRequest(requestIdentifier: "r2", appTransactionId: ben))
    #expect(known != claim)
    #expect(try await api.groups(of: ben) == groups)
  }

  @Test("EX-20 the members of a group are listed page by page")
  func members() async throws {
    let (market, id) = try Self.market(seats: 5)
    let api = try market.api()
    var expected = [market.simulator.appTransactionID(of: "anna")]
    for name in ["m1", "m2", "m3", "m4"] {
      market.buy("coins", by: AccountID(rawValue: name))
      let download = market.simulator.appTransactionID(of: AccountID(rawValue: name))
      _ = try await api.claimSeat(
        of: id, ClaimSeatRequest(requestIdentifier: name, appTransactionId: download))
      expected.append(download)
    }
    let group = try #require(try await api.groups(of: id).first).groupId
    for limit in [nil, 1, 2, 5] as [Int?] {
      var pages: [[String]] = []
      for try await page in api.members(ofGroup: group, limit: limit) {
        pages.append(page.map(\.appTransactionId))
      }
      #expect(pages.flatMap { $0 } == expected)
      #expect(pages.count == (expected.count + (limit ?? 100) - 1) / (limit ?? 100))
    }
  }

  @Test("EX-20 the store sends a signed notification of a seat that it unclaims")
  func notified() async throws {
    let (market, id) = try Self.market(notifying: "http://backend.localhost")
    let api = try market.api()
    let claim = try await api.claimSeat(of: id, ClaimSeatRequest(requestIdentifier: "r"))
    try await market.service.turn { $0.unclaimSeat(claim) }
    let jws = try #require(market.simulator.notifications().last?.jws)
    let payload = try await market.verifier.notification(jws, at: Market.start).payload
    #expect(payload.notificationType == .unclaimSeats)
    #expect(payload.unclaimInfo?.unclaimSeatIds == [claim])
    #expect(payload.unclaimInfo?.environment == .sandbox)
  }

  static let uuid = "9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b"

  /// A request, its body, and the number of its refusal; `{id}` and `{claim}` stand for Anna's, `{gold}` for a
  /// subscription without seats.
  static let refusals: [(ServerAPIRequest.Method, String, String?, Int64)] = [
    (.get, "currentGroups/x", nil, 4_000_006),
    (.get, "currentGroups/1", nil, 4_040_010),
    (.get, "group/none", nil, 4_009_002),
    (.get, "group/\(uuid)", nil, 4_049_001),
    (.get, "group/{group}?limit=0", nil, 4_009_003),
    (.get, "group/{group}?limit=101", nil, 4_009_003),
    (.get, "group/{group}?paginationToken=x", nil, 4_000_014),
    (.get, "transactions/x/seats", nil, 4_000_008),
    (.get, "transactions/1/seats", nil, 4_040_005),
    (.get, "transactions/{gold}/seats", nil, 4_009_001),
    (.post, "transactions/{id}/seats", "x", 4_000_000),
    (.post, "transactions/{id}/seats", "{}", 4_000_011),
    (.post, "transactions/{id}/seats", #"{"requestIdentifier":""}"#, 4_000_011),
    (
      .post, "transactions/{id}/seats", #"{"requestIdentifier":"r","appTransactionId":"7"}"#,
      4_049_003
    ),
    (.post, "transactions/{full}/seats", #"{"requestIdentifier":"s"}"#, 4_039_001),
    (.post, "transactions/{id}/seats/{claim}/associate", "{}", 4_049_003),
    (
      .post, "transactions/{id}/seats/\(uuid)/associate", #"{"appTransactionId":"{anna}"}"#,
      4_049_002
    ),
    (.delete, "transactions/{id}/seats/\(uuid)", nil, 4_049_002),
    (.delete, "transactions/{gold}/seats/{claim}", nil, 4_009_001),
  ]

  @Test("EX-20 a wrong request about groups and seats is refused", arguments: refusals.indices)
  func refused(_ index: Int) async throws {
    let (method, path, body, code) = Self.refusals[index]
    let (market, id) = try Self.market()
    let gold = market.buy("gold", by: "dora")
    let full = market.buy("silver", by: "eve", PurchaseOptions(quantity: 2))
    for request in ["1", "2"] { market.simulator.claimSeat(of: full, requestID: request) }
    let claim = try market.simulator.claimSeat(of: id, requestID: "old").get()
    let group = try #require(market.simulator.groups(of: "anna").first).groupId
    func filled(_ text: String) -> String {
      text.replacing("{id}", with: id).replacing("{gold}", with: gold)
        .replacing("{full}", with: full).replacing("{claim}", with: claim)
        .replacing("{group}", with: group)
        .replacing("{anna}", with: market.simulator.appTransactionID(of: "anna"))
    }
    let answer = try await market.ask(method, "/groups/v1/" + filled(path), body.map(filled))
    #expect(answer.errorCode == code, "\(answer)")
    #expect(answer.status == Int(code / 10_000))
    #expect(answer["errorMessage"] != nil)
  }

  @Test("a request about groups and seats needs a token")
  func unauthorized() async throws {
    let (market, id) = try Self.market()
    let path = "/groups/v1/transactions/\(id)/seats"
    #expect(try await market.ask(.get, path, authorization: "Bearer x").status == 401)
  }
}
