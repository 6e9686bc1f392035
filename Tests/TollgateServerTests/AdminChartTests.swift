import Foundation
import HTTPTypes
import TestSupport
import Testing
import Tollgate
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("The operators' charts")
struct AdminChartTests {
  private static let hostile = "pro\"><script>alert(1)</script>"

  /// A server with purchases of January and February, in two currencies.
  private static func server() async throws -> TestServer {
    let ledger = SQLiteLedger.inMemory()
    let server = try await TestServer("coach-paid", ledger: ledger)
    for (name, start, product, currency) in [
      ("ann", "2026-01-10", "pro", "USD"), ("bob", "2026-02-10", "pro", "USD"),
      ("eve", "2026-02-11", hostile, "EUR"),
    ] {
      let start = try #require(Instant(start))
      let bought = StoreTransaction(
        id: StoreTransaction.ID(name), originalID: StoreTransaction.OriginalID(name),
        product: CatalogProduct.ID(product), group: "plans", purchasedAt: start,
        expiresAt: start.adding(Period(1, .month)),
        price: Money(milliunits: 9_990, currency: currency), signedAt: start)
      _ = try await ledger.append(
        LedgerWrite(
          app: server.app, customer: Customer.ID(name), expectedVersion: 0,
          facts: [.transaction(bought)], at: start))
    }
    return server
  }

  @Test("EX-15 each chart is a page with its definition, plot and numbers, which open customers")
  func pages() async throws {
    let ada = try await AdminBrowser(try await Self.server(), .owner)
    let list = try await ada.get("/charts")
    for chart in Chart.allCases {
      #expect(list.body.contains("/charts/\(chart.rawValue)\""))
      let page = try await ada.get("/charts/\(chart.rawValue)?from=2026-01-01&to=2026-03-01")
      #expect(page.status == 200)
      #expect(page.text.contains(chart.definition))
      let isDrawn = page.body.contains("role=\"img\"")
      #expect(isDrawn || page.text.contains("There is nothing to count in these periods yet."))
    }
    let query = "/charts/gross-revenue?from=2026-01-01&to=2026-03-01"
    let revenue = try await ada.get(query)
    #expect(revenue.text.contains("2026-01-01 0.00 9.99 1 customer"))
    #expect(revenue.body.matches(of: /<figcaption>/).count == 2)
    let opened = try await ada.get("\(query)&open=2026-02-01")
    #expect(opened.text.contains("Customers behind the numbers from 2026-02-01"))
    #expect(opened.body.contains("/customers/bob\">bob</a> 9.99"))
    #expect(!opened.body.contains("/customers/ann\">"))
    let empty = try await ada.get("\(query)&open=2025-02-01")
    #expect(empty.text.contains("No customer counts in the period that begins on 2025-02-01."))
    let known = try await ada.get("\(query)&asOf=2026-02-01")
    #expect(known.text.contains("Customers counted: 1, as known at 2026-02-01 00:00 UTC"))
  }

  @Test("EX-15 charts are grouped as people ask, each with a definition of its own")
  func groups() async throws {
    let ada = try await AdminBrowser(try await Self.server(), .owner)
    let page = try await ada.get("/charts")
    let headings = page.body.matches(of: /<h2 id="[a-z]+">([A-Za-z]+)<\/h2>/).map {
      String($0.output.1)
    }
    #expect(headings == ["Money", "Customers", "Trials", "Paywalls", "Retention"])
    #expect(Set(Chart.Group.allCases.flatMap(\.charts)) == Set(Chart.allCases))
    #expect(Set(Chart.allCases.map(\.definition)).count == Chart.allCases.count)
    for chart in Chart.allCases {
      #expect(page.text.contains("\(chart.title) \(chart.definition)."))
      #expect(chart.definition.firstMatch(of: /\b(the|of the) same\b/) == nil, "\(chart)")
    }
  }

