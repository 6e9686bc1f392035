public import Tollgate
import TollgateBlueprints

/// What is known of a customer from the beginning of a history.
public enum AudienceSetting: Hashable, Sendable {
  /// The value of an attribute or of a property of the device, or a guardian's consent.
  case attribute(Attribute.ID, setBy: Attribute.Setter, Attribute.Value)
  /// A first download of the app, as the store signed it.
  case download(AppDownload)
}

extension AudienceSetting {
  /// Whether it is an attribute that the app's backend sets.
  var isSetByBackend: Bool {
    switch self {
    case .attribute(_, .backend, _): true
    case .attribute(_, .app, _), .attribute(_, .device, _), .attribute(_, .guardian, _), .download:
      false
    }
  }
}

extension AudienceSetting: CustomStringConvertible {
  /// What is known, as a part of a sentence.
  public var description: String {
    switch self {
    case .attribute(let name, _, let value): "\(name) \(value)"
    case .download(let download):
      [
        "a download in \(download.environment)", download.platform?.rawValue,
        download.version.map { "version \($0)" }, "at \(download.at)",
      ].compactMap { $0 }.joined(separator: ", ")
    }
  }
}

/// The values with which histories begin: those that the conditions of one feature, placement, prompt, nudge, trial or
/// grant distinguish.
///
/// Combining the values of all conditions of a blueprint would multiply the states without need.
struct AudienceSettings: Sendable {
  /// The greatest number of combinations.
  static let limit = 64

  /// The combinations, without the one in which nothing is known.
  private(set) var combinations: [[AudienceSetting]] = []
  /// Whether some were left out, so that a condition on them may never hold.
  private(set) var isIncomplete = false

  init(_ definition: Blueprint.Definition) {
    var conditions = definition.features.map { $0.rules.map(\.when) }
    conditions += definition.placements.map { [$0.when] } + definition.prompts.map { [$0.when] }
    conditions += definition.nudges.map { [$0.when] } + definition.grants.map { [$0.when] }
    let trials = definition.addOnTrials.map(\.when) + [definition.trial?.when ?? .always]
    var lists: [(conditions: [Condition], asked: Set<Attribute.ID>)] = conditions.map { ($0, []) }
    lists += trials.map { ([$0], $0.askedProperties) }
    var seen: Set<[AudienceSetting]> = [[]]
    for (conditions, asked) in lists {
      let paths = AudiencePaths(
        through: conditions, attributes: definition.attributes, limit: Self.limit)
      isIncomplete = isIncomplete || paths.isIncomplete
      for example in paths.examples {
        let known = example.map { test, value in AudienceSetting(test, value, in: definition) }
        // A trial starts only once the device has reported all that its condition asks for, whatever it is.
        let others = asked.subtracting(known.compactMap(\.property)).map {
          AudienceSetting(unlisted: $0, in: definition)
        }
        let settings = (known + others).sorted { $0.description < $1.description }
        guard seen.insert(settings).inserted else { continue }
        guard combinations.count < Self.limit else {
          isIncomplete = true
          return
        }
        combinations.append(settings)
      }
    }
  }
}

extension AudienceSetting {
  fileprivate init(
    _ test: AudienceTest, _ value: AudienceValue, in definition: Blueprint.Definition
  ) {
    switch value {
    case .value(let value):
      let recorded = test.recordedValue(declaring: definition.attributes)
      self = .attribute(
        recorded?.attribute ?? "", setBy: recorded?.setBy ?? .app, value)
    case .download(let download): self = .download(download)
    }
  }

  /// Creates a value of a device's property that meets no condition.
  fileprivate init(unlisted property: Attribute.ID, in definition: Blueprint.Definition) {
    let tests = definition.audienceTests.filter { $0.property?.attribute == property }
    let value = (DeviceProperty(rawValue: property.rawValue)?.examples ?? []).first { value in
      !tests.contains { $0.holds(for: .string(value)) }
    }
    self = .attribute(property, setBy: .device, .string(value ?? "other"))
  }

  /// The name of the device's property that it is a value of; nil if it is of anything else.
  fileprivate var property: Attribute.ID? {
    if case .attribute(let name, .device, _) = self { name } else { nil }
  }

  /// Whether a test holds because of it.
  fileprivate func meets(_ test: AudienceTest) -> Bool {
    switch self {
    case .attribute(let name, _, let value):
      name == test.recordedValue(declaring: [])?.attribute && test.holds(for: value)
    case .download(let download): test.holds(for: download)
    }
  }
}

extension Rules {
  /// Returns the tests that hold for a customer with values, by the explorer's own books.
  func audience(of settings: [AudienceSetting]) -> Set<AudienceTest> {
    Set(definition.audienceTests.filter { test in settings.contains { $0.meets(test) } })
  }
}

extension DeviceProperty {
  /// Values, of which most conditions leave one out.
  fileprivate var examples: [String] {
    switch self {
    case .country: ["AQ", "US", "DE", "JP", "BR", "IN"]
    case .language: ["la", "en", "de", "ja", "pt", "hi"]
    case .appVersion: ["0", "9999"]
    case .device: DeviceKind.allCases.map(\.rawValue)
    case .ageRange: [Self.declined]
    case .regulatoryFeature, .timeZone: []
    }
  }
}
