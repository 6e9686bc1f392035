/// Which transactions of a customer to list, and in which order.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/get-transaction-history>.
public struct TransactionHistoryQuery: Hashable, Sendable {
  /// The kinds of products, as this query names them.
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

    /// The newest change first.
    case descending = "DESCENDING"
  }

  /// The earliest purchase date.
  public var startDate: Milliseconds?

  /// The end of the purchase dates; a purchase at it is left out.
  public var endDate: Milliseconds?

  /// Only these products; none means all.
  public var productIDs: [String]

  /// Only these kinds of products; none means all.
  public var productTypes: [ProductType]

  /// Only these subscription groups; none means all.
  public var subscriptionGroupIdentifiers: [String]

  /// Only bought or only shared ones.
  public var ownershipType: OwnershipType?

  /// True for only revoked transactions, false for only others.
  public var revoked: Bool?

  /// The order; Apple's own is the oldest change first.
  public var order: Order?

  /// Makes a query; without arguments it lists everything.
  ///
  /// - Parameters:
  ///   - startDate: The earliest purchase date.
  ///   - endDate: The end of the purchase dates.
  ///   - productIDs: Only these products.
  ///   - productTypes: Only these kinds of products.
  ///   - subscriptionGroupIdentifiers: Only these subscription groups.
  ///   - ownershipType: Only bought or only shared ones.
  ///   - revoked: True for only revoked transactions, false for only others.
  ///   - order: The order.
  public init(
    startDate: Milliseconds? = nil, endDate: Milliseconds? = nil, productIDs: [String] = [],
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

  /// The query as the address has it.
  var parameters: [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    if let startDate { parameters.append(("startDate", String(startDate.rawValue))) }
    if let endDate { parameters.append(("endDate", String(endDate.rawValue))) }
    parameters += productIDs.map { ("productId", $0) }
    parameters += productTypes.map { ("productType", $0.rawValue) }
    parameters += subscriptionGroupIdentifiers.map { ("subscriptionGroupIdentifier", $0) }
    if let ownershipType { parameters.append(("inAppOwnershipType", ownershipType.rawValue)) }
    if let revoked { parameters.append(("revoked", String(revoked))) }
    if let order { parameters.append(("sort", order.rawValue)) }
    return parameters
  }
}
