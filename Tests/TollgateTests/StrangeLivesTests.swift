import Testing
import Tollgate

/// Cases in which an earlier engine decided wrongly.
@Suite("Unusual lifecycles")
struct StrangeLivesTests {
  private let start = Fixture.start
  private let coach = Fixture.coachPaid

  /// A customer whose purchase started the paid trial.
  private func trialist(
    _ id: StoreTransaction.ID = "1", days: Int = 3, willRenew: Bool? = nil
  ) -> Customer {
    var customer = Customer.onPhone()
    customer.reach("discovery-complete", coach, start)
    customer.record(.transaction(introductory(id, days: days)), coach, start)
    if let willRenew { customer.join(.renewal(renewal(willRenew, at: start.hours(2)))) }
    return customer
  }

  private func introductory(
    _ id: StoreTransaction.ID = "1", days: Int = 3, revoked: Instant? = nil,
    ownership: StoreTransaction.Ownership = .purchased
  ) -> StoreTransaction {
    .subscription(
      id, of: StoreTransaction.OriginalID(id.rawValue), product: "coach.monthly", from: start,
      to: start.days(days), revoked: revoked, offer: .payAsYouGo, ownership: ownership)
  }

  private func renewal(_ willRenew: Bool, at instant: Instant) -> StoreRenewal {
    StoreRenewal(
      originalID: "1", renewsTo: "coach.monthly", willRenew: willRenew, signedAt: instant)
  }

  private func spend(_ customer: inout Customer, _ count: Int = 100) {
    for key in 0..<count { customer.use("send-message", "\(key)", coach, start.hours(1)) }
  }

  @Test(
    "CP-6 after the last message of a trial that renews, the plan starts without further action")
  func hundredthMessage() {
    var customer = trialist(willRenew: true)
    spend(&customer)
    let membership = customer.membership(coach, start.hours(2))
    #expect(membership.phase == .trialExpired)
    #expect(membership.trial?.ending == .uses)
    #expect(membership.packages(of: "plans").isEmpty)
    #expect(membership.paywall(at: "after-discovery") == nil)
    #expect(membership.nextChange == start.days(3))
    // A renewal that the store promised is awaited until the store reports the outcome.
    #expect(customer.membership(coach, start.days(3)).phase == .subscribed)
    #expect(customer.membership(coach, start.days(4)).phase == .trialExpired)
  }

