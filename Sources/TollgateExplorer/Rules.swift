import Tollgate

/// A blueprint with the look-ups that a search repeats in every state.
///
/// It is a class, so that the many parts of a search share one.
final class Rules: Sendable {
  /// The blueprint, as the engine uses it.
  let blueprint: Blueprint
  /// The blueprint as written, with what the variants change, which the books are kept by.
  let definition: Blueprint.Definition
  /// The products, as the engine and as the store's rules know them.
  let onSale: ProductsOnSale
  /// What the phases are about; everything else is an add-on.
  let plan: Plan
  /// The products whose introductory offer is, or starts, the trial.
  let trialProducts: Set<CatalogProduct.ID>
  /// The products that a history may buy, in the order of the blueprint.
  let offered: [CatalogProduct]
  /// The products that some package sells without the introductory offer.
  let soldWithoutOffer: Set<CatalogProduct.ID>
  /// Where days, weeks and months begin.
  let calendars: WindowCalendars
  /// Whether signing up makes a difference: it starts a trial, or a condition tests it.
  let hasSignUp: Bool
  /// Every condition of the blueprint, including nested ones.
  let conditions: [Condition]
  /// Whether a trial starts only once the device has reported something about itself.
  let trialsAwaitReports: Bool
  /// The tests of the past in the conditions, without duplicates.
  let pastTests: [PastTest]
  /// The tests of what is left in the conditions, without duplicates.
  let leftTests: [Condition.Left]
  /// The dates that tests of the past name.
  let dates: [EventDate]
  /// The seasons that they name.
  let seasons: [Season]
  /// The tests of attributes and devices in the conditions, without duplicates.
  let audienceTests: [AudienceTest]
  /// The numbers of held items at which some rule or condition changes its answer, by feature, ascending.
  let itemEdges: [(feature: Feature.ID, edges: [Int])]
  /// The sums of the sizes of held items at which some rule changes its answer, by feature, ascending.
  let sizeEdges: [(feature: Feature.ID, edges: [Int])]
  /// The features on whose uses nothing else depends, so that histories use one of them at a time.
  let separate: Set<Feature.ID>
  /// The features of which uses in a row change nothing but a number until none is left.
  let repeated: Set<Feature.ID>
  /// The features with a limit of a single use.
  let limitedEach: Set<Feature.ID>
  /// The features that share each limit.
  let sharers: [CountedUses.ID: [Feature.ID]]
  /// The named limits that count only the uses that limits of their name allowed.
  let limitsApart: Set<CountedUses.ID>
  /// The values of attributes and of devices that histories begin with.
  let audiences: AudienceSettings
  /// The milestones on which something in the blueprint depends; the others make no difference.
  let milestones: [Milestone.ID]
  /// What texts claim in the app's language; without those that have no wording in it.
  let texts: [LocalizedText.ID: JudgedText]
  /// The products whose time adds up.
  let passes: [CatalogProduct]
  /// The variants of experiments that everyone has; nobody takes part in other experiments.
  let variants: [Experiment.ID: Experiment.Variant.ID]

