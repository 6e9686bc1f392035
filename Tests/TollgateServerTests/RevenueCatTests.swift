import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Foundation
import HTTPTypes
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateSimulation
import TollgateWire

@testable import TollgateServer

@Suite("RevenueCat's wire format")
struct RevenueCatTests {
  @Test("EX-7 an app with RevenueCat's SDK configures, buys, logs in and restores")
  func life() async throws {
    let server = try await TestServer.market(asksStore: true)
    var phone = TestSDK(server, account: server.store.makeAccount(), user: TestSDK.anonymous(1))
    let new = try await phone.foreground()
    #expect(new.active.isEmpty)
    #expect(new.subscriber.originalAppUserID == phone.user)
    // Nothing is recorded for a name that has nothing, except that it was seen.
    #expect(try await server.entries().map(\.fact.kind) == [.milestone])

    #expect(try await phone.buy("gold").status == 200)
    #expect(server.store.unfinishedTransactions(of: phone.account).isEmpty)
    #expect(try await phone.info().active == ["first", "second", "third"])

    // While the server is down, a purchase stays with the store, and the next launch posts it.
    phone.isOnline = false
    _ = try? await phone.buy("coins")
    #expect(server.store.unfinishedTransactions(of: phone.account).count == 1)
    phone.server = try await server.restarted()
    phone.isOnline = true
    let relaunched = try await phone.foreground()
    #expect(relaunched.subscriber.nonSubscriptions["coins"]?.count == 1)
    #expect(relaunched.active == ["first", "second", "third"])
    #expect(server.store.unfinishedTransactions(of: phone.account).isEmpty)

    let first = try await phone.logIn("ada")
    #expect(first.isNew)
    #expect(first.info.active == ["first", "second", "third"])
    #expect(first.info.subscriber.originalAppUserID == "ada")

    var tablet = TestSDK(
      phone.server, account: server.store.makeAccount(), user: TestSDK.anonymous(2))
    #expect(try await tablet.foreground().active.isEmpty)
    let second = try await tablet.logIn("ada")
    #expect(!second.isNew)
    #expect(second.info.active == first.info.active)

    // A person who logs out has nothing, and the account keeps its purchase.
    phone.user = TestSDK.anonymous(3)
    #expect(try await phone.foreground().active.isEmpty)
    let refused = try await phone.restore()
    #expect(refused.status == 409)
    #expect(refused.errorCode == 7102)
    #expect(try await tablet.info().active == first.info.active)
  }

  @Test("EX-7 a renewal, a cancellation and the end reach the SDK, past its cache")
  func renewal() async throws {
    let server = try await TestServer.market()
    var phone = TestSDK(server, account: server.store.makeAccount(), user: "ada")
    try await phone.buy("silver")
    let trial = try await phone.info()
    #expect(trial.subscriber.subscriptions["silver"]?.periodType == "trial")
    #expect(trial.active == ["second", "third"])
    server.day(1)
    // Confirmed by its tag: the cached body has the earlier time, and the same is active.
    #expect(try await phone.info().requestedAt == trial.requestedAt)

    server.day(8)
    try await server.deliverNotifications()
    let paid = try await phone.info()
    #expect(paid.subscriber.subscriptions["silver"]?.periodType == "normal")
    let end = try #require(paid.subscriber.subscriptions["silver"]?.expiresAt)
    #expect(paid.subscriber.entitlements["second"]?.expiresAt == end)
    server.store.cancel(phone.account)
    try await server.deliverNotifications()
    let cancelled = try await phone.info()
    #expect(cancelled.subscriber.subscriptions["silver"]?.unsubscribedAt != nil)
    #expect(cancelled.active == ["second", "third"])
    server.day(60)
    try await server.deliverNotifications()
    let ended = try await phone.info()
    #expect(ended.active.isEmpty)
    #expect(ended.subscriber.entitlements["second"]?.expiresAt == end)
    #expect(ended.requestedAt > end)
  }

