import Testing

@testable import Tollgate

@Suite("Pools that refill")
struct PoolTests {
  private static let start = Fixture.start

  private static func app(
    _ allowance: Feature.Allowance = .pool(5, refills: Period(3, .hour)),
    offline: Feature.OfflineUse = .refuse
  ) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = Fixture.studio.definition.products
      $0.credits = Fixture.studio.definition.credits
      $0.features = [
        Feature(id: "play", rules: [Feature.Rule(allowance: allowance)], offline: offline)
      ]
    }
  }

  private func access(_ customer: Customer, _ app: Blueprint, _ now: Instant) -> Access {
    customer.membership(app, now).access(to: "play")
  }

  private func limit(_ customer: Customer, _ app: Blueprint, _ now: Instant) -> Limit? {
    switch access(customer, app, now) {
    case .allowed(let limit): limit
    case .denied(let denial): denial.limit
    case .unknown: nil
    }
  }

  private func used(_ instants: [Instant]) -> Customer {
    Customer(
      instants.enumerated().map { number, at in
        .use(Use(feature: "play", key: Idempotency.Key("\(number)"), origin: "me", at: at))
      })
  }

  @Test(
    "RA-8 of five hearts one comes back every three hours, and the instant of the next is known")
  func hearts() {
    let app = Self.app()
    var customer = Customer()
    #expect(access(customer, app, Self.start) == .allowed(Limit(limit: 5, used: 0, scope: .pool)))
    #expect(customer.membership(app, Self.start).nextChange == nil)
    for key in ["a", "b", "c", "d", "e"] {
      #expect(customer.use("play", key, app, Self.start) == nil)
    }
    let three = Self.start.hours(3)
    let empty = Limit(limit: 5, used: 5, scope: .pool, renewsAt: three)
    #expect(customer.use("play", "f", app, Self.start.hours(1))?.limit == empty)
    #expect(customer.membership(app, Self.start).nextChange == three)
    #expect(
      access(customer, app, three.adding(milliseconds: -1))
        == .denied(
          Denial(reason: .limitReached, limit: empty, paywall: nil)))
    #expect(
      access(customer, app, three)
        == .allowed(Limit(limit: 5, used: 4, scope: .pool, renewsAt: Self.start.hours(6))))
    // A use in between does not put off the next one.
    #expect(customer.use("play", "f", app, Self.start.hours(4)) == nil)
    #expect(limit(customer, app, Self.start.hours(4))?.renewsAt == Self.start.hours(6))
    #expect(limit(customer, app, Self.start.hours(17))?.used == 1)
    #expect(limit(customer, app, Self.start.hours(18)) == Limit(limit: 5, used: 0, scope: .pool))
    #expect(customer.membership(app, Self.start.hours(18)).nextChange == nil)
  }

  @Test("RA-8 the first use of a full pool starts the clock again")
  func clock() {
    let app = Self.app()
    let customer = used([Self.start, Self.start.hours(10), Self.start.hours(11)])
    #expect(limit(customer, app, Self.start.hours(11))?.used == 2)
    #expect(limit(customer, app, Self.start.hours(11))?.renewsAt == Self.start.hours(13))
    #expect(limit(customer, app, Self.start.hours(13))?.renewsAt == Self.start.hours(16))
  }

  @Test("RA-8 a clock that went back gives none back")
  func wentBack() {
    let app = Self.app()
    let customer = used([Self.start.hours(5), Self.start.hours(5)])
    #expect(limit(customer, app, Self.start)?.used == 2)
    #expect(limit(customer, app, Self.start)?.renewsAt == Self.start.hours(8))
  }

  @Test("RA-8 the pool of two merged customers is empty, and no emptier")
  func merged() {
    let app = Self.app()
    let customer = used(
      Array(repeating: Self.start, count: 5) + Array(repeating: Self.start, count: 5))
    #expect(limit(customer, app, Self.start)?.used == 5)
    #expect(limit(customer, app, Self.start.hours(15))?.used == 0)
  }

  @Test("RA-8 what is reported from offline exceeds a pool by no more than the blueprint says")
  func reported() throws {
    let app = Self.app(.pool(1, refills: Period(3, .hour)), offline: .allow(1))
    let play = try #require(app.handle(of: "play"))
    var customer = Customer()
    let answers = (["a", "b", "c"] as [Idempotency.Key]).map { key -> Bool in
      do throws(Denial) {
        let decision = try app.use(
          play, by: customer, id: "me", key: key, isReport: true, at: Self.start)
        for fact in decision.facts { customer.join(fact) }
        return true
      } catch { return false }
    }
    #expect(answers == [true, true, false])
    #expect(limit(customer, app, Self.start.hours(3))?.remaining == 0)
    #expect(limit(customer, app, Self.start.hours(6))?.remaining == 1)
  }

  @Test("RA-8 a pool stands beside a limit for the day, and before a wallet")
  func together() {
    let both = Self.app(.all([.pool(2, refills: Period(1, .hour)), .upTo(3, per: .day)]))
    var customer = Customer()
    for key in ["a", "b"] { customer.use("play", key, both, Self.start) }
    #expect(customer.use("play", "c", both, Self.start)?.limit?.scope == .pool)
    customer.use("play", "c", both, Self.start.hours(1))
    // The day's limit is renewed later than the pool.
    #expect(customer.use("play", "d", both, Self.start.hours(1))?.limit?.scope == .day)

    let thenCoins = Self.app(
      .first([.pool(1, refills: Period(3, .hour)), .spend("coins", cost: 2)]))
    var payer = Customer([.pack("1", "coins.5", on: 0)])
    for key in ["a", "b"] { #expect(payer.use("play", key, thenCoins, Self.start) == nil) }
    #expect(payer.membership(thenCoins, Self.start).credits(in: "coins") == 3)
    #expect(payer.use("play", "c", thenCoins, Self.start.hours(3)) == nil)
    #expect(payer.membership(thenCoins, Self.start).credits(in: "coins") == 3)
  }

  @Test("RA-8 a pool after years of use is what one is that counts every use")
  func everyUse() {
    for seed in 1...30 as ClosedRange<UInt64> {
      var random = Seeded(state: seed)
      let count = Int.random(in: 1...4, using: &random)
      let app = Self.app(.pool(count, refills: Period(1, .hour)))
      var customer = Customer()
      var returns: [Instant] = []
      var now = Self.start
      for key in 0..<300 {
        // Rarely full for long, so that its beginning is far back.
        let minutes = Int64.random(in: 0...(key % 40 == 0 ? 900 : 70), using: &random)
        now = now.adding(milliseconds: minutes * 60_000)
        returns.removeAll { $0 <= now }
        #expect(limit(customer, app, now)?.used == returns.count, "seed \(seed), use \(key)")
        let denial = customer.use("play", "\(key)", app, now)
        #expect((denial == nil) == (returns.count < count), "seed \(seed), use \(key)")
        if denial == nil { returns.append((returns.last ?? now).hours(1)) }
        #expect(customer.membership(app, now).nextChange == returns.first)
      }
    }
  }
}
