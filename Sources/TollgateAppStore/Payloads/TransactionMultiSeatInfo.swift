/// The seats that one transaction pays for.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct TransactionMultiSeatInfo: Hashable, Codable, Sendable {
  /// Who invites members to the seats.
  public var invitationManagement: InvitationManagement?

  /// How many seats were bought at which price; the price of the transaction is their average.
  public var priceTiers: [SeatPriceTier]?

  /// How many of the seats were refunded.
  public var revokedSeatQuantity: Int?

  /// Creates the payload from its fields, which have Apple's names.
  public init(
    invitationManagement: InvitationManagement? = nil, priceTiers: [SeatPriceTier]? = nil,
    revokedSeatQuantity: Int? = nil
  ) {
    self.invitationManagement = invitationManagement
    self.priceTiers = priceTiers
    self.revokedSeatQuantity = revokedSeatQuantity
  }
}
