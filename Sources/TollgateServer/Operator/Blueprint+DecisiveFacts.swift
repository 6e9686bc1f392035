import Tollgate

extension Blueprint {
  /// The greatest number of facts that are tried one by one.
  private static let decisiveFactLimit = 200

  /// The facts without any one of which a feature's answer, or the rule that gives it, would differ.
  ///
  /// Facts that only count, such as uses, are not among them. Empty if there are more than 200 others.
  ///
  /// - Parameters:
  ///   - explanation: The answer.
  ///   - customer: The customer.
  ///   - now: The instant of the answer.
  /// - Returns: The facts.
  func decisiveFacts(
    for explanation: Explanation, of customer: Customer, at now: Instant
  ) -> Set<Fact> {
    let facts = customer.facts
    let candidates = facts.filter { !$0.onlyCounts }
    guard candidates.count <= Self.decisiveFactLimit else { return [] }
    var counted = Customer(facts.filter(\.onlyCounts))
    counted.id = customer.id
    return Set(
      candidates.filter { candidate in
        var other = counted
        for fact in candidates where fact != candidate { other.join(fact) }
        let without = explain(explanation.feature, for: other, at: now)
        return without?.access != explanation.access || without?.rule != explanation.rule
      })
  }
}

extension Fact {
  /// Whether it counts toward a limit or is shown, and gives nothing by itself.
  fileprivate var onlyCounts: Bool {
    switch self {
    case .use, .spend, .item, .reservation, .reservationRelease, .dismissal, .paywall, .variant,
      .nudge,
      .profile:
      true
    case .signedUp, .device, .milestone, .trialStarted, .trialForfeited, .trialExtension,
      .trialPause, .transaction, .renewal, .transfer, .credit, .attribute, .grant:
      false
    }
  }
}
