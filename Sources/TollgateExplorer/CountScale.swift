import Tollgate

/// How large counts of uses and items are made smaller for a search, in which every use is a decision.
///
/// What the rules decide changes at a limit and not on the way there, so that 10,000 uses a month are searched as a
/// hundred. The order of all counts of a feature stays, and so do small ones and those that a condition names.
struct CountScale {
  /// How far the greatest count may be above those that stay, before it becomes smaller.
  private static let room = 100

  /// The counts that become smaller, and what they become, by feature.
  private var searched: [Feature.ID: [Int: Int]] = [:]

  /// Finds the counts that are too large, in all of these blueprints together.
  init(_ definitions: [Blueprint.Definition]) {
    let conditions = definitions.flatMap(\.conditions).flatMap(\.parts)
    for feature in Set(definitions.flatMap(\.features).map(\.id)) {
      let kept = (conditions.flatMap { $0.counts(of: feature) } + [Rules.mostUses]).max() ?? 0
      let large = Set(definitions.flatMap { $0.counts(of: feature) }).filter { $0 > kept }.sorted()
      guard let most = large.last, most > kept + Self.room else { continue }
      searched[feature] =
        Self.exactly(large, above: kept) ?? Self.roughly(large, most: most, above: kept)
    }
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
    if let trial = definition.trial, let uses = trial.terms.uses {
      definition.trial = Trial(
        id: trial.id, start: trial.start,
        terms: Trial.Terms(
          lasts: trial.terms.lasts,
          uses: Trial.Uses(feature: uses.feature, limit: count(uses.limit, of: uses.feature)),
          entitlements: trial.terms.entitlements), oncePer: trial.oncePer, products: trial.products)
    }
    return (try? Blueprint(definition)) ?? blueprint
  }

  private func applied(to feature: Feature) -> Feature {
    let rules = feature.rules.map { rule in
      let allowance: Feature.Allowance =
        switch rule.allowance {
        case .upTo(let limit, let window): .upTo(count(limit, of: feature.id), per: window)
        case .holding(let limit): .holding(count(limit, of: feature.id))
        case .unlimited, .spend, .denied: rule.allowance
        }
      return Feature.Rule(when: rule.when, allowance: allowance, paywall: rule.paywall)
    }
    return Feature(
      id: feature.id, rules: rules, paywall: feature.paywall, pitch: feature.pitch,
      isPassive: feature.isPassive, offline: feature.offline, reservation: feature.reservation)
  }

  private func count(_ written: Int, of feature: Feature.ID) -> Int {
    searched[feature]?[written] ?? written
  }
}

extension Blueprint.Definition {
  /// Returns the limits of a feature's uses and items.
  fileprivate func counts(of id: Feature.ID) -> [Int] {
    let rules = features.filter { $0.id == id }.flatMap(\.rules)
    let limits = rules.compactMap { rule in
      switch rule.allowance {
      case .upTo(let limit, _), .holding(let limit): limit
      case .unlimited, .spend, .denied: nil
      }
    }
    return limits + [trial?.terms.uses].compactMap(\.self).filter { $0.feature == id }.map(\.limit)
  }
}

extension Condition {
  /// Returns the counts of a feature's uses and items at which the condition changes.
  fileprivate func counts(of id: Feature.ID) -> [Int] {
    let items = held.flatMap { $0.feature == id ? $0.atLeast : nil }
    return past.filter { $0.event == .use(id) }.flatMap(\.bounds) + [items].compactMap(\.self)
  }
}
