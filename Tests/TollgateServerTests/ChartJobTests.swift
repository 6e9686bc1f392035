import AppStoreSimulator
import Foundation
import Logging
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateSimulation
import TollgateWire

@testable import TollgateServer

@Suite("Charts from tables")
struct ChartJobTests {
  private static func job(of server: TestServer) -> ChartJob {
    ChartJob(
      server.service, logger: Logger(label: "charts") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Records a purchase of a month.
  private static func buy(_ name: String, _ start: String, on server: TestServer) async throws {
    let start = try #require(Instant(start))
    let bought = StoreTransaction(
      id: StoreTransaction.ID(name), originalID: StoreTransaction.OriginalID(name),
      product: "pro", group: "plans", purchasedAt: start,
      expiresAt: start.adding(Period(1, .month)),
      price: Money(milliunits: 9_990, currency: "USD"), signedAt: start)
    _ = try await server.service.records.ledger.append(
      LedgerWrite(
        app: server.app, customer: Customer.ID(name), expectedVersion: 0,
        facts: [.transaction(bought)], at: start))
  }

  @Test("EX-15 charts say who is not counted yet, and are those of the facts once all are")
  func behind() async throws {
    let server = try await TestServer("coach-paid")
    let owner = try await TestOperator(server, .owner)
    let path = "/operator/charts/mrr?period=day"
    try await Self.buy("ann", "2026-02-10", on: server)
    let before: ChartResponse = try await owner.read(path)
    #expect(before.behind == nil)
    #expect(before.series.last?.points.last?.customers == 1)

    let job = Self.job(of: server)
    while await job.runOnce() {}
    let counted: ChartResponse = try await owner.read(path)
    #expect(counted.behind == 0)
    #expect(counted.customers == 1)
    #expect(counted.asOf == server.now)
    #expect(counted.series.map(\.currency) == before.series.map(\.currency))
    #expect(
      counted.series.flatMap(\.points).map(\.value) == before.series.flatMap(\.points).map(\.value))
    #expect(counted.series.last?.points.last?.value == 9_990)
    #expect(counted.series.last?.points.last?.customers == nil)

    try await Self.buy("bob", "2026-03-01", on: server)
    let late: ChartResponse = try await owner.read(path)
    #expect(late.behind == 1)
    #expect(late.series.last?.points.last?.value == 9_990)
    // As known on a day, or with the customers behind it, a chart is counted from facts.
    for more in ["&customers=true", "&asOf=2026-03-02T08:00:00Z", "&by=placement"] {
      let exact: ChartResponse = try await owner.read(path + more)
      #expect(exact.behind == nil)
      #expect(exact.series.last?.points.last?.value == 19_980)
    }
    while await job.runOnce() {}
    let last: ChartResponse = try await owner.read(path)
    #expect(last.behind == 0)
    #expect(last.series.last?.points.last?.value == 19_980)
    #expect(try await owner.exchange("/operator/charts/new-customers?by=offer").status == 422)
  }

  @Test(
    "EX-15 until every customer is in the tables, a chart is counted from facts, or says that it is not ready"
  )
  func notWhole() async throws {
    let server = try await TestServer("coach-paid")
    let owner = try await TestOperator(server, .owner)
    let path = "/operator/charts/new-customers?period=month&from=2026-02-01&to=2026-02-28"
    func buy(_ count: Int) async throws {
      for number in 0..<count { try await Self.buy("c\(1000 + number)", "2026-02-10", on: server) }
    }
    try await buy(ChartCounter.batch + 50)
    let job = Self.job(of: server)
    // One batch of all customers is counted, as soon after a ledger was moved.
    #expect(await job.runOnce())
    let partial: ChartResponse = try await owner.read(path)
    #expect(partial.behind == nil)
    #expect(partial.series.flatMap(\.points).map(\.value) == [Int64(ChartCounter.batch) + 50])
    let app = try #require(server.service.apps.first)
    #expect(try await server.service.operators.chartTables(of: app) == nil)

    let queue = ChartQueue()
    let query = ChartQuery(.newCustomers, over: [ChartPeriod(.month, containing: server.now)])
    let problem = await #expect(throws: Problem.self) {
      try await server.service.operators.chart(
        query, asOf: nil, queue, in: app, limit: 10)
    }
    #expect(problem?.code == .busy && problem?.status == 503 && problem?.retryAfter == 10)

    while await job.runOnce() {}
    let whole: ChartResponse = try await owner.read(path)
    #expect(whole.behind == 0)
    #expect(whole.series.flatMap(\.points).map(\.value) == [Int64(ChartCounter.batch) + 50])
  }

