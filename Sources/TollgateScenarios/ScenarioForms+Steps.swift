import Tollgate
import TollgateBlueprints

extension ScenarioForms {
  private static let longestDays = 36_600

  /// The meaning of a step's key.
  private enum Part: Sendable {
    case note(String)
    case moment(Moment)
    case device(Device.ID)
    case language(String)
    case action(Action)
    case expectations([Located<Expectation>])
  }

  var step: Form<Step> {
    let device = Device.ID(defaultDevice)
    let actions = actions
    let names = Set(actions.map(\.key))
    let parts: [(key: String, form: Form<Part>)] =
      [
        ("at", Form.instant.map { .moment(.at($0)) }),
        ("after", after.map { .moment(.after($0)) }),
        ("until", Form.word("nextChange").map { _ in .moment(.nextChange) }),
      ] + actions.map { (key: $0.key, form: $0.form.map { .action($0) }) }
      + [
        ("note", Form.scalar().map { .note($0) }),
        ("on", self.device.map { .device($0) }),
        ("language", Form.scalar("a language").map { .language($0) }),
        ("expect", expectations.map { .expectations($0) }),
      ]
    return Form<[Located<Part>]>.keyed("a step", parts).map { parts, node, reader in
      if case .map(let entries) = node.content {
        Self.count(names, in: entries.map(\.key), at: node, reader)
      }
      return Self.step(parts.map(\.value), on: device, at: node.position)
    }
  }

  private static func count(
    _ actions: Set<String>, in keys: [String], at node: YAMLNode, _ reader: Reader
  ) {
    if keys.count(where: actions.contains) > 1 {
      reader.error(at: node, "a step has more than one action")
    }
    if keys.count(where: ["at", "after", "until"].contains) > 1 {
      reader.error(at: node, "a step has more than one of `at`, `after`, `until`")
    }
  }

  private static func step(
    _ parts: [Part], on device: Device.ID, at position: YAMLNode.Position
  ) -> Step {
    var step = Step(position: position, device: device)
    for part in parts {
      switch part {
      case .note(let note): step.note = note
      case .moment(let moment): step.moment = moment
      case .device(let device): step.device = device
      case .language(let language): step.language = language
      case .action(let action): step.action = action
      case .expectations(let expectations): step.expectations = expectations
      }
    }
    return step
  }

  private var after: Form<Period> {
    Form.period.answering { text in
      text.hasPrefix("P") && text.hasSuffix("S")
        ? "whole minutes or longer, such as `PT1M`, or an instant with seconds, as in `at: 2026-03-02T09:00:30Z`"
        : nil
    }.map { period, node, reader in
      guard period.approximateDays <= Self.longestDays else {
        reader.unexpected(node, expected: "at most 100 years")
        return nil
      }
      return period
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
