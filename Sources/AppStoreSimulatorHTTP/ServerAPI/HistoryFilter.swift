import TollgateAppStore

/// A filter for a customer's transaction history, from the request's query.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/get-transaction-history>.
struct HistoryFilter {
  /// Whether the latest change comes first.
  let isDescending: Bool

  /// The span of purchase dates; its end is excluded.
  private let start: Instant?
  private let end: Instant?
  private let productIDs: [String]
  private let productTypes: [ProductType]
  private let groups: [String]
  private let ownership: String?
  /// Whether only revoked transactions are listed, or only others; nil for both.
  private let revoked: Bool?

  /// Reads the filter from the query; every field is optional, and those that list values may be repeated.
  ///
  /// - Throws: Apple's error for the first field that is invalid.
  init(_ call: ServerAPICall) throws(ServerAPIRefusal) {
    start = try call.instant("startDate", or: .invalidStartDate)
    end = try call.instant("endDate", or: .invalidEndDate)
    if let start, let end, start > end { throw ServerAPIRefusal(.startDateAfterEndDate) }
    productIDs = call.values("productId")
    groups = call.values("subscriptionGroupIdentifier")
    ownership = call.value("inAppOwnershipType")
    guard !productIDs.contains("") else { throw ServerAPIRefusal(.invalidProductID) }
    guard !groups.contains("") else {
      throw ServerAPIRefusal(.invalidSubscriptionGroupIdentifier)
    }
    let types: [TransactionHistoryQuery.ProductType] = try call.values(
      "productType", or: .invalidProductType)
    productTypes = types.map(\.product)
    let known = [OwnershipType.purchased, .familyShared, .assigned].map(\.rawValue)
    guard ownership.map(known.contains) ?? true else {
      throw ServerAPIRefusal(.invalidInAppOwnershipType)
    }
    // Apple's Python library writes True and False.
    switch call.value("revoked")?.lowercased() {
    case nil: revoked = nil
    case "true": revoked = true
    case "false": revoked = false
    default: throw ServerAPIRefusal(.invalidRevoked)
    }
    let orders: [TransactionHistoryQuery.Order] = try call.values("sort", or: .invalidSort)
    isDescending = orders.first == .descending
  }

  /// Whether a transaction fits every field that the request has.
  func matches(_ payload: TransactionPayload) -> Bool {
    if let start, payload.purchaseDate < start { return false }
    if let end, payload.purchaseDate >= end { return false }
    if let revoked, revoked != (payload.revocationDate != nil) { return false }
    if let ownership, ownership != payload.inAppOwnershipType.rawValue { return false }
    if !productIDs.isEmpty, !productIDs.contains(payload.productId) { return false }
    if !productTypes.isEmpty, !productTypes.contains(payload.type) { return false }
    guard !groups.isEmpty else { return true }
    return payload.subscriptionGroupIdentifier.map(groups.contains) ?? false
  }
}

extension TransactionHistoryQuery.ProductType {
  /// The kind as named in signed data.
  fileprivate var product: ProductType {
    switch self {
    case .autoRenewable: .autoRenewable
    case .nonRenewable: .nonRenewing
    case .consumable: .consumable
    case .nonConsumable: .nonConsumable
    }
  }
}
