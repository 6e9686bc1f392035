/// What a customer has bought, been granted or is trying at an instant, and what the store would do next.
struct Possessions {
  /// Entitlements of running trials.
  var trialEntitled: UInt64 = 0
  /// Entitlements of purchases, grace, late renewals, rights bought elsewhere, seats of teams and grants that
  /// never end.
  var entitled: UInt64 = 0
  /// Entitlements of grants that end: they give access, and paywalls continue to sell what nobody has paid for.
  var lent: UInt64 = 0
  /// Entitlements of rights bought elsewhere, of seats of teams and of grants that never end: nobody is asked to pay for
  /// them once more.
  var granted: UInt64 = 0
  /// Whether any of these gives the plan rather than an add-on.
  var hasPlan = false
  /// What is left of a purchase whose trial ended with its last use; it does not change the phase.
  var leftover: UInt64 = 0
  /// Entitlements of running add-on trials; they do not change the phase.
  var addOnEntitled: UInt64 = 0
  /// When anything but a trial last stopped giving the plan; nil if nothing did.
  var planEndedAt: Instant?
  /// The trial that is shown: a running one, or else the latest to end.
  var trial: TrialRun?
  /// The add-on trials that run or are over, by name.
  var addOnTrials: [TrialRun] = []
  /// The subscription that decides the plan.
  var subscription: Subscription?
  /// The subscriptions, and the rights bought elsewhere, that give the plan, in the order in which limits count in their
  /// periods and months; empty if no limit does.
  var plans: [PlanTime] = []
  /// The running subscriptions to add-ons that conditions name.
  var addOns = AddOnBits()
  /// The grants whose time does not pass, because something else gives what they give, by when they were given.
  var waiting: [WaitingGrant] = []
  /// The running time of non-renewing products that give the plan, up to the end of what was added; nil without any.
  var pass: PassTime?
  /// The running time of grants and of rights bought elsewhere that give the plan, up to the last of their ends and of
  /// those that follow without a gap; nil without any, and if one of them never ends or somebody shares the plan.
  var grantTime: PassTime?
  private var isPlanOwned = false
  /// The plan that the subscription becomes, now that its trial is used up or its payment is due.
  var pending: PendingPlan?
  /// The customer's own running subscriptions, by product.
  var running: [CatalogProduct.ID] = []
  /// Those of them that are paid in bills, with more to come: only a higher level replaces one before the last bill.
  var committed: [CatalogProduct.ID] = []
  /// The customer's own subscriptions that have not ended and that a purchase would start again at once: a payment is
  /// due, and they give nothing, or were cancelled in their grace period.
  var unpaid: [CatalogProduct.ID] = []
  /// Whether a subscription of the customer's own has not ended, whatever it gives.
  var managesSubscription = false

  /// Evaluates what a customer has at an instant.
  ///
  /// - Parameter known: The time that the customer has bought, if it is known: it is the same at any instant.
  init(
    of customer: borrowing Customer, in blueprint: Blueprint, at now: Instant,
    adding known: AddedTime? = nil
  ) {
    let added: AddedTime
    if let known { added = known } else { added = AddedTime(of: customer, in: blueprint) }
    for line in customer.history.lines {
      add(line, added, of: customer, in: blueprint, at: now)
    }
    // No end is announced to a customer who has bought the plan for good.
    if isPlanOwned { pass = nil }
    if let run = customer.ownTrial(in: blueprint, at: now) { add(run, in: blueprint) }
    addOnTrials = TrialRun.addOns(of: customer, in: blueprint, at: now)
    for run in addOnTrials where run.status.isActive {
      addOnEntitled |= blueprint.index.bits(run.terms?.entitlements ?? [])
    }
    if !customer.grants.isEmpty { addGrants(of: customer, added, in: blueprint, at: now) }
    if !customer.seats.isEmpty { addSeats(of: customer, in: blueprint, at: now) }
    plans.sort { $0.precedes($1) }
    // What a trial gave and lost is not a plan that a payment would restore: the trial's own line determines what
    // follows.
    if let trial, trial.status.isActive { pending = nil }
  }

  /// Everything that the customer is entitled to.
  var allEntitled: UInt64 { trialEntitled | entitled | lent | leftover | addOnEntitled }

