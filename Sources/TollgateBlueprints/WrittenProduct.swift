package import Tollgate
package import TollgateAppStore

/// A product that is defined in a blueprint, with the details that only a simulated store needs.
package struct WrittenProduct: Sendable {
  /// The product as the engine knows it.
  let product: CatalogProduct
  /// Whether it can be shared with a family.
  var isFamilyShareable = false

  package init(product: CatalogProduct, isFamilyShareable: Bool = false) {
    self.product = product
    self.isFamilyShareable = isFamilyShareable
  }
}

extension StoreKitConfiguration {
  /// Creates what a simulated store sells from products that are defined in a blueprint.
  ///
  /// The storefront is the one whose currency the first price has; a product without a price costs nothing, a
  /// subscription without a group is a group of its own, and one without a level has the first.
  ///
  /// - Parameter products: The products, in the order of the file.
  package init(_ products: [WrittenProduct], language: String) {
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
        storefront: currency.flatMap(KnownStorefront.country) ?? "USA", locale: language))
  }
}

extension StoreKitConfiguration {
  /// The products that a family can share.
  var familyShareable: Set<CatalogProduct.ID> {
    let shared =
      subscriptions.filter(\.isFamilyShareable).map(\.productID)
      + products.filter(\.isFamilyShareable).map(\.productID)
    return Set(shared.map { CatalogProduct.ID($0) })
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

  fileprivate func subscription(_ language: String) -> StoreKitConfiguration.Subscription {
    var subscription = StoreKitConfiguration.Subscription(
      productID: product.id.rawValue, referenceName: product.name, groupID: group,
      level: product.level ?? 1, period: product.period ?? Period(1, .month), price: price,
      isFamilyShareable: isFamilyShareable,
      introductoryOffer: product.introductoryOffer.map(StoreKitConfiguration.Offer.init),
      billingPlans: product.billingPlans, localizations: names(language),
      seatTiers: product.seatPrices.map {
        StoreKitConfiguration.SeatTier(
          minimumSeats: $0.from, price: Milliunits($0.price.milliunits))
      })
    for offer in product.offers {
      let sold = StoreKitConfiguration.Offer(offer)
      switch offer.kind {
      case .promotional: subscription.promotionalOffers.append(sold)
      case .winBack: subscription.winBackOffers.append(sold)
      case .code: subscription.codeOffers.append(sold)
      }
    }
    return subscription
  }
}

extension CatalogProduct {
  /// Its plans, as App Store Connect has them; empty if it is only billed up front.
  fileprivate var billingPlans: [StoreKitConfiguration.BillingPlan] {
    guard let monthlyPrice, let commitmentPrice else { return [] }
    let upFront = Milliunits(price?.milliunits ?? 0)
    return [
      StoreKitConfiguration.BillingPlan(
        type: .billedUpfront, price: upFront, commitmentPrice: upFront, isEnabled: true),
      StoreKitConfiguration.BillingPlan(
        type: .monthly, price: Milliunits(monthlyPrice.milliunits),
        commitmentPrice: Milliunits(commitmentPrice.milliunits), isEnabled: true),
    ]
  }
}

extension BillingPlan {
  /// The plan that an offer of a file is for: up front unless it names the monthly one.
  init(_ type: BillingPlanType?) { self = type == .monthly ? .monthly : .upFront }

  /// The plan as an offer of a file names it; nil for the usual one.
  fileprivate var type: BillingPlanType? {
    switch self {
    case .upFront: nil
    case .monthly: .monthly
    }
  }
}

extension StoreKitConfiguration.Offer {
  /// Creates the introductory offer of a product in a blueprint.
  fileprivate init(_ offer: CatalogProduct.IntroductoryOffer) {
    let mode = StoreKitConfiguration.PaymentMode(offer.payment)
    self.init(
      paymentMode: mode, period: offer.period, numberOfPeriods: offer.periods,
      price: Milliunits(mode == .free ? 0 : offer.price?.milliunits ?? 0),
      billingPlan: offer.billing.type)
  }

  /// Creates another offer of a product in a blueprint.
  fileprivate init(_ offer: CatalogProduct.Offer) {
    self.init(
      id: offer.id.rawValue, referenceName: offer.id.rawValue,
      paymentMode: StoreKitConfiguration.PaymentMode(offer.payment), period: offer.period,
      numberOfPeriods: offer.periods, price: Milliunits(offer.price?.milliunits ?? 0),
      billingPlan: offer.billing.type)
  }
}

extension StoreKitConfiguration.PaymentMode {
  /// The payment mode of an offer in a blueprint.
  fileprivate init(_ payment: StoreOffer.Payment) {
    switch payment {
    case .payAsYouGo: self = .payAsYouGo
    case .payUpFront: self = .payUpFront
    case .freeTrial, .oneTime: self = .free
    }
  }
}