  @Test("EX-7 access continues in the grace period, with the end that the server decides by")
  func grace() async throws {
    let server = try await TestServer.market()
    var phone = TestSDK(server, account: server.store.makeAccount(), user: "ada")
    try await phone.buy("gold")
    let end = try #require(try await phone.info().subscriber.entitlements["first"]?.expiresAt)
    server.store.setBillingFailing(true, for: phone.account)
    server.day(32)
    try await server.deliverNotifications()
    let failing = try await phone.info()
    #expect(failing.active == ["first", "second", "third"])
    let subscription = try #require(failing.subscriber.subscriptions["gold"])
    #expect(subscription.expiresAt == end)
    #expect(subscription.failingSince != nil)
    #expect(
      failing.subscriber.entitlements["first"]?.expiresAt
        == subscription.graceEndsAt)
    server.day(36)
    #expect(try await phone.info().active.isEmpty)
  }

  @Test("EX-7 a reinstalled app restores all purchases of the store account from one transaction")
  func reinstallation() async throws {
    let server = try await TestServer.market(asksStore: true)
    let account = server.store.makeAccount()
    var phone = TestSDK(server, account: account, user: TestSDK.anonymous(1))
    try await phone.buy("lifetime")
    try await phone.buy("gold")
    // Bought before the app moved here: no request ever had it.
    server.store.purchase("season", by: account)
    var reinstalled = TestSDK(server, account: account, user: TestSDK.anonymous(2))
    let info = try TestSDK.info(try await reinstalled.restore())
    #expect(info.active == ["first", "second", "third"])
    #expect(info.subscriber.entitlements["first"]?.expiresAt == nil)
    #expect(Set(info.subscriber.nonSubscriptions.keys) == ["lifetime", "season"])
    // Both names are one customer now.
    #expect(try await phone.info().active == info.active)
  }
}

extension RevenueCatTests {
  @Test("EX-7 a name is new once, and when it was first seen does not change")
  func firstSeen() async throws {
    let server = try await TestServer.market()
    for name in [TestSDK.anonymous(7), "ada"] {
      var phone = TestSDK(server, account: server.store.makeAccount(), user: name)
      let seen = try await phone.info().subscriber.firstSeen
      #expect(seen.timeIntervalSince1970 == Double(server.now.milliseconds / 1000))
      server.day(1)
      phone.user = TestSDK.anonymous(8)
      phone.user = name
      var fresh = TestSDK(server, account: phone.account, user: name)
      #expect(try await fresh.info().subscriber.firstSeen == seen)
    }
    var phone = TestSDK(server, account: server.store.makeAccount(), user: TestSDK.anonymous(9))
    #expect(try await phone.logIn("bob").isNew)
    for _ in 0..<2 {
      phone.user = TestSDK.anonymous(9)
      #expect(try await !phone.logIn("bob").isNew)
    }
    let info = try await phone.info()
    server.day(30)
    var again = TestSDK(server, account: phone.account, user: "bob")
    #expect(try await again.info().subscriber.firstSeen == info.subscriber.firstSeen)
  }

