import AppStoreSimulator
import AppStoreSimulatorHTTP
import Testing
import TollgateAppStore

@Suite("Requests that the Server API rejects")
struct RefusalTests {
  @Test(
    "a token is rejected that is not this store's, has expired, or is valid for more than an hour",
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
    (.get, "v1/subscriptions/extend/mass/gold/none", 4_040_009),
    (.post, "v1/notifications/test", 4_040_007),
    (.get, "v1/notifications/test/none", 4_000_020),
    (.get, "v1/notifications/test/\(uuid)_1", 4_040_008),
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

  static let mass = "v1/subscriptions/extend/mass"
  static let history = "v1/notifications/history"

  /// A path, what is sent there, and the number of the refusal.
  static let telling: [(ServerAPIRequest.Method, String, String, Int64)] = [
    (.put, "v1/subscriptions/extend/x", order(), 4_000_008),
    (.put, "v1/subscriptions/extend/\(unknown)", order(), 4_040_005),
    (.put, "v1/subscriptions/extend/{coins}", order(), 4_040_005),
    (.put, "v1/subscriptions/extend/{gold}", order(days: "0"), 4_000_009),
    (.put, "v1/subscriptions/extend/{gold}", order(days: "91"), 4_000_009),
    (.put, "v1/subscriptions/extend/{gold}", order(days: "null"), 4_000_009),
    (.put, "v1/subscriptions/extend/{gold}", order(reason: "4"), 4_000_010),
    (.put, "v1/subscriptions/extend/{gold}", order(request: ""), 4_000_011),
    (.put, "v1/subscriptions/extend/{gold}", "[]", 4_000_000),
    (.put, "v1/subscriptions/extend/{free}", order(), 4_030_004),
    (.post, mass, order(), 4_000_023),
    (.post, mass, order(#","productId":"coins""#), 4_000_023),
    (.post, mass, order(#","productId":"gold","storefrontCountryCodes":[]"#), 4_000_027),
    (.post, mass, order(#","productId":"gold","storefrontCountryCodes":["de"]"#), 4_000_028),
    (.post, mass, order(#","productId":"gold","storefrontCountryCodes":"DEU""#), 4_000_028),
    (.post, history, #"{"endDate":2}"#, 4_000_015),
    (.post, history, #"{"startDate":1,"endDate":"2"}"#, 4_000_016),
    (.post, history, #"{"startDate":3,"endDate":2}"#, 4_000_013),
    (.post, history, #"{"startDate":1,"endDate":2}"#, 4_000_012),
    (.post, history, past(#","notificationType":"did renew""#), 4_000_018),
    (.post, history, past(#","notificationSubtype":"INITIAL_BUY""#), 4_000_018),
    (.post, history, past(#","notificationType":"TEST","transactionId":"1""#), 4_000_019),
    (.post, history, past(#","transactionId":"x""#), 4_000_006),
    (.post, history, past(#","transactionId":"1""#), 4_040_010),
    (.post, history + "?paginationToken=x", past(), 4_000_014),
    (.post, history, "", 4_000_000),
  ]

  private static func order(
    _ more: String = "", days: String = "7", reason: String = "1", request: String = "r"
  ) -> String {
    #"{"extendByDays":\#(days),"extendReasonCode":\#(reason),"requestIdentifier":"\#(request)"\#(more)}"#
  }

  private static func past(_ more: String = "") -> String {
    #"{"startDate":\#(Market.start.milliseconds),"endDate":\#(Market.start.milliseconds)\#(more)}"#
  }

  @Test("a wrong order is refused with Apple's number", arguments: telling.indices)
  func orders(_ index: Int) async throws {
    let (method, path, body, code) = Self.telling[index]
    try await expect(method, path, body, code, days: 20)
  }

  /// A field of consumption information, a wrong value, and the number of the refusal.
  static let consumptionCases: [(String, String, String, Int64)] = [
    ("v2", "customerConsented", "false", 4_000_035),
    ("v2", "sampleContentProvided", "null", 4_000_041),
    ("v2", "deliveryStatus", #""LOST""#, 4_000_036),
    ("v2", "consumptionPercentage", "100001", 4_000_000),
    ("v2", "consumptionPercentage", "-1", 4_000_000),
    ("v2", "consumptionPercentage", "1.5", 4_000_000),
    ("v2", "refundPreference", #""MAYBE""#, 4_000_044),
    ("v2", "refundPreference", #""GRANT_PRORATED""#, 4_000_044),
    ("v1", "customerConsented", "null", 4_000_035),
    ("v1", "sampleContentProvided", "1", 4_000_041),
    ("v1", "consumptionStatus", "4", 4_000_034),
    ("v1", "platform", "3", 4_000_039),
    ("v1", "deliveryStatus", "6", 4_000_036),
    ("v1", "appAccountToken", #""x""#, 4_000_033),
    ("v1", "accountTenure", "8", 4_000_032),
    ("v1", "playTime", "-1", 4_000_040),
    ("v1", "lifetimeDollarsRefunded", "8", 4_000_038),
    ("v1", "lifetimeDollarsPurchased", "8", 4_000_037),
    ("v1", "userStatus", "5", 4_000_042),
  ]

  @Test(
    "EX-19 wrong consumption information is refused with Apple's number",
    arguments: consumptionCases.indices)
  func consumption(of index: Int) async throws {
    let (version, name, value, code) = Self.consumptionCases[index]
    let right = version == "v2" ? ConsumptionTests.v2 : ConsumptionTests.v1
    var fields = right.split(separator: ",").filter { !$0.contains("\"\(name)\"") }.map(String.init)
    fields.append("\"\(name)\":\(value)")
    let body = "{\(fields.joined(separator: ","))}"
    try await expect(.put, "\(version)/transactions/consumption/{coins}", body, code)
  }

  /// A product, fields in addition to those that every product needs, and the number of the refusal; 0 for none.
  static let consumptionOfProducts: [(String, String, Int64)] = [
    ("{gold}", #""deliveryStatus":"DELIVERED","consumptionPercentage":0"#, 4_000_209),
    ("{gold}", #""deliveryStatus":"DELIVERED","refundPreference":"GRANT_PRORATED""#, 0),
    ("{coins}", #""deliveryStatus":"UNDELIVERED_OTHER","consumptionPercentage":1"#, 4_000_000),
    ("{coins}", #""deliveryStatus":"UNDELIVERED_OTHER","consumptionPercentage":0"#, 0),
    (
      "{coins}",
      #""deliveryStatus":"DELIVERED","consumptionPercentage":0,"refundPreference":"GRANT_PRORATED""#,
      4_000_044
    ),
    (
      "{coins}",
      #""deliveryStatus":"DELIVERED","consumptionPercentage":100000,"refundPreference":"GRANT_PRORATED""#,
      4_000_044
    ),
    (
      "{coins}",
      #""deliveryStatus":"DELIVERED","consumptionPercentage":99999,"refundPreference":"GRANT_PRORATED""#,
      0
    ),
    (
      "{coins}",
      #""deliveryStatus":"DELIVERED","consumptionPercentage":null,"refundPreference":null"#, 0
    ),
  ]

  @Test(
    "EX-19 what consumption information may say depends on the product and its delivery",
    arguments: consumptionOfProducts.indices)
  func consumption(ofProduct index: Int) async throws {
    let (product, fields, code) = Self.consumptionOfProducts[index]
    let market = try Market()
    let id = market.buy(product == "{gold}" ? "gold" : "coins")
    let answer = try await market.ask(
      .put, "/inApps/v2/transactions/consumption/\(id)",
      #"{"customerConsented":true,"sampleContentProvided":false,\#(fields)}"#)
    #expect(answer.errorCode == (code == 0 ? nil : code), "\(answer)")
    #expect(answer.status == (code == 0 ? 202 : 400))
  }

  @Test("the first version of consumption information is not taken of products of other types")
  func firstConsumption() async throws {
    try await expect(
      .put, "v1/transactions/consumption/{lifetime}", "{\(ConsumptionTests.v1)}", 4_000_047)
  }

  @Test("consumption information is taken of what the customer bought")
  func consumptionOfWhat() async throws {
    let body = "{\(ConsumptionTests.v2)}"
    let path = "v2/transactions/consumption/"
    try await expect(.put, path + "{shared}", body, 4_000_185)
    try await expect(.put, path + Self.unknown, body, 4_040_010)
  }

  @Test(
    "a subscription is extended twice in a year, not three times, and not by a family member who shares it"
  )
  func extensions() async throws {
    let market = try Market()
    let id = market.buy("gold")
    market.simulator.share("anna", with: "ben")
    let path = "/inApps/v1/subscriptions/extend/"
    for code in [nil, nil, 4_030_005] as [Int64?] {
      #expect(try await market.ask(.put, path + id, Self.order()).errorCode == code)
    }
    let shared = market.simulator.transactions(of: "ben").first?.payload.transactionId ?? ""
    #expect(try await market.ask(.put, path + shared, Self.order()).errorCode == 4_030_007)
  }

  static let uuid = "9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b"

  @Test("an app account token is refused with Apple's number", arguments: accountTokenCases.indices)
  func accountTokens(_ index: Int) async throws {
    let (id, body, code) = Self.accountTokenCases[index]
    try await expect(.put, "v1/transactions/\(id)/appAccountToken", body, code)
  }

  @Test("an unknown path is not found")
  func paths() async throws {
    let market = try Market()
    #expect(try await market.ask(.get, "/inApps/v3/history/1").status == 404)
  }

  private func expect(
    _ method: ServerAPIRequest.Method, _ path: String, _ body: String?, _ code: Int64,
    days: Int64 = 40
  ) async throws {
    let market = try Market()
    let gold = market.buy("gold")
    let coins = market.buy("coins")
    let lifetime = market.buy("lifetime", by: "cleo")
    market.simulator.share("ben", with: "anna")
    market.buy("lifetime", by: "ben")
    market.simulator.advance(to: Market.start.adding(milliseconds: days * Market.day))
    let free = market.buy("silver", by: "dora")
    let all = market.simulator.transactions(of: "anna").map(\.payload)
    let shared = all.first { $0.inAppOwnershipType == .familyShared }?.transactionId ?? ""
    let renewed = all.last { $0.productId == "gold" }?.transactionId ?? ""
    let path = path.replacing("{gold}", with: gold).replacing("{shared}", with: shared)
      .replacing("{renewed}", with: renewed).replacing("{coins}", with: coins)
      .replacing("{lifetime}", with: lifetime).replacing("{free}", with: free)
    let answer = try await market.ask(method, "/inApps/\(path)", body)
    #expect(answer.errorCode == code, "\(answer)")
    #expect(answer.status == Int(code / 10_000))
    #expect(answer["errorMessage"] != nil)
  }
}
