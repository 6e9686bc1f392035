import Testing
import Tollgate
import TollgateBlueprints

/// A product and its packages, and a part of a finding about them.
private struct Row: Sendable, CustomTestStringConvertible {
  var product = "price: 49.99 EUR, monthlyPrice: 4.99 EUR, period: P1Y, group: log"
  var packages = "{ product: log.yearly, billing: monthly }, log.yearly"
  let message: String

  var testDescription: String { message }

  var yaml: String {
    meant(
      products: "{ log.yearly: { name: A year, entitlements: premium, \(product) } }",
      paywall: "{ title: Plans, packages: [\(packages)] }")
  }
}

@Suite("Monthly bills with a commitment, in a blueprint")
struct CommitmentTests {
  @Test("EX-20 a product has a monthly price, and a paywall sells it up front and in monthly bills")
  func good() throws {
    let file = try parse(Row(message: "").yaml)
    #expect(said(of: Row(message: "").yaml) == [])
    let product = try #require(file.blueprint.product("log.yearly"))
    #expect(product.monthlyPrice == Money(milliunits: 4_990, currency: "EUR"))
    #expect(product.commitmentPrice == Money(milliunits: 59_880, currency: "EUR"))
    let packages = file.blueprint.paywall("plans")?.packages
    #expect(packages?.map(\.billing) == [.monthly, .upFront])
    #expect(packages?.map(\.product) == ["log.yearly", "log.yearly"])
  }

  @Test("EX-20 an introductory offer belongs to one billing plan")
  func introductory() throws {
    let file = try parse(
      Row(
        product: "price: 49.99 EUR, monthlyPrice: 4.99 EUR, period: P1Y, group: log, "
          + "introductoryOffer: { payment: freeTrial, period: P1M, billing: monthly }",
        message: ""
      ).yaml)
    let product = try #require(file.blueprint.product("log.yearly"))
    #expect(product.introductoryOffer(billed: .monthly)?.payment == .freeTrial)
    #expect(product.introductoryOffer(billed: .upFront) == nil)
  }

  private static let rows = [
    Row(
      product: "price: 49.99 EUR, period: P1Y, group: log",
      message: "`log.yearly` is not billed monthly; expected one with `monthlyPrice`"),
    Row(
      product: "price: 49.99 EUR, montlyPrice: 4.99 EUR, period: P1Y, group: log",
      packages: "log.yearly", message: "did you mean `monthlyPrice`?"),
    Row(
      product: "price: 4.99 EUR, monthlyPrice: 4.99 EUR, period: P1M, group: log",
      packages: "log.yearly", message: "expected a subscription with `period: P1Y`"),
    Row(
      packages: "{ product: log.yearly, billing: montly }, log.yearly",
      message: "did you mean `monthly`?"),
    Row(
      packages: "{ product: log.yearly, billing: monthly }",
      message: "the App Store sells no commitments in the United States and Singapore"),
    Row(
      product: "price: 49.99 EUR, monthlyPrice: 4.99 USD, period: P1Y, group: log",
      message: "the price is in USD, and an earlier one in EUR"),
    Row(
      product: "price: 49.99 EUR, monthlyPrice: 4.99 EUR, period: P1Y, group: log, "
        + "offers: { stay: { kind: promotional, payment: freeTrial, period: P1M } }",
      packages: "{ product: log.yearly, billing: monthly, offer: stay }, log.yearly",
      message: "the offer `stay` is for `billing: upFront`"),
    Row(
      packages: "{ product: log.yearly, billing: monthly }, "
        + "{ product: log.yearly, billing: monthly, when: { phase: lapsed } }, log.yearly",
      message: "the package is never shown"),
  ]

  @Test(
    "EX-20 a package is sold with up to a thousand seats, of a subscription that is billed up front",
    arguments: [
      ("{ product: log.yearly, seats: 50 }", nil),
      (
        "{ product: log.yearly, seats: 50 }, { product: log.yearly, seats: 50, when: { phase: lapsed } }",
        "the package is never shown"
      ),
      ("{ product: log.yearly, seats: 50, when: { product: log.yearly } }, log.yearly", nil),
      (
        "{ product: log.yearly, when: { product: log.yearly, willRenew: true } }, log.yearly",
        "those it is for have `log.yearly` already"
      ),
      (
        "{ product: log.yearly, billing: monthly, seats: 50 }, log.yearly",
        "Apple sells seats of subscriptions without a commitment"
      ),
      ("{ product: log.yearly, seets: 50 }", "did you mean `seats`?"),
      ("{ product: log.yearly, seats: 1001 }", "expected"),
    ] as [(String, String?)])
  func seats(packages: String, message: String?) {
    let found = said(of: Row(packages: packages, message: "").yaml)
    guard let message else {
      #expect(found == [])
      return
    }
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }

  @Test("EX-20 what is wrong with a commitment is found, with the nearest names", arguments: rows)
  fileprivate func found(row: Row) {
    let found = said(of: row.yaml)
    #expect(found.contains { $0.contains(row.message) }, "\(found)")
  }
}
