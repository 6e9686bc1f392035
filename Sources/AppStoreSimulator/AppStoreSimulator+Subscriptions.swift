import TollgateAppStore

extension AppStoreSimulator {
  /// Turns renewal off, so that the subscription ends with its period.
  ///
  /// - Parameter group: The subscription group; nil for every group.
  /// - Returns: Whether anything changed.
  @discardableResult
  public func cancel(_ account: AccountID, group: String? = nil) -> Bool {
    change(account, group) { subscription, _ in subscription.setRenewal(false) }
  }

  /// Turns renewal back on during the period.
  ///
  /// - Parameter group: The subscription group; nil for every group.
  /// - Returns: Whether anything changed.
  @discardableResult
  public func resume(_ account: AccountID, group: String? = nil) -> Bool {
    change(account, group) { subscription, _ in subscription.setRenewal(true) }
  }

  /// Agrees to a price increase as the customer.
  ///
  /// - Parameter group: The subscription group; nil for every group.
  /// - Returns: Whether a consent was missing.
  @discardableResult
  public func acceptPriceIncrease(_ account: AccountID, group: String? = nil) -> Bool {
    write { book in book.change(account, group) { subscription, _ in subscription.priceAccepted() }
    }
  }

  /// Asks a customer for consent to a price increase, while the price itself does not change.
  ///
  /// Without ``acceptPriceIncrease(_:group:)`` the subscription ends with its period.
  ///
  /// - Parameter group: The subscription group; nil for every group.
  /// - Returns: Whether there is a subscription that renews and for which consent was not requested yet.
  @discardableResult
  public func requestPriceConsent(_ account: AccountID, group: String? = nil) -> Bool {
    write { book in
      book.change(account, group) { subscription, _ in subscription.consentRequested() }
    }
  }

  /// Ends the period now, and renews or fails to as at its end.
  ///
  /// - Parameter group: The subscription group; nil for every group.
  /// - Returns: Whether anything changed.
  @discardableResult
  public func renewNow(_ account: AccountID, group: String? = nil) -> Bool {
    write { book in
      let now = book.now
      let number = book.accounts.number(of: account)
      let canPay = book.accounts[number].canRenew
      return book.change(account, group) { [priceList = book.priceList] subscription, ids in
        subscription.renewNow(
          at: now, canPay: canPay,
          isSold: priceList.isOnSale(subscription.nextProduct.productID),
          ids: &ids)
      }
    }
  }

  /// Ends the subscription now, as if renewal had been off and the period had ended.
  ///
  /// - Parameter group: The subscription group; nil for every group.
  /// - Returns: Whether anything changed.
  @discardableResult
  public func expireNow(_ account: AccountID, group: String? = nil) -> Bool {
    write { book in
      let now = book.now
      return book.change(account, group) { subscription, _ in subscription.expireNow(at: now) }
    }
  }

  /// Resolves, as the customer, what stopped a renewal, which is then paid at once.
  ///
  /// - Parameter group: The subscription group; nil for every group.
  /// - Returns: Whether a renewal was unpaid.
  @discardableResult
  public func settle(_ account: AccountID, group: String? = nil) -> Bool {
    write { book in
      let now = book.now
      return book.change(account, group) { subscription, ids in
        subscription.paymentRecovered(at: now, ids: &ids)
      }
    }
  }

  /// Changes the speed at which subscriptions renew and the length of the grace period.
  ///
  /// Current periods and grace periods keep their ends; later ones are counted from there.
  ///
  /// - Parameters:
  ///   - renewalRate: The speed at which subscriptions renew.
  ///   - gracePeriod: How long access continues without payment.
  public func setTerms(renewalRate: RenewalRate, gracePeriod: GracePeriod) {
    let terms = SubscriptionLifecycle.Terms(rate: renewalRate, gracePeriod: gracePeriod)
    write { $0.setTerms(terms) }
  }

  /// The speed at which subscriptions renew.
  public var renewalRate: RenewalRate { read { $0.settings.terms.rate } }

  /// How long access continues without payment.
  public var gracePeriod: GracePeriod { read { $0.settings.terms.gracePeriod } }

  private func change(
    _ account: AccountID, _ group: String?,
    _ event: (inout SubscriptionLifecycle, inout StoreIdentifiers) -> [SubscriptionLifecycle.Action]
  ) -> Bool {
    write { $0.change(account, group, event) }
  }
}
