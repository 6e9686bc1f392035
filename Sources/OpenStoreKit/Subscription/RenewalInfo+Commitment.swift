public import Foundation
import TollgateAppStore

extension Product.SubscriptionInfo.RenewalInfo {
  /// What follows the last bill of a commitment.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/commitmentinfo-swift.struct>.
  public struct CommitmentInfo: Hashable, Sendable {
    /// The product that follows.
    public let autoRenewPreference: String

    /// Whether the subscription renews after the commitment; ``Product/SubscriptionInfo/RenewalInfo/willAutoRenew``
    /// says whether another bill follows.
    public let willAutoRenew: Bool

    /// When the commitment ends.
    public let renewalDate: Date

    /// What follows costs in all; zero if nothing does.
    public let renewalPrice: Decimal

    /// How it is billed.
    public let renewalBillingPlanType: Product.SubscriptionInfo.BillingPlanType
  }

  /// How the price of the next period is billed; nil if the product has one plan only.
  public var renewalBillingPlanType: Product.SubscriptionInfo.BillingPlanType? {
    payload.renewalBillingPlanType.map { .init(rawValue: $0.rawValue) }
  }

  /// What follows the last bill of the commitment; nil without one.
  public var commitmentInfo: CommitmentInfo? {
    guard let info = payload.commitmentInfo, let product = info.commitmentAutoRenewProductId,
      let end = info.commitmentRenewalDate
    else { return nil }
    return CommitmentInfo(
      autoRenewPreference: product, willAutoRenew: info.commitmentAutoRenewStatus == .on,
      renewalDate: end.date,
      renewalPrice: PriceTag.amount(info.commitmentRenewalPrice ?? .zero),
      renewalBillingPlanType: info.commitmentRenewalBillingPlanType.map {
        .init(rawValue: $0.rawValue)
      } ?? .upFront)
  }
}
