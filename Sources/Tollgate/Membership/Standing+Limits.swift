extension Standing {
  /// How much of a number of uses, or of a sum of sizes, is used.
  ///
  /// - Parameter cost: The requested size, where the limit counts sizes.
  func limit(_ counted: IndexedLimit, paying cost: Int = 1) -> Limit {
    let renewal = renewal(of: counted)
    return Limit(
      // A running trial keeps the limit that it started with, whatever the blueprint says now.
      limit: !counted.isHeld && counted.position == trials.uses.allowance
        ? trials.uses.limit : counted.limit,
      used: used(by: counted), scope: counted.scope,
      renewsAt: renewal == .distantPast || renewal == .distantFuture ? nil : renewal,
      asked: counted.isSized ? cost : nil)
  }

  /// The limit that decides, of several that hold at once: one without room for the use, or else the one with the least
  /// left, and of several such the one that is renewed last.
  ///
  /// - Parameters:
  ///   - limits: At least one limit.
  ///   - cost: The requested size, where a limit counts sizes.
  func deciding(of limits: [IndexedLimit], paying cost: Int = 1) -> Limit {
    tightest(of: limits, paying: cost).limit
  }

  /// The limit that decides, of several that hold at once and a wallet that pays for the use; nil if its credits decide.
  ///
  /// They count as the last of the limits, and as one that is never renewed: what is left is how many uses they pay for.
  ///
  /// - Parameters:
  ///   - limits: At least one limit.
  ///   - price: The wallet that pays.
  ///   - cost: The requested size, or what the use costs where the wallet leaves that to it.
  func deciding(
    of limits: [IndexedLimit], beside price: IndexedPrice, paying cost: Int
  ) -> Limit? {
    let (limit, renewal) = tightest(of: limits, paying: cost)
    let least = limit.hasRoom ? limit.remaining / (limit.asked ?? 1) : 0
    let paid = uses(paidBy: price, paying: cost)
    return paid < least || paid == least && renewal < .distantFuture ? nil : limit
  }

  /// How many uses the credits that can be spent now pay for, the last of them with what the wallet may be overdrawn by.
  ///
  /// - Parameter cost: What a use costs where the wallet leaves that to it.
  func uses(paidBy price: IndexedPrice, paying cost: Int) -> Int {
    let cost = price.cost ?? cost
    let spendable = max(0, wallets.spendable[price.position])
    let (whole, rest) = spendable.quotientAndRemainder(dividingBy: cost)
    return min(rest > 0 ? whole + 1 : whole, wallets.reach[price.position] / cost)
  }

  /// The credits that can be spent now, as a limit.
  func credits(at position: Int) -> Limit {
    Limit(limit: wallets.spendable[position], used: 0, scope: .credits)
  }

  /// The limit that decides, of several that hold at once, and when it is renewed.
  @inline(__always)
  private func tightest(
    of limits: [IndexedLimit], paying cost: Int
  ) -> (limit: Limit, renewal: Instant) {
    var deciding = limit(limits[0], paying: cost)
    var renewal = renewal(of: limits[0])
    for counted in limits.dropFirst() {
      let other = limit(counted, paying: cost)
      let later = self.renewal(of: counted)
      let left = other.hasRoom ? other.remaining : 0
      let least = deciding.hasRoom ? deciding.remaining : 0
      if left < least || left == least && renewal < later {
        deciding = other
        renewal = later
      }
    }
    return (deciding, renewal)
  }

  /// The uses or items that a limit counts, or the sum of their sizes, with those in progress.
  private func used(by counted: IndexedLimit) -> Int {
    guard counted.isHeld else { return used(counted.position) }
    if counted.isHeldInEach { return takenInParent(counted.position, sized: counted.isSized) }
    return counted.isSized ? takenSize(counted.position) : taken(counted.position)
  }

  /// What is left of each limit of sizes that applies with others: it decides whether a large use fits, even while
  /// another limit decides about a small one.
  func roomForSizes(of feature: IndexedFeature) -> [Int] {
    guard feature.countsSizes || feature.holdsSizes, let rule = feature.rule(for: self) else {
      return []
    }
    return rule.limitsOfSeveral.filter(\.isSized).map { limit($0).remaining }
  }

  /// What counts in all parents together toward each limit that applies for each of them: an answer about one of these
  /// changes with it.
  func usesInParents(of feature: IndexedFeature) -> [Int] {
    guard !inAllParents.isEmpty, let rule = feature.rule(for: self) else { return [] }
    return rule.limits.filter { !$0.isHeld }.map { inAllParents[$0.position] }
  }

  /// Whether a count decides about a feature, alone or with others.
  func isLimited(by position: Int, in blueprint: Blueprint) -> Bool {
    blueprint.features.contains { feature in
      feature.rule(for: self)?.limits.contains { !$0.isHeld && $0.position == position } ?? false
    }
  }

  /// When the next billing period begins in which a limit of a feature counts; nil if none does, or the store has signed that
  /// no other period follows.
  func nextPeriod(
    of feature: IndexedFeature, in blueprint: Blueprint, after now: Instant
  ) -> Instant? {
    (feature.rule(for: self)?.limits ?? [])
      .filter { $0.scope == .period || $0.scope == .planMonth }
      .compactMap { billingPeriod(of: blueprint.index.allowances[$0.position]) }
      .filter { now < $0.end }.compactMap(\.next).max()
  }

  /// The first wallet with enough credits for a use that can be spent now, or else the first that may be overdrawn by what
  /// is missing; nil if none is.
  ///
  /// - Parameter cost: What the use states, where a wallet leaves the cost to it.
  func wallet(of prices: [IndexedPrice], paying cost: Int) -> IndexedPrice? {
    for price in prices where price.cost ?? cost <= wallets.spendable[price.position] {
      return price
    }
    for price in prices where price.cost ?? cost <= wallets.reach[price.position] {
      return price
    }
    return nil
  }

  /// Whether each wallet has enough credits for a use, so that it is only what may be spent in a window that can keep them
  /// from paying.
  func covers(_ prices: [IndexedPrice], paying cost: Int) -> Bool {
    for price in prices where wallets.funds[price.position] < price.cost ?? cost {
      return false
    }
    return true
  }

  /// When a limit that says so is renewed: the distant future if never, as that of a single use or of held items, and the
  /// distant past for one that is not used.
  ///
  /// A reservation is not renewed, it lapses.
  private func renewal(of counted: IndexedLimit) -> Instant {
    if counted.scope == .use { return .distantFuture }
    if counted.isHeld { return used(by: counted) > 0 ? .distantFuture : .distantPast }
    return counted.saysRenewal && counts[counted.position] > 0
      ? renewals[counted.position] : .distantPast
  }
}
