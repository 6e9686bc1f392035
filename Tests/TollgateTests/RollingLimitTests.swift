import Testing

@testable import Tollgate

@Suite("Limits within a span of time, and in a year")
struct RollingLimitTests {
  private static let start = Fixture.start

  private static func app(_ allowance: Feature.Allowance) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.features = [Feature(id: "ask", rules: [Feature.Rule(allowance: allowance)])]
    }
  }

  private static func used(_ instants: [Instant]) -> Customer {
    Customer(
      instants.enumerated().map { number, at in
        .use(Use(feature: "ask", key: Idempotency.Key("\(number)"), origin: "me", at: at))
      })
  }

  private static func limit(_ customer: Customer, _ app: Blueprint, _ now: Instant) -> Limit? {
    switch customer.membership(app, now).access(to: "ask") {
    case .allowed(let limit): limit
    case .denied(let denial): denial.limit
    case .unknown: nil
    }
  }

  @Test("RA-7 each use counts for three hours, whatever the time of the day")
  func rolling() {
    let app = Self.app(.rolling(2, within: Period(3, .hour)))
    var customer = Customer()
    #expect(
      Self.limit(customer, app, Self.start) == Limit(limit: 2, used: 0, scope: .rolling))
    #expect(customer.use("ask", "a", app, Self.start) == nil)
    #expect(customer.use("ask", "b", app, Self.start.hours(1)) == nil)
    let full = Limit(limit: 2, used: 2, scope: .rolling, renewsAt: Self.start.hours(3))
    #expect(customer.use("ask", "c", app, Self.start.hours(2))?.limit == full)
    #expect(customer.membership(app, Self.start.hours(2)).nextChange == Self.start.hours(3))
    let before = Self.start.hours(3).adding(milliseconds: -1)
    #expect(Self.limit(customer, app, before) == full)
    #expect(customer.use("ask", "c", app, Self.start.hours(3)) == nil)
    // The second use of the first hour still counts.
    #expect(
      Self.limit(customer, app, Self.start.hours(3))
        == Limit(limit: 2, used: 2, scope: .rolling, renewsAt: Self.start.hours(4)))
    #expect(Self.limit(customer, app, Self.start.hours(6))?.used == 0)
    #expect(customer.membership(app, Self.start.hours(6)).nextChange == nil)
  }

  @Test("RA-7 a clock that went back makes room for no use, and merged customers' uses all count")
  func order() {
    let app = Self.app(.rolling(3, within: Period(3, .hour)))
    let instants = [0, 1, 1, 5].map { Self.start.hours($0) }
    for instants in [instants, instants.reversed()] {
      let customer = Self.used(instants)
      #expect(Self.limit(customer, app, Self.start)?.used == 4)
      #expect(Self.limit(customer, app, Self.start.hours(3))?.used == 3)
      #expect(Self.limit(customer, app, Self.start.hours(4))?.used == 1)
    }
  }

  @Test("RA-7 a limit within a span of time holds beside one for the day, and before credits")
  func together() {
    let app = Self.app(.all([.rolling(2, within: Period(1, .hour)), .upTo(3, per: .day)]))
    var customer = Customer()
    for key in ["a", "b"] { #expect(customer.use("ask", key, app, Self.start) == nil) }
    #expect(customer.use("ask", "c", app, Self.start)?.limit?.scope == .rolling)
    #expect(customer.use("ask", "c", app, Self.start.hours(1)) == nil)
    #expect(customer.use("ask", "d", app, Self.start.hours(1))?.limit?.scope == .day)
    let kinds = customer.membership(app, Self.start.hours(1)).limits(of: "ask").map(\.scope)
    #expect(kinds == [.rolling, .day])
  }

  @Test("RA-7 uses that nothing limits now cause no next change")
  func unlimited() {
    let app = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.granted = ["tester"]
      $0.features = [
        Feature(
          id: "ask",
          rules: [
            Feature.Rule(when: Condition(entitled: ["tester"]), allowance: .unlimited),
            Feature.Rule(allowance: .rolling(100, within: Period(3, .hour))),
          ])
      ]
    }
    var customer = Self.used((0..<50).map { Self.start.adding(milliseconds: $0 * 1000) })
    let now = Self.start.hours(1)
    #expect(customer.membership(app, now).nextChange == Self.start.hours(3))
    customer.join(
      .grant(Grant(id: "g", entitlements: ["tester"], startsAt: Self.start, endsAt: nil)))
    #expect(customer.membership(app, now).nextChange == nil)
  }

  @Test("RA-7 a year begins at midnight of January 1 in the app's time zone")
  func year() {
    let app = Fixture.blueprint {
      $0.app = Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app", timeZone: "Europe/Berlin")
      $0.hasFreeTier = true
      $0.features = [
        Feature(id: "ask", rules: [Feature.Rule(allowance: .upTo(2, per: .year))])
      ]
    }
    let newYear = instant("2026-12-31T23:00:00Z")
    let last = newYear.adding(milliseconds: -1)
    var customer = Customer()
    for key in ["a", "b"] { #expect(customer.use("ask", key, app, Self.start) == nil) }
    #expect(
      customer.use("ask", "c", app, last)?.limit == Limit(limit: 2, used: 2, scope: .year))
    #expect(customer.membership(app, Self.start).nextChange == newYear)
    #expect(Self.limit(customer, app, newYear)?.used == 0)
  }

  @Test("RA-7 a limit within a span of time needs a number, a fixed length, and to be the only one")
  func mistakes() {
    func messages(_ allowance: Feature.Allowance) -> [String] {
      var definition = Self.app(.unlimited).definition
      definition.features = [Feature(id: "ask", rules: [Feature.Rule(allowance: allowance)])]
      return definition.mistakes().map(\.message)
    }
    let hour = Period(1, .hour)
    #expect(
      messages(.rolling(0, within: Period(1, .month))) == [
        "up to 0; expected at least 1",
        "P1M has no fixed length; expected days, such as `P30D`, weeks or hours",
      ])
    #expect(
      messages(.all([.rolling(3, within: hour), .rolling(9, within: hour)])) == [
        "two limits `per: PT1H`, of which the lower decides; expected one for each window"
      ])
    #expect(messages(.all([.rolling(3, within: hour), .upTo(9, per: .year)])).isEmpty)
  }
}
