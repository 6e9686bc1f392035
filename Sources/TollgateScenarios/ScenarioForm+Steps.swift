import Tollgate
import Yams

extension ScenarioForm {
  private static let longestDays = 36_600
  private static let moments = ["at", "after", "until"]
  private static let besides = ["note", "on", "language", "expect"]
  private static let actions = [
    "open", "signUp", "signIn", "signOut", "reinstall", "relaunch", "seeOnboarding",
    "storeAccount", "reach",
    "use", "release", "dismiss", "show", "close", "buy", "approve", "decline", "restore", "cancel",
    "resume", "renewNow", "expireNow", "refund", "failBilling", "fixBilling", "notifications",
  ]

  func step(_ node: Node, devices: [String]) -> Step? {
    let keys = Self.moments + Self.actions + Self.besides
    guard let entries = sheet.entries(of: node, "a step", keys: keys) else { return nil }
    var moment = Moment.now
    var device = devices.contains("phone") ? "phone" : devices.first ?? "phone"
    var action: Action?
    var note: String?
    var language: String?
    var checks: [Check] = []
    var actionCount = 0
    var momentCount = 0
    for (key, value) in entries {
      let name = key.string ?? ""
      switch name {
      case "note": note = sheet.text(value)
      case "on": device = sheet.name(value, "device", in: devices) ?? device
      case "language": language = sheet.text(value)
      case "expect": checks = self.checks(value)
      case "at", "after", "until":
        momentCount += 1
        moment = self.moment(name, value) ?? .now
      default:
        actionCount += 1
        action = self.action(name, key, value)
      }
    }
    if actionCount > 1 { sheet.mistake(node, "a step has more than one action") }
    if momentCount > 1 { sheet.mistake(node, "a step has more than one of `at`, `after`, `until`") }
    return Step(
      place: sheet.place(of: node), note: note, moment: moment, device: Device.ID(device),
      action: action, language: language, checks: checks)
  }

  private func moment(_ key: String, _ value: Node) -> Moment? {
    switch key {
    case "at": return sheet.instant(value).map(Moment.at)
    case "after":
      guard let period = sheet.period(value) else { return nil }
      guard period.approximateDays <= Self.longestDays else {
        sheet.unexpected(value, expected: "at most 100 years")
        return nil
      }
      return .after(period)
    default:
      guard value.scalar?.string == "nextChange" else {
        sheet.unexpected(value, expected: "`nextChange`")
        return nil
      }
      return .nextChange
    }
  }

  private func action(_ name: String, _ key: Node, _ value: Node) -> Action? {
    switch name {
    case "signUp": return sheet.text(value, "an email address").map { .signUp(email: $0) }
    case "signIn": return sheet.text(value, "an email address").map { .signIn(email: $0) }
    case "storeAccount":
      return sheet.text(value, "the name of a store account").map(Action.storeAccount)
    case "reach": return milestone(value).map(Action.reach)
    case "use": return use(value)
    case "release": return release(value)
    case "dismiss": return dismiss(value)
    case "show": return paywall(value).map(Action.show)
    case "close": return paywall(value).map(Action.close)
    case "buy": return buy(value)
    case "refund": return refund(value)
    case "notifications": return sheet.word(value, Delivery.self).map(Action.notifications)
    default:
      guard value.scalar?.string == "true" else {
        sheet.unexpected(value, expected: "`true`")
        return nil
      }
      return plain(name)
    }
  }

  private func plain(_ name: String) -> Action? {
    switch name {
    case "open": .open
    case "signOut": .signOut
    case "reinstall": .reinstall
    case "relaunch": .relaunch
    case "seeOnboarding": .seeOnboarding
    case "approve": .approve
    case "decline": .decline
    case "restore": .restore
    case "cancel": .cancel
    case "resume": .resume
    case "renewNow": .renewNow
    case "expireNow": .expireNow
    case "failBilling": .setBilling(fails: true)
    case "fixBilling": .setBilling(fails: false)
    default: nil
    }
  }

  private func use(_ node: Node) -> Action? {
    if node.scalar != nil {
      return feature(node).map { .use($0, times: 1, item: nil, key: nil) }
    }
    let keys = ["feature", "times", "item", "key"]
    guard let entries = sheet.entries(of: node, "`use`", keys: keys) else { return nil }
    var used: Feature.ID?
    var times = 1
    var item: Item.ID?
    var key: String?
    for (name, value) in entries {
      switch name.string {
      case "feature": used = feature(value)
      case "times": times = sheet.whole(value, 1...10_000) ?? 1
      case "item": item = sheet.text(value).map { Item.ID($0) }
      default: key = sheet.text(value)
      }
    }
    guard let used else {
      lacking("feature", of: "`use`", node)
      return nil
    }
    return .use(used, times: times, item: item, key: key)
  }

