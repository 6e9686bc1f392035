import Tollgate

extension ModelStore {
  /// How long the store retries a failed payment: 60 days, as Apple does.
  private static let retry = Period(60, .day)

  /// Performs what happens by itself until an instant: renewals, failed payments and ends.
  ///
  /// - Parameter now: The instant, at most the first at which something is ``due``; one step is taken for each
  ///   subscription.
  /// - Returns: The store's notifications.
  mutating func pass(to now: Instant) -> [Notification] {
    var notifications: [Notification] = []
    for index in subscriptions.indices {
      guard let due = subscriptions[index].due, due <= now else { continue }
      settle(index, at: due)
      notifications.append(notification(of: index))
    }
    return notifications
  }

  /// Performs what a subscription's condition says for the end of its period, grace period or billing retry.
  private mutating func settle(_ index: Int, at due: Instant) {
    switch subscriptions[index].condition {
    case .active:
      if !subscriptions[index].willRenew {
        expire(index, at: due)
      } else if cardFails {
        fail(index, at: due)
      } else {
        renew(index, at: due)
      }
    case .grace(_, let retryUntil):
      if subscriptions[index].willRenew {
        subscriptions[index].condition = .retrying(until: retryUntil)
        subscriptions[index].signRenewal(at: due)
      } else {
        expire(index, at: due)
      }
    case .retrying: expire(index, at: due)
    case .expired, .revoked: break
    }
  }

  /// Ends a subscription that does not renew, or whose payment was retried for too long.
  private mutating func expire(_ index: Int, at now: Instant) {
    subscriptions[index].condition = .expired
    subscriptions[index].willRenew = false
    subscriptions[index].signRenewal(at: now)
  }

  /// Fails a payment: the store retries it, and access continues if the app has a grace period.
  ///
  /// Apple's grace period of 16 days is 6 days for weekly subscriptions. The plan that could not be charged decides, so
  /// that a period that is paid for in the end is not over by then.
  private mutating func fail(_ index: Int, at now: Instant) {
    let retryUntil = now.adding(Self.retry)
    let isWeekly =
      prices[subscriptions[index].renewsTo.id]?.period
      .map { $0 == Period(1, .week) || $0.unit == .day } ?? false
    switch grace ?? .sixteenDays {
    case .off: subscriptions[index].condition = .retrying(until: retryUntil)
    case .sixteenDays:
      subscriptions[index].condition = .grace(
        until: now.adding(Period(isWeekly ? 6 : 16, .day)), retryUntil: retryUntil)
    }
    subscriptions[index].signRenewal(at: now)
  }

  /// Appends the next period at the end of the current one.
  ///
  /// A pay-as-you-go offer continues until its periods are used up. After an offer, or a change of product, the count
  /// starts again, so that the regular price has its own anchor.
  private mutating func renew(_ index: Int, at now: Instant) {
    var subscription = subscriptions[index]
    guard let current = subscription.current else { return }
    let next = subscription.renewsTo
    let continues = next.id == current.signed.product
    var offer: CatalogProduct.IntroductoryOffer?
    if subscription.offerPeriodsLeft > 0, continues {
      subscription.offerPeriodsLeft -= 1
      subscription.number += 1
      offer = next.introductoryOffer
    } else if !continues || current.isIntroductory {
      subscription.offerPeriodsLeft = 0
      (subscription.anchor, subscription.number) = (current.end, 0)
    } else {
      subscription.number += 1
    }
    subscription.condition = .active
    append(next, offer, to: &subscription, from: current.end, at: now)
    subscription.signRenewal(at: now)
    subscriptions[index] = subscription
  }

  /// Turns renewal off or on for every subscription of the account.
  ///
  /// Turning it off during billing retry ends the subscription, since there is nothing left to pay for.
  ///
  /// - Returns: The notifications of the subscriptions that it changed.
  mutating func setRenewal(_ isOn: Bool, at now: Instant) -> [Notification] {
    var notifications: [Notification] = []
    for index in subscriptions.indices where subscriptions[index].willRenew != isOn {
      switch subscriptions[index].condition {
      case .active, .grace: subscriptions[index].willRenew = isOn
      case .retrying:
        subscriptions[index].willRenew = false
        subscriptions[index].condition = .expired
      case .expired, .revoked: continue
      }
      subscriptions[index].signRenewal(at: now)
      subscriptions[index].noteCancellation()
      notifications.append(notification(of: index))
    }
    return notifications
  }

  /// Makes the card work again; what is outstanding is paid at once.
  ///
  /// During a grace period the renewal continues from the old end, since access never stopped. During billing retry a
  /// new period starts now.
  ///
  /// - Returns: The notifications of the subscriptions that were paid.
  mutating func fixCard(at now: Instant) -> [Notification] {
    cardFails = false
    var notifications: [Notification] = []
    for index in subscriptions.indices {
      switch subscriptions[index].condition {
      case .active, .expired, .revoked: continue
      case .grace:
        guard subscriptions[index].willRenew else { continue }
        renew(index, at: now)
      case .retrying:
        start(subscriptions[index].renewsTo, false, at: index, now)
      }
      notifications.append(notification(of: index))
    }
    return notifications
  }

  /// Refunds a product's first or newest purchase.
  ///
  /// Refunding an old period leaves the current one alone; refunding the current one ends the subscription.
  ///
  /// - Returns: The store's notification; nil if there is no such purchase or it was refunded before.
  mutating func refund(_ product: CatalogProduct.ID, isFirst: Bool, at now: Instant)
    -> Notification?
  {
    if let index = purchases.indices.filter({ purchases[$0].signed.product == product })
      .pick(isFirst), purchases[index].signed.revokedAt == nil
    {
      purchases[index].signed = purchases[index].signed.signedAgain(
        at: now, revokedAt: now, isUpgraded: false)
      return Notification(
        line: purchases[index].signed.originalID, facts: [.transaction(purchases[index].signed)])
    }
    for index in subscriptions.indices {
      let bought = subscriptions[index].periods.indices.filter {
        subscriptions[index].periods[$0].signed.product == product
      }
      guard let period = bought.pick(isFirst),
        subscriptions[index].periods[period].signed.revokedAt == nil
      else { continue }
      subscriptions[index].amend(period, at: now, revokedAt: now)
      // A refund of an older period says nothing about the current one.
      if period == subscriptions[index].periods.count - 1, !subscriptions[index].isOver {
        subscriptions[index].condition = .revoked
        subscriptions[index].willRenew = false
      }
      subscriptions[index].signRenewal(at: now)
      return Notification(
        line: subscriptions[index].id,
        facts: [
          .transaction(subscriptions[index].periods[period].signed),
          .renewal(subscriptions[index].renewal),
        ])
    }
    return nil
  }
}

extension [Int] {
  /// The first or the last element; nil if there aren't any.
  fileprivate func pick(_ isFirst: Bool) -> Int? { isFirst ? first : last }
}
