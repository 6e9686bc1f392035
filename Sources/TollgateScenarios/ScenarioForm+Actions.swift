import Tollgate
import Yams

extension ScenarioForm {
  func action(_ name: String, _ key: Node, _ value: Node) -> Action? {
    switch name {
    case "signUp": return signUp(value)
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
    case "share":
      return sheet.text(value, "the name of a store account").map { .atStore(.share(with: $0)) }
    case "stopSharing":
      return sheet.text(value, "the name of a store account").map {
        .atStore(.stopSharing(with: $0))
      }
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
    case "approve": .atStore(.approve)
    case "decline": .atStore(.decline)
    case "restore": .restore
    case "cancel": .atStore(.cancel)
    case "resume": .atStore(.resume)
    case "renewNow": .atStore(.renewNow)
    case "expireNow": .atStore(.expireNow)
    case "failBilling": .atStore(.setBilling(fails: true))
    case "fixBilling": .atStore(.setBilling(fails: false))
    default: nil
    }
  }

  private func signUp(_ node: Node) -> Action? {
    guard node.mapping != nil else {
      return sheet.text(node, "an email address").map { .signUp(email: $0, namesDevice: true) }
    }
    let keys = ["email", "namesDevice"]
    guard let entries = sheet.entries(of: node, "`signUp`", keys: keys) else { return nil }
    var email: String?
    var namesDevice = true
    for (name, value) in entries {
      if name.string == "email" {
        email = sheet.text(value, "an email address")
      } else {
        namesDevice = sheet.flag(value) ?? true
      }
    }
    lacking("email", of: "`signUp`", node)
    return email.map { .signUp(email: $0, namesDevice: namesDevice) }
  }

  private func use(_ node: Node) -> Action? {
    if node.scalar != nil {
      return feature(node).map { .use($0, times: 1, item: nil, cost: nil, key: nil) }
    }
    let keys = ["feature", "times", "item", "cost", "key"]
    guard let entries = sheet.entries(of: node, "`use`", keys: keys) else { return nil }
    var used: Feature.ID?
    var times = 1
    var item: Item.ID?
    var cost: Int?
    var key: String?
    for (name, value) in entries {
      switch name.string {
      case "cost": cost = sheet.whole(value, 1...Wallet.limit)
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
    return .use(used, times: times, item: item, cost: cost, key: key)
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
    if node.scalar != nil { return product(node).map { .atStore(.refund($0, isFirst: false)) } }
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
    return refunded.map { .atStore(.refund($0, isFirst: isFirst)) }
  }

  private func lacking(_ key: String, of what: String, _ node: Node) {
    if node.mapping != nil, node[key] == nil { sheet.mistake(node, "\(what) lacks `\(key)`") }
  }
}
