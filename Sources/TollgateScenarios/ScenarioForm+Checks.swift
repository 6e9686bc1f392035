import Tollgate
import TollgateWire
import Yams

/// The word for no answer.
let none = "none"

extension ScenarioForm {
  private static let checkKeys = [
    "phase", "condition", "entitled", "nextChange", "access", "trial", "subscription", "texts",
    "lines", "offers", "paywalls", "packages", "prompts", "nudges", "delivered", "held", "credits",
    "route", "purchase", "refused", "recorded",
  ]

  /// Purchases end in one of these.
  private static let purchases = ["success", "pending", "cancelled", "failed"]

  func checks(_ node: Node) -> [Check] {
    (sheet.entries(of: node, "`expect`", keys: Self.checkKeys) ?? []).flatMap { key, value in
      checks(key.string ?? "", key, value)
    }
  }

  private func checks(_ name: String, _ key: Node, _ value: Node) -> [Check] {
    switch name {
    case "phase": return one(key, .phase, sheet.word(value, Phase.self)?.rawValue)
    case "condition":
      return one(key, .condition, orNone(value) { sheet.word($0, StoreCondition.self)?.rawValue })
    case "entitled":
      return one(key, .entitled, set(value) { entitlement($0)?.rawValue })
    case "nextChange":
      return one(key, .nextChange, orNone(value) { sheet.instant($0)?.description })
    case "access": return map(value, "a feature") { feature, value in access(feature, value) }
    case "trial": return fields(key, value, .hasTrial, "`trial`", trial)
    case "subscription":
      return fields(key, value, .hasSubscription, "`subscription`", subscription)
    case "texts":
      return map(value, "a text") { name, line in
        text(name).map { one(name, .text($0), sheet.text(line)) } ?? []
      }
    case "lines":
      return map(value, "a product") { name, line in
        product(name).map { one(name, .line($0), sheet.text(line)) } ?? []
      }
    case "offers":
      return map(value, "a product") { name, flag in
        product(name).map { one(name, .offer($0), sheet.flag(flag).map { "\($0)" }) } ?? []
      }
    case "paywalls":
      return map(value, "a placement") { name, wanted in
        placement(name).map {
          one(name, .placement($0), orNone(wanted) { paywall($0)?.rawValue })
        } ?? []
      }
    case "packages":
      return map(value, "a paywall") { name, wanted in
        paywall(name).map {
          one(name, .packages($0), set(wanted) { product($0)?.rawValue })
        } ?? []
      }
    case "prompts": return one(key, .prompts, set(value) { prompt($0)?.rawValue })
    case "delivered": return one(key, .delivered, set(value) { nudge($0)?.rawValue })
    case "nudges": return one(key, .nudges, nudges(value))
    case "held": return map(value, "a feature") { name, items in held(name, items) }
    case "credits":
      return map(value, "a wallet") { name, balance in
        wallet(name).map {
          one(name, .credits($0), sheet.whole(balance, 0...1_000_000_000).map(String.init))
        } ?? []
      }
    case "route": return route(key, value)
    case "purchase":
      let words = Self.purchases + Hand.allCases.map(\.rawValue)
      return one(key, .purchase, sheet.name(value, "end of a purchase", in: words))
    case "refused": return refused(key, value)
    default: return one(key, .recorded, sheet.whole(value, 0...100_000).map(String.init))
    }
  }

  func one(_ key: Node, _ subject: Subject, _ expected: String?) -> [Check] {
    expected.map { [Check(place: sheet.place(of: key), subject: subject, expected: $0)] } ?? []
  }

  func orNone(_ node: Node, _ read: (Node) -> String?) -> String? {
    sheet.isNone(node) ? none : read(node)
  }

  private func set(_ node: Node, _ read: (Node) -> String?) -> String? {
    if sheet.isNone(node) { return none }
    let names = sheet.list(node).map(read)
    guard !names.contains(nil) else { return nil }
    return written(names.compactMap { $0 })
  }

