import Tollgate

/// The check for features that are open to the whole sandbox although others pay for them.
///
/// App Review buys in the sandbox, as TestFlight does: where everything is open there, it finds nothing to buy.
///
/// ```yaml
/// features:
///   export:
///     - when: { environment: sandbox }   # App Review too
///       allow: unlimited
///     - when: { entitled: premium }
///       allow: unlimited
///     - otherwise: deny
/// ```
struct EnvironmentAdvice {
  let subject: Subject

  private var definition: Blueprint.Definition { subject.definition }

  /// Warns about each feature, at the rule that opens it.
  func note() {
    let reviewer = AppDownload(environment: .sandbox, at: Instant(milliseconds: 0))
    let tests = Set(definition.audienceTests.filter { $0.holds(for: reviewer) })
    guard !tests.isEmpty, !definition.products.isEmpty else { return }
    var customer = PossibleState(
      phase: definition.hasFreeTier ? .free : .blocked, entitled: [],
      reached: Set([definition.onboarding].compactMap { $0 }))
    for feature in definition.features
    where subject.isSound(feature.id.rawValue, of: "features") {
      customer.audience = []
      guard feature.allowance(in: customer) != .unlimited else { continue }
      customer.audience = tests
      guard feature.allowance(in: customer) == .unlimited,
        let position = feature.deciding(in: customer)
      else { continue }
      subject.warning(
        ["features", feature.id.rawValue, "\(position)", "when"],
        "`\(feature.id)` is open to the whole sandbox, and App Review, which buys there, finds nothing to buy",
        expected: "named testers: a grant, or an attribute with `setBy: backend`")
    }
  }
}
