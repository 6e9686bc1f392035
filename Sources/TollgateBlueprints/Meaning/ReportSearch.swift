import Tollgate

/// The search for a report that gives a customer something for which others pay.
///
/// Reports are chosen one at a time, and only where a rule depends on one: what the rules do not distinguish is not
/// combined. Thirteen attributes in thirteen rules make 14 cases instead of 8192.
struct ReportSearch {
  /// Customers who are alike, whatever they report.
  struct Group: Hashable {
    /// What is left of each rule's condition; nil for a rule that does not hold.
    let rules: [ReportCondition?]
    /// Whether they have something that is sold.
    let isPaying: Bool
    /// Whether they are in onboarding or in a trial, which are free.
    let isTrying: Bool

    /// Whether a report can make a difference.
    var depends: Bool { rules.contains { $0.map { !$0.isAlways } ?? false } }
  }

  /// Two decisions about one customer, who gets more by the second, for which others pay.
  struct Unlocking {
    /// The rule that decides without the forgery; nil if none does.
    let refusing: Int?
    /// The rule that decides with it; nil if none does.
    let giving: Int?
  }

  /// Which reports may be forged.
  enum Forgery {
    /// Those that nobody can bring about: the customer must get no more.
    case claimed
    /// All of them: the customer must not get everything that is sold.
    case earned
  }

  /// The greatest number of decisions; the result of a longer search is unknown.
  static let limit = 30_000

  private let feature: Feature
  private let groups: [Group]
  private let reports: [DeviceReport]
  /// The position of the report that each test depends on.
  private let positions: [ReportTest: Int]
  /// Whether each report differs between the two decisions.
  private var isForged: [Bool] = []
  private var decisions = 0

  /// Whether the search stopped at its limit.
  var isCutShort: Bool { decisions > Self.limit }

  init(_ feature: Feature, _ groups: [Group], _ reports: [DeviceReport]) {
    self.feature = feature
    self.groups = groups
    self.reports = reports
    var positions: [ReportTest: Int] = [:]
    for (position, report) in reports.enumerated() {
      for test in report.outcomes.joined() { positions[test] = position }
    }
    self.positions = positions
  }

  /// Returns the first forgery that unlocks what is sold; nil if none was found.
  mutating func unlocking(_ forgery: Forgery) -> Unlocking? {
    isForged = reports.map { forgery == .earned || !$0.isEarned }
    guard isForged.contains(true) else { return nil }
    let payers = groups.filter(\.isPaying)
    for group in groups where group.depends && (forgery == .claimed || !group.isTrying) {
      for payer in payers.map(Optional.some) + [nil] {
        if let found = unlocking(group, payer, forgery, noReport) { return found }
      }
    }
    return nil
  }

  /// Returns whether reports decide for some customers whether they get anything at all.
  mutating func opens() -> Bool {
    isForged = reports.map { _ in true }
    return groups.contains { $0.depends && Set(gifts(to: $0, noReport)).count > 1 }
  }

  /// The reports of the two decisions, as positions among the outcomes: nil for what is not chosen yet.
  private typealias Claim = [Int?]

  private var noReport: Claim { Array(repeating: nil, count: 2 * reports.count) }

  /// Returns whether customers get something, for each choice of reports.
  private mutating func gifts(to group: Group, _ claim: Claim) -> [Bool] {
    switch decision(about: group, claim, isSecond: false) {
    case .open(let slot): return choices(of: slot, claim).flatMap { gifts(to: group, $0) }
    case .rule(let rule): return [allowance(of: rule) != .denied]
    }
  }

  /// Chooses reports until both decisions and that about a payer are known, and compares them.
  private mutating func unlocking(
    _ group: Group, _ payer: Group?, _ forgery: Forgery, _ claim: Claim
  ) -> Unlocking? {
    let refusing: Int?
    switch decision(about: group, claim, isSecond: false) {
    case .open(let slot): return first(of: slot, claim, group, payer, forgery)
    case .rule(let rule): refusing = rule
    }
    let own = allowance(of: refusing)
    var sold: Feature.Allowance?
    if let payer {
      switch decision(about: payer, claim, isSecond: false) {
      case .open(let slot): return first(of: slot, claim, group, payer, forgery)
      case .rule(let rule): sold = allowance(of: rule)
      }
    }
    guard own.isSpend || sold.map({ !$0.isAtMost(own) }) ?? false else { return nil }
    switch decision(about: group, claim, isSecond: true) {
    case .open(let slot): return first(of: slot, claim, group, payer, forgery)
    case .rule(let giving):
      let given = allowance(of: giving)
      guard !given.isAtMost(own), !(giving.map(isPaidFor) ?? false) else { return nil }
      if forgery == .earned, !(sold?.isAtMost(given) ?? false) { return nil }
      return Unlocking(refusing: refusing, giving: giving)
    }
  }

