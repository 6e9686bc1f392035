extension Product {
  /// How far a view's task has come that loads a product.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/taskstate>.
  public enum TaskState: Sendable {
    case loading

    case success(Product)

    /// The product is not on sale.
    case unavailable

    case failure(any Error)

    /// The product, once it is loaded.
    public var product: Product? {
      if case .success(let product) = self { product } else { nil }
    }
  }

  /// How far a view's task has come that loads products.
  public enum CollectionTaskState: Sendable {
    case loading

    /// The products on sale, and the identifiers of the others.
    case success([Product], unavailable: [Product.ID])

    case failure(any Error)

    /// The products, once they are loaded.
    public var products: [Product]? {
      if case .success(let products, _) = self { products } else { nil }
    }
  }

  /// How a subscription relates to the one that the customer has.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptionrelationship>.
  public struct SubscriptionRelationship: OptionSet, Hashable, Sendable {
    /// One bit for each relationship.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A higher level of service.
    public static let upgrade = Self(rawValue: 1)

    /// A lower level of service.
    public static let downgrade = Self(rawValue: 2)

    /// Another subscription of the same level.
    public static let crossgrade = Self(rawValue: 4)

    /// The subscription that the customer has.
    public static let current = Self(rawValue: 8)

    public static let all: Self = [.upgrade, .downgrade, .crossgrade, .current]
  }
}

/// How far a view's task has come that reads what the customer owns.
///
/// Follows <https://developer.apple.com/documentation/storekit/entitlementtaskstate>.
public enum EntitlementTaskState<Value> {
  case loading

  case success(Value)

  case failure(any Error)

  /// The value, once it is read.
  public var value: Value? {
    if case .success(let value) = self { value } else { nil }
  }
}

extension EntitlementTaskState: Sendable where Value: Sendable {}
