import Tollgate

/// A transaction that the store signed, without its signature: the server has verified it.
///
/// ```json
/// { "environment": "production", "id": "2001", "isUpgraded": false, "kind": "transaction", "originalID": "2001",
///   "ownership": "purchased", "product": "lifetime", "purchasedAt": 1767225600000, "quantity": 1,
///   "signedAt": 1767225600000 }
/// ```
///
/// `expiresAt` is present for subscriptions only, `revokedAt` after a refund or the end of family sharing, and `refund`
/// if the store said how much it returned.
extension StoreTransaction: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      id: try wire.decode(StoreTransaction.ID.self, forKey: .id),
      originalID: try wire.decode(StoreTransaction.OriginalID.self, forKey: .originalID),
      product: try wire.decode(CatalogProduct.ID.self, forKey: .product),
      group: try wire.decodeIfPresent(SubscriptionGroup.ID.self, forKey: .group),
      purchasedAt: try wire.decode(Instant.self, forKey: .purchasedAt),
      expiresAt: try wire.decodeIfPresent(Instant.self, forKey: .expiresAt),
      revokedAt: try wire.decodeIfPresent(Instant.self, forKey: .revokedAt),
      refund: try wire.decodeIfPresent(StoreTransaction.Refund.self, forKey: .refund),
      isUpgraded: try wire.decode(Bool.self, forKey: .isUpgraded),
      offer: try wire.decodeIfPresent(StoreOffer.self, forKey: .offer),
      ownership: try wire.decode(StoreTransaction.Ownership.self, forKey: .ownership),
      quantity: try wire.decode(Int.self, forKey: .quantity),
      price: try wire.decodeIfPresent(Money.self, forKey: .price),
      environment: try wire.decode(StoreEnvironment.self, forKey: .environment),
      signedFor: try wire.decodeIfPresent(Customer.ID.self, forKey: .signedFor),
      signedAt: try wire.decode(Instant.self, forKey: .signedAt))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(originalID, forKey: .originalID)
    try wire.encode(product, forKey: .product)
    try wire.encodeIfPresent(group, forKey: .group)
    try wire.encode(purchasedAt, forKey: .purchasedAt)
    try wire.encodeIfPresent(expiresAt, forKey: .expiresAt)
    try wire.encodeIfPresent(revokedAt, forKey: .revokedAt)
    try wire.encodeIfPresent(refund, forKey: .refund)
    try wire.encode(isUpgraded, forKey: .isUpgraded)
    try wire.encodeIfPresent(offer, forKey: .offer)
    try wire.encode(ownership, forKey: .ownership)
    try wire.encode(quantity, forKey: .quantity)
    try wire.encodeIfPresent(price, forKey: .price)
    try wire.encode(environment, forKey: .environment)
    try wire.encodeIfPresent(signedFor, forKey: .signedFor)
    try wire.encode(signedAt, forKey: .signedAt)
  }
}

/// What the store returned of a price: `{"amount":{"currency":"USD","milliunits":18000},"at":1767225600000}`.
extension StoreTransaction.Refund: WireForm {
  enum WireKey: String {
    case amount, at
  }

  init(wire: WireReader<WireKey>) throws {
    self.init(
      at: try wire.decode(Instant.self, forKey: .at),
      amount: try wire.decode(Money.self, forKey: .amount))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(amount, forKey: .amount)
    try wire.encode(at, forKey: .at)
  }
}

/// Renewal info that the store signed, without its signature: the server has verified it.
///
/// ```json
/// { "environment": "production", "isInBillingRetry": false, "kind": "renewal", "originalID": "1000",
///   "renewsAt": 1767225600000, "renewsTo": "yearly", "signedAt": 1767225600000, "willRenew": true }
/// ```
extension StoreRenewal: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      originalID: try wire.decode(StoreTransaction.OriginalID.self, forKey: .originalID),
      renewsTo: try wire.decode(CatalogProduct.ID.self, forKey: .renewsTo),
      willRenew: try wire.decode(Bool.self, forKey: .willRenew),
      renewsAt: try wire.decodeIfPresent(Instant.self, forKey: .renewsAt),
      graceEndsAt: try wire.decodeIfPresent(Instant.self, forKey: .graceEndsAt),
      isInBillingRetry: try wire.decode(Bool.self, forKey: .isInBillingRetry),
      resumesAt: try wire.decodeIfPresent(Instant.self, forKey: .resumesAt),
      environment: try wire.decode(StoreEnvironment.self, forKey: .environment),
      signedAt: try wire.decode(Instant.self, forKey: .signedAt))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(originalID, forKey: .originalID)
    try wire.encode(renewsTo, forKey: .renewsTo)
    try wire.encode(willRenew, forKey: .willRenew)
    try wire.encodeIfPresent(renewsAt, forKey: .renewsAt)
    try wire.encodeIfPresent(graceEndsAt, forKey: .graceEndsAt)
    try wire.encode(isInBillingRetry, forKey: .isInBillingRetry)
    try wire.encodeIfPresent(resumesAt, forKey: .resumesAt)
    try wire.encode(environment, forKey: .environment)
    try wire.encode(signedAt, forKey: .signedAt)
  }
}

/// A side of a transfer: `{"at":1767225600000,"isHeld":false,"kind":"transfer","number":2,"purchase":"1000"}`.
///
/// The purchase is an original transaction id, after the name of its environment unless that is production:
/// `sandbox:1000`. `isShared` is left out if false. `timeLeft` is in milliseconds.
extension PurchaseTransfer: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      purchase: try wire.decode(PurchaseID.self, forKey: .purchase),
      isHeld: try wire.decode(Bool.self, forKey: .isHeld),
      number: try wire.decode(Int.self, forKey: .number),
      isShared: try wire.decodeIfPresent(Bool.self, forKey: .isShared) ?? false,
      spent: try wire.decodeIfPresent([SpentCredit].self, forKey: .spent),
      timeLeft: try wire.decodeIfPresent(Int64.self, forKey: .timeLeft),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(purchase, forKey: .purchase)
    try wire.encode(isHeld, forKey: .isHeld)
    try wire.encode(number, forKey: .number)
    if isShared { try wire.encode(true, forKey: .isShared) }
    try wire.encodeIfPresent(spent, forKey: .spent)
    try wire.encodeIfPresent(timeLeft, forKey: .timeLeft)
    try wire.encode(at, forKey: .at)
  }
}

/// The credits of a transaction; `amount` is 0 if the blueprint gives none for it.
///
/// ```json
/// { "amount": 50, "kind": "credit", "lifetime": { "kind": "period" }, "purchase": "1000", "transaction": "1001",
///   "wallet": "coins" }
/// ```
extension Credit: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      purchase: try wire.decode(PurchaseID.self, forKey: .purchase),
      transaction: try wire.decode(StoreTransaction.ID.self, forKey: .transaction),
      wallet: try wire.decode(Wallet.ID.self, forKey: .wallet),
      amount: try wire.decode(Int.self, forKey: .amount),
      lifetime: try wire.decode(Wallet.Lifetime.self, forKey: .lifetime))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(purchase, forKey: .purchase)
    try wire.encode(transaction, forKey: .transaction)
    try wire.encode(wallet, forKey: .wallet)
    try wire.encode(amount, forKey: .amount)
    try wire.encode(lifetime, forKey: .lifetime)
  }
}
