import Foundation
import Tollgate

extension TollgateClient {
  /// A product's price, period and introductory offer in words, omitting what is not known.
  func terms(of product: Product.ID, _ phrasebook: Phrasebook) -> [Wording.Slot: String] {
    let known = blueprint?.product(product)
    let sold = products[product]
    let words = phrasebook.periods
    var terms: [Wording.Slot: String] = [:]
    terms[.product] = sold?.displayName ?? known?.name
    terms[.price] = sold?.displayPrice ?? known?.price.map(price)
    if let period = sold?.period ?? known?.period {
      terms[.unit] = words.unit(period)
      terms[.per] = words.per(period)
    }
    if let offer = sold?.introductoryOffer {
      terms[.offer] = price(of: offer, phrasebook)
      terms[.length] = words.length(offer.period, times: offer.periods)
      terms[.span] = words.span(offer.period, times: offer.periods)
    } else if sold == nil, let offer = known?.introductoryOffer {
      terms[.offer] = offer.price.map(price)
      terms[.length] = words.length(offer.period, times: offer.periods)
      terms[.span] = words.span(offer.period, times: offer.periods)
    }
    return terms
  }

  /// How a product's introductory offer is paid; nil if it has none.
  func payment(of product: Product.ID) -> StoreOffer.Payment? {
    products[product]?.introductoryOffer?.payment
      ?? blueprint?.product(product)?.introductoryOffer?.payment
  }

  /// The line with the regular price: the blueprint's, or price and period; nil if no price is known.
  func priceLine(of package: Paywall.Package) -> String? {
    if let line = package.priceLine.flatMap({ text($0, product: package.product) }) { return line }
    let terms = terms(of: package.product, phrasebook)
    guard terms[.price] != nil, terms[.per] != nil else { return terms[.price] }
    return line(.priceLine, product: package.product, terms)
  }

  /// The line with the introductory offer: the blueprint's, or the offer and the price after it.
  func offerLine(of package: Paywall.Package) -> String? {
    if let line = package.offerLine.flatMap({ text($0, product: package.product) }) { return line }
    let terms = terms(of: package.product, phrasebook)
    guard terms[.price] != nil, terms[.per] != nil, terms[.length] != nil else { return nil }
    switch payment(of: package.product) {
    case .freeTrial: return line(.trialOffer, product: package.product, terms)
    case .payAsYouGo, .payUpFront, .oneTime:
      return line(.paidOffer, product: package.product, terms)
    case nil: return nil
    }
  }

  /// An introductory offer's price, with its period if it is paid more than once.
  private func price(of offer: StoreProduct.Offer, _ phrasebook: Phrasebook) -> String {
    guard offer.payment == .payAsYouGo, offer.periods > 1 else { return offer.displayPrice }
    let words = phrasebook.periods
    return phrasebook.line(
      .priceLine,
      [
        .price: offer.displayPrice, .per: words.per(offer.period),
        .unit: words.unit(offer.period),
      ])
  }

  private func price(_ money: Money) -> String {
    (Decimal(money.milliunits) / 1000).formatted(
      Decimal.FormatStyle.Currency(code: money.currency, locale: configuration.locale))
  }
}
