/// A page of a customer's transactions.
public struct TransactionPage: Hashable, Sendable {
  /// The transactions, at most 20.
  public let transactions: [Verified<TransactionPayload>]

  /// The revision with which to continue after this page, later, to get only what is new.
  public let revision: String?
}