  private func release(_ node: Node) -> Action? {
    guard let entries = sheet.entries(of: node, "`release`", keys: ["feature", "item"]) else {
      return nil
    }
    var holder: Feature.ID?
    var item: Item.ID?
    for (name, value) in entries {
      if name.string == "feature" {
        holder = feature(value)
      } else {
        item = sheet.text(value).map { Item.ID($0) }
      }
    }
    lacking("feature", of: "`release`", node)
    lacking("item", of: "`release`", node)
    guard let holder, let item else { return nil }
    return .release(holder, item)
  }

  private func dismiss(_ node: Node) -> Action? {
    if node.scalar != nil { return prompt(node).map { .dismiss($0, times: 1) } }
    guard let entries = sheet.entries(of: node, "`dismiss`", keys: ["prompt", "times"]) else {
      return nil
    }
    var dismissed: Prompt.ID?
    var times = 1
    for (name, value) in entries {
      if name.string == "prompt" {
        dismissed = prompt(value)
      } else {
        times = sheet.whole(value, 1...1000) ?? 1
      }
    }
    lacking("prompt", of: "`dismiss`", node)
    return dismissed.map { .dismiss($0, times: times) }
  }

  private func buy(_ node: Node) -> Action? {
    if node.scalar != nil { return product(node).map { .buy($0, .buy, isPosted: true) } }
    let keys = ["product", "outcome", "posted"]
    guard let entries = sheet.entries(of: node, "`buy`", keys: keys) else { return nil }
    var bought: Product.ID?
    var hand = Hand.buy
    var isPosted = true
    for (name, value) in entries {
      switch name.string {
      case "product": bought = product(value)
      case "outcome": hand = sheet.word(value, Hand.self) ?? .buy
      default: isPosted = sheet.flag(value) ?? true
      }
    }
    lacking("product", of: "`buy`", node)
    return bought.map { .buy($0, hand, isPosted: isPosted) }
  }

  private func refund(_ node: Node) -> Action? {
    if node.scalar != nil { return product(node).map { .refund($0, isFirst: false) } }
    guard let entries = sheet.entries(of: node, "`refund`", keys: ["product", "period"]) else {
      return nil
    }
    var refunded: Product.ID?
    var isFirst = false
    for (name, value) in entries {
      if name.string == "product" {
        refunded = product(value)
      } else {
        isFirst = sheet.name(value, "period", in: ["first", "latest"]) == "first"
      }
    }
    lacking("product", of: "`refund`", node)
    return refunded.map { .refund($0, isFirst: isFirst) }
  }

  private func lacking(_ key: String, of what: String, _ node: Node) {
    if node.mapping != nil, node[key] == nil { sheet.mistake(node, "\(what) lacks `\(key)`") }
  }
}

// MARK: - Names of the blueprint

extension ScenarioForm {
  func feature(_ node: Node) -> Feature.ID? {
    named(node, "feature", definition.features.map(\.id))
  }

  func product(_ node: Node) -> Product.ID? {
    named(node, "product", definition.products.map(\.id))
  }

  func paywall(_ node: Node) -> Paywall.ID? {
    named(node, "paywall", definition.paywalls.map(\.id))
  }

  func prompt(_ node: Node) -> Prompt.ID? {
    named(node, "prompt", definition.prompts.map(\.id))
  }

  func nudge(_ node: Node) -> Nudge.ID? { named(node, "nudge", definition.nudges.map(\.id)) }

  func placement(_ node: Node) -> Placement.ID? {
    named(node, "placement", definition.placements.map(\.id))
  }

  func text(_ node: Node) -> Text.ID? { named(node, "text", definition.texts.map(\.id)) }

  func milestone(_ node: Node) -> Milestone.ID? {
    named(node, "milestone", definition.milestones)
  }

  func entitlement(_ node: Node) -> Entitlement.ID? {
    let given = definition.products.flatMap(\.entitlements)
    let tried = definition.trial?.terms.entitlements ?? []
    return named(node, "entitlement", Set(given + tried).sorted())
  }

  private func named<Kind>(
    _ node: Node, _ what: String, _ names: [Identifier<Kind>]
  ) -> Identifier<Kind>? {
    sheet.name(node, what, in: names.map(\.rawValue)).map { Identifier($0) }
  }
}

extension Period {
  fileprivate var approximateDays: Int {
    switch unit {
    case .minute: count / 1440
    case .hour: count / 24
    case .day: count
    case .week: count * 7
    case .month: count * 31
    case .year: count * 366
    }
  }
}
