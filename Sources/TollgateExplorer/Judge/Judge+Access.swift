import AppStoreSimulator
import Tollgate
import TollgateBlueprints

extension Judge {
  /// Compares access to a feature with what the blueprint's rules give by the books.
  mutating func judge(_ feature: Feature, _ access: Access) {
    switch access {
    case .unknown: return
    case .denied(let denial): judgeDenial(denial, of: feature)
    case .allowed(let limit):
      judgeAllowed(limit, of: feature)
      judgeCount(limit, of: feature)
      judgePaidLimit(of: feature)
    }
  }

  /// Reports uses that the engine does not count in the running day, week or month of a customer who moved.
  ///
  /// Of features that share limits, the windows may be those of another feature's uses.
  private mutating func judgeCount(_ limit: Limit?, of feature: Feature) {
    guard let limit, state.people.count == 1, !state.people[person].zones.isEmpty,
      feature.rules.allSatisfy({ $0.allowance.countedUses.isEmpty }),
      let window = Feature.Window(rawValue: limit.scope.rawValue),
      [.day, .week, .month].contains(window)
    else { return }
    let isSized = limit.asked != nil
    let used = state.count(of: feature.id, nil, in: window, sized: isSized, by: person, rules)
    guard limit.used < used else { return }
    reportDefect(
      .limitOverspent, "features.\(feature.id)",
      isSized
        ? "\(who) used a size of \(used) of `\(feature.id)` in the \(window) where they are, of which \(limit.used) counts"
        : "\(who) used `\(feature.id)` \(used) times in the \(window) where they are, of which \(limit.used) count"
    )
  }

  /// Reports a denial to a customer who paid, or who got a grant from support.
  ///
  /// It is the engine's mistake if the rules give access by both views of the books. It is the blueprint's mistake if
  /// the rules deny what the feature's own paywall sold, unless a later milestone, a guardian's consent or a higher tier
  /// gives it.
  private mutating func judgeDenial(_ denial: Denial, of feature: Feature) {
    if judgeMoreTime(of: feature) { return }
    let granted = state.people[person].granted(at: state.now).min()
    guard let reason = paid.first?.words ?? granted.map({ "was granted `\($0)`" }) else { return }
    let subject = "features.\(feature.id)"
    let expected = [real, reported].map { feature.allowance(in: $0) }
    if expected.allSatisfy({ gives($0, of: feature) }) {
      reportDefect(.payerLockedOut, subject, "\(who) \(reason) and is refused `\(feature.id)`")
      return
    }
    // The rules themselves refuse what the feature's own paywall sold.
    guard
      let seller = paid.first(where: {
        isPayment($0) && sells($0.product, feature) && isBought($0.product, for: feature)
      }),
      let given = expected.first, expected.allSatisfy({ $0 == given }), !given.spendsCredits
    else { return }
    var later = reported
    later.reached = Set(rules.definition.milestones)
    // What a parent withdrew consent to is closed on purpose, to payers too.
    later.audience = later.audience.filter { !$0.isOfConsent }
    guard feature.allowance(in: later).isAtMost(given) else { return }
    let better = productsGiving(more: feature, than: given, beyond: seller.product)
    if given.givesAnything {
      // What everybody has is not more for having paid; what would be more cannot be bought before the period ends.
      guard given == feature.allowance(in: withoutPurchases), !better.isEmpty else { return }
    }
    guard !better.contains(where: startsNow) else { return }
    report(
      .payerLockedOut, subject,
      "\(who) \(seller.words), which the paywall of `\(feature.id)` sells, "
        + (given.givesAnything
          ? "and has no more of it than those who never paid" : "and is refused it"))
  }

  /// Whether something was paid for a reason for access: a free introductory period gives what the blueprint says.
  private func isPayment(_ basis: Basis) -> Bool {
    guard basis.kind == .introductory else { return true }
    return basis.product.introductoryOffer?.payment != .freeTrial && real.phase == .trial
      && reported.phase == .trial
  }

  /// Returns whether an allowance is a limit that the rules set for paying customers: how much that is, is the
  /// blueprint's decision.
  func isPayersLimit(_ allowance: Feature.Allowance, of feature: Feature) -> Bool {
    !allowance.quotas.isEmpty && !paid.isEmpty
      && feature.allowance(in: withoutPurchases) != allowance
  }

  /// Reports a limit for paying customers that is lower than what those who do not pay have.
  private mutating func judgePaidLimit(of feature: Feature) {
    guard real.phase == .subscribed, reported.phase == .subscribed,
      case let own = feature.allowance(in: reported), own == feature.allowance(in: real),
      isPayersLimit(own, of: feature),
      let seller = paid.first(where: { rules.plan.includes($0.product) })
    else { return }
    let free = feature.allowance(in: withoutPurchases)
    guard own.isAtMost(free), !free.isAtMost(own) else { return }
    report(
      .buysNothing, "features.\(feature.id)",
      "\(who) \(seller.words) and has less of `\(feature.id)` than those who do not pay")
  }

