import AppStoreSimulator
import Tollgate

extension HistoryState {
  /// Returns everything that can happen next, apart from time that passes.
  ///
  /// Steps that could make no difference are left out, so that the search stays small: milestones that nothing depends
  /// on, uses far from a limit, and purchases that the store would refuse.
  ///
  /// - Parameter isQuick: Whether late notifications, a second store account and grants of the plan are left out.
  /// - Returns: The steps, in a fixed order.
  func steps(_ rules: Rules, _ membership: Membership, isQuick: Bool) -> [HistoryStep] {
    if people.count > 1, depth >= depthLimit { return [] }
    // One thing is done in the minute before a change.
    if lastMinute ?? 0 > 0 { return [] }
    if holdsNotifications, heldNotifications.count > 1 { return [.deliverNotifications] }
    if people[active].trial?.pausedAt != nil { return trialChanges(rules) }
    let hasGrantedPlan = !people[active].granted(at: now)
      .isDisjoint(with: rules.plan.granted)
    if hasGrantedPlan, !store.lines.isEmpty { return grantChanges(rules, isQuick: isQuick) }
    var steps: [HistoryStep] = []
    if depth == 0 { steps += rules.audiences.combinations.map(HistoryStep.set) }
    if !people[active].hasAccount { steps.append(.signUp) }
    for milestone in rules.milestones
    where people[active].recorded.customer.reached(milestone) == nil {
      steps.append(.reach(milestone))
    }
    let used = used(rules, membership)
    steps += uses(besides: used, rules, membership)
    steps += moves(rules)
    if !holdsNotifications { steps += purchases(rules, membership.entitlements) }
    steps += trialChanges(rules)
    let isIdle = used.isEmpty
    if isIdle { steps += grantChanges(rules, isQuick: isQuick) }
    if active == 0 { steps += storeSteps(rules, isQuick: isQuick, isIdle: isIdle) }
    if holdsNotifications, !heldNotifications.isEmpty { steps.append(.deliverNotifications) }
    let isHolder = store.lines.allSatisfy { holders[$0]?.contains(active) ?? false }
    if !store.lines.isEmpty, hasUnposted || !isHolder { steps.append(.restore) }
    // Purchases have owners of their own, so one is enough for a second person to meet.
    if people.count == 1, people[0].hasAccount, isIdle, !holdsNotifications, lastMinute == nil,
      depth <= Self.secondAccountDepth.before, store.lines.count <= 1,
      people[0].calledForTrialAt != nil || !people[0].addOnTrials.isEmpty
        || !store.lines.isEmpty
    {
      steps.append(.secondAccount(sharesStore: true))
      if !isQuick { steps.append(.secondAccount(sharesStore: false)) }
    }
    return steps
  }

  /// The greatest number of steps of a history with two customers.
  private var depthLimit: Int {
    people[0].store == people[1].store
      ? Self.secondAccountDepth.all : Self.secondAccountDepth.withOwnStore
  }

  /// The limits of moves: how many a history has, and of steps before one.
  private static let moveLimit = (count: 2, depth: 8)

  /// Returns the moves of the active customer, who then uses what is allowed there.
  ///
  /// Before the first use a move matters once, and what is bought depends on no time zone.
  private func moves(_ rules: Rules) -> [HistoryStep] {
    let own = people[active].zones
    guard rules.definition.app.usesCustomerTimeZone, people.count == 1, !holdsNotifications,
      store.lines.isEmpty, own.count < Self.moveLimit.count, depth <= Self.moveLimit.depth,
      depth == 0 || !uses.isEmpty
    else { return [] }
    return BookedZone.far.filter { $0 != own.last?.name }.map { .move(to: $0) }
  }

