import AppStoreSimulator
public import Foundation
import TollgateAppStore

extension Product.SubscriptionInfo {
  /// What happens at the end of a subscription's period, as signed by the App Store.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo>.
  public struct RenewalInfo: Sendable {
    let signed: Signed<RenewalInfoPayload>
    let session: StoreSession

    var payload: RenewalInfoPayload { signed.payload }
  }
}

extension Product.SubscriptionInfo.RenewalInfo {
  /// The signed data as JSON.
  public var jsonRepresentation: Data { SignedText(signed.jws).payload }

  public var originalTransactionID: UInt64 { UInt64(payload.originalTransactionId) ?? 0 }

  /// The product of the current, or last, period.
  public var currentProductID: String { payload.productId }

  /// Whether the subscription renews.
  public var willAutoRenew: Bool { payload.autoRenewStatus == .on }

  /// The product of the next period; nil if the subscription does not renew.
  public var autoRenewPreference: String? {
    willAutoRenew ? payload.autoRenewProductId : nil
  }

  /// Why the subscription ended.
  public var expirationReason: ExpirationReason? {
    payload.expirationIntent.map { ExpirationReason(rawValue: $0.rawValue) }
  }

  /// The customer's response to a price increase.
  public var priceIncreaseStatus: PriceIncreaseStatus {
    switch payload.priceIncreaseStatus {
    case .pending?: .pending
    case .accepted?: .agreed
    default: .noIncreasePending
    }
  }

  /// Whether the store is retrying a failed payment.
  public var isInBillingRetry: Bool { payload.isInBillingRetryPeriod ?? false }

  /// When access ends if the payment keeps failing.
  public var gracePeriodExpirationDate: Date? { payload.gracePeriodExpiresDate?.date }

  /// The offer of the next period.
  public var offer: Transaction.Offer? {
    payload.offerType.map {
      Transaction.Offer(
        $0, id: payload.offerIdentifier, payload.offerDiscountType, payload.offerPeriod)
    }
  }

  /// The identifier of the next period's offer.
  public var offerID: String? { offer?.id }

  /// The kind of the next period's offer.
  public var offerType: Transaction.OfferType? { offer?.type }

  /// How the next period's offer is paid, with the name from signed data.
  public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }

  /// The length of the next period's offer, an ISO 8601 duration.
  public var offerPeriodStringRepresentation: String? { payload.offerPeriod }

  /// The environment of the purchase.
  public var environment: AppStore.Environment {
    AppStore.Environment(rawValue: payload.environment.rawValue)
  }

  /// The environment of the purchase, by name.
  public var environmentStringRepresentation: String { payload.environment.rawValue }

  /// When the current run of periods began; gaps of up to 60 days do not end a run.
  public var recentSubscriptionStartDate: Date {
    payload.recentSubscriptionStartDate?.date ?? .distantPast
  }

  /// When the last period ends, whether or not the subscription then renews.
  public var renewalDate: Date? { payload.renewalDate?.date }

  /// The price of the next period.
  public var renewalPrice: Decimal? { payload.renewalPrice.map(PriceTag.amount) }

  /// The currency of the next period's price.
  public var currency: Locale.Currency? { payload.currency.map { Locale.Currency($0) } }

  /// The ISO 4217 code of that currency.
  public var currencyCode: String? { payload.currency }

  /// The win-back offers that the customer is eligible for, best first.
  public var eligibleWinBackOfferIDs: [String] { payload.eligibleWinBackOfferIds ?? [] }

  /// A hash by which the device recognizes its own data: SHA-384 of the nonce and the device's identifier.
  public var deviceVerification: Data { session.deviceVerification(deviceVerificationNonce) }

  /// The UUID that is part of the hash.
  public var deviceVerificationNonce: UUID { session.nonce(of: payload.originalTransactionId) }

  /// When the data was signed.
  public var signedDate: Date { payload.signedDate.date }

  /// The UUID that the app passed with the purchase.
  public var appAccountToken: UUID? { payload.appAccountToken.flatMap(UUID.init(uuidString:)) }

  /// The identifier of the customer's download of the app.
  public var appTransactionID: String { payload.appTransactionId ?? "" }
}

extension Product.SubscriptionInfo.RenewalInfo: Hashable, CustomDebugStringConvertible {
  /// Whether the signed content is equal.
  public static func == (left: Self, right: Self) -> Bool { left.payload == right.payload }

  /// Feeds the signed content to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(payload)
  }

  /// The signed data as JSON.
  public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
