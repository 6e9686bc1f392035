/// An order that a customer identifies from a receipt from Apple.
public struct VerifiedOrder: Hashable, Sendable {
  /// Whether the order belongs to this app.
  public let status: OrderLookupStatus

  /// The transactions of the order.
  public let transactions: [Verified<TransactionPayload>]
}
