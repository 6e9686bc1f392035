import AppStoreSimulator
import Tollgate
import TollgateBlueprints

/// A history written as a scenario file that `tollgate simulate` runs.
///
/// Every step states what holds after it. The last one states what should hold and does not, if a scenario can express
/// that: the file then fails until the finding is fixed.
///
/// ```yaml
/// title: "free ride: features.export"
/// blueprint: "../coach.yml"
/// start: 2026-03-02T09:00:00Z
///
/// steps:
///   - at: 2026-03-02T09:00:00Z
///     signUp: first@example.com
///   - at: 2026-03-02T09:00:01Z
///     buy: coach.monthly
///     expect: { phase: subscribed, entitled: [premium] }
///   - note: "the customer does not pay and still has everything that is sold of `export`, …"
///   - at: 2026-03-02T09:00:02Z
///     refund: { product: coach.monthly, period: latest }
///     expect: { access: { export: denied } }
/// ```
public struct HistoryScenario: Hashable, Sendable {
  /// The file's text.
  public let yaml: String

  /// Writes a finding's history; nil for a finding without one.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - blueprint: The path of the blueprint as the scenario names it, relative to the scenario's folder.
  public init?(_ finding: Finding, blueprint: String) {
    guard let history = finding.history, history.beginsWithAccount || !history.moments.isEmpty
    else {
      return nil
    }
    self.init(
      history, title: "\(finding.kind.rawValue): \(finding.subject)", note: finding.sentence,
      expected: finding.expected, blueprint: blueprint)
  }

  /// Writes a history.
  ///
  /// - Parameters:
  ///   - history: The history.
  ///   - title: The scenario's title.
  ///   - note: A sentence above its last step.
  ///   - expected: What should hold after the last step, as scenarios write it; empty for what does hold.
  ///   - blueprint: The path of the blueprint as the scenario names it.
  public init(
    _ history: CustomerHistory, title: String, note: String? = nil, expected: [String] = [],
    blueprint: String
  ) {
    var lines = [
      "title: \(Self.quoted(title))", "blueprint: \(Self.quoted(blueprint))",
      "start: \(history.startsAt)",
    ]
    if let grace = history.grace { lines.append("store: { gracePeriod: \(grace.rawValue) }") }
    let variants = history.variants.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    if !variants.isEmpty { lines.append("variants: { \(variants.joined(separator: ", ")) }") }
    lines += ["", "steps:"]
    var writer = StepWriter()
    if history.beginsWithAccount { lines += writer.signUp(at: history.startsAt) }
    for (number, moment) in history.moments.enumerated() {
      let isLast = number == history.moments.count - 1
      if isLast, let note { lines.append("  - note: \(Self.quoted(note))") }
      let expectations = isLast && !expected.isEmpty ? expected : moment.expectations
      lines += writer.lines(of: moment, expecting: expectations)
    }
    yaml = lines.joined(separator: "\n") + "\n"
  }

  /// Returns a text as a double-quoted scalar of YAML.
  fileprivate static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

/// A writer of steps, which remembers the names of items that are held.
private struct StepWriter {
  /// The items that are held, by feature, the newest last.
  private var items: [Feature.ID: [Int]] = [:]
  /// How many items were named.
  private var count = 0

  /// Returns the lines of the step that opens the first account.
  mutating func signUp(at instant: Instant) -> [String] {
    ["  - at: \(instant)", "    signUp: first@example.com"]
  }

  /// Returns the lines of a moment; if it is several actions, the last one carries the expectations.
  mutating func lines(of moment: CustomerHistory.Moment, expecting expectations: [String])
    -> [String]
  {
    var blocks = blocks(of: moment)
    let expect = "    expect: { \(expectations.joined(separator: ", ")) }"
    if blocks.isEmpty { blocks = [[]] }
    var lines: [String] = []
    for (number, block) in blocks.enumerated() {
      lines.append("  - at: \(moment.at)")
      lines += block.map { "    \($0)" }
      if number == blocks.count - 1 { lines.append(expect) }
    }
    return lines
  }

  /// Returns a value as YAML; texts are quoted, since `NO` and `2.10` are not texts there.
  private static func written(_ value: Attribute.Value) -> String {
    switch value {
    case .string(let text): HistoryScenario.quoted(text)
    case .integer, .boolean: value.description
    }
  }

  /// Returns the line of an action at the store.
  private static func line(_ name: StoreAction.Name, _ value: String) -> String {
    "\(name.rawValue): \(value)"
  }