  /// Adds what a purchase gives: its periods that have begun, the trial it started, and its subscription.
  ///
  /// Every period counts, not just the latest: a refund of one leaves the others, and two may overlap.
  private mutating func add(
    _ line: PurchaseLine, _ added: AddedTime, of customer: Customer, in blueprint: Blueprint,
    at now: Instant
  ) {
    let run =
      line.introduction.isEmpty ? nil : customer.trialRun(of: line, in: blueprint, at: now)
    if let run { add(run, in: blueprint) }
    // Most periods of a line are of one product, which is then looked up once.
    var sold: IndexedProduct?
    for index in line.periods.indices {
      // One member at a time: a copy of a period counts a reference to each of its names.
      var startsAt = line.periods[index].startsAt
      guard startsAt <= now else { break }
      if sold?.product.id != line.periods[index].transaction.product {
        sold = blueprint.catalog.products[line.periods[index].transaction.product]
      }
      guard let sold, sold.entitled != 0, sold.product.kind != .consumable else { continue }
      let isTrial = run != nil && line.introduction.contains(index)
      var end = earliest(line.periods[index].ends(as: sold.product), line.transferredAt)
      if sold.addsUp, let span = added.span(of: line.periods[index].transaction) {
        (startsAt, end) = (span.start, span.end)
      }
      if sold.product.kind == .nonRenewing, sold.isPlan, let end, startsAt < end {
        add(PassTime(startsAt: startsAt, endsAt: end, entitled: sold.entitled), at: now)
      }
      if sold.product.kind == .nonConsumable, sold.isPlan, end == nil { isPlanOwned = true }
      // Time that was added begins when the running one ends.
      guard startsAt <= now else { continue }
      if let end, end <= now {
        if !isTrial && sold.isPlan { planEnded(at: max(end, startsAt)) }
        continue
      }
      if !isTrial {
        give(sold)
      } else if run?.status.isActive ?? false {
        trialEntitled |= sold.entitled
      } else {
        // The last use ended the trial's own entitlements, and nothing else that was bought with them.
        leftover |= sold.entitled & ~blueprint.index.bits(run?.terms?.entitlements ?? [])
      }
    }
    guard
      let subscription = Subscription(
        line, renewal: customer.purchases.renewals[line.id],
        lateRenewal: blueprint.definition.purchases.lateRenewal, at: now)
    else { return }
    add(subscription, of: line, run, in: blueprint)
  }

  /// Adds what a trial's own terms give while it runs, and shows it unless another one outranks it.
  private mutating func add(_ run: TrialRun, in blueprint: Blueprint) {
    if run.status.isActive, let terms = run.terms {
      trialEntitled |= blueprint.index.bits(terms.entitlements)
    }
    if trial.map({ run.outranks($0) }) ?? true { trial = run }
  }

  /// Adds what a subscription gives beyond its periods, in grace or while its renewal is late, and makes it the one
  /// that decides the plan unless another one outranks it.
  private mutating func add(
    _ subscription: Subscription, of line: PurchaseLine, _ run: TrialRun?, in blueprint: Blueprint
  ) {
    let sold = blueprint.catalog.products[subscription.plan]
    if subscription.condition == .grace || subscription.isRenewalLate, let sold { give(sold) }
    if !subscription.isFamilyShared {
      managesSubscription = managesSubscription || subscription.isManageable
      if subscription.condition == .billingRetry || subscription.isCancelledInGrace {
        unpaid.append(subscription.product)
      } else if subscription.isActive {
        running.append(subscription.product)
        if subscription.hasBillsLeft { committed.append(subscription.product) }
      }
    }
    // An add-on never decides the plan, unless nothing is the plan and it gives credits alone; a product that the
    // blueprint does not know may have been the plan once.
    if let sold, !sold.isPlan, sold.entitled != 0 || blueprint.catalog.sellsPlan {
      if subscription.isActive {
        addOns.insert(subscription, blueprint.index.bit(subscription.plan))
      }
      return
    }
    if let sold, sold.isPlan, subscription.isActive, blueprint.index.countsInPlan {
      plans.append(
        PlanTime(
          subscription, of: line, product: blueprint.index.bit(subscription.plan),
          entitled: sold.entitled))
    }
    if self.subscription.map({ subscription.outranks($0, in: blueprint) }) ?? true {
      self.subscription = subscription
      pending = PendingPlan(subscription, run, in: blueprint)
    }
  }

