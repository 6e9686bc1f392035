extension Storefront {
  /// Creates the storefront of a country; unknown countries use US dollars.
  ///
  /// - Parameter countryCode: The ISO 3166-1 alpha-3 code.
  package init(countryCode: String) {
    let known = Self.known[countryCode]
    self.init(
      countryCode: countryCode, id: known.map { String($0.id) } ?? "",
      code: known?.currency ?? "USD")
  }

  /// Apple's numbers for storefronts, and their currencies.
  private static let known: [String: (id: Int, currency: String)] = [
    "ARE": (143_481, "AED"), "ARG": (143_505, "USD"), "AUS": (143_460, "AUD"),
    "AUT": (143_445, "EUR"), "BEL": (143_446, "EUR"), "BGR": (143_526, "EUR"),
    "BRA": (143_503, "BRL"), "CAN": (143_455, "CAD"), "CHE": (143_459, "CHF"),
    "CHL": (143_483, "CLP"), "CHN": (143_465, "CNY"), "COL": (143_501, "COP"),
    "CZE": (143_489, "CZK"), "DEU": (143_443, "EUR"), "DNK": (143_458, "DKK"),
    "EGY": (143_516, "EGP"), "ESP": (143_454, "EUR"), "FIN": (143_447, "EUR"),
    "FRA": (143_442, "EUR"), "GBR": (143_444, "GBP"), "GRC": (143_448, "EUR"),
    "HKG": (143_463, "HKD"), "HRV": (143_494, "EUR"), "HUN": (143_482, "HUF"),
    "IDN": (143_476, "IDR"), "IND": (143_467, "INR"), "IRL": (143_449, "EUR"),
    "ISR": (143_491, "ILS"), "ITA": (143_450, "EUR"), "JPN": (143_462, "JPY"),
    "KOR": (143_466, "KRW"), "LUX": (143_451, "EUR"), "MEX": (143_468, "MXN"),
    "MYS": (143_473, "MYR"), "NLD": (143_452, "EUR"), "NOR": (143_457, "NOK"),
    "NZL": (143_461, "NZD"), "PER": (143_507, "PEN"), "PHL": (143_474, "PHP"),
    "POL": (143_478, "PLN"), "PRT": (143_453, "EUR"), "QAT": (143_498, "QAR"),
    "ROU": (143_487, "RON"), "SAU": (143_479, "SAR"), "SGP": (143_464, "SGD"),
    "SVK": (143_496, "EUR"), "SVN": (143_499, "EUR"), "SWE": (143_456, "SEK"),
    "THA": (143_475, "THB"), "TUR": (143_480, "TRY"), "TWN": (143_470, "TWD"),
    "USA": (143_441, "USD"), "VNM": (143_471, "VND"), "ZAF": (143_472, "ZAR"),
  ]
}
