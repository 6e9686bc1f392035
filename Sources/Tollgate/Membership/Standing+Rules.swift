/// What a placement does for a customer.
enum PlacementAnswer {
  /// It has nothing to show: its condition does not hold, or its paywall sells nothing.
  case nothing
  case shows
  /// It would show its paywall, but for the paywalls that were shown already.
  case withholds
}

extension Standing {
  /// What a placement does; a gate shows its paywall only where that gives something.
  ///
  /// A paywall that cannot be closed locks the app, so it is never withheld.
  func answer(at placement: Placement, in blueprint: Blueprint) -> PlacementAnswer {
    let bits = placement.isGate ? offers.selling : offers.shown
    guard blueprint.sold(at: placement.paywall, to: self) & bits != 0,
      blueprint.conditions.placements[placement.id]?.holds(self) ?? false
    else { return .nothing }
    let limits = blueprint.conditions.paywallLimits
    if limits & past.bits == limits { return .shows }
    let contents = blueprint.contents(of: placement.paywall, for: self)
    return blueprint.paywall(contents)?.isDismissible ?? true ? .withholds : .shows
  }
}

extension Blueprint {
  /// The position of the first case of a paywall that is for a customer; nil if there isn't one, and while the phase is
  /// unknown.
  func caseOfPaywall(_ id: Paywall.ID, for standing: borrowing Standing) -> Int? {
    guard let cases = conditions.cases[id], standing.phase != .unknown else { return nil }
    return cases.first(for: standing, Prospect(standing))
  }
}

extension Standing {
  /// Whether it has or sells anything other than another standing does, or meets other tests of who the customer is; a plan
  /// that only runs longer gives nothing else.
  func gives(besides other: Standing) -> Bool {
    phase != other.phase || entitled != other.entitled || audience != other.audience
      || wallets.balances != other.wallets.balances || offers != other.offers
  }
}

/// The properties that conditions test and that a pending plan would change.
struct Prospect {
  let phase: Phase
  let entitled: UInt64
  let plan: PlanBits
  let past: UInt64

  /// The properties of a standing.
  @inline(__always)
  init(_ standing: borrowing Standing) {
    phase = standing.phase
    entitled = standing.entitled
    plan = standing.plan
    past = standing.past.bits
  }

  /// The properties of a standing once its pending plan has started.
  init(_ standing: borrowing Standing, with plan: PendingPlan) {
    phase = .subscribed
    entitled = standing.entitled | plan.entitled
    self.plan = PlanBits(plan, beside: standing.plan.addOns)
    past = standing.past.bitsWithPlan
  }
}

extension IndexedFeature {
  /// The position of the rule that decides: the first whose condition holds; nil if none does.
  @inline(__always)
  func deciding(for standing: borrowing Standing) -> Int? {
    conditions.first(for: standing, Prospect(standing))
  }

  /// The rule that decides; nil if none does.
  func rule(for standing: borrowing Standing) -> IndexedRule? {
    deciding(for: standing).map { rules[$0] }
  }
}

extension IndexedCondition {
  /// Whether the condition holds for a standing.
  func holds(_ standing: borrowing Standing) -> Bool {
    conditions.first(for: standing, Prospect(standing)) != nil
  }
}

extension IndexedConditions {
  /// The position of the first condition that holds for a standing with a prospect's properties in place of its own; nil
  /// if none does.
  func first(for standing: borrowing Standing, _ prospect: Prospect) -> Int? {
    parts.withUnsafeBufferPointer { parts in
      var position = 0
      var start = 0
      while start < parts.count {
        if Self.holds(parts, start, standing, prospect) { return position }
        start += parts[start].size
        position += 1
      }
      return nil
    }
  }

  /// Whether the condition at a position of the parts holds, with those within it.
  private static func holds(
    _ parts: UnsafeBufferPointer<Part>, _ start: Int, _ standing: borrowing Standing,
    _ prospect: Prospect
  ) -> Bool {
    guard parts[start].test.holds(standing, prospect) else { return false }
    let end = start + parts[start].size
    var next = start + 1
    var needsOne = false
    while next < end {
      let holds = holds(parts, next, standing, prospect)
      if parts[next].isExcluded {
        if holds { return false }
      } else {
        if holds { return true }
        needsOne = true
      }
      next += parts[next].size
    }
    return !needsOne
  }
}

extension ConditionTest {
  /// Whether a standing, with a prospect's properties in place of its own, has what is required.
  @inline(__always)
  func holds(_ standing: borrowing Standing, _ prospect: Prospect) -> Bool {
    phases & prospect.phase.bit != 0
      && (entitled == 0 || entitled & prospect.entitled != 0)
      && notEntitled & prospect.entitled == 0
      && reached & standing.past.reached == reached
      && notReached & standing.past.reached == 0
      && (heldPosition < 0 || standing.held[heldPosition] >= heldAtLeast)
      && (isMet(by: prospect.plan) || products != 0 && prospect.plan.addOns.meet(self))
      && audience & standing.audience == audience
      && past & prospect.past == past
  }

  /// Whether the subscription that decides the plan has what is required of one.
  @inline(__always)
  private func isMet(by plan: PlanBits) -> Bool {
    (subscription.isEmpty || !subscription.isDisjoint(with: plan.subscription))
      && renewal.isSubset(of: plan.subscription)
      && (products == 0 || products & plan.product != 0)
  }
}

extension IndexedRule {
  /// Whether the plan gives anything later to a customer who has used up the current allowances; a window that resets
  /// counts as room, and so does a wallet that the plan fills.
  func gives(_ standing: borrowing Standing, with plan: PendingPlan) -> Bool {
    let hasRoom = limits.allSatisfy { $0.hasRoomLater(standing) }
    let isPaid = prices.contains { $0.isCovered(standing, with: plan) }
    if isDenial { return false }
    if prices.isEmpty { return hasRoom }
    return countsPaidUses ? hasRoom && isPaid : !limits.isEmpty && hasRoom || isPaid
  }
}

extension IndexedLimit {
  /// Whether uses are left now or later: what is renewed with its window has room later if not now, unlike held items.
  fileprivate func hasRoomLater(_ standing: borrowing Standing) -> Bool {
    if scope == .held {
      return isHeldInEach
        ? standing.takenInParent(position, sized: isSized) < limit
        : (isSized ? standing.heldSizes[position] : standing.held[position]) < limit
    }
    return scope != .ever || standing.counts[position] < limit
  }
}

extension IndexedPrice {
  /// Whether the wallets have the credits for a use, or the plan fills one of them.
  fileprivate func isCovered(_ standing: borrowing Standing, with plan: PendingPlan) -> Bool {
    if plan.fills & wallets != 0 { return true }
    var missing = cost ?? 1
    for (position, balance) in standing.wallets.balances.enumerated() where isPaid(by: position) {
      missing -= min(missing, balance)
    }
    return missing <= 0
  }
}
