import AppStoreSimulator
import AppStoreSimulatorHTTP
import Foundation
import Testing
import TollgateAppStore

@Suite("Notifications to the app's server")
struct NotificationTests {
  private static let address = "http://backend.localhost/notifications"

  @Test("EX-3 each notification is posted once, signed, and in order, before a turn ends")
  func turn() async throws {
    let market = try Market(notifying: Self.address)
    try await market.service.turn { $0.purchase("silver", by: "anna") }
    #expect(market.inbox.signedPayloads.count == 1)
    try await market.service.advance(to: Market.start.adding(milliseconds: 40 * Market.day))
    let told = try await told(market)
    #expect(told == ["SUBSCRIBED/INITIAL_BUY", "DID_RENEW", "DID_RENEW"])
    #expect(Set(market.inbox.addresses) == [Self.address])
  }

  @Test("production tries again on the store's clock, and history keeps every attempt")
  func retries() async throws {
    let market = try Market(environment: .production, notifying: Self.address)
    let failures: [SendAttemptResult] = [.timedOut, .unsuccessfulHTTPResponseCode, .tlsIssue]
    market.inbox.answer(failures)
    try await market.service.turn { $0.purchase("coins", by: "anna") }
    #expect(market.inbox.signedPayloads.count == 1)
    try await market.service.advance(to: Market.start.adding(milliseconds: 37 * Market.hour - 1))
    #expect(market.inbox.signedPayloads.count == 3)
    try await market.service.advance(to: Market.start.adding(milliseconds: 200 * Market.hour))
    #expect(market.inbox.signedPayloads.count == 4)
    #expect(Set(market.inbox.signedPayloads).count == 1)

    let attempts = try await history(market).first?.attempts ?? []
    #expect(attempts.map(\.sendAttemptResult) == failures + [.success])
    let hours = attempts.map {
      ($0.attemptDate.milliseconds - Market.start.milliseconds) / Market.hour
    }
    #expect(hours == [0, 1, 13, 37])
  }

