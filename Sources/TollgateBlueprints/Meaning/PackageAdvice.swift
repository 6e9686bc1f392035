import Tollgate

/// The check for packages that nobody is ever shown.
///
/// A package is tried on every possible customer that its condition holds for; see ``PossibleStates``. It is dead if none of
/// them could buy it, because they have the product or cannot have the offer, or if all of them are shown an earlier
/// package of the same product.
///
/// ```yaml
/// packages:
///   - coach.monthly
///   - { product: coach.monthly, when: { phase: lapsed } }         # never shown: the one before it is
///   - { product: coach.yearly, when: { willRenew: true, product: coach.yearly } }  # never shown: they have it
/// ```
struct PackageAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Checks every package of paywalls that were read without a mistake.
  func note() {
    guard subject.isSoundForStates, subject.isSound("features") else { return }
    for paywall in definition.paywalls where subject.isSound(paywall.id.rawValue, of: "paywalls") {
      for position in paywall.packages.indices { note(position, of: paywall) }
    }
  }

  /// Records a package whose condition never holds, that the customers it is for cannot buy, or that comes after
  /// another one of its product that they are shown.
  private func note(_ position: Int, of paywall: Paywall) {
    let package = paywall.packages[position]
    let earlier = paywall.packages[..<position].filter { $0.plan == package.plan }
    noteCountries(of: package, position, of: paywall)
    guard package.isTargeted || !earlier.isEmpty, let product = subject.product(package.product)
    else { return }
    let path = ["paywalls", paywall.id.rawValue, "packages", "\(position)"]
    if package.when != .always {
      let canHold = ConditionAdvice(subject: subject)
        .note(package.when, at: path + ["when"], "the package is never shown")
      guard canHold else { return }
      noteForgery(of: package, product, at: path + ["when"])
      noteNewcomers(package, product, at: path + ["when"])
      if !noteDowngrade(package, product, of: paywall.id, at: path + ["when"]) {
        noteTrade(package, product, of: paywall.id, at: path + ["when"])
      }
      notePass(package, product, of: paywall.id, at: path + ["when"])
      noteSaveOffer(package, product, of: paywall.id, at: path + ["when"])
    }
    guard let states = subject.states.seen(by: [package.when] + earlier.map(\.when)) else { return }
    let buyers = states.filter {
      package.when.holds(in: $0) && canBuy(product, package, in: $0)
    }
    if buyers.isEmpty {
      let isForFormer = package.offer.flatMap(product.offer)?.kind == .promotional
      subject.mistake(
        path, "the package is never shown: \(reason(against: package, of: product))",
        expected: isForFormer ? Self.forNewcomers : nil)
    } else if buyers.allSatisfy({ state in
      earlier.contains { hides($0, package, of: product, in: state) }
    }) {
      subject.mistake(
        path,
        "the package is never shown: those it is for are shown an earlier one of "
          + "`\(product.id)`", expected: "it before the other one")
    } else if isSeenByNewcomers(paywall.id) {
      noteHiddenFromNewcomers(
        package, product, at: package.when == .always ? path : path + ["when"])
    }
  }

  /// Warns about a product that is sold with a commitment only: in the United States and in Singapore, where Apple sells
  /// none, the paywall does not have it.
  private func noteCountries(
    of package: Paywall.Package, _ position: Int, of paywall: Paywall
  ) {
    guard package.billing == .monthly,
      !paywall.packages.contains(where: {
        $0.product == package.product && $0.billing == .upFront
      })
    else { return }
    subject.warning(
      ["paywalls", paywall.id.rawValue, "packages", "\(position)", "billing"],
      "the App Store sells no commitments in the United States and Singapore, so the paywall has no `\(package.product)` there",
      expected: "a package without `billing` after it")
  }

  /// Warns about a promotional offer that a forged report gets: the store sells it to every customer that the server
  /// signs it for.
  ///
  /// Everything that a device reports can be forged, and so can attributes that the app sets.
  private func noteForgery(
    of package: Paywall.Package, _ product: CatalogProduct, at path: [String]
  ) {
    guard let offer = package.offer.flatMap(product.offer), offer.kind == .promotional else {
      return
    }
    let isForged = package.when.parts.flatMap(\.audience.tests).contains(where: definition.canForge)
    if !isForged { return }
    subject.warning(
      path, "a forged report meets this condition, and the server then signs `\(offer.id)`",
      expected: "attributes that the backend sets")
  }

  /// Warns about an offer for former customers that is sold to those who have bought nothing.
  private func noteNewcomers(
    _ package: Paywall.Package, _ product: CatalogProduct, at path: [String]
  ) {
    guard let offer = package.offer.flatMap(product.offer), offer.kind != .code,
      package.when.past.contains(where: \.excludesBuyers)
    else { return }
    subject.warning(
      path,
      "`\(offer.id)` is for those who have or had a subscription of the group, but the condition selects those who have bought nothing",
      expected: Self.forNewcomers)
  }

  /// Warns about a promotional offer whose condition newcomers also meet, since they are not shown the package.
  private func noteHiddenFromNewcomers(
    _ package: Paywall.Package, _ product: CatalogProduct, at path: [String]
  ) {
    guard let offer = package.offer.flatMap(product.offer), offer.kind == .promotional,
      package.when.isMetByNewcomers, !package.when.past.contains(where: \.excludesBuyers)
    else { return }
    subject.warning(
      path,
      "newcomers are not shown this package: `\(offer.id)` is for those who have or had a subscription of the group",
      expected:
        "a condition that excludes newcomers, such as `phase: lapsed` or `willRenew: false`; for newcomers, \(Self.forNewcomers)"
    )
  }

  /// Warns about a package whose condition says nothing about purchases, if a subscription of the group gives everything that
  /// it sells and more: its subscribers are offered the lower tier.
  ///
  /// - Returns: Whether it warned.
  private func noteDowngrade(
    _ package: Paywall.Package, _ product: CatalogProduct, of paywall: Paywall.ID, at path: [String]
  ) -> Bool {
    let own = Set(product.entitlements)
    guard package.offer == nil, package.seats == nil, !own.isEmpty, let group = product.group,
      !package.when.namesPurchases,
      let higher = definition.products.first(where: {
        $0.group == group && own.isStrictSubset(of: $0.entitlements)
      }),
      !isForSomeCustomers(paywall)
    else { return false }
    subject.warning(
      path,
      "subscribers of `\(higher.id)` are offered `\(product.id)` too, which gives them less",
      expected: "`not: { product: \(higher.id) }` in the condition")
    return true
  }

  /// Warns about a package whose condition subscribers of another plan meet without being named, if it ends that plan at once
  /// and opens less of some feature.
  private func noteTrade(
    _ package: Paywall.Package, _ product: CatalogProduct, of paywall: Paywall.ID, at path: [String]
  ) {
    guard package.offer == nil, package.seats == nil else { return }
    for other in definition.products
    where product.startsAtOnce(inPlaceOf: other)
      && !package.when.namedProducts.contains(other.id)
    {
      let before = package.when.subscriber(of: other)
      guard package.when.holds(in: before), mayShow(paywall, to: before, of: other) else {
        continue
      }
      var after = before
      after.entitled = Set(product.entitlements)
      after.subscription = PossibleSubscription(.active, willRenew: true, product: product.id)
      let lost = definition.features.first {
        let (old, new) = ($0.allowance(in: before), $0.allowance(in: after))
        return new.isAtMost(old) && !old.isAtMost(new)
      }
      guard let lost else { continue }
      subject.warning(
        path,
        "`\(product.id)` ends `\(other.id)` at once, whose subscribers are offered it too and then have less of `\(lost.id)`",
        expected:
          "`not: { product: \(other.id) }` in the condition, or `product: \(other.id)` if it is meant for them",
        finding: .tradedAway)
      return
    }
  }

  /// Warns about a promotional offer that those who have cancelled a larger plan of the group are shown too, without being
  /// named: they are offered less for less, and not their own plan.
  private func noteSaveOffer(
    _ package: Paywall.Package, _ product: CatalogProduct, of paywall: Paywall.ID, at path: [String]
  ) {
    let own = Set(product.entitlements)
    guard let offer = package.offer.flatMap(product.offer), offer.kind == .promotional,
      package.seats == nil, !own.isEmpty, let group = product.group,
      let larger = definition.products.first(where: { other in
        guard other.group == group, other.kind == .autoRenewable,
          own.isStrictSubset(of: other.entitlements),
          !package.when.namedProducts.contains(other.id)
        else { return false }
        let leaver = package.when.subscriber(of: other, willRenew: false)
        return package.when.holds(in: leaver)
          && !package.when.holds(in: package.when.subscriber(of: other))
          && mayShow(paywall, to: leaver, of: other)
      })
    else { return }
    subject.warning(
      path,
      "whoever has cancelled `\(larger.id)` is offered `\(product.id)` with `\(offer.id)` too, which gives less",
      expected: "`product: \(product.id)` in the condition")
  }

  /// Returns whether something may show a paywall to a subscriber; what nothing in the blueprint shows, the app shows.
  private func mayShow(
    _ paywall: Paywall.ID, to subscriber: PossibleState, of product: CatalogProduct
  ) -> Bool {
    let renews = subscriber.subscription?.willRenew ?? true
    let screens =
      definition.screens(showing: paywall)
      + definition.nudges.filter { $0.paywall == paywall }.map(\.when)
    let features = definition.features.filter { feature in
      feature.paywall == paywall || feature.rules.contains { $0.paywall == paywall }
    }
    let variants = definition.experiments.flatMap(\.variants)
    return screens.isEmpty && features.isEmpty
      || screens.contains { $0.holds(in: $0.subscriber(of: product, willRenew: renews)) }
      || features.contains {
        $0.paywall(in: subscriber) == paywall && $0.allowance(in: subscriber) != .unlimited
      }
      || definition.paywalls.contains { $0.flow.exitOffer == paywall }
      || variants.contains { $0.paywalls.values.contains(paywall) }
  }

  /// Warns about a package that sells a pass to subscribers of a plan that gives all of it.
  ///
  /// Only other passes put it off: its time passes while the subscription runs. It leaves out passes with credits, and
  /// conditions that say nothing about purchases where nothing shows the paywall to subscribers.
  private func notePass(
    _ package: Paywall.Package, _ product: CatalogProduct, of paywall: Paywall.ID, at path: [String]
  ) {
    let own = Set(product.entitlements)
    guard product.kind == .nonRenewing, product.addsUp, !own.isEmpty,
      !definition.credits.contains(where: { $0.sources.contains { $0.product == product.id } })
    else { return }
    let plans = definition.products.filter {
      $0.kind == .autoRenewable && own.isSubset(of: $0.entitlements)
        && package.when.mayHold(forSubscribersOf: $0)
        && (!package.when.isMetByNewcomers || isShown(paywall, toSubscribersOf: $0))
    }
    guard let first = plans.first else { return }
    let names = plans.map(\.id.rawValue)
    let expected = names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
    subject.warning(
      path,
      "subscribers to `\(first.id)` are offered `\(product.id)` too, whose time passes while they subscribe",
      expected: "`not: { product: \(expected) }` in the condition")
  }

  /// Returns whether a placement, a prompt, a route or a nudge may show a paywall to subscribers who lack nothing.
  private func isShown(_ paywall: Paywall.ID, toSubscribersOf product: CatalogProduct) -> Bool {
    let screens =
      definition.placements.filter { $0.paywall == paywall && !$0.isGate }.map(\.when)
      + definition.prompts.filter { $0.paywall == paywall }.map(\.when)
      + definition.routes.filter { $0.paywall == paywall }.map(\.when)
      + definition.nudges.filter { $0.paywall == paywall }.map(\.when)
    return screens.contains { $0.mayHold(forSubscribersOf: product) }
  }

  /// Returns whether everything that shows a paywall has a condition on purchases.
  private func isForSomeCustomers(_ paywall: Paywall.ID) -> Bool {
    var conditions = definition.screens(showing: paywall)
    conditions += definition.nudges.filter { $0.paywall == paywall }.map(\.when)
    for feature in definition.features {
      conditions += feature.rules.filter { feature.paywall(of: $0) == paywall }.map(\.when)
    }
    return !conditions.isEmpty && conditions.allSatisfy(\.namesPurchases)
  }

  /// Returns whether a paywall may come up for those who never bought anything; one that nothing shows is shown by the app.
  private func isSeenByNewcomers(_ paywall: Paywall.ID) -> Bool {
    var conditions = definition.screens(showing: paywall)
    conditions += definition.features.flatMap(\.rules).filter { $0.paywall == paywall }.map(\.when)
    let nudges = definition.nudges.filter { $0.paywall == paywall }
    let variants = definition.experiments.flatMap(\.variants)
    let isElsewhere =
      definition.features.contains { $0.paywall == paywall }
      || definition.paywalls.contains { $0.flow.exitOffer == paywall }
      || variants.contains { $0.paywalls.values.contains(paywall) }
    return isElsewhere || conditions.isEmpty && nudges.isEmpty
      || conditions.contains(where: \.isMetByNewcomers)
      || nudges.contains { $0.when.isMetByNewcomers && !$0.moment.isOfPurchases }
  }

  /// What the store offers customers who never subscribed.
  private static let forNewcomers =
    "`offer: { code: … }`, or a product of its own with an `introductoryOffer`"

  /// Returns why nobody can buy a package, as the end of a message.
  private func reason(
    against package: Paywall.Package, of product: CatalogProduct
  ) -> String {
    switch package.offer.flatMap(product.offer)?.kind {
    case nil: "those it is for have `\(product.id)` already"
    case .promotional:
      "a promotional offer is for those who have or had a subscription of the group"
    case .winBack: "a win-back offer is for those whose subscription has ended"
    case .code: "those it is for cannot redeem the code"
    }
  }

  /// Returns whether some customer in a state may be able to buy a package.
  ///
  /// It is true rather than false where the state leaves it open, such as for products that do not give the plan.
  ///
  /// - Returns: False if the store would not sell it, or the engine would not show it, to anyone in the state.
  private func canBuy(
    _ product: CatalogProduct, _ package: Paywall.Package, in state: PossibleState
  ) -> Bool {
    let plan = subject.states.plan
    guard plan.includes(product) else { return true }
    let offer = package.offer.flatMap(product.offer)?.kind
    let givesMore =
      !state.entitled.isSuperset(of: product.entitlements) || state.phase == .trial
      || definition.credits.contains { $0.sources.contains { $0.product == product.id } }
    if !package.isTargeted { return givesMore }
    // Nobody in these phases has had the plan, but perhaps another subscription of its group.
    if [.blocked, .free].contains(state.phase), offer == .promotional || offer == .winBack {
      return definition.products.contains {
        $0.group == product.group && $0.kind == .autoRenewable
          && !plan.includes($0)
      }
    }
    if let running = state.subscription, running.condition.givesAccess {
      if offer == .winBack { return !isInGroup(of: product, running) }
      if running.product == product.id {
        return offer != nil || !running.willRenew || package.seats != nil
      }
    }
    return offer == .winBack ? givesMore : true
  }

  /// Returns whether a running subscription is in a product's group.
  ///
  /// One whose product no condition names is, if all products that give the plan are in that group.
  private func isInGroup(of product: CatalogProduct, _ running: PossibleSubscription) -> Bool {
    let subscriptions = definition.planSubscriptions(subject.states.plan)
    guard let own = running.product.flatMap(subject.product) else {
      return subscriptions.allSatisfy { $0.group == product.group }
    }
    return own.group == product.group
  }

  /// Returns whether everybody in a state who could be shown a package is shown an earlier one of the same product.
  ///
  /// - Parameters:
  ///   - earlier: The package before it.
  ///   - state: The state, in which somebody can buy the package.
  /// - Returns: False if somebody may be shown the package.
  private func hides(
    _ earlier: Paywall.Package, _ package: Paywall.Package, of product: CatalogProduct,
    in state: PossibleState
  ) -> Bool {
    guard earlier.when.holds(in: state) else { return false }
    if earlier.offer == package.offer, earlier.isTargeted || !package.isTargeted { return true }
    guard earlier.offer == nil else { return false }
    switch package.offer.flatMap(product.offer)?.kind {
    case .winBack: return true
    case .promotional, .code, nil:
      // Those who have the plan are not sold it again, and may be shown its offer, or a change to another product.
      return [.onboarding, .blocked, .free, .lapsed].contains(state.phase)
        && subject.states.plan.includes(product)
    }
  }
}

