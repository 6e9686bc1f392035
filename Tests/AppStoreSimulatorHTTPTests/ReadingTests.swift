import AppStoreSimulator
import AppStoreSimulatorHTTP
import Testing
import TollgateAppStore

@Suite("The Server API's responses about a customer")
struct ReadingTests {
  @Test("a transaction is answered in its latest version, signed")
  func transaction() async throws {
    let market = try Market()
    let id = market.buy("silver")
    market.simulator.refund(id)
    let answered = try await market.api().transaction(id).payload
    #expect(answered == market.simulator.transaction(id)?.payload)
    #expect(answered.revocationType == .refundFull)
  }

  @Test("history comes in pages of twenty, and its revision continues where the last page ended")
  func pages() async throws {
    let market = try Market()
    for _ in 0..<45 { market.buy("coins", .init(quantity: 2)) }
    var pages: [TransactionPage] = []
    for try await page in try market.api().transactionHistory(of: market.buy("silver")) {
      pages.append(page)
    }
    #expect(pages.map(\.transactions.count) == [20, 20, 6])
    let listed = pages.flatMap(\.transactions).map(\.payload.transactionId)
    #expect(Set(listed).count == 46)

    let revision = try #require(pages.last?.revision)
    let news = try await page(market, after: revision)
    #expect(news.transactions.isEmpty)
    market.simulator.advance(to: Market.start.adding(milliseconds: Market.day))
    let fresh = market.buy("lifetime")
    market.simulator.refund(listed[0])
    let later = try await page(market, after: revision)
    #expect(Set(later.transactions.map(\.payload.transactionId)) == [fresh, listed[0]])
  }

