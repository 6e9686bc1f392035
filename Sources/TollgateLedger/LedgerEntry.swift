public import Tollgate

/// One fact as stored in the ledger.
public struct LedgerEntry: Hashable, Sendable {
  /// The entry's increasing position in the ledger, from 1.
  ///
  /// Sequence numbers are unique across all apps and have gaps within one app; a reader that keeps the last one it saw
  /// misses nothing.
  public let sequence: Int
  public let customer: Customer.ID
  /// When it was appended, by the server's clock.
  public let at: Instant
  public let fact: Fact

  /// The kinds of facts that webhooks are made of: those about accounts, trials, purchases, grants, seats of teams, nudges and attributes,
  /// and the variants that decide what a nudge says.
  ///
  /// They are few for each customer. Except for nudges and attributes, they are never pruned from one who has bought anything.
  public static let lifecycleKinds = Set(
    Fact.Kind.allCases.filter { $0.traits.contains(.lifecycle) })

  public init(sequence: Int, customer: Customer.ID, at: Instant, fact: Fact) {
    self.sequence = sequence
    self.customer = customer
    self.at = at
    self.fact = fact
  }
}