  @Test(
    "EX-15 a customer whose purchase the store reported first is known from when they posted it, then and later"
  )
  func claimed() async throws {
    let server = try await TestServer("strikelab")
    let owner = try await TestOperator(server, .owner)
    let phone = try await server.phone()
    let bought = try phone.purchase("strikelab.pro.monthly")
    try await server.deliverNotifications()
    server.advance(Period(1, .minute))
    _ = try await phone.post(bought)
    server.advance(Period(1, .day))
    let path = "/operator/charts/new-customers?period=month&from=2026-03-01&to=2026-03-31"
    func newCustomers(asOf: Instant?) async throws -> [Int64] {
      let more = asOf.map { "&asOf=\($0)" } ?? "&customers=true"
      let chart: ChartResponse = try await owner.read(path + more)
      return chart.series.flatMap(\.points).map(\.value)
    }
    let then = server.now
    #expect(try await newCustomers(asOf: nil) == [1])
    // The renewal is the first thing that the store reports for the customer.
    let sequence = server.store.notifications().last?.sequence ?? 0
    server.advance(Period(40, .day))
    try await server.deliverNotifications(after: sequence)
    #expect(try await newCustomers(asOf: then) == [1])
    #expect(try await newCustomers(asOf: nil) == [1])
  }

  @Test(
    "EX-15 the first screen has today's and 28 days' numbers with those of 28 days ago, for roles that see revenue"
  )
  func firstScreen() async throws {
    let server = try await TestServer("coach-paid")
    let ada = try await AdminBrowser(server, .owner)
    #expect(!(try await ada.get()).body.contains("class=\"figures\""))
    try await Self.buy("ann", "2026-01-20", on: server)
    try await Self.buy("bob", "2026-02-10", on: server)
    let job = Self.job(of: server)
    while await job.runOnce() {}
    let page = try await ada.get()
    #expect(page.body.contains("class=\"figures\""))
    #expect(page.text.contains("Active subscriptions 1 "))
    #expect(page.text.contains("MRR 9.99 USD 28 days ago: 9.99 USD "))
    #expect(page.text.contains("Active trials 0 "))
    #expect(page.text.contains("Revenue, 28 days 9.99 USD The 28 days before: 9.99 USD "))
    #expect(page.text.contains("Refunds, 28 days none "))
    #expect(page.text.contains("New customers, 28 days 1 "))
    #expect(page.text.contains("Active customers, 28 days 1 "))
    #expect(page.body.contains("aria-label=\"MRR in USD on each of the last 28 days\""))
    #expect(!page.body.contains("aria-label=\"Refunds"))
    #expect(!page.text.contains("behind"))
    try await Self.buy("eve", "2026-03-01", on: server)
    let late = try await ada.get()
    #expect(late.text.contains("1 customer behind: as of 2026-03-01 00:00 UTC."))
    #expect(try await ada.get("/charts/mrr").text.contains("1 customer behind"))
    let support = try await AdminBrowser(server, .support, email: "support@example.com")
    #expect(!(try await support.get()).body.contains("class=\"figures\""))
    // Customers are counted every ten minutes.
    server.advance(Period(1, .hour))
    while await job.runOnce() {}
    #expect(try await ada.get().text.contains("Active customers, 28 days 2 "))
    server.advance(Period(28, .day))
    while await job.runOnce() {}
    let later = try await AdminBrowser(server, .owner, email: "later@example.com").get()
    #expect(later.text.contains("Active customers, 28 days 0 28 days ago: 2 "))
    #expect(later.body.contains("aria-label=\"Active customers as counted on each of the last"))
  }

  @Test("a small plot rises from 0 or the least number to the greatest, and zeros have none")
  func smallPlots() {
    let rising = FirstScreen.Plot([0, 5, 10], "New customers")
    #expect(rising?.points == "0.0,29.0 50.0,15.0 100.0,1.0")
    #expect(FirstScreen.Plot([-10, 10], "Revenue")?.points == "0.0,29.0 100.0,1.0")
    #expect(FirstScreen.Plot([0, 0, 0], "Refunds") == nil)
    #expect(FirstScreen.Plot([3], "Active customers") == nil)
  }

