import Tollgate

extension StoreTransaction: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      id: try stored.decode(StoreTransaction.ID.self, forKey: .id),
      originalID: try stored.decode(StoreTransaction.OriginalID.self, forKey: .originalID),
      product: try stored.decode(CatalogProduct.ID.self, forKey: .product),
      group: try stored.decodeIfPresent(SubscriptionGroup.ID.self, forKey: .group),
      purchasedAt: try stored.decode(Instant.self, forKey: .purchasedAt),
      expiresAt: try stored.decodeIfPresent(Instant.self, forKey: .expiresAt),
      revokedAt: try stored.decodeIfPresent(Instant.self, forKey: .revokedAt),
      refund: try stored.decodeIfPresent(StoreTransaction.Refund.self, forKey: .refund),
      isUpgraded: try stored.decode(Bool.self, forKey: .isUpgraded),
      offer: try stored.decodeIfPresent(StoreOffer.self, forKey: .offer),
      ownership: try stored.decode(StoreTransaction.Ownership.self, forKey: .ownership),
      quantity: try stored.decode(Int.self, forKey: .quantity),
      price: try stored.decodeIfPresent(Money.self, forKey: .price),
      environment: try stored.decode(StoreEnvironment.self, forKey: .environment),
      signedFor: try stored.decodeIfPresent(Customer.ID.self, forKey: .signedFor),
      signedAt: try stored.decode(Instant.self, forKey: .signedAt))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(id, forKey: .id)
    try stored.encode(originalID, forKey: .originalID)
    try stored.encode(product, forKey: .product)
    try stored.encodeIfPresent(group, forKey: .group)
    try stored.encode(purchasedAt, forKey: .purchasedAt)
    try stored.encodeIfPresent(expiresAt, forKey: .expiresAt)
    try stored.encodeIfPresent(revokedAt, forKey: .revokedAt)
    try stored.encodeIfPresent(refund, forKey: .refund)
    try stored.encode(isUpgraded, forKey: .isUpgraded)
    try stored.encodeIfPresent(offer, forKey: .offer)
    try stored.encode(ownership, forKey: .ownership)
    try stored.encode(quantity, forKey: .quantity)
    try stored.encodeIfPresent(price, forKey: .price)
    try stored.encode(environment, forKey: .environment)
    try stored.encodeIfPresent(signedFor, forKey: .signedFor)
    try stored.encode(signedAt, forKey: .signedAt)
  }
}

extension StoreTransaction.Refund: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      at: try stored.decode(Instant.self, forKey: .at),
      amount: try stored.decode(Money.self, forKey: .amount))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(at, forKey: .at)
    try stored.encode(amount, forKey: .amount)
  }
}

extension StoreRenewal: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      originalID: try stored.decode(StoreTransaction.OriginalID.self, forKey: .originalID),
      renewsTo: try stored.decode(CatalogProduct.ID.self, forKey: .renewsTo),
      willRenew: try stored.decode(Bool.self, forKey: .willRenew),
      renewsAt: try stored.decodeIfPresent(Instant.self, forKey: .renewsAt),
      graceEndsAt: try stored.decodeIfPresent(Instant.self, forKey: .graceEndsAt),
      isInBillingRetry: try stored.decode(Bool.self, forKey: .isInBillingRetry),
      resumesAt: try stored.decodeIfPresent(Instant.self, forKey: .resumesAt),
      environment: try stored.decode(StoreEnvironment.self, forKey: .environment),
      signedAt: try stored.decode(Instant.self, forKey: .signedAt))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(originalID, forKey: .originalID)
    try stored.encode(renewsTo, forKey: .renewsTo)
    try stored.encode(willRenew, forKey: .willRenew)
    try stored.encodeIfPresent(renewsAt, forKey: .renewsAt)
    try stored.encodeIfPresent(graceEndsAt, forKey: .graceEndsAt)
    try stored.encode(isInBillingRetry, forKey: .isInBillingRetry)
    try stored.encodeIfPresent(resumesAt, forKey: .resumesAt)
    try stored.encode(environment, forKey: .environment)
    try stored.encode(signedAt, forKey: .signedAt)
  }
}

extension PurchaseTransfer: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      purchase: try stored.decode(PurchaseID.self, forKey: .purchase),
      isHeld: try stored.decode(Bool.self, forKey: .isHeld),
      number: try stored.decode(Int.self, forKey: .number),
      isShared: try stored.decodeIfPresent(Bool.self, forKey: .isShared) ?? false,
      spent: try stored.decodeIfPresent([SpentCredit].self, forKey: .spent),
      timeLeft: try stored.decodeIfPresent(Int64.self, forKey: .timeLeft),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(purchase, forKey: .purchase)
    try stored.encode(isHeld, forKey: .isHeld)
    try stored.encode(number, forKey: .number)
    if isShared { try stored.encode(true, forKey: .isShared) }
    try stored.encodeIfPresent(spent, forKey: .spent)
    try stored.encodeIfPresent(timeLeft, forKey: .timeLeft)
    try stored.encode(at, forKey: .at)
  }
}

extension Credit: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      purchase: try stored.decode(PurchaseID.self, forKey: .purchase),
      transaction: try stored.decode(StoreTransaction.ID.self, forKey: .transaction),
      wallet: try stored.decode(Wallet.ID.self, forKey: .wallet),
      amount: try stored.decode(Int.self, forKey: .amount),
      lifetime: try stored.decode(Wallet.Lifetime.self, forKey: .lifetime))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(purchase, forKey: .purchase)
    try stored.encode(transaction, forKey: .transaction)
    try stored.encode(wallet, forKey: .wallet)
    try stored.encode(amount, forKey: .amount)
    try stored.encode(lifetime, forKey: .lifetime)
  }
}
