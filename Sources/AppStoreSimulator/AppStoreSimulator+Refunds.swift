public import AppStore

extension AppStoreSimulator {
  /// Pays a share of a purchase back.
  ///
  /// The period that runs now takes the subscription with it, as a full refund does.
  ///
  /// - Parameters:
  ///   - transactionID: The purchase.
  ///   - share: Thousandths of a percent, from 1 to 100,000; nil takes what is left of a period.
  ///   - reason: What the customer gave as the reason.
  /// - Returns: Whether there was such a purchase, of which nothing had been paid back.
  @discardableResult
  public func refundShare(
    _ transactionID: String, share: Int? = nil, reason: RevocationReason = .other
  ) -> Bool {
    write { $0.refundShare(transactionID, share: share, reason: reason) }
  }

  /// Takes a refund back: the transaction is signed again without a revocation.
  ///
  /// A period that still runs gives access again, with renewal off.
  ///
  /// - Parameter transactionID: The purchase.
  /// - Returns: Whether there was such a purchase that had been paid back.
  @discardableResult
  public func reverseRefund(_ transactionID: String) -> Bool {
    write { $0.reverseRefund(transactionID) }
  }

  /// The customer asks for a refund: renewal is turned off, and the app is asked how much was used.
  ///
  /// The app is asked about consumables and subscriptions that renew.
  ///
  /// - Parameters:
  ///   - transactionID: The purchase.
  ///   - reason: What the customer gives as the reason.
  /// - Returns: Whether there is such a purchase that has not been paid back.
  @discardableResult
  public func requestRefund(
    _ transactionID: String, reason: ConsumptionRequestReason = .unintendedPurchase
  ) -> Bool {
    write { $0.requestRefund(transactionID, reason: reason) }
  }

  /// Declines a request for a refund.
  ///
  /// - Parameter transactionID: The purchase.
  /// - Returns: Whether a refund of such a purchase was asked for.
  @discardableResult
  public func declineRefund(_ transactionID: String) -> Bool {
    write { $0.declineRefund(transactionID) }
  }
}

extension StoreBook {
  fileprivate mutating func requestRefund(
    _ id: String, reason: ConsumptionRequestReason
  ) -> Bool {
    guard let record = purchase(id), record.revocation == 0 else { return false }
    refundRequests.insert(record.number)
    let key = key(of: record)
    if let key, let life = lives[key], life.period.transactionID == record.number,
      life.state == .active
    {
      update(key, cause: .store) { life, _ in life.setRenewal(false) }
    }
    switch catalog[record.product] {
    case .product(let product) where product.type != .consumable: break
    case .product, .subscription:
      notify(.consumptionRequest, transaction: record.number, about: key, reason: reason)
    }
    return true
  }

  fileprivate mutating func declineRefund(_ id: String) -> Bool {
    guard let record = purchase(id), record.revocation == 0,
      refundRequests.remove(record.number) != nil
    else { return false }
    notify(.refundDeclined, transaction: record.number, about: key(of: record))
    return true
  }
}
