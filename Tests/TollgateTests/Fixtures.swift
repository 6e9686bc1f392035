import Tollgate

/// Apps small enough to read, one for each kind of trial.
enum Fixture {
  static let start = instant("2026-03-01T09:00:00Z")

  static let coachPaid = blueprint {
    $0.milestones = ["discovery-complete"]
    $0.onboarding = "discovery-complete"
    $0.products = [monthly("coach.monthly", gives: "premium", offer: .payAsYouGo)]
    $0.trial = Trial(
      start: .purchase(after: "discovery-complete"),
      terms: Trial.Terms(
        lasts: Period(3, .day), uses: Trial.Uses(feature: "send-message", limit: 100),
        entitlements: ["premium"]))
    $0.features = [
      Feature(
        id: "send-message",
        rules: [
          Feature.Rule(when: Condition(phases: [.onboarding]), allowance: .unlimited),
          Feature.Rule(when: Condition(phases: [.trial]), allowance: .upTo(100, per: .trial)),
          Feature.Rule(when: Condition(entitled: ["premium"]), allowance: .unlimited),
          Feature.Rule(allowance: .denied),
        ], paywall: "plans"),
      Feature(id: "read-conversation", rules: [Feature.Rule(allowance: .unlimited)]),
    ]
    $0.paywalls = [paywall("plans", "coach.monthly")]
    $0.placements = [
      Placement(
        id: "after-discovery", when: Condition(reached: ["discovery-complete"]), paywall: "plans")
    ]
  }

  static let coachFree = blueprint {
    $0.products = [monthly("coach.monthly", gives: "premium", offer: nil)]
    $0.trial = Trial(
      start: .signUp, terms: Trial.Terms(lasts: Period(7, .day), entitlements: ["premium"]))
    $0.features = [
      Feature(
        id: "send-message",
        rules: [
          Feature.Rule(when: Condition(entitled: ["premium"]), allowance: .unlimited),
          Feature.Rule(allowance: .denied),
        ], paywall: "plans")
    ]
    $0.paywalls = [paywall("plans", "coach.monthly")]
    $0.nudges = [
      Nudge(
        id: "tomorrow", anchor: .trialEnd, before: Period(1, .day),
        when: Condition(phases: [.trial]), text: "hello")
    ]
    $0.routes = [
      Route(hasJustSubscribed: true, screen: "app"),
      Route(session: .signedOut, hasSeenOnboarding: false, screen: "onboarding"),
      Route(session: .signedOut, screen: "login"),
      Route(when: Condition(entitled: ["premium"]), session: .signedIn, screen: "app"),
      Route(session: .signedIn, screen: "login", paywall: "plans"),
    ]
  }