  @Test("renewals and attempts come in the order of the clock, however far it moves at once")
  func order() async throws {
    let market = try Market(environment: .production, notifying: Self.address)
    market.inbox.answer([.noResponse])
    try await market.service.turn { $0.purchase("gold", by: "anna") }
    try await market.service.turn {
      $0.advance(to: Market.start.adding(milliseconds: 31 * Market.day - 1))
    }
    market.inbox.answer([.noResponse])
    try await market.service.advance(to: Market.start.adding(milliseconds: 60 * Market.day))
    let told = try await told(market)
    #expect(
      told == [
        "SUBSCRIBED/INITIAL_BUY", "SUBSCRIBED/INITIAL_BUY", "DID_RENEW", "DID_RENEW", "DID_RENEW",
      ])
  }

  @Test("the app's server may query the store while it handles a notification")
  func reentrancy() async throws {
    let market = try Market(notifying: Self.address)
    let api = try market.api()
    market.inbox.onPost { [simulator = market.simulator] in
      let id = simulator.transactions(of: "anna").first?.payload.transactionId ?? ""
      let status = try? await api.subscriptions(of: id).first?.status
      #expect(status == .active)
    }
    try await market.service.turn { $0.purchase("gold", by: "anna") }
    #expect(market.inbox.signedPayloads.count == 1)
  }

  @Test("a test notification is posted, and its status shows the result")
  func test() async throws {
    let market = try Market(notifying: Self.address)
    market.inbox.answer([.unsuccessfulHTTPResponseCode])
    let token = try await market.api().requestTestNotification()
    try await market.service.settle()
    let delivery = try await market.api().testNotification(token)
    #expect(try delivery.notification.get().payload.notificationType == .test)
    #expect(delivery.attempts.map(\.sendAttemptResult) == [.unsuccessfulHTTPResponseCode])
    #expect(market.inbox.signedPayloads == [delivery.signedPayload])
  }

  @Test("history comes in pages of twenty, each notification once")
  func pages() async throws {
    let market = try Market(notifying: Self.address)
    try await market.service.turn { store in
      for _ in 0..<45 { store.purchase("coins", by: "anna") }
    }
    var sizes: [Int] = []
    var payloads: [String] = []
    for try await page in try market.api().notificationHistory(Self.everything) {
      sizes.append(page.deliveries.count)
      payloads += page.deliveries.map(\.signedPayload)
    }
    #expect(sizes == [20, 20, 5])
    #expect(payloads == market.inbox.signedPayloads)
  }

  static let filters: [(NotificationHistoryRequest, Int)] = {
    var requests: [(NotificationHistoryRequest, Int)] = []
    func add(_ count: Int, _ change: (inout NotificationHistoryRequest) -> Void) {
      var request = everything
      change(&request)
      requests.append((request, count))
    }
    add(4) { _ in }
    add(1) { $0.notificationType = .didRenew }
    add(1) {
      $0.notificationType = .subscribed
      $0.notificationSubtype = .initialBuy
    }
    add(0) {
      $0.notificationType = .subscribed
      $0.notificationSubtype = .resubscribe
    }
    add(1) { $0.onlyFailures = true }
    add(3) { $0.endDate = Market.start }
    add(1) { $0.startDate = Market.start.adding(milliseconds: 1) }
    return requests
  }()

  @Test("history lists what the request asks for", arguments: filters.indices)
  func filter(_ index: Int) async throws {
    let market = try Market(notifying: Self.address)
    market.inbox.answer([.success, .socketIssue])
    try await market.service.turn { store in
      store.purchase("gold", by: "anna")
      store.purchase("coins", by: "ben")
      store.purchase("coins", by: "anna")
    }
    try await market.service.advance(to: Market.start.adding(milliseconds: 29 * Market.day))
    try await market.service.turn { $0.renewNow("anna") }
    let (request, count) = Self.filters[index]
    #expect(try await history(market, request).count == count)
    var ofAnna = Self.everything
    ofAnna.transactionId = market.simulator.transactions(of: "anna").first?.payload.transactionId
    #expect(try await history(market, ofAnna).count == 3)
  }

  @Test("faults: a notification dropped in the sandbox is found only in the history")
  func dropped() async throws {
    let market = try Market(notifying: Self.address)
    await market.service.set(FaultInjection(drop: 100))
    try await market.service.turn { $0.purchase("gold", by: "anna") }
    #expect(market.inbox.signedPayloads.isEmpty)
    let found = try await history(market)
    #expect(found.map(\.attempts).map { $0.map(\.sendAttemptResult) } == [[.noResponse]])
  }

  @Test("faults: a slow post waits, a duplicate is posted twice with one identifier")
  func slowAndDuplicated() async throws {
    let market = try Market(notifying: Self.address)
    await market.service.set(FaultInjection(duplicate: 100, slow: 250))
    try await market.service.turn { $0.purchase("coins", by: "anna") }
    #expect(market.inbox.waits == [250, 250])
    #expect(market.inbox.signedPayloads.count == 2)
    #expect(Set(market.inbox.signedPayloads).count == 1)
  }

  @Test("a rate-limited caller learns when to retry, in milliseconds since 1970")
  func limited() async throws {
    let market = try Market()
    let id = market.buy("gold")
    await market.service.refuse(.rateLimitExceeded, times: 2, retryAfter: .seconds(5))
    for _ in 0..<2 {
      let refused = try await market.ask(.get, "/inApps/v1/transactions/\(id)")
      #expect(refused.status == 429 && refused.errorCode == 4_290_000)
      #expect(refused.retryAfter == String(Market.start.milliseconds + 5_000))
    }
    #expect(try await market.ask(.get, "/inApps/v1/transactions/\(id)").status == 200)
    await market.service.refuse(.generalInternalRetryable, times: 1)
    #expect(try await market.ask(.get, "/inApps/v1/transactions/\(id)").status == 500)
  }

  private static let everything = NotificationHistoryRequest(
    startDate: Market.start, endDate: Market.start.adding(milliseconds: 365 * Market.day))

  private func history(
    _ market: Market, _ request: NotificationHistoryRequest = everything
  ) async throws -> [NotificationDelivery] {
    var deliveries: [NotificationDelivery] = []
    for try await page in try market.api().notificationHistory(request) {
      deliveries += page.deliveries
    }
    return deliveries
  }

  /// What was posted, verified.
  private func told(_ market: Market) async throws -> [String] {
    var told: [String] = []
    for text in market.inbox.signedPayloads {
      let payload = try await market.verifier.notification(text, at: market.simulator.now).payload
      let subtype = payload.subtype.map { "/\($0.rawValue)" } ?? ""
      told.append(payload.notificationType.rawValue + subtype)
    }
    return told
  }
}
