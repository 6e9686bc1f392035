import Testing
import Tollgate

@Suite("Seats of a subscription")
struct SeatTests {
  private static let start = Fixture.start

  private static func payment(
    _ id: StoreTransaction.ID, from day: Int = 0, seats: Int, refunded: Int = 0,
    revoked: Int? = nil,
    ownership: StoreTransaction.Ownership = .purchased, signed: Int = 0
  ) -> Fact {
    .transaction(
      StoreTransaction(
        id: id, originalID: "1", product: "pro.monthly", group: "plans",
        purchasedAt: start.days(day), expiresAt: start.days(30),
        revokedAt: revoked.map { start.days($0) }, ownership: ownership, quantity: seats,
        revokedSeats: refunded, signedAt: start.days(max(day, signed))))
  }

  private static func seats(_ facts: [Fact], day: Int) -> Int? {
    Customer(facts).membership(Fixture.garden, start.days(day)).subscription?.seats
  }

  @Test("EX-20 a period has the seats of all its transactions, less those that were refunded")
  func sum() {
    let first = Self.payment("1", seats: 3)
    let added = Self.payment("2", from: 10, seats: 2)
    #expect(Self.seats([first], day: 5) == 3)
    #expect(Self.seats([first, added], day: 5) == 3)
    #expect(Self.seats([first, added], day: 12) == 5)
    #expect(Self.seats([added, first], day: 12) == 5)
    #expect(Self.seats([Self.payment("1", seats: 3, refunded: 1), added], day: 12) == 4)
    let refunded = Self.payment("2", from: 10, seats: 2, refunded: 2, revoked: 15, signed: 15)
    #expect(Self.seats([first, added, refunded], day: 20) == 3)
  }

  @Test(
    "EX-20 a package with seats is sold to the running plan that it names, and a plain one is not")
  func packages() {
    func sold(_ package: Paywall.Package) -> Int {
      let blueprint = Fixture.blueprint {
        $0.hasFreeTier = true
        $0.products = [
          CatalogProduct(
            id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
            period: Period(1, .month), group: "plans")
        ]
        $0.paywalls = [Paywall(id: "plans", title: "hello", packages: [package])]
      }
      return Customer([Self.payment("1", seats: 3)]).membership(blueprint, Self.start.days(5))
        .packages(of: "plans").count
    }
    let own = Condition(products: ["pro.monthly"])
    #expect(sold(Paywall.Package(product: "pro.monthly", seats: 10, when: own)) == 1)
    #expect(sold(Paywall.Package(product: "pro.monthly", when: own)) == 0)
    #expect(sold(Paywall.Package(product: "pro.monthly", seats: 10)) == 0)
  }

  @Test("EX-20 a subscription without seats, and a seat that was assigned, is for one")
  func single() {
    #expect(Self.seats([Self.payment("1", seats: 1)], day: 5) == 1)
    #expect(Self.seats([Self.payment("1", seats: 1, ownership: .familyShared)], day: 5) == 1)
    #expect(Self.seats([], day: 5) == nil)
  }
}
