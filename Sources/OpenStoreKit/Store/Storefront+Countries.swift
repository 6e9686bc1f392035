import TollgateAppStore

extension Storefront {
  /// Creates the storefront of a country; unknown countries use US dollars.
  ///
  /// - Parameter countryCode: The ISO 3166-1 alpha-3 code.
  package init(countryCode: String) {
    let known = KnownStorefront.byCountry[countryCode]
    self.init(
      countryCode: countryCode, id: known.map { String($0.id) } ?? "",
      code: known?.currency ?? "USD")
  }
}
