import Testing

@testable import Tollgate

@Suite("The fold of facts is a join")
struct FoldTests {
  static let at = Fixture.start

  private static func planted(_ key: Idempotency.Key, day: Int) -> Fact {
    .item(
      ItemChange(
        feature: "add-plant", item: "fern", key: key, isHeld: true, origin: "me", at: at.days(day)))
  }

  private static func removed(_ key: Idempotency.Key, day: Int) -> Fact {
    .item(
      ItemChange(
        feature: "add-plant", item: "fern", key: key, isHeld: false, origin: "me", at: at.days(day))
    )
  }

  /// Sets of facts that meet in one place, so that their order could matter.
  static let meetings: [[Fact]] = [
    [
      .transaction(.subscription("1", from: at, to: at.days(30))),
      .transaction(
        .subscription("1", from: at, to: at.days(30), revoked: at.days(3), signed: at.days(3))),
      .transaction(.subscription("1", from: at, to: at.days(30), signed: at.days(5))),
      .transaction(.subscription("2", from: at.days(30), to: at.days(60))),
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "pro.monthly", willRenew: false, signedAt: at.days(2))),
      .renewal(
        StoreRenewal(
          originalID: "1", renewsTo: "pro.monthly", willRenew: true, signedAt: at.days(4))),
    ],
    [
      .transaction(.subscription("1", from: at, to: at.days(30))),
      .transaction(.subscription("1", from: at, to: at.days(31))),
      .transaction(.subscription("1", from: at, to: at.days(30), revoked: at.days(1), signed: at)),
      .transaction(.subscription("1", from: at, to: at.days(30), revoked: at.days(2), signed: at)),
      .transaction(.subscription("1", from: at, to: at.days(30), upgraded: true)),
    ],
    [
      .trialStarted(TrialStart(trial: "trial", at: at, terms: Trial.Terms(lasts: Period(3, .day)))),
      .trialStarted(TrialStart(trial: "trial", at: at, terms: Trial.Terms(lasts: Period(4, .day)))),
      .trialStarted(
        TrialStart(trial: "trial", at: at.days(1), terms: Trial.Terms(lasts: Period(9, .day)))),
      .milestone(MilestoneReached(milestone: "discovery-complete", at: at.days(2))),
      .milestone(MilestoneReached(milestone: "discovery-complete", at: at)),
      .trialForfeited(TrialForfeit(trial: "trial", device: "phone", at: at)),
    ],
    [
      .trialExtension(
        TrialExtension(
          id: "x", trial: "trial", days: 3, author: .support, reason: "bug", at: at.days(1))),
      .trialExtension(
        TrialExtension(
          id: "x", trial: "trial", days: 5, author: .backend, reason: "bug", at: at.days(1))),
      .trialExtension(
        TrialExtension(id: "x", trial: "trial", days: 9, author: .support, reason: "", at: at)),
      .trialPause(
        TrialPause(id: "p", trial: "trial", author: .support, reason: "b", startsAt: at.days(1))),
      .trialPause(
        TrialPause(
          id: "p", trial: "trial", author: .backend, reason: "a", startsAt: at, endsAt: at.days(4))
      ),
      .trialPause(
        TrialPause(
          id: "p", trial: "other", author: .support, reason: "a", startsAt: at.days(2),
          endsAt: at.days(3))),
    ],
    [
      .variant(VariantAssignment(experiment: "e", variant: "a", reason: .trial, at: at.days(1))),
      .variant(VariantAssignment(experiment: "e", variant: "b", reason: .paywall, at: at)),
      .variant(VariantAssignment(experiment: "e", variant: "b", reason: .purchase, at: at)),
      .variant(VariantAssignment(experiment: "f", variant: "b", reason: .paywall, at: at)),
      .paywall(
        PaywallEvent(paywall: "plans", action: .shown, key: "k", variants: ["e": "b"], at: at)),
      .paywall(PaywallEvent(paywall: "plans", action: .shown, key: "k", at: at)),
    ],
    [
      .refundRequest(
        RefundRequest(
          id: "n", purchase: "1", transaction: "2", reason: .other, askedAt: at)),
      .refundRequest(
        RefundRequest(
          id: "n", purchase: "1", transaction: "2", reason: .other, askedAt: at
        ).answered(.withheld(.noConsent), at: at.days(1))),
      .refundRequest(
        RefundRequest(
          id: "n", purchase: "1", transaction: "2", reason: .other, askedAt: at
        ).answered(.refused("4000036"), at: at.days(1))),
      .refundRequest(
        RefundRequest(
          id: "n", purchase: "1", transaction: "3", reason: .legal, askedAt: at.days(1)
        ).answered(.withheld(.late), at: at.days(2))),
      .refundRequest(
        RefundRequest(
          id: "o", purchase: "1", transaction: "2", reason: .legal, askedAt: at)),
    ],
    [
      .item(ItemChange(feature: "add-plant", item: "fern", isHeld: true, origin: "me", at: at)),
      .item(
        ItemChange(feature: "add-plant", item: "fern", isHeld: false, origin: "me", at: at.days(1))),
      .item(
        ItemChange(feature: "add-plant", item: "fern", isHeld: true, origin: "me", at: at.days(2))),
      .use(Use(feature: "scan", key: "a", origin: "me", at: at)),
      .use(Use(feature: "scan", key: "a", origin: "me", at: at.days(1))),
      .use(Use(feature: "scan", key: "a", origin: "you", at: at)),
    ],
    [
      planted("a", day: 0), removed("a", day: 1), planted("b", day: 2), removed("b", day: 4),
      removed("a", day: 3), .reserved("add-plant", "b", item: "fern", at: at.days(1)),
    ],
    [
      .attribute(AttributeChange(attribute: "goal", setBy: .app, value: "strength", at: at)),
      .attribute(AttributeChange(attribute: "goal", setBy: .app, value: "endurance", at: at)),
      .attribute(AttributeChange(attribute: "goal", setBy: .app, value: nil, at: at)),
      .attribute(AttributeChange(attribute: "goal", setBy: .app, value: 7, at: at.days(1))),
      .attribute(AttributeChange(attribute: "goal", setBy: .app, value: nil, at: at.days(2))),
      .attribute(AttributeChange(attribute: "goal", setBy: .backend, value: true, at: at)),
    ],
    [
      .grant(
        Grant(
          id: "g", entitlements: ["pro"], startsAt: at, endsAt: at.days(9),
          notes: [GrantNote(action: .granted, at: at, by: "sk_1", reason: "kind")])),
      .grant(
        Grant(
          id: "g", entitlements: ["pro"], startsAt: at, endsAt: at.days(9), revokedAt: at.days(2),
          notes: [GrantNote(action: .revoked, at: at.days(2), by: "sk_2", reason: "fraud")])),
      .grant(Grant(id: "g", entitlements: ["gold"], startsAt: at.days(1), endsAt: nil)),
      .signedUp(SignUp(account: "a", at: at.days(3))),
      .signedUp(SignUp(account: "a", at: at)),
      .signedUp(SignUp(account: "b", at: at)),
    ],
    [
      .transaction(.subscription("1", from: at, to: at.days(30), for: "me")),
      .transaction(.subscription("1", from: at, to: at.days(30), for: "you")),
      .transfer(PurchaseTransfer(purchase: "1", isHeld: false, number: 1, at: at.days(1))),
      .transfer(PurchaseTransfer(purchase: "1", isHeld: true, number: 1, at: at.days(1))),
      .transfer(PurchaseTransfer(purchase: "1", isHeld: false, number: 2, at: at.days(2))),
      .transfer(PurchaseTransfer(purchase: "1", isHeld: false, number: 2, at: at.days(9))),
    ],
    [
      .transfer(
        PurchaseTransfer(purchase: "1", isHeld: true, number: 1, isShared: true, at: at.days(1))),
      .transfer(PurchaseTransfer(purchase: "1", isHeld: true, number: 1, at: at.days(1))),
      .transfer(
        PurchaseTransfer(
          purchase: "1", isHeld: true, number: 1,
          spent: [SpentCredit(wallet: "coins", transaction: "1", amount: 2)], at: at.days(1))),
      .credit(
        Credit(purchase: "1", transaction: "1", wallet: "coins", amount: 5, lifetime: .period)),
      .credit(
        Credit(purchase: "1", transaction: "1", wallet: "coins", amount: 7, lifetime: .period)),
      .credit(
        Credit(purchase: "1", transaction: "1", wallet: "coins", amount: 7, lifetime: .unlimited)),
    ],
    [
      .spend(
        Spend(wallet: "coins", feature: "scan", key: "a", origin: "me", amount: 2, at: at)),
      .spend(
        Spend(
          wallet: "coins", feature: "scan", key: "a", origin: "me", amount: 1, unpaid: 1, at: at)),
      .spend(
        Spend(
          wallet: "gems", feature: "scan", key: "a", origin: "me", amount: 9, at: at.days(-1))),
      .spend(
        Spend(
          wallet: "coins", feature: "scan", key: "a", origin: "me", amount: 2,
          rest: [CreditPayment(wallet: "gems", amount: 1)], at: at)),
      .spend(
        Spend(wallet: "coins", feature: "scan", key: "a", origin: "you", amount: 2, at: at)),
      .spend(
        Spend(wallet: "coins", feature: "draw", key: "a", origin: "me", amount: 2, at: at)),
    ],
    [
      .reserved("scan", "a", at: at),
      .reserved("scan", "a", at: at.hours(1)),
      .reserved("scan", "a", by: "you", at: at),
      .released("scan", "a", at: at.hours(1)),
      .released("scan", "a", at: at.hours(2)),
      .reserved("scan", "a", at: at.hours(3)),
    ],
    [
      .reserved("scan", "a", at: at),
      .use(Use(feature: "scan", key: "a", origin: "me", at: at.hours(9))),
      .released("scan", "a", at: at.hours(1)),
      .reserved("add-plant", "b", item: "fern", at: at),
      .reserved("add-plant", "b", item: "ivy", at: at.hours(1)),
      .item(ItemChange(feature: "add-plant", item: "ivy", isHeld: true, origin: "me", at: at)),
    ],
    [
      .dismissal(Dismissal(prompt: "card", key: "1", at: at)),
      .dismissal(Dismissal(prompt: "card", key: "1", at: at.days(1))),
      .dismissal(Dismissal(prompt: "card", key: "2", at: at)),
      .nudge(NudgeDelivery(nudge: "tomorrow", occurrence: at, at: at)),
      .paywall(PaywallEvent(paywall: "plans", action: .shown, key: "1", at: at)),
      .device(DeviceUse(device: "phone", origin: "me", at: at)),
    ],
    [
      .device(DeviceUse(device: "phone", origin: "them", at: at)),
      .device(DeviceUse(device: "phone", origin: "me", at: at.days(2))),
      .device(DeviceUse(device: "phone", origin: "you", at: at.days(1))),
      .device(DeviceUse(device: "tablet", origin: "you", at: at)),
      .device(DeviceUse(device: "tablet", origin: "you", at: at.days(1))),
    ],
    [
      .teamItems(TeamItems(seat: "ann", feature: "project", count: 1, size: 5, at: at)),
      .teamItems(TeamItems(seat: "ann", feature: "project", count: 2, size: 4, at: at.days(1))),
      .teamItems(TeamItems(seat: "ann", feature: "project", count: 1, size: 6, at: at.days(1))),
      .teamItems(TeamItems(seat: "ann", feature: "store", count: 1, size: 5, at: at)),
      .teamItems(TeamItems(seat: "ben", feature: "project", count: 0, size: 0, at: at)),
    ],
    [
      .profile(ProfileRow(table: "trackers", row: "today", day: "2026-03-01", at: at)),
      .profile(ProfileRow(table: "trackers", row: "today", day: "2026-03-02", at: at.days(1))),
      .profile(ProfileRow(table: "trackers", row: "today", day: "2026-03-02", at: at.days(2))),
      .profile(ProfileRow(table: "users", row: "user", at: at.days(1))),
      .profile(ProfileRow(table: "users", row: "user", at: at)),
      .profile(ProfileRow(table: "users", row: "today", at: at)),
    ],
    [
      .profile(ProfileRow(table: "users", row: "user", at: at)),
      .profile(ProfileRow(table: "users", row: "user", values: ["a": 1], at: at)),
      .profile(ProfileRow(table: "users", row: "user", values: ["a": "1"], at: at)),
      .profile(ProfileRow(table: "users", row: "user", values: ["a": false, "b": 0], at: at)),
      .profile(ProfileRow(table: "users", row: "user", values: ["a": true], at: at)),
    ],
  ]

  @Test("the bytes of what a customer reported are those of each report, once")
  func reportedBytes() {
    let use = Use(feature: "scan", key: "a", origin: "me", at: Self.at)
    let dismissal = Dismissal(prompt: "card", key: "a", at: Self.at)
    #expect(use.reportedBytes > 0 && dismissal.reportedBytes > 0)
    #expect(Customer([.use(use), .use(use)]).reportedBytes == use.reportedBytes)
    #expect(
      Customer([.use(use), .dismissal(dismissal)]).reportedBytes
        == use.reportedBytes + dismissal.reportedBytes)
    #expect(Customer([.signedUp(SignUp(account: "a", at: Self.at))]).reportedBytes == 0)
  }

  @Test("every order of a small set of facts gives the same customer", arguments: meetings)
  func everyOrder(facts: [Fact]) {
    let expected = Customer(facts)
    var count = 0
    permutations(facts) { order in
      count += 1
      #expect(Customer(order) == expected)
    }
    #expect(count == (1...facts.count).reduce(1, *))
  }

  @Test("every fact may come twice, anywhere", arguments: meetings)
  func everyDuplicate(facts: [Fact]) {
    let expected = Customer(facts)
    for fact in facts {
      for position in 0...facts.count {
        var more = facts
        more.insert(fact, at: position)
        #expect(Customer(more) == expected)
      }
    }
  }

  @Test("every split of a set into two customers merges into the same one", arguments: meetings)
  func everySplit(facts: [Fact]) {
    let expected = Customer(facts)
    for mask in 0..<(1 << facts.count) {
      var left = Customer(facts.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element))
      var right = Customer(facts.enumerated().filter { mask >> $0.offset & 1 == 0 }.map(\.element))
      let first = left
      left.join(right)
      right.join(first)
      #expect(left == expected)
      #expect(right == expected)
    }
  }

  @Test(
    "large random sets fold, merge and associate alike", arguments: 1...40 as ClosedRange<UInt64>)
  func randomSets(seed: UInt64) {
    var random = Seeded(state: seed)
    let facts = (0..<400).map { _ in randomFact(&random, from: Self.at) }
    let expected = Customer(facts)
    #expect(Customer(facts.shuffled(using: &random) + facts.prefix(100)) == expected)

    var parts = (0..<3).map { part in
      Customer(facts.enumerated().filter { $0.offset % 3 == part }.map(\.element))
    }
    parts.shuffle(using: &random)
    var leftFirst = parts[0]
    leftFirst.join(parts[1])
    leftFirst.join(parts[2])
    var rightFirst = parts[1]
    rightFirst.join(parts[2])
    var outer = parts[0]
    outer.join(rightFirst)
    #expect(leftFirst == expected, "seed \(seed)")
    #expect(outer == expected, "seed \(seed)")
  }

  @Test("a customer is written as the facts that make it", arguments: 1...20 as ClosedRange<UInt64>)
  func writesFacts(seed: UInt64) {
    var random = Seeded(state: seed)
    let customer = Customer((0..<200).map { _ in randomFact(&random, from: Self.at) })
    #expect(Customer(customer.facts) == customer)
  }

  @Test("joining says whether anything new was learnt")
  func saysWhatIsNew() {
    var customer = Customer()
    let fact = Fact.milestone(MilestoneReached(milestone: "m", at: Self.at))
    let later = Fact.milestone(MilestoneReached(milestone: "m", at: Self.at.days(1)))
    let earlier = Fact.milestone(MilestoneReached(milestone: "m", at: Self.at.days(-1)))
    let learnt = [fact, fact, later, earlier].map { customer.join($0) }
    #expect(learnt == [true, false, false, true])
  }

  private func permutations(_ facts: [Fact], _ body: ([Fact]) -> Void) {
    var facts = facts
    func permute(_ count: Int) {
      if count <= 1 { return body(facts) }
      for position in 0..<count {
        permute(count - 1)
        facts.swapAt(count % 2 == 0 ? position : 0, count - 1)
      }
    }
    permute(facts.count)
  }
}
