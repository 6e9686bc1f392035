import Testing
import Tollgate

@Suite("Commitments that are paid monthly")
struct CommitmentTests {
  private static let start = instant("2026-03-02T09:00:00Z")
  private static let end = start.adding(Period(12, .month))

  private static let blueprint = Fixture.blueprint {
    $0.hasFreeTier = true
    $0.products = [
      CatalogProduct(
        id: "log.yearly", kind: .autoRenewable, name: "A year", entitlements: ["log"],
        price: Money(milliunits: 49_990, currency: "EUR"), period: Period(1, .year),
        group: "plans", level: 2),
      CatalogProduct(
        id: "fleet.yearly", kind: .autoRenewable, name: "A fleet", entitlements: ["log", "fleet"],
        price: Money(milliunits: 99_990, currency: "EUR"), period: Period(1, .year),
        group: "plans", level: 1),
      CatalogProduct(
        id: "chart.yearly", kind: .autoRenewable, name: "Charts", entitlements: ["log", "charts"],
        price: Money(milliunits: 49_990, currency: "EUR"), period: Period(1, .year),
        group: "plans", level: 2),
    ]
    $0.paywalls = [
      Paywall(
        id: "plans", title: "hello",
        packages: $0.products.map { Paywall.Package(product: $0.id) })
    ]
  }

  /// When the period of a bill begins.
  private static func begins(_ bill: Int) -> Instant {
    bill == 1 ? start : start.adding(Period(bill - 1, .month))
  }

  /// One monthly bill of the commitment, at 4.99 euros.
  private static func bill(_ number: Int) -> Fact {
    .transaction(
      StoreTransaction(
        id: StoreTransaction.ID("\(number)"), originalID: "1", product: "log.yearly",
        group: "plans", purchasedAt: begins(number),
        expiresAt: start.adding(Period(number, .month)),
        price: Money(milliunits: 4_990, currency: "EUR"),
        commitment: Commitment(bill: number, bills: 12, endsAt: end),
        signedAt: begins(number)))
  }