  @Test("EX-7 reserved attributes are kept, shown and found, and the newer of two values holds")
  func reservedAttributes() async throws {
    let server = try await TestServer.market()
    let support = try await TestOperator(server)
    var phone = TestSDK(server, account: server.store.makeAccount(), user: "ada")
    let now = server.now.milliseconds
    func set(_ name: String, _ value: String, _ at: Int64) async throws {
      let path = "/v1/subscribers/\(phone.segment)/attributes"
      let body = ["attributes": [name: ["value": value, "updated_at_ms": at] as [String: Any]]]
      #expect(try await phone.send(.post, path, body: body).status == 200)
    }
    func found(_ query: String) async throws -> Int {
      let matches: CustomerMatches = try await support.read("/operator/customers?\(query)")
      return matches.customers.count
    }
    try await set("$email", "Ada@Example.com", now - 1000)
    try await set("$email", "old@example.com", now - 5000)
    try await set("$displayName", "Ada Lovelace", now)
    // A device whose clock is ahead keeps nobody from setting it later.
    try await set("$campaign", "spring", now + 100 * Instant.millisecondsPerDay)
    server.advance(Period(1, .minute))
    try await set("$campaign", "summer", server.now.milliseconds)
    try await set("unknown", "x", now)
    #expect(try await found("email=ada%40example.COM") == 1)
    #expect(try await found("email=old%40example.com") == 0)
    #expect(try await found("attribute=ada%20lovelace") == 1)
    #expect(try await found("attribute=summer") == 1)
    #expect(try await found("attribute=spring") == 0)
    #expect(try await found("attribute=x") == 0)
    let browser = try await AdminBrowser(server, .support)
    let matches: CustomerMatches = try await support.read("/operator/customers?user=ada")
    let id = try #require(matches.customers.first?.id)
    let page = try await browser.get("/customers/\(id)").body
    #expect(page.contains("$displayName") && page.contains("Ada Lovelace"))
    #expect(try await browser.get("?q=Ada%40example.com").body.contains("/customers/\(id)\""))
    try await set("$email", "", server.now.milliseconds)
    #expect(try await found("email=ada%40example.com") == 0)
    // What one customer can make the server keep is limited.
    for number in 0..<(ReservedAttribute.countLimit + 10) {
      try await set("$n\(number)", "v", server.now.milliseconds)
    }
    let record = try #require(try await server.ledger.record(of: id, in: server.app))
    #expect(
      record.customer.attributeChanges.count { $0.attribute.rawValue.hasPrefix("$") }
        == ReservedAttribute.countLimit)
  }

  @Test("EX-7 a path that this server does not know is refused in the SDK's form")
  func unrouted() async throws {
    let server = try await TestServer.market()
    var keys = RevenueCatKeys()
    let isAdded = keys.add(TestSDK.key, for: server.app)
    #expect(isAdded)
    for path in ["/v1/subscribers/ada/anything", "/v2/projects", "/rcbilling/v1/x", "/auth/login"] {
      let exchange = try await server.exchange(
        .post, path, token: TestSDK.key, body: "{}", revenueCatKeys: keys)
      #expect(exchange.status == 404)
      #expect(exchange.errorCode == 7226, "\(path): \(exchange.body)")
    }
    let own = try await server.exchange(
      .get, "/v1/apps/\(server.app)/nothing", token: nil, body: nil, revenueCatKeys: keys)
    #expect(own.body.contains(#""code":"not_found""#))
  }

  /// A receipt that is not recorded, with the answer to it.
  struct Refused: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let code: Int
    var platform = "iOS"
    var key = TestSDK.key
    var user = "ada"
    let token: @Sendable (Signed<TransactionPayload>) -> String

    static let all: [Refused] = [
      Refused(testDescription: "a key of no app", status: 503, code: 7225, key: "appl_other") {
        $0.jws
      },
      Refused(testDescription: "a secret key", status: 503, code: 7225, key: "sk_x") { $0.jws },
      Refused(testDescription: "a name for nobody", status: 503, code: 7220, user: "null") {
        $0.jws
      },
      Refused(testDescription: "Google Play", status: 501, code: 7101, platform: "android") { _ in
        "opaque.token"
      },
      Refused(testDescription: "a receipt without a key to ask with", status: 503, code: 7101) {
        _ in emptyReceipt
      },
      Refused(testDescription: "no token at all", status: 503, code: 7101) { _ in "" },
      Refused(testDescription: "something else", status: 400, code: 7103) { _ in "opaque.token" },
      Refused(testDescription: "a forged signature", status: 400, code: 7103) { transaction in
        let parts = transaction.jws.split(separator: ".")
        let first = parts[2].hasPrefix("A") ? "B" : "A"
        return "\(parts[0]).\(parts[1]).\(first)\(parts[2].dropFirst())"
      },
    ]

    /// A receipt without a purchase: a container with an empty set of attributes.
    private static let emptyReceipt = Data([
      0x30, 0x27, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02, 0xa0, 0x1a,
      0x30, 0x18, 0x02, 0x01, 0x01, 0x31, 0x00, 0x30, 0x11, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86,
      0xf7, 0x0d, 0x01, 0x07, 0x01, 0xa0, 0x04, 0x04, 0x02, 0x31, 0x00,
    ]).base64EncodedString()
  }

  @Test(
    "EX-7 a purchase that is not recorded is never finished, unless it is not the store's",
    arguments: Refused.all)
  func refusals(_ refused: Refused) async throws {
    let server = try await TestServer.market()
    var phone = TestSDK(server, account: server.store.makeAccount(), user: refused.user)
    phone.platform = refused.platform
    phone.apiKey = refused.key
    guard case .success(let bought) = server.store.purchase("gold", by: phone.account) else {
      Issue.record("the store did not sell")
      return
    }
    let exchange = try await phone.send(
      .post, "/v1/receipts",
      body: [
        "app_user_id": refused.user, "fetch_token": refused.token(bought), "is_restore": false,
        "product_id": "gold",
      ])
    #expect(exchange.status == refused.status)
    #expect(exchange.errorCode == refused.code)
    #expect(try await server.entries().isEmpty)
    phone.apiKey = TestSDK.key
    phone.user = "ada"
    #expect(try await phone.info().active.isEmpty)
    // The same purchase is recorded once it is posted as it should be.
    #expect(try await phone.post(bought).status == (refused.platform == "iOS" ? 200 : 501))
  }

  @Test("EX-7 genuine purchases that the server's settings exclude are kept by the device")
  func settings() async throws {
    let server = try await TestServer.market()
    var phone = TestSDK(server, account: server.store.makeAccount(), user: "ada")
    guard case .success(let bought) = server.store.purchase("gold", by: phone.account) else {
      Issue.record("the store did not sell")
      return
    }
    phone.server = try await server.restarted { $0.sandbox = .testers() }
    let excluded = try await phone.post(bought)
    #expect(excluded.status == 503)
    #expect(server.store.unfinishedTransactions(of: phone.account).count == 1)
    phone.server = server
    #expect(try await phone.foreground().active == ["first", "second", "third"])
    #expect(server.store.unfinishedTransactions(of: phone.account).isEmpty)
  }
}

