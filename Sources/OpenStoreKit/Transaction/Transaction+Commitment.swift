public import Foundation
import TollgateAppStore

extension Transaction {
  /// The commitment that a monthly bill belongs to.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/transaction/commitmentinfo-swift.struct>.
  public struct CommitmentInfo: Hashable, Sendable {
    /// The number of the bill, from 1.
    public let billingPeriodNumber: UInt64

    /// How many bills the commitment has.
    public let totalBillingPeriods: UInt64

    /// When the commitment ends.
    public let expirationDate: Date

    /// The price of the whole commitment.
    public let price: Decimal
  }

  /// How the price of the period is billed; nil if the product has one plan only.
  public var billingPlanType: Product.SubscriptionInfo.BillingPlanType? {
    payload.billingPlanType.map { .init(rawValue: $0.rawValue) }
  }

  /// The commitment that the transaction is a bill of; nil without one.
  public var commitmentInfo: CommitmentInfo? {
    guard let info = payload.commitmentInfo, let number = info.billingPeriodNumber,
      let total = info.totalBillingPeriods, let end = info.commitmentExpiresDate,
      let price = info.commitmentPrice
    else { return nil }
    return CommitmentInfo(
      billingPeriodNumber: UInt64(clamping: number), totalBillingPeriods: UInt64(clamping: total),
      expirationDate: end.date, price: PriceTag.amount(price))
  }
}
