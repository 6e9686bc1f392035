/// What happens to a subscription at the end of its period, as signed by the App Store.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwsrenewalinfodecodedpayload>.
public struct RenewalInfoPayload: Hashable, Codable, Sendable {
  /// The identifier of the first purchase of the subscription.
  public var originalTransactionId: String
  /// The product of the current period.
  public var productId: String
  /// The product of the next period.
  public var autoRenewProductId: String
  public var autoRenewStatus: AutoRenewStatus
  /// When Apple signed this version.
  public var signedDate: Instant
  public var environment: Environment
  /// When the current run of periods began; gaps of up to 60 days do not end a run.
  public var recentSubscriptionStartDate: Instant?
  /// When the subscription renews or ends.
  public var renewalDate: Instant?
  /// The next period's price in thousandths of the currency unit.
  public var renewalPrice: Milliunits?
  /// The ISO 4217 code of the price's currency.
  public var currency: String?
  /// Why the subscription ended or will end.
  public var expirationIntent: ExpirationIntent?
  /// True while the store retries a failed payment.
  public var isInBillingRetryPeriod: Bool?
  /// When access ends if the payment keeps failing.
  public var gracePeriodExpiresDate: Instant?
  /// The customer's response to a price increase.
  public var priceIncreaseStatus: PriceIncreaseStatus?
  /// The kind of offer of the next period.
  public var offerType: OfferType?
  /// How the offer is paid.
  public var offerDiscountType: OfferDiscountType?
  public var offerIdentifier: String?
  /// The length of the offer, an ISO 8601 duration.
  public var offerPeriod: String?
  /// The win-back offers that the customer is eligible for, best first.
  public var eligibleWinBackOfferIds: [String]?
  /// The UUID that the app passed with the purchase.
  public var appAccountToken: String?
  /// The identifier of the customer's download of the app.
  public var appTransactionId: String?
  /// How the price of the next period is billed.
  public var renewalBillingPlanType: BillingPlanType?
  /// What follows when the commitment ends.
  public var commitmentInfo: RenewalCommitmentInfo?
  /// How many seats the next period pays for; nil for a purchase by one customer.
  public var renewalQuantity: Int?
  /// The prices of these seats.
  public var multiSeatInfo: RenewalMultiSeatInfo?
  /// The Advanced Commerce API's information about it, kept as received.
  public var advancedCommerceInfo: JSONValue?

  public init(
    originalTransactionId: String,
    productId: String,
    autoRenewProductId: String,
    autoRenewStatus: AutoRenewStatus,
    signedDate: Instant,
    environment: Environment
  ) {
    self.originalTransactionId = originalTransactionId
    self.productId = productId
    self.autoRenewProductId = autoRenewProductId
    self.autoRenewStatus = autoRenewStatus
    self.signedDate = signedDate
    self.environment = environment
  }
}