  /// Reports a feature that a trial gave for its first length, and that is refused in the time that support added or the
  /// customer earned; false if there is nothing to report.
  ///
  /// It is the engine's mistake if the rules give access by both views of the books. It is the blueprint's mistake if a
  /// rule tests the time since the trial began instead of the phase.
  private mutating func judgeMoreTime(of feature: Feature) -> Bool {
    guard let trial = state.people[person].trial, trial.hasMoreTime(at: state.now),
      let end = trial.firstEnd, real.phase == .trial, reported.phase == .trial
    else { return false }
    let subject = "features.\(feature.id)"
    let source =
      state.people[person].earnedDays.isEmpty ? "that support gave more time" : "with earned days"
    let sentence = "\(who) is in a trial \(source), and is refused `\(feature.id)`"
    if [real, reported].allSatisfy({ gives(feature.allowance(in: $0), of: feature) }) {
      reportDefect(.trialCutShort, subject, sentence)
      return true
    }
    var before = state
    before.now = end.adding(milliseconds: -1)
    var earlier = reported
    // What else a rule tests, such as a date, did not change because time was added.
    let measured = Set(rules.pastTests.filter { $0.event.begins(with: rules.definition.trial) })
    let held = PastBook(state: before, person: person, rules: rules).holding(.reported, in: .trial)
    earlier.past.subtract(measured)
    earlier.past.formUnion(held.intersection(measured))
    guard feature.allowance(in: earlier).givesAnything,
      !feature.allowance(in: reported).givesAnything
    else { return false }
    report(.trialCutShort, subject, sentence + ", which it gave before")
    return true
  }

  /// Returns what else a feature's own paywall sells that gives more of it, such as a higher tier.
  private func productsGiving(
    more feature: Feature, than given: Feature.Allowance, beyond own: CatalogProduct
  ) -> [CatalogProduct] {
    rules.offered.filter { product in
      guard product.id != own.id, sells(product, feature) else { return false }
      var buyer = reported
      buyer.entitled.formUnion(product.entitlements)
      let isPlan = rules.plan.includes(product)
      if isPlan { buyer.phase = .subscribed }
      if product.kind == .autoRenewable {
        let bought = DecidingSubscription(condition: .active, willRenew: true, product: product.id)
        if isPlan { buyer.subscription = bought } else { buyer.addOns.insert(bought) }
      }
      return !feature.allowance(in: buyer).isAtMost(given)
    }
  }

  /// Returns whether the store would start a product now, and not when the current plan's period ends.
  private func startsNow(_ product: CatalogProduct) -> Bool {
    // Only the active customer's store account is known here.
    guard person == state.active, product.kind == .autoRenewable,
      let subscription = state.store.subscription(of: product), subscription.condition == .active,
      let current = subscription.current
    else { return true }
    return current.signed.product == product.id
      || state.store.startsAtOnce(product, inPlaceOf: subscription)
  }

  /// Returns whether a feature's own paywall sells a product.
  private func sells(_ product: CatalogProduct, _ feature: Feature) -> Bool {
    let named = ([feature.paywall] + feature.rules.map(\.paywall)).compactMap { $0 }
    return rules.definition.paywalls.contains { paywall in
      named.contains(paywall.id) && paywall.packages.contains { $0.product == product.id }
    }
  }

  /// Returns whether a product is bought for a feature: all are, but an add-on for which only rules of other features ask.
  private func isBought(_ product: CatalogProduct, for feature: Feature) -> Bool {
    func asks(_ feature: Feature) -> Bool {
      feature.rules.flatMap(\.when.parts).contains {
        !$0.entitled.isDisjoint(with: product.entitlements) || $0.products.contains(product.id)
      }
    }
    return rules.plan.includes(product) || asks(feature)
      || !rules.definition.features.contains(where: asks)
  }

  /// Returns whether an allowance has anything left, by the books.
  private func gives(_ allowance: Feature.Allowance, of feature: Feature) -> Bool {
    // The books have no wallets.
    allowance.givesFreeUses
      && allowance.quotas.allSatisfy { quota in
        var limit = quota.count
        if quota.window == .trial, !quota.isSized, quota.counts == nil {
          limit = trialLimit(of: feature, limit)
        }
        return state.used(of: quota, in: feature.id, by: person, rules) < limit
      }
  }

  /// Returns the uses of a feature in the trial: the lower of the trial's own limit and that of the rule.
  private func trialLimit(of feature: Feature, _ written: Int) -> Int {
    guard let uses = rules.terms?.uses, uses.feature == feature.id else { return written }
    return min(uses.limit, written)
  }

