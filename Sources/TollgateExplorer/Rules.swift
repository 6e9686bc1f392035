import Tollgate

/// A blueprint with what the explorer asks of it often.
final class Rules: Sendable {
  let blueprint: Blueprint
  let definition: Blueprint.Definition
  let products: [Product.ID: Product]
  /// The entitlements that the phase refers to.
  let plan: Set<Entitlement.ID>
  /// The products whose introductory offer is, or starts, the trial.
  let trialProducts: Set<Product.ID>
  /// The products that a history may buy, in the order of the blueprint.
  let offered: [Product]
  let calendar: WindowCalendar
  /// Whether signing up makes a difference.
  let hasSignUp: Bool
  /// Every condition of the blueprint.
  let conditions: [Condition]
  /// The numbers of items that rules and conditions tell apart, by feature.
  let itemEdges: [(feature: Feature.ID, edges: [Int])]
  /// The milestones that conditions, onboarding or the trial ask for.
  let mentioned: Set<Milestone.ID>

  init(_ blueprint: Blueprint) {
    self.blueprint = blueprint
    let definition = blueprint.definition
    self.definition = definition
    products = Dictionary(definition.products.map { ($0.id, $0) }) { first, _ in first }
    plan = definition.planEntitlements
    trialProducts = definition.productsThatAreTrials
    offered = definition.products.filter { !$0.entitlements.isEmpty && $0.kind != .consumable }
    calendar = WindowCalendar(definition.app.timeZone)
    hasSignUp = definition.trial?.start == .signUp
    conditions = definition.conditions
    var mentioned = Set(conditions.flatMap { $0.reached.union($0.notReached) })
    if let onboarding = definition.onboarding { mentioned.insert(onboarding) }
    if case .purchase(let milestone?)? = definition.trial?.start { mentioned.insert(milestone) }
    self.mentioned = mentioned
    let conditions = conditions
    itemEdges = definition.features.filter(\.isHolding).map { feature in
      let limits = feature.rules.compactMap { rule in
        if case .holding(let limit) = rule.allowance { limit } else { nil }
      }
      let asked = conditions.compactMap(\.held).filter { $0.feature == feature.id }.map(\.atLeast)
      let edges = Set(limits + limits.map { $0 + 1 } + asked)
      return (feature.id, edges.sorted())
    }
  }

  func product(_ id: Product.ID) -> Product? { products[id] }

  /// The terms of the trial, as the blueprint says them.
  var terms: Trial.Terms? { definition.trial?.terms }

  /// The milestone after which a purchase starts the trial.
  var trialMilestone: Milestone.ID? {
    switch definition.trial?.start {
    case .purchase(let milestone): milestone
    case .signUp, .introductoryOffer, nil: nil
    }
  }

  /// When the wait for word of a period's renewal ends.
  func lateDeadline(from start: Instant, to end: Instant) -> Instant {
    switch definition.purchases.lateRenewal {
    case .standard: end.adding(milliseconds: min(86_400_000, end.since(start)))
    case .upTo(let period): end.adding(period)
    case .notAllowed: end
    }
  }
}

extension Blueprint.Definition {
  fileprivate var conditions: [Condition] {
    features.flatMap { $0.rules.map(\.when) } + placements.map(\.when) + prompts.map(\.when)
      + nudges.map(\.when) + routes.map(\.when)
  }

  /// The products whose introductory offer is, or starts, the trial: those the trial names, else those that give what it
  /// gives, or the plan.
  fileprivate var productsThatAreTrials: Set<Product.ID> {
    guard let trial else { return [] }
    let offered = products.filter { product in
      guard let offer = product.introductoryOffer else { return false }
      switch trial.start {
      case .signUp: return false
      case .purchase: return true
      case .introductoryOffer: return offer.payment == .freeTrial
      }
    }
    if !trial.products.isEmpty {
      return Set(offered.map(\.id)).intersection(trial.products)
    }
    let given = trial.terms.entitlements.isEmpty ? planEntitlements : Set(trial.terms.entitlements)
    return Set(offered.filter { !given.isDisjoint(with: $0.entitlements) }.map(\.id))
  }
}
