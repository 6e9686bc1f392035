import TollgateAppStore

extension AppStoreSimulator {
  /// Performs an action.
  ///
  /// - Parameter account: The account whose action it is; nil for the developer's, and for those that name a
  ///   transaction or a pending purchase.
  /// - Returns: Whether it took effect, and how a purchase ended.
  @discardableResult
  public func perform(_ action: StoreAction, for account: AccountID? = nil) -> StoreAction.Result {
    switch action {
    case .buy(let product, let options, let outcome):
      guard let account else { return .nothingToDo }
      return .purchase(purchase(product, by: account, options: options, outcome: outcome))
    case .approve(let id):
      return (id ?? oldestPending(account)).flatMap { approve($0) }
        .map { .purchase($0) } ?? .nothingToDo
    case .decline(let id): return .init((id ?? oldestPending(account)).map { decline($0) } ?? false)
    case .cancel(let which): return change(which, of: account) { cancel($0, group: $1) }
    case .resume(let which): return change(which, of: account) { resume($0, group: $1) }
    case .acceptPrice(let which):
      return change(which, of: account) { acceptPriceIncrease($0, group: $1) }
    case .requestPriceConsent(let which):
      return change(which, of: account) { requestPriceConsent($0, group: $1) }
    case .renew(let which): return change(which, of: account) { renewNow($0, group: $1) }
    case .expire(let which): return change(which, of: account) { expireNow($0, group: $1) }
    case .settle(let which): return change(which, of: account) { settle($0, group: $1) }
    case .share(let member): return .init(account.map { share($0, with: member) } ?? false)
    case .stopSharing(let member):
      return .init(account.map { stopSharing($0, with: member) } ?? false)
    case .assignSeat(let member, let group):
      return .init(account.map { assignSeat(of: $0, in: group, to: member) } ?? false)
    case .revokeSeat(let member, let group):
      return .init(account.map { revokeSeat(of: $0, in: group, from: member) } ?? false)
    case .failBilling: return set(account) { setBillingFailing(true, for: $0) }
    case .fixBilling: return set(account) { setBillingFailing(false, for: $0) }
    case .askToBuy(let asks): return set(account) { setAsksToBuy(asks, for: $0) }
    case .storefront(let storefront): return set(account) { setStorefront(storefront, for: $0) }
    case .boughtApp(let purchase): return set(account) { setAppPurchase(purchase, for: $0) }
    case .rescindConsent: return set(account) { rescindConsent(of: $0) }
    case .refund(let purchase, let part, let reason):
      return change(purchase, of: account) { id in
        switch part {
        case .all: refund(id, reason: reason)
        case .unused: refundShare(id, reason: reason)
        case .share(let share): refundShare(id, share: share, reason: reason)
        case .seats(let count): refundSeats(id, count: count)
        }
      }
    case .refundRequest(let purchase, let reason):
      return change(purchase, of: account) { requestRefund($0, reason: reason) }
    case .refundDecline(let purchase): return change(purchase, of: account) { declineRefund($0) }
    case .refundReverse(let purchase): return change(purchase, of: account) { reverseRefund($0) }
    case .finish(let purchase):
      return change(purchase, of: account) { id in
        finish(id)
        return transaction(id) != nil
      }
    case .price(let price, let product, let needsConsent):
      return .init(setPrice(price, of: product, needsConsent: needsConsent))
    case .onSale(let isOnSale, let product):
      setOnSale(isOnSale, product)
      return .done
    case .extend(let purchase, let days):
      return extend(purchase, of: account, days: days)
    case .testNotification:
      sendTestNotification()
      return .done
    }
  }

  private func oldestPending(_ account: AccountID?) -> PendingPurchase.ID? {
    pendingPurchases.first { $0.account == account }?.id
  }

  private func set(_ account: AccountID?, _ set: (AccountID) -> Void) -> StoreAction.Result {
    guard let account else { return .nothingToDo }
    set(account)
    return .done
  }

  /// Changes subscriptions of an account by their group; nil stands for every group.
  private func change(
    _ which: StoreAction.Subscriptions, of account: AccountID?,
    _ change: (AccountID, String?) -> Bool
  ) -> StoreAction.Result {
    guard let account else { return .nothingToDo }
    switch which {
    case .all: return .init(change(account, nil))
    case .group(let group): return .init(change(account, group))
    case .product(let product):
      guard let group = configuration.subscription(product)?.groupID else { return .nothingToDo }
      return .init(change(account, group))
    case .running:
      let running = conditions(of: account).filter {
        $0.transaction.payload.inAppOwnershipType == .purchased
          && [.active, .gracePeriod, .billingRetry].contains($0.status)
      }
      guard running.count < 2 else { return .ambiguous }
      return .init(change(account, running.first?.groupID))
    }
  }

  /// Changes purchases by their transactions; it took effect if any of them changed.
  private func change(
    _ purchase: StoreAction.Purchase, of account: AccountID?, _ change: (String) -> Bool
  ) -> StoreAction.Result {
    .init(transactions(purchase, of: account).map(change).contains(true))
  }

  private func extend(
    _ purchase: StoreAction.Purchase, of account: AccountID?, days: Int
  ) -> StoreAction.Result {
    let originals = transactions(purchase, of: account)
      .compactMap { transaction($0)?.payload.originalTransactionId }
    for original in originals {
      if case .failure(let failure) = extendRenewal(of: original, days: days) {
        return .notExtended(failure)
      }
    }
    return .init(!originals.isEmpty)
  }

  private func transactions(
    _ purchase: StoreAction.Purchase, of account: AccountID?
  ) -> [String] {
    if case .transaction(let id) = purchase { return [id] }
    guard let account else { return [] }
    func bought(_ product: String) -> [String] {
      transactions(of: account).map(\.payload).filter { $0.productId == product }
        .map(\.transactionId)
    }
    return switch purchase {
    case .transaction(let id): [id]
    case .first(let product): Array(bought(product).prefix(1))
    case .latest(let product): Array(bought(product).suffix(1))
    case .current: conditions(of: account).map(\.transaction.payload.transactionId)
    }
  }
}

extension StoreAction.Result {
  /// Whether an action that can do nothing else took effect.
  fileprivate init(_ happened: Bool) { self = happened ? .done : .nothingToDo }
}
