import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

@testable import TollgateServer

@Suite("Lists of customers")
struct ListsPageTests {
  /// The customers on a page, in its order.
  private static func customers(_ page: Exchange) -> [Customer.ID] {
    page.body.matches(of: /\/customers\/([^"]+)">/).map { Customer.ID(String($0.output.1)) }
  }

  @Test("EX-13 customers are listed by state and product, newest first")
  func states() async throws {
    let server = try await TestServer.market(configuration: .sandbox(identifiers: .numbered()))
    var ada = try await AdminBrowser(server, .owner)
    var phones: [String: TestPhone] = [:]
    for (day, name) in ["new", "payer", "leaver", "trier", "refunded", "granted", "broke"]
      .enumerated()
    {
      server.day(day)
      let phone = try await server.phone(device: Device.ID(name))
      phones[name] = phone
      switch name {
      case "payer", "leaver", "refunded": try await phone.buy("gold")
      case "trier": try await phone.buy("silver")
      case "broke": try await phone.buy("silver.week")
      default: break
      }
    }
    let (leaver, broke) = (try #require(phones["leaver"]), try #require(phones["broke"]))
    server.store.cancel(leaver.account)
    let refunded = try #require(phones["refunded"])
    let bought = try #require(server.store.transactions(of: refunded.account).first)
    server.store.refund(bought.payload.transactionId)
    server.store.setBillingFailing(true, for: broke.account)
    let granted = try #require(phones["granted"])
    #expect(
      try await ada.confirm(
        "/customers/\(granted.id)",
        ["change": "grant", "subject": "first", "days": "30", "reason": "A gift"]
      ).status == 303)
    try await server.deliverNotifications()

    func listed(_ query: String, by person: AdminBrowser) async throws -> [String] {
      let page = try await person.get("/lists?\(query)")
      try #require(page.status == 200, "\(page)")
      return Self.customers(page).map { id in
        phones.first { $0.value.id == id }?.key ?? "\(id)"
      }
    }
    let rows: [(query: String, names: [String])] = [
      ("", ["broke", "granted", "refunded", "trier", "leaver", "payer", "new"]),
      ("state=&product=", ["broke", "granted", "refunded", "trier", "leaver", "payer", "new"]),
      ("state=nothing", ["new"]), ("state=trial", ["trier"]),
      ("state=active", ["broke", "leaver", "payer"]), ("state=will-not-renew", ["leaver"]),
      ("state=refunded", ["refunded"]), ("state=granted", ["granted"]),
      ("state=active&product=gold", ["leaver", "payer"]), ("product=silver", ["trier"]),
      ("product=none", []), ("state=grace", []), ("state=billing-retry", []),
    ]
    for row in rows { #expect(try await listed(row.query, by: ada) == row.names, "\(row.query)") }

    // A session lasts for a week.
    server.day(14)
    ada = try await AdminBrowser(server, .owner, email: "ada14@example.com")
    try await server.deliverNotifications()
    #expect(try await listed("state=grace", by: ada) == ["broke"])
    #expect(try await listed("state=trial", by: ada) == [])
    #expect(try await listed("state=active", by: ada).contains("trier"))
    server.day(17)
    try await server.deliverNotifications()
    #expect(try await listed("state=grace", by: ada) == [])
    #expect(try await listed("state=billing-retry", by: ada) == ["broke"])
    server.day(40)
    ada = try await AdminBrowser(server, .owner, email: "ada40@example.com")
    try await server.deliverNotifications()
    #expect(try await listed("state=lapsed", by: ada).contains("leaver"))
    #expect(try await ada.get("/lists?state=rich").status == 422)
  }

  @Test("EX-13 customers whose grant waits or is used up are not listed as granted")
  func waitingGrants() async throws {
    let server = try await TestServer("coach-paid")
    let blueprint = try server.service.app(server.app).blueprint
    let sold = try #require(
      blueprint.definition.products.first { $0.entitlements.contains("premium") })
    let start = server.now
    let gift = Fact.grant(
      Grant(
        id: "gift", entitlements: ["premium"], startsAt: start, endsAt: nil, lasts: Period(7, .day))
    )
    let bought = Fact.transaction(
      StoreTransaction(
        id: "1", originalID: "1", product: sold.id, purchasedAt: start,
        expiresAt: start.adding(Period(30, .day)), signedAt: start))
    func isGranted(_ facts: [Fact], on day: Int) -> Bool {
      let customer = Customer(facts)
      let membership = Membership(
        of: customer, in: blueprint, at: start.adding(Period(1, .day), times: day))
      return CustomerState.states(of: customer, with: membership).contains(.granted)
    }
    #expect(isGranted([gift], on: 6) && !isGranted([gift], on: 7))
    #expect(!isGranted([bought, gift], on: 6) && isGranted([bought, gift], on: 31))
  }

  @Test("a list of more customers than the limit is read in parts, and lists each customer once")
  func parts() async throws {
    let server = try await TestServer("coach-paid")
    var ids: [Customer.ID] = []
    for number in 0..<7 {
      ids.append(try await server.phone(device: Device.ID("phone-\(number)")).id)
    }
    ids.sort()
    let app = try server.service.app(server.app)
    let operators = server.service.operators
    let whole = try await operators.list(CustomerList.Filter(), in: app, limit: 7, part: 1)
    #expect(whole.rows.map(\.customer) == ids && whole.next == nil && whole.read == 7)
    #expect(whole.newestFirst.map(\.since) == whole.rows.map(\.since).sorted(by: >))
    let none = CustomerList.Filter(state: .refunded)
    for (part, rows, batch) in [(2, Int.max, 1), (3, 2, 5), (7, 3, 2), (20, 1, 3), (4, 4, 4)] {
      for filter in [CustomerList.Filter(), none] {
        var (found, read, last): ([Customer.ID], Int, Customer.ID?) = ([], 0, nil)
        repeat {
          let list = try await operators.list(
            filter, after: last, in: app, limit: 6, part: part, rows: rows, batch: batch)
          #expect(list.read <= part && list.rows.count <= rows)
          found += list.rows.map(\.customer)
          read += list.read
          last = list.next
        } while last != nil
        #expect(found == (filter == none ? [] : ids) && read == 7, "\(part) \(rows) \(batch)")
      }
    }
  }

  @Test("a part of a list says how far it was read, and links to the next")
  func part() async throws {
    let server = try await TestServer("coach-paid")
    for number in 0..<3 { _ = try await server.phone(device: Device.ID("phone-\(number)")) }
    let ada = try await AdminBrowser(server, .owner)
    let list = try await ada.get("/lists")
    #expect(!list.body.contains("<script>") && !list.body.contains("Read more"))
    let last = try #require(Self.customers(list).min())
    let part = try await ada.get("/lists?state=nothing&after=\(last)&read=2000")
    #expect(Self.customers(part).count == 2)
    #expect(
      part.text.contains(
        "Matching customers: 2 , of 2 read in the order of their ids, after the first 2000."))
    #expect(try await ada.get("/lists?after=\(last)&read=-9223372036854775808").status == 200)
    #expect(try await ada.get("/lists?after=\(last)&read=9223372036854775807").status == 200)
  }

  @Test("a page has a hundred customers, and leads to the others")
  func pages() async throws {
    let server = try await TestServer("coach-paid")
    for number in 0..<101 { _ = try await server.phone(device: Device.ID("phone-\(number)")) }
    let ada = try await AdminBrowser(server, .support)
    let first = try await ada.get("/lists?state=nothing")
    #expect(Self.customers(first).count == 100)
    #expect(first.text.contains("101 customers match; 1 to 100 are shown, newest first."))
    #expect(first.body.contains("/lists?state=nothing&amp;page=2\">Older"))
    let second = try await ada.get("/lists?state=nothing&page=2")
    #expect(Self.customers(second).count == 1)
    #expect(Set(Self.customers(first) + Self.customers(second)).count == 101)
    for page in ["3", "0", "-1", "9223372036854775807", "x"] {
      #expect(try await ada.get("/lists?page=\(page)").status == 200, "\(page)")
    }
  }

  @Test("the file of a list has no prices for support")
  func file() async throws {
    let server = try await TestServer.market(configuration: .sandbox(identifiers: .numbered()))
    server.day(0)
    let phone = try await server.phone(device: "phone")
    try await phone.buy("gold")
    let ada = try await AdminBrowser(server, .owner)
    let sue = try await AdminBrowser(server, .support, email: "sue@example.com")
    let file = try await ada.get("/lists?format=csv")
    #expect(file.headers["Content-Type"] == "text/csv; charset=utf-8")
    #expect(file.headers["content-disposition"] == "attachment; filename=\"customers.csv\"")
    let lines = file.body.split(separator: "\r\n").map(String.init)
    #expect(
      lines.first
        == #""customer","account","first_recorded","phase","states","product","expires","environment","price","currency""#
    )
    #expect(lines.count == 2)
    #expect(lines.last?.hasPrefix("\"\(phone.id)\",") == true)
    let end = try #require(try await phone.membership().subscription?.expiresAt)
    #expect(lines.last?.contains("\"gold\",\"\(end)\",\"sandbox\",\"30.00\",\"USD\"") == true)
    let reduced = try await sue.get("/lists?format=csv").body
    #expect(!reduced.contains("price") && !reduced.contains("USD"))
    #expect(try await ada.get("/lists").text.contains("30.00 USD"))
    #expect(!(try await sue.get("/lists").text.contains("USD")))
  }

  @Test(
    "no field of a file is taken for a formula, and each ends where it should",
    arguments: [
      ("plain", #""plain""#), ("=1+1", #""'=1+1""#), ("+1", #""'+1""#), ("-1", #""'-1""#),
      ("@SUM(A1)", #""'@SUM(A1)""#), ("\t=1", "\"'\t=1\""), ("\r\n=1", "\"'\r\n=1\""),
      (#"a","=cmd"#, #""a"",""=cmd""#), ("", #""""#),
    ])
  func fields(text: String, quoted: String) {
    #expect(CSVField.quoted(text) == quoted)
  }

  @Test(
    "an amount of dollars has two decimals, or three",
    arguments: [
      (Int64(2990), "2.99"), (30_000, "30.00"), (5, "0.005"), (1015, "1.015"), (0, "0.00"),
    ])
  func amounts(milliunits: Int64, text: String) {
    #expect(Money(milliunits: milliunits, currency: "USD").amount == text)
  }
}
