import Testing

@testable import Tollgate

@Suite("Limits that several features share")
struct SharedLimitTests {
  private static let start = Fixture.start
  private static let tomorrow = instant("2026-03-02T00:00:00Z")

  /// An app in which scanning, improving and translating are each limited, and reading is not.
  private static func app(
    _ scan: Feature.Allowance, _ others: Feature.Allowance, offline: Feature.OfflineUse = .refuse,
    _ change: (inout Blueprint.Definition) -> Void = { _ in }
  ) -> Blueprint {
    Fixture.blueprint {
      $0.hasFreeTier = true
      let limits: [(Feature.ID, Feature.Allowance)] = [
        ("scan", scan), ("improve", others), ("translate", others),
      ]
      $0.features = limits.map { feature, allowance in
        Feature(id: feature, rules: [Feature.Rule(allowance: allowance)], offline: offline)
      }
      $0.features.append(Feature(id: "read", rules: [Feature.Rule(allowance: .unlimited)]))
      change(&$0)
    }
  }

  private static let threeActions = app(
    .upTo(3, per: .day, counts: "actions"), .upTo(3, per: .day, counts: "actions"))

  private func limit(
    of feature: Feature.ID, _ customer: Customer, _ app: Blueprint, _ now: Instant
  ) -> Limit? {
    switch customer.membership(app, now).access(to: feature) {
    case .allowed(let limit): limit
    case .denied(let denial): denial.limit
    case .unknown: nil
    }
  }

