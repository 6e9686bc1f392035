/// A page of a customer's transactions.
public struct TransactionPage: Hashable, Sendable {
  /// The transactions, 20 at most.
  public let transactions: [Verified<TransactionPayload>]

  /// What to go on after this page with, later, to hear only what is new.
  public let revision: String?
}
