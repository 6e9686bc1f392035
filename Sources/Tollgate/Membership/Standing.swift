/// Everything that can change as time passes, so that two instants can be compared.
///
/// Entitlements, milestones and products are bits and positions of one ``Blueprint``: a standing means nothing without
/// the blueprint that it was evaluated in.
struct Standing: Hashable, Sendable {
  var phase: Phase = .unknown
  /// The customer's entitlements, as bits of ``BlueprintIndex/entitlements``.
  var entitled: UInt64 = 0
  var past = Past()
  /// The tests of ``AudienceIndex`` that hold, as bits.
  var audience: UInt64 = 0
  /// The number of items that each feature holds, in the order of ``BlueprintIndex/heldFeatures``.
  var held: [Int] = []
  /// The sum of the sizes of these items, in the same order; empty if no rule limits it.
  var heldSizes: [Int] = []
  /// The parent that limits for each of them are asked about.
  var parent: Parent.ID = ""
  /// What each feature holds in that parent, in the order of ``BlueprintIndex/heldFeatures``; empty if no rule limits it.
  var inParent: [InParent] = []
  /// The uses, or the sum of the sizes, that count toward each allowance, in the order of ``BlueprintIndex/allowances``.
  var counts: [Int] = []
  /// What counts in all parents together toward each allowance for each of them, in the same order; empty if no limit is
  /// for each parent, or if nobody asks when it changes.
  var inAllParents: [Int] = []
  /// When each of these counts next falls, in the same order, with the distant future for never; empty if no limit of
  /// the blueprint says so.
  var renewals: [Instant] = []
  var wallets = Wallets()
  /// The trial that is running or was; nil if none has started or been forfeited.
  var trial: TrialStatus?
  var trials = Trials()
  var reserved = Reserved()
  /// The subscription that decides the plan; nil if there never was one.
  var subscription: Subscription?
  /// The subscriptions, and the rights bought elsewhere, that give the plan, in the order in which limits count in their
  /// periods and months; empty if no limit does.
  var plans: [PlanTime] = []
  /// When the customer was first seen, if a limit may count in the months from then on.
  var firstDay: Instant?
  /// The running time of non-renewing products that give the plan; nil without any.
  var pass: PassTime?
  /// The time of grants and of rights bought elsewhere that give the plan without a gap; nil without any, and if it has no
  /// end.
  var grantTime: PassTime?
  /// Whether the customer has a subscription of their own to manage with the store.
  var managesSubscription = false
  /// The properties of that subscription that conditions test.
  var plan = PlanBits()
  /// The plan that follows what is paid for, either automatically or through the store's settings.
  var pending: PendingPlan?
  var offers = ProductOffers()
  /// The rights that were bought elsewhere and run, by id.
  var elsewhere: [Grant] = []
  /// The grants whose time does not pass, because something else gives what they give, by when they were given.
  var waiting: [WaitingGrant] = []
  var screens = Screens()

  /// What shows, and in which variants.
  struct Screens: Hashable, Sendable {
    /// The customer's variant of each experiment, as ``Blueprint/variants(of:)`` gives them; empty if the phase is
    /// unknown.
    var variants: [Int] = []
    /// The prompts that may show, in the blueprint's order.
    var prompts: [Prompt.ID] = []
    /// The nudges that are due later, in the blueprint's order.
    var nudges: [PlannedNudge] = []
    /// The nudges that are due and that quiet hours may delay, in the blueprint's order.
    var delayed: [PlannedNudge] = []
    /// Whether the store charges at the end of the running trial, although something else gives the plan.
    var isTrialCharged = false
    /// When the customer was last active; nil if that is not known or no nudge depends on it.
    var activeAt: Instant?
  }

  /// The credits of the customer's wallets.
  struct Wallets: Hashable, Sendable {
    /// The balance of each wallet, in the order of ``BlueprintIndex/wallets``.
    var balances: [Int] = []
    /// How much of each balance can be spent now; less than all of it if the wallet limits what is spent in a window.
    ///
    /// What several wallets have together follows, in the order of ``BlueprintIndex/purses``; likewise below.
    var spendable: [Int] = []
    /// How much one use may cost now: what can be spent, and what the wallet may be overdrawn by.
    var reach: [Int] = []
    /// The same without what may be spent in a window.
    var funds: [Int] = []
    /// What each wallet owes, and the next credits pay for.
    var owed: [Int] = []
    /// How much more each wallet may owe, if it or another pays a part of the use; empty if no price has several wallets.
    var room: [Int] = []
    /// When a balance next changes without a new fact; nil if none ever does.
    var nextChange: Instant?
  }

