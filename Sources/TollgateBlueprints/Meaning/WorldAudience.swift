package import Tollgate

/// The combinations of tests of country, language, app version, device and attributes that can hold at once.
///
/// Only the tests of some conditions are combined: those of a whole blueprint would give too many states.
package struct WorldAudience {
  /// The greatest number of combinations; more are not checked.
  static let limit = 4096

  /// The tests that hold, for each combination; empty if there are more than ``limit``.
  let combinations: [Set<AudienceTest>]
  /// Values that give each combination, each with a test of it; in the same order.
  package let examples: [[(test: AudienceTest, value: Attribute.Value)]]

  /// Combines tests; without any, the only combination is that none holds.
  ///
  /// - Parameters:
  ///   - tests: The tests, each once.
  ///   - attributes: The declared attributes.
  package init(of tests: some Sequence<AudienceTest>, attributes: [Attribute]) {
    let groups = Dictionary(grouping: tests) { $0.subject }.sorted { $0.key < $1.key }
    var combinations: [(tests: Set<AudienceTest>, values: [(AudienceTest, Attribute.Value)])] = [
      ([], [])
    ]
    for (_, tests) in groups {
      let attribute = tests[0].attribute.flatMap { id in attributes.first { $0.id == id } }
      let values = Set(tests.flatMap { $0.values(of: attribute) })
      // A value that was never set meets no test.
      var outcomes: [Set<AudienceTest>: [(AudienceTest, Attribute.Value)]] = [[]: []]
      for value in values.sorted() {
        let holding = Set(tests.filter { $0.holds(for: value) })
        if outcomes[holding] == nil { outcomes[holding] = [(tests[0], value)] }
      }
      guard combinations.count * outcomes.count <= Self.limit else {
        self.combinations = []
        examples = []
        return
      }
      let sorted = outcomes.sorted { left, right in
        (left.key.count, left.value.first?.1.description ?? "")
          < (right.key.count, right.value.first?.1.description ?? "")
      }
      combinations = combinations.flatMap { known in
        sorted.map { (known.tests.union($0.key), known.values + $0.value) }
      }
    }
    self.combinations = combinations.map(\.tests)
    examples = combinations.map { $0.values.map { (test: $0.0, value: $0.1) } }
  }
}

extension Worlds {
  /// Returns the states as far as conditions see them: combined with whatever they test of the customer's past and
  /// audience.
  ///
  /// - Parameter conditions: The conditions.
  /// - Returns: The states; empty if there are too many.
  func seen(by conditions: [Condition]) -> [World] {
    let all = withPast(of: conditions)
    work.add(all.count + conditions.count)
    let tests = Set(conditions.flatMap(\.parts).flatMap(\.audience.tests))
    if tests.isEmpty { return all }
    let combinations = WorldAudience(of: tests, attributes: definition.attributes).combinations
    guard all.count * combinations.count <= Self.limit else { return [] }
    work.add(all.count * combinations.count)
    return all.flatMap { world in
      combinations.map { combination in
        var world = world
        world.audience = combination
        return world
      }
    }
  }
}

extension AudienceTest {
  /// What it tests: its key in a condition, followed by the name of an attribute.
  var subject: String {
    property?.rawValue ?? "attribute `\(attribute?.rawValue ?? "")`"
  }

  /// Returns values that the test distinguishes: every one that it names, and one that it does not.
  fileprivate func values(of attribute: Attribute?) -> [Attribute.Value] {
    switch self {
    case .country(let countries):
      countries.union(Country.codes.subtracting(countries).prefix(1)).map { .string($0) }
    case .language(let languages): languages.union(["zxx"]).map { .string($0) }
    case .appVersion(let versions):
      [versions.atLeast, versions.lessThan].compactMap { $0 }.map { .string($0.description) }
        + [.string("0"), .string("999999999")]
    case .device: DeviceKind.allCases.map { .string($0.rawValue) }
    case .attribute(let test):
      switch attribute?.kind {
      case .text(let values): values.isEmpty ? test.values : values.map { .string($0) }
      case .boolean: [.boolean(false), .boolean(true)]
      case .number, nil:
        [test.atLeast, test.lessThan].compactMap { $0 }.flatMap {
          [.integer($0), .integer($0 - 1)]
        }
      }
    }
  }
}
