import Tollgate

/// The check for attributes that neither a condition nor `refunds` depends on, and that no question sets: an answer is for
/// the app's backend too.
///
/// ```yaml
/// attributes:
///   goal: { type: text }   # with no `attribute: { name: goal, … }` in any condition
/// ```
struct AttributeAdvice {
  let subject: Subject

  /// Warns about each one, if every condition was read without a mistake.
  func note() {
    guard
      subject.isSound(
        "attributes", "features", "paywalls", "placements", "prompts", "nudges", "routes",
        "refunds")
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
}
