extension Blueprint {
  /// Decides the outcome when another customer presents an account's purchase.
  ///
  /// What was bought for the presenter, as the store signed it, goes to the presenter if that removes nothing from the
  /// owner. A previous owner gets it back only by requesting a restore, never through a late delivery.
  ///
  /// - Parameters:
  ///   - transactions: The transactions presented, all of one purchase.
  ///   - presenter: The customer who presents them.
  ///   - id: The presenter's app user id.
  ///   - owner: The owner's facts.
  ///   - isRestore: Whether the presenter asked for a restore, rather than buying or receiving a delivery.
  ///   - now: The server's clock.
  /// - Returns: The outcome.
  public func settle(
    _ transactions: [StoreTransaction], presentedBy presenter: Customer, id: Customer.ID,
    ownedBy owner: Customer, isRestore: Bool, at now: Instant
  ) -> TransferDecision {
    guard let purchase = transactions.first?.purchase else { return .keep }
    let wentAt = presenter.transfer(of: purchase).flatMap { $0.isHeld ? nil : $0.at }
    let isBoughtForPresenter = transactions.contains {
      $0.signedFor == id && $0.purchasedAt >= wentAt ?? $0.purchasedAt
    }
    guard wentAt == nil || isRestore || isBoughtForPresenter else { return .keep }
    let isFree = !owner.has(purchase, apartFrom: id, in: self, at: now)
    switch definition.purchases.transfer {
    case .share: return isBoughtForPresenter && isFree ? .transfer : .share
    case .transfer: return .transfer
    case .transferIfInactive:
      let isWorthNothing = isFree && !owner.hasCredits(of: purchase, in: self, at: now)
      return isWorthNothing || isBoughtForPresenter && isFree ? .transfer : .keep
    case .keepWithOwner: return isBoughtForPresenter && isFree ? .transfer : .keep
    }
  }
}
