/// What happens to an account's purchase when another customer presents it, as a restore on a second account does.
///
/// It is about owners with an account. An anonymous owner is taken to be the same person, and becomes part of whoever
/// presents the purchase.
public enum TransferPolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// The owner keeps it, and the other is told so; nobody loses anything unasked.
  case keepWithOwner
  /// The other gets it, and the owner loses it.
  case transfer
  /// The other gets it where it gives the owner nothing now and no credits of it are left; else the owner keeps it.
  case transferIfInactive
  /// Both have it; its credits stay with the owner, who is the one for whom it was bought last.
  case share
}

/// What becomes of an account's purchase that another customer presents.
public enum TransferDecision: Hashable, Sendable {
  /// It stays with its owner.
  case keep
  /// It goes from its owner to whoever presents it.
  case transfer
  /// Both have it.
  case share
}

extension Blueprint {
  /// Decides what becomes of an account's purchase that another customer presents.
  ///
  /// What was bought for the presenter, as the store signed, is the presenter's wherever that takes nothing from the
  /// owner. Somebody from whom the purchase went gets it back by asking for it, never by a delivery that came late.
  ///
  /// - Parameters:
  ///   - news: The transactions presented, all of one purchase.
  ///   - presenter: Who presents them.
  ///   - customer: What is known of the presenter.
  ///   - owner: What is known of the owner.
  ///   - isRestore: Whether the presenter asked for purchases to be restored, rather than buying or being delivered.
  ///   - now: The server's clock.
  /// - Returns: What becomes of it.
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

  /// Whether a purchase gives the customer anything now, apart from what was bought for somebody else.
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
