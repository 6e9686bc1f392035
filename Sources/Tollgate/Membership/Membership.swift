/// What holds for a customer at an instant.
///
/// Between ``instant`` and ``nextChange`` every answer stays the same unless a new fact arrives, so clients can sleep
/// until then and work offline.
///
/// While the phase is `unknown`, the answers of ``entitlement(_:)`` and ``milestone(_:)`` and the access to every
/// feature are `unknown` rather than "no". Lists are empty then, balances are 0, paywalls neither show nor sell, and
/// the trial and the subscription are nil.
///
/// A device may hold purchases that the store has signed and the server has yet to record (``isAwaitingPurchase``).
/// Until then nothing that they give is denied or sold: access and entitlements that they will give are `unknown`, and
/// prompts, paywalls and routes are those that they will not change.
public struct Membership: Sendable {
  /// The shared contents, so that copying a membership costs one reference count.
  private final class Contents: Sendable {
    let blueprint: Blueprint
    let instant: Instant
    let nextChange: Instant?
    let standing: Standing
    /// The membership once the purchases that wait are recorded; nil if none waits that gives anything.
    let expected: Membership?

    init(
      _ blueprint: Blueprint, _ instant: Instant, _ nextChange: Instant?, _ standing: Standing,
      expected: Membership? = nil
    ) {
      self.blueprint = blueprint
      self.instant = instant
      self.nextChange = nextChange
      self.standing = standing
      self.expected = expected
    }
  }

  private let contents: Contents

  /// The blueprint used for the decision.
  public var blueprint: Blueprint { contents.blueprint }
  /// The instant of the decision.
  public var instant: Instant { contents.instant }
  /// When any answer next changes without a new fact; nil if none ever does.
  public var nextChange: Instant? { contents.nextChange }
  var standing: Standing { contents.standing }
  var expected: Membership? { contents.expected }

  /// Evaluates a customer at an instant.
  ///
  /// - Parameter parent: The parent that limits for each of them are asked about; nil for uses that name none.
  public init(
    of customer: borrowing Customer, in blueprint: Blueprint, parent: Parent.ID? = nil,
    at now: Instant
  ) {
    let standing = Standing(
      of: customer, in: blueprint, at: now, parent: parent, countsParents: true)
    contents = Contents(
      blueprint, now, customer.nextChange(from: standing, in: blueprint, at: now), standing)
  }

  /// Evaluates a customer on a device with purchases that the server has not recorded yet, that of the app included.
  ///
  /// - Parameters:
  ///   - customer: The customer without those purchases.
  ///   - decision: When the purchases take effect without the server; nil if that is not known.
  public init(
    of customer: Customer, awaiting buyer: Customer, until decision: Instant?,
    in blueprint: Blueprint, at now: Instant
  ) {
    let current = Membership(of: customer, in: blueprint, at: now)
    let expected = Membership(of: buyer, in: blueprint, at: now)
    guard expected.standing.gives(besides: current.standing) else {
      self = current
      return
    }
    contents = Contents(
      blueprint, now, [current.nextChange, decision].compactMap { $0 }.min(), current.standing,
      expected: expected)
  }

  /// Evaluates a customer at an instant without computing when the result changes; ``nextChange`` is nil.
  ///
  /// - Parameters:
  ///   - parent: The parent that limits for each of them are asked about.
  ///   - plans: Whether to find the prompts and nudges that are due; otherwise there are none.
  package init(
    unchangingFor customer: borrowing Customer, in blueprint: Blueprint,
    parent: Parent.ID? = nil, plans: Bool = true, at now: Instant
  ) {
    contents = Contents(
      blueprint, now, nil,
      Standing(
        of: customer, in: blueprint, at: now, plans: plans, parent: parent, countsParents: true))
  }

