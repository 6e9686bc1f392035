/// An amount in thousandths of a currency's unit, as the App Store signs prices.
public struct Money: Hashable, Sendable {
  /// Thousandths of the currency's unit: 2990 is $2.99.
  public let milliunits: Int64
  /// The ISO 4217 code, such as `USD`.
  public let currency: String

  /// Creates an amount in thousandths of a currency's unit.
  public init(milliunits: Int64, currency: String) {
    self.milliunits = milliunits
    self.currency = currency
  }

  /// The amount without its currency, in the currency's decimals: `2.99`, `500` for yen, and more only where those do not
  /// say it exactly.
  package var amount: String {
    let (units, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1000)
    var decimals = "\(1000 + rest)".dropFirst()
    while decimals.last == "0", decimals.count > Self.decimals(of: currency) {
      decimals.removeLast()
    }
    let fraction = decimals.isEmpty ? "" : ".\(decimals)"
    return "\(milliunits < 0 ? "-" : "")\(units)\(fraction)"
  }

  /// The amount with its currency, for the people who run an app: `2.99 USD`.
  package var text: String { "\(amount) \(currency)" }

  /// The number of decimals of an amount in a currency, by [ISO
  /// 4217](https://www.six-group.com/en/products-services/financial-information/data-standards.html); 2 for a code that
  /// it does not list.
  package static func decimals(of currency: String) -> Int {
    switch currency {
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
      "XAF", "XOF", "XPF":
      0
    default: 2
    }
  }

  /// The smallest amount that can be paid in a currency, in thousandths.
  private static func smallestUnit(of currency: String) -> Int64 {
    switch decimals(of: currency) {
    case 0: 1000
    case 3: 1
    default: 10
    }
  }

  /// Whether it can be paid: it has no more decimals than its currency.
  package var isPayable: Bool { milliunits.isMultiple(of: Self.smallestUnit(of: currency)) }

  /// A share of it, rounded half away from zero to what can be paid.
  package func share(_ numerator: Int64, of denominator: Int64) -> Money {
    let unit = Self.smallestUnit(of: currency)
    let (divisor, isTooSmall) = denominator.multipliedReportingOverflow(by: unit)
    guard !isTooSmall else { return Money(milliunits: 0, currency: currency) }
    let units = milliunits.scaled(by: numerator, over: divisor)
    let (rounded, overflows) = units.multipliedReportingOverflow(by: unit)
    return Money(milliunits: overflows ? milliunits : rounded, currency: currency)
  }

  /// The amount a number of times, clamped to the representable range.
  package func times(_ count: Int) -> Money {
    Money(milliunits: milliunits.scaled(by: Int64(count), over: 1), currency: currency)
  }

  /// The amount rounded half away from zero to what can be paid.
  package var rounded: Money { share(1, of: 1) }
}

extension Int64 {
  /// The product with a fraction of positive numbers, rounded half away from zero and clamped to the representable range.
  package func scaled(by numerator: Int64, over denominator: Int64) -> Int64 {
    let divisor = denominator.magnitude
    let product = magnitude.multipliedFullWidth(by: numerator.magnitude)
    guard product.high < divisor else { return self < 0 ? .min : .max }
    let (quotient, rest) = divisor.dividingFullWidth(product)
    let rounded = quotient &+ (rest >= divisor - rest ? 1 : 0)
    guard let result = Int64(exactly: rounded) else { return self < 0 ? .min : .max }
    return self < 0 ? -result : result
  }
}
