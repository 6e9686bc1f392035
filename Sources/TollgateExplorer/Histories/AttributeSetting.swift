public import Tollgate
import TollgateBlueprints

/// An attribute or a property of a device that is known from the beginning of a history.
public struct AttributeSetting: Hashable, Sendable {
  /// The attribute, or the name of a property of the device.
  public let attribute: Attribute.ID
  /// Who sets it.
  public let setBy: Attribute.Setter
  /// The value.
  public let value: Attribute.Value
}

/// The values with which histories begin: those that the conditions of one feature, placement, prompt, nudge
/// or add-on trial distinguish.
///
/// Combining the values of all conditions of a blueprint would multiply the states without need.
struct AudienceSettings: Sendable {
  /// The greatest number of combinations.
  static let limit = 64

  /// The combinations, without the one in which nothing is known.
  private(set) var combinations: [[AttributeSetting]] = []
  /// Whether some were left out, so that a condition on them may never hold.
  private(set) var isIncomplete = false

  init(_ definition: Blueprint.Definition) {
    var conditions = definition.features.map { $0.rules.map(\.when) }
    conditions += definition.placements.map { [$0.when] } + definition.prompts.map { [$0.when] }
    conditions += definition.nudges.map { [$0.when] } + definition.addOnTrials.map { [$0.when] }
    var seen: Set<[AttributeSetting]> = [[]]
    for conditions in conditions {
      let paths = AudiencePaths(
        through: conditions, attributes: definition.attributes, limit: Self.limit)
      isIncomplete = isIncomplete || paths.isIncomplete
      for example in paths.examples {
        let settings = example.map { test, value in
          AttributeSetting(test, value, in: definition)
        }.sorted { $0.attribute < $1.attribute }
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

extension AttributeSetting {
  fileprivate init(
    _ test: AudienceTest, _ value: Attribute.Value, in definition: Blueprint.Definition
  ) {
    let name = test.property?.attribute ?? test.attribute ?? ""
    attribute = name
    setBy =
      test.property != nil
      ? .device : definition.attributes.first { $0.id == name }?.setBy ?? .app
    self.value = value
  }
}

extension Rules {
  /// Returns the tests that hold for a customer with values, by the explorer's own books.
  func audience(of settings: [AttributeSetting]) -> Set<AudienceTest> {
    Set(
      definition.audienceTests.filter { test in
        let name = test.property?.attribute ?? test.attribute
        return settings.contains { $0.attribute == name && test.holds(for: $0.value) }
      })
  }
}
