import AppStore
import AppStoreSimulator
public import Foundation

/// A purchase or renewal, as the App Store signs it.
///
/// Follows <https://developer.apple.com/documentation/storekit/transaction>.
///
/// ## Topics
/// - Hearing of transactions: ``updates``, ``unfinished``
/// - What the customer owns: ``currentEntitlements``, ``currentEntitlements(for:)``
/// - The history: ``all``, ``all(for:)``, ``latest(for:)``
/// - Delivering: ``finish()``
public struct Transaction: Identifiable, Sendable {
  /// The type of ``id``.
  public typealias ID = UInt64

  let signed: Signed<TransactionPayload>
  let session: StoreSession

  var payload: TransactionPayload { signed.payload }

  /// Tells the store that what was bought has been delivered; it does not come again then.
  public func finish() async {
    session.finish(payload.transactionId)
  }

  /// The condition of the subscription that the transaction belongs to; nil when it is of none, or when
  /// the condition cannot be had.
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

  /// The app's bundle identifier.
  public var appBundleID: String { payload.bundleId }

  /// When the price was charged.
  public var purchaseDate: Date { payload.purchaseDate.date }

  /// When the original transaction was made.
  public var originalPurchaseDate: Date { payload.originalPurchaseDate.date }

  /// When the period ends, for a subscription that renews.
  public var expirationDate: Date? { payload.expiresDate?.date }

  /// How many were bought.
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

  /// The identifier of the offer.
  public var offerID: String? { offer?.id }

  /// How the offer is paid, as signed data names it.
  public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }

  /// The length of the offer, an ISO 8601 duration.
  public var offerPeriodStringRepresentation: String? { payload.offerPeriod }

  /// When the store took the purchase back.
  public var revocationDate: Date? { payload.revocationDate?.date }

  /// Why the store took it back.
  public var revocationReason: RevocationReason? {
    payload.revocationReason.map { RevocationReason(rawValue: $0.rawValue) }
  }

  /// How much the store took back.
  public var revocationType: RevocationType? {
    payload.revocationType.map { RevocationType(rawValue: $0.rawValue) }
  }

  /// How much the store took back, by name.
  public var revocationTypeStringRepresentation: String? { payload.revocationType?.rawValue }

  /// The share of the price that was paid back, in percent.
  public var revocationPercentage: Decimal? {
    payload.revocationPercentage.map { Decimal($0) / 1000 }
  }

  /// The kind of the product.
  public var productType: Product.ProductType {
    Product.ProductType(rawValue: payload.type.rawValue)
  }

  /// The UUID that the app gave with the purchase.
  public var appAccountToken: UUID? { payload.appAccountToken.flatMap(UUID.init(uuidString:)) }

  /// Where the purchase was made.
  public var environment: AppStore.Environment {
    AppStore.Environment(rawValue: payload.environment.rawValue)
  }

  /// Where the purchase was made, by name.
  public var environmentStringRepresentation: String { payload.environment.rawValue }

  /// Whether the customer bought or the store renewed.
  public var reason: Reason { Reason(rawValue: reasonStringRepresentation) }

  /// Whether the customer bought or the store renewed, by name.
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

  /// A hash by which the device knows its own data: SHA-384 of the nonce and the device's identifier.
  public var deviceVerification: Data { session.deviceVerification(deviceVerificationNonce) }

  /// The UUID that goes into the hash.
  public var deviceVerificationNonce: UUID { session.nonce(of: payload.transactionId) }

  /// The signed data as JSON.
  public var jsonRepresentation: Data { SignedText(signed.jws).payload }
}

extension Transaction: Hashable, CustomDebugStringConvertible {
  /// Whether the same was signed.
  public static func == (left: Self, right: Self) -> Bool { left.payload == right.payload }

  /// Feeds what was signed to the hasher.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(payload)
  }

  /// The signed data as JSON.
  public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
