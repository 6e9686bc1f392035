import Tollgate

/// How large counts of uses and items are made smaller for a search, in which every use is a decision.
///
/// What the rules decide changes at a limit and not on the way there, so that 10,000 uses a month are searched as a
/// hundred. The order of all counts of a feature stays, and so do small ones and those that a condition names.
struct CountScale {
  /// How far the greatest count may be above those that stay, before it becomes smaller.
  private static let room = 100

  /// How often the lowest of limits at once is used up before a search reaches another: 31 times, as 1 a day in a month.
  fileprivate static let farApart = 31

  /// The counts that become smaller, and what they become, by feature.
  private var searched: [Feature.ID: [Int: Int]] = [:]

  /// Finds the counts that are too large, in all of these blueprints together.
  init(_ definitions: [Blueprint.Definition]) {
    let conditions = definitions.flatMap(\.conditions).flatMap(\.parts)
    for feature in Set(definitions.flatMap(\.features).map(\.id)) {
      // Features that share a limit have the same number for it.
      let together = definitions.sharing(with: feature)
      let kept =
        (together.flatMap { id in conditions.flatMap { $0.counts(of: id) } } + [Rules.mostUses])
        .max() ?? 0
      let counts = together.flatMap { id in definitions.flatMap { $0.counts(of: id) } }
      let large = Set(counts).filter { $0 > kept }.sorted()
      guard let most = large.last else { continue }
      if definitions.contains(where: { together.contains(where: $0.hasLimitsFarApart) }) {
        searched[feature] = Self.closely(large, above: kept)
        continue
      }
      guard most > kept + Self.room else { continue }
      searched[feature] =
        Self.exactly(large, above: kept) ?? Self.roughly(large, most: most, above: kept)
    }
  }

  /// Returns counts in the same order of which each is at most about twice the one before.
  ///
  /// Of limits at once, the lowest is used up again and again until the next one is reached: on a thousand days for 1 a
  /// day and 1,000 in all. Nothing is found after so many, but what a search tells apart stays few.
  private static func closely(_ counts: [Int], above kept: Int) -> [Int: Int] {
    var smaller: [Int: Int] = [:]
    var last = kept
    for count in counts {
      last = min(count, 2 * last + 1)
      smaller[count] = last
    }
    return smaller
  }

  /// Returns smaller counts with the same ratios, as of 100 a day and 3,000 a month; nil if they would not be small.
  private static func exactly(_ counts: [Int], above kept: Int) -> [Int: Int]? {
    let unit = counts.reduce(0, divisor)
    guard let most = counts.last, unit > kept, most / unit * (kept + 1) < kept + 4 * room else {
      return nil
    }
    return Dictionary(uniqueKeysWithValues: counts.map { ($0, $0 / unit * (kept + 1)) })
  }

  /// Returns smaller counts in the same order; those that differ by one or two still do.
  private static func roughly(_ counts: [Int], most: Int, above kept: Int) -> [Int: Int] {
    var smaller: [Int: Int] = [:]
    var last = (written: kept, searched: kept)
    for count in counts {
      let part = Double(count - kept) / Double(most - kept)
      let apart = last.searched + min(count - last.written, 3)
      last = (count, max(apart, kept + Int(part * Double(room))))
      smaller[count] = last.searched
    }
    return smaller
  }

  /// Returns the greatest common divisor.
  private static func divisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : divisor(second, first % second)
  }

  /// Returns a blueprint with smaller counts.
  ///
  /// - Parameter blueprint: The blueprint as it is written.
  /// - Returns: One that decides the same near its limits; the same object if no count is large.
  func applied(to blueprint: Blueprint) -> Blueprint {
    if searched.isEmpty { return blueprint }
    var definition = blueprint.definition
    definition.features = definition.features.map(applied)
    if let uses = definition.trial?.terms.uses {
      definition.trial?.terms.uses?.limit = count(uses.limit, of: uses.feature)
    }
    return (try? Blueprint(definition)) ?? blueprint
  }

  private func applied(to feature: Feature) -> Feature {
    var scaled = feature
    for (place, rule) in feature.rules.enumerated() {
      scaled.rules[place].allowance = rule.allowance.replacingQuotas { quota in
        var quota = quota
        // One use takes as much of a size as is left, however much that is.
        if !quota.isSized { quota.count = count(quota.count, of: feature.id) }
        return quota
      }
    }
    return scaled
  }

  private func count(_ written: Int, of feature: Feature.ID) -> Int {
    searched[feature]?[written] ?? written
  }
}

extension [Blueprint.Definition] {
  /// Returns the features that share limits with a feature, itself included, and with each other.
  fileprivate func sharing(with feature: Feature.ID) -> Set<Feature.ID> {
    let groups = flatMap { $0.sharers.values }
    var together: Set = [feature]
    while let group = groups.first(where: {
      !together.isDisjoint(with: $0) && !together.isSuperset(of: $0)
    }) {
      together.formUnion(group)
    }
    return together
  }
}

extension Blueprint.Definition {
  /// Returns the limits of a feature's uses and items.
  fileprivate func counts(of id: Feature.ID) -> [Int] {
    let rules = features.filter { $0.id == id }.flatMap(\.rules)
    let limits = rules.flatMap(\.allowance.quotas).filter { !$0.isSized }.map(\.count)
    return limits + [trial?.terms.uses].compactMap(\.self).filter { $0.feature == id }.map(\.limit)
  }
}

extension Blueprint.Definition {
  /// Returns whether a rule of a feature has limits at once of which one has room for very many of another.
  fileprivate func hasLimitsFarApart(_ id: Feature.ID) -> Bool {
    features.filter { $0.id == id }.flatMap(\.rules).contains { rule in
      let counts =
        rule.allowance.quotas.filter { $0.countsUses && !$0.isSized }.map(\.count)
      guard let least = counts.min(), let most = counts.max() else { return false }
      return most > CountScale.farApart * max(1, least)
    }
  }
}

extension Condition {
  /// Returns the counts of a feature's uses and items, made or left, at which the condition changes; of a percentage, a
  /// hundred, so that one of them is a use.
  fileprivate func counts(of id: Feature.ID) -> [Int] {
    let left = left.filter { $0.source == .feature(id) }.flatMap { test in
      [test.atLeast, test.lessThan].compactMap { $0.map { test.isPercent ? 100 : $0 } }
    }
    let items = held.flatMap { $0.feature == id ? $0.atLeast : nil }
    let uses = past.filter { $0.event == .use(id) }.flatMap(\.bounds)
    return uses + left + [items].compactMap(\.self)
  }
}
