import Foundation
import Testing

@testable import Tollgate

@Suite("Credits")
struct CreditTests {
  static let start = Fixture.start
  private let studio = Fixture.studio

  private func access(_ customer: Customer, _ feature: Feature.ID, _ day: Int) -> Access {
    customer.membership(studio, Self.start.days(day)).access(to: feature)
  }

  private func credits(_ left: Int) -> Limit { Limit(limit: left, used: 0, scope: .credits) }

  @Test("EX-11 a consumable fills the wallet, as often as it is bought")
  func packs() {
    let customer = Customer([.pack("1", on: 0), .pack("2", "coins.5", on: 1, quantity: 3)])
    #expect([0, 1, 400].map { customer.coins($0) } == [100, 115, 115])
    #expect(customer.membership(studio, Self.start.days(1)).nextChange == nil)
    #expect(customer.membership(studio, Self.start.days(1)).credits(in: "pearls") == 0)
  }

  @Test("EX-11 a plan with credits is for sale to those who own forever all else that it gives")
  func forOwners() {
    let blueprint = Fixture.blueprint {
      $0.hasFreeTier = true
      $0.products = studio.definition.products
      $0.products.append(
        CatalogProduct(
          id: "forever", kind: .nonConsumable, name: "Forever", entitlements: ["basic"]))
      $0.credits = studio.definition.credits
      $0.paywalls = studio.definition.paywalls
    }
    let owner = Customer([
      .transaction(
        .subscription("1", of: "1", product: "forever", from: Self.start, to: nil))
    ])
    let packages = owner.membership(blueprint, Self.start).packages(of: "coins")
    #expect(packages.map(\.product) == ["coins.100", "basic"])
  }

  @Test(
    "EX-11 a use spends what the rule says, and is denied with the paywall if the wallet has too little"
  )
  func fixedCost() {
    var customer = Customer([.pack("1", "coins.5", on: 0)])
    #expect(access(customer, "draw", 0) == .allowed(credits(5)))
    #expect(customer.membership(studio, Self.start).cost(of: "draw") == 3)
    #expect(customer.spend("draw", "a", on: 0) == nil)
    #expect(customer.coins(0) == 2)
    let denial = Denial(reason: .limitReached, limit: credits(2), paywall: "coins")
    #expect(customer.spend("draw", "b", on: 0) == denial)
    #expect(access(customer, "draw", 0) == .denied(denial))
    customer.join(.pack("2", on: 1))
    #expect(access(customer, "draw", 1) == .allowed(credits(102)))
  }

  @Test("EX-11 if the rule leaves the cost to the use, the use states it")
  func anyCost() {
    var customer = Customer([.pack("1", on: 0)])
    #expect(customer.membership(studio, Self.start).cost(of: "print") == nil)
    #expect(customer.spend("print", "a", cost: 40, on: 0) == nil)
    #expect(customer.spend("print", "b", cost: 61, on: 0)?.limit == credits(60))
    #expect(customer.spend("print", "c", on: 0) == nil)
    #expect(customer.coins(0) == 59)
    #expect(customer.spend("print", "d", cost: 59, on: 0) == nil)
    #expect(access(customer, "print", 0).isAllowed == false)
  }

  @Test("EX-11 a repeated key spends once")
  func repeated() {
    var customer = Customer([.pack("1", on: 0)])
    customer.spend("print", "a", cost: 40, on: 1)
    customer.spend("print", "a", cost: 40, on: 2)
    #expect(customer.coins(2) == 60)
  }

  @Test("EX-11 the credits of a billing period expire with it, and the next one brings new ones")
  func expiring() {
    var customer = Customer([.period("1", "basic", from: 0, to: 30)])
    customer.spend("print", "a", cost: 20, on: 3)
    #expect([0, 29, 30].map { customer.coins($0) } == [30, 30, 0])
    #expect(customer.membership(studio, Self.start.days(3)).nextChange == Self.start.days(30))
    customer.join(.period("2", "basic", from: 30, to: 60))
    #expect([29, 30, 60].map { customer.coins($0) } == [30, 50, 0])
  }