  private func map(
    _ node: Node, _ what: String, _ read: (Node, Node) -> [Check]
  ) -> [Check] {
    guard let mapping = node.mapping else {
      sheet.unexpected(node, expected: "a map by the name of \(what)")
      return []
    }
    return mapping.flatMap { read($0, $1) }
  }

  /// `none`, or a map of fields.
  private func fields(
    _ key: Node, _ value: Node, _ presence: Subject, _ what: String,
    _ read: (Node, Node) -> [Check]?
  ) -> [Check] {
    if sheet.isNone(value) { return one(key, presence, none) }
    guard let mapping = value.mapping else {
      sheet.unexpected(value, expected: "`none`, or a map")
      return []
    }
    return mapping.flatMap { key, value -> [Check] in
      guard let checks = read(key, value) else {
        sheet.mistake(key, "\(what) has no key `\(key.string ?? "")`")
        return []
      }
      return checks
    }
  }

  private func trial(_ key: Node, _ value: Node) -> [Check]? {
    guard let field = Subject.TrialField(rawValue: key.string ?? "") else { return nil }
    let expected: String? =
      switch field {
      case .isActive: sheet.flag(value).map { "\($0)" }
      case .activatedAt, .endsAt: orNone(value) { sheet.instant($0)?.description }
      case .ending: orNone(value) { sheet.word($0, TrialEnding.self)?.rawValue }
      case .day, .days, .daysLeft, .used, .usesLeft, .limit:
        orNone(value) { sheet.whole($0, 0...1_000_000).map(String.init) }
      }
    return one(key, .trial(field), expected)
  }

  private func subscription(_ key: Node, _ value: Node) -> [Check]? {
    guard let field = Subject.SubscriptionField(rawValue: key.string ?? "") else { return nil }
    let expected: String? =
      switch field {
      case .willRenew, .isIntroductory, .isFamilyShared, .isRenewalLate:
        sheet.flag(value).map { "\($0)" }
      case .expiresAt, .graceEndsAt: orNone(value) { sheet.instant($0)?.description }
      case .product, .renewsTo: orNone(value) { product($0)?.rawValue }
      }
    return one(key, .subscription(field), expected)
  }

  private func nudges(_ node: Node) -> String? {
    if sheet.isNone(node) { return none }
    guard let mapping = node.mapping else {
      sheet.unexpected(node, expected: "`none`, or a map from a nudge to its instant")
      return nil
    }
    let planned = mapping.map { name, at -> String? in
      guard let name = nudge(name), let at = sheet.instant(at) else { return nil }
      return "\(name) at \(at)"
    }
    return planned.contains(nil) ? nil : written(planned.compactMap { $0 })
  }

  private func held(_ name: Node, _ items: Node) -> [Check] {
    guard let feature = feature(name) else { return [] }
    if let text = items.scalar?.string, Int(text) != nil {
      return one(name, .heldCount(feature), sheet.whole(items, 0...100_000).map(String.init))
    }
    return one(name, .held(feature), set(items) { sheet.text($0) })
  }

  private func route(_ key: Node, _ value: Node) -> [Check] {
    let screens = Set(definition.routes.compactMap(\.screen)).sorted()
    guard value.mapping != nil else {
      return one(key, .route(.screen), sheet.name(value, "screen", in: screens))
        + one(key, .route(.paywall), none)
    }
    let keys = Subject.RouteField.allCases.map(\.rawValue)
    return (sheet.entries(of: value, "`route`", keys: keys) ?? []).flatMap { key, value in
      key.string == "screen"
        ? one(key, .route(.screen), sheet.name(value, "screen", in: screens))
        : one(key, .route(.paywall), orNone(value) { paywall($0)?.rawValue })
    }
  }
}

/// Names as one text, sorted; `none` where there are none.
func written(_ names: [String]) -> String {
  names.isEmpty ? none : names.sorted().joined(separator: ", ")
}
