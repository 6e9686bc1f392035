/// The commitment that a monthly billed period belongs to.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct TransactionCommitmentInfo: Hashable, Codable, Sendable {
  /// Which billing period this is, from 1.
  public var billingPeriodNumber: Int?
  /// How many billing periods the commitment has.
  public var totalBillingPeriods: Int?
  public var commitmentExpiresDate: Instant?
  /// The price of the whole commitment in thousandths of the currency unit.
  public var commitmentPrice: Milliunits?

  public init(
    billingPeriodNumber: Int? = nil,
    totalBillingPeriods: Int? = nil,
    commitmentExpiresDate: Instant? = nil,
    commitmentPrice: Milliunits? = nil
  ) {
    self.billingPeriodNumber = billingPeriodNumber
    self.totalBillingPeriods = totalBillingPeriods
    self.commitmentExpiresDate = commitmentExpiresDate
    self.commitmentPrice = commitmentPrice
  }
}

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
  public var commitmentRenewalDate: Instant?
  /// The following price in thousandths of the currency unit.
  public var commitmentRenewalPrice: Milliunits?

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

/// How the price of a subscription period is billed.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct BillingPlanType: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The whole period up front.
  public static let billedUpfront = Self(rawValue: "BILLED_UPFRONT")

  /// Monthly over a longer commitment.
  public static let monthly = Self(rawValue: "MONTHLY")
}
