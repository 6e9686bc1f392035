/// The view of one product, with its button to buy.
///
/// Follows <https://developer.apple.com/documentation/storekit/productview>.
public struct ProductView: StoreKitView {
  public var modifiers = StoreViewModifiers()
  private let source: ProductSource

  public nonisolated init(id: Product.ID, prefersPromotionalIcon: Bool = false) {
    source = .identifiers([id])
  }

  public nonisolated init(_ product: Product, prefersPromotionalIcon: Bool = false) {
    source = .loaded([product])
  }

  public func products() async -> [Product] { await source.products() }
}

/// The view of a list of products, each with its button to buy.
///
/// Follows <https://developer.apple.com/documentation/storekit/storeview>.
public struct StoreView: StoreKitView {
  public var modifiers = StoreViewModifiers()
  private let source: ProductSource

  public nonisolated init(ids: some Collection<Product.ID>, prefersPromotionalIcon: Bool = false) {
    source = .identifiers(Array(ids))
  }

  public nonisolated init(products: some Collection<Product>, prefersPromotionalIcon: Bool = false)
  {
    source = .loaded(Array(products))
  }

  public func products() async -> [Product] { await source.products() }
}

/// The view of the subscriptions of a group, each with its button to subscribe.
///
/// Follows <https://developer.apple.com/documentation/storekit/subscriptionstoreview>.
public struct SubscriptionStoreView: StoreKitView {
  public var modifiers = StoreViewModifiers()
  private let source: ProductSource

  /// Shows the subscriptions of a group that relate in certain ways to the one that the customer has; all, if the
  /// customer has none.
  public nonisolated init(
    groupID: String, visibleRelationships: Product.SubscriptionRelationship = .all
  ) {
    source = .group(groupID, visibleRelationships)
  }

  public nonisolated init(productIDs: some Collection<String>) {
    source = .identifiers(Array(productIDs))
  }

  public nonisolated init(subscriptions: some Collection<Product>) {
    source = .loaded(Array(subscriptions))
  }

  public func products() async -> [Product] {
    await source.products().filter { $0.subscription != nil }
  }
}

/// The view of one subscription of a group, with its offer.
///
/// Follows <https://developer.apple.com/documentation/storekit/subscriptionofferview>.
public struct SubscriptionOfferView: StoreKitView {
  public var modifiers = StoreViewModifiers()
  private let source: ProductSource

  /// Shows the first subscription of a group that relates in a certain way to the one that the customer has.
  public nonisolated init(
    groupID: String, visibleRelationship: Product.SubscriptionRelationship
  ) {
    source = .group(groupID, visibleRelationship)
  }

  public func products() async -> [Product] { Array(await source.products().prefix(1)) }
}

/// Where a view's products come from.
private enum ProductSource: Sendable {
  case identifiers([Product.ID])
  case loaded([Product])
  case group(String, Product.SubscriptionRelationship)

  func products() async -> [Product] {
    switch self {
    case .loaded(let products): return products
    case .identifiers(let ids):
      // A view shows that it could not load, and no products.
      return (try? await Product.products(for: ids)) ?? []
    case .group(let group, let visible):
      guard let session = StoreSession.current else { return [] }
      let ids = session.subscriptions(ofGroup: group)
      let products = (try? await Product.products(for: ids)) ?? []
      guard let current = session.currentSubscription(ofGroup: group),
        let level = products.first(where: { $0.id == current })?.subscription?.groupLevel
      else { return products }
      return products.filter { product in
        let other = product.subscription?.groupLevel ?? level
        let relationship: Product.SubscriptionRelationship =
          product.id == current
          ? .current : other < level ? .upgrade : other > level ? .downgrade : .crossgrade
        return visible.contains(relationship)
      }
    }
  }
}
