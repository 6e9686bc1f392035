public import Tollgate

/// A customer's recorded facts in the order in which they were recorded.
public struct RecordedLife: Sendable {
  /// The facts that were recorded at one instant.
  public struct Moment: Sendable {
    /// When the server recorded them.
    public let at: Instant
    /// The facts, in order.
    public internal(set) var facts: [Fact]
  }

  public let customer: Customer.ID
  /// The moments, with increasing instants.
  public let moments: [Moment]

  /// How many facts were recorded.
  public var factCount: Int { moments.reduce(0) { $0 + $1.facts.count } }

  /// Creates a life.
  ///
  /// - Parameter facts: The facts in the order in which they were recorded, with the server's clock. A fact after a
  ///   clock that went back counts at the latest instant before it.
  public init(customer: Customer.ID, facts: some Sequence<(at: Instant, fact: Fact)>) {
    var moments: [Moment] = []
    for (at, fact) in facts {
      if let last = moments.last, at <= last.at {
        moments[moments.count - 1].facts.append(fact)
      } else {
        moments.append(Moment(at: at, facts: [fact]))
      }
    }
    self.customer = customer
    self.moments = moments
  }
}
