import Tollgate

extension GeneratedHistory {
  /// Advances the store to now: periods end, and the store signs what follows each of them.
  mutating func passStoreTime(of index: Int) {
    while !lines[index].hasEnded && lines[index].end <= now {
      lines[index].renewals += 1
      if lines[index].renewals > 6 { lines[index].willRenew = false }
      endPeriod(of: index)
    }
  }

  private mutating func endPeriod(of index: Int) {
    let end = lines[index].end
    guard lines[index].willRenew else {
      lines[index].hasEnded = true
      if random.chance(70) {
        signRenewal(of: index, at: end.adding(milliseconds: random.time(upTo: .minute)))
      }
      return
    }
    switch random.number(0...9) {
    case 0...4:
      let isEarly = random.chance(40)
      charge(
        index, at: end,
        signedAt: end.adding(
          milliseconds: isEarly ? -random.time(upTo: .day) : random.time(upTo: .minute)))
    case 5, 6:
      // The renewal is late, and the store did not say so.
      let late = end.adding(milliseconds: random.time(upTo: 2 * .day))
      charge(index, at: late, signedAt: late)
    case 7, 8: failBilling(of: index, at: end)
    default:
      // The store sends nothing more.
      lines[index].hasEnded = true
    }
  }

  private mutating func failBilling(of index: Int, at end: Instant) {
    let grace = random.pick(nil, 3 as Int64, 16).map { end.adding(milliseconds: $0 * .day) }
    lines[index].retriesUntil = end.adding(milliseconds: 60 * .day)
    signRenewal(of: index, at: end.adding(milliseconds: random.time(upTo: .minute)), grace: grace)
    let recovery = end.adding(milliseconds: random.time(upTo: 25 * .day))
    if random.chance(60) && recovery <= now {
      let isInGrace = grace.map { recovery < $0 } ?? false
      charge(index, at: isInGrace && random.chance(50) ? end : recovery, signedAt: recovery)
    } else {
      lines[index].hasEnded = true
      if random.chance(50) {
        lines[index].retriesUntil = nil
        lines[index].willRenew = false
        signRenewal(of: index, at: max(now, recovery))
      }
    }
  }

  /// Turns renewal off, or on again.
  mutating func setRenewal() {
    guard let index = lines.indices.randomElement(using: &random), !lines[index].hasEnded else {
      return
    }
    lines[index].willRenew = random.chance(30)
    signRenewal(of: index)
  }

  /// Refunds one of the periods that the store sold, or ends its sharing; renewal usually stops.
  mutating func refund() {
    guard let transaction = random.pick(from: bought), transaction.revokedAt == nil else { return }
    let refunded = transaction.changed(revokedAt: now, signedAt: now)
    replace(refunded)
    sign(refunded)
    let index = lines.firstIndex { $0.newest?.id == transaction.id }
    if let index, random.chance(70) {
      lines[index].willRenew = false
      lines[index].hasEnded = true
      signRenewal(of: index)
    }
  }

  /// Reverses a refund.
  mutating func reverseRefund() {
    let revoked = bought.filter { $0.revokedAt != nil }
    guard let transaction = random.pick(from: revoked) else { return }
    let restored = transaction.changed(revokedAt: .some(nil), signedAt: now)
    replace(restored)
    sign(restored)
  }

  /// Signs again what the store had signed, as when its history is fetched later.
  mutating func signAgain() {
    guard let transaction = random.pick(from: bought) else { return }
    sign(transaction.changed(signedAt: now))
  }

  private mutating func replace(_ transaction: StoreTransaction) {
    for index in bought.indices where bought[index].id == transaction.id {
      bought[index] = transaction
    }
  }
}

extension StoreTransaction {
  /// Another version of the transaction.
  func changed(
    revokedAt: Instant?? = nil, expiresAt: Instant?? = nil, isUpgraded: Bool? = nil,
    signedAt: Instant
  ) -> StoreTransaction {
    StoreTransaction(
      id: id, originalID: originalID, product: product, group: group, purchasedAt: purchasedAt,
      expiresAt: expiresAt ?? self.expiresAt, revokedAt: revokedAt ?? self.revokedAt,
      isUpgraded: isUpgraded ?? self.isUpgraded, isRenewal: isRenewal, offer: offer,
      ownership: ownership, quantity: quantity, price: price, environment: environment,
      signedFor: signedFor, signedAt: signedAt)
  }
}