  /// Returns the purchases that the store would not refuse to the active customer.
  private func purchases(_ rules: Rules, _ entitlements: [Entitlement.ID]) -> [HistoryStep] {
    guard !store.cardFails, !isBoughtAgain, !hasWaitingGift else { return [] }
    return rules.offered.filter { $0.isSold(toHolderOf: entitlements) }.filter { product in
      switch product.kind {
      case .autoRenewable:
        guard let subscription = store.subscription(of: product) else { return true }
        if !mayBuy(on: subscription.id, rules) { return false }
        return subscription.isOver || subscription.current?.signed.product != product.id
          || subscription.renewsTo != product.id || subscription.condition != .active
      case .nonConsumable, .nonRenewing:
        let own = store.purchases.filter { $0.signed.product == product.id }
        // What was refunded is bought again where nothing else is bought.
        if own.contains(where: { $0.signed.revokedAt != nil }), !isAlone(product) { return false }
        let kept = own.filter { bought in
          bought.signed.revokedAt == nil && endsAt(bought, rules).map { now < $0 } ?? true
        }
        // What adds up is bought once more while it runs.
        return kept.count < (product.kind == .nonRenewing && product.addsUp ? 2 : 1)
      case .consumable: return false
      }
    }.flatMap { product -> [HistoryStep] in
      guard rules.soldWithoutOffer.contains(product.id), store.isEligible(for: product) else {
        return [.buy(product.id)]
      }
      return [.buy(product.id), .buy(product.id, leavesOutOffer: true)]
    }
  }

  /// Whether somebody has a gift that a purchase would delay.
  private var hasWaitingGift: Bool {
    people.contains { person in
      person.gifts.contains { $0.waitsForPurchases && !$0.isOver(at: now) }
    }
  }

  /// Whether a product that does not renew was bought again after its refund; nothing is bought after that.
  private var isBoughtAgain: Bool {
    store.purchases.contains { refunded in
      refunded.signed.revokedAt != nil
        && store.purchases.contains {
          $0.signed.product == refunded.signed.product && $0.signed.revokedAt == nil
        }
    }
  }

  /// Whether the account has bought nothing else.
  private func isAlone(_ product: CatalogProduct) -> Bool {
    store.subscriptions.isEmpty
      && store.purchases.allSatisfy { $0.signed.product == product.id }
  }

  /// Returns whether a subscription that exists may be bought again by the active customer, who must be a holder of it.
  private func mayBuy(on line: StoreTransaction.OriginalID, _ rules: Rules) -> Bool {
    holders[line].map { $0.contains(active) } ?? true
  }

  /// Returns what the store can do, and the customer in the store's settings.
  private func storeSteps(_ rules: Rules, isQuick: Bool, isIdle: Bool) -> [HistoryStep] {
    var steps: [HistoryStep] = []
    let subscriptions = store.subscriptions
    let isRenewing = subscriptions.contains { $0.willRenew && !$0.isOver }
    if isRenewing { steps.append(.cancel) }
    if subscriptions.contains(where: { !$0.willRenew && $0.isRunning }) { steps.append(.resume) }
    if holdsNotifications { return steps }
    if store.cardFails {
      steps.append(.fixBilling)
    } else if isIdle, subscriptions.contains(where: { $0.willRenew && $0.condition == .active }) {
      // 3 and 28 days would lead to the same decisions at other instants.
      let periods: [GracePeriod] = store.grace.map { [$0] } ?? [.sixteenDays, .off]
      steps += periods.map(HistoryStep.failBilling)
    }
    steps += refunds
    // Late notifications matter where there is some: a minute before the store acts.
    if !isQuick, isIdle, !holdsNotifications, let due = store.due, due.since(now) <= 60_000 {
      steps.append(.holdNews)
    }
    return steps
  }

  /// The greatest number of refunds in a history.
  private static let refundLimit = 2

  /// The refunds that are possible now: of each product's newest purchase, and of its first.
  private var refunds: [HistoryStep] {
    let periods = store.subscriptions.flatMap(\.periods).map(\.signed)
    let bought = periods + store.purchases.map(\.signed)
    guard bought.count(where: { $0.revokedAt != nil && !$0.isUpgraded }) < Self.refundLimit else {
      return []
    }
    var steps: [HistoryStep] = []
    for product in Set(bought.map(\.product)).sorted() {
      let own = bought.filter { $0.product == product }
      if own.last?.revokedAt == nil { steps.append(.refund(product, isFirst: false)) }
      if own.count > 1, own.first?.revokedAt == nil {
        steps.append(.refund(product, isFirst: true))
      }
    }
    return steps
  }

  /// The greatest number of steps before a grant of the plan, and before one that the blueprint lists.
  static let planGrantDepth = 3

  /// The greatest number of listed grants in a history: one more than adds up.
  private static let giftLimit = 2