extension RevenueCatTests {
  @Test("EX-7 knowing a name gives no purchase of the account, and no session")
  func names() async throws {
    let server = try await TestServer.market()
    var owner = TestSDK(server, account: server.store.makeAccount(), user: "ada")
    try await owner.buy("gold")
    // A stranger who logs in under the name brings what they have, and leaves without the account's.
    var stranger = TestSDK(server, account: server.store.makeAccount(), user: TestSDK.anonymous(1))
    try await stranger.buy("coins")
    let joined = try await stranger.logIn("ada")
    #expect(joined.info.active == ["first", "second", "third"])
    let left = try await stranger.logIn("mallory")
    #expect(left.info.active.isEmpty)
    #expect(left.info.subscriber.nonSubscriptions.isEmpty)
    #expect(try await owner.info().active == ["first", "second", "third"])
    #expect(try await owner.info().subscriber.nonSubscriptions["coins"]?.count == 1)
  }

  @Test("EX-7 a name that is the UUID of one of the server's own customers is somebody else's")
  func foreignUUID() async throws {
    let server = try await TestServer(
      "coach-paid", configuration: .sandbox(identifiers: .numbered()))
    let own = try await server.phone()
    try await own.buy("coach.premium.monthly")
    let before = try await own.snapshot().facts
    var stranger = TestSDK(
      server, account: server.store.makeAccount(), user: try #require(own.id.appAccountToken))
    #expect(try await stranger.info().active.isEmpty)
    #expect(try await stranger.buy("coach.premium.monthly").status == 200)
    #expect(try await stranger.info().active == ["premium"])
    #expect(try await own.snapshot().facts == before)
  }

  @Test("EX-7 a name that is a UUID has what the store signed for it")
  func accountToken() async throws {
    let server = try await TestServer.market()
    let name = "7B0F1A52-6E6F-4A51-9C0B-0D6C6C1E7B11"
    var owner = TestSDK(server, account: server.store.makeAccount(), user: name)
    try await owner.buy("coins")
    guard
      case .success(let bought) = server.store.purchase(
        "gold", by: owner.account, appAccountToken: name)
    else {
      Issue.record("the store did not sell")
      return
    }
    // Somebody else on the same device posts it first.
    var other = TestSDK(server, account: owner.account, user: "bob")
    let refused = try await other.post(bought)
    #expect(refused.errorCode == 7102)
    #expect(try await owner.info().active == ["first", "second", "third"])
    #expect(try await other.info().active.isEmpty)
  }

  @Test("EX-7 grants and the blueprint's attributes, offerings and mapping have the SDK's form")
  func shapes() async throws {
    let server = try await TestServer("coach-paid")
    var phone = TestSDK(server, account: server.store.makeAccount(), user: "ada")
    let offerings = try await phone.send(.get, "/v1/subscribers/ada/offerings")
    #expect(offerings.body.contains(#""current_offering_id":"after-discovery""#))
    #expect(
      offerings.body.contains(
        #"{"identifier":"$rc_monthly","platform_product_identifier":"coach.premium.monthly","#))
    #expect(
      try await phone.send(.get, "/v1/product_entitlement_mapping").body == """
        {"product_entitlement_mapping":{"coach.premium.monthly":{"entitlements":["premium"],\
        "product_identifier":"coach.premium.monthly"}}}
        """)
    try await phone.buy("coach.premium.monthly")
    let eligibility = try await phone.send(
      .post, "/v1/subscribers/ada/intro_eligibility",
      body: ["product_identifiers": ["coach.premium.monthly", "other"], "fetch_token": ""])
    #expect(eligibility.body == #"{"coach.premium.monthly":false,"other":null}"#)
    let offers = try await phone.send(
      .post, "/v1/offers", body: ["generate_offers": Array(repeating: [String: Any](), count: 300)])
    #expect(offers.body.components(separatedBy: "signature_error").count == 201)
    #expect(try await phone.send(.get, "/v1/health").body == #"{"status":"ok"}"#)
    for path in ["/v1/events", "/v1/diagnostics", "/v1/subscribers/ada/adservices_attribution"] {
      #expect(try await phone.send(.post, path, body: ["events": [Any]()]).status == 200)
    }
    #expect(try await phone.send(.get, "/v1/customercenter/ada").status == 404)
    phone.apiKey = "appl_other"
    let unknown = try await phone.send(.get, "/v1/subscribers/ada")
    #expect(unknown.status == 401)
    #expect(unknown.errorCode == 7225)
  }

  @Test("EX-7 a grant is an entitlement of a promotional product, until it ends")
  func grants() async throws {
    let server = try await TestServer("coach-paid")
    var phone = TestSDK(server, account: server.store.makeAccount(), user: "ada")
    try await phone.buy("coach.premium.monthly")
    let id = try #require(try await server.entries().last?.customer)
    let support = try await TestOperator(server)
    let granted = try await server.exchange(
      .grant(id), token: support.key, key: "g1",
      body: #"{"entitlement":"premium","lasts":"P1Y","reason":"Sorry for the outage"}"#)
    #expect(granted.status == 200)
    let info = try await phone.info()
    #expect(info.active == ["premium"])
    #expect(info.subscriber.entitlements["premium"]?.product == "tollgate_grant_premium")
    #expect(info.subscriber.subscriptions["tollgate_grant_premium"]?.store == "promotional")
  }

  @Test(
    "EX-7 a consumable that was refunded before it was posted, or after, is finished and not listed"
  )
  func refundedConsumable() async throws {
    let server = try await TestServer.market()
    var phone = TestSDK(server, account: server.store.makeAccount(), user: "ada")
    phone.isOnline = false
    _ = try? await phone.buy("coins")
    let bought = try #require(server.store.unfinishedTransactions(of: phone.account).first)
    server.store.refund(bought.payload.transactionId)
    #expect(server.store.unfinishedTransactions(of: phone.account).count == 1)
    phone.isOnline = true
    _ = try await phone.foreground()
    #expect(server.store.unfinishedTransactions(of: phone.account).isEmpty)
    #expect(try await phone.info().subscriber.nonSubscriptions.isEmpty)
  }

  @Test("EX-7 without a key no request is answered, and no purchase finished")
  func off() async throws {
    let server = try await TestServer.market()
    for path in ["/v1/subscribers/ada", "/v1/product_entitlement_mapping", "/v1/health"] {
      let exchange = try await server.exchange(.get, path, token: TestSDK.key)
      #expect(exchange.status == 404)
      #expect(exchange.body.contains(#""code":"not_found""#))
    }
    for token in [TestSDK.key, nil] {
      let receipt = try await server.exchange(.post, "/v1/receipts", token: token, body: "{}")
      #expect(receipt.status == 503)
      #expect(receipt.errorCode == 7225)
    }
  }
}
