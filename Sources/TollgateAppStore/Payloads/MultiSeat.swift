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

  public init(
    invitationManagement: InvitationManagement? = nil, priceTiers: [SeatPriceTier]? = nil,
    revokedSeatQuantity: Int? = nil
  ) {
    self.invitationManagement = invitationManagement
    self.priceTiers = priceTiers
    self.revokedSeatQuantity = revokedSeatQuantity
  }
}

/// The seats that the next period pays for.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwsrenewalinfodecodedpayload>.
public struct RenewalMultiSeatInfo: Hashable, Codable, Sendable {
  /// How many seats will be paid at which price.
  public var renewalPriceTiers: [SeatPriceTier]?

  public init(renewalPriceTiers: [SeatPriceTier]? = nil) {
    self.renewalPriceTiers = renewalPriceTiers
  }
}

/// A number of seats at one price.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct SeatPriceTier: Hashable, Codable, Sendable {
  /// The price of a seat in thousandths of the currency unit.
  public var price: Milliunits

  /// The number of seats.
  public var quantity: Int

  public init(price: Milliunits, quantity: Int) {
    self.price = price
    self.quantity = quantity
  }
}

/// Who invites members to the seats of a purchase.
///
/// Follows <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>.
public struct InvitationManagement: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The App Store does, and each member gets a transaction.
  public static let apple = Self(rawValue: "APPLE")

  /// The developer does, and members get no transaction.
  public static let developer = Self(rawValue: "DEVELOPER")
}
