import Tollgate

/// The rules, placements, packages, prompts, nudges and trials that some history has reached so far.
///
/// Something that no history reaches is dead, or reachable only with what a search leaves out, such as a dismissal.
struct Coverage {
  /// The blueprint that is searched.
  private let rules: Rules
  /// The names of what no history has reached so far.
  private var unreached: Set<String>
  /// The names of everything that can be reached, such as `features.export.0` for the first rule of a feature.
  private let all: [String]

  /// What histories contained so far.
  private(set) var contents = SearchExtent.Part()

  /// The products of the packages among them, by name.
  private var packages: [String: CatalogProduct.ID] = [:]

  /// Lists everything that can be reached, apart from what depends on events that a search leaves out.
  init(_ rules: Rules, isQuick: Bool) {
    self.rules = rules
    let definition = rules.definition
    func isSearched(_ condition: Condition) -> Bool {
      !rules.isBeyondSearch(condition) && !(isQuick && rules.mayAwaitGivenPlan(condition))
    }
    var all: [String] = []
    for feature in definition.features {
      // What the search leaves out may also be what leads past a rule to the next.
      let explored = feature.rules.prefix { isSearched($0.when) }
      for position in explored.indices { all.append("features.\(feature.id).\(position)") }
    }
    all += definition.placements.filter { isSearched($0.when) }.map { "placements.\($0.id)" }
    for paywall in definition.paywalls {
      for (position, package) in paywall.packages.enumerated()
      where package.isTargeted && isSearched(package.when)
        && package.when.parts.allSatisfy({ $0.audience == .everyone })
      {
        let name = Self.name(of: position, on: paywall.id)
        all.append(name)
        packages[name] = package.product
      }
    }
    all += definition.prompts.filter { isSearched($0.when) }.map { "prompts.\($0.id)" }
    all += definition.nudges.filter { isSearched($0.when) && !$0.moment.isLeftOut }
      .map { "nudges.\($0.id)" }
    if let trial = definition.trial, trial.when != .always, isSearched(trial.when) {
      all.append("trial")
    }
    all += definition.addOnTrials.filter { isSearched($0.when) }.map { "trials.\($0.id)" }
    self.all = all
    unreached = Set(all)
  }

  private static func name(of position: Int, on paywall: Paywall.ID) -> String {
    "paywalls.\(paywall).packages.\(position)"
  }

  /// What no history has reached, in the order of the blueprint: the name, and that as a sentence.
  var missing: [(name: String, sentence: String)] {
    all.filter(unreached.contains).map { name in
      let package = packages[name].map { "nobody is offered this package of `\($0)`" }
      return (name, package ?? "no history reaches it")
    }
  }

  /// Records a step of a history.
  mutating func note(_ step: HistoryStep, to state: HistoryState) {
    contents.note(step, to: state, rules)
  }

  /// Records what memberships have, and what they reach, which is found without changing anything.
  mutating func note(_ reached: Set<String>, by memberships: [Membership]) {
    for membership in memberships { contents.note(membership) }
    if !reached.isEmpty { unreached.subtract(reached) }
  }

  /// Returns what a customer's membership reaches that nothing has reached so far: which rule decides each feature, and
  /// what is on screen or planned.
  func reached(by membership: Membership, _ person: Person) -> Set<String> {
    // What only support's grants of the plan reach is dead for everybody who buys.
    if unreached.isEmpty || person.hasOnlyGivenPlan(rules) { return [] }
    var reached: Set<String> = []
    let circumstances = Circumstances(
      phase: membership.phase, entitled: Set(membership.entitlements),
      reached: Set(rules.definition.milestones.filter { membership.milestone($0).isReached }),
      past: Set(rules.pastTests.filter(membership.holds)),
      held: person.items.mapValues(\.count), audience: person.audience,
      subscription: membership.subscription.flatMap { deciding($0) },
      addOns: Set(
        membership.runningAddOns.map { addOn in
          DecidingSubscription(
            condition: addOn.condition, willRenew: addOn.willRenew, product: addOn.product)
        }))
    for feature in rules.definition.features {
      if let position = feature.deciding(in: circumstances) {
        reached.insert("features.\(feature.id).\(position)")
      }
    }
    for placement in rules.definition.placements where membership.paywall(at: placement.id) != nil {
      reached.insert("placements.\(placement.id)")
    }
    for paywall in rules.definition.paywalls where paywall.packages.contains(where: \.isTargeted) {
      let shown = membership.packages(of: paywall.id)
      for (position, package) in paywall.packages.enumerated()
      where package.isTargeted && shown.contains(package) {
        reached.insert(Self.name(of: position, on: paywall.id))
      }
    }
    if membership.trial?.activatedAt != nil { reached.insert("trial") }
    for trial in membership.addOnTrials where trial.activatedAt != nil {
      reached.insert("trials.\(trial.id)")
    }
    for prompt in membership.prompts { reached.insert("prompts.\(prompt)") }
    for nudge in membership.nudges { reached.insert("nudges.\(nudge.nudge)") }
    return reached.intersection(unreached)
  }

  /// Returns what conditions ask about a subscription; nil for a product that the blueprint does not know.
  private func deciding(_ subscription: Subscription) -> DecidingSubscription? {
    let product =
      subscription.isRenewalLate
      ? subscription.renewsTo ?? subscription.product : subscription.product
    guard rules.product(product) != nil else { return nil }
    return DecidingSubscription(
      condition: subscription.condition,
      willRenew: subscription.isActive ? subscription.willRenew : nil,
      product: subscription.isActive ? product : nil)
  }
}

extension Nudge.Moment {
  /// Whether it comes after an event that no history contains.
  fileprivate var isLeftOut: Bool {
    if case .after(let event, _) = self { event.isLeftOut } else { false }
  }
}
