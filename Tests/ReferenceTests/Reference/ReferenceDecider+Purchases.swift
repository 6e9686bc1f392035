import Tollgate

/// A transaction with the time during which it gives what it sold.
struct PaidTime {
  let transaction: StoreTransaction
  let product: CatalogProduct
  /// When it begins: when it was bought, or when the time before it ends.
  let start: Instant
  /// The end that the store signed.
  let signedEnd: Instant
  /// The end after refunds, transfers and replacements.
  let end: Instant
  /// The reason why `end` is earlier than `signedEnd`; nil if it is not.
  let cut: TrialEnding?

  /// Intervals are half-open: active at the start instant, inactive at the end instant.
  func isActive(at now: Instant) -> Bool { start <= now && now < end }
}

extension ReferenceDecider {
  /// Every transaction of a product that the blueprint knows and that gives anything over time.
  func findPaidTimes() -> [PaidTime] {
    transactions.compactMap { transaction in
      guard let product = product(transaction.product) else { return nil }
      switch product.kind {
      case .consumable: return nil
      case .nonRenewing where product.addsUp: return addedTime(of: transaction, product)
      case .autoRenewable, .nonRenewing, .nonConsumable: return paidTime(of: transaction, product)
      }
    }
  }

  /// A season bought while one runs that gives the same begins when that one ends, whether its time ran out, it was
  /// refunded or it was transferred; what was lost before it began gives nothing, and delays nothing.
  private func addedTime(of transaction: StoreTransaction, _ product: CatalogProduct) -> PaidTime? {
    guard transaction.expiresAt == nil, product.period != nil else {
      return paidTime(of: transaction, product)
    }
    let bought = transactions.filter {
      $0.environment == transaction.environment && $0.expiresAt == nil
        && givesTheSame($0, as: product)
    }.sorted { isLater($1, than: $0) }
    var takenUntil = Instant(milliseconds: .min)
    for other in bought {
      guard let period = self.product(other.product)?.period else { continue }
      let begins = max(other.purchasedAt, takenUntil)
      let ends = begins.adding(period, times: max(1, other.quantity))
      let refund = other.revokedAt ?? Self.never
      let lost = max(min(refund, wentAt(other.purchase) ?? Self.never), other.purchasedAt)
      let start = min(begins, lost)
      let end = min(ends, lost)
      if other == transaction {
        return PaidTime(
          transaction: transaction, product: product, start: start, signedEnd: ends, end: end,
          cut: lost < ends ? (lost == refund ? .refund : .transfer) : nil)
      }
      takenUntil = max(takenUntil, end)
    }
    return nil
  }

  /// Whether a purchase adds its time to that of a product: of the product itself, or of another that adds up as well
  /// and gives exactly the same.
  private func givesTheSame(_ transaction: StoreTransaction, as one: CatalogProduct) -> Bool {
    guard let other = product(transaction.product), other.kind == .nonRenewing, other.addsUp else {
      return false
    }
    return other.id == one.id
      || !one.entitlements.isEmpty && Set(one.entitlements) == Set(other.entitlements)
  }

  /// What was paid for holds to its signed end, unless the store revoked it, it was transferred to another customer, or
  /// a later product of its line replaced it.
  private func paidTime(of transaction: StoreTransaction, _ product: CatalogProduct) -> PaidTime {
    let signedEnd = signedEnd(of: transaction, product)
    var end = signedEnd
    var cut: TrialEnding?
    let ends: [(Instant?, TrialEnding)] = [
      (transaction.revokedAt, .refund),
      (replacedAt(transaction, product, by: signedEnd), .replacement),
      (wentAt(transaction.purchase), .transfer),
    ]
    for case (let instant?, let cause) in ends where instant < end {
      end = max(instant, transaction.purchasedAt)
      cut = cause
    }
    return PaidTime(
      transaction: transaction, product: product, start: transaction.purchasedAt,
      signedEnd: signedEnd, end: end, cut: cut)
  }

  /// A subscription ends when the store signed that it does; a non-renewing product lasts for its own period; what is
  /// bought once never ends.
  private func signedEnd(of transaction: StoreTransaction, _ product: CatalogProduct) -> Instant {
    switch product.kind {
    case .nonConsumable: return Self.never
    case .consumable: return transaction.purchasedAt
    case .autoRenewable, .nonRenewing:
      if let expiresAt = transaction.expiresAt { return expiresAt }
      guard let period = product.period else { return Self.never }
      return transaction.purchasedAt.adding(period)
    }
  }

  /// A later, different product of the same line within the period ends the older one for good, even if it is refunded
  /// itself, with or without Apple's mark.
  private func replacedAt(
    _ transaction: StoreTransaction, _ product: CatalogProduct, by signedEnd: Instant
  ) -> Instant? {
    guard product.kind == .autoRenewable else { return nil }
    var earliest: Instant?
    for other in transactions
    where other.purchase == transaction.purchase && other.product != transaction.product
      && isLater(other, than: transaction) && other.purchasedAt < signedEnd
    {
      earliest = min(earliest ?? other.purchasedAt, other.purchasedAt)
    }
    return earliest
  }

  /// Of two bought at the same instant, the later is the one that Apple does not mark as replaced, then the one with
  /// the greater number.
  private func isLater(_ one: StoreTransaction, than other: StoreTransaction) -> Bool {
    if one.purchasedAt != other.purchasedAt { return one.purchasedAt > other.purchasedAt }
    if one.isUpgraded != other.isUpgraded { return other.isUpgraded }
    return number(one) > number(other)
  }

  private func number(_ transaction: StoreTransaction) -> Int { Int(transaction.id.rawValue) ?? 0 }

  /// The purchases that are subscription lines, each named once.
  var lines: [PurchaseID] {
    var names: [PurchaseID] = []
    for time in paidTimes where time.product.kind == .autoRenewable {
      if !names.contains(time.transaction.purchase) { names.append(time.transaction.purchase) }
    }
    return names
  }

  /// A line's paid periods, in the order of their purchases.
  func paidTimes(of line: PurchaseID) -> [PaidTime] {
    paidTimes.filter { $0.transaction.purchase == line && $0.product.kind == .autoRenewable }
      .sorted {
        ($0.start, $0.signedEnd, number($0.transaction))
          < ($1.start, $1.signedEnd, number($1.transaction))
      }
  }
}
