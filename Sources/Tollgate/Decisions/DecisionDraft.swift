/// A decision being made: the facts so far, and the customer as those facts leave it.
///
/// Each step sees what the steps before it decided, as the start of a trial sees the sign-up of the same request.
struct DecisionDraft {
  private(set) var customer: Customer
  private(set) var decision = Decision()

  init(of customer: Customer) { self.customer = customer }

  /// Adds a fact, unless it changes nothing.
  mutating func append(_ fact: Fact) {
    if customer.join(fact) { decision.facts.append(fact) }
  }
}
