public import Foundation
import TollgateAppStore

extension Transaction {
  /// The seats that a transaction pays for.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/transaction/multiseatinfo-swift.struct>.
  public struct MultiSeatInfo: Hashable, Sendable {
    /// Who invites members to the seats.
    public struct InvitationManagement: RawRepresentable, Hashable, Sendable {
      public let rawValue: String

      public init(rawValue: String) { self.rawValue = rawValue }

      /// Apple does, and each member gets a transaction.
      public static let apple = Self(rawValue: "APPLE")

      /// The developer does, and members get no transaction.
      public static let developer = Self(rawValue: "DEVELOPER")
    }

    /// A number of seats at one price.
    public struct PriceTier: Hashable, Sendable {
      /// The price of a seat.
      public let price: Decimal

      /// The number of seats.
      public let quantity: Int

      init(_ tier: SeatPriceTier) {
        price = PriceTag.amount(tier.price)
        quantity = tier.quantity
      }
    }

    public let invitationManagement: InvitationManagement

    /// How many seats were bought at which price; the transaction's price is their average.
    public let priceTiers: [PriceTier]

    /// How many of the seats were refunded; nil for none.
    public let revokedSeatQuantity: Int?
  }

  /// Why several transactions pay for one period.
  public struct AdditionalTransactionReason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Seats were added during the period.
    public static let seatAddition = Self(rawValue: "SEAT_ADDITION")
  }

  /// The seats that the transaction pays for; nil if it does not pay for several.
  public var multiSeatInfo: MultiSeatInfo? {
    payload.multiSeatInfo.map { info in
      MultiSeatInfo(
        invitationManagement: .init(rawValue: info.invitationManagement?.rawValue ?? "APPLE"),
        priceTiers: (info.priceTiers ?? []).map(MultiSeatInfo.PriceTier.init),
        revokedSeatQuantity: info.revokedSeatQuantity)
    }
  }

  /// Why other transactions pay for the same period; nil if none do.
  public var additionalTransactionReason: AdditionalTransactionReason? {
    payload.additionalTransactionReason.map { AdditionalTransactionReason(rawValue: $0) }
  }
}

extension Product.SubscriptionInfo.RenewalInfo {
  /// The seats that the next period pays for.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/renewalinfo/multiseatinfo-swift.struct>.
  public struct MultiSeatInfo: Hashable, Sendable {
    /// How many seats will be paid at which price.
    public let renewalPriceTiers: [Transaction.MultiSeatInfo.PriceTier]
  }

  /// The number of seats of the next period; nil if it is not for several people.
  public var renewalQuantity: Int? { payload.renewalQuantity }

  /// The seats that the next period pays for; nil if it does not pay for several.
  public var multiSeatInfo: MultiSeatInfo? {
    payload.multiSeatInfo.map { info in
      MultiSeatInfo(
        renewalPriceTiers: (info.renewalPriceTiers ?? []).map(
          Transaction.MultiSeatInfo.PriceTier.init))
    }
  }
}