  /// The add-on trials, and what the running trial's own terms count.
  struct Trials: Hashable, Sendable {
    /// The add-on trials that run, and those of the blueprint that are over or were forfeited, by name.
    var addOns: [TrialStatus] = []
    var uses = TrialUses()
  }

  /// The uses that the running trial's own terms count.
  ///
  /// A trial keeps the terms it started with, so its limit stands in for the one that a rule of a later blueprint
  /// gives.
  struct TrialUses: Hashable, Sendable {
    /// The feature whose uses end the trial; nil if only time ends it or no trial is running.
    var feature: Feature.ID?
    /// The position of the feature's allowance per trial; -1 if no rule has one.
    var allowance = -1
    /// The number of uses in that allowance.
    var limit = 0
  }

  /// What a feature holds in a parent.
  struct InParent: Hashable, Sendable {
    var count = 0
    var size = 0
  }

  /// What open reservations take, beyond ``held`` and ``counts``; ``wallets`` are without it.
  ///
  /// A reservation takes the place of a use and is not one: it ends no trial, and no condition but one on what is
  /// left depends on it.
  struct Reserved: Hashable, Sendable {
    /// The reserved uses, or their sizes, that count toward each allowance, in the order of ``BlueprintIndex/allowances``; empty if none
    /// do.
    var uses: [Int] = []
    /// The items that each feature is about to hold, in the order of ``BlueprintIndex/heldFeatures``; empty if none is.
    var items: [Int] = []
    /// The sizes that these items will have, in the same order.
    var sizes: [Int] = []
    /// What these items will take in the parent, in the same order.
    var inParent: [InParent] = []
    /// The position of the feature whose last uses in the running trial are reserved; -1 if more are left.
    var trial = -1
    /// The uses of that feature in the trial, made and reserved.
    var trialLimit = Limit(limit: 0, used: 0, scope: .trial)
  }

  /// The uses that count toward an allowance, made or reserved.
  func used(_ position: Int) -> Int {
    counts[position] + (reserved.uses.isEmpty ? 0 : reserved.uses[position])
  }

  /// The items that a feature holds or is about to hold.
  func taken(_ position: Int) -> Int {
    held[position] + (reserved.items.isEmpty ? 0 : reserved.items[position])
  }

  /// The sum of the sizes of the items that a feature holds or is about to hold.
  func takenSize(_ position: Int) -> Int {
    heldSizes[position] + (reserved.sizes.isEmpty ? 0 : reserved.sizes[position])
  }

  /// The items that a feature holds or is about to hold in the parent, or the sum of their sizes.
  func takenInParent(_ position: Int, sized isSized: Bool) -> Int {
    let own = inParent[position]
    let waiting = reserved.inParent.isEmpty ? InParent() : reserved.inParent[position]
    return isSized ? own.size + waiting.size : own.count + waiting.count
  }

  /// The standing of a customer who is not known yet.
  static let unknown = Standing()

  /// The part of a standing that the standing of the same customer at a later instant need not derive again.
  struct Kept {
    let audience: UInt64
    let variants: [Int]
    let wallets: Wallets
  }

  /// What no instant changes, and the wallets until they next change.
  var kept: Kept { Kept(audience: audience, variants: screens.variants, wallets: wallets) }

  init() {}