  /// Makes the time of a pass the one that the plan's end is announced for, if it ends latest.
  private mutating func add(_ time: PassTime, at now: Instant) {
    guard now < time.endsAt else { return }
    if pass.map({ $0.endsAt < time.endsAt }) ?? true { pass = time }
  }

  private mutating func give(_ sold: IndexedProduct) {
    entitled |= sold.entitled
    if sold.isPlan { hasPlan = true }
  }

  private mutating func planEnded(at end: Instant) {
    planEndedAt = max(planEndedAt ?? .distantPast, end)
  }

  /// Adds what support granted.
  ///
  /// A grant of the plan that has ended, or was revoked, is a plan that ended.
  private mutating func addGrants(
    of customer: Customer, _ added: AddedTime, in blueprint: Blueprint, at now: Instant
  ) {
    if !added.grants.isEmpty { addWaitingGrants(of: customer, added, in: blueprint, at: now) }
    if blueprint.index.countsInPlanMonths { addMonths(of: customer, in: blueprint, at: now) }
    var isEndless = isPlanOwned
    for grant in customer.grants.values where grant.startsAt <= now && grant.lasts == nil {
      let given = blueprint.index.bits(grant.entitlements)
      let isPlan = given & blueprint.catalog.grantedPlan != 0
      if grant.isActive(at: now) {
        if grant.isLent {
          lent |= given
        } else {
          entitled |= given
          granted |= given
        }
        if isPlan {
          hasPlan = true
          if let end = earliest(grant.endsAt, grant.revokedAt) {
            addGrant(PassTime(startsAt: grant.startsAt, endsAt: end, entitled: given))
          } else {
            isEndless = true
          }
        }
      } else if isPlan,
        let end = earliest(grant.endsAt, grant.revokedAt),
        grant.startsAt <= end
      {
        planEnded(at: end)
      }
    }
    if isEndless {
      grantTime = nil
    } else if grantTime != nil {
      continueGrants(of: customer, in: blueprint, at: now)
    }
  }

  /// Moves the end of grants to that of those that begin by then, such as a second referral or a right that was renewed
  /// early.
  private mutating func continueGrants(
    of customer: Customer, in blueprint: Blueprint, at now: Instant
  ) {
    let later = customer.grants.values.filter {
      now < $0.startsAt && $0.lasts == nil
        && blueprint.index.bits($0.entitlements) & blueprint.catalog.grantedPlan != 0
    }
    for grant in later.sorted(by: { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }) {
      guard let time = grantTime, grant.startsAt <= time.endsAt else { return }
      guard let end = earliest(grant.endsAt, grant.revokedAt) else {
        grantTime = nil
        return
      }
      guard grant.startsAt < end else { continue }
      let given = blueprint.index.bits(grant.entitlements)
      addGrant(PassTime(startsAt: grant.startsAt, endsAt: end, entitled: given))
    }
  }

  /// Makes the time of a grant the one whose end counts, if it ends latest; those that end together count as one.
  private mutating func addGrant(_ time: PassTime) {
    guard let other = grantTime, time.endsAt <= other.endsAt else {
      grantTime = time
      return
    }
    guard time.endsAt == other.endsAt else { return }
    grantTime = PassTime(
      startsAt: max(time.startsAt, other.startsAt), endsAt: time.endsAt,
      entitled: time.entitled | other.entitled)
  }

  /// Adds the rights that were bought elsewhere and give the plan, in whose months limits may count.
  private mutating func addMonths(
    of customer: Customer, in blueprint: Blueprint, at now: Instant
  ) {
    for time in RightTime.all(of: customer) {
      guard let grant = time.grant(at: now) else { continue }
      let entitled = blueprint.index.bits(grant.entitlements)
      guard entitled & blueprint.catalog.grantedPlan != 0 else { continue }
      plans.append(PlanTime(time, entitled: entitled))
    }
  }

