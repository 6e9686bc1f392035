package import TollgateAppStore

/// The store's products, numbered, so that records refer to products, offers and groups in a few bytes.
///
/// It never changes: prices and availability, which do, are in ``PriceList``. Of several products with the same
/// identifier the first counts.
package final class Catalog: Sendable {
  /// A product of any kind.
  enum Item: Sendable {
    case subscription(Listing)
    case product(StoreKitConfiguration.Product)
  }

  /// A subscription that renews, and its offers, each list in the order of the configuration.
  package final class Listing: Sendable {
    /// The number among the items of the catalog.
    let number: UInt32

    /// The position of the subscription group in ``Catalog/groups``.
    let group: UInt32

    let subscription: StoreKitConfiguration.Subscription
    package let introductory: Offer?
    let promotional: [Offer]
    let codes: [Offer]
    let winBack: [Offer]

    /// The plan of monthly bills with a commitment; nil if the product has none for sale.
    var commitment: StoreKitConfiguration.BillingPlan? {
      subscription.billingPlans.first { $0.type == .monthly && $0.isEnabled }
    }

    /// How many bills a commitment has: one for each month of the product's period.
    var billCount: Int {
      let period = subscription.period
      return period.unit == .year ? period.count * 12 : period.count
    }

    init(
      _ subscription: StoreKitConfiguration.Subscription, number: UInt32, group: UInt32,
      offers: inout NumberedTable<Offer>
    ) {
      func numbered(
        _ type: OfferType, _ offer: StoreKitConfiguration.Offer
      ) -> Offer {
        let offer = Offer(
          number: offers.count + 1, type: type, terms: offer)
        _ = offers.add(offer)
        return offer
      }
      self.subscription = subscription
      self.number = number
      self.group = group
      introductory = subscription.introductoryOffer.map { numbered(.introductory, $0) }
      promotional = subscription.promotionalOffers.map { numbered(.promotional, $0) }
      codes = subscription.codeOffers.map { numbered(.offerCode, $0) }
      winBack = subscription.winBackOffers.map { numbered(.winBack, $0) }
    }
  }

  /// The identifiers of the subscription groups, in order.
  let groups: [String]

  /// The offers of all subscriptions.
  let offers: NumberedTable<Offer>

  private let items: [Item]
  private let subscriptions: [String: UInt32]
  private let products: [String: UInt32]

  package init(_ configuration: StoreKitConfiguration) {
    let groups = Set(
      configuration.subscriptionGroups.map(\.id) + configuration.subscriptions.map(\.groupID)
    ).sorted()
    var items: [Item] = []
    var offers = NumberedTable<Offer>()
    var (subscriptions, products): ([String: UInt32], [String: UInt32]) = ([:], [:])
    for subscription in configuration.subscriptions
    where subscriptions[subscription.productID] == nil {
      let number = UInt32(items.count)
      let group = groups.firstIndex(of: subscription.groupID) ?? 0
      subscriptions[subscription.productID] = number
      items.append(
        .subscription(
          Listing(
            subscription, number: number, group: UInt32(group), offers: &offers)))
    }
    for product in configuration.products + configuration.nonRenewingSubscriptions
    where products[product.productID] == nil {
      products[product.productID] = UInt32(items.count)
      items.append(.product(product))
    }
    self.groups = groups
    self.items = items
    self.offers = offers
    self.subscriptions = subscriptions
    self.products = products
  }

  /// The product with a number, which must be one that the catalog assigned.
  subscript(number: UInt32) -> Item { items[Int(number)] }

  /// The subscription with a product identifier; nil if there isn't one or if it does not renew.
  func listing(_ productID: String) -> Listing? {
    guard let number = subscriptions[productID], case .subscription(let listing) = self[number]
    else { return nil }
    return listing
  }

  /// The product with a product identifier that does not renew, and its number.
  func product(_ productID: String) -> (UInt32, StoreKitConfiguration.Product)? {
    guard let number = products[productID], case .product(let product) = self[number]
    else { return nil }
    return (number, product)
  }

  /// The position of a subscription group in ``groups``; nil if no product belongs to it.
  func group(_ id: String) -> UInt32? {
    groups.firstIndex(of: id).map { UInt32($0) }
  }
}
