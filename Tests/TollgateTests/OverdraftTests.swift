import Testing
import Tollgate

@Suite("Wallets that may be overdrawn")
struct OverdraftTests {
  private static let start = Fixture.start

  /// An app that sells five coins at a time, and prints at the cost that each use states.
  private static func app(
    mayOverdraw: Int = 10, given: [Wallet.Gift] = [], spending: Wallet.SpendingLimit? = nil
  ) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = [
        CatalogProduct(id: "coins.5", kind: .consumable, name: "5 coins", entitlements: [])
      ]
      $0.credits = [
        Wallet(
          id: "coins", sources: [Wallet.Source(product: "coins.5", amount: 5)], given: given,
          spending: spending, mayOverdraw: mayOverdraw)
      ]
      $0.features = [
        Feature(
          id: "print", rules: [Feature.Rule(allowance: .spend("coins", cost: nil))],
          paywall: "coins", offline: .allow(2))
      ]
      $0.paywalls = [
        Paywall(id: "coins", title: "hello", packages: [Paywall.Package(product: "coins.5")])
      ]
    }
  }

  private static func pack(_ id: StoreTransaction.ID, on day: Int, refunded: Int? = nil) -> Fact {
    .pack(id, "coins.5", on: day, refunded: refunded)
  }

  private static func spent(_ amount: Int, owed: Int, _ key: Idempotency.Key, on day: Int) -> Fact {
    .spend(
      Spend(
        wallet: "coins", feature: "print", key: key, origin: "me", amount: amount, owed: owed,
        at: start.days(day)))
  }

  /// What a use would record; nil if it is denied.
  private static func spend(
    _ cost: Int, on day: Int, by customer: Customer, in blueprint: Blueprint,
    isReport: Bool = false
  ) -> Spend? {
    guard let handle = blueprint.handle(of: "print") else { return nil }
    do {
      let decision = try blueprint.use(
        handle, by: customer, id: "me", key: "new", cost: cost, isReport: isReport,
        at: start.days(day))
      for case .spend(let spend) in decision.facts { return spend }
      return nil
    } catch { return nil }
  }

  /// The balance and the debt on a day.
  private static func wallet(
    of customer: Customer, on day: Int, in blueprint: Blueprint
  ) -> [Int] {
    let membership = customer.membership(blueprint, start.days(day))
    return [membership.credits(in: "coins"), membership.owedCredits(in: "coins")]
  }

  @Test("EX-11 what is begun may cost as much more than the balance as the wallet says")
  func limit() {
    let customer = Customer([Self.pack("1", on: 0)])
    let spend = Self.spend(15, on: 1, by: customer, in: Self.app())
    #expect(spend?.amount == 5)
    #expect(spend?.owed == 10)
    #expect(spend?.unpaid == 0)
    #expect(Self.spend(16, on: 1, by: customer, in: Self.app()) == nil)
    #expect(Self.spend(6, on: 1, by: customer, in: Self.app(mayOverdraw: 0)) == nil)
    // Nothing can be begun with an empty wallet.
    #expect(Self.spend(1, on: 1, by: Customer(), in: Self.app()) == nil)
    let owing = Customer(customer.facts + [Self.spent(5, owed: 1, "a", on: 1)])
    #expect(Self.spend(1, on: 1, by: owing, in: Self.app()) == nil)
  }

  @Test("EX-11 the next credits pay for what is owed, in any order of facts")
  func settled() {
    let facts = [
      Self.pack("1", on: 0), Self.spent(5, owed: 7, "a", on: 1), Self.pack("2", on: 2),
      Self.pack("3", on: 3),
    ]
    for facts in [facts, facts.reversed(), facts + facts] {
      let customer = Customer(facts)
      let days = (0...3).map { Self.wallet(of: customer, on: $0, in: Self.app()) }
      // A spend of a later instant counts at once, so that a clock that went back gives nothing.
      #expect(days == [[0, 7], [0, 7], [0, 2], [3, 0]])
    }
  }

  @Test("EX-11 a refund takes back only what is left, and the debts of merged customers add up")
  func refunded() {
    let customer = Customer([
      Self.pack("1", on: 0, refunded: 2), Self.spent(5, owed: 7, "a", on: 1),
    ])
    #expect(Self.wallet(of: customer, on: 3, in: Self.app()) == [0, 7])
    var merged = customer
    merged.join(Customer([Self.pack("2", on: 0), Self.pack("3", on: 0), Self.pack("4", on: 0)]))
    #expect(Self.wallet(of: merged, on: 3, in: Self.app()) == [8, 0])
  }

  @Test("EX-11 credits that come each day pay for what is owed before they fill up")
  func given() {
    let app = Self.app(given: [Wallet.Gift(amount: 5, .each(.day, upTo: 10))])
    let customer = Customer([
      .device(DeviceUse(device: "phone", origin: "me", at: Self.start)),
      Self.spent(5, owed: 7, "a", on: 0),
    ])
    let days = [0, 1, 2, 3, 4, 30].map { Self.wallet(of: customer, on: $0, in: app) }
    #expect(days == [[0, 7], [0, 2], [3, 0], [8, 0], [10, 0], [10, 0]])
  }

  @Test(
    "EX-11 a debt that bought credits have paid announces no change of a gift that is full",
    .timeLimit(.minutes(1)))
  func settledDebt() {
    let app = Self.app(given: [Wallet.Gift(amount: 1, .each(.day, upTo: nil))])
    let customer = Customer([
      .device(DeviceUse(device: "phone", origin: "me", at: Self.start)),
      Self.spent(1, owed: 40_000, "a", on: 0),
      .pack("1", "coins.5", on: 1, quantity: 10_000),
    ])
    #expect(Self.wallet(of: customer, on: 5, in: app) == [10_002, 0])
    #expect(customer.membership(app, Self.start.days(5)).nextChange == nil)
  }

  @Test(
    "EX-11 a debt that a gift will never pay costs no more time than a small one",
    .timeLimit(.minutes(1)))
  func endlessDebt() {
    let app = Self.app(given: [Wallet.Gift(amount: 1, .each(.day, upTo: nil))])
    let customer = Customer([
      .device(DeviceUse(device: "phone", origin: "me", at: Self.start)),
      Self.spent(1, owed: Wallet.limit, "a", on: 0),
    ])
    #expect(Self.wallet(of: customer, on: 3, in: app) == [0, Wallet.limit - 3])
    let midnight = instant("2026-03-05T00:00:00Z")
    #expect(customer.membership(app, Self.start.days(3)).nextChange == midnight)
  }

  @Test(
    "EX-11 gift and debt are those of a book in which somebody adds and subtracts day by day",
    arguments: 1...12 as ClosedRange<UInt64>)
  func book(seed: UInt64) {
    var random = Seeded(state: seed)
    let app = Self.app(mayOverdraw: 30, given: [Wallet.Gift(amount: 5, .each(.day, upTo: 12))])
    var facts: [(day: Int, fact: Fact)] = [
      (0, .device(DeviceUse(device: "phone", origin: "me", at: Self.start)))
    ]
    var (gift, bought, owed) = (5, 0, 0)
    func settle() {
      let fromGift = min(owed, gift)
      let fromBought = min(owed - fromGift, bought)
      gift -= fromGift
      bought -= fromBought
      owed -= fromGift + fromBought
    }
    var expected: [[Int]] = []
    for day in 0..<60 {
      if day > 0 { gift = min(12, gift + 5) }
      settle()
      if Int.random(in: 0..<10, using: &random) == 0 {
        facts.append((day, Self.pack(StoreTransaction.ID("\(day)"), on: day)))
        bought += 5
        settle()
      }
      // Nobody spends on every other ten days.
      for hour in 1...3 where day / 10 % 2 == 0 && Bool.random(using: &random) {
        let balance = gift + bought
        guard balance > 0 else { continue }
        let cost = Int.random(in: 1...(balance + 30), using: &random)
        let paid = min(cost, balance)
        facts.append(
          (
            day,
            .spend(
              Spend(
                wallet: "coins", feature: "print", key: Idempotency.Key("\(day)-\(hour)"),
                origin: "me", amount: paid, owed: cost - paid,
                at: Self.start.days(day).hours(hour)))
          ))
        let ofGift = min(paid, gift)
        gift -= ofGift
        bought -= paid - ofGift
        owed += cost - paid
      }
      expected.append([gift, bought, owed])
    }
    for day in 0..<60 {
      let known = facts.filter { $0.day <= day }.map(\.fact)
      let membership = Customer(known.shuffled(using: &random))
        .membership(app, Self.start.days(day).hours(12))
      let (gift, bought, owed) = (expected[day][0], expected[day][1], expected[day][2])
      #expect(membership.credits(in: "coins") == gift + bought, "day \(day)")
      #expect(membership.owedCredits(in: "coins") == owed, "day \(day)")
      #expect((membership.nextChange == nil) == (gift == 12), "day \(day)")
    }
  }

  @Test("EX-11 a limit of spending a day holds for what is owed as well")
  func spending() {
    let app = Self.app(spending: Wallet.SpendingLimit(limit: 8, window: .day))
    let customer = Customer([Self.pack("1", on: 0)])
    #expect(Self.spend(8, on: 1, by: customer, in: app)?.owed == 3)
    #expect(Self.spend(9, on: 1, by: customer, in: app) == nil)
    let spent = Customer(
      customer.facts + [Self.spent(5, owed: 3, "a", on: 1), Self.pack("2", on: 1)])
    #expect(Self.spend(1, on: 1, by: spent, in: app) == nil)
    #expect(Self.spend(2, on: 2, by: spent, in: app)?.amount == 2)
  }

  @Test("EX-11 no paywall is shown where the wallet would reach, and only the day's limit denies")
  func limited() throws {
    let app = Self.app(spending: Wallet.SpendingLimit(limit: 8, window: .day))
    let handle = try #require(app.handle(of: "print"))
    let customer = Customer([Self.pack("1", on: 0)])
    for (cost, paywall) in [(9, nil), (15, nil), (16, "coins")] as [(Int, Paywall.ID?)] {
      var found: Denial?
      do throws(Denial) {
        _ = try app.use(
          handle, by: customer, id: "me", key: "new", cost: cost, at: Self.start.days(1))
      } catch {
        found = error
      }
      #expect(found?.paywall == paywall, "\(cost)")
    }
  }

  @Test("EX-11 a reserved use is paid as far as the wallet may be overdrawn")
  func reserved() throws {
    let app = Self.app()
    let handle = try #require(app.handle(of: "print"))
    var customer = Customer([Self.pack("1", on: 0)])
    let reservation = try app.reserve(
      handle, by: customer, id: "me", key: "a", cost: 12, at: Self.start.days(1))
    for fact in reservation.facts { customer.join(fact) }
    #expect(Self.spend(1, on: 1, by: customer, in: app) == nil)
    let use = try app.use(handle, by: customer, id: "me", key: "a", at: Self.start.days(1))
    #expect(use.facts == [Self.spent(5, owed: 7, "a", on: 1)])
  }

  @Test("EX-11 a use made offline beyond that is unpaid, and owes nothing")
  func offline() {
    let customer = Customer([Self.pack("1", on: 0)])
    let spend = Self.spend(30, on: 1, by: customer, in: Self.app(), isReport: true)
    #expect(spend?.amount == 5)
    #expect(spend?.owed == 0)
    #expect(spend?.unpaid == 25)
  }
}
