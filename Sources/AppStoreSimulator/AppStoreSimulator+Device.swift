public import AppStore

extension AppStoreSimulator {
  /// The present price of a product; nil when it is not for sale.
  public func price(of productID: String) -> Milliunits? {
    read { $0.subscription(productID)?.price ?? $0.product(productID)?.product.price }
  }

  /// The identifier of an account's download of the app, the same on every device.
  public func appTransactionID(of account: AccountID) -> String {
    read { $0.ids.appTransaction(of: account) }
  }

  /// Changes how fast subscriptions renew; periods that run now keep their end.
  public func setRenewalRate(_ rate: RenewalRate) {
    write { $0.changeTerms { $0.rate = rate } }
  }

  /// Changes how long access goes on when a renewal cannot be paid, from the next failure on.
  public func setGracePeriod(_ grace: GracePeriod) {
    write { $0.changeTerms { $0.gracePeriod = grace } }
  }
}

extension StoreBook {
  fileprivate mutating func changeTerms(_ change: (inout SubscriptionLife.Terms) -> Void) {
    change(&setting.terms)
    for key in lives.keys {
      guard var life = lives[key] else { continue }
      let rate = life.terms.rate
      change(&life.terms)
      if life.terms.rate != rate { life.countPeriodsAnew() }
      set(life, for: key)
    }
  }
}
