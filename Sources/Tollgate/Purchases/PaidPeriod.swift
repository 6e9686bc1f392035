/// One transaction of a purchase, and what ended it early.
struct PaidPeriod: Hashable, Sendable {
  let transaction: StoreTransaction
  /// When a purchase of another product in the same line replaced it.
  var replacedAt: Instant?
  /// The position in its line of the transaction that began the period, if this one only adds seats to it.
  var addsTo: Int?

  /// When it gives access from: the instant of the purchase or renewal.
  var startsAt: Instant { transaction.purchasedAt }

  /// The end that the store signed, even if the transaction was revoked or replaced since; the distant future for a
  /// purchase that does not expire.
  var signedEnd: Instant { transaction.expiresAt ?? .distantFuture }

  var isIntroductory: Bool { transaction.offer?.kind == .introductory }

  /// When it stops giving access: at its end, or when it was revoked or replaced; nil means never.
  func ends(as product: CatalogProduct) -> Instant? {
    earliest(transaction.ends(as: product), earliest(transaction.revokedAt, replacedAt))
  }

  /// Whether it was bought in an earlier period of the same product and ends with it: seats that were added have
  /// transactions of their own, and no period of their own.
  ///
  /// The store may extend only one of the two. A renewal is a period of its own, however early it begins; where the store
  /// does not say that it is one, it ends a whole period later.
  func addsSeats(to earlier: Self) -> Bool {
    let length = earlier.signedEnd.since(earlier.startsAt)
    return transaction.isRenewal != true
      && transaction.product == earlier.transaction.product
      && transaction.expiresAt != nil && earlier.transaction.expiresAt != nil
      && startsAt < earlier.signedEnd
      && signedEnd < earlier.signedEnd.adding(milliseconds: length / 2)
      && earlier.replacedAt.map { startsAt < $0 } ?? true
      && earlier.transaction.revokedAt.map { startsAt < $0 } ?? true
  }

  /// Whether it was bought before another: by its start, or where both start at once by the store's mark of a replaced
  /// period, then by the store's numbers, which grow.
  func precedes(_ other: Self) -> Bool {
    if startsAt != other.startsAt { return startsAt < other.startsAt }
    if transaction.isUpgraded != other.transaction.isUpgraded { return transaction.isUpgraded }
    let (number, otherNumber) = (transaction.id.rawValue, other.transaction.id.rawValue)
    return (number.utf8.count, number) < (otherNumber.utf8.count, otherNumber)
  }
}

extension StoreTransaction {
  /// When the transaction stops giving access, unless revoked; nil means never.
  func ends(as product: CatalogProduct) -> Instant? {
    if let expiresAt { return expiresAt }
    switch product.kind {
    case .autoRenewable, .nonRenewing: return product.period.map { purchasedAt.adding($0) }
    case .nonConsumable, .consumable: return nil
    }
  }
}

/// The earlier of two instants, where nil means never.
func earliest(_ left: Instant?, _ right: Instant?) -> Instant? {
  guard let left else { return right }
  guard let right else { return left }
  return min(left, right)
}
