public import TollgateAppStore

extension AppStoreSimulator {
  /// Changes the speed at which subscriptions renew and the length of the grace period.
  ///
  /// Current periods and grace periods keep their ends; later ones are counted from there.
  ///
  /// - Parameters:
  ///   - renewalRate: The speed at which subscriptions renew.
  ///   - gracePeriod: How long access continues without payment.
  public func setTerms(renewalRate: RenewalRate, gracePeriod: GracePeriod) {
    let terms = SubscriptionLifecycle.Terms(rate: renewalRate, gracePeriod: gracePeriod)
    write { book in
      book.setting.terms = terms
      for key in book.lives.keys {
        guard var life = book.lives[key] else { continue }
        life.termsChanged(to: terms)
        book.set(life, for: key)
      }
    }
  }

  /// Creates the renewals of an account fail, or succeed again, without affecting its purchases.
  ///
  /// A renewal that has failed stays unpaid until ``settle(_:group:)``.
  public func setRenewalsFailing(_ fails: Bool, for account: AccountID) {
    write { book in
      let number = book.account(account)
      book.accounts[number].failsRenewals = fails
    }
  }

  /// Resolves, as the customer, what stopped a renewal, which is then paid at once.
  ///
  /// - Parameters:
  ///   - account: The account with the subscription.
  ///   - group: The subscription group; nil for every group.
  /// - Returns: Whether a renewal was unpaid.
  @discardableResult
  public func settle(_ account: AccountID, group: String? = nil) -> Bool {
    write { book in
      let now = book.now
      return book.change(account, group) { life, ids in life.paymentRecovered(at: now, ids: &ids) }
    }
  }

  /// Asks a customer for consent to a price increase, while the price itself does not change.
  ///
  /// Without ``acceptPriceIncrease(_:group:)`` the subscription ends with its period.
  ///
  /// - Parameters:
  ///   - account: The account with the subscription.
  ///   - group: The subscription group; nil for every group.
  /// - Returns: Whether there is a subscription that renews and for which consent was not requested yet.
  @discardableResult
  public func requestPriceConsent(_ account: AccountID, group: String? = nil) -> Bool {
    write { book in book.change(account, group) { life, _ in life.consentRequested() } }
  }

  /// Buys a product as of an earlier instant; everything due since then happens at once.
  ///
  /// - Parameters:
  ///   - productID: The product.
  ///   - account: The buyer; an unknown account is created.
  ///   - options: The options of the purchase.
  ///   - instant: The instant of the purchase: not before the current period of a subscription of the group, and not
  ///     after now.
  ///   - renews: Whether a subscription renews; otherwise it is cancelled at that instant.
  /// - Returns: StoreKit's result for the device.
  @discardableResult
  public func purchase(
    _ productID: String, by account: AccountID, options: PurchaseOptions,
    at instant: Instant, renews: Bool = true
  ) -> PurchaseResult {
    write { book in
      let present = book.now
      book.now = min(max(instant, book.earliestPurchase(productID, account) ?? instant), present)
      let result = book.purchase(productID, by: account, options: options, outcome: .buy)
      if !renews, case .success(let bought) = result,
        let key = book.transaction(bought.payload.transactionId).flatMap({ book.key(of: $0) })
      {
        book.update(key, cause: .store) { life, _ in life.setRenewal(false) }
      }
      book.advance(to: present)
      return result
    }
  }
}

extension StoreBook {
  /// The start, or the end if it is over, of the account's last period in the product's group.
  fileprivate func earliestPurchase(_ productID: String, _ account: AccountID) -> Instant? {
    guard let group = subscription(productID)?.listing.group, let number = accounts[account],
      let life = lives[LifecycleKey(account: number, group: group)]
    else { return nil }
    return life.isOver ? life.period.end : life.period.start
  }
}
