/// The seats that the next period pays for.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwsrenewalinfodecodedpayload>.
public struct RenewalMultiSeatInfo: Hashable, Codable, Sendable {
  /// How many seats will be paid at which price.
  public var renewalPriceTiers: [SeatPriceTier]?

  /// Creates the payload from its field, which has Apple's name.
  public init(renewalPriceTiers: [SeatPriceTier]? = nil) {
    self.renewalPriceTiers = renewalPriceTiers
  }
}
