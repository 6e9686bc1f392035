import Testing

@testable import Tollgate

@Suite("Prices that several wallets share")
struct SharedPriceTests {
  private static let start = Fixture.start
  private static let sharing: Feature.Allowance = .spend("daily", then: ["bonus"], cost: 10)
  private static let anyCost: Feature.Allowance = .spend("daily", then: ["bonus"], cost: nil)

  /// An app that gives five credits a day and sells others; a song costs credits of both.
  private static func app(
    _ allowance: Feature.Allowance = sharing, dailyUpTo most: Int? = nil,
    spending: Wallet.SpendingLimit? = nil, mayOverdraw: Int = 0
  ) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = [
        CatalogProduct(id: "bonus.250", kind: .consumable, name: "250 credits", entitlements: []),
        CatalogProduct(id: "bonus.5", kind: .consumable, name: "5 credits", entitlements: []),
      ]
      $0.credits = [
        Wallet(id: "daily", given: [Wallet.Gift(amount: 5, .each(.day, upTo: most))]),
        Wallet(
          id: "bonus",
          sources: [
            Wallet.Source(product: "bonus.250", amount: 250),
            Wallet.Source(product: "bonus.5", amount: 5),
          ], spending: spending, mayOverdraw: mayOverdraw),
      ]
      $0.features = [
        Feature(
          id: "sing", rules: [Feature.Rule(allowance: allowance)], paywall: "packs",
          offline: .allow(2))
      ]
      $0.paywalls = [
        Paywall(id: "packs", title: "hello", packages: [Paywall.Package(product: "bonus.250")])
      ]
    }
  }

  /// A customer whom a device made known, with what was bought.
  private static func customer(_ facts: Fact..., by id: Customer.ID = "me") -> Customer {
    var customer = Customer(facts)
    customer.join(.device(DeviceUse(device: "phone", origin: id, at: start)))
    return customer
  }

  private static func credits(_ left: Int) -> Limit { Limit(limit: left, used: 0, scope: .credits) }

  /// The spend of a use on several wallets.
  private static func spend(
    _ key: Idempotency.Key, daily: Int, bonus: Int, owed: Int = 0, unpaid: Int = 0, at: Instant,
    by id: Customer.ID = "me"
  ) -> Spend {
    Spend(
      wallet: "daily", feature: "sing", key: key, origin: id, amount: daily, unpaid: unpaid,
      rest: [CreditPayment(wallet: "bonus", amount: bonus, owed: owed)], at: at)
  }

  /// The credits of the day, those that were bought, and what is owed of these.
  private static func balances(
    _ customer: Customer, at now: Instant, in app: Blueprint = SharedPriceTests.app()
  ) -> [Int] {
    let membership = customer.membership(app, now)
    return [
      membership.credits(in: "daily"), membership.credits(in: "bonus"),
      membership.owedCredits(in: "bonus"),
    ]
  }

  @Test("EX-11 a use takes the first wallet's credits and the rest from the next, and strands none")
  func split() {
    let app = Self.app()
    let now = Self.start.hours(1)
    var customer = Self.customer(.pack("1", "bonus.250", on: 0))
    #expect(customer.membership(app, now).access(to: "sing") == .allowed(Self.credits(255)))
    #expect(customer.membership(app, now).number(.left(of: "sing")) == 255)
    #expect(customer.membership(app, now).cost(of: "sing") == 10)
    #expect(customer.sing("a", in: app, at: now) == Self.spend("a", daily: 5, bonus: 5, at: now))
    #expect(Self.balances(customer, at: now) == [0, 245, 0])
    let midnight = instant("2026-03-02T00:00:00Z")
    #expect(customer.membership(app, now).nextChange == midnight)
    // Only the wallets that pay are recorded.
    #expect(
      customer.sing("b", in: app, at: now)
        == Spend(wallet: "bonus", feature: "sing", key: "b", origin: "me", amount: 10, at: now))
    #expect(Self.balances(customer, at: midnight) == [5, 235, 0])

    // Wallets that each cover the whole price leave the same credits unspent.
    let alone = Self.app(.first([.spend("daily", cost: 10), .spend("bonus", cost: 10)]))
    var poor = Self.customer(.pack("1", "bonus.5", on: 0))
    #expect(poor.sing("a", in: alone, at: now) == nil)
    #expect(poor.sing("a", in: app, at: now) == Self.spend("a", daily: 5, bonus: 5, at: now))
    #expect(Self.balances(poor, at: now) == [0, 0, 0])
  }

  @Test("EX-11 a use that all wallets together cannot pay is denied with what they have together")
  func denied() {
    let app = Self.app()
    let now = Self.start.hours(1)
    var customer = Self.customer(.pack("1", "bonus.5", on: 0))
    #expect(customer.sing("a", cost: 9, in: Self.app(Self.anyCost), at: now)?.amount == 5)
    let denial = Denial(reason: .limitReached, limit: Self.credits(1), paywall: "packs")
    #expect(customer.membership(app, now).access(to: "sing") == .denied(denial))
    let before = customer
    #expect(customer.sing("b", in: app, at: now) == nil)
    #expect(customer == before)
  }

  @Test("RA-7 several wallets share a price after a limit, and beside one")
  func beside() {
    let now = Self.start.hours(1)
    let after = Self.app(.first([.upTo(1, per: .day), Self.sharing]))
    var customer = Self.customer(.pack("1", "bonus.250", on: 0))
    #expect(customer.sing("a", in: after, at: now) == nil)
    #expect(Self.balances(customer, at: now) == [5, 250, 0])
    #expect(customer.membership(after, now).access(to: "sing") == .allowed(Self.credits(255)))
    #expect(customer.sing("b", in: after, at: now) == Self.spend("b", daily: 5, bonus: 5, at: now))

    let beside = Self.app(.all([.upTo(100, per: .day), Self.sharing]))
    customer = Self.customer(.pack("1", "bonus.5", on: 0))
    let fresh = Limit(limit: 100, used: 0, scope: .day)
    #expect(
      customer.membership(beside, now).limits(of: "sing") == [fresh, Self.credits(10)])
    // Ten credits are one use, which is less than a hundred.
    #expect(customer.membership(beside, now).access(to: "sing") == .allowed(Self.credits(10)))
    #expect(
      customer.sing("a", in: beside, at: now) == Self.spend("a", daily: 5, bonus: 5, at: now))
    #expect(
      customer.membership(beside, now).access(to: "sing").limit == Self.credits(0))
    #expect(customer.hasUse(of: "sing", key: "a", by: "me"))
  }

  @Test("EX-11 the refund of a pack that paid a part takes back what is left of it, and no more")
  func refund() {
    let now = Self.start.hours(1)
    var customer = Self.customer(.pack("1", "bonus.250", on: 0))
    customer.sing("a", in: Self.app(), at: now)
    customer.join(.pack("1", "bonus.250", on: 0, refunded: 1))
    #expect(Self.balances(customer, at: now) == [0, 245, 0])
    #expect(Self.balances(customer, at: Self.start.days(2)) == [5, 0, 0])
    customer.join(.pack("2", "bonus.250", on: 2))
    #expect(Self.balances(customer, at: Self.start.days(2)) == [5, 250, 0])
  }

  @Test("EX-11 a purchase that another customer gets leaves behind what it paid of shared prices")
  func transfer() {
    let now = Self.start.hours(1)
    var customer = Self.customer(.pack("1", "bonus.250", on: 0))
    customer.sing("a", in: Self.app(), at: now)
    #expect(
      customer.spentCredits(of: "1", in: Self.app(), at: now.hours(1))
        == [SpentCredit(wallet: "bonus", transaction: "1", amount: 5)])
  }

  @Test("a reservation sets aside a part of each wallet, which the use pays or the release returns")
  func reservation() throws {
    let app = Self.app()
    let now = Self.start.hours(1)
    let sing = try #require(app.handle(of: "sing"))
    var customer = Self.customer(.pack("1", "bonus.250", on: 0))
    for key in ["a", "b"] as [Idempotency.Key] {
      for fact in try app.reserve(sing, by: customer, id: "me", key: key, at: now).facts {
        customer.join(fact)
      }
    }
    let terms = customer.reservation(of: "sing", key: "a", preferring: "me")
    #expect(terms?.wallet == "daily")
    #expect(terms?.amount == 5)
    #expect(terms?.rest == [CreditPayment(wallet: "bonus", amount: 5)])
    #expect(Self.balances(customer, at: now) == [0, 235, 0])
    let lapsed = now.adding(Feature.defaultReservation)
    #expect(customer.membership(app, now).nextChange == lapsed)
    #expect(Self.balances(customer, at: lapsed) == [5, 250, 0])

    let later = now.adding(milliseconds: 1)
    for fact in app.releaseReservation(of: sing, key: "b", by: customer, id: "me", at: later).facts
    {
      customer.join(fact)
    }
    #expect(Self.balances(customer, at: later) == [0, 245, 0])
    #expect(
      customer.sing("a", in: app, at: later) == Self.spend("a", daily: 5, bonus: 5, at: later))
    #expect(Self.balances(customer, at: lapsed) == [0, 245, 0])
  }

  @Test(
    "credits that a refund removes from a reservation come from its other wallet, or are unpaid")
  func removed() throws {
    let app = Self.app(Self.anyCost, dailyUpTo: 20)
    let sing = try #require(app.handle(of: "sing"))
    let night = instant("2026-03-02T23:55:00Z")
    let refunded = StoreTransaction(
      id: "1", originalID: "1", product: "bonus.5", purchasedAt: Self.start,
      revokedAt: night.adding(milliseconds: 1), signedAt: night.adding(milliseconds: 1))
    func reserved(_ cost: Int) throws -> Customer {
      var customer = Self.customer(.pack("1", "bonus.5", on: 0))
      let decision = try app.reserve(
        sing, by: customer, id: "me", key: "a", cost: cost, at: night)
      for fact in decision.facts { customer.join(fact) }
      customer.join(.transaction(refunded))
      return customer
    }
    // Ten credits of the day and two that were bought, until the pack is refunded and the day brings five more.
    var customer = try reserved(12)
    let soon = night.adding(milliseconds: 2)
    #expect(
      customer.sing("a", in: app, at: soon)
        == Spend(
          wallet: "daily", feature: "sing", key: "a", origin: "me", amount: 10, unpaid: 2, at: soon)
    )
    customer = try reserved(12)
    let tomorrow = night.adding(Period(6, .minute))
    #expect(
      customer.sing("a", in: app, at: tomorrow)
        == Spend(wallet: "daily", feature: "sing", key: "a", origin: "me", amount: 12, at: tomorrow)
    )
    #expect(Self.balances(customer, at: tomorrow, in: app) == [3, 0, 0])
  }

  @Test("EX-11 a use without a network takes what all wallets have, and the rest is unpaid")
  func reports() {
    let app = Self.app(Self.anyCost)
    let now = Self.start.hours(1)
    var customer = Self.customer(.pack("1", "bonus.5", on: 0))
    #expect(customer.sing("a", cost: 13, in: app, at: now) == nil)
    #expect(
      customer.sing("a", cost: 13, isReport: true, in: app, at: now)
        == Self.spend("a", daily: 5, bonus: 5, unpaid: 3, at: now))
    #expect(Self.balances(customer, at: now, in: app) == [0, 0, 0])
    // Where nothing is left, the last wallet is named.
    #expect(
      customer.sing("b", cost: 4, isReport: true, in: app, at: now)
        == Spend(
          wallet: "bonus", feature: "sing", key: "b", origin: "me", amount: 0, unpaid: 4, at: now))
    #expect(customer.sing("c", cost: 1, isReport: true, in: app, at: now) == nil)
  }

  @Test("EX-11 what all wallets lack is owed by the one that may be overdrawn")
  func overdraft() {
    let app = Self.app(Self.anyCost, mayOverdraw: 10)
    let now = Self.start.hours(1)
    var customer = Self.customer()
    #expect(customer.sing("a", cost: 16, in: app, at: now) == nil)
    #expect(
      customer.sing("a", cost: 12, in: app, at: now)
        == Self.spend("a", daily: 5, bonus: 0, owed: 7, at: now))
    #expect(Self.balances(customer, at: now, in: app) == [0, 0, 7])
    // Nothing can be begun without a credit.
    #expect(customer.sing("b", cost: 1, in: app, at: now) == nil)
    let tomorrow = Self.start.days(1)
    #expect(customer.membership(app, tomorrow).access(to: "sing") == .allowed(Self.credits(5)))
    #expect(customer.sing("b", cost: 9, in: app, at: tomorrow) == nil)
    #expect(
      customer.sing("b", cost: 8, in: app, at: tomorrow)
        == Self.spend("b", daily: 5, bonus: 0, owed: 3, at: tomorrow))
    customer.join(.pack("1", "bonus.250", on: 2))
    #expect(Self.balances(customer, at: Self.start.days(2), in: app) == [5, 240, 0])
  }

  @Test("a wallet that limits spending in a window pays its part up to that limit")
  func spending() {
    let app = Self.app(Self.anyCost, spending: Wallet.SpendingLimit(limit: 4, window: .day))
    let now = Self.start.hours(1)
    var customer = Self.customer(.pack("1", "bonus.250", on: 0))
    // More credits would not lift the denial.
    #expect(
      customer.membership(app, now).access(to: "sing", asking: 10)
        == .denied(Denial(reason: .limitReached, limit: Self.credits(9), paywall: nil)))
    #expect(
      customer.sing("a", cost: 9, in: app, at: now)
        == Self.spend("a", daily: 5, bonus: 4, at: now))
    #expect(customer.membership(app, now).access(to: "sing").isDenied)
    #expect(Self.balances(customer, at: now, in: app) == [0, 246, 0])
    #expect(
      customer.membership(app, Self.start.days(1)).access(to: "sing") == .allowed(Self.credits(9)))
  }

  @Test("EX-11 two customers who each made a use are merged with both of their payments")
  func merge() {
    let app = Self.app()
    let (first, second) = (Self.start.hours(1), Self.start.hours(2))
    var mine = Self.customer(.pack("1", "bonus.250", on: 0))
    var yours = Self.customer(.pack("2", "bonus.250", on: 0), by: "you")
    mine.sing("a", in: app, at: first)
    yours.sing("a", in: app, at: second, by: "you")
    var (one, other) = (mine, yours)
    one.join(yours)
    other.join(mine)
    #expect(one == other)
    // The five credits of the day come once, and both have spent them.
    #expect(Self.balances(one, at: second) == [0, 490, 0])
  }

  @Test("of two records of one use the earlier counts with all of its wallets, in any order")
  func records() {
    let (first, second) = (Self.start.hours(1), Self.start.hours(2))
    let split = Fact.spend(Self.spend("a", daily: 5, bonus: 5, at: first))
    func whole(_ at: Instant) -> Fact {
      .spend(
        Spend(wallet: "bonus", feature: "sing", key: "a", origin: "me", amount: 10, at: at))
    }
    let pack = Fact.pack("1", "bonus.250", on: 0)
    for facts in [[split, whole(second)], [whole(second), split]] {
      var customer = Self.customer(pack)
      for fact in facts { customer.join(fact) }
      #expect(Self.balances(customer, at: second) == [0, 245, 0])
      #expect(customer.facts.filter { $0.kind == .spend } == [split])
    }
    let earlier = whole(first.hours(-1))
    for facts in [[split, earlier], [earlier, split]] {
      var customer = Self.customer(pack)
      for fact in facts { customer.join(fact) }
      #expect(Self.balances(customer, at: second) == [5, 240, 0])
      #expect(customer.facts.filter { $0.kind == .spend } == [earlier])
    }
  }

  @Test("a wallet that is twice in a price, or in two choices, is a mistake")
  func mistakes() {
    func messages(_ allowance: Feature.Allowance) -> [String] {
      var definition = Self.app().definition
      definition.features[0].rules[0].allowance = allowance
      return definition.mistakes().map(\.message)
    }
    #expect(messages(Self.sharing) == [])
    #expect(
      messages(.spend("daily", then: ["bonus", "daily"], cost: 2))
        == ["the wallet `daily` pays twice for one price; expected each wallet once"])
    #expect(
      messages(.first([.spend("daily", then: ["bonus"], cost: 2), .spend("bonus", cost: 1)]))
        == ["the wallet `bonus` is asked twice; expected each wallet once"])
  }
}

extension Customer {
  /// Uses the feature, and records what follows; nil if it is denied or spends nothing.
  @discardableResult
  fileprivate mutating func sing(
    _ key: Idempotency.Key, cost: Int? = nil, isReport: Bool = false, in app: Blueprint,
    at now: Instant, by id: Customer.ID = "me"
  ) -> Spend? {
    guard let handle = app.handle(of: "sing") else { return nil }
    let decision: Decision
    do throws(Denial) {
      decision = try app.use(
        handle, by: self, id: id, key: key, cost: cost, isReport: isReport, at: now)
    } catch {
      return nil
    }
    for fact in decision.facts { join(fact) }
    for case .spend(let spend) in decision.facts { return spend }
    return nil
  }
}
