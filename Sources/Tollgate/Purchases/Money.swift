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
}
