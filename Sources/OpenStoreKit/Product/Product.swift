public import Foundation
import TollgateAppStore

/// A product that the app sells, as the App Store describes it.
///
/// Follows <https://developer.apple.com/documentation/storekit/product>.
///
/// ## Topics
/// - Getting products: ``products(for:)``
/// - Describing: ``displayName``, ``description``, ``displayPrice``, ``price``, ``priceFormatStyle``,
///   ``type``, ``isFamilyShareable``, ``subscription``, ``jsonRepresentation``
/// - Buying: ``purchase(options:)``, ``PurchaseOption``, ``PurchaseResult``, ``PurchaseError``
/// - Purchases: ``latestTransaction``, ``currentEntitlements``
public struct Product: Identifiable, Sendable {
  /// The type of ``id``.
  public typealias ID = String

  public let id: String

  /// The kind of the product.
  public let type: ProductType

  /// The name, in the language of the store.
  public let displayName: String

  /// The description, in the language of the store.
  public let description: String

  /// The price in the storefront's currency.
  public let price: Decimal

  /// The price as text, with its currency.
  public let displayPrice: String

  /// Whether it can be shared through Family Sharing.
  public let isFamilyShareable: Bool

  /// The subscription's details; nil for products that do not renew.
  public let subscription: SubscriptionInfo?

  /// The store's description of the product as JSON.
  public let jsonRepresentation: Data

  /// The format of prices derived from ``price``.
  public let priceFormatStyle: Decimal.FormatStyle.Currency

  let session: StoreSession
  let storefront: Storefront

  /// The format of a range of time, for use with `SubscriptionPeriod.formatted(_:referenceDate:)`.
  public var subscriptionPeriodFormatStyle: SubscriptionPeriod.RangeFormatStyle {
    SubscriptionPeriod.RangeFormatStyle(locale: priceFormatStyle.locale)
  }

  /// The format of a period's unit, for use with `SubscriptionPeriod.Unit.formatted(_:)`.
  public var subscriptionPeriodUnitFormatStyle: SubscriptionPeriod.Unit.FormatStyle {
    SubscriptionPeriod.Unit.FormatStyle(locale: priceFormatStyle.locale)
  }

  /// Requests products from the App Store.
  ///
  /// A cancelled task gets none, without an error.
  ///
  /// - Parameter identifiers: The product identifiers; unknown ones are left out.
  /// - Returns: The products, without duplicates.
  /// - Throws: ``StoreKitError``
  public static func products<Identifiers>(
    for identifiers: Identifiers
  ) async throws -> [Product]
  where Identifiers: Collection, Identifiers.Element == String {
    guard let session = StoreSession.current, !Task.isCancelled else { return [] }
    try session.check(.loadProducts)
    var seen: Set<String> = []
    return identifiers.filter { seen.insert($0).inserted }.compactMap(session.product)
  }
}

extension Product {
  /// The customer's last transaction of the product; nil if it was never bought.
  public var latestTransaction: VerificationResult<Transaction>? {
    get async { await session.run { await Transaction.latest(for: id) } }
  }

  /// The transaction that gives access to the product, or nil if there isn't one.
  public var currentEntitlement: VerificationResult<Transaction>? {
    get async { await session.run { await Transaction.currentEntitlement(for: id) } }
  }

  /// The transactions that give access to the product.
  public var currentEntitlements: Transaction.Transactions {
    session.run { Transaction.currentEntitlements(for: id) }
  }
}

extension Product: Hashable, CustomDebugStringConvertible {
  /// Whether the store's descriptions of both are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.jsonRepresentation == right.jsonRepresentation
  }

  /// Feeds the store's description to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(jsonRepresentation)
  }

  /// The store's description as JSON.
  public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
