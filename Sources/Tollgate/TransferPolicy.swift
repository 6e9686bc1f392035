/// What happens to an account's purchase when another customer presents it, as a restore on a second account does.
///
/// It applies to owners with an account. An anonymous owner is taken to be the same person and is merged into the
/// customer who presents the purchase.
public enum TransferPolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// The owner keeps it, and the presenter is notified; nobody loses anything without asking.
  case keepWithOwner
  /// The presenter gets it, and the owner loses it.
  case transfer
  /// The presenter gets it if it gives the owner nothing now and none of its credits are left; otherwise the owner keeps it.
  case transferIfInactive
  /// Both have it; its credits stay with the owner, who is the one for whom it was bought last.
  case share
}

/// The outcome when another customer presents an account's purchase.
public enum TransferDecision: Hashable, Sendable {
  /// It stays with its owner.
  case keep
  /// It is transferred from its owner to the presenter.
  case transfer
  /// Both have it.
  case share
}

extension Blueprint {
  /// Decides the outcome when another customer presents an account's purchase.
  ///
  /// What was bought for the presenter, as the store signed it, goes to the presenter if that removes nothing from the
  /// owner. A previous owner gets it back only by requesting a restore, never through a late delivery.
  ///
  /// - Parameters:
  ///   - news: The transactions presented, all of one purchase.
  ///   - presenter: The customer who presents them.
  ///   - customer: The presenter's facts.
  ///   - owner: The owner's facts.
  ///   - isRestore: Whether the presenter asked for a restore, rather than buying or receiving a delivery.
  ///   - now: The server's clock.
  /// - Returns: The outcome.
  public func settle(
    _ news: [StoreTransaction], presentedBy presenter: Customer.ID, _ customer: Customer,
    ownedBy owner: Customer, isRestore: Bool, at now: Instant
  ) -> TransferDecision {
    guard let purchase = news.first?.purchase else { return .keep }
    let wentAt = customer.transfer(of: purchase).flatMap { $0.isHeld ? nil : $0.at }
    let isBoughtForPresenter = news.contains {
      $0.signedFor == presenter && $0.purchasedAt >= wentAt ?? $0.purchasedAt
    }
    guard wentAt == nil || isRestore || isBoughtForPresenter else { return .keep }
    let isFree = !owner.has(purchase, apartFrom: presenter, in: self, at: now)
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

extension Customer {
  /// Whether credits of a purchase are left.
  fileprivate func hasCredits(
    of purchase: PurchaseID, in blueprint: Blueprint, at now: Instant
  ) -> Bool {
    if blueprint.definition.credits.isEmpty { return false }
    return credits(in: blueprint, at: now).contains { replay in
      replay.lots.contains { $0.purchase == purchase && $0.left > 0 }
    }
  }

  /// Whether a purchase gives the customer anything now, apart from what was bought for another customer.
  fileprivate func has(
    _ purchase: PurchaseID, apartFrom other: Customer.ID, in blueprint: Blueprint, at now: Instant
  ) -> Bool {
    guard transfer(of: purchase)?.isHeld ?? true else { return false }
    let line = PurchaseLine(
      purchase,
      transactions.values.lazy.filter { $0.purchase == purchase && $0.signedFor != other })
    let isRunning = line.periods.contains { period in
      guard period.startsAt <= now, let product = blueprint.products[period.transaction.product]
      else { return false }
      return period.ends(as: product).map { now < $0 } ?? true
    }
    return isRunning
      || Subscription(
        line, renewal: renewals[purchase],
        lateRenewal: blueprint.definition.purchases.lateRenewal, at: now)?.isActive ?? false
  }
}
