/// A query for a customer's transactions, with their order.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/get-transaction-history>.
public struct TransactionHistoryQuery: Hashable, Sendable {
  /// The kinds of products, with this query's names.
  public enum ProductType: String, Hashable, Sendable, CaseIterable {
    /// Subscriptions that renew.
    case autoRenewable = "AUTO_RENEWABLE"

    /// Subscriptions that do not renew.
    case nonRenewable = "NON_RENEWABLE"

    /// Products that are used up.
    case consumable = "CONSUMABLE"

    /// Products that last.
    case nonConsumable = "NON_CONSUMABLE"
  }

  /// The order of the transactions, by when they last changed.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// The oldest change first.
    case ascending = "ASCENDING"

    /// The latest change first.
    case descending = "DESCENDING"
  }

  public var startDate: Instant?

  /// The end of the purchase dates, exclusive.
  public var endDate: Instant?

  /// Only these products; if empty, all.
  public var productIDs: [String]

  /// Only these kinds of products; if empty, all.
  public var productTypes: [ProductType]

  /// Only these subscription groups; if empty, all.
  public var subscriptionGroupIdentifiers: [String]

  /// Only purchased or only shared ones.
  public var ownershipType: OwnershipType?

  /// True for only revoked transactions, false for only the others.
  public var revoked: Bool?

  /// The order; Apple's default is the oldest change first.
  public var order: Order?

  /// Creates a query; without arguments it lists everything.
  ///
  /// - Parameters:
  ///   - productIDs: Only these products.
  ///   - productTypes: Only these kinds of products.
  ///   - subscriptionGroupIdentifiers: Only these subscription groups.
  public init(
    startDate: Instant? = nil, endDate: Instant? = nil, productIDs: [String] = [],
    productTypes: [ProductType] = [], subscriptionGroupIdentifiers: [String] = [],
    ownershipType: OwnershipType? = nil, revoked: Bool? = nil, order: Order? = nil
  ) {
    self.startDate = startDate
    self.endDate = endDate
    self.productIDs = productIDs
    self.productTypes = productTypes
    self.subscriptionGroupIdentifiers = subscriptionGroupIdentifiers
    self.ownershipType = ownershipType
    self.revoked = revoked
    self.order = order
  }

  /// The query's URL parameters.
  var parameters: [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    if let startDate { parameters.append(("startDate", String(startDate.milliseconds))) }
    if let endDate { parameters.append(("endDate", String(endDate.milliseconds))) }
    parameters += productIDs.map { ("productId", $0) }
    parameters += productTypes.map { ("productType", $0.rawValue) }
    parameters += subscriptionGroupIdentifiers.map { ("subscriptionGroupIdentifier", $0) }
    if let ownershipType { parameters.append(("inAppOwnershipType", ownershipType.rawValue)) }
    if let revoked { parameters.append(("revoked", String(revoked))) }
    if let order { parameters.append(("sort", order.rawValue)) }
    return parameters
  }
}
