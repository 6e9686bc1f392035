public import TollgateAppStore

extension AppStoreSimulator {
  /// Refunds a purchase in full.
  ///
  /// The transaction keeps its identifier and is signed again with a revocation date. Refunding the current period ends
  /// the subscription; refunding an older one does not.
  ///
  /// - Returns: Whether such a purchase exists and had not been refunded.
  @discardableResult
  public func refund(_ transactionID: String, reason: RevocationReason = .other) -> Bool {
    write { $0.refund(transactionID, reason: reason) }
  }

  /// Refunds a share of a purchase.
  ///
  /// Refunding the current period ends the subscription, as a full refund does.
  ///
  /// - Parameter share: Thousandths of a percent, from 1 to 100,000; nil means the unused part of a period.
  /// - Returns: Whether such a purchase exists and had not been refunded at all.
  @discardableResult
  public func refundShare(
    _ transactionID: String, share: Int? = nil, reason: RevocationReason = .other
  ) -> Bool {
    write { $0.refundShare(transactionID, share: share, reason: reason) }
  }

  /// Refunds some of the seats that a transaction pays for, as `REFUND` with subtype `SEATS`.
  ///
  /// Seats that are assigned stay assigned, although there may be more of them than are paid for.
  ///
  /// - Parameters:
  ///   - transactionID: The transaction of a subscription with several seats.
  ///   - count: How many seats; all that are left refund the transaction.
  /// - Returns: Whether such a purchase exists and has so many seats left.
  @discardableResult
  public func refundSeats(_ transactionID: String, count: Int) -> Bool {
    write { $0.refundSeats(transactionID, count: count) }
  }

  /// Reverses a refund: the transaction is signed again without a revocation.
  ///
  /// A period that is still running gives access again, with renewal off.
  ///
  /// - Returns: Whether such a purchase exists and had been refunded.
  @discardableResult
  public func reverseRefund(_ transactionID: String) -> Bool {
    write { $0.reverseRefund(transactionID) }
  }

  /// Requests a refund as the customer: renewal is turned off, and the store requests consumption information.
  ///
  /// The app is asked about consumables and auto-renewable subscriptions.
  ///
  /// - Returns: Whether such a purchase exists and has not been refunded.
  @discardableResult
  public func requestRefund(
    _ transactionID: String, reason: ConsumptionRequestReason = .unintendedPurchase
  ) -> Bool {
    write { $0.requestRefund(transactionID, reason: reason) }
  }

  /// Whether the customer requested a refund that was neither granted nor declined.
  public func isRefundRequested(_ transactionID: String) -> Bool {
    read { $0.isRefundRequested(transactionID) }
  }

  /// Decides a refund request as the developer prefers.
  ///
  /// Apple weighs more than the preference; the simulator follows it, and grants a full refund without one. A prorated
  /// refund of a subscription is that of the rest of the period, and one of anything else that of the unused share; if
  /// nothing is left, the request is declined.
  ///
  /// - Parameters:
  ///   - preference: The preferred outcome; nil if the developer has none.
  ///   - consumed: How much was used, in thousandths of a percent; nil if the developer did not say.
  /// - Returns: Whether a refund of such a purchase was requested.
  @discardableResult
  public func decideRefund(
    _ transactionID: String, preferring preference: RefundPreference?, consumed: Int? = nil
  ) -> Bool {
    write { $0.decideRefund(transactionID, preferring: preference, consumed: consumed) }
  }

  /// Declines a refund request.
  ///
  /// - Returns: Whether a refund of such a purchase was requested.
  @discardableResult
  public func declineRefund(_ transactionID: String) -> Bool {
    write { $0.declineRefund(transactionID) }
  }
}
