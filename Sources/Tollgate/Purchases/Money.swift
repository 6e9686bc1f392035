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

  /// How many decimals amounts of a currency have, by
  /// [ISO 4217](https://www.six-group.com/en/products-services/financial-information/data-standards.html); 2 for a code
  /// that it does not list.
  package static func decimals(of currency: String) -> Int {
    switch currency {
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
      "XAF", "XOF", "XPF":
      0
    default: 2
    }
  }
}
