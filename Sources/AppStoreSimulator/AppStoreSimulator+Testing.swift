public import AppStore

extension AppStoreSimulator {
  /// Changes how fast subscriptions renew and how long access goes on unpaid.
  ///
  /// Periods and grace periods that run keep their ends; what follows is counted from there.
  ///
  /// - Parameters:
  ///   - renewalRate: How fast subscriptions renew.
  ///   - gracePeriod: How long access goes on unpaid.
  public func setTerms(renewalRate: RenewalRate, gracePeriod: GracePeriod) {
    let terms = SubscriptionLife.Terms(rate: renewalRate, gracePeriod: gracePeriod)
    write { book in
      book.setting.terms = terms
      for key in book.lives.keys {
        guard var life = book.lives[key] else { continue }
        life.termsChanged(to: terms)
        book.set(life, for: key)
      }
    }
  }

  /// Makes the renewals of an account fail, or succeed again; its purchases go on as they do.
  ///
  /// A renewal that has failed stays unpaid until ``settle(_:group:)``.
  public func setRenewalsFailing(_ fails: Bool, for account: AccountID) {
    write { book in
      let number = book.account(account)
      book.accounts[number].failsRenewals = fails
    }
  }

  /// The customer settles what stopped a renewal, which is then paid at once.
  ///
  /// - Parameters:
  ///   - account: Whose subscription.
  ///   - group: The subscription group; nil for every group.
  /// - Returns: Whether a renewal was unpaid.
  @discardableResult
  public func settle(_ account: AccountID, group: String? = nil) -> Bool {
    write { book in
      let now = book.now
      return book.change(account, group) { life, ids in life.paymentRecovered(at: now, ids: &ids) }
    }
  }

  /// Asks a customer for the consent that a higher price needs, while the price itself stays.
  ///
  /// Without ``acceptPriceIncrease(_:group:)`` the subscription ends with its period.
  ///
  /// - Parameters:
  ///   - account: Whose subscription.
  ///   - group: The subscription group; nil for every group.
  /// - Returns: Whether there is a subscription that renews and was not asked about already.
  @discardableResult
  public func requestPriceConsent(_ account: AccountID, group: String? = nil) -> Bool {
    write { book in book.change(account, group) { life, _ in life.consentRequested() } }
  }

  /// Buys a product as of an instant that has passed; what has happened since then happens at once.
  ///
  /// - Parameters:
  ///   - productID: The product.
  ///   - account: Who buys; an account that is not known begins here.
  ///   - options: What the app asks for.
  ///   - instant: When the purchase happens: not before the present period of a subscription of the
  ///     group, and not after now.
  ///   - renews: Whether a subscription renews; it is cancelled at that instant otherwise.
  /// - Returns: What StoreKit answers to the device.
  @discardableResult
  public func purchase(
    _ productID: String, by account: AccountID, options: PurchaseOptions,
    at instant: Milliseconds, renews: Bool = true
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
  /// Where the account's last period of the product's group begins, or has ended.
  fileprivate func earliestPurchase(_ productID: String, _ account: AccountID) -> Milliseconds? {
    guard let group = subscription(productID)?.listing.group, let number = accounts[account],
      let life = lives[LifeKey(account: number, group: group)]
    else { return nil }
    return life.isOver ? life.period.end : life.period.start
  }
}