  /// Returns whether a rule is for those who pay, so that what it gives is not free, whatever else it asks for.
  private func isPaidFor(_ rule: Int) -> Bool { feature.rules[rule].when.requiresPurchase }

  /// Returns the first result of the choices of a report.
  private mutating func first(
    of slot: Int, _ claim: Claim, _ group: Group, _ payer: Group?, _ forgery: Forgery
  ) -> Unlocking? {
    for choice in choices(of: slot, claim) {
      if isCutShort { return nil }
      if let found = unlocking(group, payer, forgery, choice) { return found }
    }
    return nil
  }

  /// Returns a claim with each outcome of a report; a forgery begins with what meets the most tests.
  private func choices(of slot: Int, _ claim: Claim) -> [Claim] {
    if isCutShort { return [] }
    let choices = reports[slot % reports.count].outcomes.indices.map { outcome in
      var claim = claim
      claim[slot] = outcome
      return claim
    }
    return slot < reports.count ? choices : choices.reversed()
  }

  private func allowance(of rule: Int?) -> Feature.Allowance {
    rule.map { feature.rules[$0].allowance } ?? .denied
  }

  /// A decision as far as it is known.
  private enum Decision {
    /// The rule that decides; nil if none does.
    case rule(Int?)
    /// The report that must be chosen next.
    case open(Int)
  }

  /// Finds the first rule that holds, or the first report that this depends on.
  private mutating func decision(about group: Group, _ claim: Claim, isSecond: Bool) -> Decision {
    decisions += 1
    for (position, rule) in group.rules.enumerated() {
      guard let rule else { continue }
      switch truth(of: rule, claim, isSecond) {
      case .holds: return .rule(position)
      case .fails: continue
      case .open(let slot): return .open(slot)
      }
    }
    return .rule(nil)
  }

  /// Whether a condition holds, as far as it is known.
  private enum Truth {
    case holds, fails
    case open(Int)
  }

  private func truth(of condition: ReportCondition, _ claim: Claim, _ isSecond: Bool) -> Truth {
    var open = Int.max
    for (tests, expected) in [(condition.holding, true), (condition.missing, false)] {
      for test in tests {
        guard let report = positions[test] else {
          // No report meets it.
          if expected { return .fails }
          continue
        }
        let slot = isSecond && isForged[report] ? report + reports.count : report
        if let outcome = claim[slot] {
          if reports[report].outcomes[outcome].contains(test) != expected { return .fails }
        } else {
          open = min(open, slot)
        }
      }
    }
    for condition in condition.not {
      switch truth(of: condition, claim, isSecond) {
      case .holds: return .fails
      case .fails: continue
      case .open(let slot): open = min(open, slot)
      }
    }
    if !condition.any.isEmpty {
      let truths = condition.any.map { truth(of: $0, claim, isSecond) }
      let isMet = truths.contains { if case .holds = $0 { true } else { false } }
      let slots = truths.compactMap { if case .open(let slot) = $0 { slot } else { nil } }
      if !isMet {
        guard let slot = slots.min() else { return .fails }
        open = min(open, slot)
      }
    }
    return open == .max ? .holds : .open(open)
  }
}

extension Feature.Allowance {
  /// Whether uses are paid for one by one, possibly after a limit.
  fileprivate var isSpend: Bool { !prices.isEmpty }
}

extension Condition {
  /// Whether only customers meet it who have something that is sold, or that was given to them.
  var requiresPurchase: Bool {
    !entitled.isEmpty || phases == [.subscribed] || !products.isEmpty || willRenew != nil
      || !subscription.isEmpty && subscription.allSatisfy(\.givesAccess)
      || !any.isEmpty && any.allSatisfy(\.requiresPurchase)
  }
}
