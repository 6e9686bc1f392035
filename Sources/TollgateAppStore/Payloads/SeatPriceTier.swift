/// A number of seats at one price.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct SeatPriceTier: Hashable, Codable, Sendable {
  /// The price of a seat in thousandths of the currency unit.
  public var price: Milliunits

  /// The number of seats.
  public var quantity: Int

  /// Creates the payload from its fields, which have Apple's names.
  public init(price: Milliunits, quantity: Int) {
    self.price = price
    self.quantity = quantity
  }
}
