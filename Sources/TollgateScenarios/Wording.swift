import Foundation
import Tollgate
import TollgateWords

/// The prices and dates in texts, in English as it is written in the United States: `$6.99`, `¥650`, `month`; but dates
/// as `2026-03-09`.
struct Wording {
  let strings: [LocalizedText.Placeholder: String]

  init(
    _ membership: Membership, _ product: CatalogProduct?, with offer: CatalogProduct.Offer? = nil
  ) {
    let product =
      product ?? membership.subscription.flatMap { membership.blueprint.product($0.product) }
    var strings: [LocalizedText.Placeholder: String] = [:]
    strings[.planStartsOn] = membership.planStartsAt.map { String($0.description.prefix(10)) }
    if let subscription = membership.subscription {
      let end = subscription.graceEndsAt ?? subscription.renewsAt
      strings[.planEndsOn] = String(end.description.prefix(10))
      strings[.planRenewsOn] = String(subscription.renewsAt.description.prefix(10))
      if membership.trial?.ending == .uses, subscription.isActive, subscription.willRenew {
        strings[.planStartsOn] = strings[.planRenewsOn]
      }
    }
    let words = PeriodWords(language: .english) { "\($0)" }
    strings[.productName] = product?.name
    strings[.productPrice] = product?.price.map(Self.price)
    strings[.productPeriod] = product?.period.map(words.unit)
    strings[.productPerPeriod] = product?.period.map(words.per)
    strings[.productPricePerMonth] = product?.pricePerMonth.map(Self.price)
    strings[.productSaving] = product.flatMap { product in
      membership.blueprint.definition.comparison(for: product.id)
        .flatMap(product.saving).map { "\($0)%" }
    }
    let introductory = product?.introductoryOffer
    if let period = offer?.period ?? introductory?.period {
      let periods = offer?.periods ?? introductory?.periods ?? 1
      strings[.offerPrice] = (offer == nil ? introductory?.price : offer?.price).map(Self.price)
      strings[.offerLength] = words.length(period, times: periods)
      strings[.offerLengthAdjective] = words.span(period, times: periods)
    }
    self.strings = strings
  }

  /// The standard line about the product's price or offer; nil if no price is known.
  func line(_ text: StandardText) -> String? {
    guard let price = strings[.productPrice] else { return nil }
    guard let per = strings[.productPerPeriod] else { return price }
    return text.english.line(
      for: nil, in: .english,
      [
        .price: price, .per: per, .offer: strings[.offerPrice] ?? "",
        .length: strings[.offerLength] ?? "",
      ])
  }

  private static func price(_ money: Money) -> String {
    phrasebook.price(money).replacing("\u{A0}", with: " ")
  }

  private static let phrasebook = Phrasebook("en", for: Locale(identifier: "en_US"))
}