  /// Evaluates a customer at an instant.
  ///
  /// - Parameters:
  ///   - earlier: What is known of the same customer at an earlier instant; it saves replaying the wallets and deriving
  ///     again what no instant changes.
  ///   - plans: Whether to find the prompts and nudges that are due.
  ///   - parent: The parent that limits for each of them are asked about; nil for uses and items that name none.
  ///   - countsParents: Whether to count what changes in other parents too.
  ///   - known: The time that the customer has bought, if it is known: it is the same at any instant.
  init(
    of customer: borrowing Customer, in blueprint: Blueprint, at now: Instant,
    after earlier: Kept? = nil, plans: Bool = true, parent: Parent.ID? = nil,
    countsParents: Bool = false, adding known: AddedTime? = nil
  ) {
    let index = blueprint.index
    let added: AddedTime
    if let known { added = known } else { added = AddedTime(of: customer, in: blueprint) }
    self.parent = parent ?? ""
    for (milestone, at) in customer.milestones where at <= now {
      if let position = index.milestones[milestone] { past.reached |= 1 << UInt64(position) }
    }
    audience = earlier?.audience ?? index.audience.holding(for: customer)
    held = index.heldFeatures.map { customer.history.items[$0]?.count(at: now) ?? 0 }
    if index.holdsSizes {
      heldSizes = index.heldFeatures.map { customer.history.items[$0]?.size(at: now) ?? 0 }
    }
    if !customer.teamItems.isEmpty { countTeamItems(of: customer, in: blueprint, at: now) }
    if index.holdsInParents {
      inParent = index.heldFeatures.map {
        let held = customer.held(in: self.parent, of: $0, at: now)
        return InParent(count: held.count, size: held.size)
      }
    }
    let possessions = Possessions(of: customer, in: blueprint, at: now, adding: added)
    subscription = possessions.subscription
    self.plans = possessions.plans
    if index.countsInPlanMonths { firstDay = customer.firstDay }
    pass = possessions.pass
    grantTime = possessions.grantTime
    managesSubscription = possessions.managesSubscription
    plan = PlanBits(subscription, in: blueprint)
    plan.addOns = possessions.addOns
    pending = possessions.pending
    trial = possessions.trial?.status ?? customer.forfeitedTrial(in: blueprint, at: now)
    trials.addOns = possessions.addOnTrials.map(\.status)
    entitled = possessions.allEntitled
    phase = Self.phase(of: customer, possessions, trial: trial, in: blueprint, at: now)
    waiting = possessions.waiting
    elsewhere = customer.grants.isEmpty ? [] : customer.rightsElsewhere(at: now)
    fillWallets(customer, in: blueprint, at: now, after: earlier)
    count(customer, possessions, in: blueprint, at: now)
    if countsParents, index.countsInParents {
      inAllParents = index.allowances.map {
        $0.isEach
          ? customer.countInAllParents(
            $0, trial: possessions.trial, period: billingPeriod(of: $0), in: blueprint, at: now)
          : 0
      }
    }
    past.lapsedAt = phase == .subscribed ? nil : possessions.planEndedAt
    // A copy, because the tests read what else is known.
    var tested = past
    tested.test(customer, trial: trial, in: blueprint, at: now) { end(of: $0, in: blueprint)?.end }
    past = tested
    testLeft(in: blueprint)
    screens.variants = earlier?.variants ?? blueprint.variants(of: customer)
    // Packages have conditions on all of the above, and so do prompts and nudges.
    sell(possessions.offers(to: customer, in: blueprint, at: now), in: blueprint)
    guard plans else { return }
    planPrompts(for: customer, in: blueprint, at: now)
    planNudges(for: customer, in: blueprint, at: now, adding: added)
  }

  /// The billing period of the plan in which an allowance counts, or the time in whose months it does; nil if it counts in
  /// a month of the calendar.
  ///
  /// Of several subscriptions and rights it is the first whose product the rule names, or else the first that gives what it
  /// asks for, or else the first. A right has months, and no billing periods. Without any, months are counted from the
  /// customer's first day.
  func billingPeriod(of allowance: IndexedAllowance) -> BillingPeriod? {
    let (asked, countsMonths) = (allowance.asked, allowance.countsPlanMonth)
    func first(where isMeant: (PlanTime) -> Bool) -> PlanTime? {
      plans.first { (countsMonths || $0.purchase != nil) && isMeant($0) }
    }
    let meant =
      first { $0.product & asked.product != 0 }
      ?? first { $0.entitled & asked.entitled != 0 } ?? first { _ in true }
    guard var period = meant?.period else {
      if let subscription, subscription.isActive { return BillingPeriod(subscription) }
      return countsMonths ? firstDay.map { BillingPeriod(since: $0) } : nil
    }
    // The periods of another one follow.
    if period.next == nil, first(where: { period.end < $0.period.end }) != nil {
      period.next = period.end
    }
    return period
  }

