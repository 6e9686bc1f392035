import Tollgate

/// A slow second opinion on what a customer may do: each rule is one function over plain arrays of facts.
///
/// It is written from the rules, not from the engine, and shares nothing with it but the types of facts and blueprints.
/// It is meant to be read next to the rules, so nothing here is indexed, cached or clever.
struct ReferenceDecider {
  let blueprint: Blueprint.Definition
  let facts: [Fact]
  /// The parent that limits for each of them are asked about.
  var parent: Parent.ID = ""
  /// The condition of the rule that decides.
  var asked = Condition()
  let transactions: [StoreTransaction]
  let renewals: [StoreRenewal]
  let transfers: [PurchaseTransfer]
  let grants: [Grant]
  let seats: [TeamSeat]
  private(set) var paidTimes: [PaidTime] = []

  init(_ blueprint: Blueprint.Definition, facts: [Fact]) {
    self.blueprint = blueprint
    self.facts = facts
    transactions = Self.standingTransactions(facts)
    renewals = Self.standingRenewals(facts)
    transfers = Self.standingTransfers(facts)
    grants = Self.standingGrants(facts)
    seats = Self.standingSeats(facts)
    paidTimes = findPaidTimes()
  }

  /// Returns the answer for facts, a blueprint and an instant.
  func answer(at now: Instant) -> Answer {
    let phase = phase(at: now)
    let entitlements = entitlements(at: now)
    var features: [Feature.ID: Answer.Feature] = [:]
    for feature in blueprint.features {
      features[feature.id] = access(
        to: feature, phase: phase, entitlements: entitlements, at: now)
    }
    return Answer(
      phase: phase, entitlements: entitlements.sorted(), features: features,
      trial: trialStatus(at: now), addOnTrials: addOnTrials(at: now),
      subscription: planSubscription(at: now))
  }

  /// The end of something that never ends.
  static let never = Instant(milliseconds: .max)

  func product(_ id: CatalogProduct.ID) -> CatalogProduct? {
    blueprint.products.first { $0.id == id }
  }
}
