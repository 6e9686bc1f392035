import AppStoreSimulator
import Foundation
import TollgateAppStore

extension StoreSession {
  /// A product on sale, as the store describes it now.
  func product(_ id: String) -> Product? {
    guard let price = simulator.price(of: id) else { return nil }
    let settings = settings
    let storefront = settings.storefront
    let tag = PriceTag(currency: storefront.code, locale: settings.locale)
    if let subscription = configuration.subscription(id) {
      let words = Wording(subscription.localizations, settings.locale)
      return makeProduct(
        id, .autoRenewable, words, subscription.referenceName, price, tag,
        isFamilyShareable: subscription.isFamilyShareable, subscription, storefront)
    }
    guard let product = configuration.product(id) else { return nil }
    return makeProduct(
      id, Product.ProductType(rawValue: product.type.rawValue),
      Wording(product.localizations, settings.locale), product.referenceName, price, tag,
      isFamilyShareable: product.isFamilyShareable, nil, storefront)
  }

  /// The identifiers of a group's subscriptions, the highest level first.
  func subscriptions(ofGroup group: String) -> [String] {
    (configuration.subscriptionGroups.first { $0.id == group }?.subscriptions ?? [])
      .sorted { $0.level < $1.level }.map(\.productID)
  }

  /// The product that the account subscribes to in a group; nil if nothing gives access.
  func currentSubscription(ofGroup group: String) -> String? {
    conditions().first { $0.groupID == group && [.active, .gracePeriod].contains($0.status) }?
      .transaction.payload.productId
  }

  private func makeProduct(
    _ id: String, _ type: Product.ProductType, _ words: Wording, _ fallback: String,
    _ price: Milliunits, _ tag: PriceTag, isFamilyShareable: Bool,
    _ subscription: StoreKitConfiguration.Subscription?, _ storefront: Storefront
  ) -> Product {
    let name = words.name ?? fallback
    let info = subscription.map { makeInfo($0, price, tag, storefront) }
    let json = ProductJSON(
      id: id, type: type, name: name, description: words.description, price: price, tag: tag,
      isFamilyShareable: isFamilyShareable, info: info)
    return Product(
      id: id, type: type, displayName: name, description: words.description,
      price: PriceTag.amount(price), displayPrice: tag.text(price),
      isFamilyShareable: isFamilyShareable, subscription: info, jsonRepresentation: json.data,
      priceFormatStyle: tag.style, session: self, storefront: storefront)
  }

  private func makeInfo(
    _ subscription: StoreKitConfiguration.Subscription, _ price: Milliunits, _ tag: PriceTag,
    _ storefront: Storefront
  ) -> Product.SubscriptionInfo {
    let group = configuration.subscriptionGroups.first { $0.id == subscription.groupID }
    let words = Wording(group?.localizations ?? [], settings.locale)
    return Product.SubscriptionInfo(
      introductoryOffer: subscription.introductoryOffer.map { .init($0, .introductory, tag) },
      promotionalOffers: subscription.promotionalOffers.map { .init($0, .promotional, tag) },
      winBackOffers: subscription.winBackOffers.map { .init($0, .winBack, tag) },
      subscriptionGroupID: subscription.groupID,
      subscriptionPeriod: Product.SubscriptionPeriod(subscription.period),
      groupLevel: subscription.level, groupDisplayName: words.name ?? group?.name ?? "",
      pricingTerms: Product.SubscriptionInfo.PricingTerms.all(
        of: subscription, price: price, tag,
        sellsCommitments: AppStoreSimulator.sellsCommitments(in: storefront.countryCode)),
      session: self)
  }
}

/// The texts of a product in the best matching language.
private struct Wording {
  let name: String?
  let description: String

  init(_ localizations: [StoreKitConfiguration.Localization], _ locale: Locale) {
    let best = localizations.best(for: locale.identifier)
    name = best.flatMap { $0.displayName.isEmpty ? nil : $0.displayName }
    description = best?.description ?? ""
  }
}