  static let garden = blueprint {
    $0.hasFreeTier = true
    $0.products = [
      monthly("pro.monthly", gives: "pro", offer: nil),
      CatalogProduct(
        id: "pro.forever", kind: .nonConsumable, name: "Forever", entitlements: ["pro"]),
      CatalogProduct(id: "seeds", kind: .consumable, name: "Seeds", entitlements: []),
      CatalogProduct(
        id: "season", kind: .nonRenewing, name: "Season", entitlements: ["pro"],
        period: Period(3, .month)),
    ]
    $0.features = [
      Feature(
        id: "add-plant",
        rules: [
          Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited),
          Feature.Rule(allowance: .holding(3), paywall: "upgrade"),
        ]),
      Feature(
        id: "scan",
        rules: [
          Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .upTo(5, per: .day)),
          Feature.Rule(allowance: .upTo(1, per: .week)),
        ], paywall: "upgrade"),
      Feature(id: "drill", rules: [Feature.Rule(allowance: .upTo(1, per: .ever))]),
      Feature(id: "report", rules: [Feature.Rule(allowance: .upTo(2, per: .month))]),
    ]
    $0.paywalls = [paywall("upgrade", "pro.monthly")]
    $0.prompts = [
      Prompt(
        id: "card", shape: .card, placement: "garden",
        when: Condition(
          notEntitled: ["pro"], held: Condition.Held(feature: "add-plant", atLeast: 3)),
        icon: "leaf", text: "hello",
        patience: Prompt.Patience(dismissals: 3, staysAway: Period(30, .day)))
    ]
  }

  static let training = blueprint {
    $0.hasFreeTier = true
    $0.products = [monthly("pro.monthly", gives: "pro", offer: .freeTrial)]
    $0.trial = Trial(start: .introductoryOffer, terms: Trial.Terms(lasts: nil))
    $0.features = [
      Feature(
        id: "plan",
        rules: [Feature.Rule(when: Condition(entitled: ["pro"]), allowance: .unlimited)],
        paywall: "pro")
    ]
    $0.paywalls = [paywall("pro", "pro.monthly")]
  }

  static let all = [coachPaid, coachFree, garden, training, studio]

  static func definition(_ change: (inout Blueprint.Definition) -> Void) -> Blueprint.Definition {
    var definition = Blueprint.Definition(
      app: Blueprint.App(id: "app", name: "App", bundleID: "com.example.app"),
      texts: [LocalizedText(id: "hello", wordings: ["en": LocalizedText.Wording("Hello")])])
    change(&definition)
    return definition
  }

  static func blueprint(_ change: (inout Blueprint.Definition) -> Void) -> Blueprint {
    do { return try Blueprint(definition(change)) } catch { preconditionFailure("\(error)") }
  }

  private static func monthly(
    _ id: CatalogProduct.ID, gives entitlement: Entitlement.ID, offer: StoreOffer.Payment?
  ) -> CatalogProduct {
    CatalogProduct(
      id: id, kind: .autoRenewable, name: "Monthly", entitlements: [entitlement],
      price: Money(milliunits: 19_990, currency: "USD"), period: Period(1, .month), group: "plans",
      introductoryOffer: offer.map {
        CatalogProduct.IntroductoryOffer(payment: $0, period: Period(3, .day))
      })
  }

  private static func paywall(_ id: Paywall.ID, _ product: CatalogProduct.ID) -> Paywall {
    Paywall(id: id, title: "hello", packages: [Paywall.Package(product: product)])
  }
}

func instant(_ text: String) -> Instant {
  guard let instant = Instant(text) else { preconditionFailure("\(text) is not an instant") }
  return instant
}

extension Instant {
  func days(_ days: Int) -> Instant { adding(Period(1, .day), times: days) }
  func hours(_ hours: Int) -> Instant { adding(Period(1, .hour), times: hours) }
}

extension StoreTransaction {
  static func subscription(
    _ id: StoreTransaction.ID, of original: StoreTransaction.OriginalID = "1",
    product: CatalogProduct.ID = "pro.monthly", from: Instant, to: Instant?,
    revoked: Instant? = nil,
    upgraded: Bool = false, isRenewal: Bool? = nil, offer: StoreOffer.Payment? = nil,
    ownership: Ownership = .purchased, for buyer: Customer.ID? = nil, signed: Instant? = nil
  ) -> StoreTransaction {
    StoreTransaction(
      id: id, originalID: original, product: product, group: "plans", purchasedAt: from,
      expiresAt: to, revokedAt: revoked, isUpgraded: upgraded, isRenewal: isRenewal,
      offer: offer.map { StoreOffer(kind: .introductory, payment: $0) }, ownership: ownership,
      signedFor: buyer, signedAt: signed ?? revoked ?? from)
  }
}

extension Customer {
  /// Somebody who has opened the app on a phone.
  static func onPhone(at instant: Instant = Fixture.start) -> Customer {
    Customer([.device(DeviceUse(device: "phone", origin: "me", at: instant))])
  }

  func membership(_ blueprint: Blueprint, _ now: Instant) -> Membership {
    Membership(of: self, in: blueprint, at: now)
  }

