import AppStore
public import Foundation

/// Something that the app sells, as the App Store describes it.
///
/// Follows <https://developer.apple.com/documentation/storekit/product>.
///
/// ## Topics
/// - Getting products: ``products(for:)``
/// - Describing: ``displayName``, ``description``, ``displayPrice``, ``price``, ``priceFormatStyle``,
///   ``type``, ``isFamilyShareable``, ``subscription``, ``jsonRepresentation``
/// - Buying: ``purchase(options:)``, ``PurchaseOption``, ``PurchaseResult``, ``PurchaseError``
/// - What was bought: ``latestTransaction``, ``currentEntitlements``
public struct Product: Identifiable, Sendable {
  /// The type of ``id``.
  public typealias ID = String

  /// The product identifier.
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

  /// Whether Family Sharing gives it to the family.
  public let isFamilyShareable: Bool

  /// What only subscriptions that renew have; nil for every other product.
  public let subscription: SubscriptionInfo?

  /// The store's description of the product as JSON.
  public let jsonRepresentation: Data

  /// How prices derived from ``price`` are written.
  public let priceFormatStyle: Decimal.FormatStyle.Currency

  let session: StoreSession
  let storefront: Storefront

  /// How a stretch of time is written, to use with `SubscriptionPeriod.formatted(_:referenceDate:)`.
  public var subscriptionPeriodFormatStyle: SubscriptionPeriod.RangeFormatStyle {
    SubscriptionPeriod.RangeFormatStyle(locale: priceFormatStyle.locale)
  }

  /// How the unit of a period is written, to use with `SubscriptionPeriod.Unit.formatted(_:)`.
  public var subscriptionPeriodUnitFormatStyle: SubscriptionPeriod.Unit.FormatStyle {
    SubscriptionPeriod.Unit.FormatStyle(locale: priceFormatStyle.locale)
  }

  /// Asks the App Store for products.
  ///
  /// A cancelled task gets none, without an error.
  ///
  /// - Parameter identifiers: The product identifiers; those that are not sold are left out.
  /// - Returns: The products, each once.
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
  /// The customer's last transaction of the product; nil when it was never bought.
  public var latestTransaction: VerificationResult<Transaction>? {
    get async { await session.run { await Transaction.latest(for: id) } }
  }

  /// The transaction that gives access to the product; nil when there is none.
  public var currentEntitlement: VerificationResult<Transaction>? {
    get async { await session.run { await Transaction.currentEntitlement(for: id) } }
  }

  /// The transactions that give access to the product.
  public var currentEntitlements: Transaction.Transactions {
    session.run { Transaction.currentEntitlements(for: id) }
  }
}

extension Product: Hashable, CustomDebugStringConvertible {
  /// Whether the store describes both alike.
  public static func == (left: Self, right: Self) -> Bool {
    left.jsonRepresentation == right.jsonRepresentation
  }

  /// Feeds the store's description to the hasher.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(jsonRepresentation)
  }

  /// The store's description as JSON.
  public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
