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
    "resume", "renewNow", "expireNow", "refund", "share", "stopSharing", "failBilling",
    "fixBilling", "notifications",
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
