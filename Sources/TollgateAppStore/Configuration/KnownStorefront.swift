/// A country's App Store: Apple's number for it, and the currency of its prices.
package struct KnownStorefront: Hashable, Sendable {
  /// Apple's number.
  package let id: Int

  /// The ISO 4217 code of the currency.
  package let currency: String

  private init(_ id: Int, _ currency: String) {
    self.id = id
    self.currency = currency
  }

  /// The storefronts by the ISO 3166-1 alpha-3 code of their country.
  package static let byCountry: [String: KnownStorefront] = [
    "ARE": .init(143_481, "AED"), "ARG": .init(143_505, "USD"),
    "AUS": .init(143_460, "AUD"), "AUT": .init(143_445, "EUR"),
    "BEL": .init(143_446, "EUR"), "BGR": .init(143_526, "EUR"),
    "BRA": .init(143_503, "BRL"), "CAN": .init(143_455, "CAD"),
    "CHE": .init(143_459, "CHF"), "CHL": .init(143_483, "CLP"),
    "CHN": .init(143_465, "CNY"), "COL": .init(143_501, "COP"),
    "CYP": .init(143_557, "EUR"), "CZE": .init(143_489, "CZK"),
    "DEU": .init(143_443, "EUR"), "DNK": .init(143_458, "DKK"),
    "EGY": .init(143_516, "EGP"), "ESP": .init(143_454, "EUR"),
    "EST": .init(143_518, "EUR"), "FIN": .init(143_447, "EUR"),
    "FRA": .init(143_442, "EUR"), "GBR": .init(143_444, "GBP"),
    "GRC": .init(143_448, "EUR"), "HKG": .init(143_463, "HKD"),
    "HRV": .init(143_494, "EUR"), "HUN": .init(143_482, "HUF"),
    "IDN": .init(143_476, "IDR"), "IND": .init(143_467, "INR"),
    "IRL": .init(143_449, "EUR"), "ISR": .init(143_491, "ILS"),
    "ITA": .init(143_450, "EUR"), "JPN": .init(143_462, "JPY"),
    "KAZ": .init(143_517, "KZT"), "KOR": .init(143_466, "KRW"),
    "LTU": .init(143_520, "EUR"), "LUX": .init(143_451, "EUR"),
    "LVA": .init(143_519, "EUR"), "MEX": .init(143_468, "MXN"),
    "MLT": .init(143_521, "EUR"), "MYS": .init(143_473, "MYR"),
    "NGA": .init(143_561, "NGN"), "NLD": .init(143_452, "EUR"),
    "NOR": .init(143_457, "NOK"), "NZL": .init(143_461, "NZD"),
    "PAK": .init(143_477, "PKR"), "PER": .init(143_507, "PEN"),
    "PHL": .init(143_474, "PHP"), "POL": .init(143_478, "PLN"),
    "PRT": .init(143_453, "EUR"), "QAT": .init(143_498, "QAR"),
    "ROU": .init(143_487, "RON"), "RUS": .init(143_469, "RUB"),
    "SAU": .init(143_479, "SAR"), "SGP": .init(143_464, "SGD"),
    "SVK": .init(143_496, "EUR"), "SVN": .init(143_499, "EUR"),
    "SWE": .init(143_456, "SEK"), "THA": .init(143_475, "THB"),
    "TUR": .init(143_480, "TRY"), "TWN": .init(143_470, "TWD"),
    "TZA": .init(143_572, "TZS"), "UKR": .init(143_492, "USD"),
    "USA": .init(143_441, "USD"), "VNM": .init(143_471, "VND"),
    "ZAF": .init(143_472, "ZAR"),
  ]

  /// A country whose prices are in a currency; nil if none is known.
  ///
  /// - Parameter currency: An ISO 4217 code.
  /// - Returns: An ISO 3166-1 alpha-3 code, the largest country's where several share the currency.
  package static func country(of currency: String) -> String? {
    switch currency {
    case "EUR": "DEU"
    case "USD": "USA"
    default: byCountry.filter { $0.value.currency == currency }.keys.min()
    }
  }
}
