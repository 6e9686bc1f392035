import Tollgate
import TollgateLedger
import TollgateWire

/// A trial of a purchase that a customer shares with its owner, whose record counts all uses.
struct SharedTrial {
  let owner: CustomerRecord
  /// Which uses count toward the trial.
  let counting: TrialCounting

  /// The customer with everything that counts toward the trial, whoever used it.
  func joined(into customer: Customer) -> Customer {
    var joined = customer
    for fact in counting.facts(of: owner.customer) { joined.join(fact) }
    return joined
  }
}

/// Which uses count toward a purchase's trial.
struct TrialCounting {
  private let features: Set<Feature.ID>
  private let from: Instant
  private let until: Instant?

  /// Determines which uses count; nil if the trial is not the purchase's.
  init?(_ trial: TrialStatus?, of purchase: PurchaseID, _ customer: Customer, in app: ServedApp) {
    guard let trial, trial.purchase == purchase, let from = trial.activatedAt else { return nil }
    self.from = from
    until = trial.isActive ? nil : trial.endsAt
    features = app.featuresCounted(in: customer.start(of: trial.id, by: purchase))
  }

  /// The customer's uses that count.
  func facts(of customer: Customer) -> [Fact] { customer.facts.filter(counts) }

  /// Whether a fact is a use that counts.
  func counts(_ fact: Fact) -> Bool {
    switch fact {
    case .use(let use):
      return features.contains(use.feature) && from <= use.at && until.map { use.at <= $0 } ?? true
    case .signedUp, .device, .milestone, .trialStarted, .trialForfeited, .transaction, .renewal,
      .transfer, .credit, .spend, .item, .dismissal, .paywall, .nudge, .grant, .profile:
      return false
    }
  }
}

/// What a customer's responses are based on: everything known, plus what a shared trial counts elsewhere.
struct Reading {
  let customer: Customer
  let membership: Membership
  let isShared: Bool
}

extension TollgateService {
  /// The trial that a customer shares, while it is running, or nil if there isn't one or it is the customer's own.
  func sharedTrial(
    of record: CustomerRecord, _ membership: Membership, in app: ServedApp
  ) async throws(Problem) -> SharedTrial? {
    guard let trial = membership.trial, trial.isActive, let purchase = trial.purchase,
      let counting = TrialCounting(trial, of: purchase, record.customer, in: app),
      let owner = try await owner(of: .purchase(purchase), in: app), owner != record.id,
      !owner.isMadeByStore,
      let holder = try await load(CustomerKey(app: app.id, customer: owner))
    else { return nil }
    return SharedTrial(owner: holder, counting: counting)
  }

  /// The trial that a customer shares, while it is running; does not read the ledger if no purchase starts a trial.
  func sharedTrial(
    of record: CustomerRecord, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> SharedTrial? {
    guard app.hasTrialsOfPurchases else { return nil }
    return try await sharedTrial(
      of: record, Membership(of: record.customer, in: app.blueprint, at: now), in: app)
  }

  /// What a customer's responses are based on at an instant.
  func reading(
    _ record: CustomerRecord, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> Reading {
    let membership = Membership(of: record.customer, in: app.blueprint, at: now)
    guard app.hasTrialsOfPurchases,
      let shared = try await sharedTrial(of: record, membership, in: app)
    else { return Reading(customer: record.customer, membership: membership, isShared: false) }
    let customer = shared.joined(into: record.customer)
    let later = max(now, try instant(for: shared.owner))
    return Reading(
      customer: customer, membership: Membership(of: customer, in: app.blueprint, at: later),
      isShared: true)
  }
}

extension ServedApp {
  /// Whether a purchase can start a trial in this app.
  var hasTrialsOfPurchases: Bool {
    switch blueprint.definition.trial?.start {
    case .purchase, .introductoryOffer: true
    case .signUp, nil: false
    }
  }

  /// The facts that go with a purchase to another customer: the purchase's own, and every use that counts toward the
  /// trial it started, so that no allowance is refilled.
  func facts(of purchase: PurchaseID, from owner: Customer, at now: Instant) -> [Fact] {
    let trial = Membership(of: owner, in: blueprint, at: now).trial
    let counted = TrialCounting(trial, of: purchase, owner, in: self)?.facts(of: owner) ?? []
    let facts = owner.facts(of: purchase)
    let known = Set(facts)
    return facts + counted.filter { !known.contains($0) }
  }

  /// The features whose uses count toward a trial: the one whose uses end it, and those with an allowance per trial.
  fileprivate func featuresCounted(in start: TrialStart?) -> Set<Feature.ID> {
    var features = Set(
      blueprint.definition.features.filter { feature in
        feature.rules.contains {
          switch $0.allowance {
          case .upTo(_, per: .trial): true
          case .upTo, .unlimited, .holding, .spend, .denied: false
          }
        }
      }.map(\.id))
    if let uses = start?.terms.uses ?? blueprint.definition.trial?.terms.uses {
      features.insert(uses.feature)
    }
    return features
  }
}
