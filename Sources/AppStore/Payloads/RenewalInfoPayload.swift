/// What happens to a subscription at the end of its period, as the App Store signs it.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwsrenewalinfodecodedpayload>.
public struct RenewalInfoPayload: Hashable, Codable, Sendable {
  /// The identifier of the first purchase of the subscription.
  public var originalTransactionId: String
  /// The product of the current period.
  public var productId: String
  /// The product of the next period.
  public var autoRenewProductId: String
  /// Whether the subscription renews.
  public var autoRenewStatus: AutoRenewStatus
  /// When Apple signed this version.
  public var signedDate: Milliseconds
  /// Where the purchase was made.
  public var environment: Environment
  /// When the present run of periods began, gaps of up to 60 days included.
  public var recentSubscriptionStartDate: Milliseconds?
  /// When the subscription renews or ends.
  public var renewalDate: Milliseconds?
  /// The next period's price in thousandths of the currency unit.
  public var renewalPrice: Milliunits?
  /// The ISO 4217 code of the price's currency.
  public var currency: String?
  /// Why the subscription ended or will end.
  public var expirationIntent: ExpirationIntent?
  /// True while the store tries a failed payment again.
  public var isInBillingRetryPeriod: Bool?
  /// When access ends although payment failed.
  public var gracePeriodExpiresDate: Milliseconds?
  /// What the customer said to a higher price.
  public var priceIncreaseStatus: PriceIncreaseStatus?
  /// The kind of offer of the next period.
  public var offerType: OfferType?
  /// How the offer is paid.
  public var offerDiscountType: OfferDiscountType?
  /// The offer's identifier.
  public var offerIdentifier: String?
  /// The length of the offer, an ISO 8601 duration.
  public var offerPeriod: String?
  /// The win-back offers that the customer may take, best first.
  public var eligibleWinBackOfferIds: [String]?
  /// The UUID that the app gave with the purchase.
  public var appAccountToken: String?
  /// The identifier of the customer's download of the app.
  public var appTransactionId: String?
  /// How the price of the next period is billed.
  public var renewalBillingPlanType: BillingPlanType?
  /// What follows when the commitment ends.
  public var commitmentInfo: RenewalCommitmentInfo?
  /// What the Advanced Commerce API says of it, kept as it came.
  public var advancedCommerceInfo: JSONValue?

  /// Makes the payload from its fields, named as Apple names them.
  public init(
    originalTransactionId: String,
    productId: String,
    autoRenewProductId: String,
    autoRenewStatus: AutoRenewStatus,
    signedDate: Milliseconds,
    environment: Environment,
    recentSubscriptionStartDate: Milliseconds? = nil,
    renewalDate: Milliseconds? = nil,
    renewalPrice: Milliunits? = nil,
    currency: String? = nil,
    expirationIntent: ExpirationIntent? = nil,
    isInBillingRetryPeriod: Bool? = nil,
    gracePeriodExpiresDate: Milliseconds? = nil,
    priceIncreaseStatus: PriceIncreaseStatus? = nil,
    offerType: OfferType? = nil,
    offerDiscountType: OfferDiscountType? = nil,
    offerIdentifier: String? = nil,
    offerPeriod: String? = nil,
    eligibleWinBackOfferIds: [String]? = nil,
    appAccountToken: String? = nil,
    appTransactionId: String? = nil,
    renewalBillingPlanType: BillingPlanType? = nil,
    commitmentInfo: RenewalCommitmentInfo? = nil,
    advancedCommerceInfo: JSONValue? = nil
  ) {
    self.originalTransactionId = originalTransactionId
    self.productId = productId
    self.autoRenewProductId = autoRenewProductId
    self.autoRenewStatus = autoRenewStatus
    self.signedDate = signedDate
    self.environment = environment
    self.recentSubscriptionStartDate = recentSubscriptionStartDate
    self.renewalDate = renewalDate
    self.renewalPrice = renewalPrice
    self.currency = currency
    self.expirationIntent = expirationIntent
    self.isInBillingRetryPeriod = isInBillingRetryPeriod
    self.gracePeriodExpiresDate = gracePeriodExpiresDate
    self.priceIncreaseStatus = priceIncreaseStatus
    self.offerType = offerType
    self.offerDiscountType = offerDiscountType
    self.offerIdentifier = offerIdentifier
    self.offerPeriod = offerPeriod
    self.eligibleWinBackOfferIds = eligibleWinBackOfferIds
    self.appAccountToken = appAccountToken
    self.appTransactionId = appTransactionId
    self.renewalBillingPlanType = renewalBillingPlanType
    self.commitmentInfo = commitmentInfo
    self.advancedCommerceInfo = advancedCommerceInfo
  }
}
