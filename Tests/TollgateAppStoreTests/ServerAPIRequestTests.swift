import Crypto
import Foundation
import Testing

@testable import TollgateAppStore

@Suite("A request to the App Store Server API")
struct ServerAPIRequestTests {
  @Test(
    "a request to the App Store Server API carries a token that the key signed, for this app, not longer than 60 minutes"
  )
  func token() async throws {
    let store = try ServerAPIFixture(200, "{\"testNotificationToken\":\"t\"}")
    _ = try await store.api().requestTestNotification()
    let request = try #require(store.requests.first)
    #expect(request.headers["Accept"] == "application/json")
    #expect(request.headers["Content-Type"] == nil)
    let authorization = try #require(request.headers["Authorization"])
    let parts = authorization.dropFirst("Bearer ".count).split(separator: ".").map(String.init)
    try #require(parts.count == 3)
    #expect(authorization.hasPrefix("Bearer "))
    #expect(
      try text(parts[0]) == "{\"alg\":\"ES256\",\"kid\":\"KEY\",\"typ\":\"JWT\"}")
    #expect(
      try text(parts[1]) == """
        {"aud":"appstoreconnect-v1","bid":"com.example.shop","exp":1769861400,"iat":1769860800,\
        "iss":"issuer"}
        """)
    #expect(ServerAPIToken.lifetime <= .seconds(60 * 60))
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes(parts[2]))
    #expect(
      ServerAPIFixture.key.publicKey.isValidSignature(
        signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
  }

  @Test("a request to the App Store Server API goes to Apple's path with Apple's names")
  func paths() async throws {
    let store = try ServerAPIFixture([])
    let api = try store.api(retries: ServerAPIRetries(limit: 0))
    let query = TransactionHistoryQuery(
      startDate: Instant(milliseconds: 1), endDate: Instant(milliseconds: 2),
      productIDs: ["a", "b&c"],
      productTypes: [.autoRenewable, .consumable], subscriptionGroupIdentifiers: ["pro"],
      ownershipType: .familyShared, revoked: false, order: .descending)
    let calls: [() async throws -> Void] = [
      { _ = try await api.transaction("1") },
      {
        _ = try await api.subscriptions(of: "1", in: [.active, .gracePeriod])
      },
      {
        var pages = api.transactionHistory(of: "1", query: query, after: "r/1").makeAsyncIterator()
        _ = try await pages.next()
      },
      {
        var pages = api.refundHistory(of: "1").makeAsyncIterator()
        _ = try await pages.next()
      },
      { _ = try await api.order("W 5") },
      { _ = try await api.appTransaction(of: "1") },
      {
        try await api.setAppAccountToken("7e3fb20b-4cdb-47cc-936d-99d65f608138", of: "1")
      },
      { try await api.finishTransaction("1") },
      {
        try await api.sendConsumption(
          ConsumptionRequest(
            customerConsented: true, sampleContentProvided: false, deliveryStatus: .delivered,
            consumptionPercentage: 50_000, refundPreference: .grantProrated), of: "1")
      },
      {
        _ = try await api.extendRenewalDate(
          of: "1",
          ExtendRenewalDateRequest(
            extendByDays: 45, extendReasonCode: .customerSatisfaction, requestIdentifier: "r"))
      },
      {
        _ = try await api.extendRenewalDates(
          MassExtendRenewalDateRequest(
            requestIdentifier: "r", extendByDays: 45, extendReasonCode: .serviceIssueOrOutage,
            productId: "monthly", storefrontCountryCodes: ["USA", "MEX"]))
      },
      { _ = try await api.renewalDateExtension("r", of: "monthly") },
      { _ = try await api.requestTestNotification() },
      { _ = try await api.testNotification("t_1") },
      {
        var request = NotificationHistoryRequest(
          startDate: Instant(milliseconds: 1), endDate: Instant(milliseconds: 2))
        request.notificationType = .subscribed
        request.notificationSubtype = .initialBuy
        request.onlyFailures = true
        var pages = api.notificationHistory(request, after: "p").makeAsyncIterator()
        _ = try await pages.next()
      },
      { _ = try await api.groups(of: "1") },
      {
        var pages = api.members(ofGroup: "g/1", limit: 50).makeAsyncIterator()
        _ = try await pages.next()
      },
      { _ = try await api.seats(of: "1") },
      { _ = try await api.claimSeat(of: "1", ClaimSeatRequest(requestIdentifier: "r")) },
      {
        _ = try await api.claimSeat(
          of: "1", ClaimSeatRequest(requestIdentifier: "r", appTransactionId: "70"))
      },
      { try await api.associateSeat("c", of: "1", with: "70") },
      { try await api.unclaimSeat("c", of: "1") },
    ]
    for call in calls {
      let error = await #expect(throws: ServerAPIError.self) { try await call() }
      #expect(error?.code == .notReached)
    }
    #expect(store.lines == Self.lines)
  }

  @Test(
    "a request to the App Store Server API escapes what an identifier must not mean in an address")
  func escaping() throws {
    let endpoint = ServerAPIEndpoint(.get, "v1", "transactions", "1/../é?#%")
    #expect(
      try endpoint.asking([("a b", "c=d")]).url(below: "https://store.test/")
        == "https://store.test/inApps/v1/transactions/1%2F..%2F%C3%A9%3F%23%25?a%20b=c%3Dd")
  }

  @Test(
    "a request to the App Store Server API is not sent for an identifier that names another resource",
    arguments: ["", ".", ".."])
  func emptyIdentifier(_ id: String) async throws {
    let store = try ServerAPIFixture()
    let api = try store.api()
    let error = await #expect(throws: ServerAPIError.self) { try await api.transaction(id) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.isRetryable == false)
    #expect(store.requests.isEmpty)
  }

  @Test(
    "a request to the App Store Server API shows neither key, token nor identifier when it is printed"
  )
  func descriptions() async throws {
    let store = try ServerAPIFixture(404, "{\"errorCode\":4040010,\"errorMessage\":\"9000\"}")
    let api = try store.api()
    let error = await #expect(throws: ServerAPIError.self) { try await api.transaction("9000") }
    let key = try AppStoreKey(
      pem: ServerAPIFixture.key.pemRepresentation, keyID: "KEY", issuerID: "issuer")
    #expect("\(key)" == "AppStoreKey(keyID: KEY, issuerID: issuer)")
    #expect(String(reflecting: key) == "\(key)")
    #expect(store.requests.map { "\($0)" } == ["ServerAPIRequest(GET)"])
    #expect(error.map { "\($0)" } == "refused: Apple refused the request. (4040010)")
  }

  @Test(
    "a request to the App Store Server API needs a private key on P-256",
    arguments: ["", "KEY", P384.Signing.PrivateKey().pemRepresentation])
  func key(_ pem: String) {
    let error = #expect(throws: AppStoreKeyError.self) {
      try AppStoreKey(pem: pem, keyID: "KEY", issuerID: "issuer")
    }
    #expect(error?.code == .keyUnreadable)
  }

  private func bytes(_ part: String) throws -> [UInt8] {
    try #require(Base64.decode(Array(part.utf8)[...], as: .url))
  }

  private func text(_ part: String) throws -> String {
    String(decoding: try bytes(part), as: UTF8.self)
  }

  private static let lines = [
    "GET https://store.test/inApps/v1/transactions/1",
    "GET https://store.test/inApps/v1/subscriptions/1?status=1&status=4",
    "GET https://store.test/inApps/v2/history/1?startDate=1&endDate=2&productId=a&productId=b%26c"
      + "&productType=AUTO_RENEWABLE&productType=CONSUMABLE&subscriptionGroupIdentifier=pro"
      + "&inAppOwnershipType=FAMILY_SHARED&revoked=false&sort=DESCENDING&revision=r%2F1",
    "GET https://store.test/inApps/v2/refund/lookup/1",
    "GET https://store.test/inApps/v1/lookup/W%205",
    "GET https://store.test/inApps/v1/transactions/appTransactions/1",
    """
    PUT https://store.test/inApps/v1/transactions/1/appAccountToken \
    {"appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138"}
    """,
    "POST https://store.test/inApps/v1/transactions/1/finish",
    """
    PUT https://store.test/inApps/v2/transactions/consumption/1 \
    {"consumptionPercentage":50000,"customerConsented":true,"deliveryStatus":"DELIVERED",\
    "refundPreference":"GRANT_PRORATED","sampleContentProvided":false}
    """,
    """
    PUT https://store.test/inApps/v1/subscriptions/extend/1 \
    {"extendByDays":45,"extendReasonCode":1,"requestIdentifier":"r"}
    """,
    """
    POST https://store.test/inApps/v1/subscriptions/extend/mass \
    {"extendByDays":45,"extendReasonCode":3,"productId":"monthly","requestIdentifier":"r",\
    "storefrontCountryCodes":["USA","MEX"]}
    """,
    "GET https://store.test/inApps/v1/subscriptions/extend/mass/monthly/r",
    "POST https://store.test/inApps/v1/notifications/test",
    "GET https://store.test/inApps/v1/notifications/test/t_1",
    """
    POST https://store.test/inApps/v1/notifications/history?paginationToken=p \
    {"endDate":2,"notificationSubtype":"INITIAL_BUY","notificationType":"SUBSCRIBED",\
    "onlyFailures":true,"startDate":1}
    """,
    "GET https://store.test/groups/v1/currentGroups/1",
    "GET https://store.test/groups/v1/group/g%2F1?limit=50",
    "GET https://store.test/groups/v1/transactions/1/seats",
    "POST https://store.test/groups/v1/transactions/1/seats {\"requestIdentifier\":\"r\"}",
    """
    POST https://store.test/groups/v1/transactions/1/seats \
    {"appTransactionId":"70","requestIdentifier":"r"}
    """,
    """
    POST https://store.test/groups/v1/transactions/1/seats/c/associate \
    {"appTransactionId":"70"}
    """,
    "DELETE https://store.test/groups/v1/transactions/1/seats/c",
  ]
}
