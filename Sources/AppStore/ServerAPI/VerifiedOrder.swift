/// An order that a customer names from a receipt of Apple.
public struct VerifiedOrder: Hashable, Sendable {
  /// Whether the order is one of this app's.
  public let status: OrderLookupStatus

  /// The transactions of the order.
  public let transactions: [Verified<TransactionPayload>]
}