  /// What the store signs about the time after a bill.
  private static func news(
    after bill: Int, continues: Bool, charges: Bool = true, retries: Bool = false, signed: Instant
  ) -> Fact {
    .renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "log.yearly", willRenew: charges,
        renewsAt: start.adding(Period(bill, .month)), isInBillingRetry: retries,
        commitment: StoreRenewal.Commitment(willRenew: continues, endsAt: end), signedAt: signed))
  }

  @Test("EX-20 each bill of a commitment says how many are left and what they cost together")
  func due() throws {
    for (number, left, amount) in [(1, 11, 54_890), (3, 9, 44_910), (12, 0, 0)] {
      let facts = (1...number).map(Self.bill)
      let now = Self.begins(number).days(1)
      let subscription = try #require(
        Customer(facts).membership(Self.blueprint, now).subscription)
      #expect(subscription.commitment?.bill == number)
      #expect(subscription.commitment?.billsLeft == left)
      #expect(
        subscription.amountDue == Money(milliunits: Int64(amount), currency: "EUR"))
      #expect(subscription.renewsAt == Self.end)
      #expect(subscription.expiresAt == Self.start.adding(Period(number, .month)))
      #expect(subscription.willRenew)
    }
  }

  @Test(
    "EX-20 a commitment that is cancelled keeps access and what remains due, and ends with its last bill"
  )
  func cancelled() throws {
    var customer = Customer([Self.bill(1)])
    customer.join(Self.news(after: 1, continues: false, signed: Self.start.days(3)))
    for month in 1...11 {
      let now = Self.start.adding(Period(month, .month)).hours(-1)
      let subscription = try #require(customer.membership(Self.blueprint, now).subscription)
      #expect(subscription.isActive)
      #expect(!subscription.willRenew)
      #expect(subscription.hasBillsLeft)
      #expect(subscription.commitment?.billsLeft == 12 - month)
      customer.join(Self.bill(month + 1))
      customer.join(
        Self.news(
          after: month + 1, continues: false, charges: month < 11,
          signed: Self.start.adding(Period(month, .month))))
    }
    #expect(customer.membership(Self.blueprint, Self.end.hours(-1)).phase == .subscribed)
    let ended = customer.membership(Self.blueprint, Self.end)
    #expect(ended.phase == .lapsed)
    #expect(ended.subscription?.commitment == nil)
    #expect(ended.subscription?.amountDue == nil)
  }

  @Test("EX-20 a bill that is reported before its renewal information does not undo a cancellation")
  func cancelledBefore() {
    let cancelled = Self.news(after: 1, continues: false, signed: Self.start.days(3))
    let customer = Customer([Self.bill(1), cancelled, Self.bill(2)])
    let now = Self.start.adding(Period(1, .month)).days(1)
    #expect(customer.membership(Self.blueprint, now).subscription?.willRenew == false)
    let resumed = Self.news(
      after: 2, continues: true, signed: Self.start.adding(Period(1, .month)).hours(2))
    let again = Customer([Self.bill(1), cancelled, Self.bill(2), resumed])
    #expect(again.membership(Self.blueprint, now).subscription?.willRenew == true)
  }

  @Test("EX-20 a commitment is cancelled once, however many bills follow")
  func cancelledOnce() {
    var customer = Customer([Self.bill(1)])
    customer.join(Self.news(after: 1, continues: false, signed: Self.start.days(3)))
    customer.join(Self.bill(2))
    customer.join(
      Self.news(after: 2, continues: false, signed: Self.start.adding(Period(1, .month))))
    let blueprint = Fixture.blueprint {
      $0.products = Self.blueprint.definition.products
      $0.hasFreeTier = true
      $0.features = [1, 2].map { (number: Int) in
        Feature(
          id: Feature.ID("cancelled-\(number)"),
          rules: [
            Feature.Rule(
              when: Condition(
                past: [.count(PastTest.Count(of: .cancellation, atLeast: number))]),
              allowance: .unlimited)
          ])
      }
    }
    let membership = customer.membership(
      blueprint, Self.start.adding(Period(1, .month)).days(1))
    #expect(membership.access(to: "cancelled-1").isAllowed)
    #expect(!membership.access(to: "cancelled-2").isAllowed)
  }

  @Test("EX-20 more uses come with the next bill of a commitment that was cancelled")
  func limits() {
    let app = Fixture.blueprint {
      $0.products = Self.blueprint.definition.products
      $0.hasFreeTier = true
      $0.features = [
        Feature(id: "scan", rules: [Feature.Rule(allowance: .upTo(1, per: .planMonth))])
      ]
    }
    var customer = Customer([
      Self.bill(1), Self.news(after: 1, continues: false, signed: Self.start.days(3)),
    ])
    customer.use("scan", "a", app, Self.start.days(4))
    let denial = customer.use("scan", "b", app, Self.start.days(5))
    #expect(denial?.limit?.renewsAt == Self.begins(2))
  }

  @Test("EX-20 a bill of a commitment that fails is retried for 90 days, without access")
  func retried() {
    var customer = Customer([Self.bill(1)])
    let failed = Self.start.adding(Period(1, .month))
    customer.join(Self.news(after: 1, continues: true, retries: true, signed: failed))
    for (day, condition) in [
      (1, StoreCondition.billingRetry), (75, .billingRetry), (90, .expired),
    ] {
      let membership = customer.membership(Self.blueprint, failed.days(day))
      #expect(membership.subscription?.condition == condition, "day \(day)")
      #expect(membership.phase == .lapsed)
    }
  }

  @Test(
    "EX-20 until the last bill only a higher level is sold, which ends the commitment at once")
  func replacements() {
    func sold(_ bill: Int) -> [CatalogProduct.ID] {
      Customer((1...bill).map(Self.bill))
        .membership(Self.blueprint, Self.begins(bill).days(1))
        .packages(of: "plans").map(\.product)
    }
    #expect(sold(3) == ["fleet.yearly"])
    #expect(sold(12) == ["fleet.yearly", "chart.yearly"])
  }

  @Test("EX-20 the order of a commitment's bills and news changes nothing")
  func order() {
    let facts = [
      Self.bill(1), Self.bill(2), Self.bill(3),
      Self.news(after: 1, continues: false, signed: Self.start.days(3)),
      Self.news(after: 2, continues: false, signed: Self.start.adding(Period(1, .month))),
      Self.news(after: 3, continues: true, signed: Self.start.adding(Period(2, .month)).days(1)),
    ]
    let expected = Customer(facts)
    for shift in facts.indices {
      let turned = Array(facts[shift...] + facts[..<shift])
      #expect(Customer(turned) == expected)
      #expect(Customer(turned.reversed() + turned) == expected)
    }
  }
}
