public import Tollgate

/// A fact of a customer, with when it was recorded.
public struct RecordedFact: Hashable, Sendable {
  /// The customer it was recorded for, who may have been merged into another since.
  public let customer: Customer.ID
  /// When it was recorded, by the server's clock.
  public let at: Instant
  public let fact: Fact

  public init(customer: Customer.ID, at: Instant, fact: Fact) {
    self.customer = customer
    self.at = at
    self.fact = fact
  }
}
