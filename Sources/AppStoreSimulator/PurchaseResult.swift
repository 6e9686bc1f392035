public import AppStore

/// The answer to a purchase.
public enum PurchaseResult: Hashable, Sendable {
  /// Bought, or owned already.
  case success(Signed<TransactionPayload>)

  /// A parent has to approve.
  case pending(PendingPurchase)

  /// The customer closed the sheet.
  case cancelled

  /// Nothing was bought.
  case failed(PurchaseFailure)
}
