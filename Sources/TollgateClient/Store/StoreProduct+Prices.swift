public import Foundation
import Tollgate

/// What a product costs per month, and how much it saves, computed from the store's price and shown in its format.
extension StoreProduct {
  /// The currency's code, such as `EUR`; nil if the store does not say.
  public var currencyCode: String? { priceFormat?.currencyCode }

  /// The price of a subscription per month, exactly; nil for what is not a subscription or has no price.
  ///
  /// A year has 12 months, 52 weeks or 365 days.
  public var pricePerMonth: Decimal? { yearlyPrice.map { $0.amount / ($0.periodLength * 12) } }

  /// The price per month in the store's format, such as "$2.50".
  ///
  /// It is rounded up to the currency's smallest unit, so it never looks cheaper than it is.
  public var displayPricePerMonth: String? {
    guard let pricePerMonth, let priceFormat else { return nil }
    return pricePerMonth.formatted(priceFormat.rounded(rule: .up))
  }

  /// How much less it costs than another subscription over the same time, in whole percent.
  ///
  /// It is rounded down, so 33.9 percent is shown as 33.
  ///
  /// - Parameter other: The subscription to compare with, such as the monthly one.
  /// - Returns: The percentage from 1 to 99; nil if it saves less, or if the two cannot be compared.
  public func saving(comparedTo other: StoreProduct) -> Int? {
    guard let own = yearlyPrice, let others = other.yearlyPrice, others.amount > 0,
      currencyCode == other.currencyCode
    else { return nil }
    // Multiplied by both lengths, so that nothing is rounded before the end.
    let paid = own.amount * others.periodLength
    let compared = others.amount * own.periodLength
    let percent = (compared - paid) * 100
    return (1...99).last { Decimal($0) * compared <= percent }
  }

  /// ``saving(comparedTo:)`` in the store's format, such as "33%".
  public func displaySaving(comparedTo other: StoreProduct) -> String? {
    guard let percent = saving(comparedTo: other), let priceFormat else { return nil }
    return percent.formatted(IntegerFormatStyle<Int>.Percent(locale: priceFormat.locale))
  }

  /// The price of a year, still to be divided by the number of units in a period.
  private var yearlyPrice: (amount: Decimal, periodLength: Decimal)? {
    guard let price, let period else { return nil }
    let periodsPerYear: Decimal
    switch period.unit {
    case .minute, .hour: return nil
    case .day: periodsPerYear = 365
    case .week: periodsPerYear = 52
    case .month: periodsPerYear = 12
    case .year: periodsPerYear = 1
    }
    return (price * periodsPerYear, Decimal(period.count))
  }
}
