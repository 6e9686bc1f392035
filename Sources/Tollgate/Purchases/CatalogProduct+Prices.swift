/// What a subscription costs per month, and how much it saves, computed from the blueprint's prices.
extension CatalogProduct {
  /// The price per month, rounded up to the smallest amount of the currency; nil for what is not a subscription or has no
  /// price.
  ///
  /// A year has 12 months, 52 weeks or 365 days.
  package var pricePerMonth: Money? {
    guard let yearlyPrice, let price else { return nil }
    let smallest: Int64 =
      switch Money.decimals(of: price.currency) {
      case 0: 1000
      case 3: 1
      default: 10
      }
    let count = Int64((yearlyPrice / Double(12 * smallest)).rounded(.up))
    return Money(milliunits: count * smallest, currency: price.currency)
  }

  /// How much less it costs than another subscription over the same time, in whole percent, rounded down.
  ///
  /// - Parameter other: The subscription to compare with, such as the monthly one.
  /// - Returns: The percentage from 1 to 99; nil if it saves less, or if the two cannot be compared.
  package func saving(comparedTo other: CatalogProduct) -> Int? {
    guard let own = yearlyPrice, let others = other.yearlyPrice, others > 0,
      price?.currency == other.price?.currency
    else { return nil }
    let percent = Int(((others - own) * 100 / others).rounded(.down))
    return percent < 1 ? nil : min(percent, 99)
  }

  /// The price of a year in thousandths of the currency's unit.
  private var yearlyPrice: Double? {
    guard kind == .autoRenewable, let price, let period else { return nil }
    return period.perYear.map { Double(price.milliunits) * $0 / Double(period.count) }
  }
}

extension Blueprint.Definition {
  /// The subscription with the shortest period on the first paywall that sells a product, with which its price is
  /// compared; nil for a product that no paywall sells.
  package func comparison(for product: CatalogProduct.ID) -> CatalogProduct? {
    paywalls.first { $0.packages.contains { $0.product == product } }
      .flatMap { comparison(for: product, on: $0) }
  }

  /// The subscription with the shortest period on a paywall, with which a product's price is compared; on a paywall with
  /// tabs, the one on the product's tab.
  package func comparison(for product: CatalogProduct.ID, on paywall: Paywall) -> CatalogProduct? {
    let sold = Set(paywall.packages.map(\.product))
    let tab = products.first { $0.id == product }.flatMap(paywall.tab)
    let subscriptions = products.filter {
      sold.contains($0.id) && $0.kind == .autoRenewable && paywall.tab(of: $0) == tab
    }
    return subscriptions.max { ($0.period?.timesPerYear ?? 0) < ($1.period?.timesPerYear ?? 0) }
  }
}

extension Period {
  /// How many of its units a year has; nil for those shorter than a day.
  fileprivate var perYear: Double? {
    switch unit {
    case .minute, .hour: nil
    case .day: 365
    case .week: 52
    case .month: 12
    case .year: 1
    }
  }

  /// How often it fits into a year.
  fileprivate var timesPerYear: Double { (perYear ?? .infinity) / Double(count) }
}
