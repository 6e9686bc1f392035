import Testing

@testable import Tollgate

@Suite("Transfers of purchases")
struct TransferTests {
  static let at = Fixture.start
  private let garden = Fixture.garden

  private var bought: [Fact] {
    [.transaction(.subscription("1", from: Self.at, to: Self.at.days(30)))]
  }

  private func transfer(_ isHeld: Bool, day: Int) -> Fact {
    .transfer(PurchaseTransfer(purchase: "1", isHeld: isHeld, number: day, at: Self.at.days(day)))
  }

  private func garden(_ policy: TransferPolicy) throws -> Blueprint {
    var definition = garden.definition
    definition.purchases = Blueprint.PurchaseRules(transfer: policy)
    return try Blueprint(definition)
  }

  @Test("the previous owner of a purchase has it until the transfer, and not from then on")
  func boundary() {
    let customer = Customer(bought + [transfer(false, day: 3)])
    let lost = Self.at.days(3)
    let before = customer.membership(garden, lost.adding(milliseconds: -1))
    #expect(before.phase == .subscribed)
    #expect(before.nextChange == lost)
    let after = customer.membership(garden, lost)
    #expect(after.phase == .lapsed)
    #expect(after.subscription?.condition == .revoked)
    #expect(after.entitlements == [])
  }

  @Test("other purchases of the same entitlement survive the transfer of one purchase")
  func bestSurvivor() {
    let customer = Customer(
      bought + [
        .transaction(.subscription("2", of: "2", from: Self.at, to: Self.at.days(30))),
        transfer(false, day: 3),
      ])
    #expect(customer.membership(garden, Self.at.days(4)).phase == .subscribed)
  }

  @Test("the grace period moves with the purchase")
  func grace() {
    let customer = Customer(
      bought + [
        .renewal(
          StoreRenewal(
            originalID: "1", renewsTo: "pro.monthly", willRenew: true,
            graceEndsAt: Self.at.days(46), isInBillingRetry: true, signedAt: Self.at.days(30)))
      ])
    #expect(customer.membership(garden, Self.at.days(31)).phase == .subscribed)
    var without = customer
    without.join(transfer(false, day: 31))
    #expect(without.membership(garden, Self.at.days(31)).phase == .lapsed)
  }

  @Test("a trial that the purchase started ends with it")
  func trial() {
    let blueprint = Fixture.coachPaid
    var customer = Customer([
      .milestone(MilestoneReached(milestone: "discovery-complete", at: Self.at)),
      .transaction(
        .subscription(
          "1", product: "coach.monthly", from: Self.at, to: Self.at.days(3), offer: .payAsYouGo)),
    ])
    for fact in blueprint.record([], for: customer, at: Self.at, history: []).facts {
      customer.join(fact)
    }
    #expect(customer.membership(blueprint, Self.at.days(1)).phase == .trial)
    let handed = Customer(customer.facts(of: "1"))
    #expect(handed.start(of: "trial")?.at == Self.at)
    #expect(handed.membership(blueprint, Self.at.days(1)).phase == .trial)
    customer.join(transfer(false, day: 1))
    #expect(customer.membership(blueprint, Self.at.days(1)).phase == .trialExpired)
  }

  /// Every way in which a purchase may go between three customers, three times.
  static let everyJourney: [[Int]] = (0..<27).map { [$0 % 3, $0 / 3 % 3, $0 / 9] }

  @Test(
    "after any sequence of transfers one customer has it, in any order of facts",
    arguments: everyJourney)
  func journeys(stops: [Int]) {
    var facts: [[Fact]] = [bought, bought, bought]
    var holder = 0
    for (index, stop) in stops.enumerated() where stop != holder {
      facts[holder].append(transfer(false, day: index + 1))
      facts[stop].append(transfer(true, day: index + 1))
      holder = stop
    }
    let now = Self.at.days(9)
    // The first to have it knows it without a transfer; nobody else does before one.
    for customer in 0..<3 where customer != 0 && !stops.contains(customer) {
      facts[customer] = []
    }
    for (customer, known) in facts.enumerated() {
      let expected = customer == holder
      #expect((Customer(known).membership(garden, now).phase == .subscribed) == expected)
      #expect(Customer(known.reversed()) == Customer(known))
      #expect(Customer(known + known) == Customer(known))
    }
    // A customer who is merged with the holder has it, in either direction.
    for customer in 0..<3 {
      var merged = Customer(facts[customer])
      merged.join(Customer(facts[holder]))
      var other = Customer(facts[holder])
      other.join(Customer(facts[customer]))
      #expect(merged == other)
      #expect(merged.membership(garden, now).phase == .subscribed)
    }
  }

  /// What a policy decides for a purchase of an account.
  struct Row: Sendable, CustomStringConvertible {
    let policy: TransferPolicy
    var day = 1
    var boughtFor: Customer.ID?
    var wentOn: Int?
    var isRestore = true
    let decision: TransferDecision

    var description: String { "\(policy) \(day) \(boughtFor ?? "-") \(wentOn ?? 0) \(isRestore)" }
  }

  static let rows: [Row] = [
    Row(policy: .keepWithOwner, decision: .keep),
    Row(policy: .keepWithOwner, day: 40, decision: .keep),
    Row(policy: .keepWithOwner, boughtFor: "me", decision: .transfer),
    Row(policy: .keepWithOwner, boughtFor: "owner", decision: .keep),
    Row(policy: .transfer, decision: .transfer),
    Row(policy: .transfer, boughtFor: "owner", decision: .transfer),
    Row(policy: .transferIfInactive, decision: .keep),
    Row(policy: .transferIfInactive, day: 29, decision: .keep),
    Row(policy: .transferIfInactive, day: 30, decision: .transfer),
    Row(policy: .transferIfInactive, boughtFor: "me", decision: .transfer),
    Row(policy: .share, decision: .share),
    Row(policy: .share, day: 40, isRestore: false, decision: .share),
    Row(policy: .transfer, wentOn: 1, isRestore: false, decision: .keep),
    Row(policy: .transfer, wentOn: 1, decision: .transfer),
    Row(policy: .share, decision: .share),
    Row(policy: .share, boughtFor: "me", decision: .transfer),
    Row(policy: .transfer, boughtFor: "me", wentOn: 1, isRestore: false, decision: .keep),
    Row(policy: .transfer, boughtFor: "me", wentOn: 0, isRestore: false, decision: .transfer),
  ]

  @Test("the policy decides about an account's purchase", arguments: rows)
  func policies(row: Row) throws {
    let news = StoreTransaction.subscription(
      "1", from: Self.at, to: Self.at.days(30), for: row.boughtFor)
    var me = Customer()
    if let day = row.wentOn { me.join(transfer(false, day: day)) }
    #expect(
      try garden(row.policy).settle(
        [news], presentedBy: me, ids: ["me"], ownedBy: Customer([.transaction(news)]),
        isRestore: row.isRestore, at: Self.at.days(row.day)) == row.decision)
  }
}
