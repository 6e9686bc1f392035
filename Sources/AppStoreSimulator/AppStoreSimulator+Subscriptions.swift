public import TollgateAppStore

extension AppStoreSimulator {
  /// Turns renewal off, so that the subscription ends with its period.
  ///
  /// - Parameters:
  ///   - account: The account with the subscription.
  ///   - group: The subscription group; nil for every group.
  /// - Returns: Whether anything changed.
  @discardableResult
  public func cancel(_ account: AccountID, group: String? = nil) -> Bool {
    change(account, group) { life, _ in life.setRenewal(false) }
  }

  /// Turns renewal back on during the period.
  ///
  /// - Parameters:
  ///   - account: The account with the subscription.
  ///   - group: The subscription group; nil for every group.
  /// - Returns: Whether anything changed.
  @discardableResult
  public func resume(_ account: AccountID, group: String? = nil) -> Bool {
    change(account, group) { life, _ in life.setRenewal(true) }
  }

  /// Ends the period now, and renews or fails to as at its end.
  ///
  /// - Parameters:
  ///   - account: The account with the subscription.
  ///   - group: The subscription group; nil for every group.
  /// - Returns: Whether anything changed.
  @discardableResult
  public func renewNow(_ account: AccountID, group: String? = nil) -> Bool {
    write { book in
      let now = book.now
      let number = book.account(account)
      let canPay = book.accounts[number].canRenew
      return book.change(account, group) { [unsold = book.unsold] life, ids in
        life.renewNow(
          at: now, canPay: canPay, isSold: !unsold.contains(life.nextProduct.productID),
          ids: &ids)
      }
    }
  }

  /// Ends the subscription now, as if renewal had been off and the period had ended.
  ///
  /// - Parameters:
  ///   - account: The account with the subscription.
  ///   - group: The subscription group; nil for every group.
  /// - Returns: Whether anything changed.
  @discardableResult
  public func expireNow(_ account: AccountID, group: String? = nil) -> Bool {
    write { book in
      let now = book.now
      return book.change(account, group) { life, _ in life.expireNow(at: now) }
    }
  }

  /// Creates the payments of an account fail, or succeed again; a failed renewal is then paid at once.
  public func setBillingFailing(_ fails: Bool, for account: AccountID) {
    write { book in
      let number = book.account(account)
      book.accounts[number].canPay = !fails
      guard !fails else { return }
      let now = book.now
      book.change(account, nil) { life, ids in life.paymentRecovered(at: now, ids: &ids) }
    }
  }

  /// Whether payments of the account fail.
  public func isBillingFailing(_ account: AccountID) -> Bool {
    read { book in book.accounts[account].map { !book.accounts[$0].canPay } ?? false }
  }

  /// Refunds a purchase in full.
  ///
  /// The transaction keeps its identifier and is signed again with a revocation date. Refunding the current period ends
  /// the subscription; refunding an older one does not.
  ///
  /// - Parameters:
  ///   - transactionID: The purchase.
  ///   - reason: The customer's reason.
  /// - Returns: Whether such a purchase exists and had not been refunded.
  @discardableResult
  public func refund(_ transactionID: String, reason: RevocationReason = .other) -> Bool {
    write { $0.refund(transactionID, reason: reason) }
  }

  private func change(
    _ account: AccountID, _ group: String?,
    _ event: (inout SubscriptionLifecycle, inout StoreIdentifiers) -> [SubscriptionLifecycle.Action]
  ) -> Bool {
    write { $0.change(account, group, event) }
  }
}

extension StoreBook {
  /// Applies an event to the subscriptions that an account bought, in one group or all.
  @discardableResult
  mutating func change(
    _ account: AccountID, _ group: String?,
    _ event: (inout SubscriptionLifecycle, inout StoreIdentifiers) -> [SubscriptionLifecycle.Action]
  ) -> Bool {
    guard let number = accounts[account] else { return false }
    var changed = false
    for key in keys(of: number)
    where !key.isShared && (group == nil || catalog.groups[Int(key.group)] == group) {
      if update(key, cause: .store, event) { changed = true }
    }
    return changed
  }
}
