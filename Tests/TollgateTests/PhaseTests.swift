import Foundation
import Testing
import Tollgate

@Suite("The phases that the documentation promises")
struct PhaseTests {
  /// What a customer has, and the day on which the documentation says the phase.
  struct Life {
    let blueprint: Blueprint
    let facts: [Fact]
    let day: Int
  }

  private static let start = Fixture.start

  /// The store's own trial, an add-on, and a free tier.
  private static let store = Fixture.blueprint {
    $0 = Fixture.training.definition
    $0.products.append(
      CatalogProduct(
        id: "no-ads", kind: .nonConsumable, name: "No ads", entitlements: ["ad-free"]))
  }

  /// A trial of a week for everybody who signs up, and the store's introductory offer after it.
  private static let own = Fixture.blueprint {
    $0 = store.definition
    $0.trial = Trial(
      start: .signUp, terms: Trial.Terms(lasts: Period(7, .day), entitlements: ["pro"]))
  }

  private static let onboarding = Fixture.blueprint {
    $0 = Fixture.garden.definition
    $0.milestones = ["met"]
    $0.onboarding = "met"
  }

  /// Thirty days of a subscription, from the first day.
  private static func period(
    _ product: CatalogProduct.ID = "pro.monthly", offer: StoreOffer.Payment? = .freeTrial,
    revoked: Int? = nil
  ) -> Fact {
    .transaction(
      .subscription(
        "1", product: product, from: start, to: start.days(30),
        revoked: revoked.map { start.days($0) }, offer: offer))
  }

  /// Thirty more days, free by an introductory offer again.
  private static func again(of original: StoreTransaction.OriginalID = "1", from day: Int) -> Fact {
    .transaction(
      .subscription(
        "2", of: original, product: "pro.monthly", from: start.days(day), to: start.days(day + 30),
        offer: .freeTrial))
  }

  /// The same, free by an offer that is not introductory.
  private static func free(by kind: StoreOffer.Kind) -> Fact {
    .transaction(
      StoreTransaction(
        id: "1", originalID: "1", product: "pro.monthly", group: "plans", purchasedAt: start,
        expiresAt: start.days(30), offer: StoreOffer(kind: kind, payment: .freeTrial),
        signedAt: start))
  }

  private static func gift(until day: Int) -> Fact {
    .grant(
      Grant(
        id: "g", entitlements: ["pro"], startsAt: start.days(1), endsAt: start.days(day)))
  }

  /// The renewal failed after thirty days, and access continues for sixteen.
  private static let failure = Fact.renewal(
    StoreRenewal(
      originalID: "1", renewsTo: "pro.monthly", willRenew: true, graceEndsAt: start.days(46),
      isInBillingRetry: true, signedAt: start.days(30)))

  private static let seat = Fact.seat(
    TeamSeat(
      id: "s", team: "family", side: .member, owner: "ann", member: "me", invitedAt: start,
      expiresAt: start.days(7), joinedAt: start.days(1),
      rights: [TeamSeat.Right(entitlement: "pro", startsAt: start.days(1), endsAt: nil)]))

  private static let addOn = Fact.transaction(
    StoreTransaction(
      id: "9", originalID: "9", product: "no-ads", purchasedAt: start, signedAt: start))

  private static var signedUp: [Fact] {
    own.signUp(.onPhone(at: start), account: "a", at: start, history: []).facts
  }

  /// A hundred messages in the trial that a purchase started.
  private static var spent: [Fact] {
    [
      .milestone(MilestoneReached(milestone: "discovery-complete", at: start)),
      period("coach.monthly", offer: .payAsYouGo),
    ]
      + (1...100).map { number -> Fact in
        .use(
          Use(
            feature: "send-message", key: Idempotency.Key("\(number)"), origin: "me",
            at: start.hours(number)))
      }
  }

