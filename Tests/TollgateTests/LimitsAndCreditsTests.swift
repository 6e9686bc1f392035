import Testing

@testable import Tollgate

@Suite("Limits and credits at once")
struct LimitsAndCreditsTests {
  private static let start = Fixture.start
  private static let tomorrow = instant("2026-03-02T00:00:00Z")

  /// An app with a feature that everybody has within an allowance, and coins.
  private static func app(
    _ allowance: Feature.Allowance, offline: Feature.OfflineUse = .refuse,
    selling packages: [CatalogProduct.ID] = ["coins.100", "basic"]
  ) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = Fixture.studio.definition.products
      $0.credits = Fixture.studio.definition.credits
      $0.paywalls = [
        Paywall(
          id: "coins", title: "hello", packages: packages.map { Paywall.Package(product: $0) })
      ]
      $0.features = [
        Feature(
          id: "scan", rules: [Feature.Rule(allowance: allowance)], paywall: "coins",
          offline: offline)
      ]
    }
  }

  private static func daily(_ uses: Int, cost: Int?) -> Feature.Allowance {
    .all([.upTo(uses, per: .day), .spend("coins", cost: cost)])
  }

  /// A customer with ten coins.
  private static let ten = Customer([.pack("1", "coins.5", on: 0), .pack("2", "coins.5", on: 0)])

  private func access(_ customer: Customer, _ app: Blueprint, _ now: Instant) -> Access {
    customer.membership(app, now).access(to: "scan")
  }

  private func coins(_ customer: Customer, _ app: Blueprint, _ now: Instant = Fixture.start) -> Int
  {
    customer.membership(app, now).credits(in: "coins")
  }

  @Test("RA-7 a use counts toward the limit and spends the credits, in one decision")
  func both() throws {
    let app = Self.app(Self.daily(3, cost: 4))
    let scan = try #require(app.handle(of: "scan"))
    var customer = Self.ten
    #expect(customer.membership(app, Self.start).cost(of: "scan") == 4)
    let facts = try app.use(scan, by: customer, id: "me", key: "a", at: Self.start).facts
    #expect(
      facts == [
        .spend(
          Spend(
            wallet: "coins", feature: "scan", key: "a", origin: "me", amount: 4, at: Self.start)),
        .use(Use(feature: "scan", key: "a", origin: "me", at: Self.start)),
      ])
    for fact in facts { customer.join(fact) }
    #expect(coins(customer, app) == 6)
    #expect(customer.membership(app, Self.start).limits(of: "scan").map(\.used) == [1, 0])
    // The same key again takes nothing more.
    #expect(customer.use("scan", "a", app, Self.start) == nil)
    #expect(coins(customer, app) == 6)
    #expect(customer.uses["scan"]?.count == 1)
  }

  @Test(
    "RA-7 of a limit and credits, that which leaves fewer uses answers and is named by a denial")
  func least() {
    let app = Self.app(Self.daily(3, cost: 4))
    var customer = Self.ten
    // Ten coins pay for two of the three.
    #expect(
      access(customer, app, Self.start) == .allowed(Limit(limit: 10, used: 0, scope: .credits)))
    for key in ["a", "b"] { #expect(customer.use("scan", key, app, Self.start) == nil) }
    let tooFew = Denial(
      reason: .limitReached, limit: Limit(limit: 2, used: 0, scope: .credits), paywall: "coins")
    #expect(customer.use("scan", "c", app, Self.start) == tooFew)
    #expect(access(customer, app, Self.start) == .denied(tooFew))
    // Nothing was used.
    #expect(customer.uses["scan"]?.count == 2)
    #expect(coins(customer, app) == 2)

    customer.join(.pack("3", on: 0))
    #expect(
      access(customer, app, Self.start)
        == .allowed(Limit(limit: 3, used: 2, scope: .day, renewsAt: Self.tomorrow)))
    #expect(customer.use("scan", "c", app, Self.start) == nil)
    let today = Limit(limit: 3, used: 3, scope: .day, renewsAt: Self.tomorrow)
    let denial = Denial(reason: .limitReached, limit: today, paywall: "coins")
    #expect(customer.use("scan", "d", app, Self.start) == denial)
    // No credit was spent.
    #expect(coins(customer, app) == 98)
    let membership = customer.membership(app, Self.start)
    #expect(
      membership.limits(of: "scan") == [today, Limit(limit: 98, used: 0, scope: .credits)])
    #expect(membership.nextChange == Self.tomorrow)
    #expect(
      access(customer, app, Self.tomorrow) == .allowed(Limit(limit: 3, used: 0, scope: .day)))
  }

  @Test(
    "RA-7 of a limit and credits that are both used up, that which time alone does not give back")
  func bothUsedUp() {
    let daily = Self.app(Self.daily(2, cost: 5))
    let ever = Self.app(.all([.spend("coins", cost: 5), .upTo(2, per: .ever)]))
    var customer = Self.ten
    for key in ["a", "b"] { #expect(customer.use("scan", key, daily, Self.start) == nil) }
    #expect(
      customer.use("scan", "c", daily, Self.start)?.limit
        == Limit(limit: 0, used: 0, scope: .credits))
    #expect(
      customer.use("scan", "c", ever, Self.start)?.limit == Limit(limit: 2, used: 2, scope: .ever))
  }

  @Test("RA-7 a limit shows no paywall that sells credits alone, which would not lift it")
  func paywall() {
    let app = Self.app(Self.daily(1, cost: 4), selling: ["coins.100"])
    var customer = Self.ten
    #expect(customer.use("scan", "a", app, Self.start) == nil)
    let today = customer.use("scan", "b", app, Self.start)
    #expect(today?.limit?.scope == .day)
    #expect(today?.paywall == nil)
    let next = Self.start.days(1)
    #expect(customer.use("scan", "b", app, next) == nil)
    let later = Self.start.days(2)
    let tooFew = customer.use("scan", "c", app, later)
    #expect(tooFew?.limit == Limit(limit: 2, used: 0, scope: .credits))
    #expect(tooFew?.paywall == "coins")
  }

  @Test("RA-7 what is reported from offline exceeds the limit by no more than the blueprint says")
  func reported() throws {
    let app = Self.app(Self.daily(1, cost: 4), offline: .allow(1))
    let scan = try #require(app.handle(of: "scan"))
    var customer = Self.ten
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
    #expect(coins(customer, app) == 2)
    // Once, a use may take what is left of the credits.
    let next = Self.start.days(1)
    let tomorrow = (["d", "e"] as [Idempotency.Key]).map { report($0, next) }
    #expect(tomorrow == [true, false])
    #expect(coins(customer, app, next) == 0)
    #expect(customer.uses["scan"]?.count == 3)
  }

  @Test("RA-7 uses of two merged customers count and are paid for once each")
  func merged() throws {
    let app = Self.app(Self.daily(3, cost: 2))
    let scan = try #require(app.handle(of: "scan"))
    func customer(_ id: Customer.ID, _ pack: StoreTransaction.ID) throws -> Customer {
      var customer = Customer([.pack(pack, "coins.5", on: 0)])
      let facts = try app.use(scan, by: customer, id: id, key: "a", at: Self.start).facts
      for fact in facts { customer.join(fact) }
      return customer
    }
    var both = try customer("me", "1")
    let other = try customer("you", "2")
    for _ in 1...2 { both.join(other) }
    #expect(coins(both, app) == 6)
    #expect(both.membership(app, Self.start).limits(of: "scan").map(\.used) == [2, 0])
  }

  @Test("RA-7 a reservation sets aside the use and its credits, and a release gives back both")
  func reserved() throws {
    let app = Self.app(Self.daily(3, cost: 4))
    let scan = try #require(app.handle(of: "scan"))
    var customer = Self.ten
    func reserve(_ now: Instant) throws {
      let facts = try app.reserve(scan, by: customer, id: "me", key: "a", at: now).facts
      for fact in facts { customer.join(fact) }
    }
    try reserve(Self.start)
    let terms = customer.reservation(of: "scan", key: "a", preferring: "me")
    #expect(terms?.isCounted == true)
    #expect(terms?.wallet == "coins")
    #expect(terms?.amount == 4)
    #expect(
      access(customer, app, Self.start) == .allowed(Limit(limit: 6, used: 0, scope: .credits)))
    #expect(customer.membership(app, Self.start).limits(of: "scan").map(\.used) == [1, 0])
    let release = app.releaseReservation(
      of: scan, key: "a", by: customer, id: "me", at: Self.start)
    for fact in release.facts { customer.join(fact) }
    #expect(customer.membership(app, Self.start).limits(of: "scan").map(\.remaining) == [3, 10])

    try reserve(Self.start.hours(1))
    #expect(customer.use("scan", "a", app, Self.start.hours(1)) == nil)
    #expect(customer.reservation(of: "scan", key: "a", preferring: "me") == nil)
    #expect(coins(customer, app, Self.start.hours(1)) == 6)
    #expect(customer.uses["scan"]?.count == 1)
  }

  @Test("RA-15 what the owner of a team has reserved sets aside none of a member's credits")
  func pooledReservation() {
    let owner = Customer([
      .reservation(
        Reservation(
          feature: "scan", key: "a", origin: "owner",
          terms: ReservationTerms(
            wallet: "coins", amount: 4, size: 2, at: Self.start, lapsesAt: Self.start.days(1))))
    ])
    var member = Self.ten
    member.join(usesOf: "scan", countedBy: owner, besides: ["member"])
    #expect(member.history.reservations.map(\.terms.size) == [2])
    #expect(coins(member, Self.app(Self.daily(3, cost: 4))) == 10)
  }

  @Test("RA-7 a reservation that goes with a purchase sets aside none of the receiver's credits")
  func transferredReservation() {
    let uses = Trial.Uses(feature: "scan", limit: 5)
    let owner = Customer([
      .trialStarted(
        TrialStart(
          trial: "trial", at: Self.start, terms: Trial.Terms(lasts: nil, uses: uses),
          purchase: "sub")),
      .reservation(
        Reservation(
          feature: "scan", key: "a", origin: "owner",
          terms: ReservationTerms(
            wallet: "coins", amount: 4, at: Self.start, lapsesAt: Self.start.days(1)))),
    ])
    var receiver = Self.ten
    for fact in owner.facts(of: "sub") { receiver.join(fact) }
    #expect(receiver.history.reservations.map(\.terms.isCounted) == [true])
    #expect(coins(receiver, Self.app(Self.daily(3, cost: 4))) == 10)
  }

  @Test("RA-7 what a use states is its size and its cost, and both are reserved")
  func sizes() throws {
    let app = Self.app(
      .all([.upTo(60, per: .month, sized: true), .spend("coins", cost: nil)]))
    let scan = try #require(app.handle(of: "scan"))
    var customer = Customer([.pack("1", on: 0)])
    func use(_ key: Idempotency.Key, cost: Int) -> Denial? {
      do throws(Denial) {
        let decision = try app.use(
          scan, by: customer, id: "me", key: key, cost: cost, at: Self.start)
        for fact in decision.facts { customer.join(fact) }
        return nil
      } catch { return error }
    }
    let reserved = try app.reserve(
      scan, by: customer, id: "me", key: "a", cost: 40, at: Self.start)
    for fact in reserved.facts { customer.join(fact) }
    let terms = customer.reservation(of: "scan", key: "a", preferring: "me")
    #expect([terms?.amount, terms?.size] == [40, 40])
    #expect(use("b", cost: 21)?.limit?.scope == .month)
    #expect(use("a", cost: 40) == nil)
    #expect(use("b", cost: 21)?.limit?.remaining == 20)
    #expect(use("b", cost: 20) == nil)
    #expect(coins(customer, app) == 40)
  }

  @Test("RA-7 what costs credits is limited in its size, and nothing adds up")
  func singleUse() throws {
    let app = Self.app(.all([.upTo(30, per: .use, sized: true), .spend("coins", cost: 2)]))
    let scan = try #require(app.handle(of: "scan"))
    var customer = Self.ten
    func use(_ key: Idempotency.Key, cost: Int) -> Denial? {
      do throws(Denial) {
        let decision = try app.use(
          scan, by: customer, id: "me", key: key, cost: cost, at: Self.start)
        for fact in decision.facts { customer.join(fact) }
        return nil
      } catch { return error }
    }
    #expect(use("a", cost: 31)?.limit?.scope == .use)
    for key in ["a", "b"] as [Idempotency.Key] {
      #expect(use(key, cost: 30) == nil)
    }
    #expect(coins(customer, app) == 6)
    #expect(customer.uses["scan"] == nil)
  }

  @Test("RA-7 an item takes a place and costs credits once, and its release gives back the place")
  func heldItems() {
    let app = Self.app(.all([.holding(2), .spend("coins", cost: 5)]))
    var customer = Self.ten
    for item in ["a", "b"] {
      #expect(customer.use("scan", item, app, Self.start, item: Item.ID(item)) == nil)
    }
    #expect(coins(customer, app) == 0)
    // An item that is held costs nothing.
    #expect(customer.use("scan", "again", app, Self.start, item: "a") == nil)
    #expect(
      customer.use("scan", "c", app, Self.start, item: "c")?.limit
        == Limit(limit: 2, used: 2, scope: .held))
    let now = Self.start.hours(1)
    for fact in customer.releasing("a", of: "scan", preferring: "me", at: now) {
      customer.join(fact)
    }
    #expect(coins(customer, app, now) == 0)
    #expect(customer.use("scan", "c", app, now, item: "c")?.limit?.scope == .credits)
    customer.join(.pack("3", "coins.5", on: 0))
    #expect(customer.use("scan", "c", app, now, item: "c") == nil)
    #expect(customer.heldItems(of: "scan", at: now) == ["b", "c"])
  }

  @Test("RA-7 an item that another use adds while it is reserved is paid for once")
  func reservedItem() throws {
    let app = Self.app(.all([.holding(2), .spend("coins", cost: 5)]))
    let scan = try #require(app.handle(of: "scan"))
    var customer = Self.ten
    let reserved = try app.reserve(
      scan, by: customer, id: "me", key: "a", item: "oak", at: Self.start)
    for fact in reserved.facts { customer.join(fact) }
    let now = Self.start.adding(milliseconds: 60_000)
    #expect(customer.use("scan", "b", app, now, item: "oak") == nil)
    #expect(coins(customer, app, now) == 0)
    #expect(customer.use("scan", "a", app, now, item: "oak") == nil)
    #expect(coins(customer, app, now) == 5)
    #expect(customer.heldItems(of: "scan", at: now) == ["oak"])
    #expect(customer.reservation(of: "scan", key: "a", preferring: "me") == nil)
  }

  @Test("RA-7 more is left once the limit is renewed, although credits decide from then on")
  func renewal() {
    let app = Self.app(Self.daily(9, cost: 1))
    var customer = Customer([.pack("1", on: 0)])
    for key in 0..<8 { customer.use("scan", "\(key)", app, Self.start) }
    customer.join(.spent(87, "print", on: 0))
    #expect(access(customer, app, Self.start).limit?.scope == .day)
    #expect(access(customer, app, Self.tomorrow).limit?.scope == .credits)
    #expect(
      customer.membership(app, Self.start).renewal(of: "scan", for: customer) == Self.tomorrow)
  }

  @Test("an allowance says its limits and wallets, and whether limits count what credits pay for")
  func parts() {
    let both: Feature.Allowance = .all([.upTo(3, per: .day), .upTo(9, per: .month)])
    let table: [(Feature.Allowance, limits: [Int], wallets: [Wallet.ID], countsPaidUses: Bool)] = [
      (.unlimited, [], [], false), (.denied, [], [], false), (.holding(2), [2], [], false),
      (.upTo(3, per: .day), [3], [], false), (.spend("coins", cost: 2), [], ["coins"], false),
      (both, [3, 9], [], false), (Self.daily(3, cost: 2), [3], ["coins"], true),
      (.first([.upTo(3, per: .day), .spend("coins", cost: 2)]), [3], ["coins"], false),
      (
        .first([both, .spend("coins", cost: 2), .spend("gems", cost: nil)]), [3, 9],
        ["coins", "gems"], false
      ),
      (.spend("coins", then: ["gems"], cost: 4), [], ["coins", "gems"], false),
      (
        .all([.upTo(3, per: .day), .spend("coins", then: ["gems"], cost: 4)]), [3],
        ["coins", "gems"], true
      ),
    ]
    for (allowance, limits, wallets, countsPaidUses) in table {
      #expect(allowance.quotas.map(\.count) == limits)
      #expect(allowance.prices.flatMap(\.wallets) == wallets)
      #expect(allowance.countsPaidUses == countsPaidUses)
      let doubled = allowance.replacingQuotas { quota in
        var quota = quota
        quota.count *= 2
        return quota
      }
      #expect(doubled.quotas.map(\.count) == limits.map { $0 * 2 })
      #expect(doubled.prices.flatMap(\.wallets) == wallets)
    }
  }

  @Test("RA-7 a second wallet at once, or any before other wallets, is a mistake")
  func mistakes() {
    func messages(_ allowance: Feature.Allowance) -> [String] {
      var definition = Self.app(Self.daily(1, cost: 1)).definition
      definition.features[0].rules[0].allowance = allowance
      return definition.mistakes().map(\.message)
    }
    #expect(messages(.all([.holding(2), .upTo(3, per: .day), .spend("coins", cost: 1)])) == [])
    #expect(
      messages(.all([.upTo(3, per: .day), .spend("coins", cost: 1), .spend("gems", cost: 1)]))
        == [
          "a second wallet, where each use would be paid for twice; expected one, or one `spend` with a list of wallets, which share the cost"
        ])
    #expect(
      messages(
        .first([
          .all([.upTo(3, per: .day), .spend("coins", cost: 1)]), .spend("gems", cost: 1),
        ])) == ["a wallet in `all` within `first`; expected `all` without `first`"])
  }

  @Test("RA-7 a use is allowed if the limits and the wallet each allow it, whatever came before")
  func neverMore() {
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = Seeded(state: seed)
      let limits: [Feature.Allowance] = [
        .upTo(Int.random(in: 1...4, using: &random), per: .day),
        .upTo(Int.random(in: 1...9, using: &random), per: .week),
      ]
      let price: Feature.Allowance = .spend("coins", cost: Int.random(in: 1...5, using: &random))
      let app = Self.app(.all(limits + [price]))
      let single = (limits + [price]).map { Self.app($0) }
      var customer = Self.ten
      var now = Self.start
      for key in 0..<60 {
        now = now.hours(Int.random(in: 0..<30, using: &random))
        if Int.random(in: 0..<8, using: &random) == 0 {
          customer.join(.pack(StoreTransaction.ID("pack \(key)"), "coins.5", on: key / 4))
        }
        let isAllowed = single.allSatisfy { access(customer, $0, now).isAllowed }
        #expect(access(customer, app, now).isAllowed == isAllowed, "seed \(seed), use \(key)")
        let denial = customer.use("scan", "\(key)", app, now)
        #expect((denial == nil) == isAllowed, "seed \(seed), use \(key)")
      }
    }
  }
}