extension CatalogProduct {
  /// Returns whether the store starts a subscription at once in place of another one that runs: an upgrade, or a change to
  /// one of the same level and length.
  func startsAtOnce(inPlaceOf other: CatalogProduct) -> Bool {
    guard kind == .autoRenewable, other.kind == .autoRenewable, id != other.id, group != nil,
      group == other.group
    else { return false }
    let (own, replaced) = (level ?? 1, other.level ?? 1)
    return own < replaced || own == replaced && period == other.period
  }
}

extension Blueprint.Definition {
  /// The conditions of the placements, prompts and routes that show a paywall.
  func screens(showing paywall: Paywall.ID) -> [Condition] {
    placements.filter { $0.paywall == paywall }.map(\.when)
      + prompts.filter { $0.paywall == paywall }.map(\.when)
      + routes.filter { $0.paywall == paywall }.map(\.when)
  }
}

extension PastTest {
  /// Whether it holds only for those who have bought nothing or whose purchases were refunded.
  fileprivate var excludesBuyers: Bool {
    guard case .count(let count) = self, count.lessThan == 1, count.within == nil,
      count.window == nil,
      count.dates == .always
    else { return false }
    return count.event == .purchase || count.event == .firstPurchase
  }
}

extension Condition {
  /// Returns whether subscribers whose plan renews can meet it; what is not about purchases is taken to hold.
  func mayHold(forSubscribersOf product: CatalogProduct) -> Bool {
    holds(in: subscriber(of: product))
  }

