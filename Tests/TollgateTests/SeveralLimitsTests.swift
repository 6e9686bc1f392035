import Testing

@testable import Tollgate

@Suite("Several limits at once, and one after the other")
struct SeveralLimitsTests {
  private static let start = Fixture.start

  /// An app with a feature that everybody has within an allowance, and a pack of coins.
  private static func app(
    _ allowance: Feature.Allowance, offline: Feature.OfflineUse = .refuse,
    wallets: (Wallet) -> Wallet = { $0 }
  ) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = Fixture.studio.definition.products
      $0.credits = Fixture.studio.definition.credits.map(wallets)
      $0.paywalls = Fixture.studio.definition.paywalls
      $0.features = [
        Feature(
          id: "scan", rules: [Feature.Rule(allowance: allowance)], paywall: "coins",
          offline: offline)
      ]
    }
  }

  private static let threeADay: Feature.Allowance = .all([
    .upTo(3, per: .day), .upTo(5, per: .month),
  ])
  private static let freeThenCoins: Feature.Allowance = .first([
    .upTo(1, per: .day), .spend("coins", cost: 3),
  ])

  private func access(_ customer: Customer, _ app: Blueprint, _ now: Instant) -> Access {
    customer.membership(app, now).access(to: "scan")
  }

  @Test("RA-7 of limits at once the one with the least left answers, and says when it is renewed")
  func atOnce() {
    let app = Self.app(Self.threeADay)
    let (tomorrow, april) = (instant("2026-03-02T00:00:00Z"), instant("2026-04-01T00:00:00Z"))
    var customer = Customer()
    #expect(access(customer, app, Self.start) == .allowed(Limit(limit: 3, used: 0, scope: .day)))
    for key in ["a", "b", "c"] { #expect(customer.use("scan", key, app, Self.start) == nil) }
    let day = Limit(limit: 3, used: 3, scope: .day, renewsAt: tomorrow)
    #expect(customer.use("scan", "d", app, Self.start)?.limit == day)
    #expect(customer.membership(app, Self.start).nextChange == tomorrow)
    #expect(
      customer.membership(app, Self.start).limits(of: "scan")
        == [day, Limit(limit: 5, used: 3, scope: .month, renewsAt: april)])

    #expect(
      access(customer, app, tomorrow)
        == .allowed(Limit(limit: 5, used: 3, scope: .month, renewsAt: april)))
    for key in ["d", "e"] { #expect(customer.use("scan", key, app, tomorrow) == nil) }
    let month = Limit(limit: 5, used: 5, scope: .month, renewsAt: april)
    #expect(customer.use("scan", "f", app, tomorrow)?.limit == month)
    // At midnight the day's count falls and nothing changes.
    #expect(customer.membership(app, tomorrow).nextChange == april)
    #expect(access(customer, app, april) == .allowed(Limit(limit: 3, used: 0, scope: .day)))
  }

  @Test("RA-7 of limits that are used up at once, the one that is renewed last is named")
  func longest() {
    let app = Self.app(.all([.upTo(2, per: .month), .upTo(2, per: .week), .upTo(2, per: .ever)]))
    let withoutEver = Self.app(.all([.upTo(2, per: .month), .upTo(2, per: .week)]))
    // A Tuesday: its month is over on Friday, and its week on Monday.
    let tuesday = instant("2026-04-28T09:00:00Z")
    var customer = Customer()
    for key in ["a", "b"] { customer.use("scan", key, app, tuesday) }
    #expect(
      customer.use("scan", "c", app, tuesday)?.limit == Limit(limit: 2, used: 2, scope: .ever))
    let monday = instant("2026-05-04T00:00:00Z")
    #expect(
      customer.use("scan", "c", withoutEver, tuesday)?.limit
        == Limit(limit: 2, used: 2, scope: .week, renewsAt: monday))
    #expect(customer.membership(withoutEver, tuesday).nextChange == monday)
  }

  @Test("RA-7 a use is one fact, and the same key again records nothing")
  func oneFact() throws {
    let app = Self.app(Self.threeADay)
    let scan = try #require(app.handle(of: "scan"))
    var customer = Customer()
    let facts = try app.use(scan, by: customer, id: "me", key: "a", at: Self.start).facts
    #expect(facts == [.use(Use(feature: "scan", key: "a", origin: "me", at: Self.start))])
    for fact in facts { customer.join(fact) }
    #expect(customer.use("scan", "a", app, Self.start) == nil)
    #expect(customer.uses["scan"]?.count == 1)
  }

  @Test("RA-7 uses of two merged customers count toward each of the limits")
  func merged() {
    let app = Self.app(Self.threeADay)
    let yesterday = Self.start.days(-1)
    func two(_ origin: Customer.ID, _ at: Instant) -> [Fact] {
      ["a", "b"].map {
        .use(Use(feature: "scan", key: Idempotency.Key($0), origin: origin, at: at))
      }
    }
    let customer = Customer(two("me", Self.start) + two("you", yesterday))
    // Yesterday was in February.
    let limits = customer.membership(app, Self.start).limits(of: "scan")
    #expect(limits.map(\.used) == [2, 2])
    #expect(customer.membership(app, yesterday).limits(of: "scan").map(\.used) == [4, 4])
  }

  @Test(
    "RA-7 what is reported from offline exceeds none of the limits by more than the blueprint says")
  func reported() throws {
    let app = Self.app(
      .all([.upTo(1, per: .day), .upTo(2, per: .month)]), offline: .allow(1))
    let scan = try #require(app.handle(of: "scan"))
    var customer = Customer()
    func report(_ key: Idempotency.Key, _ now: Instant) -> Bool {
      do throws(Denial) {
        let decision = try app.use(
          scan, by: customer, id: "me", key: key, isReport: true, at: now)
        for fact in decision.facts { customer.join(fact) }
        return true
      } catch { return false }
    }
    let today = (["a", "b", "c"] as [Idempotency.Key]).map { report($0, Self.start) }
    #expect(today == [true, true, false])
    // A third use this month, where two are allowed and one more if it was made offline.
    let tomorrow = (["d", "e"] as [Idempotency.Key]).map { report($0, Self.start.days(1)) }
    #expect(tomorrow == [true, false])
  }

  @Test("RA-7 a free use comes before credits, and a free use that is back before more credits")
  func oneAfterTheOther() {
    let app = Self.app(Self.freeThenCoins)
    var customer = Customer([.pack("1", "coins.5", on: 0)])
    func coins(_ day: Int) -> Int {
      customer.membership(app, Self.start.days(day)).credits(in: "coins")
    }
    func cost(_ day: Int) -> Int? {
      customer.membership(app, Self.start.days(day)).cost(of: "scan")
    }
    let free = Limit(limit: 1, used: 0, scope: .day)
    #expect(access(customer, app, Self.start) == .allowed(free))
    #expect(cost(0) == nil)
    #expect(customer.use("scan", "a", app, Self.start) == nil)
    #expect(coins(0) == 5)

    let five = Limit(limit: 5, used: 0, scope: .credits)
    #expect(access(customer, app, Self.start) == .allowed(five))
    #expect(cost(0) == 3)
    #expect(customer.use("scan", "b", app, Self.start) == nil)
    #expect(coins(0) == 2)
    #expect(customer.uses["scan"]?.count == 1)

    let denial = Denial(
      reason: .limitReached, limit: Limit(limit: 1, used: 1, scope: .day), paywall: "coins")
    #expect(customer.use("scan", "c", app, Self.start) == denial)
    #expect(access(customer, app, Self.start) == .denied(denial))
    #expect(customer.membership(app, Self.start).nextChange == instant("2026-03-02T00:00:00Z"))

    #expect(access(customer, app, Self.start.days(1)) == .allowed(free))
    #expect(customer.use("scan", "c", app, Self.start.days(1)) == nil)
    #expect(coins(1) == 2)
  }

  @Test("RA-7 a wallet after a limit pays what the use states, and a free use costs nothing")
  func stated() throws {
    let app = Self.app(.first([.upTo(1, per: .day), .spend("coins", cost: nil)]))
    let scan = try #require(app.handle(of: "scan"))
    var customer = Customer([.pack("1", "coins.5", on: 0)])
    func use(_ key: Idempotency.Key, cost: Int) -> Denial? {
      do throws(Denial) {
        let decision = try app.use(
          scan, by: customer, id: "me", key: key, cost: cost, at: Self.start)
        for fact in decision.facts { customer.join(fact) }
        return nil
      } catch { return error }
    }
    #expect(use("a", cost: 1_000) == nil)
    #expect(use("b", cost: 6)?.limit == Limit(limit: 1, used: 1, scope: .day))
    #expect(use("b", cost: 5) == nil)
    #expect(customer.uses["scan"]?.count == 1)
    #expect(customer.membership(app, Self.start).credits(in: "coins") == 0)
  }

  @Test("RA-7 of two wallets the first with enough credits pays, and the last says what is missing")
  func wallets() {
    let app = Self.app(.first([.spend("gems", cost: 2), .spend("coins", cost: 3)]))
    var customer = Customer([.pack("1", "coins.5", on: 0)])
    #expect(customer.membership(app, Self.start).cost(of: "scan") == 3)
    #expect(customer.use("scan", "a", app, Self.start) == nil)
    #expect(
      customer.use("scan", "b", app, Self.start)?.limit
        == Limit(limit: 2, used: 0, scope: .credits))
    customer.join(.period("2", "gold", from: 0, to: 30))
    #expect(customer.membership(app, Self.start).cost(of: "scan") == 2)
    #expect(customer.use("scan", "b", app, Self.start) == nil)
    #expect(customer.membership(app, Self.start).credits(in: "gems") == 5)
  }

  @Test(
    "RA-7 limits at once come before a wallet together: one that is used up is enough for it to pay"
  )
  func limitsThenWallet() {
    let app = Self.app(.first([Self.threeADay, .spend("coins", cost: 1)]))
    var customer = Customer([.pack("1", "coins.5", on: 0)])
    for key in ["a", "b", "c", "d"] {
      #expect(customer.use("scan", key, app, Self.start) == nil)
    }
    #expect(customer.uses["scan"]?.count == 3)
    #expect(customer.membership(app, Self.start).credits(in: "coins") == 4)
  }

  @Test(
    "RA-3 a wallet after a limit pays no more than may be spent in a day, and no paywall lifts that",
    arguments: [true, false])
  func spendingLimit(hasFreeUse: Bool) {
    let app = Self.app(
      .first([hasFreeUse ? .upTo(1, per: .day) : .spend("gems", cost: 1), .spend("coins", cost: 3)])
    ) {
      Wallet(
        id: $0.id, sources: $0.sources, spending: Wallet.SpendingLimit(limit: 4, window: .day))
    }
    var customer = Customer([.pack("1", "coins.5", on: 0), .pack("2", "coins.5", on: 0)])
    if hasFreeUse { #expect(customer.use("scan", "a", app, Self.start) == nil) }
    #expect(
      access(customer, app, Self.start) == .allowed(Limit(limit: 4, used: 0, scope: .credits)))
    #expect(customer.use("scan", "b", app, Self.start) == nil)
    #expect(customer.membership(app, Self.start).credits(in: "coins") == 7)

    // Without the free use, gems are missing as well.
    let denial = Denial(
      reason: .limitReached,
      limit: hasFreeUse
        ? Limit(limit: 1, used: 1, scope: .day) : Limit(limit: 1, used: 0, scope: .credits),
      paywall: hasFreeUse ? nil : "coins")
    #expect(access(customer, app, Self.start) == .denied(denial))
    #expect(customer.use("scan", "c", app, Self.start) == denial)
    #expect(customer.membership(app, Self.start).nextChange == instant("2026-03-02T00:00:00Z"))

    let tomorrow = Self.start.days(1)
    if hasFreeUse { #expect(customer.use("scan", "c", app, tomorrow) == nil) }
    #expect(customer.use("scan", "d", app, tomorrow) == nil)
    #expect(customer.membership(app, tomorrow).credits(in: "coins") == 4)
    // On the day after, one coin of the balance is left: more coins would pay.
    let last = Self.start.days(2)
    if hasFreeUse { #expect(customer.use("scan", "e", app, last) == nil) }
    #expect(customer.use("scan", "f", app, last) == nil)
    #expect(customer.use("scan", "g", app, last)?.paywall == "coins")
  }

  @Test("RA-7 a reservation sets aside the free use, and the next one the credits")
  func reserved() throws {
    let app = Self.app(Self.freeThenCoins)
    let scan = try #require(app.handle(of: "scan"))
    var customer = Customer([.pack("1", "coins.5", on: 0)])
    for key in ["a", "b"] as [Idempotency.Key] {
      let decision = try app.reserve(scan, by: customer, id: "me", key: key, at: Self.start)
      for fact in decision.facts { customer.join(fact) }
    }
    let terms = ["a", "b"].map {
      customer.reservation(of: "scan", key: Idempotency.Key($0), preferring: "me")
    }
    #expect(terms.map { $0?.isCounted } == [true, false])
    #expect(terms.map { $0?.amount } == [0, 3])
    #expect(
      access(customer, app, Self.start)
        == .denied(
          Denial(
            reason: .limitReached, limit: Limit(limit: 1, used: 1, scope: .day), paywall: "coins")))
    let release = app.releaseReservation(
      of: scan, key: "a", by: customer, id: "me", at: Self.start)
    for fact in release.facts { customer.join(fact) }
    #expect(
      access(customer, app, Self.start) == .allowed(Limit(limit: 1, used: 0, scope: .day)))
  }

  @Test("RA-7 a trial keeps its number of uses among limits at once")
  func trial() {
    func app(_ uses: Int) -> Blueprint {
      Fixture.blueprint {
        $0.trial = Trial(
          start: .signUp,
          terms: Trial.Terms(lasts: Period(7, .day), uses: Trial.Uses(feature: "scan", limit: uses))
        )
        $0.features = [
          Feature(
            id: "scan",
            rules: [
              Feature.Rule(
                when: Condition(phases: [.trial]),
                allowance: .all([.upTo(uses, per: .trial), .upTo(3, per: .day)])),
              Feature.Rule(allowance: .denied),
            ])
        ]
      }
    }
    var customer = Customer.onPhone()
    for fact in app(5).signUp(customer, account: "me", at: Self.start, history: []).facts {
      customer.join(fact)
    }
    #expect(customer.membership(app(9), Self.start).limits(of: "scan").map(\.limit) == [5, 3])
    for key in ["a", "b", "c"] { customer.use("scan", key, app(9), Self.start) }
    #expect(customer.use("scan", "d", app(9), Self.start)?.limit?.scope == .day)
    for key in ["d", "e"] { customer.use("scan", key, app(9), Self.start.days(1)) }
    #expect(customer.membership(app(9), Self.start.days(1)).phase == .trialExpired)
  }

  @Test("RA-7 no decision about several limits is more than the limits allow, one by one")
  func neverMore() {
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = Seeded(state: seed)
      let counts = (1...3).map { _ in Int.random(in: 1...4, using: &random) }
      let app = Self.app(
        .all([
          .upTo(counts[0], per: .day), .upTo(counts[1], per: .week), .upTo(counts[2], per: .month),
        ]))
      let single = [Feature.Window.day, .week, .month].enumerated().map {
        Self.app(.upTo(counts[$0.offset], per: $0.element))
      }
      var customer = Customer()
      var now = Self.start
      for key in 0..<60 {
        now = now.hours(Int.random(in: 0..<30, using: &random))
        let isAllowed = single.allSatisfy { access(customer, $0, now).isAllowed }
        #expect(access(customer, app, now).isAllowed == isAllowed, "seed \(seed), use \(key)")
        let denial = customer.use("scan", "\(key)", app, now)
        #expect((denial == nil) == isAllowed, "seed \(seed), use \(key)")
      }
    }
  }
}