  @Test("a history that is requested again misses no change, even at the same instant")
  func sameInstant() async throws {
    let market = try Market()
    let first = market.buy("coins")
    let second = market.buy("coins")
    market.simulator.refund(second)
    var pages = try market.api().transactionHistory(of: first).makeAsyncIterator()
    let revision = try #require(try await pages.next()?.revision)
    #expect(try await page(market, after: revision).transactions.isEmpty)
    // Everything from here on happens at the instant of the last page.
    let third = market.buy("lifetime")
    market.simulator.refund(first)
    market.simulator.reverseRefund(second)
    let news = try await page(market, after: revision)
    #expect(news.transactions.map(\.payload.transactionId) == [third, first, second])
    let later = try #require(news.revision)
    #expect(try await page(market, after: later).transactions.isEmpty)
    let fourth = market.buy("season")
    #expect(
      try await page(market, after: later).transactions.map(\.payload.transactionId) == [fourth])
  }

  @Test("a history in pages is whole where transactions change between the pages")
  func changesBetweenPages() async throws {
    let market = try Market()
    let bought = (0..<25).map { _ in market.buy("coins") }
    var listed: [String: TransactionPayload] = [:]
    var pages = 0
    for try await page in try market.api().transactionHistory(of: bought[0]) {
      for transaction in page.transactions {
        listed[transaction.payload.transactionId] = transaction.payload
      }
      if pages == 0 { for id in [bought[3], bought[22]] { market.simulator.refund(id) } }
      pages += 1
    }
    #expect(Set(listed.keys) == Set(bought))
    #expect(
      listed.filter { $0.value.revocationDate != nil }.keys.sorted() == [bought[3], bought[22]])
  }

  @Test("the refund history, requested again, misses no refund of the same instant")
  func refundsOfOneInstant() async throws {
    let market = try Market()
    let bought = (0..<4).map { _ in market.buy("coins") }
    func refunds(after revision: String? = nil) async throws -> MarketAnswer {
      try await market.ask(
        .get, "/inApps/v2/refund/lookup/\(bought[0])" + (revision.map { "?revision=\($0)" } ?? ""))
    }
    let none = try await refunds()
    #expect(none["signedTransactions"]?.elements.isEmpty == true)
    market.simulator.refund(bought[2])
    let first = try await refunds(after: none["revision"]?.text)
    #expect(first["signedTransactions"]?.elements.count == 1)
    market.simulator.refund(bought[0])
    market.simulator.refund(bought[3])
    let next = try await refunds(after: first["revision"]?.text)
    #expect(next["signedTransactions"]?.elements.count == 2)
    market.simulator.refundShare(bought[1], share: 10_000)
    let last = try await refunds(after: next["revision"]?.text)
    #expect(last["signedTransactions"]?.elements.count == 1)
    #expect(
      try await refunds(after: last["revision"]?.text)["signedTransactions"]?.elements.isEmpty
        == true)
  }

  @Test(
    "version 1 of the history leaves finished consumables out unless they were refunded, version 2 lists all"
  )
  func finishedConsumables() async throws {
    let market = try Market()
    let coins = (0..<3).map { _ in market.buy("coins") }
    let lifetime = market.buy("lifetime")
    for id in [coins[0], coins[1], lifetime] { market.simulator.finish(id) }
    market.simulator.refund(coins[1])
    market.simulator.finish(coins[1])
    func listed(_ version: String) async throws -> [String] {
      let answer = try await market.ask(.get, "/inApps/\(version)/history/\(lifetime)")
      var ids: [String] = []
      for jws in answer["signedTransactions"]?.elements.compactMap(\.text) ?? [] {
        ids.append(
          try await market.verifier.transaction(jws, at: Market.start).payload.transactionId)
      }
      return ids.sorted()
    }
    #expect(try await listed("v1") == [coins[1], coins[2], lifetime])
    #expect(try await listed("v2") == coins + [lifetime])
  }

  private func page(_ market: Market, after revision: String) async throws -> TransactionPage {
    let id = try #require(market.simulator.transactions(of: "anna").first?.payload.transactionId)
    for try await page in try market.api().transactionHistory(of: id, after: revision) {
      return page
    }
    throw CancellationError()
  }

  /// What a query lists, of: gold (day 0, renewed day 31), coins (day 10, refunded), lifetime (day 20,
  /// shared by ben), season (day 20).
  static let queries: [(TransactionHistoryQuery, [String])] = [
    (.init(), ["gold", "coins", "lifetime", "season", "lifetime", "gold"]),
    (.init(order: .descending), ["gold", "lifetime", "season", "lifetime", "coins", "gold"]),
    (.init(productIDs: ["coins", "season"]), ["coins", "season"]),
    (.init(productTypes: [.autoRenewable]), ["gold", "gold"]),
    (.init(productTypes: [.consumable, .nonRenewable]), ["coins", "season"]),
    (.init(productTypes: [.nonConsumable], ownershipType: .purchased), ["lifetime"]),
    (.init(ownershipType: .familyShared), ["lifetime"]),
    (.init(subscriptionGroupIdentifiers: ["plans"]), ["gold", "gold"]),
    (.init(subscriptionGroupIdentifiers: ["none"]), []),
    (.init(revoked: true), ["coins"]),
    (.init(revoked: false), ["gold", "lifetime", "season", "lifetime", "gold"]),
    (
      .init(
        startDate: Market.start.adding(milliseconds: 10 * Market.day),
        endDate: Market.start.adding(milliseconds: 20 * Market.day)), ["coins"]
    ),
  ]

  @Test("history lists what the query asks for", arguments: queries.indices)
  func query(_ index: Int) async throws {
    let market = try Market()
    let (query, expected) = Self.queries[index]
    let id = market.buy("gold")
    market.simulator.advance(to: Market.start.adding(milliseconds: 10 * Market.day))
    let coins = market.buy("coins")
    market.simulator.refund(coins)
    market.simulator.advance(to: Market.start.adding(milliseconds: 20 * Market.day))
    market.buy("lifetime")
    market.buy("season")
    market.simulator.share("ben", with: "anna")
    market.buy("lifetime", by: "ben")
    market.simulator.advance(to: Market.start.adding(milliseconds: 31 * Market.day))
    var listed: [String] = []
    for try await page in try market.api().transactionHistory(of: id, query: query) {
      listed += page.transactions.map(\.payload.productId)
    }
    #expect(listed == expected)
  }

  @Test("an app transaction identifier names the customer too, and its download is signed")
  func appTransaction() async throws {
    let market = try Market(environment: .production)
    let id = market.buy("silver")
    let download = try await market.api().appTransaction(of: id).payload
    let downloadID = try #require(download.appTransactionId)
    #expect(download.appAppleId == 42)
    #expect(downloadID == market.simulator.transaction(id)?.payload.appTransactionId)
    #expect(try await market.api().subscriptions(of: downloadID).count == 1)
    let refused = try await market.ask(.get, "/inApps/v1/transactions/\(downloadID)")
    #expect(refused.errorCode == 4_000_048)
  }

  @Test("refunds are listed when they were made, family revocations are not")
  func refunds() async throws {
    let market = try Market()
    let first = market.buy("coins")
    let second = market.buy("coins")
    market.simulator.share("ben", with: "anna")
    market.buy("lifetime", by: "ben")
    market.simulator.refund(second)
    market.simulator.advance(to: Market.start.adding(milliseconds: Market.day))
    market.simulator.refundShare(first, share: 50_000)
    market.simulator.stopSharing("ben", with: "anna")
    var refunded: [String] = []
    for try await page in try market.api().refundHistory(of: first) {
      refunded += page.transactions.map(\.payload.transactionId)
    }
    #expect(refunded == [second, first])
  }

  @Test(
    "subscriptions are answered by group with their condition, and filtered by it",
    arguments: SubscriptionCase.all)
  func statuses(_ row: SubscriptionCase) async throws {
    let market = try Market(gracePeriod: row.grace)
    let id = market.buy("gold")
    row.action(market.simulator)
    let all = try await market.api().subscriptions(of: id)
    #expect(all.map(\.status) == [row.status])
    #expect(all.first?.subscriptionGroupIdentifier == "plans")
    #expect(all.first?.transaction.payload.originalTransactionId == id)
    for other in SubscriptionCase.all {
      let some = try await market.api().subscriptions(of: id, in: [other.status])
      #expect(some.count == (other.status == row.status ? 1 : 0))
    }
  }

  struct SubscriptionCase: Sendable, CustomTestStringConvertible {
    var status: SubscriptionStatus
    var grace = GracePeriod.off
    var action: @Sendable (AppStoreSimulator) -> Void

    var testDescription: String { "status \(status.rawValue)" }

    static let all = [
      Self(status: .active) { _ in },
      Self(status: .expired) { $0.expireNow("anna") },
      Self(status: .billingRetry) {
        $0.setBillingFailing(true, for: "anna")
        $0.renewNow("anna")
      },
      Self(status: .gracePeriod, grace: .sixteenDays) {
        $0.setBillingFailing(true, for: "anna")
        $0.renewNow("anna")
      },
      Self(status: .revoked) { store in
        if let id = store.transactions(of: "anna").first?.payload.transactionId {
          store.refund(id)
        }
      },
    ]
  }

  @Test("production knows the order of each purchase, the sandbox knows none")
  func orders() async throws {
    for environment in [Environment.production, .sandbox] {
      let market = try Market(environment: environment)
      let id = market.buy("coins")
      let order = try #require(OrderID(transactionID: id))
      let answer = try await market.api().order(order.rawValue)
      let isProduction = environment == .production
      #expect(answer.status == (isProduction ? .valid : .invalid))
      #expect(answer.transactions.map(\.payload.transactionId) == (isProduction ? [id] : []))
      #expect(try await market.api().order("MZ0").status == .invalid)
    }
  }

  @Test("a finished transaction is delivered to no device again")
  func finish() async throws {
    let market = try Market()
    let id = market.buy("coins")
    #expect(market.simulator.unfinishedTransactions(of: "anna").count == 1)
    try await market.api().finishTransaction(id)
    #expect(market.simulator.unfinishedTransactions(of: "anna").isEmpty)
  }

  @Test("the app account token is signed into the purchase from then on")
  func appAccountToken() async throws {
    let market = try Market()
    let id = market.buy("silver")
    let token = "9E4B6C2A-7D0F-4B3E-8A51-0C1D2E3F4A5B"
    try await market.api().setAppAccountToken(token, of: id)
    #expect(market.simulator.transaction(id)?.payload.appAccountToken == token)
  }
}