  /// Returns a subscriber, whose plan renews unless it was cancelled, of whom everything is true that the condition says of
  /// other things than purchases.
  func subscriber(of product: CatalogProduct, willRenew: Bool = true) -> PossibleState {
    var state = PossibleState(
      phase: .subscribed, entitled: Set(product.entitlements),
      reached: Set(parts.flatMap(\.reached)))
    state.past = Set(parts.flatMap(\.past).filter { !$0.event.traits.contains(.isOfBuyers) })
    state.audience = Set(parts.flatMap(\.audience.tests))
    state.subscription = PossibleSubscription(
      .active, willRenew: willRenew, product: product.id)
    return state
  }

  /// Whether customers who never bought anything can meet it, and it says nothing about purchases.
  fileprivate var isMetByNewcomers: Bool {
    let isForNewcomers = phases.isEmpty || !phases.isDisjoint(with: [.onboarding, .blocked, .free])
    return isForNewcomers && (any + not).flatMap(\.parts).allSatisfy(\.phases.isEmpty)
      && parts.allSatisfy { part in
        part.subscription.isEmpty && part.willRenew == nil && part.products.isEmpty
          && part.entitled.isEmpty && !part.past.contains { $0.event.traits.contains(.isOfBuyers) }
      }
  }

  /// Whether it says something about what a customer has bought.
  fileprivate var namesPurchases: Bool {
    parts.contains { part in
      !part.entitled.isEmpty || !part.notEntitled.isEmpty || !part.phases.isEmpty
        || part.willRenew != nil || !part.subscription.isEmpty || !part.products.isEmpty
        || part.past.contains { $0.event.traits.contains(.isOfBuyers) }
    }
  }
}

extension Nudge.Moment {
  /// Whether it follows from a purchase, or may.
  fileprivate var isOfPurchases: Bool {
    switch self {
    case .before: true
    case .after(let event, _): event.traits.contains(.isOfBuyers)
    case .silence: false
    }
  }
}
