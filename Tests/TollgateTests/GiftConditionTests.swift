import Testing

@testable import Tollgate

@Suite("Credits that some customers are given")
struct GiftConditionTests {
  private static let start = Fixture.start
  private static let subscribed = Condition(phases: [.subscribed])

  /// An app with a plan, a trial of a week and a wallet.
  private static func definition(_ given: [Wallet.Gift]) -> Blueprint.Definition {
    Fixture.definition { definition in
      definition.hasFreeTier = true
      definition.milestones = ["tutorial"]
      definition.products = [
        CatalogProduct(
          id: "pro.monthly", kind: .autoRenewable, name: "Pro", entitlements: ["pro"],
          period: Period(1, .month), group: "plans"),
        CatalogProduct(id: "coins.5", kind: .consumable, name: "5 coins", entitlements: []),
      ]
      definition.trial = Trial(
        start: .milestone("tutorial"),
        terms: Trial.Terms(lasts: Period(7, .day), entitlements: ["pro"]))
      definition.grants = [
        GrantTerms(
          id: "referral", giver: .backend, entitlements: ["pro"], lasts: Period(7, .day),
          waitsFor: .purchases)
      ]
      definition.credits = [
        Wallet(
          id: "coins", sources: [Wallet.Source(product: "coins.5", amount: 5)], given: given)
      ]
      definition.features = [
        Feature(id: "print", rules: [Feature.Rule(allowance: .spend("coins", cost: nil))]),
        Feature(id: "watch", rules: [Feature.Rule(allowance: .upTo(3, per: .day))]),
      ]
    }
  }

  /// The app with five credits a day.
  private static func daily(_ when: Condition, upTo limit: Int = 100) throws -> Blueprint {
    try Blueprint(definition([Wallet.Gift(amount: 5, .each(.day, upTo: limit), when: when)]))
  }

  private static func seen(on day: Int = 0) -> Fact {
    .device(DeviceUse(device: "phone", origin: "me", at: start.days(day)))
  }

  private static func period(
    _ id: StoreTransaction.ID = "1", from day: Int, to end: Int, refunded: Int? = nil
  ) -> Fact {
    .transaction(
      .subscription(
        id, from: start.days(day), to: start.days(end), revoked: refunded.map(start.days)))
  }