  @Test("EX-11 a billing period fills a wallet once, whatever seats are added to it, in any order")
  func seats() {
    let facts: [Fact] = [
      .period("1", "basic", from: 0, to: 30), .period("2", "basic", from: 10, to: 30),
      .period("3", "basic", from: 12, to: 30, refunded: 13),
      .period("4", "basic", from: 30, to: 60), .period("5", "basic", from: 31, to: 60),
    ]
    for facts in [facts, facts.reversed()] {
      var customer = Customer(facts)
      #expect(
        [0, 10, 12, 29, 30, 31, 59].map { customer.coins($0) } == [50, 50, 50, 50, 50, 50, 50])
      customer.spend("print", "a", cost: 40, on: 11)
      #expect([12, 29, 30, 31].map { customer.coins($0) } == [10, 10, 50, 50])
      #expect(customer.coins(60) == 0)
    }
  }

  @Test(
    "EX-11 refunding the seats bought first leaves the period's credits, refunding all takes them"
  )
  func refundedSeats() {
    var customer = Customer([
      .period("1", "basic", from: 0, to: 30, refunded: 12), .period("2", "basic", from: 10, to: 30),
    ])
    #expect([11, 12, 29].map { customer.coins($0) } == [50, 50, 50])
    customer.join(.period("2", "basic", from: 10, to: 30, refunded: 20))
    #expect([12, 19, 20].map { customer.coins($0) } == [50, 50, 0])
  }

  @Test(
    "EX-11 a renewal signed to begin early, and a purchase after a refund, fill the wallet again")
  func periodsOfTheirOwn() {
    let early = Customer([
      .period("1", "other", from: 0, to: 30), .period("2", "other", from: 29, to: 60),
    ])
    #expect([28, 29].map { early.coins($0) } == [50, 100])
    let again = Customer([
      .period("1", "other", from: 0, to: 30, refunded: 5), .period("2", "other", from: 6, to: 36),
    ])
    #expect([4, 5, 6].map { again.coins($0) } == [50, 0, 50])
  }

  @Test(
    "EX-11 a plan cancelled in its grace period is sold again, for its credits; one that is still retried is not",
    arguments: [(false, ["coins.100", "basic"]), (true, ["coins.100"])])
  func grace(willRenew: Bool, sold: [CatalogProduct.ID]) {
    let customer = Customer([
      .period("1", "basic", from: 0, to: 30),
      .renewal(
        StoreRenewal(
          originalID: "plan", renewsTo: "basic", willRenew: willRenew,
          graceEndsAt: Self.start.days(46), isInBillingRetry: true, signedAt: Self.start.days(31))),
    ])
    let membership = customer.membership(studio, Self.start.days(32))
    #expect(membership.phase == .subscribed)
    #expect(membership.entitlements == ["basic"])
    #expect(membership.credits(in: "coins") == 0)
    #expect(membership.packages(of: "coins").map(\.product) == sold)
    #expect(!membership.offersIntroductory("basic"))
    #expect(membership.nextChange == Self.start.days(46))
  }

  @Test("EX-11 a renewal that is late gives no credits until the store has signed it")
  func lateRenewal() {
    var customer = Customer([
      .period("1", "basic", from: 0, to: 30),
      .renewal(
        StoreRenewal(
          originalID: "plan", renewsTo: "basic", willRenew: true, signedAt: Self.start)),
    ])
    let late = customer.membership(studio, Self.start.days(30).hours(1))
    #expect(late.phase == .subscribed)
    #expect(late.credits(in: "coins") == 0)
    customer.join(.period("2", "basic", from: 30, to: 60))
    #expect(customer.coins(30, hour: 1) == 50)
  }

  @Test("EX-11 credits roll over up to the cap, the oldest expiring first")
  func rollingOver() {
    var customer = Customer([
      .period("1", "plus", from: 0, to: 30), .period("2", "plus", from: 30, to: 60),
      .period("3", "plus", from: 60, to: 90), .pack("4", on: 0),
    ])
    #expect([0, 30, 60, 400].map { customer.coins($0) } == [150, 200, 220, 220])
    customer.spend("print", "a", cost: 90, on: 89)
    #expect(customer.coins(90) == 130)
    customer.join(.period("5", "plus", from: 90, to: 120))
    #expect(customer.coins(90) == 180)
  }

  @Test(
    "EX-11 a trial gives credits only where the blueprint says so",
    arguments: [
      ("basic", 0), ("plus", 0), ("gold", 10),
    ] as [(CatalogProduct.ID, Int)])
  func trials(product: CatalogProduct.ID, coins: Int) {
    let customer = Customer([
      .period("1", product, from: 0, to: 3, offer: .freeTrial),
      .period("2", "basic", from: 3, to: 33),
    ])
    #expect([0, 2, 3].map { customer.coins($0) } == [coins, coins, 50])
  }

  @Test("EX-11 an introductory price that is not a trial gives the whole amount")
  func introductoryPrice() {
    #expect(
      Customer([.period("1", "gold", from: 0, to: 30, offer: .payAsYouGo)]).coins(0) == 200)
    #expect(
      Customer([.period("1", "gold", from: 0, to: 30, offer: .freeTrial)]).coins(0) == 10)
  }

  @Test(
    "EX-11 credits that expire soonest are spent first: a period's credits, then those that roll over, then bought ones"
  )
  func order() {
    var customer = Customer([
      .pack("1", on: 0), .period("2", "plus", from: 1, to: 31, of: "a"),
      .period("3", "basic", from: 2, to: 32, of: "b"),
    ])
    customer.spend("print", "a", cost: 70, on: 3)
    #expect(customer.coins(3) == 130)
    #expect(customer.coins(32) == 130)
    var refunded = customer
    refunded.join(.pack("1", on: 0, refunded: 33))
    #expect(refunded.coins(33) == 30)
  }

  @Test("EX-11 a refund removes what is left of its own credits, and nothing else")
  func refunds() {
    var customer = Customer([.pack("1", on: 0), .pack("2", on: 1)])
    customer.spend("print", "a", cost: 130, on: 2)
    #expect(customer.coins(2) == 70)
    var first = customer
    first.join(.pack("1", on: 0, refunded: 3))
    #expect([2, 3].map { first.coins($0) } == [70, 70])
    var second = customer
    second.join(.pack("2", on: 1, refunded: 3))
    #expect([2, 3].map { second.coins($0) } == [70, 0])
    var both = first
    both.join(second)
    #expect(both.coins(3) == 0)
    both.join(.pack("3", on: 4))
    #expect(both.coins(4) == 100)
  }

  @Test("EX-11 a refund that arrives late leaves no debt")
  func lateRefund() {
    var customer = Customer([.pack("1", on: 0), .pack("2", on: 8)])
    customer.spend("print", "a", cost: 90, on: 5)
    customer.join(.pack("1", on: 0, refunded: 4))
    #expect([4, 5, 8].map { customer.coins($0) } == [0, 0, 100])
  }

  @Test("EX-11 a family member's copy fills no wallet")
  func family() {
    let customer = Customer([.period("1", "gold", from: 0, to: 30, ownership: .familyShared)])
    #expect(customer.membership(studio, Self.start).entitlements == ["basic", "gold"])
    #expect(customer.coins(0) == 0)
  }

  @Test("EX-11 a product may fill several wallets, each with its own lifetime")
  func wallets() {
    var customer = Customer([.period("1", "gold", from: 0, to: 30)])
    #expect(customer.spend("sculpt", "a", on: 1) == nil)
    let membership = customer.membership(studio, Self.start.days(1))
    #expect(membership.credits(in: "gems") == 6)
    #expect(membership.credits(in: "coins") == 200)
    #expect(customer.membership(studio, Self.start.days(30)).credits(in: "gems") == 6)
    #expect(customer.spend("sculpt", "b", on: 30)?.reason == .notIncluded)
  }

  @Test("EX-11 credits keep the terms of their purchase, regardless of later blueprints")
  func keptTerms() throws {
    var customer = Customer()
    customer.record(.pack("1", on: 0, quantity: 2), studio, Self.start)
    customer.record(.period("2", "basic", from: 0, to: 30), studio, Self.start)
    var definition = studio.definition
    definition.credits = [
      Wallet(id: "coins", sources: [Wallet.Source(product: "coins.100", amount: 1)])
    ]
    definition.features.removeAll { $0.id == "sculpt" }
    let changed = try Blueprint(definition)
    #expect(customer.coins(1, in: changed) == 250)
    #expect(customer.coins(30, in: changed) == 200)
    customer.record(.pack("3", on: 31), changed, Self.start.days(31))
    #expect(customer.coins(31, in: changed) == 201)
    #expect(customer.coins(31) == 201)
  }

  @Test(
    "EX-11 a use without a network that the wallet cannot pay takes what is left, as often as the blueprint allows"
  )
  func reports() {
    var customer = Customer([.pack("1", "coins.5", on: 0)])
    #expect(customer.spend("draw", "a", isReport: true, on: 1) == nil)
    #expect(customer.spend("draw", "b", on: 1) != nil)
    #expect(customer.spend("draw", "c", isReport: true, on: 1) == nil)
    #expect(customer.coins(1) == 0)
    #expect(customer.spend("draw", "d", isReport: true, on: 1) == nil)
    #expect(customer.spend("draw", "e", isReport: true, on: 1) != nil)
    customer.join(.pack("2", on: 2))
    #expect(customer.coins(2) == 100)
    #expect(customer.spend("draw", "f", isReport: true, on: 2) == nil)
    #expect(customer.coins(2) == 97)
  }

  @Test("EX-11 a subscriber sees when a pending plan with credits starts")
  func pending() {
    var definition = studio.definition
    definition.trial = Trial(
      start: .purchase(after: nil),
      terms: Trial.Terms(
        lasts: Period(3, .day), uses: Trial.Uses(feature: "scan", limit: 1),
        entitlements: ["basic"]))
    let blueprint = Fixture.blueprint { $0 = definition }
    var customer = Customer()
    customer.record(
      .period("1", "basic", from: 0, to: 3, offer: .payAsYouGo), blueprint, Self.start)
    #expect(customer.use("scan", "a", blueprint, Self.start.days(1)) == nil)
    let membership = customer.membership(blueprint, Self.start.days(1))
    #expect(membership.phase == .trialExpired)
    guard case .denied(let denial) = membership.access(to: "draw") else {
      Issue.record("draw is allowed")
      return
    }
    #expect(denial.startsAt == Self.start.days(3))
  }
}
