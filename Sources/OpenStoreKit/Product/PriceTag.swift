import Foundation
import TollgateAppStore

/// Formats prices of one currency in one language.
struct PriceTag {
  let style: Decimal.FormatStyle.Currency

  init(currency: String, locale: Locale) {
    style = Decimal.FormatStyle.Currency(code: currency, locale: locale)
  }

  func text(_ price: Milliunits) -> String { Self.amount(price).formatted(style) }

  /// The amount in units of the currency, exactly.
  static func amount(_ price: Milliunits) -> Decimal { Decimal(price.rawValue) / 1000 }
}