  /// Returns what holds when any answer next changes without a new fact; nil if none does before an end.
  ///
  /// Its own ``nextChange`` is nil, as it is of this membership.
  package func next(for customer: borrowing Customer, before end: Instant?) -> Membership? {
    customer.nextStanding(from: standing, in: blueprint, at: instant, before: end).map { next in
      Membership(Contents(blueprint, next.at, nil, next.standing))
    }
  }

  private init(_ contents: Contents) { self.contents = contents }

  /// Returns when any answer next changes of a membership that was evaluated without; nil if none ever does.
  package func nextChange(for customer: borrowing Customer) -> Instant? {
    customer.nextChange(from: standing, in: blueprint, at: instant)
  }

  /// Creates the membership of a customer who is not known yet: nothing is certainly allowed, nothing is denied.
  public init(unknownIn blueprint: Blueprint, at now: Instant) {
    contents = Contents(blueprint, now, nil, .unknown)
  }

  /// The customer's phase.
  public var phase: Phase { standing.phase }

  /// Whether a purchase that the store has signed, and the server has yet to record, will change what holds.
  ///
  /// Say that it is being confirmed, not that nothing was bought.
  public var isAwaitingPurchase: Bool { expected != nil }

  /// The state of the main trial; nil if none has started or been forfeited, and while the phase is unknown.
  public var trial: TrialStatus? { standing.trial }

  /// The add-on trials that run, and those of the blueprint that are over or were forfeited, by name; empty while the
  /// phase is unknown.
  public var addOnTrials: [TrialStatus] { standing.trials.addOns }

  /// The state of the trial with a name, the main trial or an add-on trial; nil if the customer has not had it.
  public func trial(_ id: Trial.ID) -> TrialStatus? {
    trial.flatMap { $0.id == id ? $0 : nil } ?? addOnTrials.first { $0.id == id }
  }

  /// The subscription that decides the plan; nil if there never was one, and while the phase is unknown.
  ///
  /// It may have ended: ``Subscription/isActive`` says whether it gives access.
  public var subscription: Subscription? { standing.subscription }

  /// Whether the customer has a subscription of their own to manage with the store, to the plan or an add-on; false while
  /// the phase is unknown.
  ///
  /// What a family member pays for is not the customer's to manage.
  public var managesSubscription: Bool { standing.managesSubscription }

  /// The rights that were bought elsewhere, such as on the web, and run; empty while the phase is unknown.
  ///
  /// The app's own backend states them. They are not the App Store's to manage: say where they were bought, until when
  /// they last, and whether they renew.
  public var boughtElsewhere: [Grant] { standing.elsewhere }

  /// The grants whose time does not pass now, because a purchase or another grant gives what they give; empty while the
  /// phase is unknown.
  ///
  /// Each continues when nothing else gives it. When that is depends on whether a subscription renews, so no date is
  /// promised: say that the days are kept.
  public var waitingGrants: [WaitingGrant] { standing.waiting }

  /// When the plan that was bought with a trial starts after the trial's last use; nil if no such plan is pending.
  public var planStartsAt: Instant? { standing.pending?.startsAt }

  /// The entitlements that the customer has, sorted; empty while the phase is unknown.
  public var entitlements: [Entitlement.ID] {
    blueprint.index.entitlements.filter { standing.entitled & (1 << UInt64($0.value)) != 0 }
      .keys.sorted()
  }

  /// Whether the customer has an entitlement; `inactive` for an unknown name.
  public func entitlement(_ entitlement: Entitlement.ID) -> Entitlement.Status {
    if standing.phase == .unknown { return .unknown }
    if standing.entitled & blueprint.index.bit(entitlement) != 0 { return .active }
    return expected?.entitlement(entitlement).isActive ?? false ? .unknown : .inactive
  }

  /// Whether a milestone is reached; `notReached` for an unknown name.
  public func milestone(_ milestone: Milestone.ID) -> Milestone.Status {
    if standing.phase == .unknown { return .unknown }
    guard let position = blueprint.index.milestones[milestone] else { return .notReached }
    return standing.past.reached & (1 << UInt64(position)) != 0 ? .reached : .notReached
  }

