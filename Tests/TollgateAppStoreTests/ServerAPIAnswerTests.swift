import AppStoreSimulator
import AppStoreSimulatorTestSupport
import Foundation
import Testing
import TollgateAppStore

@Suite("A response of the App Store Server API")
struct ServerAPIAnswerTests {
  @Test("a response of the App Store Server API contains the status of each subscription, verified")
  func subscriptions() async throws {
    let store = try ServerAPIFixture([])
    let item = """
      {"originalTransactionId": "1", "status": 4, "signedRenewalInfo": "\(try store.renewalInfo())",
       "signedTransactionInfo": "\(try store.transaction("1"))"}
      """
    store.append(
      .json(
        200,
        """
        {"environment": "Sandbox", "bundleId": "com.example.shop", "appAppleId": 42, "data": [
          {"subscriptionGroupIdentifier": "pro", "lastTransactions": [\(item), \(item)]},
          {"subscriptionGroupIdentifier": "coach", "lastTransactions": []}]}
        """))
    let subscriptions = try await store.api().subscriptions(of: "1")
    #expect(subscriptions.map(\.subscriptionGroupIdentifier) == ["pro", "pro"])
    #expect(subscriptions.map(\.status) == [.gracePeriod, .gracePeriod])
    #expect(subscriptions.first?.transaction.payload.transactionId == "1")
    #expect(subscriptions.first?.renewalInfo.payload.autoRenewProductId == "monthly")
  }

