import Tollgate
import TollgateWire
import Yams

/// What a feature answers, and how an action is refused.
extension ScenarioForm {
  func access(_ name: Node, _ value: Node) -> [Check] {
    guard let feature = feature(name) else { return [] }
    let answers = AccessSummary.Answer.allCases.map(\.rawValue)
    guard value.mapping != nil else {
      return one(name, .answer(feature), sheet.name(value, "answer", in: answers))
    }
    let keys = ["answer"] + Subject.FeatureField.allCases.map(\.rawValue)
    return (sheet.entries(of: value, "an answer", keys: keys) ?? []).flatMap { key, value in
      guard let field = Subject.FeatureField(rawValue: key.string ?? "") else {
        return one(key, .answer(feature), sheet.name(value, "answer", in: answers))
      }
      let expected: String? =
        switch field {
        case .remaining, .used, .limit:
          orNone(value) { sheet.whole($0, 0...1_000_000).map(String.init) }
        case .reason: reason(value)
        case .paywall: orNone(value) { paywall($0)?.rawValue }
        case .startsAt: orNone(value) { sheet.instant($0)?.description }
        case .isManagedInStore: sheet.flag(value).map { "\($0)" }
        }
      return one(key, .feature(feature, field), expected)
    }
  }

  func refused(_ key: Node, _ value: Node) -> [Check] {
    let codes = ProblemCode.known.map(\.rawValue)
    guard value.mapping != nil else {
      return one(key, .refused(.code), sheet.name(value, "problem", in: codes))
    }
    let keys = Subject.RefusalField.allCases.map(\.rawValue)
    return (sheet.entries(of: value, "`refused`", keys: keys) ?? []).flatMap {
      key, value -> [Check] in
      guard let field = Subject.RefusalField(rawValue: key.string ?? "") else { return [] }
      let expected: String? =
        switch field {
        case .code: sheet.name(value, "problem", in: codes)
        case .reason: reason(value)
        case .paywall: orNone(value) { paywall($0)?.rawValue }
        case .startsAt: orNone(value) { sheet.instant($0)?.description }
        case .isManagedInStore: sheet.flag(value).map { "\($0)" }
        }
      return one(key, .refused(field), expected)
    }
  }

  private func reason(_ node: Node) -> String? {
    sheet.name(node, "reason", in: ["notIncluded", "limitReached", none])
  }
}
