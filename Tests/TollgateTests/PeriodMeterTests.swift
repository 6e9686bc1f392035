import Testing
import Tollgate

@Suite("Allowances for each billing period")
struct PeriodMeterTests {
  static let start = Fixture.start
  private let studio = Fixture.studio

  private func left(_ customer: Customer, _ day: Int) -> Int? {
    switch customer.membership(studio, Self.start.days(day)).access(to: "scan") {
    case .allowed(let limit): limit?.remaining
    case .denied(let denial): denial.limit?.remaining
    case .unknown: nil
    }
  }

  private func period(_ id: StoreTransaction.ID, from day: Int, to end: Int) -> Fact {
    .period(id, "basic", from: day, to: end)
  }

  @Test("EX-11 uses count together in the plan's billing period, and the next one begins at none")
  func periods() {
    var customer = Customer([period("1", from: 10, to: 40), period("2", from: 40, to: 70)])
    for number in 1...5 {
      #expect(customer.use("scan", "\(number)", studio, Self.start.days(12)) == nil)
    }
    let denial = customer.use("scan", "6", studio, Self.start.days(39))
    #expect(denial?.limit == Limit(limit: 5, used: 5, scope: .period))
    #expect(customer.membership(studio, Self.start.days(12)).nextChange == Self.start.days(40))
    #expect(left(customer, 40) == 5)
  }

  @Test("EX-11 seats that are added in a billing period do not begin another one")
  func seats() {
    var customer = Customer([period("1", from: 0, to: 30)])
    for number in 1...5 { customer.use("scan", "\(number)", studio, Self.start.days(5)) }
    customer.join(period("2", from: 10, to: 30))
    #expect(left(customer, 11) == 0)
    #expect(customer.membership(studio, Self.start.days(11)).subscription?.startedAt == Self.start)
    customer.join(period("3", from: 30, to: 60))
    #expect(left(customer, 30) == 5)
  }

  @Test(
    "EX-11 a renewal begins a billing period, however early the store renews",
    arguments: [0, 1, 20])
  func earlyRenewal(day: Int) {
    var customer = Customer([period("1", from: 0, to: 30)])
    for number in 1...5 { customer.use("scan", "\(number)", studio, Self.start) }
    #expect(left(customer, day) == 0)
    let renewedAt = Self.start.days(day).hours(1)
    let renewal = StoreTransaction.subscription(
      "2", of: "plan", product: "basic", from: renewedAt, to: renewedAt.days(30), isRenewal: true)
    customer.join(.transaction(renewal))
    #expect(left(customer, day + 1) == 5)
    let subscription = customer.membership(studio, Self.start.days(day + 1)).subscription
    #expect(subscription?.startedAt == renewedAt)
    #expect(subscription?.seats == 1)
  }

  @Test("EX-11 without a running plan the calendar month counts")
  func months() {
    var customer = Customer()
    customer.use("scan", "1", studio, Self.start)
    customer.use("scan", "2", studio, Self.start.days(1))
    #expect(left(customer, 30) == 0)
    let april = instant("2026-04-01T00:00:00Z")
    #expect(customer.membership(studio, Self.start.days(1)).nextChange == april)
    #expect(left(customer, 31) == 2)
  }

  @Test("EX-11 a late renewal and grace continue the period that was paid for")
  func lateRenewal() {
    var customer = Customer([
      period("1", from: 0, to: 30),
      .renewal(
        StoreRenewal(
          originalID: "plan", renewsTo: "basic", willRenew: true, signedAt: Self.start)),
    ])
    for number in 1...4 { customer.use("scan", "\(number)", studio, Self.start.days(12)) }
    let late = Self.start.days(30).hours(1)
    #expect(customer.use("scan", "5", studio, late) == nil)
    #expect(customer.use("scan", "6", studio, late)?.reason == .limitReached)
    customer.join(period("2", from: 30, to: 60))
    #expect(left(customer, 31) == 4)
  }

  @Test("EX-11 a lapse refills nothing that was used in the same month")
  func lapse() {
    var customer = Customer([period("1", from: 0, to: 5)])
    for number in 1...5 { customer.use("scan", "\(number)", studio, Self.start.days(1)) }
    #expect(left(customer, 6) == 0)
    #expect(customer.use("scan", "6", studio, Self.start.days(6)) != nil)
  }
}