  @Test(
    "a response of the App Store Server API gives page after page of a history, each asked for with the revision before"
  )
  func history() async throws {
    let store = try ServerAPIFixture([])
    for (ids, revision, more) in [(["1", "2"], "a", true), ([], "b", true), (["3"], "c", false)] {
      let texts = try ids.map { "\"\(try store.transaction($0))\"" }.joined(separator: ",")
      store.append(
        .json(
          200,
          """
          {"revision": "\(revision)", "hasMore": \(more), "bundleId": "com.example.shop",
           "environment": "Sandbox", "signedTransactions": [\(texts)]}
          """))
    }
    var pages: [TransactionPage] = []
    for try await page in try store.api().transactionHistory(of: "9") { pages.append(page) }
    #expect(pages.map(\.revision) == ["a", "b", "c"])
    #expect(pages.map { $0.transactions.map(\.payload.transactionId) } == [["1", "2"], [], ["3"]])
    #expect(
      store.lines == [
        "GET https://store.test/inApps/v2/history/9",
        "GET https://store.test/inApps/v2/history/9?revision=a",
        "GET https://store.test/inApps/v2/history/9?revision=b",
      ])
  }

  @Test(
    "EX-20 a response of the App Store Server API about groups names seats, claims, roles and members"
  )
  func groups() async throws {
    let store = try ServerAPIFixture(
      200,
      """
      {"groups": [{"groupId": "g", "groupType": "ORGANIZATION",
       "roles": [{"productId": "monthly", "role": "ADMIN"}, {"productId": "yearly", "role": "NONE"}]},
       {"groupId": "h", "groupType": "CONSUMER"}]}
      """)
    let api = try store.api()
    #expect(
      try await api.groups(of: "1") == [
        GroupEntry(
          groupId: "g", groupType: .organization,
          roles: [
            RoleEntry(productId: "monthly", role: .admin),
            RoleEntry(productId: "yearly", role: .noRole),
          ]),
        GroupEntry(groupId: "h", groupType: .consumer),
      ])
    store.append(.json(200, #"{"seatClaimId": "c"}"#))
    #expect(try await api.claimSeat(of: "1", ClaimSeatRequest(requestIdentifier: "r")) == "c")
    store.append(
      .json(
        200,
        #"{"totalSeatCount": 2, "availableSeatCount": 1, "assignedSeatClaimIds": ["c"]}"#))
    #expect(try await api.seats(of: "1").assignedSeatClaimIds == ["c"])
    store.append(.json(200, ""))
    try await api.unclaimSeat("c", of: "1")
    for page in [
      #"{"members": [{"appTransactionId": "70"}], "hasMore": true, "paginationToken": "t"}"#,
      #"{"members": [{"appTransactionId": "71"}], "hasMore": false}"#,
      #"{"members": [], "hasMore": true}"#,
    ] { store.append(.json(200, page)) }
    var members: [String] = []
    for try await page in api.members(ofGroup: "g", limit: 1) {
      members += page.map(\.appTransactionId)
    }
    #expect(members == ["70", "71"])
    #expect(store.lines.last?.hasSuffix("/groups/v1/group/g?limit=1&paginationToken=t") == true)
    let error = await #expect(throws: ServerAPIError.self) {
      for try await _ in api.members(ofGroup: "g") {}
    }
    #expect(error?.code == .answerUnreadable)
  }

  @Test("a response of the App Store Server API can be requested with the same page after an error")
  func pageAgain() async throws {
    let page = ServerAPIAnswer.json(
      200, "{\"signedTransactions\":[],\"hasMore\":false,\"revision\":\"a\"}")
    let store = try ServerAPIFixture([.success(.json(401, "")), .success(page)])
    var pages = try store.api().refundHistory(of: "9").makeAsyncIterator()
    await #expect(throws: ServerAPIError.self) { try await pages.next() }
    #expect(try await pages.next()?.revision == "a")
    #expect(try await pages.next() == nil)
    #expect(store.requests.count == 2)
  }

  @Test(
    "a response of the App Store Server API is refused when its pages cannot end",
    arguments: [
      "{\"signedTransactions\":[],\"hasMore\":true,\"revision\":\"a\"}",
      "{\"signedTransactions\":[],\"hasMore\":true}",
    ])
  func endlessPages(_ json: String) async throws {
    let store = try ServerAPIFixture(200, json)
    store.append(.json(200, json))
    let api = try store.api()
    let error = await #expect(throws: ServerAPIError.self) {
      for try await _ in api.refundHistory(of: "9") {}
    }
    #expect(error?.code == .answerUnreadable)
    #expect(store.requests.count <= 2)
  }

  @Test(
    "a response of the App Store Server API lists notifications with their attempts, refused ones included"
  )
  func notifications() async throws {
    let store = try ServerAPIFixture([])
    let attempts = "[{\"attemptDate\": 1769860800000, \"sendAttemptResult\": \"MOON_IN_WAY\"}]"
    let first = """
      {"signedPayload": "\(try store.notification("u1"))", "sendAttempts": \(attempts)}
      """
    let second = "{\"signedPayload\": \"\(try store.notification("u2", bundle: "com.other"))\"}"
    store.append(
      .json(
        200,
        "{\"paginationToken\":\"p\",\"hasMore\":true,\"notificationHistory\":[\(first),\(second)]}"
      ))
    store.append(.json(200, "{\"hasMore\":false,\"notificationHistory\":[]}"))
    let request = NotificationHistoryRequest(startDate: Shop.start, endDate: Shop.days(1))
    var pages: [NotificationPage] = []
    for try await page in try store.api().notificationHistory(request) { pages.append(page) }
    #expect(pages.map(\.paginationToken) == ["p", nil])
    let deliveries = try #require(pages.first?.deliveries)
    #expect(try deliveries[0].notification.get().payload.notificationUUID == "u1")
    #expect(
      deliveries[0].attempts == [
        SendAttemptItem(
          attemptDate: Shop.start, sendAttemptResult: SendAttemptResult(rawValue: "MOON_IN_WAY"))
      ])
    let error = #expect(throws: VerificationError.self) { try deliveries[1].notification.get() }
    #expect(error?.code == .wrongBundle)
    #expect(
      store.lines.map { $0.prefix(68) } == [
        "POST https://store.test/inApps/v1/notifications/history {\"endDate\":1",
        "POST https://store.test/inApps/v1/notifications/history?paginationTo",
      ])
  }

  @Test("a response of the App Store Server API says how a test notification went")
  func testNotification() async throws {
    let store = try ServerAPIFixture([])
    let payload = try store.notification("u1")
    store.append(
      .json(
        200,
        """
        {"signedPayload": "\(payload)",
         "sendAttempts": [{"attemptDate": 1769860800000, "sendAttemptResult": "SUCCESS"}]}
        """))
    let delivery = try await store.api().testNotification("t")
    #expect(delivery.signedPayload == payload)
    #expect(delivery.attempts.map(\.sendAttemptResult) == [.success])
    #expect(try delivery.notification.get().payload.notificationType == .test)
  }

  @Test(
    "a response of the App Store Server API gives transactions, orders and app transactions, verified"
  )
  func transactions() async throws {
    let store = try ServerAPIFixture([])
    let transaction = try store.transaction("1")
    let app = try store.chain.sign(
      AppTransactionPayload(
        receiptType: .sandbox, bundleId: Shop.bundleID, originalPurchaseDate: Shop.start,
        receiptCreationDate: Shop.start))
    store.append(.json(200, "{\"signedTransactionInfo\":\"\(transaction)\"}"))
    store.append(.json(200, "{\"status\":0,\"signedTransactions\":[\"\(transaction)\"]}"))
    store.append(.json(200, "{\"status\":1}"))
    store.append(.json(200, "{\"signedAppTransactionInfo\":\"\(app)\"}"))
    let api = try store.api()
    #expect(try await api.transaction("1").jws == transaction)
    #expect(try await api.order("W").transactions.map(\.jws) == [transaction])
    let unknown = try await api.order("X")
    #expect(unknown.status == .invalid)
    #expect(unknown.transactions.isEmpty)
    #expect(try await api.appTransaction(of: "1").payload.receiptType == .sandbox)
  }

  @Test("a response of the App Store Server API contains the results of extensions")
  func extensions() async throws {
    let store = try ServerAPIFixture([
      .success(
        .json(
          200,
          """
          {"originalTransactionId": "1", "webOrderLineItemId": "2", "success": true,
           "effectiveDate": 1769860800000}
          """)),
      .success(.json(202, "{\"requestIdentifier\":\"r\"}")),
      .success(.json(200, "{\"requestIdentifier\":\"r\",\"complete\":false}")),
      .success(
        .json(
          200,
          """
          {"requestIdentifier": "r", "complete": true, "completeDate": 1769860800000,
           "succeededCount": 30, "failedCount": 2}
          """)),
    ])
    let api = try store.api()
    let one = try await api.extendRenewalDate(
      of: "1",
      ExtendRenewalDateRequest(
        extendByDays: 1, extendReasonCode: .other, requestIdentifier: "q"))
    #expect(
      one
        == ExtendRenewalDateResponse(
          originalTransactionId: "1", webOrderLineItemId: "2", success: true,
          effectiveDate: Shop.start))
    let many = try await api.extendRenewalDates(
      MassExtendRenewalDateRequest(
        requestIdentifier: "r", extendByDays: 1, extendReasonCode: .other, productId: "monthly"))
    #expect(many.requestIdentifier == "r")
    #expect(try await api.renewalDateExtension("r", of: "monthly").complete == false)
    let done = try await api.renewalDateExtension("r", of: "monthly")
    #expect([done.succeededCount, done.failedCount] == [30, 2])
    #expect(done.completeDate == Shop.start)
  }

  @Test("a response of the App Store Server API may be empty where nothing is asked")
  func empty() async throws {
    let store = try ServerAPIFixture([.success(.json(200, "")), .success(.json(202, ""))])
    let api = try store.api()
    try await api.setAppAccountToken("7e3fb20b-4cdb-47cc-936d-99d65f608138", of: "1")
    try await api.sendConsumption(
      ConsumptionRequest(
        customerConsented: true, sampleContentProvided: true, deliveryStatus: .delivered), of: "1")
    #expect(
      store.requests.map { $0.headers["Content-Type"] }
        == Array(repeating: "application/json", count: 2))
  }

  @Test(
    "a response of the App Store Server API is refused when it is not what Apple documents",
    arguments: ["", "{}", "[", "{\"data\":{}}"])
  func unreadable(_ json: String) async throws {
    let store = try ServerAPIFixture(200, json)
    let api = try store.api()
    let error = await #expect(throws: ServerAPIError.self) { try await api.subscriptions(of: "1") }
    #expect(error?.code == .answerUnreadable)
    #expect(error?.isRetryable == false)
  }

  @Test(
    "a response of the App Store Server API is refused when another app signed for it, with the verifier's reason"
  )
  func unverified() async throws {
    let store = try ServerAPIFixture([])
    let text = try store.transaction("1", bundle: "com.other")
    store.append(.json(200, "{\"signedTransactionInfo\":\"\(text)\"}"))
    let api = try store.api()
    let error = await #expect(throws: ServerAPIError.self) { try await api.transaction("1") }
    #expect(error?.code == .unverified)
    #expect(error?.verification?.code == .wrongBundle)
    #expect(store.sleeps.isEmpty)
  }
}
