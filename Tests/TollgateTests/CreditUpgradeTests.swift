import Testing

@testable import Tollgate

@Suite("Credits of plans that replace one another")
struct CreditUpgradeTests {
  static let start = Fixture.start

  /// An upgrade on a day of a period of thirty, with so many of the credits spent before and so many there after.
  struct Row: Sendable, CustomStringConvertible {
    var from: CatalogProduct.ID = "basic"
    var to: CatalogProduct.ID = "gold"
    let spent: Int
    let day: Int
    let after: Int

    var description: String { "\(from) to \(to) on day \(day), \(spent) spent" }
  }

  static let rows = [
    Row(spent: 0, day: 15, after: 225),
    Row(spent: 10, day: 15, after: 215),
    Row(spent: 40, day: 15, after: 185),
    Row(spent: 50, day: 15, after: 175),
    Row(spent: 50, day: 29, after: 199),
    Row(spent: 50, day: 1, after: 152),
    Row(from: "plus", to: "other", spent: 0, day: 15, after: 75),
    Row(from: "plus", to: "other", spent: 40, day: 15, after: 35),
    Row(from: "plus", to: "basic", spent: 0, day: 3, after: 55),
  ]

  @Test(
    "EX-11 a plan that replaces another removes the share of the credits that the store refunds",
    arguments: rows)
  func upgrade(row: Row) {
    var customer = Customer([.period("1", row.from, from: 0, to: 30)])
    if row.spent > 0 { customer.spend("print", "a", cost: row.spent, on: 0) }
    customer.join(.period("2", row.to, from: row.day, to: row.day + 30))
    #expect(customer.coins(row.day, hour: 1) == row.after)
  }

  @Test("EX-11 changing back and forth between plans gives no more than was paid for")
  func crossgrades() {
    var customer = Customer()
    var spent = 0
    for day in 0..<20 {
      customer.join(
        .period(
          StoreTransaction.ID("\(100 + day)"), day.isMultiple(of: 2) ? "plus" : "other", from: day,
          to: day + 30))
      let left = customer.coins(day)
      if left > 0 { customer.spend("print", "\(day)", cost: left, on: day) }
      spent += left
    }
    // A period's fifty, and for each of the nineteen days that were paid for one or two of fifty in thirty days.
    #expect(spent <= 50 + 19 * 2)
    customer.join(.period("200", "plus", from: 49, to: 79))
    #expect(customer.coins(49) == 50)
  }

  @Test("EX-11 a free trial that a paid plan replaces leaves it no debt")
  func trial() {
    var customer = Customer([.period("1", "gold", from: 0, to: 3, offer: .freeTrial)])
    customer.spend("print", "a", cost: 10, on: 0)
    customer.join(.period("2", "basic", from: 1, to: 31))
    #expect(customer.coins(1, hour: 1) == 50)
  }

  @Test("EX-11 the store's mark of a replaced period, posted with a restore, changes no credits")
  func markedUpgrade() {
    var customer = Customer([.period("1", "basic", from: 0, to: 30)])
    customer.spend("print", "a", cost: 50, on: 1)
    customer.join(.period("2", "gold", from: 15, to: 45))
    #expect(customer.coins(15, hour: 1) == 175)
    customer.join(
      .transaction(
        .subscription(
          "1", of: "plan", product: "basic", from: Self.start, to: Self.start.days(30),
          revoked: Self.start.days(15), upgraded: true, signed: Self.start.days(16))))
    #expect(customer.coins(16) == 175)
  }

  @Test("EX-11 a refund of the later plan leaves what was paid for of the earlier one")
  func refundedUpgrade() {
    let customer = Customer([
      .period("1", "basic", from: 0, to: 30), .period("2", "gold", from: 10, to: 40, refunded: 12),
    ])
    #expect([9, 10, 12].map { customer.coins($0) } == [50, 217, 17])
  }

  @Test("EX-11 a period that was replaced the instant it began gives nothing")
  func replacedAtOnce() {
    let customer = Customer([
      .transaction(
        .subscription(
          "1", of: "plan", product: "basic", from: Self.start, to: Self.start.days(30),
          upgraded: true)),
      .period("2", "gold", from: 0, to: 30),
    ])
    #expect(customer.coins(0) == 200)
  }
}
