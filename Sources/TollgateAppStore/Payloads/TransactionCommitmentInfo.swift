/// The commitment that a monthly billed period belongs to.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct TransactionCommitmentInfo: Hashable, Codable, Sendable {
  /// Which billing period this is, from 1.
  public var billingPeriodNumber: Int?
  /// How many billing periods the commitment has.
  public var totalBillingPeriods: Int?
  /// When the commitment ends.
  public var commitmentExpiresDate: Instant?
  /// The price of the whole commitment in thousandths of the currency unit.
  public var commitmentPrice: Milliunits?

  /// Creates the payload from its fields, which have Apple's names.
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
