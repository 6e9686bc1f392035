import AppStoreSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TollgateAppStore

@testable import AppStoreSimulatorHTTP

@Suite("The control API")
struct ControlTests {
  /// An action, its body, and what must be true of the store afterwards.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var body: String
    var told: [String] = []
    var holds: @Sendable (AppStoreSimulator) -> Bool = { _ in true }

    var testDescription: String { "\(name) \(body)" }
  }

  /// Each begins with: anna has gold, coins and a waiting purchase, and shares with ben.
  static let rows = [
    Row(name: "account", body: #"{"account":"zoe"}"#) { $0.accounts.contains("zoe") },
    Row(
      name: "buy", body: #"{"account":"zoe","product":"silver"}"#, told: ["SUBSCRIBED"]),
    Row(
      name: "buy", body: #"{"account":"zoe","product":"coins","quantity":3}"#,
      told: ["ONE_TIME_CHARGE"]
    ) { $0.transactions(of: "zoe").first?.payload.quantity == 3 },
    Row(
      name: "buy",
      body: #"{"account":"zoe","product":"silver","offerType":"code","offer":"FREE3"}"#,
      told: ["SUBSCRIBED"]
    ) { $0.transactions(of: "zoe").first?.payload.offerIdentifier == "FREE3" },
    Row(name: "buy", body: #"{"account":"zoe","product":"coins","outcome":"cancel"}"#) {
      $0.transactions(of: "zoe").isEmpty
    },
    Row(name: "buy", body: #"{"account":"zoe","product":"coins","outcome":"askToBuy"}"#) {
      $0.pendingPurchases.count == 2
    },
    Row(
      name: "buy", body: #"{"account":"anna","product":"silver"}"#,
      told: ["DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_PREF"]),
    Row(name: "approve", body: #"{"purchase":1}"#, told: ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE"]) {
      $0.pendingPurchases.isEmpty
    },
    Row(name: "decline", body: #"{"purchase":1}"#) { $0.pendingPurchases.isEmpty },
    Row(
      name: "cancel", body: #"{"account":"anna"}"#,
      told: ["DID_CHANGE_RENEWAL_STATUS", "DID_CHANGE_RENEWAL_STATUS"]),
    Row(name: "renew", body: #"{"account":"anna"}"#, told: ["DID_RENEW", "DID_RENEW"]),
    Row(name: "expire", body: #"{"account":"anna"}"#, told: ["EXPIRED", "EXPIRED"]),
    Row(name: "fail-billing", body: #"{"account":"anna"}"#) { $0.isBillingFailing("anna") },
    Row(name: "fix-billing", body: #"{"account":"anna"}"#) { !$0.isBillingFailing("anna") },
    Row(name: "price", body: #"{"product":"gold","price":"40"}"#, told: ["PRICE_INCREASE"]),
    Row(name: "on-sale", body: #"{"product":"coins","isOnSale":false}"#) { store in
      store.purchase("coins", by: "zoe") == .failed(.productUnavailable)
    },
    Row(name: "refund", body: #"{"transaction":"{gold}"}"#, told: ["REFUND", "REVOKE"]),
    Row(name: "refund", body: #"{"transaction":"{coins}","share":25000}"#, told: ["REFUND"]) {
      $0.transactions(of: "anna").contains { $0.payload.revocationPercentage == 25_000 }
    },
    Row(
      name: "refund", body: #"{"transaction":"{gold}","share":"unused"}"#,
      told: ["REFUND", "REVOKE"]),
    Row(
      name: "refund-request", body: #"{"transaction":"{coins}"}"#, told: ["CONSUMPTION_REQUEST"]),
    Row(
      name: "extend", body: #"{"transaction":"{gold}","days":3}"#,
      told: ["RENEWAL_EXTENDED", "RENEWAL_EXTENDED"]),
    Row(name: "share", body: #"{"account":"anna","with":"zoe"}"#, told: ["SUBSCRIBED"]),
    Row(name: "stop-sharing", body: #"{"account":"anna","with":"ben"}"#, told: ["REVOKE"]),
    Row(name: "ask-to-buy", body: #"{"account":"anna","asks":true}"#) { $0.asksToBuy("anna") },
    Row(
      name: "storefront",
      body: #"{"account":"anna","country":"DEU","id":"143443","currency":"EUR"}"#
    ) { $0.storefront(of: "anna").currency == "EUR" },
    Row(
      name: "bought-app",
      body: #"{"account":"anna","version":"237","platform":"macOS","date":"2024-05-01T00:00:00Z"}"#
    ) {
      let app = $0.appTransaction(of: "anna", version: "300", downloaded: $0.now)
      return app.originalPlatform == .macOS
        && app.originalPurchaseDate == Instant("2024-05-01T00:00:00Z")
        && app.originalApplicationVersion == "1.0"
    },
    Row(
      name: "rescind-consent", body: #"{"account":"anna"}"#, told: ["RESCIND_CONSENT"]
    ) {
      let payload = $0.notifications().last?.payload
      return payload?.data == nil && payload?.appData?.bundleId == $0.bundleID
        && payload?.appData?.signedAppTransactionInfo?.isEmpty == false
    },
    Row(name: "finish", body: #"{"transaction":"{coins}"}"#) {
      !$0.unfinishedTransactions(of: "anna").contains { $0.payload.productId == "coins" }
    },
    Row(name: "test-notification", body: "", told: ["TEST"]),
    Row(
      name: "clock", body: #"{"by":"P1M"}"#, told: ["DID_RENEW", "DID_RENEW"]
    ) { $0.now == Market.start.adding(milliseconds: 31 * Market.day) },
    Row(name: "clock", body: #"{"by":"P1DT2H3M4S"}"#) {
      $0.now == Market.start.adding(milliseconds: Market.day + 7_384_000)
    },
    Row(name: "clock", body: #"{"to":"2026-01-02T00:00:00Z"}"#) {
      $0.now == Market.start.adding(milliseconds: Market.day)
    },
    Row(name: "clock", body: #"{"to":1767312000000}"#) {
      $0.now == Market.start.adding(milliseconds: Market.day)
    },
    Row(name: "clock", body: #"{"to":"next-event"}"#, told: ["DID_RENEW", "DID_RENEW"]),
    Row(name: "faults", body: #"{"drop":100}"#),
    Row(name: "invitations", body: #"{"host":"developer"}"#) {
      $0.invitationManagement == .developer
    },
    Row(name: "notify", body: #"{"url":"https://other.localhost"}"#),
    Row(name: "chaos", body: "{}"),
    Row(name: "refuse", body: #"{"errorCode":4290000,"times":1}"#),
  ]

  @Test("an action has its effect, and lists the notifications that it caused", arguments: rows)
  func action(_ row: Row) async throws {
    let market = try Self.market()
    let answer = try await Self.post(market, row.name, row.body)
    #expect(answer.status == 200, "\(answer)")
    let told = answer["notifications"]?.elements.compactMap { $0["notificationType"]?.text }
    #expect(told == row.told)
    #expect(answer["now"] == .integer(market.simulator.now.milliseconds))
    #expect(row.holds(market.simulator))
  }

  @Test("every action has a row, or a test of its own")
  func complete() {
    let tested = Set(Self.rows.map(\.name) + Self.later)
    #expect(tested.isSuperset(of: StoreAction.Name.allCases.map(\.path)))
  }

  private static let later = [
    "resume", "accept-price", "request-price-consent", "settle", "refund-decline",
    "refund-reverse", "assign-seat", "revoke-seat",
  ]

  @Test("seats are bought, assigned, taken back and refunded")
  func seats() async throws {
    let market = try Self.market()
    let bought = try await Self.post(
      market, "buy", #"{"product":"silver","account":"zoe","quantity":3}"#)
    let id = try #require(bought["purchase"]?["transactionId"]?.text)
    for (name, body, told) in [
      ("assign-seat", #"{"account":"zoe","with":"yan"}"#, "SUBSCRIBED"),
      ("revoke-seat", #"{"account":"zoe","with":"yan"}"#, "REVOKE"),
      ("refund", #"{"transaction":"\#(id)","seats":1}"#, "REFUND"),
    ] {
      let answer = try await Self.post(market, name, body)
      #expect(
        answer["notifications"]?.elements.first?["notificationType"]?.text == told, "\(answer)")
    }
    for (name, body) in [
      ("assign-seat", #"{"account":"anna","with":"yan"}"#),
      ("revoke-seat", #"{"account":"zoe","with":"yan"}"#),
      ("refund", #"{"transaction":"\#(id)","seats":3}"#),
    ] {
      let answer = try await Self.post(market, name, body)
      #expect(answer["code"]?.text == "nothingToDo", "\(answer)")
    }
  }

  @Test("EX-20 one-time codes are created, and each is redeemed once, by an eligible customer")
  func offerCodes() async throws {
    let market = try Self.market()
    let state = try await Self.get(market, "state")
    let offers = state["products"]?.elements.compactMap { $0["offers"]?.elements }.flatMap { $0 }
    let code = try #require(offers?.first { $0["offer"]?.text == "FREE3" })
    #expect(code["eligibility"]?.elements.map(\.text) == ["new", "existing", "expired"])
    #expect(offers?.first { $0["offer"]?.text == "stay" }?["eligibility"] == nil)

    let made = try await Self.post(
      market, "offer-codes",
      #"{"product":"silver","offer":"FREE3","count":3,"until":"2026-01-10T00:00:00Z"}"#)
    let codes = made["codes"]?.elements.compactMap(\.text) ?? []
    #expect(Set(codes).count == 3, "\(made)")
    func redeem(_ index: Int, _ account: String) async throws -> MarketAnswer {
      let code = codes[index]
      return try await Self.post(
        market, "buy",
        #"{"product":"silver","account":"\#(account)","offerType":"code","offer":"\#(code)"}"#)
    }
    #expect(try await redeem(0, "zoe")["purchase"]?["result"]?.text == "success")
    let bought = market.simulator.transactions(of: "zoe").first?.payload
    #expect(bought?.offerType == .offerCode)
    #expect(bought?.offerIdentifier == "FREE3")
    #expect(try await redeem(0, "yan")["purchase"]?["failure"]?.text == "paymentNotAllowed")
    #expect(try await redeem(1, "yan")["purchase"]?["result"]?.text == "success")
    _ = try await Self.post(market, "clock", #"{"to":"2026-01-10T00:00:00Z"}"#)
    #expect(try await redeem(2, "xia")["purchase"]?["failure"]?.text == "paymentNotAllowed")
    let one = try await Self.post(market, "offer-codes", #"{"product":"silver","offer":"FREE3"}"#)
    #expect(one["codes"]?.elements.count == 1)
  }

  @Test("consent is requested while the price stays, and an unpaid renewal is paid")
  func asked() async throws {
    let market = try Self.market()
    let anna = #"{"account":"anna"}"#
    let asked = try await Self.post(market, "request-price-consent", anna)
    #expect(asked["notifications"]?.elements.first?["subtype"]?.text == "PENDING", "\(asked)")
    #expect(try await Self.post(market, "request-price-consent", anna).status == 409)
    #expect(try await Self.post(market, "settle", anna).status == 409)
    _ = try await Self.post(market, "accept-price", anna)
    _ = try await Self.post(market, "fail-billing", anna)
    _ = try await Self.post(market, "renew", anna)
    let paid = try await Self.post(market, "settle", anna)
    #expect(
      paid["notifications"]?.elements.first?["subtype"]?.text == "BILLING_RECOVERY", "\(paid)")
  }

  @Test("what was done can be undone: renewal, a refund, its request, a price")
  func undone() async throws {
    let market = try Self.market()
    for (name, body, told) in [
      ("cancel", #"{"account":"anna"}"#, "DID_CHANGE_RENEWAL_STATUS"),
      ("resume", #"{"account":"anna"}"#, "DID_CHANGE_RENEWAL_STATUS"),
      ("price", #"{"product":"gold","price":"40"}"#, "PRICE_INCREASE"),
      ("accept-price", #"{"account":"anna"}"#, "PRICE_INCREASE"),
      ("refund-request", #"{"transaction":"{coins}"}"#, "CONSUMPTION_REQUEST"),
      ("refund-decline", #"{"transaction":"{coins}"}"#, "REFUND_DECLINED"),
      ("refund-request", #"{"transaction":"{coins}"}"#, "CONSUMPTION_REQUEST"),
      ("refund-decision", #"{"transaction":"{coins}"}"#, "REFUND"),
      ("refund-reverse", #"{"transaction":"{coins}"}"#, "REFUND_REVERSED"),
    ] {
      let answer = try await Self.post(market, name, body)
      #expect(
        answer["notifications"]?.elements.first?["notificationType"]?.text == told, "\(answer)")
    }
  }

  /// An action, its body, the status and code of its refusal, and the sentence.
  static let refusals: [(String, String, Int, String, String)] = [
    ("bye", "", 404, "unknownAction", "There is no action `bye`; there are accept-price, "),
    ("buy", "[]", 400, "notReadable", "The body is not a JSON object."),
    ("buy", "{}", 400, "missingField", "`product` is missing."),
    (
      "buy", #"{"produkt":"gold"}"#, 400, "unknownField",
      "buy takes no field `produkt`; it takes account, appAccountToken, "
    ),
    ("buy", #"{"product":"iron"}"#, 404, "unknownProduct", "There is no product `iron`."),
    ("buy", #"{"product":"gold","appAccountToken":"x"}"#, 400, "wrongField", "`appAccountToken`"),
    (
      "buy", #"{"product":"gold","quantity":1001}"#, 400, "wrongField", "`quantity` must be a whole"
    ),
    (
      "buy", #"{"product":"gold","outcome":"x"}"#, 400, "wrongField",
      "`outcome` must be one of buy,"
    ),
    ("buy", #"{"product":"gold","offer":"x"}"#, 400, "missingField", "`offerType` is missing."),
    ("cancel", #"{"account":"zoe"}"#, 404, "unknownAccount", "There is no account `zoe`."),
    ("resume", #"{"account":"anna"}"#, 409, "nothingToDo", "anna has no running subscription"),
    ("refund", #"{"transaction":"1"}"#, 404, "unknownTransaction", "There is no transaction `1`."),
    (
      "refund-reverse", #"{"transaction":"{coins}"}"#, 409, "nothingToDo",
      "{coins} was not refunded"
    ),
    ("refund-decision", #"{"transaction":"{coins}"}"#, 409, "nothingToDo", "Nobody asked for a"),
    ("extend", #"{"transaction":"{gold}"}"#, 400, "missingField", "`days` is missing."),
    ("extend", #"{"transaction":"{coins}","days":1}"#, 409, "nothingToDo", "The renewal date of"),
    ("price", #"{"product":"gold","price":"a"}"#, 400, "wrongField", "`price` must be a string"),
    ("approve", #"{"purchase":9}"#, 404, "notFound", "No purchase with the number 9 is pending."),
    ("clock", "{}", 400, "missingField", "Say either `to` or `by`."),
    ("clock", #"{"by":"1 month"}"#, 400, "wrongField", "`by` must be a duration such as P1M"),
    ("clock", #"{"to":"soon"}"#, 400, "wrongField", "`to` must be `next-event`, milliseconds"),
    ("clock", #"{"to":1}"#, 400, "wrongField", "The clock does not run back."),
    ("clock", #"{"by":"P11Y"}"#, 400, "wrongField", "The clock moves by ten years at most."),
    ("offer-codes", #"{"product":"iron"}"#, 404, "unknownProduct", "There is no product `iron`."),
    ("offer-codes", #"{"product":"silver"}"#, 400, "missingField", "`offer` is missing."),
    ("offer-codes", #"{"product":"silver","offer":"x"}"#, 404, "notFound", "`silver` has no offer"),
    (
      "offer-codes", #"{"product":"silver","offer":"FREE3","count":0}"#, 400, "wrongField",
      "`count` must be a whole number from 1 to"
    ),
    (
      "offer-codes", #"{"product":"silver","offer":"FREE3","until":"2026-01-01T00:00:00Z"}"#, 400,
      "wrongField", "`until` must be a date and time after"
    ),
    ("invitations", "{}", 400, "missingField", "`host` is missing."),
    ("invitations", #"{"host":"x"}"#, 400, "wrongField", "`host` must be one of apple, developer"),
    ("unclaim-seat", #"{"seatClaim":"x"}"#, 409, "nothingToDo", "No seat is claimed with the"),
    ("notify", #"{"url":"ftp://x"}"#, 400, "wrongField", "`url` must begin with http"),
    (
      "faults", #"{"drop":101}"#, 400, "wrongField", "`drop` must be a whole number from 0 to 100"
    ),
  ]

  @Test("a wrong action is refused with a code and a sentence", arguments: refusals.indices)
  func refusal(_ index: Int) async throws {
    let market = try Self.market()
    let (name, body, status, code, sentence) = Self.refusals[index]
    let answer = try await Self.post(market, name, body)
    #expect(answer.status == status, "\(answer)")
    #expect(answer["code"] == .string(code))
    let expected = Self.filled(sentence, market)
    #expect(answer["detail"]?.text?.hasPrefix(expected) == true, "\(answer)")
  }

  @Test("the response to a purchase is the device's result")
  func purchase() async throws {
    let market = try Self.market()
    let bought = try await Self.post(market, "buy", #"{"account":"zoe","product":"coins"}"#)
    let jws = try #require(bought["purchase"]?["signedTransactionInfo"]?.text)
    let payload = try await market.verifier.transaction(jws, at: Market.start).payload
    #expect(bought["purchase"]?["transactionId"] == .string(payload.transactionId))
    let failed = try await Self.post(
      market, "buy", #"{"account":"zoe","product":"coins","outcome":"network"}"#)
    #expect(failed["purchase"]?["failure"] == .string("network"))
  }

  @Test("a device's data can be read, signed, and the consumption information of a purchase")
  func reading() async throws {
    let market = try Self.market()
    let device = try await Self.get(market, "accounts/anna")
    #expect(device["signedTransactions"]?.elements.count == 2)
    #expect(device["currentEntitlements"]?.elements.count == 1)
    let jws = try #require(device["signedAppTransaction"]?.text)
    #expect(
      try await market.verifier.appTransaction(jws, at: Market.start).payload.bundleId
        == "com.example.market")
    #expect(try await Self.get(market, "accounts/nobody").status == 404)

    let coins = Self.filled("{coins}", market)
    #expect(try await Self.get(market, "consumption/\(coins)").status == 404)
    _ = try await market.ask(
      .put, "/inApps/v2/transactions/consumption/\(coins)", "{\(ConsumptionTests.v2)}")
    let told = try await Self.get(market, "consumption/\(coins)")
    #expect(told["deliveryStatus"] == .string("DELIVERED"))

    let state = try await Self.get(market, "state")
    #expect(state["bundleId"] == .string("com.example.market"))
    #expect(state["products"]?.elements.count == 5)
    #expect(state["accounts"]?.elements.compactMap { $0["account"]?.text } == ["anna", "ben"])
    let log = try await Self.get(market, "notifications?after=1")
    #expect(log.json.elements.first?["sequence"] == .integer(2))
  }

  @Test("a product is named in the configuration's language, or as the developer names it")
  func names() async throws {
    var products = Market.configuration
    products.settings.locale = "ja_JP"
    products.nonRenewingSubscriptions = []
    products.products = [
      .init(
        productID: "harp", type: .nonConsumable, price: Milliunits(480_000),
        localizations: [
          .init(locale: "en_US", displayName: "Harp"), .init(locale: "ja", displayName: "ハープ"),
        ]),
      .init(
        productID: "tip", type: .consumable, referenceName: "Small tip", price: Milliunits(100_000),
        localizations: [.init(locale: "ja", displayName: "")]),
    ]
    let state = try await Self.get(try Market(selling: products), "state")
    let names = state["products"]?.elements.compactMap { $0["name"]?.text }
    #expect(names?.suffix(2) == ["ハープ", "Small tip"])
  }

  @Test("a form is answered with the page, and a page of another site is refused")
  func forms() async throws {
    let market = try Self.market()
    let form = "application/x-www-form-urlencoded"
    let seen = try await Self.exchange(
      market, "/control/buy", "account=zoe&product=coins&quantity=2&offer=",
      [.contentType: form, .accept: "text/html"])
    #expect(seen.status == .seeOther && seen.headers[.location] == "/")
    #expect(market.simulator.transactions(of: "zoe").first?.payload.quantity == 2)
    let foreign = try await Self.exchange(
      market, "/control/buy", "product=coins",
      [.contentType: form, .origin: "https://evil.example"])
    #expect(foreign.status == .forbidden)
    let own = try await Self.exchange(
      market, "/control/buy", "product=coins", [.contentType: form, .origin: "http://localhost"])
    #expect(own.status == .ok)
    let curl = try await Self.exchange(
      market, "/control/buy", #"{"account":"yan","product":"coins"}"#, [.contentType: form])
    #expect(curl.status == .ok && market.simulator.accounts.contains("yan"))
  }

  @Test("the page shows products, accounts, the clock and the log, and asks nothing of other hosts")
  func page() async throws {
    let market = try Self.market()
    try await market.service.settle()
    let page = try await Application(router: makeStoreRouter(market.service)).test(.router) {
      try await $0.execute(uri: "/", method: .get)
    }
    #expect(page.headers[.contentType] == "text/html; charset=utf-8")
    let html = String(decoding: page.body.readableBytesView, as: UTF8.self)
    for text in [
      "<time>2026-01-01 00:00</time> UTC", "Next event: 2026-02-01 00:00, in 31 days",
      "<h3>anna</h3>",
      "until <time>2026-02-01 00:00</time>, in 31 days, renews to gold</span>",
      "SUBSCRIBED INITIAL_BUY",
      "SUCCESS",
      "anna wants lifetime; a parent is asked.", "shares with ben",
    ] { #expect(html.contains(text), "\(text)") }
    for name in ["store.css", "store.js"] {
      #expect(html.contains("/assets/\(name)"))
      let file = try await Application(router: makeStoreRouter(market.service)).test(.router) {
        try await $0.execute(uri: "/assets/\(name)", method: .get)
      }
      #expect(file.status == .ok)
    }
  }

  @Test("every button of the page sends fields that its action takes, also once an address is set")
  func buttons() async throws {
    let market = try Self.market()
    market.simulator.refund(Self.filled("{coins}", market))
    try await market.service.settle()
    let page = try await Application(router: makeStoreRouter(market.service)).test(.router) {
      try await $0.execute(uri: "/", method: .get)
    }
    let html = String(decoding: page.body.readableBytesView, as: UTF8.self)
    var buttons = 0
    for form in html.matches(
      of: /(?s)<form method="post" action="\/control\/([a-z-]+)"(.*?)<\/form>/)
    {
      let inputs = form.2.matches(of: /<(?:input|select)[^>]* name="([A-Za-z]+)"/).map {
        String($0.1)
      }
      for button in form.2.matches(of: /<button([^>]*)>([^<]*)</) {
        let action = button.1.firstMatch(of: /formaction="\/control\/([a-z-]+)"/)?.1 ?? form.1
        let own = button.1.firstMatch(of: /name="([A-Za-z]+)"/).map { [String($0.1)] } ?? []
        let fields = ControlFields(
          form: Data((inputs + own).map { "\($0)=x" }.joined(separator: "&").utf8))
        let taken = try #require(StoreService.fields(of: String(action)), "\(action)")
        #expect(throws: Never.self, "\(button.2)") {
          try fields.check(String(action), takes: taken)
        }
        buttons += 1
      }
    }
    #expect(buttons > 25)
  }

  @Test("Send a test posts a notification to the address that is set")
  func sendTest() async throws {
    let market = try Self.market()
    let form = "application/x-www-form-urlencoded"
    let page = try await Application(router: makeStoreRouter(market.service)).test(.router) {
      try await $0.execute(uri: "/", method: .get)
    }
    let html = String(decoding: page.body.readableBytesView, as: UTF8.self)
    #expect(html.contains(#"value="http://backend.localhost""#))
    let test = try #require(
      html.firstMatch(of: /(?s)<form(?:(?!<form).)*?\/control\/test-notification.*?<\/form>/)
    ).0
    let body = test.matches(of: /<input name="([a-z]+)"[^>]* value="([^"]*)"/)
      .map { "\($0.1)=\($0.2)" }.joined(separator: "&")
    let answer = try await Self.exchange(
      market, "/control/test-notification", body, [.contentType: form])
    #expect(answer.status == .ok, "\(MarketAnswer(answer))")
    #expect(market.inbox.addresses.last == "http://backend.localhost")
  }

  @Test("the root certificate is given as DER")
  func root() async throws {
    let market = try Self.market()
    let answer = try await Application(router: makeStoreRouter(market.service)).test(.router) {
      try await $0.execute(uri: "/root.cer", method: .get)
    }
    #expect(Data(answer.body.readableBytesView) == market.simulator.chain.root)
  }
}

extension ControlTests {
  fileprivate static func market() throws -> Market {
    let market = try Market(notifying: "http://backend.localhost")
    market.buy("gold")
    market.buy("coins")
    market.simulator.purchase("lifetime", by: "anna", outcome: .askToBuy)
    market.simulator.share("anna", with: "ben")
    return market
  }

  /// A text with the transactions that its names stand for.
  fileprivate static func filled(_ text: String, _ market: Market) -> String {
    let all = market.simulator.transactions(of: "anna").map(\.payload)
    return ["gold", "coins"].reduce(text) { text, product in
      let id = all.first { $0.productId == product }?.transactionId ?? ""
      return text.replacing("{\(product)}", with: id)
    }
  }

  fileprivate static func post(
    _ market: Market, _ name: String, _ body: String
  ) async throws -> MarketAnswer {
    // What the market's own purchases made is posted first.
    try await market.service.settle()
    let response = try await exchange(
      market, "/control/\(name)", filled(body, market), [.contentType: "application/json"])
    return MarketAnswer(response)
  }

  fileprivate static func get(_ market: Market, _ path: String) async throws -> MarketAnswer {
    try await Application(router: makeStoreRouter(market.service)).test(.router) {
      MarketAnswer(try await $0.execute(uri: "/control/\(path)", method: .get))
    }
  }

  fileprivate static func exchange(
    _ market: Market, _ path: String, _ body: String, _ headers: HTTPFields
  ) async throws -> TestResponse {
    try await Application(router: makeStoreRouter(market.service)).test(.router) {
      try await $0.execute(
        uri: path, method: .post, headers: headers, body: ByteBuffer(string: body))
    }
  }
}

extension MarketAnswer {
  init(_ response: TestResponse) {
    let body = Data(response.body.readableBytesView)
    self.init(
      status: response.status.code,
      json: (try? JSONDecoder().decode(JSONValue.self, from: body)) ?? .null)
  }
}
