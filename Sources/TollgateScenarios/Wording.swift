import Tollgate
import TollgateWords

/// The prices and dates that texts show, in the plainest English form: `$6.99`, `month`, `2026-03-09`.
struct Wording {
  let strings: [Text.Placeholder: String]

  init(_ membership: Membership, _ product: Product?) {
    let product =
      product ?? membership.subscription.flatMap { membership.blueprint.product($0.product) }
    var strings: [Text.Placeholder: String] = [:]
    if let subscription = membership.subscription {
      let day = String(subscription.expiresAt.description.prefix(10))
      strings[.planEndsOn] = day
      strings[.planRenewsOn] = day
    }
    let words = PeriodWords(language: .english) { "\($0)" }
    strings[.productName] = product?.name
    strings[.productPrice] = product?.price.map(Self.price)
    strings[.productPeriod] = product?.period.map(words.unit)
    strings[.productPerPeriod] = product?.period.map(words.per)
    if let offer = product?.introductoryOffer {
      strings[.offerPrice] = offer.price.map(Self.price)
      strings[.offerLength] = words.length(offer.period, times: offer.periods)
      strings[.offerLengthAdjective] = words.span(offer.period, times: offer.periods)
    }
    self.strings = strings
  }

  private static func price(_ money: Money) -> String {
    let cents = (money.milliunits + 5) / 10
    let amount = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
    switch money.currency {
    case "USD": return "$\(amount)"
    case "EUR": return "€\(amount)"
    case "GBP": return "£\(amount)"
    default: return "\(amount) \(money.currency)"
    }
  }
}