  /// The phase: the paid plan first, then the trial, then what is over, then what comes before any of it.
  ///
  /// A trial started by a purchase gives no paid plan while it runs, so its customer is in the phase `trial`.
  private static func phase(
    of customer: Customer, _ possessions: Possessions, trial: TrialStatus?,
    in blueprint: Blueprint, at now: Instant
  ) -> Phase {
    if possessions.hasPlan { return .subscribed }
    if let trial, trial.isActive { return .trial }
    let planEndedAt = possessions.planEndedAt
    if let trial {
      // The latest end decides what is over; after a trial's last use the paid plan is still to come.
      guard let planEndedAt, possessions.pending?.spent == nil else { return .trialExpired }
      return planEndedAt < min(trial.endsAt ?? now, now) ? .trialExpired : .lapsed
    }
    if let onboarding = blueprint.definition.onboarding,
      customer.milestones[onboarding].map({ now < $0 }) ?? true
    {
      return .onboarding
    }
    if planEndedAt != nil { return .lapsed }
    return blueprint.definition.hasFreeTier ? .free : .blocked
  }

  private mutating func fillWallets(
    _ customer: Customer, in blueprint: Blueprint, at now: Instant, after earlier: Kept?
  ) {
    if blueprint.definition.credits.isEmpty { return }
    if let earlier, earlier.wallets.nextChange.map({ now < $0 }) ?? true {
      wallets = earlier.wallets
      return
    }
    let replays = customer.credits(in: blueprint, at: now)
    wallets.balances = replays.map(\.balance)
    wallets.owed = replays.map(\.owed)
    if !blueprint.index.purses.isEmpty {
      wallets.room = zip(wallets.owed, blueprint.definition.credits).map { $1.mayOverdraw - $0 }
    }
    wallets.nextChange = replays.compactMap(\.nextChange).min()
    reserveCredits(of: customer, in: blueprint, at: now)
    wallets.spendable = wallets.balances
    wallets.reach = zip(wallets.balances, blueprint.definition.credits).map { balance, wallet in
      balance > 0 ? min(balance, Int.max - wallet.mayOverdraw) + wallet.mayOverdraw : 0
    }
    wallets.funds = wallets.reach
    wallets.addFunds(of: blueprint.index.purses)
    limitSpending(of: customer, in: blueprint, at: now)
    wallets.addSpendable(of: blueprint.index.purses)
  }

  private mutating func count(
    _ customer: Customer, _ possessions: Possessions, in blueprint: Blueprint, at now: Instant
  ) {
    counts = blueprint.index.allowances.map {
      customer.count(
        $0, trial: possessions.trial, period: billingPeriod(of: $0), parent: parent, in: blueprint,
        at: now)
    }
    if blueprint.index.saysRenewals {
      renewals = blueprint.index.allowances.map {
        customer.renewal(
          of: $0, period: billingPeriod(of: $0), parent: parent, in: blueprint, at: now)
          ?? .distantFuture
      }
    }
    countReservations(of: customer, possessions.trial, in: blueprint, at: now)
    guard let run = possessions.trial, run.status.isActive, let uses = run.terms?.uses else {
      return
    }
    trials.uses.feature = uses.feature
    if let position = blueprint.index.allowances.firstIndex(
      of: IndexedAllowance(feature: uses.feature, window: .trial))
    {
      trials.uses.allowance = position
      trials.uses.limit = uses.limit
    }
  }

  /// Leaves out of what could be sold the packages whose conditions do not hold.
  private mutating func sell(_ possible: ProductOffers, in blueprint: Blueprint) {
    offers = possible
    for (position, when) in blueprint.catalog.saleConditions where !when.holds(self) {
      offers.selling &= ~(1 << UInt64(position))
      offers.changing &= ~(1 << UInt64(position))
    }
  }

  /// Finds the prompts that may show, once everything else is known; one whose paywall sells nothing does not.
  private mutating func planPrompts(
    for customer: Customer, in blueprint: Blueprint, at now: Instant
  ) {
    for (prompt, condition) in zip(blueprint.definition.prompts, blueprint.conditions.prompts)
    where condition.holds(self)
      && prompt.paywall.map({ blueprint.sold(at: $0, to: self) & offers.shown != 0 }) ?? true
      && customer.history.returns(prompt, at: now).map({ $0 <= now }) ?? true
    {
      screens.prompts.append(prompt.id)
    }
  }
}
