import Tollgate

extension Blueprint {
  /// The greatest number of facts that are tried one by one.
  private static let decisiveFactLimit = 200

  /// The facts that decide a feature's answer: without any one of them, the answer or the rule that gives it would
  /// differ.
  ///
  /// Facts that only count, such as uses, are not among them. Empty if there are more than 200 others.
  func decisiveFacts(
    for explanation: Explanation, of customer: Customer, at now: Instant
  ) -> Set<Fact> {
    let facts = customer.facts
    let candidates = facts.filter { !$0.kind.traits.contains(.countsOnly) }
    guard candidates.count <= Self.decisiveFactLimit else { return [] }
    var counted = Customer(facts.filter { $0.kind.traits.contains(.countsOnly) })
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