  mutating func record(_ fact: Fact, _ blueprint: Blueprint, _ now: Instant) {
    for fact in blueprint.record([fact], for: self, at: now, history: []).facts { join(fact) }
  }

  mutating func reach(_ milestone: Milestone.ID, _ blueprint: Blueprint, _ now: Instant) {
    for fact in blueprint.reach(milestone, by: self, at: now, history: []).facts { join(fact) }
  }

  /// Uses a feature once; answers why not where it is denied.
  @discardableResult
  mutating func use(
    _ feature: Feature.ID, _ key: String, _ blueprint: Blueprint, _ now: Instant,
    item: Item.ID? = nil
  ) -> Denial? {
    guard let handle = blueprint.handle(of: feature) else { return nil }
    do {
      let decision = try blueprint.use(
        handle, by: self, id: "me", key: Idempotency.Key(key), item: item, at: now)
      for fact in decision.facts { join(fact) }
      return nil
    } catch { return error }
  }
}

/// A small generator with a seed to print; the same seed gives the same numbers everywhere.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Facts of every kind, with names from so small a set that many meet.
func randomFact(_ random: inout Seeded, from start: Instant) -> Fact {
  let at = start.hours(Int.random(in: 0..<(24 * 90), using: &random))
  let name = "\(Int.random(in: 1...3, using: &random))"
  switch Int.random(in: 0..<21, using: &random) {
  case 0: return .signedUp(SignUp(account: Account.ID(name), at: at))
  case 1: return .device(DeviceUse(device: Device.ID(name), origin: "me", at: at))
  case 2: return .milestone(MilestoneReached(milestone: "discovery-complete", at: at))
  case 3:
    return .trialStarted(
      TrialStart(
        trial: "trial", at: at,
        terms: Trial.Terms(
          lasts: Period(Int.random(in: 1...9, using: &random), .day),
          uses: Bool.random(using: &random)
            ? Trial.Uses(feature: "send-message", limit: 2) : nil, entitlements: ["premium"]),
        purchase: Bool.random(using: &random) ? "1" : nil))
  case 4: return .trialForfeited(TrialForfeit(trial: "trial", device: Device.ID(name), at: at))
  case 5, 6:
    return .transaction(
      .subscription(
        StoreTransaction.ID(name),
        of: StoreTransaction.OriginalID("\(Int.random(in: 1...2, using: &random))"),
        product: ["pro.monthly", "coach.monthly", "pro.forever", "season"].randomElement(
          using: &random) ?? "season",
        from: at, to: Bool.random(using: &random) ? at.adding(Period(1, .month)) : nil,
        revoked: Int.random(in: 0..<4, using: &random) == 0 ? at.days(4) : nil,
        upgraded: Int.random(in: 0..<6, using: &random) == 0,
        offer: Bool.random(using: &random) ? .freeTrial : nil,
        signed: start.hours(Int.random(in: 0..<8, using: &random))))
  case 7:
    return .renewal(
      StoreRenewal(
        originalID: "1", renewsTo: "pro.monthly", willRenew: Bool.random(using: &random),
        graceEndsAt: Bool.random(using: &random) ? at.days(35) : nil,
        isInBillingRetry: Bool.random(using: &random), resumesAt: at.days(40),
        commitment: Bool.random(using: &random)
          ? StoreRenewal.Commitment(
            willRenew: Bool.random(using: &random), endsAt: at.days(360)) : nil,
        signedAt: at.days(31)))
  case 8:
    return .use(
      Use(
        feature: ["send-message", "scan", "report"].randomElement(using: &random) ?? "scan",
        key: Idempotency.Key(name), origin: Customer.ID(name), isUnlimited: name == "3", at: at))
  case 9:
    return .item(
      ItemChange(
        feature: "add-plant", item: Item.ID("\(Int.random(in: 1...5, using: &random))"),
        key: Bool.random(using: &random) ? "again" : nil,
        isHeld: Int.random(in: 0..<4, using: &random) > 0, origin: Customer.ID(name), at: at))
  case 10:
    return .dismissal(
      Dismissal(
        prompt: "card", key: Idempotency.Key("\(Int.random(in: 1...6, using: &random))"), at: at))
  case 11:
    return Bool.random(using: &random)
      ? .paywall(
        PaywallEvent(
          paywall: "plans", action: .shown, key: Idempotency.Key(name),
          variants: Bool.random(using: &random) ? ["page": "short"] : [:], at: at))
      : .nudge(NudgeDelivery(nudge: "tomorrow", occurrence: start.days(1), at: at))
  case 14:
    return .credit(
      Credit(
        purchase: PurchaseID(name), transaction: StoreTransaction.ID(name), wallet: "coins",
        amount: Int.random(in: 0...9, using: &random),
        lifetime: Bool.random(using: &random) ? .period : .rollsOver(Wallet.Rollover())))
  case 15:
    return .spend(
      Spend(
        wallet: Bool.random(using: &random) ? "coins" : "gems", feature: "scan",
        key: Idempotency.Key("\(Int.random(in: 1...9, using: &random))"),
        origin: Customer.ID(name), amount: Int.random(in: 0...3, using: &random),
        unpaid: Int.random(in: 0...1, using: &random),
        rest: Bool.random(using: &random)
          ? [CreditPayment(wallet: "gems", amount: Int.random(in: 0...3, using: &random))] : [],
        at: at))
  case 13:
    return .profile(
      ProfileRow(
        table: "trackers", row: name,
        day: Bool.random(using: &random) ? "2026-03-0\(name)" : nil,
        values: Bool.random(using: &random) ? ["count": 0, "name": .string(name)] : [:], at: at))
  case 12:
    return .transfer(
      PurchaseTransfer(
        purchase: PurchaseID("\(Int.random(in: 1...2, using: &random))"),
        isHeld: Bool.random(using: &random), number: Int.random(in: 1...3, using: &random),
        isShared: Int.random(in: 0..<4, using: &random) == 0,
        spent: Bool.random(using: &random)
          ? [SpentCredit(wallet: "coins", transaction: "1", amount: 2)] : nil, at: at))
  case 18:
    let asked = RefundRequest(
      id: RefundRequest.ID(name), purchase: "1", transaction: "1", reason: .other, askedAt: at)
    return .refundRequest(
      Bool.random(using: &random) ? asked : asked.answered(.withheld(.noConsent), at: at))
  case 17:
    return .variant(
      VariantAssignment(
        experiment: "page", variant: Experiment.Variant.ID(name),
        reason: Bool.random(using: &random) ? .paywall : .purchase, at: at))
  case 16:
    return Bool.random(using: &random)
      ? .trialExtension(
        TrialExtension(
          id: TrialExtension.ID(name), trial: "trial", days: Int.random(in: 1...4, using: &random),
          startsOver: Bool.random(using: &random), author: .support, reason: "", at: at))
      : .trialPause(
        TrialPause(
          id: TrialPause.ID(name), trial: "trial", author: .backend, reason: "", startsAt: at,
          endsAt: Bool.random(using: &random) ? at.days(2) : nil))
  case 20:
    return .seat(
      TeamSeat(
        id: TeamSeat.ID(name), team: "family", side: Bool.random(using: &random) ? .owner : .member,
        number: Int.random(in: 1...3, using: &random), owner: "me", member: "ann", invitedAt: at,
        expiresAt: at.days(7), joinedAt: at.days(1),
        rights: [
          TeamSeat.Right(
            entitlement: "pro", startsAt: at.days(1),
            endsAt: Bool.random(using: &random) ? at.days(20) : nil)
        ]))
  default:
    return .grant(
      Grant(
        id: Grant.ID(name), entitlements: ["pro"], startsAt: at, endsAt: at.days(10),
        lasts: Bool.random(using: &random) ? Period(5, .day) : nil,
        revokedAt: Bool.random(using: &random) ? at.days(3) : nil, name: "referral", givenAt: at))
  }
}
