import AppStoreSimulator
public import Foundation
import TollgateAppStore

/// A purchase or renewal, as signed by the App Store.
///
/// Follows <https://developer.apple.com/documentation/storekit/transaction>.
///
/// ## Topics
/// - Receiving transactions: ``updates``, ``unfinished``
/// - What the customer owns: ``currentEntitlements``, ``currentEntitlements(for:)``
/// - The history: ``all``, ``all(for:)``, ``latest(for:)``
/// - Delivering: ``finish()``
public struct Transaction: Identifiable, Sendable {
  /// The type of ``id``.
  public typealias ID = UInt64

  let signed: Signed<TransactionPayload>
  let session: StoreSession

  var payload: TransactionPayload { signed.payload }

  /// Marks the transaction as finished, so that it is not delivered again.
  public func finish() async {
    session.finish(payload.transactionId)
  }

  /// The condition of the subscription that the transaction belongs to; nil if it belongs to none, or if the condition
  /// is not available.
  public var subscriptionStatus: Product.SubscriptionInfo.Status? {
    get async {
      do {
        return try session.status(ofTransaction: id)
      } catch {
        return nil
      }
    }
  }
}

extension Transaction {
  /// The identifier of this purchase or renewal.
  public var id: UInt64 { UInt64(payload.transactionId) ?? 0 }

  /// The identifier of the first purchase of the subscription or product.
  public var originalID: UInt64 { UInt64(payload.originalTransactionId) ?? 0 }

  /// The identifier of a subscription's charge across devices.
  public var webOrderLineItemID: String? { payload.webOrderLineItemId }

  /// The product bought.
  public var productID: String { payload.productId }

  /// The subscription group of the product.
  public var subscriptionGroupID: String? { payload.subscriptionGroupIdentifier }

  public var appBundleID: String { payload.bundleId }

  /// When the price was charged.
  public var purchaseDate: Date { payload.purchaseDate.date }

  /// When the original transaction was made.
  public var originalPurchaseDate: Date { payload.originalPurchaseDate.date }

  /// When the period ends, for a subscription that renews.
  public var expirationDate: Date? { payload.expiresDate?.date }

  /// The number purchased.
  public var purchasedQuantity: Int { payload.quantity }

  /// Whether an upgrade replaced this transaction.
  public var isUpgraded: Bool { payload.isUpgraded ?? false }

  /// The offer that the price comes from.
  public var offer: Offer? {
    payload.offerType.map {
      Offer($0, id: payload.offerIdentifier, payload.offerDiscountType, payload.offerPeriod)
    }
  }

  /// The kind of the offer.
  public var offerType: OfferType? { offer?.type }

  public var offerID: String? { offer?.id }

  /// How the offer is paid, with the name from signed data.
  public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }

  /// The length of the offer, an ISO 8601 duration.
  public var offerPeriodStringRepresentation: String? { payload.offerPeriod }

  /// When the store revoked the purchase.
  public var revocationDate: Date? { payload.revocationDate?.date }

  /// Why the store revoked it.
  public var revocationReason: RevocationReason? {
    payload.revocationReason.map { RevocationReason(rawValue: $0.rawValue) }
  }

  /// How much the store revoked.
  public var revocationType: RevocationType? {
    payload.revocationType.map { RevocationType(rawValue: $0.rawValue) }
  }

  /// How much the store revoked, by name.
  public var revocationTypeStringRepresentation: String? { payload.revocationType?.rawValue }

  /// The refunded share of the price, in percent.
  public var revocationPercentage: Decimal? {
    payload.revocationPercentage.map { Decimal($0) / 1000 }
  }

  /// The kind of the product.
  public var productType: Product.ProductType {
    Product.ProductType(rawValue: payload.type.rawValue)
  }

  /// The UUID that the app passed with the purchase.
  public var appAccountToken: UUID? { payload.appAccountToken.flatMap(UUID.init(uuidString:)) }

  /// The environment of the purchase.
  public var environment: AppStore.Environment {
    AppStore.Environment(rawValue: payload.environment.rawValue)
  }

  /// The environment of the purchase, by name.
  public var environmentStringRepresentation: String { payload.environment.rawValue }

  /// Whether it is a purchase by the customer or a renewal by the store.
  public var reason: Reason { Reason(rawValue: reasonStringRepresentation) }

  /// Whether it is a purchase by the customer or a renewal by the store, by name.
  public var reasonStringRepresentation: String {
    payload.transactionReason?.rawValue ?? Reason.purchase.rawValue
  }

  /// The storefront of the purchase.
  public var storefront: Storefront {
    Storefront(
      countryCode: payload.storefront ?? "", id: payload.storefrontId ?? "",
      code: payload.currency ?? "")
  }

  /// The ISO 3166-1 alpha-3 code of the storefront's country.
  public var storefrontCountryCode: String { payload.storefront ?? "" }

  /// The price paid, in units of ``currency``.
  public var price: Decimal? { payload.price.map(PriceTag.amount) }

  /// The currency of the price.
  public var currency: Locale.Currency? { payload.currency.map { Locale.Currency($0) } }

  /// The ISO 4217 code of the currency.
  public var currencyCode: String? { payload.currency }

  /// The identifier of the customer's download of the app.
  public var appTransactionID: String { payload.appTransactionId ?? "" }

  /// Whether it was bought or is shared by a family member.
  public var ownershipType: OwnershipType {
    OwnershipType(rawValue: payload.inAppOwnershipType.rawValue)
  }

  /// When the data was signed.
  public var signedDate: Date { payload.signedDate.date }

  /// A hash by which the device recognizes its own data: SHA-384 of the nonce and the device's identifier.
  public var deviceVerification: Data { session.deviceVerification(deviceVerificationNonce) }

  /// The UUID that is part of the hash.
  public var deviceVerificationNonce: UUID { session.nonce(of: payload.transactionId) }

  /// The signed data as JSON.
  public var jsonRepresentation: Data { SignedText(signed.jws).payload }
}

extension Transaction: Hashable, CustomDebugStringConvertible {
  /// Whether the signed content is equal.
  public static func == (left: Self, right: Self) -> Bool { left.payload == right.payload }

  /// Feeds the signed content to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(payload)
  }

  /// The signed data as JSON.
  public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