  /// The credits in a wallet; 0 for an unknown name and while the phase is unknown.
  ///
  /// It is a number to show. Whether a use can be paid for is `access(to:)`, whose answer is `unknown`
  /// rather than `denied` for a customer whose balance is not known; check the phase before showing an empty wallet.
  public func credits(in wallet: Wallet.ID) -> Int {
    let balances = standing.wallets.balances
    return blueprint.index.wallets.firstIndex(of: wallet).flatMap { position in
      position < balances.count ? balances[position] : nil
    } ?? 0
  }

  /// The credits that a wallet owes, which the next ones pay for; 0 for an unknown name and while the phase is unknown.
  public func owedCredits(in wallet: Wallet.ID) -> Int {
    let owed = standing.wallets.owed
    return blueprint.index.wallets.firstIndex(of: wallet).flatMap { position in
      position < owed.count ? owed[position] : nil
    } ?? 0
  }

  /// The credits that one use of a feature costs now; nil if it costs none or each use states its own cost.
  public func cost(of feature: Feature.ID) -> Int? {
    blueprint.handle(of: feature).flatMap {
      standing.price(of: blueprint.features[$0.position].rule(for: standing))?.cost
    }
  }

  /// The prompts that may show now, in the blueprint's order; empty while the phase is unknown.
  public var prompts: [Prompt.ID] {
    guard let expected else { return standing.screens.prompts }
    return standing.screens.prompts.filter(expected.prompts.contains)
  }

  /// The nudges to schedule, all of them later than ``instant``.
  public var nudges: [PlannedNudge] { standing.screens.nudges }

  /// The access to a feature; `denied` for an unknown name.
  public func access(to feature: Feature.ID) -> Access {
    guard let handle = blueprint.handle(of: feature) else {
      return .denied(Denial(reason: .notIncluded, paywall: nil))
    }
    return access(to: handle)
  }

  /// The access to a feature, in a table lookup and a few comparisons.
  public func access(to handle: FeatureHandle) -> Access {
    let access = contents.blueprint.access(to: handle, for: contents.standing)
    guard access.isDenied, let expected = contents.expected else { return access }
    let later = expected.access(to: handle)
    return later.isDenied ? later : .unknown
  }

  /// The paywall that a placement shows now; nil while the phase is unknown, if the paywall would sell nothing, and after
  /// as many paywalls as the blueprint's limits allow.
  ///
  /// A gate never stops customers who have what the paywall gives; only other placements offer them a change of plan.
  public func paywall(at placement: Placement.ID) -> Paywall.ID? {
    answer(at: placement) == .shows ? blueprint.placements[placement]?.paywall : nil
  }

  /// Whether a placement would show its paywall now, if the customer had been shown fewer paywalls.
  ///
  /// Paywalls that the customer requests, those of denials and routes, and those that cannot be closed are never withheld.
  public func withholdsPaywall(at placement: Placement.ID) -> Bool {
    answer(at: placement) == .withholds
  }

  private func answer(at placement: Placement.ID) -> PlacementAnswer {
    guard standing.phase != .unknown, let placed = blueprint.placements[placement] else {
      return .nothing
    }
    let answer = standing.answer(at: placed, in: blueprint)
    return expected.map { $0.answer(at: placement) == answer } ?? true ? answer : .nothing
  }

  /// Whether a paywall sells anything: something that takes effect now and that the customer has not already paid for,
  /// also while a grant gives it for a time, or a package for this customer in particular.
  public func sells(_ paywall: Paywall.ID) -> Bool {
    blueprint.sold(at: paywall, to: standing) & shown != 0
  }

  /// Whether a paywall sells anything that takes effect now and that the customer has neither paid for nor been granted.
  package func sellsMore(_ paywall: Paywall.ID) -> Bool {
    blueprint.sold(at: paywall, to: standing) & selling != 0
  }

