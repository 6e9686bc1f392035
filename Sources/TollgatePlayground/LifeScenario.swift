import AppStoreSimulator
import Tollgate

/// A life in the playground as a scenario file, which `tollgate simulate` and the playground play again.
///
/// Its last step states what holds at the end, so a run under another blueprint shows what differs there.
struct LifeScenario {
  let yaml: String

  /// Writes a life; without a membership, nothing is expected at its end.
  init(
    _ life: LifeRecord, of blueprint: Blueprint, file: String, from start: Instant, to now: Instant,
    gracePeriod: GracePeriod, variants: [Experiment.ID: Experiment.Variant.ID],
    membership: Membership?
  ) {
    var lines = [
      "# Saved from the playground. Play it again with",
      "#   tollgate simulate \(file) --scenario FILE", "",
    ]
    if !life.omissions.isEmpty {
      lines.insert(
        contentsOf: ["#", "# No scenario can repeat this, so nothing is expected at the end:"]
          + life.omissions.map { "#   - \($0)" }, at: 2)
    }
    lines += [
      "title: \(Self.quoted("\(blueprint.app.name), a life from the playground"))",
      "blueprint: \(Self.quoted(file))", "start: \(start)",
      "store: { gracePeriod: \(gracePeriod.rawValue) }",
    ]
    if !variants.isEmpty {
      let chosen = variants.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      lines.append("variants: { \(chosen.joined(separator: ", ")) }")
    }
    let devices = life.devices.map { "\(Self.name(of: $0)): \(LifeRecord.firstPerson)" }
    lines += ["devices: { \(devices.joined(separator: ", ")) }", "", "steps:"]
    for step in life.steps {
      lines.append("  - at: \(step.at)")
      if step.device != .first { lines.append("    on: \(Self.name(of: step.device))") }
      lines.append("    \(Self.line(step))")
    }
    lines.append("  - at: \(now)")
    if let membership, life.omissions.isEmpty {
      if let last = life.steps.last, last.device != .first {
        lines.append("    on: \(Self.name(of: last.device))")
      }
      lines.append("    expect:")
      lines += Self.expectations(membership, of: blueprint).map { "      \($0)" }
    }
    yaml = lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ step: LifeRecord.Step) -> String {
    switch step.act {
    case .use(let feature):
      step.times == 1
        ? "use: \(feature)" : "use: { feature: \(feature), times: \(step.times) }"
    case .other(let line): line
    }
  }

  private static func expectations(
    _ membership: Membership, of blueprint: Blueprint
  ) -> [String] {
    let entitlements = membership.entitlements.map(\.rawValue).sorted()
    let answers = blueprint.definition.features.compactMap { feature -> String? in
      switch membership.access(to: feature.id) {
      case .allowed: "\(feature.id): allowed"
      case .denied: "\(feature.id): denied"
      case .unknown: nil
      }
    }
    return [
      "phase: \(membership.phase.rawValue)",
      "entitled: \(entitlements.isEmpty ? "none" : "[\(entitlements.joined(separator: ", "))]")",
    ] + (answers.isEmpty ? [] : ["access: { \(answers.joined(separator: ", ")) }"])
  }

  /// The name of a device, of which `phone` is the one that a step need not name.
  static func name(of device: WorldChange.Device) -> String {
    switch device {
    case .first: "phone"
    case .second: "second"
    }
  }

  /// A text as a double-quoted scalar of YAML.
  static func quoted(_ text: String) -> String {
    var scalar = ""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\": scalar += "\\\(character)"
      case "\n": scalar += "\\n"
      case "\t": scalar += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}": break
      default: scalar.unicodeScalars.append(character)
      }
    }
    return "\"\(scalar)\""
  }
}
