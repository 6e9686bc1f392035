import Tollgate

/// The check for prices in several currencies, and for offers that cost no less than what they are for.
///
/// A store shows a customer every price in one currency, and the simulated one has the storefront of the first price.
///
/// ```yaml
/// products:
///   coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach }
///   coach.yearly: { name: Yearly, entitlements: premium, price: 99.99 EUR, period: P1Y, group: coach }  # in EUR
/// ```
struct PriceAdvice {
  let subject: Subject

  /// An amount, and the key under which the file has it.
  private typealias Price = (money: Money, path: [String])

  /// Checks all products.
  func note() {
    guard subject.isSound("products") else { return }
    let prices = subject.definition.products.flatMap(prices)
    guard let currency = prices.first?.money.currency else { return }
    for price in prices where price.money.currency != currency {
      subject.mistake(
        price.path, "the price is in \(price.money.currency), and an earlier one in \(currency)",
        expected: "all prices in one currency")
    }
    for product in subject.definition.products { noteOffers(of: product) }
  }

  private func prices(of product: CatalogProduct) -> [Price] {
    let path = ["products", product.id.rawValue]
    let own: [(Money?, [String])] =
      [
        (product.price, path + ["price"]), (product.monthlyPrice, path + ["monthlyPrice"]),
        (product.introductoryOffer?.price, path + ["introductoryOffer", "price"]),
      ] + product.offers.map { ($0.price, path + ["offers", $0.id.rawValue, "price"]) }
    var all: [Price] = own.compactMap { money, path in money.map { ($0, path) } }
    for tier in product.seatPrices { all.append((tier.price, path + ["seatPrices"])) }
    return all
  }

  /// Warns about each offer with the billing period of its plan that saves nothing.
  private func noteOffers(of product: CatalogProduct) {
    func savesNothing(_ offered: Money?, _ period: Period, _ billing: BillingPlan) -> Bool {
      let isMonthly = billing == .monthly
      guard let offered, let price = isMonthly ? product.monthlyPrice : product.price,
        offered.currency == price.currency,
        period == (isMonthly ? Period(1, .month) : product.period)
      else { return false }
      return offered.milliunits >= price.milliunits
    }
    let path = ["products", product.id.rawValue]
    if let offer = product.introductoryOffer,
      savesNothing(offer.price, offer.period, offer.billing)
    {
      subject.warning(
        path + ["introductoryOffer", "price"], "the offer costs no less than `\(product.id)` itself"
      )
    }
    for offer in product.offers where savesNothing(offer.price, offer.period, offer.billing) {
      subject.warning(
        path + ["offers", offer.id.rawValue, "price"],
        "the offer `\(offer.id)` costs no less than `\(product.id)` itself")
    }
  }
}