  /// Indexes a blueprint, in which everyone has certain variants.
  init(_ blueprint: Blueprint, _ variants: [Experiment.ID: Experiment.Variant.ID] = [:]) {
    let definition = blueprint.definition.applying(variants)
    self.definition = definition
    self.variants = variants
    let forced =
      blueprint.definition.experiments.isEmpty
      ? blueprint : Blueprint(blueprint, forcing: variants)
    self.blueprint = forced
    let language = definition.app.language
    texts = Dictionary(
      forced.definition.texts.map { ($0.id, JudgedText($0, in: language)) }
    ) { first, _ in first }.compactMapValues(\.self)
    onSale = ProductsOnSale(definition.products)
    plan = definition.resolvedPlan
    trialProducts = definition.productsThatAreTrials(plan)
    offered = definition.products.filter { !$0.entitlements.isEmpty && $0.kind != .consumable }
    soldWithoutOffer = Set(
      definition.paywalls.flatMap(\.packages).filter { !$0.hasIntroductoryOffer }.map(\.product))
    calendars = WindowCalendars(definition.app.timeZone, BookedZone.far)
    audiences = AudienceSettings(definition)
    conditions = definition.conditions.flatMap(\.parts)
    pastTests = conditions.flatMap(\.past).reduce(into: []) { tests, test in
      if !tests.contains(test) { tests.append(test) }
    }
    leftTests = conditions.flatMap(\.left).reduce(into: []) { tests, test in
      if !tests.contains(test) { tests.append(test) }
    }
    dates = pastTests.flatMap(\.allDates)
    seasons = pastTests.compactMap(\.season)
    audienceTests = definition.audienceTests
    trialsAwaitReports = (definition.addOnTrials.map(\.when) + [definition.trial?.when ?? .always])
      .contains { !$0.askedProperties.isEmpty }
    hasSignUp =
      definition.trial?.start == .signUp
      || definition.addOnTrials.contains { $0.start == .signUp }
      || pastTests.contains { $0.event == .signUp }
      || definition.nudgeEvents.contains(.signUp)
    var mentioned = Set(conditions.flatMap { $0.reached.union($0.notReached) })
    for case .milestone(let name) in pastTests.map(\.event) { mentioned.insert(name) }
    if let onboarding = definition.onboarding { mentioned.insert(onboarding) }
    for case .milestone(let milestone) in definition.nudgeEvents { mentioned.insert(milestone) }
    if case .purchase(let milestone?)? = definition.trial?.start { mentioned.insert(milestone) }
    for case .milestone(let milestone) in definition.earningEvents { mentioned.insert(milestone) }
    let starts =
      definition.addOnTrials.map(\.start) + [definition.trial?.start.event].compactMap(\.self)
    for case .milestone(let milestone) in starts {
      mentioned.insert(milestone)
    }
    milestones = definition.milestones.filter { mentioned.contains($0) }
    passes = definition.products.filter {
      $0.kind == .nonRenewing && $0.addsUp && !$0.entitlements.isEmpty
    }
    let independent = definition.independentFeatures(conditions, pastTests)
    separate = Set(independent.filter(definition.isApart).map(\.id))
    // What credits pay depends on the balance.
    repeated = Set(
      independent.filter { $0.rules.allSatisfy { $0.allowance.prices.isEmpty } }.map(\.id))
    limitedEach = Set(
      definition.features.filter { feature in
        feature.rules.flatMap(\.allowance.quotas).contains { $0.window == .use }
      }.map(\.id))
    sharers = definition.sharers
    limitsApart = definition.limitsApart
    let conditions = conditions
    itemEdges = definition.features.filter(\.holdsItems).map { feature in
      let limits = feature.rules.flatMap(\.allowance.heldQuotas).filter { !$0.isSized }
        .map(\.count)
      let asked = conditions.compactMap(\.held).filter { $0.feature == feature.id }.map(\.atLeast)
      let edges = Set(limits + limits.map { $0 + 1 } + asked)
      return (feature.id, edges.sorted())
    }
    sizeEdges = definition.features.compactMap { feature -> (feature: Feature.ID, edges: [Int])? in
      let limits = feature.rules.flatMap(\.allowance.heldQuotas).filter(\.isSized).map(\.count)
      guard !limits.isEmpty else { return nil }
      return (feature.id, Set(limits + limits.map { $0 + 1 }).sorted())
    }
  }

  /// Returns the features whose uses a limit of a feature counts: those that share it, or else the feature alone.
  func counted(by feature: Feature.ID, _ name: CountedUses.ID?) -> [Feature.ID] {
    name.flatMap { sharers[$0] } ?? [feature]
  }

  /// Returns whether a use counts toward a named limit, or toward one without a name.
  func counts(_ use: BookedUse, toward name: CountedUses.ID?) -> Bool {
    name.map { !limitsApart.contains($0) || use.names.contains($0) } ?? true
  }

