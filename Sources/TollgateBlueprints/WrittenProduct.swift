import Tollgate
import TollgateAppStore

/// A product that is defined in a blueprint, with the details that only a simulated store needs.
struct WrittenProduct: Sendable {
  /// An offer with an identifier.
  enum Offer: Sendable {
    /// A promotional offer, which the developer signs.
    case promotional(StoreKitConfiguration.Offer)
    /// A win-back offer, for former subscribers.
    case winBack(StoreKitConfiguration.Offer)
    /// An offer that is redeemed with a code.
    case code(StoreKitConfiguration.Offer)
  }

  /// The product as the engine knows it.
  let product: CatalogProduct
  /// Its offers except the introductory one.
  var offers: [Offer] = []
  /// Whether it can be shared with a family.
  var isFamilyShareable = false
}

extension StoreKitConfiguration {
  /// Creates what a simulated store sells from products that are defined in a blueprint.
  ///
  /// The storefront is the one whose currency the first price has; a product without a price costs nothing, a
  /// subscription without a group is a group of its own, and one without a level has the first.
  ///
  /// - Parameters:
  ///   - products: The products, in the order of the file.
  ///   - language: The language of their names.
  init(_ products: [WrittenProduct], language: String) {
    let currency = products.lazy.compactMap { $0.product.price?.currency }.first
    let renewing = products.filter { $0.product.kind == .autoRenewable }
    var groups: [String] = []
    for product in renewing where !groups.contains(product.group) { groups.append(product.group) }
    self.init(
      products: products.filter { [.consumable, .nonConsumable].contains($0.product.kind) }
        .map { $0.single(language) },
      nonRenewingSubscriptions: products.filter { $0.product.kind == .nonRenewing }
        .map { $0.single(language) },
      subscriptionGroups: groups.map { group in
        SubscriptionGroup(
          id: group, name: group,
          subscriptions: renewing.filter { $0.group == group }.map { $0.subscription(language) })
      },
      settings: Settings(
        storefront: currency.flatMap(StoreKitProducts.storefront) ?? "USA", locale: language))
  }
}

extension WrittenProduct {
  /// The subscription group, or the product itself where it has none.
  fileprivate var group: String { product.group?.rawValue ?? product.id.rawValue }

  /// The price in thousandths; zero without one.
  private var price: Milliunits { Milliunits(product.price?.milliunits ?? 0) }

  /// The name that customers of the simulated store see.
  private func names(_ language: String) -> [StoreKitConfiguration.Localization] {
    [StoreKitConfiguration.Localization(locale: language, displayName: product.name)]
  }

  /// The product as one that does not renew.
  fileprivate func single(_ language: String) -> StoreKitConfiguration.Product {
    let type: ProductType =
      switch product.kind {
      case .consumable: .consumable
      case .nonConsumable: .nonConsumable
      case .nonRenewing: .nonRenewing
      case .autoRenewable: .autoRenewable
      }
    return StoreKitConfiguration.Product(
      productID: product.id.rawValue, type: type, referenceName: product.name, price: price,
      isFamilyShareable: isFamilyShareable, localizations: names(language))
  }

  /// The product as a subscription.
  fileprivate func subscription(_ language: String) -> StoreKitConfiguration.Subscription {
    var subscription = StoreKitConfiguration.Subscription(
      productID: product.id.rawValue, referenceName: product.name, groupID: group,
      level: product.level ?? 1, period: product.period ?? Period(1, .month), price: price,
      isFamilyShareable: isFamilyShareable,
      introductoryOffer: product.introductoryOffer.map(StoreKitConfiguration.Offer.init),
      localizations: names(language))
    for offer in offers {
      switch offer {
      case .promotional(let offer): subscription.promotionalOffers.append(offer)
      case .winBack(let offer): subscription.winBackOffers.append(offer)
      case .code(let offer): subscription.codeOffers.append(offer)
      }
    }
    return subscription
  }
}

extension StoreKitConfiguration.Offer {
  /// Creates the introductory offer of a product in a blueprint.
  fileprivate init(_ offer: CatalogProduct.IntroductoryOffer) {
    let mode: StoreKitConfiguration.PaymentMode =
      switch offer.payment {
      case .payAsYouGo: .payAsYouGo
      case .payUpFront: .payUpFront
      default: .free
      }
    self.init(
      paymentMode: mode, period: offer.period, numberOfPeriods: offer.periods,
      price: Milliunits(mode == .free ? 0 : offer.price?.milliunits ?? 0))
  }
}
