import AppStore
import AppStoreSimulator
import AppStoreSimulatorHTTP
import Testing

@Suite("What the Server API refuses")
struct RefusalTests {
  @Test(
    "a token is refused that is not this store's, is over, or holds longer than an hour",
    arguments: TokenCase.all)
  func tokens(_ row: TokenCase) async throws {
    let market = try Market()
    let id = market.buy("silver")
    let token = try await row.token(market)
    let answer = try await market.ask(
      .get, "/inApps/v1/transactions/\(id)", authorization: token)
    #expect(answer.status == (row.holds ? 200 : 401))
  }

  static let unknown = "2000000000000000"

  /// A request and the number of its refusal; `{gold}`, `{coins}` and `{shared}` stand for transactions.
  static let questions: [(ServerAPIRequest.Method, String, Int64)] = [
    (.get, "v1/transactions/abc", 4_000_006),
    (.get, "v1/transactions/\(unknown)", 4_040_010),
    (.post, "v1/transactions/\(unknown)/finish", 4_040_010),
    (.get, "v1/transactions/appTransactions/\(unknown)", 4_040_010),
    (.get, "v1/subscriptions/-1", 4_000_006),
    (.get, "v1/subscriptions/\(unknown)", 4_040_010),
    (.get, "v1/subscriptions/{gold}?status=6", 4_000_031),
    (.get, "v1/subscriptions/{gold}?status=1&status=x", 4_000_031),
    (.get, "v2/history/\(unknown)", 4_040_010),
    (.get, "v2/history/{gold}?revision=x", 4_000_005),
    (.get, "v2/history/{gold}?startDate=x", 4_000_015),
    (.get, "v2/history/{gold}?endDate=-1", 4_000_016),
    (.get, "v2/history/{gold}?startDate=2&endDate=1", 4_000_013),
    (.get, "v2/history/{gold}?sort=UP", 4_000_021),
    (.get, "v2/history/{gold}?productType=COIN", 4_000_022),
    (.get, "v2/history/{gold}?productId=", 4_000_023),
    (.get, "v2/history/{gold}?subscriptionGroupIdentifier=", 4_000_024),
    (.get, "v2/history/{gold}?inAppOwnershipType=STOLEN", 4_000_026),
    (.get, "v2/history/{gold}?revoked=maybe", 4_000_030),
    (.get, "v2/refund/lookup/\(unknown)", 4_040_010),
    (.get, "v2/refund/lookup/{gold}?revision=1_2_3", 4_000_005),
  ]

  @Test("a wrong question is refused with Apple's number", arguments: questions.indices)
  func reading(_ index: Int) async throws {
    let (method, path, code) = Self.questions[index]
    try await expect(method, path, nil, code)
  }

  static let accountTokenCases: [(String, String, Int64)] = [
    ("{gold}", #"{"appAccountToken":"no"}"#, 4_000_183),
    ("{gold}", #"{}"#, 4_000_183),
    ("{gold}", "x", 4_000_000),
    ("{shared}", #"{"appAccountToken":"\#(uuid)"}"#, 4_000_185),
    ("{renewed}", #"{"appAccountToken":"\#(uuid)"}"#, 4_000_187),
    (unknown, #"{"appAccountToken":"\#(uuid)"}"#, 4_040_010),
  ]

  static let uuid = "9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b"

  @Test("an app account token is refused with Apple's number", arguments: accountTokenCases.indices)
  func accountTokens(_ index: Int) async throws {
    let (id, body, code) = Self.accountTokenCases[index]
    try await expect(.put, "v1/transactions/\(id)/appAccountToken", body, code)
  }

  @Test("a path that Apple does not have is not found")
  func paths() async throws {
    let market = try Market()
    #expect(try await market.ask(.get, "/inApps/v3/history/1").status == 404)
  }

  private func expect(
    _ method: ServerAPIRequest.Method, _ path: String, _ body: String?, _ code: Int64
  ) async throws {
    let market = try Market()
    let gold = market.buy("gold")
    market.simulator.share("ben", with: "anna")
    market.buy("lifetime", by: "ben")
    market.simulator.advance(to: Market.start.adding(40 * Market.day))
    let all = market.simulator.transactions(of: "anna").map(\.payload)
    let shared = all.first { $0.inAppOwnershipType == .familyShared }?.transactionId ?? ""
    let renewed = all.last { $0.productId == "gold" }?.transactionId ?? ""
    let path = path.replacing("{gold}", with: gold).replacing("{shared}", with: shared)
      .replacing("{renewed}", with: renewed)
    let answer = try await market.ask(method, "/inApps/\(path)", body)
    #expect(answer.errorCode == code, "\(answer)")
    #expect(answer.status == Int(code / 10_000))
    #expect(answer["errorMessage"] != nil)
  }
}