  @Test("CP-6 after the last message of a trial that is cancelled, managing is offered, not buying")
  func hundredthMessageCancelled() {
    var customer = trialist(willRenew: false)
    spend(&customer)
    let denial = Denial(
      reason: .limitReached, limit: Limit(limit: 100, used: 100, scope: .trial), paywall: nil,
      isManagedInStore: true)
    let membership = customer.membership(coach, start.hours(2))
    #expect(membership.access(to: "send-message") == .denied(denial))
    let after = customer.membership(coach, start.days(3))
    #expect(
      after.access(to: "send-message") == .denied(Denial(reason: .notIncluded, paywall: "plans")))
    #expect(!after.offersIntroductory("coach.monthly"))
  }

  @Test("CP-6 a refunded trial names its cause and sells at the regular price immediately")
  func refunded() {
    var customer = trialist(willRenew: true)
    spend(&customer)
    customer.join(.transaction(introductory(revoked: start.hours(3))))
    let membership = customer.membership(coach, start.hours(3))
    #expect(membership.access(to: "send-message").denial?.paywall == "plans")
    #expect(membership.access(to: "send-message").denial?.startsAt == nil)
    #expect(!membership.offersIntroductory("coach.monthly"))
  }

  @Test("what was paid for lasts to its end, however short the blueprint calls the trial")
  func longerPeriod() {
    let customer = trialist(days: 7)
    #expect(customer.membership(coach, start.days(7).adding(milliseconds: -1)).phase == .trial)
    #expect(customer.membership(coach, start.days(7)).phase == .trialExpired)
  }

  @Test("an add-on gives its entitlement and does not change a phase, limit or paywall")
  func addOn() {
    let blueprint = Fixture.blueprint {
      $0 = coach.definition
      $0.products.append(
        CatalogProduct(
          id: "stickers", kind: .nonConsumable, name: "Stickers", entitlements: ["stickers"]))
    }
    var customer = trialist()
    customer.join(
      .transaction(
        .subscription("9", of: "9", product: "stickers", from: start.hours(1), to: nil)))
    let membership = customer.membership(blueprint, start.hours(2))
    #expect(membership.phase == .trial)
    #expect(membership.entitlement("stickers").isActive)
    #expect(
      membership.access(to: "send-message")
        == .allowed(Limit(limit: 100, used: 0, scope: .trial)))
  }

  @Test("an introductory offer of an add-on starts no trial")
  func otherOffer() {
    let blueprint = Fixture.blueprint {
      $0 = coach.definition
      $0.products.append(
        CatalogProduct(
          id: "voices", kind: .autoRenewable, name: "Voices", entitlements: ["voices"],
          period: Period(1, .month), group: "voices",
          introductoryOffer: CatalogProduct.IntroductoryOffer(
            payment: .payAsYouGo, period: Period(1, .month))))
    }
    var customer = Customer.onPhone()
    customer.reach("discovery-complete", blueprint, start)
    customer.record(
      .transaction(
        .subscription(
          "1", product: "voices", from: start, to: start.days(30), offer: .payAsYouGo)),
      blueprint, start)
    #expect(customer.start(of: "trial") == nil)
    #expect(customer.membership(blueprint, start).phase == .blocked)
  }

  @Test(
    "a second introductory offer of a subscription starts no trial, one of another group does")
  func introducedAgain() {
    func plan(_ id: CatalogProduct.ID, group: SubscriptionGroup.ID) -> CatalogProduct {
      CatalogProduct(
        id: id, kind: .autoRenewable, name: "Plan", entitlements: ["pro"],
        period: Period(1, .month), group: group,
        introductoryOffer: CatalogProduct.IntroductoryOffer(
          payment: .freeTrial, period: Period(3, .day)))
    }
    func offer(
      _ id: StoreTransaction.ID, of original: StoreTransaction.OriginalID,
      _ product: CatalogProduct.ID, on day: Int
    ) -> Fact {
      .transaction(
        .subscription(
          id, of: original, product: product, from: start.days(day), to: start.days(day + 3),
          offer: .freeTrial))
    }
    let blueprint = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.plan = ["pro"]
      $0.products = [plan("month", group: "plans"), plan("other", group: "others")]
      $0.trial = Trial(start: .introductoryOffer, terms: Trial.Terms(lasts: nil))
    }
    let first = offer("1", of: "1", "month", on: 0)
    let later = Customer([
      first, offer("2", of: "1", "month", on: 100), offer("3", of: "3", "other", on: 200),
    ])
    #expect(
      [1, 10, 101, 110, 201].map { later.membership(blueprint, start.days($0)).phase }
        == [.trial, .trialExpired, .subscribed, .lapsed, .trial])
    // Within the time in which the store retries a payment, it may be a period of the same offer.
    let soon = Customer([first, offer("2", of: "1", "month", on: 30)])
    #expect(soon.membership(blueprint, start.days(31)).phase == .trial)
  }

  private var tiers: Blueprint {
    Fixture.blueprint {
      $0.products = [("basic", 2), ("pro", 1)].map { name, level in
        CatalogProduct(
          id: CatalogProduct.ID(name), kind: .autoRenewable, name: name,
          entitlements: [Entitlement.ID(name)], period: Period(1, .month), group: "plans",
          level: level)
      }
      $0.paywalls = [
        Paywall(
          id: "plans", title: "hello",
          packages: [Paywall.Package(product: "basic"), Paywall.Package(product: "pro")])
      ]
    }
  }

  @Test(
    "EX-10 an upgrade ends the lower tier for good, refunded or not, with or without the store's mark",
    arguments: [(false, false), (false, true), (true, false), (true, true)])
  func upgrade(isMarked: Bool, isRefunded: Bool) {
    let customer = Customer([
      .transaction(
        .subscription(
          "1", product: "basic", from: start, to: start.days(30), upgraded: isMarked,
          signed: start.days(11))),
      .transaction(
        .subscription(
          "2", product: "pro", from: start.days(10), to: start.days(40),
          revoked: isRefunded ? start.days(12) : nil)),
    ])
    #expect(customer.membership(tiers, start.days(9)).entitlements == ["basic"])
    #expect(customer.membership(tiers, start.days(10)).entitlements == ["pro"])
    #expect(customer.membership(tiers, start.days(12)).entitlements == (isRefunded ? [] : ["pro"]))
  }

  @Test("EX-10 a mark without a known successor ends nothing early")
  func lonelyMark() {
    let customer = Customer([
      .transaction(
        .subscription("1", product: "basic", from: start, to: start.days(30), upgraded: true))
    ])
    #expect(customer.membership(tiers, start.days(29)).entitlements == ["basic"])
  }

  @Test("EX-9 a paywall shows only what the store would start now")
  func actsNow() {
    func selling(_ product: CatalogProduct.ID) -> [CatalogProduct.ID] {
      Customer([
        .transaction(.subscription("1", product: product, from: start, to: start.days(30)))
      ]).membership(tiers, start.days(1)).packages(of: "plans").map(\.product)
    }
    #expect(Customer().membership(tiers, start).packages(of: "plans").count == 2)
    #expect(selling("basic") == ["pro"])
    #expect(selling("pro").isEmpty)
  }

  @Test("a family member's copy gives the trial's terms")
  func family() {
    var customer = Customer.onPhone()
    customer.reach("discovery-complete", coach, start)
    customer.record(.transaction(introductory(ownership: .familyShared)), coach, start)
    #expect(
      customer.membership(coach, start).access(to: "send-message")
        == .allowed(Limit(limit: 100, used: 0, scope: .trial)))
  }

  @Test("a transferred purchase carries the trial's start and uses")
  func transferred() {
    var owner = trialist()
    spend(&owner, 40)
    let other = Customer(
      owner.facts(of: "1") + [
        .milestone(
          MilestoneReached(
            milestone: "discovery-complete", at: start))
      ])
    #expect(other.membership(coach, start.hours(2)).trial?.used == 40)
    owner.join(
      .transfer(PurchaseTransfer(purchase: "1", isHeld: false, number: 1, at: start.hours(3))))
    let after = owner.membership(coach, start.hours(3))
    #expect(after.trial?.ending == .transfer)
    #expect(after.entitlements.isEmpty)
  }

  @Test("a milestone after the purchase gives no day beyond what the store signed")
  func lateMilestone() {
    var customer = Customer.onPhone()
    customer.record(.transaction(introductory()), coach, start)
    customer.join(.renewal(renewal(false, at: start.hours(1))))
    #expect(customer.membership(coach, start.days(1)).phase == .subscribed)
    let late = start.days(3).adding(Period(1, .minute), times: -1)
    customer.reach("discovery-complete", coach, late)
    #expect(customer.membership(coach, late).phase == .trial)
    #expect(customer.membership(coach, start.days(3)).phase == .trialExpired)
  }

  @Test("GB-2 a running subscriber is never promised an introductory offer")
  func runningSubscriber() {
    let facts = [
      Fact.transaction(
        .subscription("1", product: "coach.monthly", from: start, to: start.days(30)))
    ]
    let customer = Customer(facts)
    #expect(!customer.membership(coach, start.days(1)).offersIntroductory("coach.monthly"))
    #expect(customer.membership(coach, start.days(30)).offersIntroductory("coach.monthly"))
  }

  @Test("GB-2 no introductory offer is promised while the store is still retrying the charge")
  func billingRetry() {
    var customer = Customer([
      .transaction(
        .subscription("1", product: "coach.monthly", from: start, to: start.days(30))),
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "coach.monthly", willRenew: true, isInBillingRetry: true,
          signedAt: start.days(30))),
    ])
    let retrying = customer.membership(coach, start.days(31))
    #expect(retrying.entitlements.isEmpty)
    #expect(!retrying.offersIntroductory("coach.monthly"))
    customer.join(
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "coach.monthly", willRenew: false, signedAt: start.days(90))))
    #expect(customer.membership(coach, start.days(91)).offersIntroductory("coach.monthly"))
  }

  @Test("GB-2 a subscription takes the introductory offers of its own group away, and no others")
  func otherGroup() {
    func plan(_ id: CatalogProduct.ID, group: SubscriptionGroup.ID) -> CatalogProduct {
      CatalogProduct(
        id: id, kind: .autoRenewable, name: "Plan", entitlements: ["pro"],
        period: Period(1, .month), group: group,
        introductoryOffer: CatalogProduct.IntroductoryOffer(
          payment: .freeTrial, period: Period(3, .day)))
    }
    let blueprint = Fixture.blueprint {
      $0.products = [
        plan("month", group: "plans"), plan("bundle", group: "plans"),
        plan("other", group: "others"),
      ]
      $0.features = [
        Feature(
          id: "print",
          rules: [
            Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited),
            Feature.Rule(allowance: .denied),
          ], paywall: "plans")
      ]
      $0.paywalls = [
        Paywall(
          id: "plans", title: "hello",
          packages: $0.products.map { Paywall.Package(product: $0.id) })
      ]
    }
    let customer = Customer([
      .transaction(.subscription("1", product: "month", from: start, to: start.days(30)))
    ])
    let membership = customer.membership(blueprint, start.days(1))
    #expect(!membership.offersIntroductory("bundle"))
    #expect(membership.offersIntroductory("other"))
  }

  @Test("a nudge before a period's end comes once for each period")
  func eachPeriod() {
    let blueprint = Fixture.blueprint {
      $0 = Fixture.coachFree.definition
      $0.nudges = [
        Nudge(
          id: "renews", anchor: .periodEnd, before: Period(1, .day), when: .always, text: "hello")
      ]
    }
    var customer = Customer([
      .transaction(
        .subscription("1", product: "coach.monthly", from: start, to: start.days(30))),
      .nudge(NudgeDelivery(nudge: "renews", occurrence: start, at: start.days(29))),
    ])
    #expect(customer.membership(blueprint, start.days(1)).nudges.isEmpty)
    customer.join(
      .transaction(
        .subscription("2", product: "coach.monthly", from: start.days(30), to: start.days(60))))
    #expect(customer.membership(blueprint, start.days(30)).nudges.map(\.at) == [start.days(59)])
  }

  @Test("CP-11 a trial that is shorter than a nudge comes before its end plans none")
  func shortenedTrial() {
    let blueprint = Fixture.blueprint {
      $0 = coach.definition
      $0.nudges = [
        Nudge(id: "ends", anchor: .trialEnd, before: Period(1, .day), when: .always, text: "hello")
      ]
    }
    func nudges(lasting minutes: Int) -> [Instant] {
      var customer = Customer.onPhone()
      customer.reach("discovery-complete", blueprint, start)
      customer.record(
        .transaction(
          .subscription(
            "1", product: "coach.monthly", from: start,
            to: start.adding(Period(minutes, .minute)), offer: .payAsYouGo)), blueprint, start)
      return customer.membership(blueprint, start).nudges.map(\.at)
    }
    #expect(nudges(lasting: 3).isEmpty)
    #expect(nudges(lasting: 3 * 24 * 60) == [start.days(2)])
  }

  @Test("gardens with equal plant names keep all plants until a merge releases the duplicates")
  func gardens() {
    func garden(_ origin: Customer.ID) -> Customer {
      Customer(
        ["rose", "fern"].map {
          .item(
            ItemChange(
              feature: "add-plant", item: Item.ID($0), isHeld: true, origin: origin, at: start))
        })
    }
    var customer = garden("me")
    customer.join(garden("before"))
    #expect(customer.heldItems(of: "add-plant", at: start).count == 4)
    customer.join(
      .item(
        ItemChange(
          feature: "add-plant", item: "rose", isHeld: false, origin: "me", at: start.days(1))))
    #expect(customer.heldItems(of: "add-plant", at: start.days(1)) == ["fern", "fern", "rose"])
  }

  @Test(
    "a use counts however late its instant, and an instant is never earlier than what was stamped")
  func clockBack() {
    let blueprint = Fixture.garden
    var customer = Customer()
    customer.use("drill", "1", blueprint, start.hours(1))
    #expect(customer.use("drill", "2", blueprint, start) != nil)
    #expect(customer.now(notBefore: start) == start.hours(1))
    #expect(customer.now(notBefore: start.hours(2)) == start.hours(2))
    #expect(customer.now(notBefore: start.hours(-24)) == nil)
    customer.join(
      .transaction(
        .subscription("1", from: start.days(9), to: start.days(10), signed: start.hours(0))))
    #expect(customer.now(notBefore: start) == start.hours(1))
  }

  @Test("a trial limited only by uses has no days left")
  func usesAlone() {
    let blueprint = Fixture.blueprint {
      $0 = Fixture.coachFree.definition
      $0.trial = Trial(
        start: .signUp,
        terms: Trial.Terms(
          lasts: nil, uses: Trial.Uses(feature: "send-message", limit: 5),
          entitlements: ["premium"]))
    }
    let customer = Customer(
      blueprint.signUp(.onPhone(), account: "a", at: start, history: []).facts)
    let membership = customer.membership(blueprint, start)
    #expect(membership.trial?.daysLeft == nil)
    #expect(membership.number(.trialDaysLeft) == nil)
    #expect(membership.trial?.usesLeft == 5)
  }

  @Test("the version that gives more wins over another signed at the same instant, by number")
  func ties() {
    func ends(_ days: [Int]) -> Instant? {
      Customer(
        days.map {
          .transaction(.subscription("1", from: start, to: start.days($0), signed: start))
        }
      ).storeTransactions.first?.expiresAt
    }
    #expect(ends([9, 30]) == start.days(30))
    #expect(ends([30, 9]) == start.days(30))
    func grace(_ days: [Int]) -> Instant? {
      Customer(
        days.map {
          .renewal(
            StoreRenewal(
              originalID: "1", renewsTo: "pro.monthly", willRenew: true,
              graceEndsAt: start.days($0), signedAt: start))
        }
      ).renewal(of: "1")?.graceEndsAt
    }
    #expect(grace([9, 16]) == start.days(16))
    #expect(grace([16, 9]) == start.days(16))
  }

  @Test("paywall impressions are counted, with the feature and the placement that showed it")
  func openings() {
    let events = [("1", "send-message"), ("2", "send-message"), ("2", "send-message"), ("3", nil)]
      .map { key, feature in
        Fact.paywall(
          PaywallEvent(
            paywall: "plans", action: .shown, key: Idempotency.Key(key),
            feature: feature.map { Feature.ID($0) }, at: start))
      }
    let customer = Customer(events)
    #expect(customer.count(of: .shown, on: "plans") == 3)
    #expect(customer.count(of: .shown, on: "plans", feature: "send-message") == 2)
    #expect(customer.count(of: .closed, on: "plans") == 0)
  }

  @Test("a sandbox purchase is separate from production's and uses up none of it")
  func sandbox() {
    let product = coach.definition.products[0]
    func bought(_ environment: StoreEnvironment) -> Fact {
      .transaction(
        StoreTransaction(
          id: "1", originalID: "1", product: "coach.monthly", group: "plans", purchasedAt: start,
          expiresAt: start.days(environment == .sandbox ? 9 : 3),
          offer: StoreOffer(kind: .introductory, payment: .payAsYouGo), environment: environment,
          signedAt: start))
    }
    var customer = Customer([bought(.sandbox)])
    #expect(customer.membership(coach, start).entitlement("premium").isActive)
    #expect(customer.membership(coach, start).subscription?.purchase.environment == .sandbox)
    #expect(customer.isEligibleForIntroductoryOffer(of: product))
    #expect(!customer.isEligibleForIntroductoryOffer(of: product, in: .sandbox))
    customer.join(bought(.production))
    #expect(customer.storeTransactions.count == 2)
    #expect(customer.membership(coach, start).subscription?.purchase.environment == .production)
  }
}

extension Access {
  fileprivate var denial: Denial? {
    switch self {
    case .denied(let denial): denial
    case .allowed, .unknown: nil
    }
  }
}
