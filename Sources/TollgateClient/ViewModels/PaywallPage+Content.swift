import Foundation
import Tollgate

@MainActor
extension PaywallPage {
  /// The page of a paywall for this customer.
  ///
  /// - Parameters:
  ///   - content: The paywall's texts and products.
  ///   - feature: The feature whose pitch is on top.
  ///   - selection: The customer's selection; the first offer if that is not on the page.
  ///   - client: The client.
  init(
    _ content: PaywallContent, feature: Feature.ID?, selection: CatalogProduct.ID?,
    for client: TollgateClient
  ) {
    let texts = PaywallTexts(client: client)
    let pitch = feature.flatMap { client.blueprint?.feature($0)?.pitch }
    let title = pitch.flatMap { client.text($0.title) }
    let isSold = content.problem == nil
    let offers = content.offers.filter { !isSold || $0.product != nil }
    let selected = offers.first { $0.id == selection } ?? offers.first
    self.init(
      icon: pitch?.icon, title: title ?? content.title,
      subtitle: pitch?.detail.flatMap { client.text($0) } ?? content.subtitle,
      benefits: content.benefits.filter { $0.title != title },
      benefitsLabel: client.line(.benefits),
      offers: offers.map { texts.offer($0, isSelected: $0.id == selected?.id) },
      offersLabel: client.line(.plans), selection: selected?.id,
      purchaseLabel: selected.map(texts.purchaseLabel) ?? client.line(.proceed),
      restoreLabel: client.line(.restore),
      closeLabel: content.isDismissible ? client.line(.close) : nil,
      footnote: selected.flatMap(texts.footnote), terms: selected.map(texts.legalLines) ?? [],
      links: texts.legalLinks)
  }
}

/// The texts of a paywall's offers for a customer.
@MainActor
private struct PaywallTexts {
  let client: TollgateClient

  func offer(_ offer: PaywallContent.Offer, isSelected: Bool) -> PaywallPage.Offer {
    let terms = client.terms(of: offer.id, client.phrasebook)
    let name = terms[.product] ?? offer.id.rawValue
    let isPriceSaid = terms[.price].map { offer.offerLine?.contains($0) ?? false } ?? false
    let parts = [
      name, offer.offerLine, isPriceSaid ? nil : offer.priceLine, offer.badge,
      isSelected ? client.line(.selected) : nil,
    ]
    return PaywallPage.Offer(
      id: offer.id, name: name, price: terms[.price], period: terms[.per],
      priceLine: offer.priceLine, offerLine: offer.offerLine,
      pricePerMonth: offer.displayPricePerMonth, saving: offer.displaySaving, badge: offer.badge,
      isSelected: isSelected,
      accessibilityLabel: parts.compactMap { $0 }.joined(
        separator: client.phrasebook.language.comma))
  }

  /// The offer that applies to a purchase, the introductory one included; nil at the regular price.
  private func applied(_ offer: PaywallContent.Offer) -> StoreProduct.Offer? {
    offer.offer
      ?? (offer.isEligibleForIntroductoryOffer ? client.introductoryOffer(of: offer.id) : nil)
  }

  func purchaseLabel(_ offer: PaywallContent.Offer) -> String {
    if offer.code != nil { return client.line(.proceed) }
    let terms = client.terms(of: offer.id, with: offer.offer, client.phrasebook)
    return switch applied(offer)?.payment {
    case .freeTrial: client.line(.startTrial, product: offer.id, offer: offer.offer, terms)
    case .payAsYouGo, .payUpFront, .oneTime: client.line(.proceed)
    case nil: client.line(renews(offer.id) ? .subscribe : .proceed)
    }
  }

  func footnote(_ offer: PaywallContent.Offer) -> String? {
    let terms = client.terms(of: offer.id, with: offer.offer, client.phrasebook)
    guard terms[.price] != nil else { return nil }
    guard renews(offer.id), terms[.per] != nil else { return client.line(.onePayment) }
    let text: StandardText =
      switch applied(offer)?.payment {
      case .freeTrial: .renewsAfterTrial
      case .payAsYouGo, .payUpFront, .oneTime: .renewsAfterOffer
      case nil: .renews
      }
    return client.line(text, product: offer.id, offer: offer.offer, terms)
  }

  /// The disclosures that Apple requires for an offer; only a free trial delays the charge.
  func legalLines(_ offer: PaywallContent.Offer) -> [String] {
    let charged: StandardText =
      applied(offer)?.payment == .freeTrial ? .chargedAfterTrial : .charged
    return [client.line(charged)] + (renews(offer.id) ? [client.line(.renewsUnlessCancelled)] : [])
  }

  var legalLinks: [PaywallPage.Link] {
    guard let legal = client.blueprint?.definition.legal else { return [] }
    let links = [
      (client.line(.termsOfUse), legal.terms), (client.line(.privacyPolicy), legal.privacy),
    ]
    return links.compactMap { label, address in
      URL(string: address).map { PaywallPage.Link(label: label, url: $0) }
    }
  }

  /// Whether a product is a subscription that renews automatically.
  func renews(_ product: CatalogProduct.ID) -> Bool {
    switch client.blueprint?.product(product)?.kind {
    case .autoRenewable: true
    case .nonRenewing, .nonConsumable, .consumable, nil: false
    }
  }
}
