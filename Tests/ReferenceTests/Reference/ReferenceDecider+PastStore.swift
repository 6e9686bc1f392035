import Tollgate

extension ReferenceDecider {
  /// A renewal is a transaction that was not refunded, and that began when the one before it in its line had ended.
  func renewalStarts(at now: Instant) -> [Instant] {
    ownPurchases(at: now).flatMap { purchase -> [Instant] in
      let line = line(of: purchase)
      return line.indices.dropFirst().compactMap { index in
        guard let end = line[index - 1].expiresAt, end <= line[index].purchasedAt,
          counts(line[index], at: now)
        else { return nil }
        return line[index].purchasedAt
      }
    }
  }

  /// A purchase of a product, or a change to it, is the first paid period after another product or after none.
  func purchases(of product: CatalogProduct.ID, at now: Instant) -> [Instant] {
    ownPurchases(at: now).flatMap { purchase -> [Instant] in
      let line = line(of: purchase)
      return line.indices.compactMap { index in
        guard line[index].product == product, counts(line[index], at: now) else { return nil }
        for earlier in line[..<index].reversed() {
          if earlier.product != product { break }
          if counts(earlier, at: now) { return nil }
        }
        return line[index].purchasedAt
      }
    }
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

  /// A paywall is shown once for each key, at its earliest report.
  func events(_ action: PaywallEvent.Action, on paywall: Paywall.ID) -> [Instant] {
    var earliest: [Idempotency.Key: Instant] = [:]
    for case .paywall(let event) in facts
    where event.paywall == paywall && event.action == action {
      earliest[event.key] = min(earliest[event.key] ?? event.at, event.at)
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
