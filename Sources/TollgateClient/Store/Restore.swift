import TollgateWire

extension RestoreRequest {
  /// A request to restore purchases that the store account owns.
  init(_ purchases: ArraySlice<SignedPurchase>) {
    self.init(
      signedTransactions: purchases.map(\.transaction),
      signedRenewalInfos: purchases.compactMap(\.renewalInfo))
  }
}

extension ClientError {
  /// Why the server did not restore a purchase.
  init(_ refusal: PurchaseResponse.Refusal) {
    self.init(
      code: Code(rawValue: refusal.code), isRetryable: false,
      message: refusal.code == ProblemCode.ownedByAnotherCustomer.rawValue
        ? PurchaseProblem.ownedByAnother.message : PurchaseProblem.notAccepted.message)
  }
}