  /// Reports access that no view of the books gives.
  private mutating func judgeAllowed(_ limit: Limit?, of feature: Feature) {
    let expected = [feature.allowance(in: real), feature.allowance(in: reported)]
    let given = limit.map { Amount($0) } ?? .any
    if !expected.contains(where: { given.isWithin($0) }), !isTrialHadBefore {
      let kind: Finding.Kind = isRefunded ? .keptAfterRefund : .freeRide
      reportDefect(
        kind, "features.\(feature.id)",
        "\(who) \(given.words) of `\(feature.id)`, which nobody paid for or gave")
      return
    }
    judgeFormerCustomer(given, of: feature)
  }

  /// Whether anything that the customer bought was refunded, and nothing else is in force.
  private var isRefunded: Bool {
    guard paid.isEmpty else { return false }
    return state.holders.contains { line, holders in
      holders.contains(person)
        && (state.reported[line]?.condition == .revoked
          || state.reportedPurchases[line]?.signed.revokedAt != nil)
    }
  }

  /// Reports rules that give former customers as much as paying ones get.
  ///
  /// That is deliberate if those who never paid get it too, so it is compared with them. Customers with a grant are left
  /// out: what they get is support's decision.
  private mutating func judgeFormerCustomer(_ given: Amount, of feature: Feature) {
    let former: Set<Phase> = [.trialExpired, .lapsed]
    guard former.contains(reported.phase), former.contains(real.phase),
      state.people[person].granted(at: state.now).isEmpty
    else { return }
    var paying = reported
    paying.phase = .subscribed
    paying.entitled.formUnion(rules.plan.entitlements)
    let sold = feature.allowance(in: paying)
    let own = feature.allowance(in: reported)
    guard sold.givesAnything, !sold.spendsCredits,
      // Of limits at once, what the engine gives shows one.
      given.reaches(sold) || sold.windows.count > 1 && sold.isAtMost(own)
    else { return }
    var stranger = reported
    stranger.phase = rules.definition.hasFreeTier ? .free : .blocked
    stranger.forgetPurchases(rules)
    // Customers who never subscribed have no ended subscription, and one whose payment is due has not ended.
    if let own = stranger.subscription, [.expired, .revoked].contains(own.condition) {
      stranger.subscription = nil
    }
    var novice = stranger
    novice.phase = .onboarding
    if given.isWithin(feature.allowance(in: stranger)) { return }
    if rules.definition.onboarding != nil, given.isWithin(feature.allowance(in: novice)) { return }
    report(
      .freeRide, "features.\(feature.id)",
      "\(who) does not pay and still has everything that is sold of `\(feature.id)`, "
        + "unlike those who never subscribed")
  }
}

extension CustomerEvent {
  /// Whether the time since it is that since the beginning of a trial.
  fileprivate func begins(with trial: Trial?) -> Bool {
    if case .milestone(let milestone) = self { return trial?.start.event == .milestone(milestone) }
    return [.signUp, .firstSeen, .trialStart].contains(self)
  }
}

/// How much access the engine gives to a feature.
private enum Amount {
  /// Access without a limit.
  case any
  /// Access within a limit.
  case some(Limit)

  /// Describes access within a limit.
  init(_ limit: Limit) { self = .some(limit) }

  /// Returns whether it is no more than an allowance; limits of different windows are not compared.
  func isWithin(_ allowance: Feature.Allowance) -> Bool {
    guard case .some(let limit) = self else { return allowance == .unlimited }
    if limit.scope == .credits, !allowance.prices.isEmpty, !allowance.countsPaidUses { return true }
    let quotas = allowance.quotas
    if quotas.isEmpty { return allowance == .unlimited }
    // Of several in one window, such as a feature's own and one that it shares, it is one.
    return quotas.allSatisfy { quota in
      quotas.contains {
        $0.span.scope == quota.span.scope && (limit.limit <= $0.count || !limit.counts(in: $0))
      }
    }
  }

  /// Returns whether it is as much as an allowance.
  func reaches(_ allowance: Feature.Allowance) -> Bool {
    guard case .some(let limit) = self, allowance.givesAnything else { return true }
    guard case .limited(let quota) = allowance else { return false }
    return limit.limit >= quota.count && limit.counts(in: quota)
  }

  /// The amount as a part of a sentence.
  var words: String {
    switch self {
    case .any: "has any number"
    case .some(let limit) where limit.isSized: "has a size of \(limit.limit)"
    case .some(let limit): "has \(limit.limit) \(limit.scope == .credits ? "credits" : "uses")"
    }
  }
}

extension Limit {
  /// Whether it counts sizes.
  fileprivate var isSized: Bool { asked != nil }

  /// Returns whether it counts what a limit of a rule does.
  fileprivate func counts(in quota: Quota) -> Bool {
    scope == quota.span.scope && isSized == quota.isSized
  }
}
