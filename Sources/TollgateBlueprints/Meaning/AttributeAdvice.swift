import Tollgate

/// The check for attributes that nothing depends on, and for rules that leave out those of whom one was never set.
///
/// An attribute that a question sets is for the app's backend too, and one in `refunds` for the store.
///
/// ```yaml
/// attributes:
///   goal: { type: text }   # with no `attribute: { name: goal, … }` in any condition
/// features:
///   block:
///     - when: { attribute: { name: in-team, is: false } }   # not for those of whom it was never set
///       allow: unlimited
/// ```
struct AttributeAdvice {
  let subject: Subject

  /// Warns about each one, if every condition was read without a mistake.
  func note() {
    noteUnset()
    guard
      subject.isSound(
        "attributes", "trial", "trials", "grants", "teams", "features", "paywalls", "placements",
        "prompts", "nudges", "routes", "refunds")
    else { return }
    let tests = subject.conditions.flatMap(\.parts).flatMap(\.audience.attributes)
    var tested = Set(tests.map(\.attribute))
    if let consent = subject.definition.refunds?.consent { tested.insert(consent) }
    let pages = subject.definition.paywalls.flatMap(\.flow.pages)
    tested.formUnion(pages.compactMap(\.question?.attribute))
    for attribute in subject.definition.attributes where !tested.contains(attribute.id) {
      subject.warning(
        ["attributes", attribute.id.rawValue],
        "no condition tests the attribute `\(attribute.id)`, so that setting it changes nothing")
    }
  }

  /// Warns about rules that give something while an attribute is `false`, which it is for nobody until it is set.
  ///
  /// A question that sets it means the answer, and a rule that gives no more than everybody else has leaves nobody out.
  private func noteUnset() {
    guard subject.isSound("attributes", "paywalls") else { return }
    let pages = subject.definition.paywalls.flatMap(\.flow.pages)
    let asked = Set(pages.compactMap(\.question?.attribute))
    for feature in subject.definition.features
    where subject.isSound(feature.id.rawValue, of: "features") {
      let rest = feature.rules.last { $0.when == .always }?.allowance ?? .denied
      for (position, rule) in feature.rules.enumerated() where !rule.allowance.isAtMost(rest) {
        let test = rule.when.withoutNegations.first {
          $0.values == [.boolean(false)] && !asked.contains($0.attribute)
        }
        guard let test else { continue }
        subject.warning(
          ["features", feature.id.rawValue, "\(position)", "when"],
          "nobody for whom `\(test.attribute)` was never set meets `is: false`",
          expected: "`not: { attribute: { name: \(test.attribute), is: true } }` to include them")
      }
    }
  }
}

extension Condition {
  /// The tests of attributes that are not part of a `not`.
  fileprivate var withoutNegations: [AttributeTest] {
    audience.attributes + any.flatMap(\.withoutNegations)
  }
}
