import Tollgate

/// The table that converts amounts to one currency, exactly.
package struct ExchangeRates: Hashable, Sendable {
  /// What one unit of a currency is worth, as a fraction.
  package struct Rate: Hashable, Sendable {
    let numerator: Int64
    let denominator: Int64

    /// Parses a positive decimal number such as `1.0837`, at most nine digits before and after the point; otherwise nil.
    package init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count),
        parts.allSatisfy({
          (1...9).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) }
        }),
        let numerator = Int64(parts.joined()), numerator > 0
      else { return nil }
      self.numerator = numerator
      denominator = parts.count == 1 ? 1 : parts[1].reduce(1) { result, _ in result * 10 }
    }
  }

  /// The currency of the results.
  package let currency: String
  private let rates: [String: Rate]

  /// Creates a table.
  ///
  /// - Parameter rates: What one unit of each other currency is worth in it.
  package init(to currency: String, _ rates: [String: Rate]) {
    self.currency = currency
    self.rates = rates
  }

  /// Converts an amount, rounded half away from zero to a thousandth.
  ///
  /// - Throws: ``ChartError/missingRate(currency:)``.
  func converted(_ money: Money) throws(ChartError) -> Money {
    guard money.currency != currency else { return money }
    guard let rate = rates[money.currency] else {
      throw .missingRate(currency: money.currency)
    }
    return Money(
      milliunits: money.milliunits.scaled(by: rate.numerator, over: rate.denominator),
      currency: currency)
  }
}
