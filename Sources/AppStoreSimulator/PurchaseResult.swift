public import TollgateAppStore

public enum PurchaseResult: Hashable, Sendable {
  /// Bought, or already owned.
  case success(Signed<TransactionPayload>)

  /// A parent has to approve it.
  case pending(PendingPurchase)

  /// The customer closed the sheet.
  case cancelled

  /// Nothing was bought.
  case failed(PurchaseFailure)
}