  @Test(
    "the first page has the latest transactions, and reads them again; only roles that see prices get them"
  )
  func latest() async throws {
    let server = try await TestServer("coach-paid")
    let ada = try await AdminBrowser(server, .owner)
    #expect(try await ada.get().text.contains("No recent transactions."))
    try await Self.buy("ann", "2026-02-10", on: server)
    try await Self.buy("bob", "2026-02-12", on: server)
    let page = try await ada.get()
    #expect(page.text.contains("2026-02-12 00:00 bob pro purchase 9.99 USD"))
    #expect(page.body.contains("data-source=\"/admin/coach-paid/transactions\""))
    let policy = try #require(page.headers["content-security-policy"])
    #expect(policy.contains("script-src 'sha256-") && policy.contains("connect-src 'self'"))
    #expect(!policy.contains("unsafe"))

    let part = try await ada.get("/transactions")
    #expect(part.status == 200)
    #expect(!part.body.contains("<html") && !part.body.contains("<script"))
    let bob = try #require(part.text.firstRange(of: "bob"))
    let ann = try #require(part.text.firstRange(of: "ann"))
    #expect(bob.lowerBound < ann.lowerBound)
    let found = try await ada.get("?q=ann")
    #expect(!found.body.contains("<script") && !found.text.contains("Latest transactions"))
    #expect(found.headers["content-security-policy"]?.contains("script-src") == false)
    let support = try await AdminBrowser(server, .support, email: "support@example.com")
    let priceless = try await support.get("/transactions")
    #expect(priceless.text.contains("bob pro purchase"))
    #expect(!priceless.text.contains("9.99"))
  }

  @Test(
    "the first page of a server without production has the ledger's latest facts, and reads them again"
  )
  func facts() async throws {
    let server = try await TestServer("coach-paid")
    let ada = try await AdminBrowser(server, .support)
    #expect(try await ada.get().text.contains("Nothing is recorded yet."))
    let phone = try await server.phone(device: "maya-phone")
    server.advance(milliseconds: 7_000)
    try await phone.reach("discovery-complete")
    let page = try await ada.get()
    #expect(page.body.contains("data-source=\"/admin/coach-paid/facts\""))
    #expect(page.body.contains("/admin/coach-paid/customers/\(phone.id)"))
    let part = try await ada.get("/facts")
    #expect(part.status == 200 && !part.body.contains("<html"))
    let first = try #require(part.text.firstRange(of: "The app ran on the device maya-phone."))
    let last = try #require(
      part.text.firstRange(of: "milestone The milestone discovery-complete was reached."))
    #expect(last.lowerBound < first.lowerBound)
    #expect(part.text.contains("2026-03-02 09:00:07 \(phone.id)"))
    #expect(!(try await ada.get("?q=maya-phone")).body.contains("data-source"))

    let live = try await TestServer(
      "coach-paid",
      configuration: SimulatedBackend.Configuration(
        environments: [.production, .sandbox], appAppleID: 1_234_567_890))
    let eve = try await AdminBrowser(live, .owner)
    _ = try await live.phone(device: "maya-phone")
    #expect(!(try await eve.get()).body.contains("/facts"))
    #expect(!(try await eve.get("/facts")).text.contains("maya-phone"))
  }

  @Test("EX-15 each page of a chart from tables has its numbers, which open customers")
  func pages() async throws {
    let server = try await TestServer("coach-paid")
    try await Self.buy("ann", "2026-01-10", on: server)
    let job = Self.job(of: server)
    while await job.runOnce() {}
    let ada = try await AdminBrowser(server, .owner)
    for chart in Chart.allCases {
      let page = try await ada.get("/charts/\(chart.rawValue)?from=2026-01-01")
      #expect(page.status == 200)
      #expect(page.text.contains(chart.definition))
    }
    let query = "/charts/gross-revenue?from=2026-01-01&to=2026-03-01"
    #expect(try await ada.get(query).text.contains("2026-01-01 9.99 customers"))
    let opened = try await ada.get("\(query)&open=2026-01-01")
    #expect(opened.body.contains("/customers/ann\">ann</a> 9.99"))
    let csv = try await ada.get("\(query)&format=csv")
    #expect(csv.body.contains("2026-01-01,2026-02-01,true,,USD,,9.99,0"))
  }

  @Test("one of two servers that share a ledger counts charts")
  func shared() async throws {
    let ledger = SQLiteLedger.inMemory(isShared: true)
    let server = try await TestServer("coach-paid", ledger: ledger)
    try await Self.buy("ann", "2026-01-10", on: server)
    let (first, second) = (Self.job(of: server), Self.job(of: try await server.restarted()))
    #expect(await first.runOnce())
    let state = try await ledger.charts.state(in: server.app)
    #expect(await second.runOnce() == false)
    #expect(try await ledger.charts.state(in: server.app) == state)
  }
}
