public import TollgateAppStore

extension AppStoreSimulator {
  /// The current price of a product; nil if it is not for sale.
  public func price(of productID: String) -> Milliunits? {
    read { $0.subscription(productID)?.price ?? $0.product(productID)?.product.price }
  }

  /// The identifier of an account's download of the app, the same on every device.
  public func appTransactionID(of account: AccountID) -> String {
    read { $0.ids.appTransaction(of: account) }
  }
}