  /// Returns the actions of a moment, each with its lines; none for time that passes.
  private mutating func blocks(of moment: CustomerHistory.Moment) -> [[String]] {
    let email = moment.person == 1 ? "first" : "second"
    switch moment.step {
    case .signUp: return [["signUp: \(email)@example.com"]]
    case .reach(let milestone): return [["reach: \(milestone)"]]
    case .set(let settings):
      func block(_ key: String, _ own: [AttributeSetting]) -> [[String]] {
        let values = own.map { "\($0.attribute): \(Self.written($0.value))" }
        return own.isEmpty ? [] : [["\(key): { \(values.joined(separator: ", ")) }"]]
      }
      return block("set", settings.filter { $0.setBy != .device })
        + block("report", settings.filter { $0.setBy == .device })
    case .move(let zone): return [["timeZone: \(zone)"]]
    case .use(let feature, let times):
      guard moment.holdsItems else {
        return [["use: { feature: \(feature), times: \(times) }"]]
      }
      return (0..<times).map { _ in
        count += 1
        items[feature, default: []].append(count)
        return ["use: { feature: \(feature), item: item-\(count) }"]
      }
    case .release(let feature):
      let item = items[feature]?.popLast() ?? 0
      return [["release: { feature: \(feature), item: item-\(item) }"]]
    case .buy(let product): return [[Self.line(.buy, "\(product)")]]
    case .cancel: return [[Self.line(.cancel, "true")]]
    case .resume: return [[Self.line(.resume, "true")]]
    case .failBilling: return [[Self.line(.failBilling, "true")]]
    case .fixBilling: return [[Self.line(.fixBilling, "true")]]
    case .extendTrial(let days): return [["extendTrial: \(days)"]]
    case .pauseTrial: return [["pauseTrial: true"]]
    case .resumeTrial: return [["resumeTrial: true"]]
    case .grant(let entitlement): return [["grant: \(entitlement)"]]
    case .revokeGrant(let entitlement): return [["revokeGrant: \(entitlement)"]]
    case .refund(let product, let isFirst):
      let period = isFirst ? "first" : "latest"
      return [[Self.line(.refund, "{ product: \(product), period: \(period) }")]]
    case .holdNews: return [["notifications: held"]]
    case .deliverNotifications: return [["notifications: delivered"]]
    case .restore: return [["restore: true"]]
    case .secondAccount(let sharesStore):
      items = [:]
      let account = sharesStore ? [] : [["storeAccount: second"]]
      return [["signOut: true"]] + account + [["signUp: second@example.com"]]
    case .wait, .waitAlmost: return []
    }
  }
}

extension CustomerHistory {
  /// The grace period of the history's failed payments; nil if no payment fails.
  fileprivate var grace: GraceSetting? {
    moments.lazy.compactMap {
      if case .failBilling(let grace) = $0.step { grace } else { nil }
    }.first
  }
}

extension CustomerHistory.Moment {
  /// What holds after the moment, as a scenario writes it.
  fileprivate var expectations: [String] {
    let names = entitlements.map(\.rawValue).joined(separator: ", ")
    return ["phase: \(phase.rawValue)", "entitled: \(names.isEmpty ? "none" : "[\(names)]")"]
  }
}

extension Finding {
  /// What should hold at the history's end, as a scenario writes it; empty if a scenario cannot express it.
  fileprivate var expected: [String] {
    let parts = subject.split(separator: ".", maxSplits: 1).map(String.init)
    if parts[0] == "trials" { return kind == .trialAgain ? ["trials: { \(parts[1]): none }"] : [] }
    if kind == .trialAgain { return ["phase: trialExpired"] }
    guard parts.count == 2 else { return [] }
    let (isFeature, isEntitlement) = (parts[0] == "features", parts[0] == "entitlements")
    switch kind {
    case .payerLockedOut where isEntitlement: return ["entitled: \(parts[1])"]
    case .payerLockedOut where isFeature, .buysNothing where isFeature, .trialCutShort:
      return ["access: { \(parts[1]): allowed }"]
    case .freeRide where isFeature, .keptAfterRefund where isFeature,
      .limitOverspent where isFeature:
      return ["access: { \(parts[1]): denied }"]
    case .freeRide where isEntitlement, .keptAfterRefund where isEntitlement:
      let names =
        history?.moments.last?.entitlements.map(\.rawValue).filter { $0 != parts[1] } ?? []
      return ["entitled: \(names.isEmpty ? "none" : "[\(names.joined(separator: ", "))]")"]
    case .payerLockedOut, .freeRide, .trialAgain, .keptAfterRefund, .limitOverspent, .soldTwice,
      .buysNothing, .deadEnd, .neverReached, .untrueLine, .nudgeAfterTheFact, .acceptsNothing:
      return []
    }
  }
}
