extension Standing {
  /// Evaluates the tests of what is left, once everything that the rules of features depend on is known.
  ///
  /// No rule of a feature has such a test, so no answer depends on itself.
  mutating func testLeft(in blueprint: Blueprint) {
    let index = blueprint.index
    var source: Condition.Left.Source?
    var rest: Rest?
    for (position, test) in index.leftTests.enumerated() {
      if test.source != source {
        source = test.source
        rest = self.rest(of: test.source, in: blueprint)
      }
      // Nothing is known of a name that does not exist, in a blueprint that was published before this was a mistake.
      guard let rest, test.holds(for: test.isPercent ? rest.percent : rest.amount) else { continue }
      let bit: UInt64 = 1 << UInt64(index.pastTests.count + position)
      past.bits |= bit
      past.bitsWithPlan |= bit
    }
  }

  /// What is left of a feature or in a wallet; nil for an unknown name.
  private func rest(of source: Condition.Left.Source, in blueprint: Blueprint) -> Rest? {
    switch source {
    case .feature(let id):
      guard let handle = blueprint.handle(of: id) else { return nil }
      return rest(of: blueprint.features[handle.position], at: handle.position)
    case .credits(let id):
      guard let position = blueprint.index.wallets.firstIndex(of: id) else { return nil }
      return Rest(amount: wallets.balances[position])
    }
  }

  /// What the access to a feature reports as remaining, by the rule that decides.
  private func rest(of feature: IndexedFeature, at position: Int) -> Rest {
    guard let rule = feature.rule(for: self), !rule.isDenial else { return .nothing }
    // The trial's last uses are reserved.
    if reserved.trial == position { return .nothing }
    if rule.limits.isEmpty, !rule.prices.isEmpty { return credits(for: rule.prices) }
    let own = rest(of: rule.limits)
    if rule.countsPaidUses {
      let paid = uses(paidBy: rule.prices[0], paying: 1)
      return Rest(amount: min(own.amount ?? paid, paid), percent: paid == 0 ? 0 : own.percent)
    }
    if rule.prices.isEmpty || own.amount != 0 { return own }
    return wallet(of: rule.prices, paying: 1) == nil
      ? .nothing : Rest(amount: credits(for: rule.prices).amount, percent: 0)
  }

  /// The least that is left of limits that hold at once; one of a single use is never used up.
  private func rest(of limits: [IndexedLimit]) -> Rest {
    let used = limits.filter { $0.scope != .use }.map { limit($0) }
    return Rest(amount: used.map(\.remaining).min(), percent: used.map(\.percentLeft).min())
  }

  /// The credits that can be spent in the wallet that pays for the next use, or else in the last of them.
  private func credits(for prices: [IndexedPrice]) -> Rest {
    guard let price = wallet(of: prices, paying: 1) ?? prices.last else { return .nothing }
    return Rest(amount: max(0, wallets.spendable[price.position]))
  }
}

/// How much is left; nil for any number.
private struct Rest {
  var amount: Int?
  /// The same as a percentage of the limit, rounded down.
  var percent: Int?

  static let nothing = Rest(amount: 0, percent: 0)
}

extension Limit {
  /// What is left, as a percentage rounded down.
  package var percentLeft: Int {
    if limit <= 0 { return 0 }
    let left = remaining
    return limit > Int.max / 100 ? left / (limit / 100) : left * 100 / limit
  }
}