  /// The packages of a paywall that the customer is shown, in its order.
  ///
  /// They take effect now and give something not already paid for, or are for this customer in particular: then they may
  /// also change the plan that runs. Of several packages of one product with the same billing, the first is shown.
  ///
  /// - Parameter isAvailable: Whether the store sells a package to this customer, which may know more than the facts
  ///   show.
  /// - Returns: At most one package for each product and billing plan.
  public func packages(
    of paywall: Paywall.ID, where isAvailable: (Paywall.Package) -> Bool = { _ in true }
  ) -> [Paywall.Package] {
    let contents = blueprint.contents(of: paywall, for: standing)
    guard let all = blueprint.paywall(contents)?.packages,
      let positions = blueprint.catalog.packages[contents]
    else { return [] }
    let shown = shown
    var packages: [Paywall.Package] = []
    for (package, position) in zip(all, positions)
    where shown & (1 << UInt64(position)) != 0
      && !packages.contains(where: { $0.plan == package.plan }) && isAvailable(package)
    {
      packages.append(package)
    }
    return packages
  }

  /// Whether some paywall shows the customer an offer of a product now.
  public func shows(_ offer: CatalogProduct.Offer.ID, of product: CatalogProduct.ID) -> Bool {
    blueprint.definition.paywalls.contains { paywall in
      packages(of: paywall.id).contains { $0.product == product && $0.offer?.id == offer }
    }
  }

  /// Whether the store would sell a product with its introductory offer now, if it is billed as that offer is, as far as
  /// the facts show; false for
  /// customers with a running subscription of the same group, because the store charges them in full.
  public func offersIntroductory(_ product: CatalogProduct.ID) -> Bool {
    blueprint.catalog.isOffered(product, in: standing.offers.introductory)
      && expected?.offersIntroductory(product) ?? true
  }

  /// The packages that may be shown, as bits; what was just bought is not sold again.
  private var shown: UInt64 { standing.offers.shown & (expected?.shown ?? .max) }

  /// The packages that give something, as bits; what was just bought is not sold again.
  private var selling: UInt64 { standing.offers.selling & (expected?.selling ?? .max) }

  /// Where the app navigates from its current screen: the first route that matches, without its paywall while the phase
  /// is unknown; nil if no route matches.
  ///
  /// The app stays where it is while a purchase is awaited that leads elsewhere.
  public func route(_ context: Route.Context) -> Route? {
    let route = currentRoute(context)
    guard let expected, expected.route(context) != route else { return route }
    return Route(screen: nil)
  }

  private func currentRoute(_ context: Route.Context) -> Route? {
    for (route, condition) in zip(blueprint.definition.routes, blueprint.conditions.routes)
    where route.matches(context) && condition.holds(standing) {
      return standing.phase == .unknown ? route.withoutPaywall : route
    }
    return nil
  }
}

extension Membership: Hashable {
  /// Whether two memberships give the same answers by the same blueprint, now and at their next change.
  public static func == (left: Membership, right: Membership) -> Bool {
    left.instant == right.instant && left.answers(like: right)
      && left.nextChange == right.nextChange
  }

  /// Hashes the membership's answers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(instant)
    hasher.combine(standing.phase)
    hasher.combine(standing.entitled)
  }

  /// Whether two memberships, possibly for different instants, give the same answers.
  public func answers(like other: Membership) -> Bool {
    blueprint.definition == other.blueprint.definition
      && standing.answers(like: other.standing, in: blueprint)
      && expected.map { mine in other.expected.map(mine.answers) ?? false }
        ?? !other.isAwaitingPurchase
  }
}

extension Membership {
  /// The running subscriptions to add-ons that conditions name, as conditions test them.
  package var runningAddOns:
    [(product: CatalogProduct.ID, condition: StoreCondition, willRenew: Bool)]
  {
    blueprint.index.products.keys.sorted().flatMap { product in
      standing.plan.addOns.states(of: blueprint.index.bit(product)).map {
        (product: product, condition: $0.condition, willRenew: $0.willRenew)
      }
    }
  }
}
