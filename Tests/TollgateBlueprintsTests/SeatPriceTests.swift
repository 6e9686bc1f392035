import Testing
import Tollgate
import TollgateAppStore
import TollgateBlueprints

/// A product, and a part of a finding about it.
private struct Row: Sendable, CustomTestStringConvertible {
  var kind = ""
  var group = ", group: log"
  var prices = "[{ from: 6, price: 7.99 EUR }, { from: 11, price: 5.99 EUR }]"
  let message: String

  var testDescription: String { message }

  var yaml: String {
    meant(
      products: "{ log: { \(kind)name: A log, entitlements: premium, price: 9.99 EUR, "
        + "seatPrices: \(prices), period: P1M\(group) } }",
      paywall: "{ title: Plans, packages: [log] }")
  }
}

@Suite("Prices of seats, in a blueprint")
struct SeatPriceTests {
  @Test("EX-20 each seat costs the price of its tier")
  func good() throws {
    let yaml = Row(message: "").yaml
    #expect(said(of: yaml) == [])
    let product = try #require(try parse(yaml).blueprint.product("log"))
    #expect(product.seatPrices.map(\.from) == [6, 11])
    for (count, total) in [(1, 9_990), (5, 49_950), (8, 73_920), (12, 101_880)] as [(Int, Int64)] {
      #expect(product.price(ofSeats: count) == Money(milliunits: total, currency: "EUR"))
    }
  }

  @Test("EX-20 a simulated store sells seats at the prices of the blueprint")
  func sold() throws {
    let subscription = try #require(try parse(Row(message: "").yaml).store?.subscription("log"))
    #expect(subscription.seatTiers.map(\.minimumSeats) == [6, 11])
    let tiers = subscription.priceTiers(ofSeats: 1...8, at: subscription.price)
    #expect(tiers.map(\.price.rawValue) == [9_990, 7_990])
    #expect(tiers.map(\.quantity) == [5, 3])
  }

  private static let rows = [
    Row(
      prices: "[{ from: 11, price: 5.99 EUR }, { from: 6, price: 7.99 EUR }]",
      message: "expected `from` in ascending order"),
    Row(kind: "kind: nonRenewing, ", group: "", message: "expected `kind: autoRenewable`"),
    Row(prices: "[{ from: 1, price: 7.99 EUR }]", message: "a whole number from 2 to 1,000"),
    Row(prices: "[{ from: 6, price: 7.99 USD }]", message: "expected all prices in one currency"),
  ]

  @Test("EX-20 wrong prices of seats are found", arguments: rows)
  fileprivate func wrong(row: Row) {
    #expect(said(of: row.yaml).contains { $0.contains(row.message) }, "\(said(of: row.yaml))")
  }

  @Test("EX-20 the first seat costs what the product costs")
  func firstSeat() throws {
    var definition = try parse(Row(message: "").yaml).blueprint.definition
    definition.products = [
      CatalogProduct(
        id: "log", kind: .autoRenewable, name: "A log", entitlements: ["premium"],
        price: Money(milliunits: 9_990, currency: "EUR"),
        seatPrices: [.init(from: 1, price: Money(milliunits: 7_990, currency: "EUR"))],
        period: Period(1, .month), group: "log")
    ]
    let messages = definition.mistakes().map(\.message)
    #expect(messages.contains { $0.contains("in ascending order, from 2 on") }, "\(messages)")
  }
}
