/// A purchase or renewal, as signed by the App Store.
///
/// Here and in Apple's other data, values that Apple adds later keep their raw value. Follows
/// <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct TransactionPayload: Hashable, Codable, Sendable {
  /// The identifier of this purchase or renewal.
  public var transactionId: String
  /// The identifier of the first purchase of the subscription or product.
  public var originalTransactionId: String
  /// The app's bundle identifier.
  public var bundleId: String
  /// The product bought.
  public var productId: String
  /// The kind of the product.
  public var type: ProductType
  /// When the price was charged.
  public var purchaseDate: Instant
  public var originalPurchaseDate: Instant
  /// When Apple signed this version of the transaction.
  public var signedDate: Instant
  public var environment: Environment
  /// The number purchased.
  public var quantity: Int
  /// Whether it was bought or is shared by a family member.
  public var inAppOwnershipType: OwnershipType
  /// When the period ends, for a subscription that renews.
  public var expiresDate: Instant?
  /// The subscription group of the product.
  public var subscriptionGroupIdentifier: String?
  /// The identifier of a subscription's charge across devices.
  public var webOrderLineItemId: String?
  /// Whether it is a purchase by the customer or a renewal by the store.
  public var transactionReason: TransactionReason?
  /// True if an upgrade replaced this transaction.
  public var isUpgraded: Bool?
  /// The price in thousandths of the currency unit.
  public var price: Milliunits?
  /// The ISO 4217 code of the price's currency.
  public var currency: String?
  /// The ISO 3166-1 alpha-3 code of the storefront's country.
  public var storefront: String?
  /// Apple's number for the storefront.
  public var storefrontId: String?
  /// The kind of offer the price comes from.
  public var offerType: OfferType?
  /// How the offer is paid.
  public var offerDiscountType: OfferDiscountType?
  /// The offer's identifier; introductory offers have none.
  public var offerIdentifier: String?
  /// The length of the offer, an ISO 8601 duration.
  public var offerPeriod: String?
  public var revocationDate: Instant?
  /// Why the store revoked it.
  public var revocationReason: RevocationReason?
  /// How much was revoked.
  public var revocationType: RevocationType?
  /// The refunded share, in thousandths of a percent.
  public var revocationPercentage: Int?
  /// The UUID that the app passed with the purchase.
  public var appAccountToken: String?
  /// The identifier of the customer's download of the app.
  public var appTransactionId: String?
  /// How the price of the period is billed.
  public var billingPlanType: BillingPlanType?
  /// The commitment that a monthly billed period belongs to.
  public var commitmentInfo: TransactionCommitmentInfo?
  /// The seats that the transaction pays for; nil for a purchase by one customer.
  public var multiSeatInfo: TransactionMultiSeatInfo?
  /// Why there is another transaction in the same period: `SEAT_ADDITION`.
  public var additionalTransactionReason: String?
  /// The Advanced Commerce API's information about it, kept as received.
  public var advancedCommerceInfo: JSONValue?

  public init(
    transactionId: String,
    originalTransactionId: String,
    bundleId: String,
    productId: String,
    type: ProductType,
    purchaseDate: Instant,
    originalPurchaseDate: Instant,
    signedDate: Instant,
    environment: Environment,
    quantity: Int,
    inAppOwnershipType: OwnershipType
  ) {
    self.transactionId = transactionId
    self.originalTransactionId = originalTransactionId
    self.bundleId = bundleId
    self.productId = productId
    self.type = type
    self.purchaseDate = purchaseDate
    self.originalPurchaseDate = originalPurchaseDate
    self.signedDate = signedDate
    self.environment = environment
    self.quantity = quantity
    self.inAppOwnershipType = inAppOwnershipType
  }
}
