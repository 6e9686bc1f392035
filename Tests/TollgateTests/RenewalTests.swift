import Testing
import Tollgate

@Suite("When more is left of a limit")
struct RenewalTests {
  private static let start = Fixture.start

  private static func blueprint(_ rules: Feature.Rule...) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      $0.features = [Feature(id: "ask", rules: rules)]
    }
  }

  /// When more is left after some uses, in hours from the start.
  private static func hours(_ blueprint: Blueprint, uses: Int, at hour: Int = 0) -> Int64? {
    var customer = Customer.onPhone()
    for key in 0..<uses { customer.use("ask", "\(key)", blueprint, start) }
    let membership = customer.membership(blueprint, start.hours(hour))
    return membership.renewal(of: "ask", for: customer).map { $0.since(start) / 3_600_000 }
  }

  @Test("RA-8 a pool gives back one use after the other")
  func pool() {
    let hearts = Self.blueprint(Feature.Rule(allowance: .pool(5, refills: Period(3, .hour))))
    #expect(Self.hours(hearts, uses: 0) == nil)
    #expect(Self.hours(hearts, uses: 2) == 3)
    #expect(Self.hours(hearts, uses: 5) == 3)
    #expect(Self.hours(hearts, uses: 5, at: 4) == 6)
  }

  @Test("a limit for each day is renewed at midnight, whether it is used up or not")
  func day() {
    let daily = Self.blueprint(Feature.Rule(allowance: .upTo(3, per: .day)))
    #expect(Self.hours(daily, uses: 0) == nil)
    #expect(Self.hours(daily, uses: 1) == 15)
    #expect(Self.hours(daily, uses: 3) == 15)
  }

  @Test("RA-7 of several limits, the renewal is that of the one that allows it again")
  func several() {
    let both = Self.blueprint(
      Feature.Rule(
        allowance: .all([.upTo(2, per: .day), .rolling(4, within: Period(48, .hour))])))
    #expect(Self.hours(both, uses: 2) == 15)
  }

  @Test("nothing is renewed of a limit for ever, nor of a feature without a limit")
  func never() {
    let ever = Self.blueprint(Feature.Rule(allowance: .upTo(3, per: .ever)))
    #expect(Self.hours(ever, uses: 3) == nil)
    #expect(Self.hours(Self.blueprint(Feature.Rule(allowance: .unlimited)), uses: 1) == nil)
    #expect(Self.hours(Self.blueprint(Feature.Rule(allowance: .denied)), uses: 1) == nil)
  }

  @Test("RA-13 a limit that is used up is over when a season allows more")
  func season() throws {
    let season = try #require(Season("03-05/03-09"))
    let blueprint = Self.blueprint(
      Feature.Rule(when: Condition(past: [.during(season)]), allowance: .unlimited),
      Feature.Rule(allowance: .upTo(1, per: .ever)))
    #expect(Self.hours(blueprint, uses: 1) == 4 * 24 - 9)
  }
}
