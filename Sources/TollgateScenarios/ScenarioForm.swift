import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateBlueprints
import Yams

/// The form of a scenario file, in which every name is one of the blueprint's.
struct ScenarioForm {
  let sheet: Sheet
  let blueprint: BlueprintFile
  let products: StoreKitConfiguration

  private static let keys = ["title", "blueprint", "start", "store", "devices", "steps"]

  var definition: Blueprint.Definition { blueprint.blueprint.definition }

  func scenario(_ root: Node) -> Scenario? {
    guard let entries = sheet.entries(of: root, "a scenario", keys: Self.keys) else { return nil }
    var title: String?
    var start: Instant?
    var store = StoreSettings()
    var devices: [Device.ID: String] = ["phone": "owner"]
    var list: [Node]?
    for (key, value) in entries {
      switch key.string {
      case "title": title = sheet.text(value)
      case "start": start = sheet.instant(value)
      case "store": store = self.store(value)
      case "devices": devices = self.devices(value)
      case "steps": list = value.sequence.map(Array.init)
      default: _ = sheet.text(value)
      }
    }
    if root["title"] == nil, !sheet.meant.contains("title") {
      sheet.mistake(root, "a scenario lacks `title`")
    }
    if root["start"] == nil, !sheet.meant.contains("start") {
      sheet.mistake(
        root, "a scenario lacks `start`", expected: "a date and time such as `2026-03-02T09:00:00Z`"
      )
    }
    guard let list, !list.isEmpty, list.count <= Scenario.stepLimit else {
      sheet.mistake(
        root["steps"] ?? root, "a scenario has no steps, or too many",
        expected: "a list of 1 to \(Scenario.stepLimit) steps")
      return nil
    }
    let names = devices.keys.map(\.rawValue).sorted()
    let steps = list.compactMap { step($0, devices: names) }
    guard let title, let start else { return nil }
    return Scenario(
      title: title, file: sheet.file, blueprint: blueprint, products: products, start: start,
      store: store, devices: devices, steps: steps)
  }

  private func store(_ node: Node) -> StoreSettings {
    var settings = StoreSettings()
    let keys = ["gracePeriod", "renewalRate", "seed"]
    for (key, value) in sheet.entries(of: node, "`store`", keys: keys) ?? [] {
      switch key.string {
      case "gracePeriod": settings.gracePeriod = sheet.word(value, GracePeriod.self)?.rawValue
      case "renewalRate": settings.renewalRate = sheet.word(value, RenewalRate.self)?.rawValue
      default: settings.seed = UInt64(sheet.whole(value, 0...Int.max) ?? 1)
      }
    }
    return settings
  }

  private func devices(_ node: Node) -> [Device.ID: String] {
    guard let mapping = node.mapping, !mapping.isEmpty else {
      sheet.unexpected(node, expected: "a map from a device's name to its store account")
      return [:]
    }
    var devices: [Device.ID: String] = [:]
    for (key, value) in mapping {
      guard let name = sheet.text(key), let account = sheet.text(value) else { continue }
      devices[Device.ID(name)] = account
    }
    return devices
  }
}
