import TollgateAppStore

/// A country's App Store and the currency of its prices.
public struct Storefront: Hashable, Sendable {
  /// The ISO 3166-1 alpha-3 code of the country.
  public var country: String

  /// Apple's number for the storefront.
  public var id: String

  /// The ISO 4217 code of the currency.
  public var currency: String

  public init(country: String, id: String, currency: String) {
    self.country = country
    self.id = id
    self.currency = currency
  }

  /// Creates the storefront of a country; a country that is not known has no number, and prices in US dollars.
  ///
  /// - Parameter country: The ISO 3166-1 alpha-3 code.
  public init(country: String) {
    let known = KnownStorefront.byCountry[country]
    self.init(
      country: country, id: known.map { String($0.id) } ?? "", currency: known?.currency ?? "USD")
  }

  /// The United States, in dollars.
  public static let usa = Self(country: "USA", id: "143441", currency: "USD")

  /// Germany, in euros.
  public static let germany = Self(country: "DEU", id: "143443", currency: "EUR")

  /// The United Kingdom, in pounds.
  public static let unitedKingdom = Self(country: "GBR", id: "143444", currency: "GBP")
}
