import Tollgate

extension ReferenceDecider {
  /// A renewal is a transaction that was not refunded, and that began when the one before it in its line had ended, without
  /// the customer buying it.
  func renewalStarts(at now: Instant) -> [Instant] {
    ownPurchases(at: now).flatMap { purchase -> [Instant] in
      let line = line(of: purchase)
      return line.indices.dropFirst().compactMap { index in
        guard let end = line[index - 1].expiresAt, end <= line[index].purchasedAt,
          !isReturn(index, in: line), counts(line[index], at: now)
        else { return nil }
        return line[index].purchasedAt
      }
    }
  }

  /// A purchase of a product, or a change to it, is the first paid period after another product, after a return or after
  /// none.
  func purchases(of product: CatalogProduct.ID, at now: Instant) -> [Instant] {
    ownPurchases(at: now).flatMap { purchase -> [Instant] in
      let line = line(of: purchase)
      return line.indices.compactMap { index in
        guard line[index].product == product, counts(line[index], at: now) else { return nil }
        var later = index
        while later > 0, !isReturn(later, in: line), line[later - 1].product == product {
          later -= 1
          if counts(line[later], at: now) { return nil }
        }
        return line[index].purchasedAt
      }
    }
  }

  /// A purchase is made with its first transaction that was not refunded, and again with each return; what an upgrade
  /// replaces is not refunded.
  ///
  /// One by a family member, or one that went to another customer, is not the customer's own.
  func purchases(at now: Instant) -> [Instant] {
    ownPurchases(at: now).flatMap { purchase -> [Instant] in
      let line = line(of: purchase)
      let starts = line.indices.filter { $0 == 0 || isReturn($0, in: line) }
      return starts.indices.compactMap { number in
        let end = number + 1 < starts.count ? starts[number + 1] : line.count
        return line[starts[number]..<end].first { counts($0, at: now) }?.purchasedAt
      }
    }
  }

  /// The customer returns with a transaction that the store signed as bought, once the one before had ended or was
  /// refunded; if the store did not say how it came about, once time has passed without one.
  private func isReturn(_ index: Int, in line: [StoreTransaction]) -> Bool {
    guard index > 0, !addsSeats(index, in: line) else { return false }
    var opening = index - 1
    while opening > 0, addsSeats(opening, in: line) { opening -= 1 }
    let (before, own) = (line[opening], line[index])
    let end = before.expiresAt ?? Self.never
    guard let isRenewal = own.isRenewal else { return end < own.purchasedAt }
    let isRefunded =
      !before.isUpgraded
      && line[opening..<index].allSatisfy { ($0.revokedAt ?? Self.never) <= own.purchasedAt }
    return !isRenewal && (isRefunded || end <= own.purchasedAt)
  }

  /// Seats are added by a transaction that is not a renewal, and ends less than half a period after the one of the same
  /// product in which it was bought.
  private func addsSeats(_ index: Int, in line: [StoreTransaction]) -> Bool {
    let own = line[index]
    guard let ownEnd = own.expiresAt, own.isRenewal != true else { return false }
    for position in (0..<index).reversed() where line[position].product == own.product {
      let earlier = line[position]
      guard let end = earlier.expiresAt else { continue }
      if end <= own.purchasedAt { return false }
      let isReplaced = line[(position + 1)...].first {
        $0.purchasedAt < end && $0.product != earlier.product && $0.expiresAt != nil
      }.map { $0.purchasedAt <= own.purchasedAt }
      if ownEnd < end.adding(milliseconds: end.since(earlier.purchasedAt) / 2),
        isReplaced != true, (earlier.revokedAt ?? Self.never) > own.purchasedAt,
        !addsSeats(position, in: line)
      {
        return true
      }
    }
    return false
  }

  /// Everything that was refunded to the customer; what an upgrade replaced was not.
  func refunds(at now: Instant) -> [Instant] {
    transactions.filter {
      $0.ownership == .purchased && !$0.isUpgraded && !isGone($0.purchase, at: now)
    }.compactMap(\.revokedAt)
  }

  /// Renewal is turned off by renewal info that was signed while there was access, once in each transaction.
  func cancellations(at now: Instant) -> [Instant] {
    var earliest: [PurchaseID: [Instant: Instant]] = [:]
    for case .renewal(let renewal) in facts {
      guard !renewal.willRenew, let end = renewal.renewsAt,
        renewal.signedAt < end || renewal.signedAt < renewal.graceEndsAt ?? end
      else { continue }
      let known = earliest[renewal.purchase]?[end] ?? renewal.signedAt
      earliest[renewal.purchase, default: [:]][end] = min(known, renewal.signedAt)
    }
    return ownPurchases(at: now).flatMap { purchase -> [Instant] in
      let line = line(of: purchase)
      var first: [Int: Instant] = [:]
      for at in earliest[purchase]?.values.sorted() ?? [] {
        guard let index = line.lastIndex(where: { $0.purchasedAt <= at }),
          counts(line[index], at: at), first[index] == nil
        else { continue }
        first[index] = at
      }
      return Array(first.values)
    }
  }

  /// A paywall is shown once for each key, at its earliest report; without a paywall, those of all of them.
  func events(_ action: PaywallEvent.Action, on paywall: Paywall.ID? = nil) -> [Instant] {
    var earliest: [[String]: Instant] = [:]
    for case .paywall(let event) in facts
    where paywall.map({ $0 == event.paywall }) ?? true && event.action == action {
      let key = [event.paywall.rawValue, event.key.rawValue]
      earliest[key] = min(earliest[key] ?? event.at, event.at)
    }
    return Array(earliest.values)
  }

  private func ownPurchases(at now: Instant) -> [PurchaseID] {
    Array(Set(transactions.map(\.purchase)).filter { !isGone($0, at: now) })
  }

  private func isGone(_ purchase: PurchaseID, at now: Instant) -> Bool {
    (wentAt(purchase) ?? Self.never) <= now
  }

  /// The transactions of a purchase by their start; of two at once, the one that was replaced is the first.
  private func line(of purchase: PurchaseID) -> [StoreTransaction] {
    transactions.filter { $0.purchase == purchase }.sorted { one, other in
      if one.purchasedAt != other.purchasedAt { return one.purchasedAt < other.purchasedAt }
      if one.isUpgraded != other.isUpgraded { return one.isUpgraded }
      let (own, others) = (one.id.rawValue, other.id.rawValue)
      return (own.utf8.count, own) < (others.utf8.count, others)
    }
  }

  /// Whether the customer paid for a transaction that is not refunded by an instant.
  private func counts(_ one: StoreTransaction, at instant: Instant) -> Bool {
    one.ownership == .purchased && (one.isUpgraded || (one.revokedAt ?? Self.never) > instant)
  }
}