  /// Returns what support can grant and revoke now: one entitlement at a time; and which listed grants can be given.
  ///
  /// Something that nobody can buy is granted at any time, and a plan early and before anything is bought. So is what
  /// the blueprint lists, at most twice, and not beside a grant by support: such histories stay few.
  ///
  /// - Parameter isQuick: Whether grants of the plan are left out.
  func grantChanges(_ rules: Rules, isQuick: Bool) -> [HistoryStep] {
    guard people.count == 1, !holdsNotifications, lastMinute == nil else { return [] }
    let own = people[active]
    if let granted = own.revocable.min() { return [.revokeGrant(granted)] }
    if !own.gifts.isEmpty { return gifts(rules, isQuick: isQuick) }
    var steps = rules.grantable.filter { own.grants[$0] == nil }.map(HistoryStep.grant)
    if !isQuick, own.grants.isEmpty, store.lines.isEmpty, depth <= Self.planGrantDepth {
      steps += rules.plan.granted.sorted().map(HistoryStep.grant)
    }
    return steps + gifts(rules, isQuick: isQuick)
  }

  /// Returns which listed grants can be given now: those of what something depends on.
  private func gifts(_ rules: Rules, isQuick: Bool) -> [HistoryStep] {
    let own = people[active]
    guard own.grants.isEmpty, own.gifts.count < Self.giftLimit, store.lines.isEmpty,
      depth <= Self.planGrantDepth
    else { return [] }
    return rules.definition.grants.filter { grant in
      // Neither wallets nor what ends on a date is explored, nor grants of which one waits for the other.
      if grant.isElsewhere || grant.until != nil { return false }
      let waits = grant.waitsFor == .purchases
      guard
        own.gifts.allSatisfy({ $0.isOver(at: now) || $0.waitsForPurchases == waits })
      else { return false }
      return rules.plan.granted.isDisjoint(with: grant.entitlements)
        ? grant.entitlements.contains { rules.isTested($0) } : !isQuick
    }.map { .give($0.id) }
  }

  /// How many days support adds in a history.
  private static let addedDays = 3

  /// The greatest number of steps before support changes a trial.
  private static let trialChangeDepth = 5

  /// Returns what support can do with the active customer's trial, before anything is bought.
  ///
  /// A running trial is paused once, and one that has run out of time is extended. To extend a running one makes no
  /// difference but to when it ends.
  func trialChanges(_ rules: Rules) -> [HistoryStep] {
    guard people.count == 1, !holdsNotifications, lastMinute == nil, store.lines.isEmpty,
      let trial = people[active].trial, trial.scheduledEnd != nil
    else { return [] }
    if trial.pausedAt != nil { return [.resumeTrial] }
    guard depth <= Self.trialChangeDepth,
      let booked = trials(of: active, .reported, rules).first(where: {
        $0.name == .own(person: active)
      }), !booked.isSpent
    else { return [] }
    if !booked.isActive { return [.extendTrial(days: Self.addedDays)] }
    return trial.hasMoreTime(at: now) ? [] : [.pauseTrial]
  }

  /// Returns the instants until the next one at which more than a number changes by itself.
  ///
  /// All but the last are instants at which only numbers change, such as the days left. Empty if nothing happens any
  /// more.
  ///
  /// - Parameter memberships: What each customer sees in the state.
  func stops(_ memberships: [Membership], _ rules: Rules) -> [Stop] {
    let due = stores.compactMap(\.due).min()
    let end = [due, bookInstants(rules).min()].compactMap { $0 }.min()
    let readings = people.indices.map { reading(of: $0, rules) }
    var seen = memberships
    lazy var start = answers(of: memberships)
    var stops: [Stop] = []
    while stops.count < Self.stopLimit {
      let changed = zip(seen, readings).compactMap { $0.next(for: $1.customer, before: end) }
      guard let next = changed.map(\.instant).min() else {
        return end.map { stops + [Stop(at: $0, memberships: nil)] } ?? []
      }
      seen =
        people.count == 1
        ? changed
        : readings.map { Membership(unchangingFor: $0.customer, in: rules.blueprint, at: next) }
      stops.append(Stop(at: next, memberships: people.count == 1 ? seen : nil))
      if answers(of: seen) != start { return stops }
    }
    return stops
  }

  /// An instant to which time passes.
  struct Stop {
    let at: Instant
    /// What the customer then sees; nil where the store or the books may change it, and with somebody to share with.
    let memberships: [Membership]?
  }

  /// The greatest number of changes of numbers between two states; a longer wait stops there.
  private static let stopLimit = 120

  /// Returns what all customers see, apart from numbers that only count.
  private func answers(of memberships: [Membership]) -> Fingerprint {
    var key = Fingerprint()
    for membership in memberships { mixAnswers(of: membership, into: &key) }
    return key
  }
}