  private static var lives: [String: Life] {
    [
      "a free introductory offer that is the trial":
        Life(blueprint: store, facts: [period()], day: 4),
      "a free introductory offer that is not the trial":
        Life(blueprint: own, facts: [period()], day: 4),
      "a second introductory offer in the same subscription, more than 60 days after the first one's end":
        Life(blueprint: store, facts: [period(), again(from: 91)], day: 95),
      "a second introductory offer in the same subscription within 60 days, which may be a late payment of the first":
        Life(blueprint: store, facts: [period(), again(from: 89)], day: 93),
      "a second introductory offer in another subscription, of another group or another store account":
        Life(blueprint: store, facts: [period(), again(of: "2", from: 40)], day: 44),
      "a free period from a code, a promotional or a win-back offer":
        Life(blueprint: store, facts: [free(by: .code)], day: 4),
      "a free period from a code, a promotional or a win-back offer that has ended":
        Life(blueprint: store, facts: [free(by: .code)], day: 31),
      "a running trial, and an add-on":
        Life(blueprint: store, facts: [period(), addOn], day: 4),
      "a running trial, and a gift of the plan; the store still charges at the trial's end":
        Life(blueprint: store, facts: [period(), gift(until: 20)], day: 4),
      "a running trial, and a gift of the plan that has ended":
        Life(blueprint: store, facts: [period(), gift(until: 20)], day: 25),
      "a running trial, and a seat in a team":
        Life(blueprint: store, facts: [period(), seat], day: 4),
      "a trial of your own, and a purchase of the plan":
        Life(blueprint: own, facts: signedUp + [period(offer: nil)], day: 4),
      "a trial that is over, and a gift that ended before it":
        Life(blueprint: store, facts: [period(), gift(until: 20)], day: 40),
      "a trial that is over, and a gift that ended after it":
        Life(blueprint: store, facts: [period(), gift(until: 35)], day: 40),
      "a trial whose last use is made, while the store is to charge":
        Life(blueprint: Fixture.coachPaid, facts: spent, day: 10),
      "a trial that was refunded":
        Life(blueprint: store, facts: [period(revoked: 2)], day: 4),
      "no trial, because the device had it":
        Life(
          blueprint: own,
          facts: [.trialForfeited(TrialForfeit(trial: "trial", device: "phone", at: start))],
          day: 4),
      "a free trial whose first payment fails, in the grace period":
        Life(blueprint: store, facts: [period(), failure], day: 31),
      "a free trial whose first payment fails, without a grace period or after it":
        Life(blueprint: store, facts: [period(), failure], day: 47),
      "a paid plan whose renewal fails, in the grace period":
        Life(blueprint: store, facts: [period(offer: nil), failure], day: 31),
      "a paid plan whose renewal fails, without a grace period or after it":
        Life(blueprint: store, facts: [period(offer: nil), failure], day: 47),
      "no trial, and a gift that ended in onboarding":
        Life(blueprint: onboarding, facts: [gift(until: 20)], day: 25),
    ]
  }

  /// The rows of the table in the documentation: what a customer has, and the phase.
  private func rows() throws -> [String: String] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Documentation/Blueprints.md")
    let document = try String(contentsOf: file, encoding: .utf8)
    let table = document.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "| what the customer has | phase |" }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    return Dictionary(
      uniqueKeysWithValues: table.compactMap { line -> (String, String)? in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 2 else { return nil }
        return (cells[0], cells[1].filter { $0 != "`" })
      })
  }

  @Test("the table of the phases says what a customer's phase is where several things meet")
  func table() throws {
    let rows = try rows()
    let lives = Self.lives
    #expect(Set(rows.keys) == Set(lives.keys))
    for (name, life) in lives {
      let membership = Customer(life.facts).membership(
        life.blueprint, Self.start.days(life.day))
      #expect(membership.phase.rawValue == rows[name], "\(name)")
    }
  }

  @Test(
    "a free period is the trial only by an introductory offer",
    arguments: [StoreOffer.Kind.promotional, .code, .winBack])
  func offers(kind: StoreOffer.Kind) {
    let customer = Customer([Self.free(by: kind)])
    #expect(customer.membership(Self.store, Self.start.days(4)).phase == .subscribed)
    #expect(customer.membership(Self.store, Self.start.days(31)).phase == .lapsed)
  }
}
