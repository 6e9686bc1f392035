/// One purchase, renewal or grant of family sharing, as the store last signed it.
///
/// Only verified data creates one: the initializer is `package`, and the ledger and a server's signed response contain
/// only what was verified. Follows Apple's
/// [JWSTransactionDecodedPayload](https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload).
public struct StoreTransaction: Hashable, Sendable, Identifiable {
  /// The transaction's identifier, the store's own.
  public typealias ID = Identifier<StoreTransaction>
  /// The identifier shared by every transaction of one subscription.
  public typealias OriginalID = PurchaseID.OriginalID

  public let id: ID
  /// The identifier of the subscription's first transaction.
  public let originalID: OriginalID
  /// What was bought.
  public let product: CatalogProduct.ID
  /// The subscription group, for auto-renewable subscriptions.
  public let group: SubscriptionGroup.ID?
  /// When the store charged for it; access starts at this instant.
  public package(set) var purchasedAt: Instant
  /// When it ends, or nil for never; at this instant access has ended.
  public let expiresAt: Instant?
  /// When the store refunded it or removed it from family sharing.
  public let revokedAt: Instant?
  /// What the store returned of the price; nil before a refund, and if the store did not say how much it returned.
  ///
  /// After a refund of some of several seats, ``revokedAt`` is nil: those that are left are paid.
  public let refund: Refund?
  /// Whether a purchase of a higher level in its group replaced it.
  public let isUpgraded: Bool
  /// True if the store renewed the subscription, false if the customer bought it; nil if the store does not say.
  public let isRenewal: Bool?
  /// The offer it was bought with.
  public let offer: StoreOffer?
  /// Whether the customer bought it or a family member shares it.
  public let ownership: Ownership
  /// How many of a consumable or a non-renewing product were bought at once, or the seats of a subscription; else 1.
  public let quantity: Int
  /// How many of the seats were refunded.
  public let revokedSeats: Int
  /// Whether the app hosts the invitations to its seats, so that their members have no transactions.
  public let appHostsInvitations: Bool
  /// What was paid.
  public let price: Money?
  /// The commitment that it is a bill of; nil without one.
  public let commitment: Commitment?
  /// The store that signed it.
  public let environment: StoreEnvironment
  /// The customer it was bought for, if the app had the store sign that.
  public let signedFor: Customer.ID?
  /// When the store signed this version; of two versions the newer wins.
  public let signedAt: Instant

  /// What the store returned of a transaction's price.
  public struct Refund: Hashable, Sendable {
    /// When the store returned it.
    public let at: Instant
    /// How much, in the currency of the price.
    public let amount: Money

    package init(at: Instant, amount: Money) {
      self.at = at
      self.amount = amount
    }
  }

  /// The length assumed for a period that the store signed without any, as its sandbox has done: three minutes, the
  /// [shortest it sells](https://developer.apple.com/help/app-store-connect/test-in-app-purchases/manage-sandbox-apple-account-settings),
  /// so that no purchase is expired from the start.
  static let shortestPeriod: Int64 = 180_000

  /// Whether the customer bought a product or somebody else paid for it.
  public enum Ownership: String, Hashable, Sendable, Codable, CaseIterable {
    /// The customer bought it.
    case purchased
    /// A family member bought it and shares it, or somebody assigned a seat of it; nothing was paid by the customer.
    case familyShared
  }

  package init(
    id: ID, originalID: OriginalID, product: CatalogProduct.ID,
    group: SubscriptionGroup.ID? = nil,
    purchasedAt: Instant, expiresAt: Instant? = nil, revokedAt: Instant? = nil,
    refund: Refund? = nil, isUpgraded: Bool = false, isRenewal: Bool? = nil,
    offer: StoreOffer? = nil, ownership: Ownership = .purchased,
    quantity: Int = 1, revokedSeats: Int = 0, appHostsInvitations: Bool = false,
    price: Money? = nil, commitment: Commitment? = nil,
    environment: StoreEnvironment = .production,
    signedFor: Customer.ID? = nil, signedAt: Instant
  ) {
    self.id = id
    self.originalID = originalID
    self.product = product
    self.group = group
    self.purchasedAt = purchasedAt
    self.expiresAt = expiresAt.map {
      $0 > purchasedAt ? $0 : purchasedAt.adding(milliseconds: Self.shortestPeriod)
    }
    self.revokedAt = revokedAt
    self.refund = refund
    self.isUpgraded = isUpgraded
    self.isRenewal = isRenewal
    self.offer = offer
    self.ownership = ownership
    self.quantity = quantity
    self.revokedSeats = revokedSeats
    self.appHostsInvitations = appHostsInvitations
    self.price = price
    self.commitment = commitment
    self.environment = environment
    self.signedFor = signedFor
    self.signedAt = signedAt
  }

  /// The purchase it belongs to.
  public var purchase: PurchaseID { PurchaseID(originalID, in: environment) }

  /// Whether it renewed a subscription; where the store does not say so, a later transaction of one does.
  package var renews: Bool {
    expiresAt != nil && (isRenewal ?? (id.rawValue != originalID.rawValue))
  }

  /// Whether the store returned some of the price; what an upgrade replaced is not refunded.
  package var isRefunded: Bool { (revokedAt != nil || refund != nil) && !isUpgraded }

  /// What the store returned of the price, 0 if nothing; nil without a price.
  ///
  /// Without a stated amount a refund returns everything, and an upgrade nothing.
  package var returned: Money? {
    guard let price else { return nil }
    return refund?.amount
      ?? Money(milliunits: isRefunded ? price.milliunits : 0, currency: price.currency)
  }

  /// Whether this version wins over another that the store signed: the newest does, then the revoked one, then the one
  /// that gives more.
  func outranks(_ other: StoreTransaction) -> Bool {
    if signedAt != other.signedAt { return signedAt > other.signedAt }
    if (revokedAt == nil) != (other.revokedAt == nil) { return revokedAt != nil }
    if let revokedAt, let other = other.revokedAt, revokedAt != other { return revokedAt > other }
    let (returned, otherReturned) = (refund?.amount.milliunits, other.refund?.amount.milliunits)
    if returned != otherReturned { return returned ?? -1 > otherReturned ?? -1 }
    if let refund, let other = other.refund, refund.at != other.at { return refund.at > other.at }
    let (end, otherEnd) = (expiresAt ?? .distantFuture, other.expiresAt ?? .distantFuture)
    if end != otherEnd { return end > otherEnd }
    if purchasedAt != other.purchasedAt { return purchasedAt < other.purchasedAt }
    // Most repeated reports are equal, and comparing the texts below takes longer than all of the above.
    return self != other && tieBreak.lexicographicallyPrecedes(other.tieBreak)
  }

  private var tieBreak: [String] {
    [
      isUpgraded ? "1" : "0", isRenewal.map { $0 ? "1" : "0" } ?? "2", product.rawValue,
      originalID.rawValue, group?.rawValue ?? "",
      offer.map { "\($0)" } ?? "", ownership.rawValue, "\(quantity)", "\(revokedSeats)",
      "\(price?.milliunits ?? 0)", price?.currency ?? "", signedFor?.rawValue ?? "",
      commitment.map { "\($0.order)" } ?? "", appHostsInvitations ? "1" : "0",
    ]
  }
}

extension StoreTransaction: FactValue {
  package static var traits: FactTraits { [.lifecycle, .ofStore] }

  package var stamp: Instant? { nil }
  package var relatedPurchase: PurchaseID? { purchase }
}