  @Test("RA-7 three actions a day count across features, and the denial says when more are left")
  func together() {
    let app = Self.threeActions
    var customer = Customer()
    #expect(
      limit(of: "scan", customer, app, Self.start) == Limit(limit: 3, used: 0, scope: .day))
    #expect(customer.use("scan", "a", app, Self.start) == nil)
    #expect(customer.use("improve", "b", app, Self.start) == nil)
    #expect(customer.use("read", "c", app, Self.start) == nil)
    let one = Limit(limit: 3, used: 2, scope: .day, renewsAt: Self.tomorrow)
    for feature in ["scan", "improve", "translate"] as [Feature.ID] {
      #expect(limit(of: feature, customer, app, Self.start) == one)
      #expect(customer.membership(app, Self.start).limits(of: feature) == [one])
    }
    #expect(customer.use("translate", "d", app, Self.start) == nil)
    let full = Limit(limit: 3, used: 3, scope: .day, renewsAt: Self.tomorrow)
    for feature in ["scan", "improve", "translate"] as [Feature.ID] {
      #expect(customer.use(feature, "e", app, Self.start)?.limit == full)
    }
    #expect(customer.membership(app, Self.start).nextChange == Self.tomorrow)
    #expect(customer.use("scan", "e", app, Self.tomorrow) == nil)
    #expect(limit(of: "translate", customer, app, Self.tomorrow)?.remaining == 2)
  }

  @Test("RA-7 features that share a limit have one count, and others have one each")
  func oneCount() {
    #expect(Self.threeActions.index.allowances.count == 1)
    let apart = Self.app(.upTo(3, per: .day), .upTo(3, per: .day))
    #expect(apart.index.allowances.count == 3)
    #expect(apart.index.allowances.allSatisfy { $0.others.isEmpty })
    #expect(!apart.index.saysRenewals)
  }

  @Test("RA-7 a shared limit holds at once with a feature's own, and before credits")
  func parts() {
    let shared: Feature.Allowance = .upTo(3, per: .day, counts: "actions")
    let app = Self.app(.all([.upTo(1, per: .day), shared]), shared)
    var customer = Customer()
    #expect(customer.use("scan", "a", app, Self.start) == nil)
    #expect(customer.use("scan", "b", app, Self.start)?.limit?.limit == 1)
    for key in ["c", "d"] { #expect(customer.use("improve", key, app, Self.start) == nil) }
    #expect(
      customer.membership(app, Self.start).limits(of: "scan") == [
        Limit(limit: 1, used: 1, scope: .day, renewsAt: Self.tomorrow),
        Limit(limit: 3, used: 3, scope: .day, renewsAt: Self.tomorrow),
      ])
    #expect(customer.use("translate", "e", app, Self.start)?.limit?.limit == 3)

    let paid = Self.app(.first([shared, .spend("coins", cost: 3)]), shared) {
      $0.products = Fixture.studio.definition.products
      $0.credits = Fixture.studio.definition.credits
    }
    customer = Customer([.pack("1", "coins.5", on: 0)])
    for key in ["a", "b", "c"] { #expect(customer.use("improve", key, paid, Self.start) == nil) }
    #expect(customer.use("improve", "d", paid, Self.start) != nil)
    #expect(customer.use("scan", "e", paid, Self.start) == nil)
    #expect(customer.membership(paid, Self.start).credits(in: "coins") == 2)
    // What credits paid for does not count.
    #expect(limit(of: "improve", customer, paid, Self.start)?.used == 3)
  }

  @Test("RA-7 uses that a rule without a limit allows do not count, nor do those of others")
  func unlimited() {
    let app = Self.app(
      .upTo(3, per: .day, counts: "actions"), .upTo(3, per: .day, counts: "actions")
    ) {
      $0.granted = ["pro"]
      $0.features[0].rules.insert(
        Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited), at: 0)
      $0.features.append(
        Feature(id: "print", rules: [Feature.Rule(allowance: .upTo(9, per: .day))]))
    }
    var customer = Customer([
      .grant(Grant(id: "g", entitlements: ["pro"], startsAt: Self.start, endsAt: Self.tomorrow))
    ])
    for key in ["a", "b", "c", "d"] { customer.use("scan", key, app, Self.start) }
    customer.use("print", "e", app, Self.start)
    customer.use("improve", "f", app, Self.start)
    #expect(limit(of: "translate", customer, app, Self.start)?.used == 1)
  }

  @Test(
    "RA-7 a shared limit within a span of time says when the oldest use of any no longer counts")
  func spans() {
    let shared: Feature.Allowance = .rolling(2, within: Period(3, .hour), counts: "requests")
    let app = Self.app(shared, shared)
    var customer = Customer()
    #expect(customer.use("improve", "a", app, Self.start) == nil)
    #expect(customer.use("scan", "b", app, Self.start.hours(1)) == nil)
    let full = Limit(limit: 2, used: 2, scope: .rolling, renewsAt: Self.start.hours(3))
    #expect(customer.use("translate", "c", app, Self.start.hours(2))?.limit == full)
    #expect(customer.membership(app, Self.start.hours(2)).nextChange == Self.start.hours(3))
    #expect(customer.use("translate", "c", app, Self.start.hours(3)) == nil)
    #expect(
      limit(of: "scan", customer, app, Self.start.hours(3))
        == Limit(limit: 2, used: 2, scope: .rolling, renewsAt: Self.start.hours(4)))
  }

  @Test("RA-8 a shared window begins with the first use of any feature, and all come back at once")
  func fromFirstUse() {
    let shared: Feature.Allowance = .fromFirstUse(2, within: Period(3, .hour), counts: "requests")
    let app = Self.app(shared, shared)
    #expect(app.index.allowances.count == 1)
    var customer = Customer()
    #expect(customer.use("improve", "a", app, Self.start) == nil)
    #expect(customer.use("scan", "b", app, Self.start.hours(2)) == nil)
    let full = Limit(limit: 2, used: 2, scope: .fromFirstUse, renewsAt: Self.start.hours(3))
    #expect(customer.use("translate", "c", app, Self.start.hours(2))?.limit == full)
    #expect(customer.membership(app, Self.start.hours(2)).nextChange == Self.start.hours(3))
    #expect(
      limit(of: "scan", customer, app, Self.start.hours(3))
        == Limit(limit: 2, used: 0, scope: .fromFirstUse))
    // A use of another feature began the window that ended, so this one begins the next.
    #expect(customer.use("scan", "c", app, Self.start.hours(4)) == nil)
    #expect(
      limit(of: "improve", customer, app, Self.start.hours(5))
        == Limit(limit: 2, used: 1, scope: .fromFirstUse, renewsAt: Self.start.hours(7)))
    // A use that is learned of late moves the windows of all of them.
    customer.join(
      .use(Use(feature: "translate", key: "late", origin: "me", at: Self.start.hours(-1))))
    #expect(
      limit(of: "improve", customer, app, Self.start.hours(4))
        == Limit(limit: 2, used: 2, scope: .fromFirstUse, renewsAt: Self.start.hours(5)))
  }

  @Test("RA-8 a shared window from the first use counts sizes, and counts for each parent")
  func sizesAndParentsFromFirstUse() throws {
    let minutes: Feature.Allowance = .fromFirstUse(
      60, within: Period(3, .hour), sized: true, counts: "minutes")
    let each: Feature.Allowance = .fromFirstUse(
      2, within: Period(3, .hour), each: "project", counts: "actions")
    for allowance in [minutes, each] {
      let app = Self.app(allowance, allowance)
      let scan = try #require(app.handle(of: "scan"))
      let improve = try #require(app.handle(of: "improve"))
      var customer = Customer()
      for (handle, key) in [(scan, "a"), (improve, "b")] {
        let decision = try app.use(
          handle, by: customer, id: "me", key: Idempotency.Key(key), cost: 30, parent: "p",
          at: Self.start.hours(key == "a" ? 0 : 1))
        for fact in decision.facts { customer.join(fact) }
      }
      let denied = app.access(to: improve, of: customer, in: "p", at: Self.start.hours(2))
      #expect(denied.isDenied)
      #expect(denied.limit?.used == (allowance == minutes ? 60 : 2))
      #expect(denied.limit?.renewsAt == Self.start.hours(3))
      let elsewhere = app.access(to: scan, of: customer, in: "q", at: Self.start.hours(2))
      #expect(elsewhere.isAllowed == (allowance == each))
      #expect(app.access(to: scan, of: customer, in: "p", at: Self.start.hours(3)).isAllowed)
    }
  }

  @Test("RA-7 a reservation of one feature takes its place in the others")
  func reserved() throws {
    let app = Self.app(
      .upTo(1, per: .day, counts: "actions"), .upTo(1, per: .day, counts: "actions"))
    let scan = try #require(app.handle(of: "scan"))
    var customer = Customer()
    for fact in try app.reserve(scan, by: customer, id: "me", key: "a", at: Self.start).facts {
      customer.join(fact)
    }
    #expect(customer.use("improve", "b", app, Self.start)?.limit?.used == 1)
    let lapse = Self.start.adding(Feature.defaultReservation)
    #expect(customer.membership(app, Self.start).nextChange == lapse)
    #expect(customer.use("scan", "a", app, Self.start) == nil)
    #expect(customer.use("improve", "b", app, lapse)?.limit?.used == 1)
  }

  @Test("RA-7 a shared limit counts sizes, and counts for each parent, in all of its features")
  func sizesAndParents() throws {
    let minutes: Feature.Allowance = .upTo(60, per: .day, sized: true, counts: "minutes")
    let each: Feature.Allowance = .upTo(2, per: .day, each: "project", counts: "actions")
    for allowance in [minutes, each] {
      let app = Self.app(allowance, allowance)
      let scan = try #require(app.handle(of: "scan"))
      let improve = try #require(app.handle(of: "improve"))
      var customer = Customer()
      for (handle, key) in [(scan, "a"), (improve, "b")] {
        let decision = try app.use(
          handle, by: customer, id: "me", key: Idempotency.Key(key), cost: 30, parent: "p",
          at: Self.start)
        for fact in decision.facts { customer.join(fact) }
      }
      let denied = app.access(to: scan, of: customer, in: "p", at: Self.start)
      #expect(denied.isDenied)
      #expect(denied.limit?.used == (allowance == minutes ? 60 : 2))
      let elsewhere = app.access(to: improve, of: customer, in: "q", at: Self.start)
      #expect(elsewhere.isAllowed == (allowance == each))
    }
  }

  @Test("RA-7 a shared limit of the trial counts the uses in the trial, and none before")
  func trial() throws {
    let shared: Feature.Allowance = .upTo(2, per: .trial, counts: "actions")
    let app = Self.app(shared, shared) {
      $0.trial = Trial(
        id: "week", start: .signUp,
        terms: Trial.Terms(
          lasts: Period(7, .day), uses: Trial.Uses(feature: "scan", limit: 5),
          entitlements: ["pro"]), oncePer: .account)
    }
    var customer = Customer([
      .use(Use(feature: "improve", key: "early", origin: "me", at: Self.start.days(-1)))
    ])
    for fact in app.signUp(customer, account: "a", at: Self.start, history: []).facts {
      customer.join(fact)
    }
    #expect(limit(of: "translate", customer, app, Self.start)?.used == 0)
    #expect(customer.use("improve", "a", app, Self.start) == nil)
    #expect(customer.use("scan", "b", app, Self.start) == nil)
    let full = customer.use("translate", "c", app, Self.start)?.limit
    #expect(full?.limit == 2)
    #expect(full?.scope == .trial)
  }

  @Test("RA-7 what is reported from offline exceeds a shared limit by no more than one feature may")
  func reported() throws {
    let app = Self.app(
      .upTo(1, per: .day, counts: "actions"), .upTo(1, per: .day, counts: "actions"),
      offline: .allow(1))
    var customer = Customer()
    func report(_ feature: Feature.ID, _ key: Idempotency.Key) throws -> Bool {
      let handle = try #require(app.handle(of: feature))
      do throws(Denial) {
        let decision = try app.use(
          handle, by: customer, id: "me", key: key, isReport: true, at: Self.start)
        for fact in decision.facts { customer.join(fact) }
        return true
      } catch { return false }
    }
    #expect(try report("scan", "a"))
    #expect(try report("improve", "b"))
    #expect(try !report("scan", "c"))
    #expect(try !report("translate", "d"))
  }

  @Test("RA-7 a move to another time zone gives no feature that shares a limit another day")
  func zones() {
    let shared: Feature.Allowance = .upTo(2, per: .day, counts: "actions")
    let app = Self.app(shared, shared) {
      $0.app = Blueprint.App(
        id: "app", name: "App", bundleID: "com.example.app", usesCustomerTimeZone: true)
    }
    func zone(_ name: String, _ at: Instant) -> Fact {
      .attribute(
        AttributeChange(attribute: "timeZone", setBy: .device, value: .string(name), at: at))
    }
    let noon = instant("2026-03-01T12:00:00Z")
    var customer = Customer([zone("UTC", noon)])
    for key in ["a", "b"] { #expect(customer.use("scan", key, app, noon) == nil) }
    // It is the next day there already.
    customer.join(zone("Pacific/Kiritimati", noon.hours(1)))
    #expect(customer.use("scan", "c", app, noon.hours(2)) != nil)
    #expect(customer.use("improve", "c", app, noon.hours(2)) != nil)
  }

  @Test("RA-7 a shared limit needs several features and one unit, and cannot limit a single use")
  func mistakes() {
    func mistakes(
      _ scan: Feature.Allowance, _ others: Feature.Allowance
    ) -> [BlueprintError.Mistake] {
      var definition = Self.threeActions.definition
      for (position, allowance) in [scan, others, others].enumerated() {
        definition.features[position].rules = [Feature.Rule(allowance: allowance)]
      }
      return definition.mistakes()
    }
    let actions: Feature.Allowance = .upTo(3, per: .day, counts: "actions")
    #expect(mistakes(actions, .upTo(9, per: .week, counts: "actions")).isEmpty)
    #expect(
      mistakes(actions, .unlimited).map(\.message) == [
        "no other feature counts `actions`; expected `counts: actions` in another feature too, or a rule without it"
      ])
    let misspelled = mistakes(.upTo(3, per: .day, counts: "action"), actions)
    #expect(misspelled.map(\.message) == ["no other feature counts `action`"])
    #expect(misspelled.map(\.nearest) == ["actions"])
    #expect(misspelled.map(\.path) == [["features", "scan", "0", "allow", "counts"]])
    #expect(
      Set(mistakes(actions, .upTo(9, per: .day, sized: true, counts: "actions")).map(\.message))
        == [
          "`actions` counts sizes in `improve` and uses in `scan`; "
            + "expected `cost: any` in each of its limits, or in none",
          "`actions` counts sizes in `translate` and uses in `scan`; "
            + "expected `cost: any` in each of its limits, or in none",
        ])
    #expect(
      mistakes(.upTo(9, per: .day, each: "file", counts: "actions"), actions).map(\.message).first
        == "`actions` does not count for the same parents as in `scan`; "
        + "expected the same `each` in each of its limits, or in none")
    let size: Feature.Allowance = .upTo(9, per: .use, sized: true, counts: "actions")
    #expect(
      mistakes(size, size).map(\.message).first
        == "`largest` adds nothing up, so it cannot count `actions`; expected no `counts`"
    )
    #expect(
      mistakes(.all([actions, .upTo(9, per: .day, counts: "actions")]), actions).map(\.message) == [
        "two limits `per: day`, of which the lower decides; expected one for each window"
      ])
    #expect(mistakes(.all([actions, .upTo(2, per: .day)]), actions).isEmpty)
  }
}
