/// What follows when a commitment ends.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwsrenewalinfodecodedpayload>.
public struct RenewalCommitmentInfo: Hashable, Codable, Sendable {
  /// The product that follows the commitment.
  public var commitmentAutoRenewProductId: String?
  /// Whether another commitment follows it.
  public var commitmentAutoRenewStatus: AutoRenewStatus?
  /// How the following price is billed.
  public var commitmentRenewalBillingPlanType: BillingPlanType?
  /// When the commitment renews.
  public var commitmentRenewalDate: Instant?
  /// The following price in thousandths of the currency unit.
  public var commitmentRenewalPrice: Milliunits?

  /// Creates the payload from its fields, which have Apple's names.
  public init(
    commitmentAutoRenewProductId: String? = nil,
    commitmentAutoRenewStatus: AutoRenewStatus? = nil,
    commitmentRenewalBillingPlanType: BillingPlanType? = nil,
    commitmentRenewalDate: Instant? = nil,
    commitmentRenewalPrice: Milliunits? = nil
  ) {
    self.commitmentAutoRenewProductId = commitmentAutoRenewProductId
    self.commitmentAutoRenewStatus = commitmentAutoRenewStatus
    self.commitmentRenewalBillingPlanType = commitmentRenewalBillingPlanType
    self.commitmentRenewalDate = commitmentRenewalDate
    self.commitmentRenewalPrice = commitmentRenewalPrice
  }
}