  /// Adds what the grants give that wait for purchases, and those that wait now.
  private mutating func addWaitingGrants(
    of customer: Customer, _ added: AddedTime, in blueprint: Blueprint, at now: Instant
  ) {
    let grants = customer.grants.values.filter { $0.startsAt <= now }
    for grant in grants.sorted(by: { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }) {
      guard let time = added.grants[grant.id] else { continue }
      let given = blueprint.index.bits(grant.entitlements)
      let isPlan = given & blueprint.catalog.grantedPlan != 0
      if time.runs(at: now) {
        lent |= given
        if isPlan {
          hasPlan = true
          if let end = time.spans.last?.end {
            addGrant(PassTime(startsAt: grant.startsAt, endsAt: end, entitled: given))
          }
        }
      } else if isPlan, let last = time.spans.last(where: { $0.end <= now }) {
        planEnded(at: last.end)
      }
      if let own = WaitingGrant(grant, time, giving: given, at: now) { waiting.append(own) }
    }
  }

  /// Adds what others share with the customer; what they no longer share is a plan that ended, as with a grant.
  private mutating func addSeats(
    of customer: Customer, in blueprint: Blueprint, at now: Instant
  ) {
    for seat in customer.seats.values where seat.side == .member {
      for right in seat.rights where right.startsAt <= now {
        let bit = blueprint.index.bit(right.entitlement)
        let isPlan = bit & blueprint.catalog.grantedPlan != 0
        if right.isActive(at: now) {
          entitled |= bit
          granted |= bit
          if isPlan {
            hasPlan = true
            grantTime = nil
          }
        } else if isPlan, let end = right.endsAt {
          planEnded(at: end)
        }
      }
    }
  }
}

extension PendingPlan {
  /// The plan that a subscription becomes: when it renews after its trial's last use, or once its payment is fixed.
  fileprivate init?(_ subscription: Subscription, _ run: TrialRun?, in blueprint: Blueprint) {
    let next = subscription.renewsTo ?? subscription.product
    guard let sold = blueprint.catalog.products[next], sold.isPlan else { return nil }
    switch subscription.condition {
    case .active:
      guard let run, run.status.ending == .uses, subscription.isIntroductory,
        !subscription.isRenewalLate, let feature = run.terms?.uses
      else { return nil }
      spent = Limit(limit: feature.limit, used: run.uses, scope: .trial)
      startsAt = subscription.willRenew ? subscription.expiresAt : nil
    case .billingRetry, .paused:
      spent = nil
      startsAt = nil
    case .grace, .expired, .revoked: return nil
    }
    // Only the payer can act in the store's settings.
    guard startsAt != nil || !subscription.isFamilyShared else { return nil }
    entitled = sold.entitled
    product = blueprint.index.bit(next)
    fills = sold.fills
  }
}

extension Subscription {
  /// Whether the store still has something to cancel, resume or pay for.
  fileprivate var isManageable: Bool {
    switch condition {
    case .active, .grace, .billingRetry, .paused: true
    case .expired, .revoked: false
    }
  }

  /// Whether it was cancelled in its grace period: access continues to its end, and the store retries no payment.
  fileprivate var isCancelledInGrace: Bool {
    condition == .grace && !willRenew && !hasBillsLeft
  }

  /// Whether this one decides the plan: a product of the blueprint, one that gives access, production, then the best.
  fileprivate func outranks(_ other: Subscription, in blueprint: Blueprint) -> Bool {
    func rank(_ subscription: Subscription) -> [Int64] {
      let sold = blueprint.catalog.products[subscription.product]
      // Of two that give access the higher level wins, then the customer's own.
      let quality =
        subscription.isActive
        ? [-Int64(sold?.product.level ?? .max), subscription.isFamilyShared ? 0 : 1] : [0, 0]
      return [
        sold == nil ? 0 : 1, subscription.isActive ? 1 : 0,
        Int64(subscription.purchase.environment.rank), Int64(subscription.condition.rank),
      ] + quality + [subscription.expiresAt.milliseconds]
    }
    let (own, others) = (rank(self), rank(other))
    return own == others ? purchase > other.purchase : others.lexicographicallyPrecedes(own)
  }
}

/// The last of the time that non-renewing products, or grants, give.
struct PassTime: Hashable, Sendable {
  /// When the last purchase or grant of it begins.
  let startsAt: Instant
  let endsAt: Instant
  /// What it gives, as bits of ``BlueprintIndex/entitlements``.
  let entitled: UInt64
}