  /// Returns a product of the blueprint; nil if the id is unknown.
  func product(_ id: CatalogProduct.ID) -> CatalogProduct? { onSale.products[id] }

  /// Returns whether a product fills a wallet of credits.
  func fillsWallet(_ product: CatalogProduct.ID) -> Bool {
    definition.credits.contains { $0.sources.contains { $0.product == product } }
  }

  /// The events after which a nudge comes, or the trial gets longer.
  var reactions: [CustomerEvent] { definition.nudgeEvents + definition.earningEvents }

  /// The terms of the trial as written; nil if the blueprint has no trial.
  var terms: Trial.Terms? { definition.trial?.terms }

  /// The milestone after which a purchase starts the trial; nil if the trial does not wait for one.
  var trialMilestone: Milestone.ID? {
    switch definition.trial?.start {
    case .purchase(let milestone): milestone
    case .signUp, .firstSeen, .milestone, .introductoryOffer, nil: nil
    }
  }

  /// Returns when access ends if the renewal of a period was not reported.
  ///
  /// By default a renewal may be late by the length of the period, but no more than a day.
  ///
  /// - Returns: The end of the wait; `end` itself if the blueprint allows none.
  func lateDeadline(from start: Instant, to end: Instant) -> Instant {
    switch definition.purchases.lateRenewal {
    case .standard: end.adding(milliseconds: min(86_400_000, end.since(start)))
    case .upTo(let period): end.adding(period)
    case .notAllowed: end
    }
  }
}

extension Blueprint.Definition {
  /// The features on whose uses and held items no condition, nudge, earned day or other feature depends.
  fileprivate func independentFeatures(
    _ conditions: [Condition], _ tests: [PastTest]
  ) -> [Feature] {
    let events = tests.map(\.event) + nudgeEvents + earningEvents
    let held = Set(conditions.compactMap { $0.held?.feature })
    let sources = Set(conditions.flatMap(\.left).map(\.source))
    return features.filter { feature in
      !held.contains(feature.id) && !events.contains(.use(feature.id))
        && !sources.contains(.feature(feature.id))
        && feature.rules.allSatisfy { $0.allowance.countedUses.isEmpty }
    }
  }

  /// Returns whether no trial depends on how often a feature is used, and no renewal starts one of its limits again.
  fileprivate func isApart(_ feature: Feature) -> Bool {
    trial?.terms.uses?.feature != feature.id
      && !feature.rules.flatMap(\.allowance.windows).contains {
        [.period, .planMonth, .trial].contains($0)
      }
  }

  /// The events that add days to the trial.
  fileprivate var earningEvents: [CustomerEvent] { (trial?.terms.earned ?? []).map(\.event) }

  /// The events that nudges come after.
  fileprivate var nudgeEvents: [CustomerEvent] {
    nudges.compactMap { if case .after(let event, _) = $0.moment { event } else { nil } }
  }

  /// The products whose introductory offer is, or starts, the trial.
  ///
  /// These are the products that the trial names; if it names none, those that give one of the trial's entitlements; if
  /// it has none of its own, those of the plan.
  fileprivate func productsThatAreTrials(_ plan: Plan) -> Set<CatalogProduct.ID> {
    guard let trial else { return [] }
    let offered = products.filter { product in
      guard let offer = product.introductoryOffer else { return false }
      switch trial.start {
      case .signUp, .firstSeen, .milestone: return false
      case .purchase: return true
      case .introductoryOffer: return offer.payment == .freeTrial
      }
    }
    if !trial.products.isEmpty {
      return Set(offered.map(\.id)).intersection(trial.products)
    }
    let given = Set(trial.terms.entitlements)
    return Set(
      offered.filter {
        given.isEmpty ? plan.includes($0) : !given.isDisjoint(with: $0.entitlements)
      }
      .map(\.id))
  }
}
