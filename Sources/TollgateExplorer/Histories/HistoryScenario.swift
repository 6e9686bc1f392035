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
  /// - Parameter blueprint: The path of the blueprint as the scenario names it, relative to the scenario's folder.
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

  /// Returns a download as the store account's purchase of the app.
  private static func written(_ download: AppDownload) -> String {
    let members = [
      "version: \(HistoryScenario.quoted(download.version ?? "1"))", "date: \(download.at)",
      "platform: \((download.platform ?? .iOS).rawValue)",
      "environment: \(download.environment.rawValue)",
    ]
    return "{ \(members.joined(separator: ", ")) }"
  }

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
      var (values, properties): ([String], [String]) = ([], [])
      var consents: [[String]] = []
      var downloads: [[String]] = []
      for setting in settings {
        switch setting {
        case .attribute(let name, .device, let value):
          properties.append("\(name): \(Self.written(value))")
        case .attribute(_, .guardian, let value): consents.append(["consent: \(value)"])
        case .attribute(let name, _, let value): values.append("\(name): \(Self.written(value))")
        case .download(let download):
          downloads += [[Self.line(.boughtApp, Self.written(download))], ["open: true"]]
        }
      }
      func block(_ key: String, _ values: [String]) -> [[String]] {
        values.isEmpty ? [] : [["\(key): { \(values.joined(separator: ", ")) }"]]
      }
      return block("set", values) + block("report", properties) + consents + downloads
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
    case .useSized(let feature, let size):
      guard moment.holdsItems else {
        return [["use: { feature: \(feature), cost: \(size) }"]]
      }
      count += 1
      items[feature, default: []].append(count)
      return [["use: { feature: \(feature), item: item-\(count), cost: \(size) }"]]
    case .release(let feature):
      let item = items[feature]?.popLast() ?? 0
      return [["release: { feature: \(feature), item: item-\(item) }"]]
    case .buy(let product, false): return [[Self.line(.buy, "\(product)")]]
    case .buy(let product, true):
      return [[Self.line(.buy, "{ product: \(product), introductoryOffer: false }")]]
    case .cancel: return [[Self.line(.cancel, "true")]]
    case .resume: return [[Self.line(.resume, "true")]]
    case .failBilling: return [[Self.line(.failBilling, "true")]]
    case .fixBilling: return [[Self.line(.fixBilling, "true")]]
    case .extendTrial(let days): return [["extendTrial: \(days)"]]
    case .pauseTrial: return [["pauseTrial: true"]]
    case .resumeTrial: return [["resumeTrial: true"]]
    case .grant(let entitlement): return [["grant: \(entitlement)"]]
    case .revokeGrant(let entitlement): return [["revokeGrant: \(entitlement)"]]
    case .give(let name): return [["give: \(name)"]]
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
  fileprivate var grace: GracePeriod? {
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
      .tradedAway, .buysNothing, .deadEnd, .neverReached, .untrueLine, .nudgeAfterTheFact,
      .acceptsNothing:
      return []
    }
  }
}
