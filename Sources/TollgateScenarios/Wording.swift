import Tollgate

/// The prices and dates in texts, in a plain English form: `$6.99`, `month`, `2026-03-09`.
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
    strings[.productPrice] = product?.price.map(Self.price)
    strings[.productPeriod] = product?.period.map(Self.unit)
    if let offer = product?.introductoryOffer {
      strings[.offerPrice] = offer.price.map(Self.price)
      strings[.offerLength] = Self.length(offer.period, times: offer.periods)
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

  private static func unit(_ period: Period) -> String {
    period.count == 1 ? period.unit.rawValue : words(period.count, period.unit)
  }

  private static func length(_ period: Period, times: Int) -> String {
    let count = period.count * times
    return period.unit == .week ? words(count * 7, .day) : words(count, period.unit)
  }

  private static func words(_ count: Int, _ unit: Period.Unit) -> String {
    "\(count) \(unit.rawValue)\(count == 1 ? "" : "s")"
  }
}