  private static func renewal(
    retrying: Bool = false, after end: Int? = nil, graceTo grace: Int? = nil, signed day: Int
  ) -> Fact {
    .renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "pro.monthly", willRenew: true, renewsAt: end.map(start.days),
        graceEndsAt: grace.map(start.days), isInBillingRetry: retrying, signedAt: start.days(day)))
  }

  private static func trial(on day: Int) -> Fact {
    .trialStarted(
      TrialStart(
        trial: "trial", at: start.days(day),
        terms: Trial.Terms(lasts: Period(7, .day), entitlements: ["pro"])))
  }

  private static func change(_ id: String, days: Int, startsOver: Bool = false, on day: Int) -> Fact
  {
    .trialExtension(
      TrialExtension(
        id: TrialExtension.ID(id), trial: "trial", days: days, startsOver: startsOver,
        author: .support, reason: "", at: start.days(day)))
  }

  private static func coins(
    _ facts: [Fact], _ days: ClosedRange<Int>, in blueprint: Blueprint
  ) -> [Int] {
    days.map { Customer(facts).coins($0, in: blueprint) }
  }

  @Test("a day's credits come to those who subscribe when it begins, and stay when they leave")
  func subscribers() throws {
    let app = try Self.daily(Self.subscribed)
    let facts = [Self.seen(), Self.period(from: 2, to: 4)]
    for facts in [facts, facts.reversed()] {
      #expect(Self.coins(facts, 0...6, in: app) == [0, 0, 0, 5, 10, 10, 10])
    }
    let customer = Customer(facts)
    let midnight = instant("2026-03-04T00:00:00Z")
    #expect(customer.membership(app, Self.start.days(2)).nextChange == midnight)
    #expect(customer.coins(2, hour: 15, in: app) == 5)
    #expect(customer.coins(2, hour: 14, in: app) == 0)
  }

  @Test("credits that were given under a condition are spent later, and come again with it")
  func again() throws {
    let app = try Self.daily(Self.subscribed, upTo: 5)
    let facts = [
      Self.seen(), Self.period(from: 0, to: 2), .spent(5, "a", on: 5),
      Self.period("2", from: 400, to: 402),
    ]
    #expect(Self.coins(Array(facts.prefix(2)), 0...4, in: app) == [5, 5, 5, 5, 5])
    #expect(Self.coins(facts, 5...6, in: app) == [0, 0])
    #expect(Self.coins(facts, 399...403, in: app) == [0, 0, 5, 5, 5])
  }

  @Test("a refund and a transfer take back none of the credits that came before")
  func endings() throws {
    let app = try Self.daily(Self.subscribed)
    #expect(
      Self.coins([Self.seen(), Self.period(from: 0, to: 30, refunded: 3)], 0...4, in: app)
        == [5, 10, 15, 20, 20])
    let left = PurchaseTransfer(purchase: "1", isHeld: false, number: 1, at: Self.start.days(3))
    #expect(
      Self.coins([Self.seen(), Self.period(from: 0, to: 30), .transfer(left)], 0...4, in: app)
        == [5, 10, 15, 20, 20])
  }

  @Test("who receives a purchase is given nothing for the time before they had it")
  func received() throws {
    let app = try Self.daily(Self.subscribed)
    let transfer = PurchaseTransfer(
      purchase: "1", isHeld: true, number: 1, spent: [], at: Self.start.days(3))
    #expect(
      Self.coins([Self.seen(), Self.period(from: 0, to: 30), .transfer(transfer)], 2...5, in: app)
        == [0, 0, 5, 10])
  }

  @Test("a late renewal brings what was due, and the wait for it brings nothing")
  func lateRenewal() throws {
    let app = try Self.daily(Self.subscribed)
    let waiting = [Self.seen(), Self.period(from: 0, to: 3), Self.renewal(after: 3, signed: 1)]
    #expect(Self.coins(waiting, 3...4, in: app) == [20, 20])
    #expect(Self.coins(waiting + [Self.period("2", from: 3, to: 33)], 3...4, in: app) == [20, 25])
  }

  @Test("what came in a grace period stays when the payment follows")
  func grace() throws {
    let app = try Self.daily(Self.subscribed)
    let unpaid = [
      Self.seen(), Self.period(from: 0, to: 3),
      Self.renewal(retrying: true, after: 3, graceTo: 6, signed: 3),
    ]
    #expect(Self.coins(unpaid, 3...7, in: app) == [20, 25, 30, 35, 35])
    let paid =
      unpaid + [Self.period("2", from: 5, to: 35), Self.renewal(after: 35, signed: 5)]
    #expect(Self.coins(paid, 3...7, in: app) == [20, 25, 30, 35, 40])
  }

  @Test("a day's credits of the trial come while it runs and no plan has replaced it")
  func trial() throws {
    let app = try Self.daily(Condition(phases: [.trial]))
    let tried = [Self.seen(), Self.trial(on: 0)]
    #expect(Self.coins(tried, 0...9, in: app) == [5, 10, 15, 20, 25, 30, 35, 40, 40, 40])
    #expect(
      Self.coins(tried + [Self.period(from: 2, to: 32)], 0...4, in: app) == [5, 10, 15, 15, 15])
    let free = try Self.daily(Condition(not: [Condition(phases: [.trial, .subscribed])]))
    #expect(Self.coins(tried, 0...9, in: free) == [0, 0, 0, 0, 0, 0, 0, 0, 5, 10])
  }

  @Test("more time for a trial that is over brings nothing for the days between, nor takes any")
  func extended() throws {
    let app = try Self.daily(Condition(entitled: ["pro"]))
    let tried = [Self.seen(), Self.trial(on: 0)]
    let extended = tried + [Self.change("a", days: 5, on: 10)]
    #expect(Self.coins(extended, 7...13, in: app) == [40, 40, 40, 40, 45, 50, 50])
    let reset = tried + [Self.change("b", days: 0, startsOver: true, on: 10)]
    #expect(Self.coins(reset, 9...12, in: app) == [40, 40, 45, 50])
    #expect(Self.coins(reset, 17...18, in: app) == [75, 75])
  }

  @Test("an event gives credits if the condition holds at that moment")
  func events() throws {
    let app = try Blueprint(
      Self.definition([
        Wallet.Gift(amount: 1, .on(.use("watch"), lasts: nil), when: Self.subscribed),
        Wallet.Gift(
          amount: 10, .on(.signUp, lasts: nil), when: Condition(notReached: ["tutorial"])),
        Wallet.Gift(
          amount: 100, .on(.firstSeen, lasts: Period(3, .day)),
          when: Condition(past: [.until(EventDate(Self.start.days(1)))])),
        Wallet.Gift(
          amount: 1000, .on(.milestone("tutorial"), lasts: nil),
          when: Condition(past: [.from(EventDate(Self.start.days(3)))])),
      ]))
    let facts: [Fact] =
      [
        Self.seen(), Self.period(from: 2, to: 32),
        .signedUp(SignUp(account: "ada", at: Self.start.days(1))),
        .milestone(MilestoneReached(milestone: "tutorial", at: Self.start.days(2))),
      ]
      + [1, 2, 3].map { day -> Fact in
        .use(
          Use(
            feature: "watch", key: Idempotency.Key("\(day)"), origin: "me",
            at: Self.start.days(day)))
      }
    #expect(Self.coins(facts, 0...4, in: app) == [100, 110, 111, 12, 12])
  }

  @Test("credits between two dates wait for a customer of whom nothing is recorded")
  func dates() throws {
    func local(_ text: String) throws -> EventDate { try #require(EventDate(text)) }
    let app = try Self.daily(
      Condition(past: [.from(local("2026-03-03")), .until(local("2026-03-05"))]))
    #expect(Self.coins([], 0...4, in: app) == [0, 0, 5, 5, 0])
    #expect(Self.coins([Self.seen()], 0...5, in: app) == [0, 0, 5, 10, 10, 10])
    let unknown = Customer()
    #expect(
      unknown.membership(app, Self.start).nextChange == instant("2026-03-03T00:00:00Z"))
    #expect(
      unknown.membership(app, Self.start.days(3)).nextChange == instant("2026-03-05T00:00:00Z"))
  }

  @Test("a milestone and alternatives decide whether a day's credits come")
  func alternatives() throws {
    let app = try Self.daily(
      Condition(reached: ["tutorial"], any: [Self.subscribed, Condition(phases: [.trial])]))
    let facts = [
      Self.seen(), .milestone(MilestoneReached(milestone: "tutorial", at: Self.start.days(2))),
      Self.trial(on: 0), Self.period(from: 9, to: 10),
    ]
    #expect(Self.coins(facts, 0...11, in: app) == [0, 0, 0, 5, 10, 15, 20, 25, 25, 25, 30, 30])
  }

  @Test("credits under conditions change at no instant but the next change")
  func nextChange() throws {
    let app = try Blueprint(
      Self.definition([
        Wallet.Gift(amount: 5, .each(.day, upTo: 100), when: Self.subscribed),
        Wallet.Gift(amount: 3, .each(.day, upTo: 30), when: Condition(phases: [.trial])),
        Wallet.Gift(amount: 2, .each(.week, upTo: nil), when: Condition(notEntitled: ["pro"])),
      ]))
    let customer = Customer([
      Self.seen(), .spent(1, "a", on: 1, hour: 1), Self.trial(on: 2), Self.period(from: 4, to: 11),
      .grant(
        Grant(
          id: "g", entitlements: ["pro"], startsAt: Self.start.days(6), endsAt: nil,
          lasts: Period(7, .day), name: "referral", givenAt: Self.start.days(6))),
      .spent(9, "b", on: 12, hour: 3),
    ])
    var membership = customer.membership(app, Self.start.days(13))
    for hour in (24 * 13)..<(24 * 35) {
      let now = Self.start.hours(hour)
      if let next = membership.nextChange, next <= now {
        membership = customer.membership(app, now)
      }
      #expect(
        customer.membership(app, now).credits(in: "coins") == membership.credits(in: "coins"),
        "hour \(hour)")
    }
    #expect(
      Self.coins([Self.seen(), Self.period(from: 4, to: 6)], 3...7, in: app) == [2, 2, 7, 12, 12])
  }

  @Test("a condition that the record does not show for every instant is a mistake at its place")
  func mistakes() throws {
    let conditions = [
      Condition(phases: [.free, .trial]), Condition(subscription: [.grace]),
      Condition(willRenew: true), Condition(products: ["pro.monthly"]),
      Condition(audience: Audience(devices: [.iPad])),
      Condition(left: [Condition.Left(of: .credits("coins"), atLeast: 1)]),
      Condition(past: [.count(PastTest.Count(of: .purchase, atLeast: 1))]),
      Condition(not: [Condition(willRenew: false)]),
      Condition(entitled: ["prro"]),
    ]
    let error = #expect(throws: BlueprintError.self) {
      try Blueprint(
        Self.definition(
          conditions.map { Wallet.Gift(amount: 1, .each(.day, upTo: nil), when: $0) }))
    }
    #expect(
      error?.mistakes.map { $0.path.joined(separator: ".") }.sorted() == [
        "credits.coins.given.0.when.phase", "credits.coins.given.1.when",
        "credits.coins.given.2.when", "credits.coins.given.3.when", "credits.coins.given.4.when",
        "credits.coins.given.5.when", "credits.coins.given.6.when",
        "credits.coins.given.7.when.not.0", "credits.coins.given.8.when.entitled",
      ])
    #expect(error?.mistakes.compactMap(\.nearest) == ["pro"])
  }

  /// The app with five credits a day that end with the plan and the trial.
  private static func ending(_ when: Condition = .always) throws -> Blueprint {
    try Blueprint(
      definition([
        Wallet.Gift(amount: 5, .each(.day, upTo: 100), when: when, whileSubscribed: true)
      ]))
  }

  @Test("credits that last while subscribed are gone when the plan ends, and begin again with it")
  func endingWithPlan() throws {
    let app = try Self.ending(Self.subscribed)
    let facts = [Self.seen(), Self.period(from: 2, to: 4), Self.period("2", from: 10, to: 12)]
    #expect(Self.coins(facts, 2...5, in: app) == [0, 5, 0, 0])
    #expect(Self.coins(facts, 10...12, in: app) == [0, 5, 0])
    let customer = Customer(facts)
    #expect(customer.coins(3, hour: 23, in: app) == 10)
    let late = customer.membership(app, Self.start.days(3).hours(23))
    #expect(late.nextChange == Self.start.days(4))
  }

  @Test("a trial that becomes a subscription keeps its credits, and one that ends does not")
  func endingWithTrial() throws {
    let app = try Self.ending()
    let tried = [Self.seen(), Self.trial(on: 0)]
    #expect(Self.coins(tried, 5...8, in: app) == [30, 35, 0, 0])
    #expect(
      Self.coins(tried + [Self.period(from: 6, to: 10)], 5...10, in: app)
        == [30, 35, 40, 45, 50, 0])
  }

  @Test("credits that last while subscribed stay in the wait for a late renewal")
  func endingAfterWait() throws {
    let app = try Self.ending()
    let waiting = [Self.seen(), Self.period(from: 0, to: 3), Self.renewal(after: 3, signed: 1)]
    #expect(Self.coins(waiting, 2...4, in: app) == [15, 20, 0])
    #expect(Customer(waiting).coins(3, hour: 23, in: app) == 20)
    #expect(
      Self.coins(waiting + [Self.period("2", from: 3, to: 33)], 2...4, in: app) == [15, 20, 25])
  }

  @Test("a renewal changes nothing of what was spent from credits that last while subscribed")
  func spentBeforeRenewal() throws {
    let app = try Blueprint(
      Self.definition([
        Wallet.Gift(amount: 10, .on(.milestone("tutorial"), lasts: nil), whileSubscribed: true),
        Wallet.Gift(amount: 10, .on(.signUp, lasts: Period(8, .day))),
      ]))
    let facts: [Fact] = [
      Self.period(from: 0, to: 5), .signedUp(SignUp(account: "ada", at: Self.start)),
      .milestone(MilestoneReached(milestone: "tutorial", at: Self.start)), .spent(5, "a", on: 1),
    ]
    #expect([1, 5, 8].map { Customer(facts).coins($0, in: app) } == [15, 5, 0])
    let renewed = Customer(facts + [Self.period("2", from: 5, to: 35)])
    #expect([1, 5, 8, 34, 35].map { renewed.coins($0, in: app) } == [15, 15, 10, 10, 0])
    let without = Customer(Array(facts.dropFirst()))
    #expect(without.coins(1, in: app) == 5)
  }

  @Test("credits that would be lost with the plan are spent before older ones that never expire")
  func spentBeforeLost() throws {
    let event = CustomerEvent.milestone("tutorial")
    let rhythms: [(kept: Wallet.Gift.Rhythm, lost: Wallet.Gift.Rhythm)] = [
      (.on(.signUp, lasts: nil), .on(event, lasts: nil)),
      (.each(.month, upTo: nil), .each(.month, upTo: nil)),
    ]
    for (kept, lost) in rhythms {
      let gifts = [
        Wallet.Gift(amount: 10, kept), Wallet.Gift(amount: 10, lost, whileSubscribed: true),
      ]
      for gifts in [gifts, gifts.reversed()] {
        let app = try Blueprint(Self.definition(gifts))
        let facts: [Fact] = [
          .signedUp(SignUp(account: "ada", at: Self.start)), Self.period(from: 0, to: 5),
          .milestone(MilestoneReached(milestone: "tutorial", at: Self.start.days(1))),
          .spent(7, "a", on: 2),
        ]
        #expect(Self.coins(facts, 2...5, in: app) == [13, 13, 13, 10])
      }
    }
  }
}