  @Test("EX-15 a number is compared with that of the period before, once its own period is over")
  func comparison() async throws {
    let ada = try await AdminBrowser(try await Self.server(), .owner)
    let query = "?from=2026-01-01&to=2026-03-01"
    let revenue = try await ada.get("/charts/gross-revenue\(query)")
    #expect(revenue.text.contains("2026-02-01 9.99 1 customer +9.99 9.99 1 customer +0.00"))
    #expect(!revenue.text.contains("−9.99"))
    #expect(revenue.text.contains("After a number is its difference from the period before"))
    let customers = try await ada.get("/charts/new-customers\(query)")
    #expect(customers.text.contains("2026-02-01 2 2 customers +1"))
    let conversion = try await ada.get("/charts/initial-conversion\(query)")
    #expect(conversion.text.contains("2026-02-01 100.0 % (2 of 2) 2 customers +0.0 points"))
    let cohorts = try await ada.get("/charts/subscription-retention\(query)")
    #expect(!cohorts.body.contains("class=\"change\""))
  }

  @Test("EX-15 a plot's numbers are read by pointing at a period, or with the Tab key")
  func readings() async throws {
    let ada = try await AdminBrowser(try await Self.server(), .owner)
    let page = try await ada.get("/charts/new-customers?from=2026-01-01&to=2026-03-01")
    let labels = page.body.matches(
      of: /<g class="reading" role="img" aria-label="([^"]+)" tabindex="0">/
    ).map { String($0.output.1) }
    #expect(labels == ["2026-01-01; 1", "2026-02-01; 2, +1", "2026-03-01, not over; 0"])
    #expect(page.body.contains(">2, +1</text>"))
    let divided = try await ada.get(
      "/charts/gross-revenue?from=2026-02-01&to=2026-02-01&by=product")
    #expect(divided.body.contains("aria-label=\"2026-02-01; pro: 9.99\""))
    let days = try await ada.get("/charts/new-customers?period=day&from=2026-01-01&to=2026-03-01")
    #expect(days.body.contains("aria-label=\"2026-01-10; 1, +1\">"))
    #expect(!days.body.contains("tabindex=\"0\"><rect"))
  }

  @Test("EX-15 a number's list shows an unclaimed purchase, and does not call it a customer")
  func unclaimed() async throws {
    let server = try await Self.server()
    let start = try #require(Instant("2026-02-12"))
    _ = try await server.ledger.append(
      LedgerWrite(
        app: server.app, customer: .placeholder(for: "20001"), expectedVersion: 0,
        facts: [
          .transaction(
            StoreTransaction(
              id: "20001", originalID: "20001", product: "pro", group: "plans", purchasedAt: start,
              expiresAt: start.adding(Period(1, .month)),
              price: Money(milliunits: 4_990, currency: "USD"), signedAt: start))
        ], at: start, claims: [.purchase("20001")]))
    let ada = try await AdminBrowser(server, .owner)
    let query = "/charts/gross-revenue?from=2026-01-01&to=2026-03-01"
    let page = try await ada.get(query)
    #expect(page.text.contains("14.98 1 customer, 1 not yet claimed"))
    #expect(page.text.contains("Customers counted: 3"))
    let opened = try await ada.get("\(query)&open=2026-02-01")
    #expect(opened.body.contains("\">20001</a> (a purchase, not yet claimed) 4.99"))
  }

  @Test("an amount is never shown without a currency")
  func amounts() async throws {
    let ada = try await AdminBrowser(try await Self.server(), .owner)
    let page = try await ada.get("/charts/refunds?from=2026-01-01&to=2026-03-01")
    #expect(page.text.contains("2026-01-01 none"))
    #expect(!page.text.contains("0.00"))
  }

  @Test("EX-15 a chart of cohorts is drawn with text, and a number opens the customers of its age")
  func cohorts() async throws {
    let ada = try await AdminBrowser(try await Self.server(), .owner)
    let query = "/charts/subscription-retention?from=2026-01-01&to=2026-03-01&asOf=2026-03-01"
    let page = try await ada.get(query)
    #expect(page.status == 200)
    // Ann's month was over in February; Bob's and Eve's is not.
    #expect(page.text.contains("2026-01-01 100.0 % (1 of 1) 1 customer 0.0 % (0 of 1) 1 customer"))
    #expect(page.text.contains("2026-02-01 100.0 % (2 of 2) 2 customers"))
    #expect(page.body.contains("<rect class=\"cell\""))
    #expect(page.body.contains("text-anchor=\"middle\">100 %</text>"))
    let opened = try await ada.get("\(query)&open=2026-01-01&age=1")
    #expect(opened.body.contains("/customers/ann\">ann</a> 0 of 1"))
    #expect(!opened.body.contains("/customers/ann\">ann</a> 1 of 1"))
    let csv = try await ada.get("\(query)&format=csv")
    #expect(csv.body.contains("2026-01-01,2026-02-01,true,,,1,1,0,1\n"))
  }

  @Test("what divides a chart never becomes markup; CSV has the numbers of the page")
  func divided() async throws {
    let ada = try await AdminBrowser(try await Self.server(), .readOnly)
    let query =
      "/charts/gross-revenue?from=2026-01-01&to=2026-03-01&by=product&period=month&country=&asOf="
    let page = try await ada.get(query)
    #expect(page.status == 200)
    #expect(!page.body.contains("<script"))
    #expect(page.body.contains("pro&quot;&gt;&lt;script&gt;"))
    let csv = try await ada.get("\(query)&format=csv")
    #expect(csv.headers["Content-Type"] == "text/csv; charset=utf-8")
    let lines = csv.body.split(separator: "\n")
    #expect(lines.first == "from,to,complete,segment,currency,customers,value,base")
    #expect(lines.contains("2026-02-01,2026-03-01,true,pro,USD,1,9.99,0"))
    #expect(lines.contains { $0.contains("\"pro\"\"><script>") })
  }

  @Test("who may not see revenue sees no chart, and a wrong query is explained")
  func refusals() async throws {
    let server = try await Self.server()
    let support = try await AdminBrowser(server, .support)
    #expect(!(try await support.get()).body.contains("/charts"))
    for path in ["/charts", "/charts/mrr", "/charts/mrr?format=csv"] {
      #expect(try await support.get(path).status == 403)
    }
    let ada = try await AdminBrowser(server, .owner, email: "owner@example.com")
    for (path, status) in [
      ("/charts/gold", 404), ("/charts/mrr?period=year", 422), ("/charts/mrr?from=tomorrow", 422),
      ("/charts/new-customers?by=product", 422), ("/charts/mrr?period=day&period=week", 422),
      ("/charts/mrr?from=0001-01-01", 422),
    ] {
      #expect(try await ada.get(path).status == status, "\(path)")
    }
  }

  @Test("a scale has round values with 0 among them, around every number")
  func scale() {
    var random = Seeded(state: 7)
    for _ in 0..<500 {
      let size = pow(10, Double(Int.random(in: -3...12, using: &random)))
      let values = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Double.random(in: -1...1, using: &random) * size
      }
      let scale = PlotScale(values)
      #expect((2...8).contains(scale.ticks.count), "\(values)")
      #expect(scale.ticks.contains(0), "\(values)")
      #expect(scale.ticks == scale.ticks.sorted())
      for value in values {
        #expect((-1e-9...1 + 1e-9).contains(scale.share(of: value)), "\(value) of \(values)")
      }
    }
    for values in [[1], [3, 2], [17, -4]] as [[Double]] {
      #expect(PlotScale(values, isWhole: true).ticks.allSatisfy { $0 == $0.rounded() })
    }
    for values in [[], [0], [.infinity], [0, 0]] as [[Double]] {
      #expect(PlotScale(values).ticks == [0, 1])
    }
  }
}
